"""What stays true in every position of every match."""

from __future__ import annotations

from collections import Counter

import pytest

from games.woodwalkers.ground import INNER, LIGHT, STARTS
from games.woodwalkers.house import HOUSE
from games.woodwalkers.state import State
from tests.games.woodwalkers.drawn import wandering


def check_state(state: State) -> None:
    spaces = [space for team in state.teams for space in team.at if space >= 0]
    assert len(spaces) == len(set(spaces))
    for seat, team in enumerate(state.teams):
        home = STARTS[state.terms.sides[seat]]
        assert all(space < 0 or space in INNER or space in home for space in team.at)
        assert all(0 <= wounds < HOUSE.wounds for wounds in team.wounds)
        assert all(team.wounds[animal] == 0 for animal in range(7) if team.at[animal] == -1)
        assert (-2 in team.at) == (state.phase == "arrange" or (state.phase == "home" and state.asked == seat))
        # There is always somewhere to go home to.
        if state.phase == "home" and state.asked == seat:
            assert not set(home) <= set(team.at)
    face = HOUSE.face(state.terms.variant)
    tiles = [tile for _, tile in state.forest] + list(state.found) + [f"flag{value}" for _, value in state.flags]
    assert Counter(tiles) == Counter(face.tiles)
    assert {space for space, _ in (*state.forest, *state.flags)} <= set(LIGHT[state.terms.variant])
    # Nobody stands on what would have been turned up.
    assert not {space for space, _ in state.forest} & set(spaces)
    kept = Counter(medicine=sum(team.medicine for team in state.teams), die=sum(team.dice for team in state.teams))
    assert not kept - Counter(state.found)
    assert not Counter((*state.stack, *state.open, *state.spent)) - Counter(HOUSE.modes)


@pytest.mark.parametrize("lively", [False, True])
@pytest.mark.parametrize(("seats", "variant"), [(2, "midnight"), (3, "day"), (4, "midnight")])
def test_nothing_is_lost_and_nobody_stands_where_they_must_not(seats: int, variant: str, lively: bool) -> None:
    points, phases = (0,) * seats, set[str]()
    for match in wandering(12, seats, variant=variant, lively=lively, modes=20 if lively else 11):
        check_state(match.state)
        assert all(now >= then for now, then in zip(match.scores(), points, strict=True))
        points = match.scores()
        phases.add(match.state.phase)
    assert match.result
    night = {"guess"} if variant == "midnight" else set[str]()
    assert not lively or phases >= {"arrange", "mode", "roll", "move", "home", "over"} | night
