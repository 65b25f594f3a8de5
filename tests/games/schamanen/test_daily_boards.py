"""Checks that each shipped board of the daily duel meets its conditions, and that the seed reproduces the file."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from games.daily import DailyChoice, score_choice
from games.schamanen.daily import SchamanenDailyBoard, decode_board, find_board, list_boards
from games.schamanen.daily_duel import SchamanenDailyDuel
from games.schamanen.state import EVEN_SHELLS, SHELL_COUNT
from games.words import LOCALES
from tests.tools.daily.crowd import MODEL_SHARES, SHARP_SHARES, list_sides, model_crowd, model_strategies
from tests.tools.daily.generate import (
    BOARD_COUNT,
    BOARDS_FILE,
    MIN_GAIN_SHELLS,
    MIN_SHARE,
    SUNDAY_MIN_GAIN_SHELLS,
    SUNDAY_MIN_SHARP_GAIN_SHELLS,
    compute_best_gain,
    find_canonical_stones,
    find_least_share,
    generate_boards,
    has_open_choices,
    is_surprising,
    list_best_replies,
)

WEEKDAY_BOARDS = list_boards(is_match_point=False)
SUNDAY_BOARDS = list_boards(is_match_point=True)
BOARDS = WEEKDAY_BOARDS + SUNDAY_BOARDS
EXAMPLE = decode_board("915284637 194825763")


def read_lines() -> list[str]:
    return BOARDS_FILE.read_text("utf-8").splitlines()


def test_seed_reproduces_the_first_boards() -> None:
    assert [board.encode() for board in islice(generate_boards(), 35)] == read_lines()[:35]


@pytest.mark.gate
def test_seed_reproduces_all_shipped_boards() -> None:
    assert [board.encode() for board in islice(generate_boards(), BOARD_COUNT)] == read_lines()


def test_there_are_boards_for_more_than_two_years() -> None:
    assert len(BOARDS) == BOARD_COUNT == 800
    assert len(WEEKDAY_BOARDS) > 2 * 6 * 53
    assert len(SUNDAY_BOARDS) > 2 * 53


def test_boards_are_numbered_in_the_order_of_the_file() -> None:
    lines = read_lines()
    for number in range(100):
        week, weekday = divmod(number, 6)
        assert find_board(number, is_match_point=False).encode() == lines[7 * week + weekday]
        assert find_board(number, is_match_point=True).encode() == lines[7 * number + 6]


@pytest.mark.parametrize("is_match_point", [False, True])
def test_first_board_follows_the_last(is_match_point: bool) -> None:
    count = len(list_boards(is_match_point=is_match_point))
    assert find_board(count, is_match_point=is_match_point) == find_board(0, is_match_point=is_match_point)


def test_stones_are_dealt_as_in_a_match() -> None:
    for board in BOARDS:
        assert sorted(board.bison) == sorted(board.wolf) == list(range(1, 10))
        assert all(own != other for own, other in zip(board.bison, board.wolf, strict=True))
        assert sum(board.shells) == SHELL_COUNT


def test_every_line_has_a_tenth_of_the_equilibrium() -> None:
    assert min(map(find_least_share, BOARDS)) >= MIN_SHARE


def test_best_reply_to_the_crowd_wins_half_a_shell() -> None:
    assert min(compute_best_gain(board, MODEL_SHARES) for board in BOARDS) >= MIN_GAIN_SHELLS == 0.5


def test_best_reply_on_sundays_wins_more() -> None:
    assert min(compute_best_gain(board, MODEL_SHARES) for board in SUNDAY_BOARDS) >= SUNDAY_MIN_GAIN_SHELLS
    assert min(compute_best_gain(board, SHARP_SHARES) for board in SUNDAY_BOARDS) >= SUNDAY_MIN_SHARP_GAIN_SHELLS


def test_best_reply_to_the_crowd_is_not_obvious_on_both_sides() -> None:
    for board in BOARDS:
        assert any(map(is_surprising, list_best_replies(board), list_sides(board))), board


def test_no_two_boards_are_the_same_but_for_their_lines_and_sides() -> None:
    assert len(set(map(find_canonical_stones, BOARDS))) == len(BOARDS)


def test_sunday_boards_are_open_match_points() -> None:
    for board in SUNDAY_BOARDS:
        assert board.shells != EVEN_SHELLS
        assert {payoff for row in board.payoffs for payoff in row} <= {-3, 0, 3}
        assert all(map(has_open_choices, list_sides(board))), board


def test_lines_and_sides_can_be_exchanged_without_making_a_new_board() -> None:
    turned = SchamanenDailyBoard(EXAMPLE.bison[3:] + EXAMPLE.bison[:3], EXAMPLE.wolf[3:] + EXAMPLE.wolf[:3])
    # Wolf's stones become Bison's, and columns become rows.
    exchanged = SchamanenDailyBoard((1, 8, 7, 9, 2, 6, 4, 5, 3), (9, 2, 6, 1, 8, 3, 5, 4, 7))
    other = decode_board("915284637 194825736")
    assert find_canonical_stones(turned) == find_canonical_stones(exchanged) == find_canonical_stones(EXAMPLE)
    assert find_canonical_stones(other) != find_canonical_stones(EXAMPLE)


@pytest.mark.parametrize("locale", LOCALES)
def test_text_of_a_board_determines_the_board(locale: str) -> None:
    """Players who do not see the picture know every stone, and at match point the shells."""
    for board in BOARDS:
        _, *lines = SchamanenDailyDuel().describe_board(board, locale)
        shells = EVEN_SHELLS
        if board.is_match_point:
            own, other = re.findall(r"\d+", lines.pop())
            shells = int(own), int(other)
        stones = [re.findall(r"([A-C]) (\d)/(\d)", line) for line in lines]
        assert [[column for column, _, _ in row] for row in stones] == [[*"ABC"]] * 3
        assert [re.findall(r"\d", line)[0] for line in lines] == [*"123"]
        bison, wolf = (tuple(int(it[side]) for row in stones for it in row) for side in (1, 2))
        assert SchamanenDailyBoard(bison, wolf, shells) == board


def test_line_that_is_never_better_is_not_open() -> None:
    rows, _ = list_sides(decode_board("147258369 963852741"))
    assert not has_open_choices(rows)
    assert has_open_choices(list_sides(EXAMPLE)[0])


def test_best_reply_and_its_gain_agree_with_the_score_of_the_daily() -> None:
    """The gain is the mean score against people who are drawn from the crowd."""
    for board in BOARDS[::50]:
        row_mix, column_mix = model_crowd(board)
        field = {DailyChoice(row, column): row_mix[row] * column_mix[column] for row in range(3) for column in range(3)}
        gain = {
            own: sum(share * float(score_choice(board.payoffs, own, [other]).average) for other, share in field.items())
            for own in field
        }
        assert max(gain.values()) == pytest.approx(compute_best_gain(board, MODEL_SHARES))
        assert gain[DailyChoice(*list_best_replies(board))] == pytest.approx(max(gain.values()))


def test_naive_people_choose_the_highest_stone_or_the_best_average() -> None:
    # Bison has 9 in row 1; its rows are +1, -1 and 0 ahead in total, and Wolf's columns +1, +3 and -4.
    assert model_strategies(EXAMPLE)["naive"] == ((1, 0, 0), (0, 1, 0))


def test_equilibrium_gains_nothing_and_loses_nothing() -> None:
    for board in BOARDS[::50]:
        rows, columns = model_strategies(board)["equilibrium"]
        for side, own, opponent in zip(list_sides(board), (rows, columns), (columns, rows), strict=True):
            gains = side.compute_gains(opponent)
            assert gains == pytest.approx([gains[0]] * 3)
            assert sum(own) == pytest.approx(1)


@pytest.mark.parametrize("shares", [MODEL_SHARES, SHARP_SHARES])
def test_shares_of_a_crowd_are_complete(shares: dict[str, float]) -> None:
    assert sum(shares.values()) == pytest.approx(1)
    assert shares.keys() <= model_strategies(EXAMPLE).keys()
