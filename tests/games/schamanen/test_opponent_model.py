"""Habits of players in choosing masks, and how the computer opponent exploits them."""

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

EVEN_CHANCES = dict.fromkeys(LINE_SYMBOLS, 1 / 3)
BOTH_MASKS: JointMove = {0: ("mask", "2"), 1: ("mask", "c")}
LEVEL_NAMES = ("strong", "middle", "weak")


def list_habits(match: Match, joint: JointMove = BOTH_MASKS) -> dict[str, Habit]:
    habits = GAME.list_habits(match.state, joint)
    return {f"line-{habit.seat}" if habit.kind == "line" else habit.kind: habit for habit in habits}


def test_habit_contains_the_met_choice_and_the_outcome() -> None:
    """Bison's margins are 8 -8 1 / -6 6 -1 / -1 -3 4, so row 2 and column C are the weakest lines."""
    habit, other_habit = (
        list_habits(begin_duel(board=RULES_BOARD)),
        list_habits(begin_duel(board=RULES_BOARD), {**BOTH_MASKS, 1: ("mask", "b")}),
    )
    assert habit == {
        "row": Habit(0, "row", "2", ("1", "2", "3"), "column-c", "lost"),
        "column": Habit(1, "column", "c", ("a", "b", "c"), "row-2", "won"),
        "line-0": Habit(0, "line", "weak", LEVEL_NAMES, "line-weak", "lost"),
        "line-1": Habit(1, "line", "weak", LEVEL_NAMES, "line-weak", "won"),
    }
    assert (other_habit["row"].outcome, other_habit["line-1"].symbol) == ("won", "strong")


def test_no_line_is_strong_if_stones_are_hidden_or_lines_are_equal() -> None:
    alike = "6/1 3/2 1/8 | 8/5 2/4 5/7 | 7/9 4/6 9/3"
    for match in (begin_duel(board=EQUAL_VALUES_BOARD, variant="memory"), begin_duel(board=alike)):
        assert set(list_habits(match)) == {"row", "column"}


def test_only_masks_show_habits() -> None:
    match = begin_duel()
    assert list(GAME.list_habits(match.state, {0: match.legal_moves(0)[0]})) == []


def count_masks(seat: int, favourite: str, choices: int) -> Counter[str]:
    """Count the AI's masks against an opponent who has chosen the same line this many times."""
    view, run = (
        begin_duel(board=RULES_BOARD).view_of(seat),
        [OpponentChoice(favourite, "1", (), 1, EVEN_CHANCES, "1")] * choices,
    )
    rolls = (Dice(str(roll).encode()) for roll in range(15))
    return Counter(GAME.exploit(view, [run], dice, lambda: 0.0).move[1] for dice in rolls)


@pytest.mark.parametrize(("seat", "favourite", "answer"), [(1, "3", "b"), (0, "1", "1"), (0, "2", "2")])
def test_favorite_line_is_answered_more_often_the_surer_it_is(seat: int, favourite: str, answer: str) -> None:
    """After more observations of the same line, the AI must choose the best answer more often."""
    sure = count_masks(seat, favourite, 40)
    assert sure.most_common(1)[0][0] == answer
    assert count_masks(seat, favourite, 1)[answer] < sure[answer]


def test_habit_in_memory_is_exploited_as_often_as_it_is_trusted() -> None:
    """With more evidence, the AI exploits the habit more often. All its other moves are those of the hard level."""
    view = begin_duel(variant="memory", placement="random").view_of(0)
    mix = {move for move, share in GAME.policy(view, "hard", lambda: 0.0).items() if share}
    counts = []
    for choices in (0, 1, 40):
        run = [OpponentChoice("1", "1", (), 1, EVEN_CHANCES, "1")] * choices
        suggestions = [GAME.exploit(view, [run], Dice(str(roll).encode()), lambda: 0.0) for roll in range(40)]
        counts.append(sum(each.why == "why-read" for each in suggestions))
        assert {each.move for each in suggestions if each.why != "why-read"} <= mix
    assert counts[0] == 0
    assert counts[1] < counts[2] > 26


@pytest.mark.parametrize(("seat", "symbol", "answer", "won"), [(1, "1", "2", -1), (0, "2", "1", 1)])
def test_observed_choice_is_described_from_the_view_of_the_seat(seat: int, symbol: str, answer: str, won: int) -> None:
    """Bison loses with 1 against 9 on B1. Only row 2 would have won in column B."""
    before = begin_duel(board=RULES_BOARD)
    choice = GAME.observe_opponent(
        before.view_of(seat), play_lines(before, "b1").view_of(seat), {0: ("mask", "1"), 1: ("mask", "b")}
    )
    assert choice
    assert (choice.symbol, choice.answer, choice.won, choice.beats) == (symbol, answer, won, ("2",))
