"""Tests of Swiss tournaments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.tournaments.matching import SeatHistory
from bot.tournaments.model import MAX_ENTRANTS, Fixture, FixtureKind, Format, Outcome, list_active_numbers
from bot.tournaments.progress import can_join, choose_format, count_rounds, get_round
from bot.tournaments.standings import list_standings
from bot.tournaments.swiss import MAX_ROUNDS, limit_round_count, suggest_round_count
from tests.bot.tournaments.played_tournament import (
    PlayedTournament,
    let_stronger_win,
    list_matchups,
    make_entrants,
    make_tournament,
)
from tests.effort_level import make_settings_for_slow_test

SIZES = st.integers(6, 20)


def play_swiss(
    entrant_count: int, seed: int, *, absence_rate: float = 0, departure_rate: float = 0, late_entrants: int = 0
) -> PlayedTournament:
    tournament = make_tournament(Format.SWISS, round_count=min(MAX_ROUNDS, entrant_count // 2))
    played = PlayedTournament(tournament, make_entrants(entrant_count), Random(seed))
    played.play(absence_rate=absence_rate, departure_rate=departure_rate, late_entrants=late_entrants)
    return played


def start_swiss(entrant_count: int, round_count: int = 3) -> PlayedTournament:
    played = PlayedTournament(make_tournament(Format.SWISS, round_count=round_count), make_entrants(entrant_count))
    played.add_fixtures()
    return played


def let_strongest_be_absent(fixture: Fixture) -> Outcome:
    absences = {fixture.first: Outcome.FIRST_ABSENT, fixture.second: Outcome.SECOND_ABSENT}
    return absences.get(1, Outcome.DRAWN)


def list_pairs(played: PlayedTournament, round_number: int) -> list[list[int]]:
    return [sorted(each.players) for each in played.pairings if each.round == round_number]


@pytest.mark.again
@given(SIZES, st.integers(0, 2**32), st.sampled_from([0, 0.05, 0.3]), st.sampled_from([0, 0.02, 0.2]))
@example(MAX_ENTRANTS, 1, 0.05, 0.02)
@make_settings_for_slow_test(2)
def test_nobody_meets_twice_or_has_two_byes(n: int, seed: int, absence_rate: float, departure_rate: float) -> None:
    played = play_swiss(n, seed, absence_rate=absence_rate, departure_rate=departure_rate, late_entrants=3)
    matchups = list_matchups(played.pairings)
    assert len(set(matchups)) == len(matchups)
    byes = Counter(fixture.first for fixture in played.fixtures if fixture.kind is FixtureKind.BYE)
    assert max(byes.values(), default=0) <= 1


@pytest.mark.again
@given(SIZES, st.integers(0, 2**32), st.sampled_from([0, 0.02, 0.2]))
@make_settings_for_slow_test(2)
def test_everybody_who_is_in_is_in_one_pairing_per_round(n: int, seed: int, departure_rate: float) -> None:
    tournament = make_tournament(Format.SWISS, round_count=min(MAX_ROUNDS, n // 2))
    played = PlayedTournament(tournament, make_entrants(n), Random(seed))
    for round_number in range(1, tournament.round_count + 1):
        active = list_active_numbers(played.entrants, played.fixtures)
        added = played.add_fixtures()
        if round_number > limit_round_count(tournament.round_count, len(active)):
            assert not added
            break
        seats = [seat for fixture in added for seat in (fixture.first, fixture.second) if seat is not None]
        assert sorted(seats) == sorted(active)
        for fixture in added:
            if played.dice.random() < departure_rate:
                played.withdraw(fixture.first)
            elif fixture in played.running_fixtures:
                played.end_fixture(fixture, played.dice.choice([Outcome.FIRST_WON, Outcome.DRAWN]))


def list_all_matchings(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
    for other in players[1:]:
        rest = [player for player in players[1:] if player != other]
        yield from ([(players[0], other), *matching] for matching in list_all_matchings(rest))


@pytest.mark.again
@given(st.integers(6, 8), st.integers(0, 2**32))
def test_differences_in_points_are_as_small_as_possible(n: int, seed: int) -> None:
    played = play_swiss(n, seed)
    for round_number in range(2, get_round(played.fixtures) + 1):
        earlier = [fixture for fixture in played.fixtures if fixture.round < round_number]
        standings = list_standings(played.tournament, played.entrants, earlier)
        points = {standing.number: standing.points for standing in standings}
        met = {frozenset({fixture.first, fixture.second}) for fixture in earlier}
        pairs = [(pair[0], pair[1]) for pair in list_pairs(played, round_number) if len(pair) == 2]
        allowed = [
            matching
            for matching in list_all_matchings([player for pair in pairs for player in pair])
            if not any(frozenset(pair) in met for pair in matching)
        ]
        costs = [sum((points[one] - points[other]) ** 2 for one, other in matching) for matching in (pairs, *allowed)]
        assert costs[0] == min(costs)


@pytest.mark.again
@given(SIZES, st.integers(0, 2**32))
@make_settings_for_slow_test(2)
def test_seats_are_balanced(n: int, seed: int) -> None:
    played = play_swiss(n, seed)
    for round_number in range(1, get_round(played.fixtures) + 1):
        balances = SeatHistory([each for each in played.fixtures if each.round < round_number]).balances
        matches = [each for each in played.fixtures if each.round == round_number and each.second is not None]
        assert all(balances[each.first] <= balances[each.second or 0] for each in matches)
    balances = SeatHistory(played.fixtures).balances
    assert all(abs(balance) <= 3 for balance in balances.values())
    assert sum(abs(balance) <= 1 for balance in balances.values()) >= n / 2


def test_upper_half_plays_lower_half_in_first_round() -> None:
    assert list_pairs(start_swiss(8), 1) == [[1, 5], [2, 6], [3, 7], [4, 8]]


def test_winners_meet_winners_and_the_upper_half_the_lower_half_with_balanced_seats() -> None:
    played = start_swiss(8)
    played.end_round(let_stronger_win)
    played.add_fixtures()
    assert list_pairs(played, 2) == [[1, 4], [2, 3], [5, 8], [6, 7]]


def test_lowest_player_without_a_bye_has_the_bye() -> None:
    played = start_swiss(7)
    assert list_pairs(played, 1)[-1] == [7]
    played.end_round(let_stronger_win)
    played.add_fixtures()
    # Numbers 4 to 6 lost, and 7 has a point and had a bye.
    assert list_pairs(played, 2)[-1] == [6]


def test_bye_is_a_point() -> None:
    played = start_swiss(7)
    assert {standing.number: standing.points for standing in played.standings}[7] == 1


def test_missed_round_is_no_point() -> None:
    played = start_swiss(6)
    fixture = played.running_fixtures[0]
    played.end_fixture(fixture, Outcome.BOTH_ABSENT)
    assert all(standing.points == 0 for standing in played.standings)


def test_late_entrants_play_from_the_second_round_without_points_for_the_first() -> None:
    played = start_swiss(6)
    assert can_join(played.tournament, played.fixtures, 0)
    played.entrants = make_entrants(7)
    played.end_round(let_stronger_win)
    played.add_fixtures()
    assert [7] in list_pairs(played, 2)
    assert {standing.number: standing.points for standing in played.standings}[7] == 1
    assert not can_join(played.tournament, played.fixtures, 0)


def test_players_who_were_absent_twice_are_out() -> None:
    played = start_swiss(12)
    for _ in range(2):
        played.end_round(let_strongest_be_absent)
        played.add_fixtures()
    assert all(1 not in pair for pair in list_pairs(played, 3))


def test_rounds_shrink_when_players_leave() -> None:
    played = start_swiss(8, round_count=4)
    assert count_rounds(played.tournament, played.entrants, played.fixtures) == 4
    played.withdraw(8)
    assert count_rounds(played.tournament, played.entrants, played.fixtures) == 3
    for number in (7, 6, 5, 4, 3):
        played.withdraw(number)
    # The running round is played to its end.
    assert count_rounds(played.tournament, played.entrants, played.fixtures) == 1


def test_small_swiss_is_a_round_robin() -> None:
    assert [choose_format(Format.SWISS, count) for count in (4, 5, 6)] == [
        Format.ROUND_ROBIN,
        Format.ROUND_ROBIN,
        Format.SWISS,
    ]


def test_suggested_number_of_rounds_grows_with_the_number_of_players() -> None:
    assert [suggest_round_count(count) for count in (6, 8, 9, 16, 17, 32, 64)] == [3, 3, 4, 4, 5, 5, 6]
