"""Tests of mirror pairings: two matches with the same deal, with swapped seats."""

from __future__ import annotations

import pytest

from bot.tournaments.model import FixtureKind, Format, Outcome
from tests.bot.tournaments.played_tournament import PlayedTournament, make_entrants, make_tournament


def play_mirror(
    outcomes: tuple[Outcome, Outcome],
    points: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0)),
    format_: Format = Format.SWISS,
) -> PlayedTournament:
    """Play both matches of the first pairing, with these outcomes and points. Each pair of points is in seat order."""
    tournament = make_tournament(format_, round_count=3, is_mirror=True)
    played = PlayedTournament(tournament, make_entrants(8))
    played.add_fixtures()
    for number in (0, 1):
        played.end_fixture(played.pairings[0].fixtures[-1], outcomes[number], points[number])
        if number == 0:
            assert played.pairings[0].outcome is None
            (mirror,) = played.add_fixtures()
            assert mirror.kind is FixtureKind.MIRROR
            assert (mirror.first, mirror.second) == (played.pairings[0].second, played.pairings[0].first)
    return played


FIRST, SECOND, DRAW = Outcome.FIRST_WON, Outcome.SECOND_WON, Outcome.DRAWN


@pytest.mark.parametrize(
    ("outcomes", "points", "expected"),
    [
        ((FIRST, SECOND), ((10, 8), (18, 0)), FIRST),  # 2–0, whatever the points
        ((SECOND, FIRST), ((8, 10), (18, 0)), SECOND),
        ((FIRST, FIRST), ((12, 6), (10, 8)), FIRST),  # 1–1, and 20 points to 16
        ((FIRST, FIRST), ((10, 8), (12, 6)), SECOND),
        ((FIRST, FIRST), ((10, 8), (10, 8)), DRAW),
        ((DRAW, SECOND), ((9, 9), (8, 10)), FIRST),  # 1½–½
        ((DRAW, FIRST), ((9, 9), (10, 8)), SECOND),
        ((DRAW, DRAW), ((9, 9), (9, 9)), DRAW),
    ],
)
def test_score_decides_and_then_the_points_of_both_matches(
    outcomes: tuple[Outcome, Outcome], points: tuple[tuple[int, int], tuple[int, int]], expected: Outcome
) -> None:
    assert play_mirror(outcomes, points).pairings[0].outcome is expected


def test_forfeit_decides_both_matches() -> None:
    played = play_mirror((FIRST, Outcome.SECOND_ABSENT), ((18, 0), (0, 0)))
    # The first seat of the second match belongs to the player who lost the first match.
    assert played.pairings[0].outcome is Outcome.FIRST_ABSENT
    assert len(played.pairings[0].fixtures) == 2


def test_forfeit_of_the_first_match_needs_no_second_match() -> None:
    played = PlayedTournament(make_tournament(Format.SWISS, round_count=3, is_mirror=True), make_entrants(6))
    played.add_fixtures()
    played.end_fixture(played.running_fixtures[0], Outcome.SECOND_ABSENT)
    assert played.add_fixtures() == []
    assert played.pairings[0].outcome is Outcome.SECOND_ABSENT


def test_drawn_mirror_in_a_knockout_is_replayed_as_a_mirror_and_then_decided_by_signs() -> None:
    played = play_mirror((FIRST, FIRST), ((10, 8), (10, 8)), Format.KNOCKOUT)
    played.fixtures = [each for each in played.fixtures if (each.round, each.table) == (1, played.pairings[0].table)]
    table = played.pairings[0].table
    kinds = []
    for _ in range(3):
        new = [fixture for fixture in played.add_fixtures() if fixture.table == table]
        kinds += [fixture.kind for fixture in new]
        for fixture in new:
            played.end_fixture(fixture, Outcome.DRAWN, (9, 9))
    assert kinds == [FixtureKind.MATCH, FixtureKind.MIRROR, FixtureKind.SIGNS]
