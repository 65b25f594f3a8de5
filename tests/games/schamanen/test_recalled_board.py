"""The recalled board of the memory variant, which shows known stones and possible values of the others."""

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
from tests.records import RECORDS_FOLDER


def load_match(step: int) -> Match:
    record = parse_record((RECORDS_FOLDER / "schamanen" / "memory.match").read_text("utf-8"))
    return next(match for _, match in replay_positions(record) if match.step == step)


@pytest.mark.parametrize(("step", "values"), [(31, ["3", "6", "9"]), (36, ["6", "9"]), (40, [])])
def test_recalled_board_shows_the_possible_values_of_hidden_stones(step: int, values: list[str]) -> None:
    match = load_match(step)
    view = match.view_of(BISON)
    possibilities = [*GAME.list_possibilities(view, "en")]
    assert [listed for _, listed, _ in possibilities] == ([values] if values else [])
    for _, listed, spaces in possibilities:
        assert {SPACES[match.state.stone_spaces[WOLF][int(value) - 1]].upper() for value in listed} == set(spaces)
    recalled = GAME.recall_board(view)
    assert recalled
    picture, recalled_view = recalled
    assert GAME.describe_briefly(recalled_view, "en").count("?") == len(values) * (len(values) > 1)
    sprites = [mark for mark, _, _ in picture.marks if isinstance(mark, Sprite)]
    assert [sprite.text for sprite in sprites if sprite.name == "wolf_maybe"] == ["6/9"] * 2 * (len(values) == 2)
    texts = [mark.text for mark, left, _ in picture.marks if isinstance(mark, Letters) and left > BOARD_RIGHT_PX]
    assert texts[-len(values) - 1 :] == [*values, f"1/{len(values)}"] or not values
    assert GAME.recall_board(match.view_of(None)) is not None
    assert GAME.recall_board(load_match(0).view_of(BISON)) is None, "there is nothing to recall during the placement"


def test_recalled_board_does_not_reveal_which_stone_lies_where() -> None:
    """If two of Wolf's hidden stones are swapped, only Wolf's own recalled board may change."""
    match = load_match(31)
    bison, wolf = match.state.stone_spaces
    swapped = list(wolf)
    swapped[2], swapped[8] = swapped[8], swapped[2]
    other_state = replace(match.state, stone_spaces=(bison, tuple(swapped)))
    for seat, is_same in ((BISON, True), (WOLF, False)):
        first, second = (GAME.recall_board(GAME.view(state, seat)) for state in (match.state, other_state))
        assert first
        assert second
        assert (canvas.paint_png(first[0]) == canvas.paint_png(second[0])) is is_same
