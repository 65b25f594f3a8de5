"""Tests of points and of the rules that break ties."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments.model import (
    Fixture,
    FixtureKind,
    Format,
    Outcome,
    judge_absence,
)
from bot.tournaments.standings import TIEBREAKS, Standing, Tiebreak, list_standings
from tests.bot.tournaments.played_tournament import ABSENCES, PlayedTournament, make_entrants, make_tournament

FIRST, DRAW = Outcome.FIRST_WON, Outcome.DRAWN


def rank_results(
    format_: Format, entrant_count: int, *results: tuple[int, int | None, Outcome], seed: str = "5eed"
) -> list[Standing]:
    """Return the standings after these results, each in a round of its own."""
    fixtures = [
        Fixture(number, 1, 1, FixtureKind.MATCH if second else FixtureKind.BYE, first, second, outcome)
        for number, (first, second, outcome) in enumerate(results, 1)
    ]
    tournament = make_tournament(format_, seed=seed)
    return list_standings(tournament, make_entrants(entrant_count), fixtures)


def find_standing(standings: list[Standing], number: int) -> Standing:
    return next(standing for standing in standings if standing.number == number)


@pytest.mark.again
@given(st.sampled_from([Format.SWISS, Format.ROUND_ROBIN]), st.integers(6, 12), st.integers(0, 2**32), st.booleans())
def test_every_place_is_taken_once_and_explained(format_: Format, n: int, seed: int, is_mirror: bool) -> None:
    tournament = make_tournament(format_, round_count=3, is_mirror=is_mirror)
    played = PlayedTournament(tournament, make_entrants(n), Random(seed))
    played.play(absence_rate=0.05, departure_rate=0.02)
    standings = played.standings
    assert [standing.place for standing in standings] == [*range(1, n + 1)]
    assert sorted(standing.number for standing in standings) == [*range(1, n + 1)]
    for above, standing in pairwise(standings):
        assert above.points >= standing.points
        assert (standing.decided_by is None) == (above.points > standing.points)
        if standing.decided_by is not None:
            rules = TIEBREAKS[format_]
            position = rules.index(standing.decided_by)
            assert all(above.tiebreak_values[rule] == standing.tiebreak_values[rule] for rule in rules[:position])
            assert above.tiebreak_values[rules[position]] > standing.tiebreak_values[rules[position]]
    assert standings[0].decided_by is None


@pytest.mark.again
@given(st.integers(6, 12), st.integers(0, 2**32))
def test_points_of_a_round_add_up(n: int, seed: int) -> None:
    played = PlayedTournament(make_tournament(Format.SWISS, round_count=3), make_entrants(n), Random(seed))
    played.play()
    rounds = max(fixture.round for fixture in played.fixtures)
    assert sum(standing.points for standing in played.standings) == rounds * ((n + 1) // 2)
    for standing in played.standings:
        byes = sum(fixture.first == standing.number for fixture in played.fixtures if fixture.second is None)
        assert standing.wins + standing.draws + standing.losses == rounds - byes


def test_buchholz_adds_the_points_of_all_opponents() -> None:
    # Numbers 1 and 2 have a point each. The opponent of 1 has two points, that of 2 has none.
    standings = rank_results(Format.SWISS, 6, (3, 1, FIRST), (3, 5, FIRST), (1, 4, FIRST), (2, 6, FIRST))
    one, two = find_standing(standings, 1), find_standing(standings, 2)
    assert (one.tiebreak_values[Tiebreak.BUCHHOLZ], two.tiebreak_values[Tiebreak.BUCHHOLZ]) == (2, 0)
    assert (one.place, two.place, two.decided_by) == (2, 3, Tiebreak.BUCHHOLZ)


def test_own_points_count_for_a_bye_in_buchholz() -> None:
    standings = rank_results(Format.SWISS, 4, (1, None, FIRST), (2, 3, FIRST))
    assert find_standing(standings, 1).tiebreak_values[Tiebreak.BUCHHOLZ] == 1
    assert find_standing(standings, 2).tiebreak_values[Tiebreak.BUCHHOLZ] == 0


def test_sonneborn_berger_adds_the_points_of_beaten_opponents_and_half_of_drawn_ones() -> None:
    # Both have one point from two matches against 3 and 4, who have two and one points.
    results = [(1, 3, FIRST), (4, 1, FIRST), (2, 4, FIRST), (3, 2, FIRST), (3, 5, FIRST)]
    standings = rank_results(Format.ROUND_ROBIN, 5, *results)
    one, two = find_standing(standings, 1), find_standing(standings, 2)
    assert (one.tiebreak_values[Tiebreak.SONNEBORN_BERGER], two.tiebreak_values[Tiebreak.SONNEBORN_BERGER]) == (2, 1)
    # The match of 3 against 5 was drawn instead, which costs 3 half a point.
    standings = rank_results(Format.ROUND_ROBIN, 5, *results[:4], (3, 5, DRAW), (1, 5, DRAW))
    assert find_standing(standings, 1).points == 1.5


def test_direct_encounter_decides_between_two_players_who_met() -> None:
    standings = rank_results(Format.ARENA, 4, (2, 1, FIRST), (3, 2, FIRST), (1, 4, FIRST))
    # Numbers 1, 2 and 3 have two points each, but 1 and 3 have not met.
    assert {standing.decided_by for standing in standings if standing.points} == {None, Tiebreak.LOT}
    standings = rank_results(Format.ARENA, 4, (2, 1, FIRST), (4, 2, DRAW), (1, 3, FIRST), (1, 4, DRAW))
    one, two = find_standing(standings, 1), find_standing(standings, 2)
    assert (one.points, two.points) == (3, 3)
    assert (two.place, one.place, one.decided_by) == (1, 2, Tiebreak.DIRECT_ENCOUNTER)


def test_last_tie_break_depends_only_on_the_seed() -> None:
    orders = {
        tuple(standing.number for standing in rank_results(Format.ARENA, 6, seed=f"{seed}")) for seed in range(20)
    }
    assert len(orders) > 10
    assert rank_results(Format.ARENA, 6) == rank_results(Format.ARENA, 6)


def test_absence_is_a_forfeit() -> None:
    assert judge_absence(is_first_present=True, is_second_present=True) is None
    assert judge_absence(is_first_present=True, is_second_present=False) is Outcome.SECOND_ABSENT
    assert judge_absence(is_first_present=False, is_second_present=True) is Outcome.FIRST_ABSENT
    assert judge_absence(is_first_present=False, is_second_present=False) is Outcome.BOTH_ABSENT
    assert {outcome for outcome in Outcome if outcome.is_forfeit} == {*ABSENCES}
