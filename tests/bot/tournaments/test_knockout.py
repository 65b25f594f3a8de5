"""Tests of knockout tournaments."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments.knockout import find_knockout_winner, order_bracket
from bot.tournaments.model import MAX_ENTRANTS, FixtureKind, Format, Outcome
from tests.bot.tournaments.played_tournament import (
    PlayedTournament,
    let_stronger_win,
    list_matchups,
    make_entrants,
    make_tournament,
)


def start_knockout(entrant_count: int, seed: int = 1, *, is_mirror: bool = False) -> PlayedTournament:
    tournament = make_tournament(Format.KNOCKOUT, is_mirror=is_mirror)
    played = PlayedTournament(tournament, make_entrants(entrant_count), Random(seed))
    played.add_fixtures()
    return played


def play_knockout(entrant_count: int) -> PlayedTournament:
    played = start_knockout(entrant_count)
    while played.running_fixtures:
        played.end_round(let_stronger_win)
        played.add_fixtures()
    return played


@pytest.mark.again
@given(
    st.integers(4, MAX_ENTRANTS),
    st.integers(0, 2**32),
    st.booleans(),
    st.sampled_from([0, 0.1, 0.9]),
    st.sampled_from([0, 0.1, 0.5]),
)
def test_exactly_one_player_wins(
    n: int, seed: int, is_mirror: bool, absence_rate: float, departure_rate: float
) -> None:
    played = start_knockout(n, seed, is_mirror=is_mirror)
    played.play(absence_rate=absence_rate, departure_rate=departure_rate)
    assert [standing.place for standing in played.standings].count(1) == 1
    matchups = list_matchups(played.pairings)
    assert len(set(matchups)) == len(matchups) == n - 1
    # Everybody else was knocked out once.
    losers = [
        player
        for pairing in played.pairings
        for player in pairing.players
        if player != find_knockout_winner(pairing, played.entrants)
    ]
    assert sorted([*losers, played.standings[0].number]) == [*range(1, n + 1)]


@pytest.mark.parametrize("n", [4, 5, 11, 16, 33, 64])
def test_stronger_seeds_come_further(n: int) -> None:
    standings = play_knockout(n).standings
    assert [standing.number for standing in standings] == [*range(1, n + 1)]
    assert [standing.place for standing in standings[:5]] == [1, 2, 3, 3, 5][:n]


def test_best_seeds_have_the_byes() -> None:
    played = start_knockout(11)
    byes = {fixture.first for fixture in played.fixtures if fixture.kind is FixtureKind.BYE}
    assert byes == {1, 2, 3, 4, 5}
    assert {fixture.round for fixture in played.fixtures if fixture.kind is FixtureKind.BYE} == {1}


def test_best_seeds_meet_as_late_as_possible() -> None:
    assert order_bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_draw_is_replayed_once_with_swapped_seats_and_then_decided_by_signs() -> None:
    played = start_knockout(4)
    players = (played.running_fixtures[0].first, played.running_fixtures[0].second)
    kinds: list[FixtureKind] = []
    firsts: list[int] = []
    for outcome in [Outcome.DRAWN] * 4 + [Outcome.FIRST_WON]:
        fixture = played.running_fixtures[0]
        assert (fixture.table, {fixture.first, fixture.second}) == (1, {*players})
        kinds.append(fixture.kind)
        firsts.append(fixture.first)
        played.fixtures = [each for each in played.fixtures if each != fixture] + [fixture]
        played.end_fixture(fixture, outcome)
        played.add_fixtures()
        played.fixtures.sort(key=lambda each: (each.table, each.number))
    assert kinds == [FixtureKind.MATCH, FixtureKind.MATCH, FixtureKind.SIGNS, FixtureKind.SIGNS, FixtureKind.SIGNS]
    assert firsts == [players[0], players[1], players[0], players[1], players[0]]
    assert played.pairings[0].outcome is Outcome.FIRST_WON


def test_next_round_waits_for_all_pairings() -> None:
    played = start_knockout(4)
    played.end_fixture(played.running_fixtures[0], Outcome.FIRST_WON)
    assert played.add_fixtures() == []


def test_better_seed_goes_on_if_both_are_absent() -> None:
    played = start_knockout(4)
    played.end_round(dict.fromkeys(played.fixtures, Outcome.BOTH_ABSENT).__getitem__)
    (final,) = played.add_fixtures()
    assert {final.first, final.second} == {1, 2}


def test_opponent_of_somebody_who_leaves_between_draws_goes_on() -> None:
    played = start_knockout(4)
    first = played.running_fixtures[0].first
    played.end_fixture(played.running_fixtures[0], Outcome.DRAWN)
    played.withdraw(first)
    played.add_fixtures()
    assert find_knockout_winner(played.pairings[0], played.entrants) == played.pairings[0].find_opponent(first)
