"""Where the buttons of a hand lie."""

from __future__ import annotations

import pytest

from bot.scenes.hand import IN_A_ROW, even, laid_out
from bot.scenes.picker import MOST, page
from bot.scenes.scene import Button


@pytest.mark.parametrize(
    ("count", "rows"),
    [(0, []), (1, [1]), (5, [5]), (6, [3, 3]), (8, [4, 4]), (9, [3, 3, 3]), (12, [4, 4, 4]), (18, [5, 4, 5, 4])],
)
def test_rows_are_few_and_about_as_long(count: int, rows: list[int]) -> None:
    assert [len(row) for row in even([Button(f"{n}", f"{n}") for n in range(count)])] == rows


def test_every_choice_of_a_page_has_its_place() -> None:
    for count in range(MOST + 1):
        buttons = [Button(f"{n}", f"{n}") for n in range(count)]
        rows = even(buttons)
        assert [button for row in rows for button in row] == buttons
        # The fifth row is for the way back.
        assert len(rows) <= 4
        assert all(0 < len(row) <= IN_A_ROW for row in rows)


def test_the_nine_spaces_lie_as_the_board_does() -> None:
    spaces = [f"{column}{row}" for column in "abc" for row in "123"]
    words = [("swap", one, other) for one in spaces for other in spaces if one < other]
    words += [("swap", other, one) for _, one, other in words]
    choices = page(words)
    assert choices
    rows = laid_out(choices, [Button(choice.prefix[-1], choice.rest) for choice in choices.choices])
    assert [[button.label for button in row] for row in rows] == [
        ["a1", "b1", "c1"],
        ["a2", "b2", "c2"],
        ["a3", "b3", "c3"],
    ]
