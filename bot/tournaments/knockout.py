"""Pairs the rounds of knockout tournaments, and finds who won a pairing."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tournaments.matching import SeatHistory
from bot.tournaments.model import (
    Entrant,
    Fixture,
    Outcome,
    Tournament,
    list_active_numbers,
    make_bye,
    make_fixture,
    order_by_rating,
)
from bot.tournaments.pairing import Pairing, group_pairings


def count_knockout_rounds(fixtures: Sequence[Fixture], active_count: int) -> int:
    """Return the number of rounds: 3 for 5 to 8 players. Before the first round, there are `active_count` players."""
    tables = sum(fixture.round == 1 and fixture.number == 1 for fixture in fixtures)
    return tables.bit_length() or (active_count - 1).bit_length()


def order_bracket(size: int) -> list[int]:
    """Return the seeds (1 for the best player) from the top of the bracket to the bottom.

    Neighbors meet in the first round, and the best seeds meet as late as possible.

    >>> order_bracket(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    seeds = [1]
    while len(seeds) < size:
        seeds = [each for seed in seeds for each in (seed, 2 * len(seeds) + 1 - seed)]
    return seeds


def find_knockout_winner(pairing: Pairing, entrants: Sequence[Entrant]) -> int | None:
    """Return the player who goes on to the next round, or None if the pairing is undecided.

    If both players were absent, the better seed goes on.
    """
    if pairing.outcome is None:
        return None
    if pairing.outcome is Outcome.BOTH_ABSENT:
        return next(seed.number for seed in order_by_rating(entrants) if seed.number in pairing.players)
    return pairing.first if pairing.outcome.first_score else pairing.second


def pair_knockout_round(
    tournament: Tournament, entrants: Sequence[Entrant], fixtures: Sequence[Fixture], round_number: int
) -> list[Fixture]:
    """Return the fixtures of a round. In the first round, the best seeds have byes until the bracket is full."""
    active = list_active_numbers(entrants, fixtures)
    ranked = [entrant.number for entrant in order_by_rating(entrants)]
    if round_number == 1:
        seeded = [number for number in ranked if number in active]
        size = 1 << (len(seeded) - 1).bit_length()
        players = [seeded[seed - 1] if seed <= len(seeded) else None for seed in order_bracket(size)]
    else:
        last_round = [each for each in group_pairings(tournament, fixtures) if each.round == round_number - 1]
        players = [find_knockout_winner(pairing, entrants) for pairing in last_round]
    seats = SeatHistory(fixtures)
    new_fixtures: list[Fixture] = []
    for table, pair in enumerate(zip(players[::2], players[1::2], strict=True), 1):
        present = sorted((player for player in pair if player is not None), key=ranked.index)
        new_fixtures.append(
            make_bye(round_number, table, present[0])
            if len(present) == 1
            else make_fixture(active, round_number, table, seats.order_seats(present[0], present[1], table))
        )
    return new_fixtures
