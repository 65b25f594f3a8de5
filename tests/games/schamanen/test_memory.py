"""What could be known in memory: of two stones that were never turned up both stand on both backs."""

from __future__ import annotations

import pytest

from games.art import Sprite
from games.record import matches, read
from games.schamanen import recalled, unsure
from games.schamanen.state import BISON, SPACES, WOLF
from tests.bot.test_command import RECORDS


@pytest.mark.parametrize(("step", "left"), [(31, ["3", "6", "9"]), (36, ["6", "9"]), (40, [])])
def test_what_was_left_is_on_the_board(step: int, left: list[str]) -> None:
    record = read((RECORDS / "schamanen" / "memory.match").read_text("utf-8"))
    match = next(match for _, match in matches(record) if match.step == step)
    view, told = match.view(BISON), [*unsure(match.view(BISON), "en")]
    assert [what for _, what, _ in told] == ([left] if left else [])
    for _, what, where in told:
        lies = {SPACES[match.state.at[WOLF][int(value) - 1]].upper() for value in what}
        assert lies == set(where), "so they did"
    picture = recalled(view)
    assert picture
    stones = [what for what, _, _ in picture.marks if isinstance(what, Sprite) and what.name.startswith("wolf")]
    assert [what.text for what in stones if what.name == "wolf_maybe"] == ["6/9"] * 2 * (len(left) == 2)
    assert [what.text for what in stones if what.name == "wolf_back"] == [""] * len(left) * (len(left) > 2)
    assert recalled(match.view(None)) is not None
    assert recalled(next(match for _, match in matches(record)).view(BISON)) is None, "stones are placed unseen"
