"""What masks tell of the player who chose them, and the answer of a house that reads them."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core import JointMove
from games.dice import Dice
from games.insight import Habit, OpponentChoice
from games.match import Match
from games.schamanen import GAME
from games.schamanen.opponent_model import LINE_SYMBOLS
from tests.games.schamanen.boards import EQUAL_VALUES_BOARD, RULES_BOARD, begin_duel, play_lines

EVEN = dict.fromkeys(LINE_SYMBOLS, 1 / 3)
BOTH: JointMove = {0: ("mask", "2"), 1: ("mask", "c")}
STRENGTHS = ("strong", "middle", "weak")


def list_habits(match: Match, joint: JointMove = BOTH) -> dict[str, Habit]:
    found = GAME.list_habits(match.state, joint)
    return {f"line-{habit.seat}" if habit.kind == "line" else habit.kind: habit for habit in found}


def test_habit_tells_what_met_it_and_how_it_ended() -> None:
    """The board of the rules: 8 -8 1, -6 6 -1, -1 -3 4; rows sum to 1, -1, 0, columns for Wolf to -1, 5, -4."""
    seen, other = (
        list_habits(begin_duel(board=RULES_BOARD)),
        list_habits(begin_duel(board=RULES_BOARD), {**BOTH, 1: ("mask", "b")}),
    )
    assert seen == {
        "row": Habit(0, "row", "2", ("1", "2", "3"), "column-c", "lost"),
        "column": Habit(1, "column", "c", ("a", "b", "c"), "row-2", "won"),
        "line-0": Habit(0, "line", "weak", STRENGTHS, "line-weak", "lost"),
        "line-1": Habit(1, "line", "weak", STRENGTHS, "line-weak", "won"),
    }
    assert (other["row"].outcome, other["line-1"].symbol) == ("won", "strong")


def test_no_line_is_strong_where_stones_are_hidden_or_lines_are_alike() -> None:
    alike = "6/1 3/2 1/8 | 8/5 2/4 5/7 | 7/9 4/6 9/3"
    for match in (begin_duel(board=EQUAL_VALUES_BOARD, variant="memory"), begin_duel(board=alike)):
        assert set(list_habits(match)) == {"row", "column"}


def test_only_masks_tell_of_habits() -> None:
    match = begin_duel()
    assert list(GAME.list_habits(match.state, {0: match.legal_moves(0)[0]})) == []


def count_masks(seat: int, favourite: str, choices: int) -> Counter[str]:
    view, run = (
        begin_duel(board=RULES_BOARD).view_of(seat),
        [OpponentChoice(favourite, "1", (), 1, EVEN, "1")] * choices,
    )
    rolls = (Dice(str(roll).encode()) for roll in range(15))
    return Counter(GAME.exploit(view, [run], dice, lambda: 0.0).move[1] for dice in rolls)


@pytest.mark.parametrize(("seat", "favourite", "answer"), [(1, "3", "b"), (0, "1", "1"), (0, "2", "2")])
def test_mask_beats_a_favorite_and_the_surer_it_is_the_more_often(seat: int, favourite: str, answer: str) -> None:
    """In row 3 Bison wins 2 at C: Wolf's best answer is B. In column A Bison wins 8 at 1."""
    sure = count_masks(seat, favourite, 40)
    assert sure.most_common(1)[0][0] == answer
    assert count_masks(seat, favourite, 1)[answer] < sure[answer]


def test_house_in_memory_follows_a_habit_as_often_as_it_trusts_it() -> None:
    """And else it plays as the strong house."""
    view = begin_duel(variant="memory", placement="random").view_of(0)
    mix = {word for word, share in GAME.policy(view, "strong", lambda: 0.0).items() if share}
    often = []
    for choices in (0, 1, 40):
        run = [OpponentChoice("1", "1", (), 1, EVEN, "1")] * choices
        told = [GAME.exploit(view, [run], Dice(str(roll).encode()), lambda: 0.0) for roll in range(40)]
        often.append(sum(each.why == "why-read" for each in told))
        assert {each.move for each in told if each.why != "why-read"} <= mix
    assert often[0] == 0
    assert often[1] < often[2] > 26


@pytest.mark.parametrize(("seat", "symbol", "answer", "won"), [(1, "1", "2", -1), (0, "2", "1", 1)])
def test_what_met_is_told_from_the_seat_that_saw_it(seat: int, symbol: str, answer: str, won: int) -> None:
    """Bison's 1 meets Wolf's 9 on B1; in column B Bison would have won in row 2 alone."""
    before = begin_duel(board=RULES_BOARD)
    found = GAME.observe_opponent(
        before.view_of(seat), play_lines(before, "b1").view_of(seat), {0: ("mask", "1"), 1: ("mask", "b")}
    )
    assert found
    assert (found.symbol, found.answer, found.won, found.beats) == (symbol, answer, won, ("2",))
