"""The professional variant with stacks, in which the values of a side's stones on a space are added."""

import pytest
from hypothesis import given

from games.match import Match
from games.schamanen.state import SPACES
from tests.effort_level import make_settings_for_slow_test
from tests.games.match_lines import find_refusal_key, list_move_texts
from tests.games.schamanen.boards import (
    RULES_BOARD,
    STACKED_BOARD,
    begin_duel,
    draft_board,
    draw_board,
    draw_stacked_boards,
    play_lines,
)

MIXED_STACKS_BOARD = "1+2+6/9 0/8 9/1 | 3/7 4/6 5/5 | 7/2+4 8/3 0/0"


def build_stacks(board: str = STACKED_BOARD, **options: object) -> Match:
    return begin_duel(board=board, variant="pro_stacks", **options)


@pytest.mark.parametrize(
    ("board", "space", "after"),
    [
        (STACKED_BOARD, "a1", (18, 0)),  # 17 against nothing, for all that Wolf has
        (STACKED_BOARD, "b2", (7, 11)),  # nothing against 2
        (STACKED_BOARD, "c3", (12, 6)),  # 7 against 1 + 3
        (MIXED_STACKS_BOARD, "a1", (9, 9)),  # equal sums
        (MIXED_STACKS_BOARD, "b2", (7, 11)),
        (MIXED_STACKS_BOARD, "c2", (9, 9)),  # equal values, allowed after the placement
        (MIXED_STACKS_BOARD, "c3", (9, 9)),  # nothing against nothing
        (MIXED_STACKS_BOARD, "a3", (10, 8)),  # 7 against 2 + 4
    ],
)
def test_higher_sum_wins_the_difference(board: str, space: str, after: tuple[int, int]) -> None:
    match = play_lines(build_stacks(board), space)
    assert match.scores() == after
    assert match.seats_asked == (frozenset() if 18 in after else {0})


@pytest.mark.parametrize(
    ("move", "board"),
    [
        ("b8 a2 b9 a2", "-/- 1/9 5/4 | 2+8+9/8 -/2 4/5 | 6/7 3/6 7/1+3"),
        ("w1 a1 w3 b2", "8+9/1 1/9 5/4 | 2/8 -/2+3 4/5 | 6/7 3/6 7/-"),
        ("b9 b2 w2 a1", "8/2 1/9 5/4 | 2/8 9/- 4/5 | 6/7 3/6 7/1+3"),
        # The two stones change places.
        ("b1 c1 b5 b1", "8+9/- 5/9 1/4 | 2/8 -/2 4/5 | 6/7 3/6 7/1+3"),
        # Equal values may meet.
        ("b4 c1 w9 a1", "8+9/9 1/- 4+5/4 | 2/8 -/2 -/5 | 6/7 3/6 7/1+3"),
    ],
)
def test_exchange_moves_two_stones_to_any_other_spaces(move: str, board: str) -> None:
    match = play_lines(build_stacks(), "c1", f"0 move {move}")
    assert draw_board(match.view_of(None)) == board
    assert match.seats_asked == {0, 1}


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ("b9 a1 w2 a1", "the 9 lies there already"),
        ("b9 b2 w2 b2", "the 2 lies there already"),
        ("b9 b2 b9 c3", "one stone twice"),
        ("b9 b2", "one stone alone"),
        ("b9 b2 w2 d4", "there is no such space"),
        ("b9 b2 w0 a1", "there is no such stone"),
    ],
)
def test_illegal_move_is_refused(move: str, key: str) -> None:
    match = play_lines(build_stacks(), "c1")
    assert find_refusal_key(match, f"0 move {move}") == "illegal", key
    assert find_refusal_key(match, "0 swap bison a1 b1") == "illegal"


@make_settings_for_slow_test(8)
@given(draw_stacked_boards())
def test_every_board_has_9792_moves(board: str) -> None:
    match = play_lines(build_stacks(board, shells=[9, 9], prize="one"), "a1")
    cells = zip(SPACES, draw_board(match.view_of(None)).replace("|", " ").split(), strict=True)
    piles = [("bw"[side], pile, space) for space, cell in cells for side, pile in enumerate(cell.split("/"))]
    space_by_stone = {
        f"{side}{value}": space for side, pile, space in piles if pile != "-" for value in pile.split("+")
    }
    legal = set(match.legal_moves(0))
    assert len(match.legal_moves(0)) == len(legal) == 153 * 64 == 9792
    for _, first_stone, first_space, second_stone, second_space in legal:
        assert first_stone < second_stone
        assert space_by_stone[first_stone] != first_space
        assert space_by_stone[second_stone] != second_space


def test_moves_list_bison_before_wolf_and_low_before_high() -> None:
    match = play_lines(build_stacks(), "c1")
    first, *_, last = list_move_texts(match, 0)
    assert first == "move b1 a1 b2 a1"
    assert last == "move w8 c3 w9 c3"
    assert find_refusal_key(match, "0 move w2 a1 b9 b2") == find_refusal_key(match, "0 move b9 b2 b8 b2") == "illegal"


def test_no_stones_are_stacked_in_the_placement() -> None:
    match = draft_board("-/- -/- -/- | -/- 5/- -/- | -/- -/- -/8", variant="pro_stacks")
    assert len(match.legal_moves(1)) == 2 * (8 * 8 - 1)
    for move in ("b3 b2", "w3 c3", "w5 b2", "b8 c3"):
        assert find_refusal_key(match, f"1 place {move}") == "illegal"


def test_first_exchange_after_the_placement_may_stack() -> None:
    match = play_lines(draft_board(RULES_BOARD, variant="pro_stacks", prize="one"), "c3", "0 move b8 a1 w1 b2")
    assert draw_board(match.view_of(None)) == "8+9/- 1/9 5/4 | 2/8 -/1+2 4/5 | 6/7 3/6 7/3"
    assert play_lines(match, "a1").scores() == (11, 7)
