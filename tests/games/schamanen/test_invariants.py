"""Invariants of random matches."""

import pytest

from games.schamanen.state import DuelFought, StonesMoved, StonesSwapped
from tests.effort_level import IS_LITTLE_EFFORT
from tests.games.schamanen.boards import draw_board, play_randomly


@pytest.mark.again
@pytest.mark.parametrize("variant", ["classic", "memory", "pro", "pro_stacks"])
@pytest.mark.parametrize("seed", range(2 if IS_LITTLE_EFFORT else 12))
def test_random_matches_keep_shells_stones_and_exchangers_valid(variant: str, seed: int) -> None:
    duels = 0
    for match in play_randomly(seed, variant=variant, duel_limit="none", prize=("one", "difference")[seed % 2]):
        state, view = match.state, match.view_of(None)
        assert sum(state.shells) == 18
        assert min(state.shells) >= 0
        for side in (0, 1):
            spaces = [space for space in state.stone_spaces[side] if space >= 0]
            assert len(spaces) + len(view.supply[side]) == 9
            if variant != "pro_stacks" or state.phase == "place":
                # No two stones of a side share a space.
                assert len(set(spaces)) == len(spaces)
        if variant in ("classic", "pro"):
            assert not [cell for cell in draw_board(view).split() if cell[0] == cell[-1] and cell[0] not in "-|"]
        event = view.latest_event
        if isinstance(event, DuelFought):
            duels += 1
            assert event.number == duels == state.duels_fought
            assert (match.result is not None) is (0 in state.shells or duels == 201)
        if isinstance(event, StonesSwapped | StonesMoved):
            # Bison exchanges before even duels, Wolf before odd ones, nobody before the first.
            assert duels >= 1
            assert event.seat == duels % 2 ^ 1
    assert match.result
    assert duels == match.state.duels_fought >= 1
