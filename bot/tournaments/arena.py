"""Pairs the players who are waiting in an arena."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.tournaments.matching import Costs, SeatHistory, match_players
from bot.tournaments.model import Entrant, Fixture, Tournament, list_active_numbers, make_fixture
from bot.tournaments.pairing import Pairing, group_pairings
from bot.wall_clock import MINUTE_MS

MIN_ARENA_MINUTES: Final = 30
MAX_ARENA_MINUTES: Final = 180
PAIRING_INTERVAL_MS: Final = 10_000
LAST_PAIRING_BEFORE_END_MS: Final = 5 * MINUTE_MS
LATE_RESULTS_MS: Final = 5 * MINUTE_MS
"""How long after the end of the arena the matches that are still running can finish and count."""
REMATCH_WAIT_MS: Final = 30_000
IDLE_AFTER_MS: Final = 12 * MINUTE_MS
"""Players who have not clicked anything for so long are not paired."""
POINTS_PER_WIN: Final = 2
STREAK_LENGTH: Final = 2
"""After so many wins in a row, points count double."""


def is_idle(entrant: Entrant, now_ms: int) -> bool:
    """Return whether an entrant is paused, or has not clicked for so long that the bot must not pair them."""
    return entrant.is_paused or now_ms - max(entrant.last_click_ms, entrant.ready_ms) >= IDLE_AFTER_MS


def list_counted_pairings(tournament: Tournament, fixtures: Sequence[Fixture]) -> list[Pairing]:
    """Return the pairings that count: those decided before the arena ended, or up to `LATE_RESULTS_MS` later."""
    limit_ms = tournament.ends_ms + LATE_RESULTS_MS
    return [
        pairing
        for pairing in group_pairings(tournament, fixtures)
        if pairing.outcome is not None and pairing.fixtures[-1].ended_ms <= limit_ms
    ]


def count_arena_points(scores: Sequence[float]) -> float:
    """Return a player's points for the scores (1, 0.5 or 0) of all pairings, in order. After two wins, points double.

    >>> count_arena_points([1, 1, 1, 0.5, 1])
    12
    """
    points, streak = 0.0, 0
    for score in scores:
        points += POINTS_PER_WIN * score * (2 if streak >= STREAK_LENGTH else 1)
        streak = streak + 1 if score == 1 else 0
    return points


def pair_arena(
    tournament: Tournament, entrants: Sequence[Entrant], fixtures: Sequence[Fixture], now_ms: int
) -> list[Fixture]:
    """Return new fixtures for the players who are waiting.

    New fixtures come at most every `PAIRING_INTERVAL_MS`, so that more players are waiting and can be compared.

    As many players as possible are paired. With an odd number, the one who has waited least is left out. Two players
    never play twice in a row, unless nobody else is waiting and both have waited for `REMATCH_WAIT_MS`. Apart from
    that, players get other opponents than last time, of similar rank, with balanced seats, in this order.
    """
    if now_ms >= tournament.ends_ms - LAST_PAIRING_BEFORE_END_MS:
        return []
    last_pairing_ms = max((each.created_ms for each in fixtures if each.number == 1), default=-PAIRING_INTERVAL_MS)
    if now_ms < last_pairing_ms + PAIRING_INTERVAL_MS:
        return []
    pairings = group_pairings(tournament, fixtures)
    last_pairings = {player: pairing for pairing in pairings for player in pairing.players}
    waiting_since_ms: dict[int, int] = {}
    active = list_active_numbers(entrants, fixtures)
    for entrant in entrants:
        last = last_pairings.get(entrant.number)
        if entrant.number in active and not is_idle(entrant, now_ms) and (last is None or last.outcome is not None):
            waiting_since_ms[entrant.number] = max(entrant.ready_ms, last.fixtures[-1].ended_ms if last else 0)

    if len(waiting_since_ms) < 2:
        return []
    may_rematch = len(waiting_since_ms) == 2 and max(waiting_since_ms.values()) <= now_ms - REMATCH_WAIT_MS
    ratings = {entrant.number: entrant.rating for entrant in entrants}
    scores: dict[int, list[float]] = {player: [] for player in waiting_since_ms}
    for pairing in pairings:
        for player in scores.keys() & {*pairing.players}:
            scores[player].append(pairing.get_score(player))
    points = {player: count_arena_points(scores[player]) for player in scores}
    ranked = sorted(waiting_since_ms, key=lambda player: (-points[player], -ratings[player], player))
    positions = {player: position for position, player in enumerate(ranked)}
    by_wait = sorted(waiting_since_ms, key=lambda player: (waiting_since_ms[player], player))
    wait_ranks = {player: rank for rank, player in enumerate(by_wait)}
    seats = SeatHistory(fixtures)

    def compute_costs(one: int, other: int) -> Costs | None:
        last_one, last_other = last_pairings.get(one), last_pairings.get(other)
        if last_one is not None and last_one is last_other and not may_rematch:
            return None
        was_recent = any(last is not None and {one, other} == set(last.players) for last in (last_one, last_other))
        distance = positions[other] - positions[one]
        return wait_ranks[one] + wait_ranks[other], int(was_recent), distance**2, seats.compute_cost(one, other)

    round_number = 1 + max((fixture.round for fixture in fixtures), default=0)
    return [
        make_fixture(active, round_number, table, seats.order_seats(one, other, table))
        for table, (one, other) in enumerate(match_players(ranked, compute_costs), 1)
    ]
