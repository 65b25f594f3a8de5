"""Tests of arenas: tournaments in which players who wait are paired again and again."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments.arena import (
    IDLE_AFTER_MS,
    LAST_PAIRING_BEFORE_END_MS,
    LATE_RESULTS_MS,
    PAIRING_INTERVAL_MS,
    REMATCH_WAIT_MS,
    count_arena_points,
    is_idle,
    pair_arena,
)
from bot.tournaments.matching import SeatHistory
from bot.tournaments.model import Format, Outcome
from bot.tournaments.progress import can_join
from bot.wall_clock import MINUTE_MS
from tests.bot.tournaments.played_tournament import (
    ABSENCES,
    MATCH_OUTCOMES,
    PlayedTournament,
    make_entrants,
    make_tournament,
)
from tests.effort_level import make_settings_for_slow_test

ENDS_MS = 18 * MINUTE_MS


class PlayedArena(PlayedTournament):
    """An arena whose clock moves forward by one pairing interval at a time."""

    def __init__(self, entrant_count: int, seed: int = 1, *, is_mirror: bool = False) -> None:
        tournament = make_tournament(Format.ARENA, ends_ms=ENDS_MS, is_mirror=is_mirror)
        super().__init__(tournament, make_entrants(entrant_count), Random(seed))

    def list_waiting(self) -> list[int]:
        busy = {player for pairing in self.pairings if pairing.outcome is None for player in pairing.players}
        return [each.number for each in self.entrants if not is_idle(each, self.now_ms) and each.number not in busy]

    def find_last_opponent(self, number: int) -> int | None:
        opponents = [each.find_opponent(number) for each in self.pairings if number in each.players]
        return opponents[-1] if opponents else None

    def pass_time(self, duration_ms: int = PAIRING_INTERVAL_MS) -> None:
        self.now_ms += duration_ms
        self.entrants = [replace(each, last_click_ms=self.now_ms) for each in self.entrants]

    def end_all(self, outcome: Outcome = Outcome.FIRST_WON) -> None:
        while self.running_fixtures:
            self.end_fixture(self.running_fixtures[0], outcome)


@pytest.mark.again
@given(st.integers(2, 12), st.integers(0, 2**32), st.booleans(), st.sampled_from([0.02, 0.2, 0.6]))
@make_settings_for_slow_test(2)
def test_nobody_waits_longer_than_the_rules_say(n: int, seed: int, is_mirror: bool, end_rate: float) -> None:
    played = PlayedArena(n, seed, is_mirror=is_mirror)
    last_opponents: dict[int, int | None] = {}
    while played.now_ms < ENDS_MS - LAST_PAIRING_BEFORE_END_MS:
        waiting_before = played.list_waiting()
        last_opponents = {number: played.find_last_opponent(number) for number in waiting_before}
        added = [fixture for fixture in played.add_fixtures() if fixture.number == 1]
        for fixture in added:
            is_rematch = last_opponents[fixture.first] == fixture.second and (
                last_opponents[fixture.second or 0] == fixture.first
            )
            assert not is_rematch or len(waiting_before) == 2
        waiting = played.list_waiting()
        assert len(waiting) <= 1 or (len(waiting) == len(waiting_before) == 2 and not added)
        if len(waiting) == 2:
            one, other = waiting
            assert last_opponents[one] == other
            ended_ms = max(fixture.ended_ms for fixture in played.fixtures if one in (fixture.first, fixture.second))
            assert played.now_ms - ended_ms < REMATCH_WAIT_MS
        played.pass_time()
        for fixture in played.running_fixtures:
            if played.dice.random() < end_rate:
                played.end_fixture(fixture, played.dice.choice(MATCH_OUTCOMES))
    balances = SeatHistory(played.fixtures).balances
    assert all(abs(balance) <= 3 for balance in balances.values())


def test_players_are_paired_every_ten_seconds() -> None:
    """Players who become free at about the same time are compared with each other."""
    played = PlayedArena(4)
    assert len(played.add_fixtures()) == 2
    played.pass_time(PAIRING_INTERVAL_MS - 1)
    played.end_all()
    assert played.add_fixtures() == []
    played.pass_time(1)
    assert len(played.add_fixtures()) == 2


@pytest.mark.again
@given(st.integers(2, 12), st.integers(0, 2**32))
@make_settings_for_slow_test(2)
def test_only_players_who_are_in_and_wait_are_paired(n: int, seed: int) -> None:
    played = PlayedArena(n, seed)
    for _ in range(60):
        waiting = played.list_waiting()
        absent = {each.number for each in played.entrants if each.is_withdrawn or each.is_paused}
        seats = [seat for fixture in played.add_fixtures() for seat in (fixture.first, fixture.second)]
        assert len(set(seats)) == len(seats)
        assert set(seats) <= {*waiting} - absent
        played.pass_time()
        for fixture in played.running_fixtures:
            if played.dice.random() < 0.3:
                played.end_fixture(fixture, played.dice.choice(MATCH_OUTCOMES * 3 + ABSENCES))
        position = played.dice.randrange(n)
        entrant = played.entrants[position]
        if played.dice.random() < 0.05:
            played.withdraw(entrant.number)
        else:
            played.entrants[position] = replace(entrant, is_paused=played.dice.random() < 0.3)


def test_two_players_alone_meet_again_after_thirty_seconds() -> None:
    played = PlayedArena(2)
    played.add_fixtures()
    played.pass_time(MINUTE_MS)
    played.end_all()
    played.pass_time(REMATCH_WAIT_MS - 1)
    assert played.add_fixtures() == []
    played.pass_time(1)
    assert len(played.add_fixtures()) == 1


def test_two_players_do_not_meet_again_while_somebody_else_waits() -> None:
    played = PlayedArena(3)
    (fixture,) = played.add_fixtures()
    played.pass_time(REMATCH_WAIT_MS)
    played.end_all()
    played.pass_time(REMATCH_WAIT_MS)
    (next_fixture,) = played.add_fixtures()
    assert {next_fixture.first, next_fixture.second} != {fixture.first, fixture.second}


def test_nobody_is_left_out_twice_in_a_row() -> None:
    played = PlayedArena(5)
    left_out: list[int] = []
    for _ in range(8):
        played.add_fixtures()
        left_out += played.list_waiting()
        played.pass_time(MINUTE_MS)
        played.end_all()
    assert len(left_out) == 8
    assert all(one != other for one, other in pairwise(left_out))


def test_winners_meet_winners() -> None:
    played = PlayedArena(8)
    played.add_fixtures()
    winners = {fixture.first for fixture in played.fixtures}
    played.pass_time(MINUTE_MS)
    played.end_all()
    added = played.add_fixtures()
    assert len(added) == 4
    assert sum(fixture.first in winners for fixture in added if fixture.second in winners) == 2


def test_idle_and_paused_players_are_not_paired() -> None:
    played = PlayedArena(6)
    played.now_ms = IDLE_AFTER_MS
    played.entrants[:4] = [replace(each, last_click_ms=1) for each in played.entrants[:4]]
    played.entrants[0] = replace(played.entrants[0], is_paused=True)
    # Number 1 is paused, and numbers 5 and 6 have not clicked for twelve minutes.
    seats = [seat for fixture in played.add_fixtures() for seat in (fixture.first, fixture.second)]
    assert len(seats) == 2
    assert {*seats} < {2, 3, 4}


def test_nobody_is_paired_or_joins_in_the_last_five_minutes() -> None:
    played = PlayedArena(4)
    played.pass_time(ENDS_MS - LAST_PAIRING_BEFORE_END_MS - 1)
    assert can_join(played.tournament, played.fixtures, played.now_ms)
    assert len(pair_arena(played.tournament, played.entrants, played.fixtures, played.now_ms)) == 2
    played.pass_time(1)
    assert not can_join(played.tournament, played.fixtures, played.now_ms)
    assert played.add_fixtures() == []


@pytest.mark.parametrize(("late_ms", "points"), [(LATE_RESULTS_MS, 2), (LATE_RESULTS_MS + 1, 0)])
def test_results_count_until_five_minutes_after_the_end(late_ms: int, points: int) -> None:
    played = PlayedArena(2)
    played.add_fixtures()
    played.now_ms = ENDS_MS + LATE_RESULTS_MS - 1
    assert not played.is_finished
    played.now_ms = ENDS_MS + late_ms
    assert played.is_finished
    played.end_all()
    assert [standing.points for standing in played.standings] == [points, 0]


def test_arena_without_running_matches_is_finished_at_its_end() -> None:
    played = PlayedArena(2)
    played.now_ms = ENDS_MS - 1
    assert not played.is_finished
    played.now_ms = ENDS_MS
    assert played.is_finished


def test_mirror_of_an_arena_match_is_not_started_after_the_end() -> None:
    played = PlayedArena(2, is_mirror=True)
    played.add_fixtures()
    played.end_all()
    played.now_ms = ENDS_MS
    assert played.add_fixtures() == []
    played.now_ms = ENDS_MS - 1
    assert len(played.add_fixtures()) == 1


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ([], 0),
        ([1], 2),
        ([0.5, 0.5], 2),
        ([1, 1, 1], 8),
        ([1, 1, 0.5, 1], 8),
        ([1, 1, 0, 1], 6),
        ([1, 1, 1, 1, 0.5, 1], 16),
        ([1, 0.5, 1, 1, 1], 11),
    ],
)
def test_points_double_after_two_wins_in_a_row_until_a_player_fails_to_win(scores: list[float], points: int) -> None:
    assert count_arena_points(scores) == points


def test_standings_show_streaks() -> None:
    played = PlayedArena(2)
    winner = 1
    for _ in range(3):
        played.add_fixtures()
        fixture = played.running_fixtures[0]
        played.end_fixture(fixture, Outcome.FIRST_WON if fixture.first == winner else Outcome.SECOND_WON)
        played.pass_time(REMATCH_WAIT_MS)
    leader, other = played.standings
    assert (leader.number, leader.points, leader.streak, leader.has_double_points) == (1, 8, 3, True)
    assert (other.streak, other.longest_streak, other.has_double_points) == (0, 0, False)
