"""Decides which fixtures come next, whether players can still join, and when a tournament is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.tournaments.arena import LAST_PAIRING_BEFORE_END_MS, LATE_RESULTS_MS, pair_arena
from bot.tournaments.knockout import count_knockout_rounds, pair_knockout_round
from bot.tournaments.model import Entrant, Fixture, Format, Tournament, list_active_numbers
from bot.tournaments.pairing import find_next_fixture, group_pairings
from bot.tournaments.round_robin import (
    count_round_robin_rounds,
    list_round_robin_players,
    pair_round_robin_round,
)
from bot.tournaments.swiss import LAST_ENTRY_ROUND, limit_round_count, pair_swiss_round
from bot.wall_clock import MINUTE_MS

LIVE_NO_SHOW_MS: Final = 5 * MINUTE_MS
"""How long a player has for the first decision of a live match. In correspondence, it is the time for a turn."""
MAX_SMALL_SWISS: Final = 5
"""With so few entrants, a Swiss tournament becomes a round robin."""


def choose_format(format_: Format, entrant_count: int) -> Format:
    """Return the format to play with this number of entrants. `format_` is the one that the host chose."""
    return Format.ROUND_ROBIN if format_ is Format.SWISS and entrant_count <= MAX_SMALL_SWISS else format_


def can_join(tournament: Tournament, fixtures: Sequence[Fixture], now_ms: int) -> bool:
    """Return whether somebody can join a tournament that has started."""
    if tournament.format is Format.ARENA:
        return now_ms < tournament.ends_ms - LAST_PAIRING_BEFORE_END_MS
    return tournament.format is Format.SWISS and get_round(fixtures) < LAST_ENTRY_ROUND


def get_round(fixtures: Sequence[Fixture]) -> int:
    """Return the number of the latest round, or 0 before the first one."""
    return max((fixture.round for fixture in fixtures), default=0)


def count_rounds(tournament: Tournament, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> int:
    """Return how many rounds there will be, unless more players leave. An arena has no fixed number of rounds."""
    active_count = len(list_active_numbers(entrants, fixtures))
    match tournament.format:
        case Format.SWISS:
            return max(get_round(fixtures), limit_round_count(tournament.round_count, active_count))
        case Format.ROUND_ROBIN:
            return count_round_robin_rounds(len(list_round_robin_players(entrants, fixtures)))
        case Format.KNOCKOUT:
            return count_knockout_rounds(fixtures, active_count)
        case Format.ARENA:
            return 0


def is_finished(tournament: Tournament, entrants: Sequence[Entrant], fixtures: Sequence[Fixture], now_ms: int) -> bool:
    has_open_pairing = any(each.outcome is None for each in group_pairings(tournament, fixtures))
    if tournament.format is Format.ARENA:
        return now_ms >= tournament.ends_ms + (LATE_RESULTS_MS if has_open_pairing else 0)
    return not has_open_pairing and get_round(fixtures) >= count_rounds(tournament, entrants, fixtures)


def list_next_fixtures(
    tournament: Tournament, entrants: Sequence[Entrant], fixtures: Sequence[Fixture], now_ms: int
) -> list[Fixture]:
    """Return the fixtures to add now.

    Some may already be decided, because a player has left. So add them, and call this function again until it returns
    nothing. The same rows always lead to the same fixtures, so two processes cannot disagree.
    """
    active = list_active_numbers(entrants, fixtures)
    pairings = group_pairings(tournament, fixtures)
    is_late = tournament.format is Format.ARENA and now_ms >= tournament.ends_ms
    open_pairings = [] if is_late else [pairing for pairing in pairings if pairing.outcome is None]
    next_fixtures = [
        fixture for pairing in open_pairings if (fixture := find_next_fixture(tournament, pairing, active)) is not None
    ]
    if tournament.format is Format.ARENA:
        return next_fixtures + pair_arena(tournament, entrants, fixtures, now_ms)
    if open_pairings or is_finished(tournament, entrants, fixtures, now_ms):
        return next_fixtures
    return pair_round(tournament, entrants, fixtures)


def pair_round(tournament: Tournament, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Return the fixtures of the next round. All pairings of earlier rounds must be decided."""
    round_number = get_round(fixtures) + 1
    match tournament.format:
        case Format.SWISS:
            return pair_swiss_round(tournament, entrants, fixtures, round_number)
        case Format.ROUND_ROBIN:
            return pair_round_robin_round(entrants, fixtures, round_number)
        case Format.KNOCKOUT:
            return pair_knockout_round(tournament, entrants, fixtures, round_number)
        case Format.ARENA:
            raise ValueError("an arena has no rounds; use pair_arena")
