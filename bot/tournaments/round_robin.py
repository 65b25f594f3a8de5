"""Pairs the rounds of round-robin tournaments, by the circle method."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tournaments.model import Entrant, Fixture, list_active_numbers, make_bye, make_fixture


def count_round_robin_rounds(entrant_count: int) -> int:
    return entrant_count - 1 if entrant_count % 2 == 0 else entrant_count


def list_round_robin_players(entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> list[int]:
    """Return the players of the round robin, by order of entry. Once the first round exists, they no longer change."""
    if not fixtures:
        return sorted(list_active_numbers(entrants, fixtures))
    seats = (seat for fixture in fixtures if fixture.round == 1 for seat in (fixture.first, fixture.second))
    return sorted({seat for seat in seats if seat is not None})


def pair_round_robin_round(
    entrants: Sequence[Entrant], fixtures: Sequence[Fixture], round_number: int
) -> list[Fixture]:
    """Return the fixtures of a round. Matches of players who are no longer in end at once with a forfeit.

    One place is fixed, and all others move around a circle by one place in each round. With an odd number of players,
    the opponent of the fixed place has a bye.
    """
    active = list_active_numbers(entrants, fixtures)
    players: list[int | None] = [*list_round_robin_players(entrants, fixtures)]
    fixed = players.pop() if len(players) % 2 == 0 else None
    size, shift = len(players), round_number - 1
    pairs = [(players[shift % size], fixed)]
    if shift % 2 and fixed is not None:
        pairs = [(fixed, players[shift % size])]
    for step in range(1, size // 2 + 1):
        pairs.append((players[(shift + step) % size], players[(shift - step) % size]))
    new_fixtures: list[Fixture] = []
    for table, (first, second) in enumerate(pairs, 1):
        assert first is not None
        new_fixtures.append(
            make_bye(round_number, table, first)
            if second is None
            else make_fixture(active, round_number, table, (first, second))
        )
    return new_fixtures
