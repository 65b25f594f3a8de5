"""Invariants of every state of a random match."""

from __future__ import annotations

import pytest

from tests.games.woodwalkers.match_setup import check_state, play_randomly


@pytest.mark.parametrize("lively", [False, True])
@pytest.mark.parametrize(("seats", "variant"), [(2, "midnight"), (3, "day"), (4, "midnight")])
def test_states_of_random_matches_are_valid_and_scores_never_fall(seats: int, variant: str, lively: bool) -> None:
    points, phases = (0,) * seats, set[str]()
    for match in play_randomly(12, seats, variant=variant, lively=lively, modes=20 if lively else 11):
        check_state(match.state)
        assert all(later >= earlier for later, earlier in zip(match.scores(), points, strict=True))
        points = match.scores()
        phases.add(match.state.phase)
    assert match.result
    night = {"guess"} if variant == "midnight" else set[str]()
    assert not lively or phases >= {"arrange", "mode", "roll", "move", "home", "over"} | night
