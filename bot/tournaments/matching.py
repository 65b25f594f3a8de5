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
    """Pair as many players as possible, at the lowest total costs. None forbids a pair.

    Pairs and the players in them keep the order of `players`.
    """
    costs_by_pair = {pair: costs for pair in combinations(players, 2) if (costs := compute_costs(*pair)) is not None}
    if not costs_by_pair:
        return []
    # Add the costs up to one number, in which no sum of later costs can reach an earlier cost of 1.
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
    """How often each player has had which seat in the matches so far."""

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
        """Give the first seat to the player who had it less often, or else not the last time.

        If both are equal, the stronger player `one` has the first seat at tables with odd numbers.
        """
        keys = [(self.balances[player], self._was_first.get(player, False)) for player in (one, other)]
        is_one_first = keys[0] < keys[1] if keys[0] != keys[1] else table % 2 == 1
        return (one, other) if is_one_first else (other, one)
