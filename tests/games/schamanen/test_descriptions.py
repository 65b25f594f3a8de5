"""Tests of the game's descriptions, in addition to the approved texts in `texts.txt`."""

from __future__ import annotations

import pytest

from bot.screens.scene import ALT_TEXT_MAX_LENGTH
from games.schamanen import GAME
from games.schamanen.descriptions import introduce
from games.words import LOCALES
from tests.games.match_lines import list_move_texts
from tests.games.schamanen.boards import RULES_BOARD, begin_duel, play_lines
from tests.games.schamanen.scenes import get_scene


@pytest.mark.parametrize(("seat", "scene"), [(0, "swap"), (1, "wolf swap"), (0, "pro swap")])
def test_exchange_is_explained_to_each_side_only_the_first_time(seat: int, scene: str) -> None:
    match = get_scene(scene)
    assert "take turns" in introduce(match.view_of(seat), "en")
    later = play_lines(match, f"{seat} {list_move_texts(match, seat)[-1]}", "c2")
    later = play_lines(later, f"{1 - seat} {list_move_texts(later, 1 - seat)[-1]}", "c2")
    assert later.seats_asked == {seat}
    assert introduce(later.view_of(seat), "en") == ""


@pytest.mark.parametrize(
    ("locale", "text"), [("en", "after a single duel"), ("de", "nach einem Duell"), ("fr", "après un duel")]
)
def test_goal_of_a_single_duel_is_told_in_the_singular(locale: str, text: str) -> None:
    view = begin_duel(board=RULES_BOARD, duel_limit=1).view_of(0)
    assert text in introduce(view, locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_alternative_text_of_the_largest_stacks_fits(locale: str) -> None:
    board = "9+8+7+6+5+4+3+2+1/8 0/7 0/6 | 0/5 0/4 0/3 | 0/2 0/1 0/9"
    match = begin_duel(board=board, variant="pro_stacks", prize="one", duel_limit="none", shells=[8, 10])
    for each in (match, play_lines(match, "a1"), play_lines(match, "a1", "0 move b1 b2 w9 b1")):
        assert len(GAME.describe_briefly(each.view_of(None), locale)) <= ALT_TEXT_MAX_LENGTH


def test_space_entered_before_its_stone_has_no_emblem() -> None:
    """In the professional variant, b1 can mean a space or Bison's 1. An emblem is shown only for a stone."""
    view = get_scene("pro empty").view_of(0)
    assert GAME.move_emblem(view, ("place", "a1")) is None
    assert GAME.move_emblem(view, ("place", "b1")) is not None


@pytest.mark.parametrize(("locale", "sides"), [("en", "Bison/Wolf"), ("de", "Bison/Wolf"), ("fr", "Bison/Loup")])
def test_board_as_text_says_whose_stone_comes_first(locale: str, sides: str) -> None:
    view = begin_duel(board=RULES_BOARD).view_of(None)
    assert [line.split() for line in GAME.describe_board(view, locale).splitlines()[:3]] == [
        [sides],
        ["A", "B", "C"],
        ["1", "9/1", "1/9", "5/4"],
    ]
