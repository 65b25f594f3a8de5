"""Exchanges between duels, which must not put two stones of equal value on the same space."""

from itertools import combinations

import pytest
from hypothesis import given

from games.match import Match
from games.matrix import solve_matrix
from games.schamanen.state import SPACES
from tests.effort_level import make_settings_for_slow_test
from tests.games.match_lines import find_refusal_key, list_move_texts
from tests.games.schamanen.boards import (
    RULES_BOARD,
    begin_duel,
    draw_board,
    draw_layouts,
    list_duel_margins,
    play_lines,
    play_to_exchange,
)

SPACE_PAIRS = list(combinations(sorted(SPACES), 2))
# Illegal for both sides by test vector 3 on the rules page.
ILLEGAL_PAIRS = {("a1", "b1"), ("a2", "b2"), ("c1", "c2"), ("a3", "b3"), ("a3", "c3"), ("b3", "c3")}


def list_allowed_exchanges(board: str, side: int) -> list[str]:
    """Return the pairs of spaces that a side may exchange without bringing equal values together."""
    cells = [cell.split("/") for cell in board.replace("|", " ").split()]
    allowed = []
    for first, second in SPACE_PAIRS:
        changed = [list(cell) for cell in cells]
        i, j = SPACES.index(first), SPACES.index(second)
        changed[i][side], changed[j][side] = changed[j][side], changed[i][side]
        if all(bison != wolf for bison, wolf in changed):
            allowed.append(f"{first} {second}")
    return allowed


def test_duels_and_exchanges_follow_the_order_of_the_rules() -> None:
    match = begin_duel(board=RULES_BOARD, prize="one")
    order = []
    for _ in range(9):
        order.append("".join("BW"[seat] for seat in sorted(match.seats_asked)))
        match = play_lines(
            match, *(["c3"] if len(match.seats_asked) == 2 else [f"{min(match.seats_asked)} swap a1 c2"])
        )
    assert order == ["BW", "B", "BW", "W", "BW", "B", "BW", "W", "BW"]


@pytest.mark.parametrize("seat", [0, 1])
def test_legal_exchanges_match_the_example_of_the_rules(seat: int) -> None:
    match = play_to_exchange(seat, RULES_BOARD)
    assert draw_board(match.view_of(None)) == RULES_BOARD
    assert list_move_texts(match, seat) == [
        f"swap {first} {second}" for first, second in SPACE_PAIRS if (first, second) not in ILLEGAL_PAIRS
    ]
    assert len(match.legal_moves(seat)) == 30
    for first, second in ILLEGAL_PAIRS:
        assert find_refusal_key(match, f"{seat} swap {first} {second}") == "illegal"


@pytest.mark.parametrize(
    ("seat", "board"),
    [(0, "6/1 1/9 5/4 | 2/8 8/2 4/5 | 9/7 3/6 7/3"), (1, "9/7 1/9 5/4 | 2/8 8/2 4/5 | 6/1 3/6 7/3")],
)
def test_two_own_stones_change_places(seat: int, board: str) -> None:
    assert draw_board(play_lines(play_to_exchange(seat, RULES_BOARD), f"{seat} swap a1 a3").view_of(None)) == board


def test_passing_and_moving_one_stone_alone_are_illegal() -> None:
    match = play_to_exchange(0, RULES_BOARD)
    for move in ("pass", "swap", "swap a1", "swap a1 a1", "swap a1 a2 a3", "mask 1", "place 1 a1", "move b9 a2 b1 b2"):
        assert find_refusal_key(match, f"0 {move}") == "illegal"
    assert find_refusal_key(match, "1 swap a1 a3") == "not-awaited"


@make_settings_for_slow_test(2)
@given(draw_layouts())
def test_27_to_30_exchanges_are_legal_in_classic(board: str) -> None:
    for seat in (0, 1):
        match = play_to_exchange(seat, board)
        assert list_move_texts(match, seat) == [f"swap {pair}" for pair in list_allowed_exchanges(board, seat)]
        assert 27 <= len(match.legal_moves(seat)) <= 30


@make_settings_for_slow_test(2)
@given(draw_layouts())
def test_54_to_60_exchanges_are_legal_in_the_professional_variant(board: str) -> None:
    for seat in (0, 1):
        match = play_to_exchange(seat, board, variant="pro")
        own, other = list_allowed_exchanges(board, 0), list_allowed_exchanges(board, 1)
        assert list_move_texts(match, seat) == [f"swap bison {pair}" for pair in own] + [
            f"swap wolf {pair}" for pair in other
        ]
        assert 54 <= len(match.legal_moves(seat)) <= 60


@make_settings_for_slow_test(2)
@given(draw_layouts(twins=True))
def test_all_36_exchanges_are_legal_in_memory(board: str) -> None:
    match = play_lines(begin_duel(board=board, variant="memory", prize="one"), "b2")
    assert list_move_texts(match, 0) == [f"swap {first} {second}" for first, second in SPACE_PAIRS]
    assert list_move_texts(play_lines(match, "0 swap a1 b1", "b2"), 1) == list_move_texts(match, 0)


def compute_exchange_value(match: Match, move_text: str, seat: int) -> float:
    """Return the value of the next duel, in shells, for the seat that makes this exchange."""
    board = draw_board(play_lines(match, f"{seat} {move_text}").view_of(None))
    return float(solve_matrix(list_duel_margins(begin_duel(board=board))).value * (1, -1)[seat])


@pytest.mark.parametrize(
    ("seat", "best", "shells"),
    [(0, ["swap a3 b1"], 0.592), (1, ["swap a1 c2", "swap a3 b2", "swap b1 b2"], 1)],
)
def test_best_exchanges_match_the_example_of_the_rules(seat: int, best: list[str], shells: float) -> None:
    match = play_to_exchange(seat, RULES_BOARD)
    value_by_move = {move: compute_exchange_value(match, move, seat) for move in list_move_texts(match, seat)}
    # For Wolf, a1 c2 and b1 b2 are as good as the exchange on the rules page.
    assert [move for move, value in value_by_move.items() if value == max(value_by_move.values())] == best
    assert max(value_by_move.values()) == pytest.approx(shells, abs=0.0005)
