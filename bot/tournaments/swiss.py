"""Pairs the rounds of Swiss tournaments.

Nobody meets twice. Among all pairings of a round, the one with the smallest differences in points is chosen, then the
one that balances seats best. In a group with equal points, the upper half plays the lower half, as in chess.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from bot.tournaments.matching import Costs, SeatHistory, match_players
from bot.tournaments.model import (
    Entrant,
    Fixture,
    Tournament,
    list_active_numbers,
    make_bye,
    make_fixture,
    order_by_rating,
)
from bot.tournaments.pairing import group_pairings

MIN_ROUNDS: Final = 3
MAX_ROUNDS: Final = 7
LAST_ENTRY_ROUND: Final = 2
"""The last round in which a late entrant can play the first match."""


def suggest_round_count(entrant_count: int) -> int:
    """Return the number of rounds after which at most one player can have won all matches, within the limits."""
    return limit_round_count(min(MAX_ROUNDS, max(MIN_ROUNDS, (entrant_count - 1).bit_length())), entrant_count)


def limit_round_count(round_count: int, active_count: int) -> int:
    """Limit the number of rounds to half the number of active players, so that nobody has to meet twice."""
    return min(round_count, active_count // 2)


def pair_swiss_round(
    tournament: Tournament, entrants: Sequence[Entrant], fixtures: Sequence[Fixture], round_number: int
) -> list[Fixture]:
    """Return the fixtures of a round. With an odd number of players, the lowest who had no bye yet gets one.

    As the number of rounds is limited, the others can always be paired without repeats (Dirac's theorem).
    """
    active = list_active_numbers(entrants, fixtures)
    half_points: dict[int, int] = defaultdict(int)
    met = defaultdict[int, set[int | None]](set)
    for pairing in group_pairings(tournament, fixtures):
        for player in pairing.players:
            half_points[player] += round(2 * pairing.get_score(player))
            met[player].add(pairing.find_opponent(player))
    ranked = [entrant.number for entrant in order_by_rating(entrants) if entrant.number in active]
    ranked.sort(key=lambda player: -half_points[player])
    byes = [next(player for player in reversed(ranked) if None not in met[player])] if len(ranked) % 2 else []
    ranked = [player for player in ranked if player not in byes]

    seats = SeatHistory(fixtures)
    positions = {player: position for position, player in enumerate(ranked)}
    group_sizes = Counter(half_points[player] for player in ranked)

    def compute_costs(one: int, other: int) -> Costs | None:
        if other in met[one]:
            return None
        gap = half_points[one] - half_points[other]
        distance = positions[other] - positions[one]
        if gap:
            return gap**2, seats.compute_cost(one, other), distance, (distance - 1) ** 2
        group_size = group_sizes[half_points[one]]
        # The sum of distances is largest if all of the upper half play all of the lower half.
        return 0, seats.compute_cost(one, other), group_size - distance, (distance - group_size // 2) ** 2

    paired = [
        make_fixture(active, round_number, table, seats.order_seats(one, other, table))
        for table, (one, other) in enumerate(match_players(ranked, compute_costs), 1)
    ]
    return [*paired, *(make_bye(round_number, len(paired) + 1, player) for player in byes)]
