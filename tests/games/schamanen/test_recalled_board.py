"""What could be known in memory: which stones may lie beneath the backs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import canvas
from games.art import Letters, Sprite
from games.match import Match
from games.record import parse_record, replay_positions
from games.schamanen import GAME
from games.schamanen.board_picture import BOARD_RIGHT_PX
from games.schamanen.state import BISON, SPACES, WOLF
from tests.records import RECORDS


def load_match(step: int) -> Match:
    record = parse_record((RECORDS / "schamanen" / "memory.match").read_text("utf-8"))
    return next(match for _, match in replay_positions(record) if match.step == step)


@pytest.mark.parametrize(("step", "left"), [(31, ["3", "6", "9"]), (36, ["6", "9"]), (40, [])])
def test_recalled_board_shows_what_may_lie_beneath_the_backs(step: int, left: list[str]) -> None:
    match = load_match(step)
    view, told = match.view_of(BISON), [*GAME.list_possibilities(match.view_of(BISON), "en")]
    assert [what for _, what, _ in told] == ([left] if left else [])
    for _, what, where in told:
        lies = {SPACES[match.state.stone_spaces[WOLF][int(value) - 1]].upper() for value in what}
        assert lies == set(where), "so they did"
    found = GAME.recall_board(view)
    assert found
    picture, seen = found
    assert GAME.describe_briefly(seen, "en").count("?") == len(left) * (len(left) > 1)
    stones = [what for what, _, _ in picture.marks if isinstance(what, Sprite) and what.name.startswith("wolf")]
    assert [what.text for what in stones if what.name == "wolf_maybe"] == ["6/9"] * 2 * (len(left) == 2)
    figures = [what.text for what, across, _ in picture.marks if isinstance(what, Letters) and across > BOARD_RIGHT_PX]
    assert figures[-len(left) - 1 :] == [*left, f"1/{len(left)}"] or not left
    assert GAME.recall_board(match.view_of(None)) is not None
    assert GAME.recall_board(load_match(0).view_of(BISON)) is None, "stones are placed unseen"


def test_recalled_board_does_not_tell_which_lies_where() -> None:
    """Two stones change places that nobody has seen: these eyes are shown the same, and their owner is not."""
    match = load_match(31)
    bison, wolf = match.state.stone_spaces
    at = list(wolf)
    at[2], at[8] = at[8], at[2]
    world = replace(match.state, stone_spaces=(bison, tuple(at)))
    for seat, same in ((BISON, True), (WOLF, False)):
        there, here = (GAME.recall_board(GAME.view(state, seat)) for state in (world, match.state))
        assert there
        assert here
        assert (canvas.paint_png(there[0]) == canvas.paint_png(here[0])) is same
