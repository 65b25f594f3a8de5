"""What masks tell of whoever chose them."""

from __future__ import annotations

from games.core import Joint
from games.insight import Habit
from games.match import Match
from games.schamanen import GAME
from tests.games.schamanen.drawn import TWINS, VECTOR, table

BOTH: Joint = {0: ("mask", "2"), 1: ("mask", "c")}


def told(match: Match, joint: Joint = BOTH) -> dict[str, Habit]:
    return {habit.kind: habit for habit in GAME.habits(match.state, joint) if habit.kind != "line"} | {
        f"line-{habit.seat}": habit for habit in GAME.habits(match.state, joint) if habit.kind == "line"
    }


def test_what_met_it_and_how_it_ended_is_told() -> None:
    """The worth of the drawn board: 8 -8 1, -6 6 -1, -1 -3 4."""
    seen = told(table(board=VECTOR))
    assert seen["row"] == Habit(0, "row", "2", ("1", "2", "3"), "column-c", "lost")
    assert seen["column"] == Habit(1, "column", "c", ("a", "b", "c"), "row-2", "won")
    assert told(table(board=VECTOR), {**BOTH, 1: ("mask", "b")})["row"].outcome == "won"


def test_a_line_is_strong_by_what_it_would_win_in_all() -> None:
    """Rows 1, -1, 0; columns, for Wolf, -1, 5, -4."""
    seen = told(table(board=VECTOR))
    strengths = ("strong", "middle", "weak")
    assert seen["line-0"] == Habit(0, "line", "weak", strengths, "line-weak", "lost")
    assert seen["line-1"] == Habit(1, "line", "weak", strengths, "line-weak", "won")
    assert told(table(board=VECTOR), {**BOTH, 1: ("mask", "b")})["line-1"].symbol == "strong"


def test_where_nobody_sees_the_stones_nothing_is_strong() -> None:
    assert set(told(table(board=TWINS, variant="memory"))) == {"row", "column"}


def test_lines_that_are_as_strong_are_not_told_apart() -> None:
    """Rows of -1, -1 and 2; for Wolf columns of -6, 3 and 3."""
    assert set(told(table(board="6/1 3/2 1/8 | 8/5 2/4 5/7 | 7/9 4/6 9/3"))) == {"row", "column"}


def test_only_masks_tell() -> None:
    match = table()
    (seat,) = match.awaited
    assert list(GAME.habits(match.state, {seat: match.legal(seat)[0]})) == []
