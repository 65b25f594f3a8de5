"""Minimum-cost matching of players, and the choice of their seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

import networkx as nx

from bot.tournaments.model import Fixture, FixtureKind

Costs: TypeAlias = tuple[int, ...]
"""The costs of pairing two players, none of them negative. An earlier cost matters more than all later ones."""


def match_players(players: Sequence[int], compute_costs: Callable[[int, int], Costs | None]) -> list[tuple[int, int]]:
    """Pair as many players as possible at the lowest total cost. Pairs, and the players in them, keep their order.

    `compute_costs` returns the costs of a pair, the most important first, or None if the two must not be paired. A
    lower cost in an earlier position outweighs all later positions.
    """
    costs_by_pair = {pair: costs for pair in combinations(players, 2) if (costs := compute_costs(*pair)) is not None}
    if not costs_by_pair:
        return []
    # Combine each pair's costs into one number, with bases so large that later costs never outweigh earlier ones.
    bases = [1 + len(players) // 2 * max(column) for column in zip(*costs_by_pair.values(), strict=True)]
    graph = nx.Graph()
    for (one, other), costs in costs_by_pair.items():
        total = 0
        for base, cost in zip(bases, costs, strict=True):
            total = total * base + cost
        graph.add_edge(one, other, weight=-total)
    positions = {player: position for position, player in enumerate(players)}
    pairs = (sorted(pair, key=positions.__getitem__) for pair in nx.max_weight_matching(graph, maxcardinality=True))
    return sorted(((one, other) for one, other in pairs), key=lambda pair: positions[pair[0]])


class SeatHistory:
    """Counts how often each player of a tournament has had the first and the second seat, to balance the seats."""

    def __init__(self, fixtures: Iterable[Fixture]) -> None:
        self.balances: dict[int, int] = defaultdict(int)
        """Matches in the first seat minus matches in the second seat, by player."""
        self._was_first: dict[int, bool] = {}
        for fixture in sorted(fixtures, key=lambda fixture: (fixture.round, fixture.number)):
            if fixture.kind not in {FixtureKind.MATCH, FixtureKind.MIRROR} or fixture.second is None:
                continue
            if fixture.outcome is None or not fixture.outcome.is_forfeit:
                self.balances[fixture.first] += 1
                self.balances[fixture.second] -= 1
                self._was_first |= {fixture.first: True, fixture.second: False}

    def compute_cost(self, one: int, other: int) -> int:
        """Return how unequally two players will have had the first seat, if they now play with `order_seats`."""
        low, high = sorted((self.balances[one], self.balances[other]))
        return (low + 1) ** 2 + (high - 1) ** 2

    def order_seats(self, one: int, other: int, table: int) -> tuple[int, int]:
        """Return the two players as `(first seat, second seat)`.

        The first seat goes to the player who had it less often or, if equal, to the one who did not have it last time.
        If that is equal too, the stronger player `one` has the first seat at tables with odd numbers.
        """
        keys = [(self.balances[player], self._was_first.get(player, False)) for player in (one, other)]
        is_one_first = keys[0] < keys[1] if keys[0] != keys[1] else table % 2 == 1
        return (one, other) if is_one_first else (other, one)
