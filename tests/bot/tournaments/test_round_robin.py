"""Tests of round robins."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments.matching import SeatHistory
from bot.tournaments.model import Fixture, FixtureKind, Format, Outcome
from bot.tournaments.progress import can_join
from bot.tournaments.round_robin import pair_round_robin_round
from tests.bot.tournaments.played_tournament import PlayedTournament, list_matchups, make_entrants, make_tournament

SIZES = st.integers(4, 13)


def start_round_robin(entrant_count: int, seed: int = 1) -> PlayedTournament:
    played = PlayedTournament(make_tournament(Format.ROUND_ROBIN), make_entrants(entrant_count), Random(seed))
    played.add_fixtures()
    return played


def let_all_draw(fixture: Fixture) -> Outcome:
    return Outcome.DRAWN


@pytest.mark.again
@given(SIZES, st.integers(0, 2**32), st.sampled_from([0, 0.1]), st.sampled_from([0, 0.1]))
def test_everybody_is_paired_once_with_everybody_even_with_departures(
    n: int, seed: int, absence_rate: float, departure_rate: float
) -> None:
    played = start_round_robin(n, seed)
    played.play(absence_rate=absence_rate, departure_rate=departure_rate)
    assert Counter(list_matchups(played.pairings)) == Counter(map(frozenset, combinations(range(1, n + 1), 2)))
    byes = Counter(fixture.first for fixture in played.fixtures if fixture.kind is FixtureKind.BYE)
    assert byes == (Counter(range(1, n + 1)) if n % 2 else Counter())
    for round_number in range(1, n + n % 2):
        seats = [player for each in played.pairings if each.round == round_number for player in each.players]
        assert sorted(seats) == [*range(1, n + 1)]


@pytest.mark.parametrize("n", [4, 5, 6, 7, 16, 33, 64])
def test_everybody_has_each_seat_almost_equally_often(n: int) -> None:
    played = start_round_robin(n)
    for round_number in range(2, n + n % 2):
        played.fixtures += pair_round_robin_round(played.entrants, played.fixtures, round_number)
    balances = SeatHistory(played.fixtures).balances
    assert {abs(balances[number]) for number in range(1, n + 1)} == ({0} if n % 2 else {1})


def test_nobody_can_join_later() -> None:
    played = start_round_robin(6)
    assert not can_join(played.tournament, played.fixtures, 0)


def test_bye_is_no_point() -> None:
    played = start_round_robin(5)
    assert all(standing.points == 0 for standing in played.standings)


def play_rounds_until_departure(rounds: int) -> dict[int, float]:
    """Let everybody draw. Player 1 leaves after some rounds of five. Return everybody's final points."""
    played = start_round_robin(6)
    for _ in range(rounds):
        played.end_round(let_all_draw)
        played.add_fixtures()
    played.withdraw(1)
    while played.running_fixtures:
        played.end_round(let_all_draw)
        played.add_fixtures()
    assert played.is_finished
    return {standing.number: standing.points for standing in played.standings}


def test_matches_of_somebody_who_leaves_early_do_not_count() -> None:
    assert play_rounds_until_departure(2) == {1: 0, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}


def test_remaining_opponents_of_somebody_who_leaves_late_win() -> None:
    points = play_rounds_until_departure(3)
    assert points[1] == 1.5
    assert sorted(points.values()) == [1.5, 2.5, 2.5, 2.5, 3, 3]
