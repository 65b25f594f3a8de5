"""The professional variant, in which players place and exchange the stones of both sides."""

import pytest

from tests.games.match_lines import find_refusal_key, list_move_texts
from tests.games.schamanen.boards import (
    DEAD_END_BOARD,
    RULES_BOARD,
    begin_duel,
    draft_board,
    draw_board,
    play_lines,
    play_to_exchange,
)


def test_any_stone_may_be_placed_first() -> None:
    spaces = [f"{column}{row}" for column in "abc" for row in "123"]
    stones = [f"{side}{value}" for side in "bw" for value in range(1, 10)]
    assert set(list_move_texts(begin_duel(variant="pro"), 0)) == {
        f"place {stone} {space}" for stone in stones for space in spaces
    }


@pytest.mark.parametrize("turn", [("w5 a1", "w6 a2"), ("b5 a1", "b6 a2"), ("w5 a1", "b6 a1"), ("b5 a1", "w6 a1")])
def test_turn_places_any_two_stones(turn: tuple[str, str]) -> None:
    match = play_lines(begin_duel(variant="pro"), "0 place w9 b2", *(f"1 place {stone}" for stone in turn))
    assert match.seats_asked == {0}
    assert match.state.placed_count == 3


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ("b5 a1", "it is not in the supply"),
        ("b3 b2", "the space holds a Bison stone"),
        ("b8 c3", "the space holds Wolf’s 8"),
        ("w5 b2", "the space holds Bison’s 5"),
        ("w3 c3", "the space holds a Wolf stone"),
        ("3 a1", "the color is missing"),
    ],
)
def test_illegal_placement_is_refused(move: str, key: str) -> None:
    match = draft_board("-/- -/- -/- | -/- 5/- -/- | -/- -/- -/8", variant="pro")
    assert find_refusal_key(match, f"1 place {move}") == "illegal", key
    # For each side, eight stones on eight spaces without one pair of equal values.
    assert len(match.legal_moves(1)) == 2 * (8 * 8 - 1)


def test_last_turn_places_one_stone() -> None:
    match = draft_board("9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/-", variant="pro")
    assert match.seats_asked == {1}
    assert list_move_texts(match, 1) == ["place w3 c3"]
    assert play_lines(match, "1 place w3 c3").seats_asked == {0, 1}


@pytest.mark.parametrize(
    ("board", "stone", "after"),
    [
        (DEAD_END_BOARD, "w4", "9/4 1/2 5/3 | 2/5 8/6 7/8 | 6/7 3/9 4/1"),
        # If Wolf is left with a Bison stone, it displaces another Bison stone.
        ("1/9 2/1 3/5 | 5/2 6/8 8/7 | 7/6 9/3 -/4", "b4", "4/9 2/1 3/5 | 5/2 6/8 8/7 | 7/6 9/3 1/4"),
    ],
)
def test_last_stone_relocates_within_its_side(board: str, stone: str, after: str) -> None:
    match = draft_board(board, variant="pro")
    assert list_move_texts(match, 1) == [f"relocate {stone} {c}{r}" for c in "abc" for r in "123"][:-1]
    match = play_lines(match, f"1 relocate {stone} a1")
    assert draw_board(match.view_of(None)) == after
    assert match.seats_asked == {0, 1}


# One stone of each side is left, and each would meet its equal: Bison’s 4 on C3, Wolf’s 1 on B1.
DOUBLE_DEAD_END_BOARD = "9/2 1/- 5/3 | 2/5 8/6 7/8 | 6/7 3/9 -/4"


def test_last_stones_of_both_sides_may_be_in_a_dead_end() -> None:
    match = draft_board(DOUBLE_DEAD_END_BOARD, variant="pro")
    assert match.seats_asked == {0}
    assert list_move_texts(match, 0) == [
        *(f"relocate b4 {space}" for space in ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2")),
        *(f"relocate w1 {space}" for space in ("a1", "a2", "a3", "b2", "b3", "c1", "c2", "c3")),
    ]


@pytest.mark.parametrize("first", [f"b4 {c}{r}" for c in "abc" for r in "123" if c + r != "c3"])
def test_second_stone_has_a_legal_move_after_the_first_relocation(first: str) -> None:
    match = play_lines(draft_board(DOUBLE_DEAD_END_BOARD, variant="pro"), f"0 relocate {first}")
    assert match.seats_asked == {1}
    # If Bison’s 1 has left B1, Wolf’s 1 can be placed there.
    (verb,) = {move[0] for move in match.legal_moves(1)}
    assert verb == ("place" if first == "b4 b1" else "relocate")
    match = play_lines(match, f"1 {list_move_texts(match, 1)[0]}")
    assert match.seats_asked == {0, 1}
    cells = [cell.split("/") for cell in draw_board(match.view_of(None)).split() if "/" in cell]
    assert all(bison != wolf for bison, wolf in cells)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("move", "board"),
    [
        ("swap bison a1 c3", "7/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 9/3"),
        ("swap wolf a1 c3", "9/3 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/1"),
    ],
)
def test_exchange_swaps_two_stones_of_one_side(seat: int, move: str, board: str) -> None:
    match = play_to_exchange(seat, RULES_BOARD, variant="pro")
    assert draw_board(play_lines(match, f"{seat} {move}").view_of(None)) == board


@pytest.mark.parametrize(
    "move", ["swap a1 c3", "swap bison a1 b1", "swap wolf a1 b1", "swap wolf c3 a1", "move b9 a2 w9 b2"]
)
def test_illegal_exchange_is_refused(move: str) -> None:
    assert find_refusal_key(play_to_exchange(0, RULES_BOARD, variant="pro"), f"0 {move}") == "illegal"


def test_payment_order_and_end_are_as_in_classic() -> None:
    match = play_lines(
        begin_duel(board=RULES_BOARD, variant="pro", shells=[5, 13]),
        "c3",
        "0 swap wolf a1 c3",
        "a1",
        "1 swap bison a1 c3",
    )
    # 7 against 3, then 9 against 3. The last duel takes all shells that Wolf has left.
    assert match.scores() == (15, 3)
    end = play_lines(match, "c3").result
    assert end
    assert (end.scores, end.reason) == ((18, 0), "shells")
