"""Generates the boards of the daily duel: `python -m tests.tools.daily.generate [COUNT]`.

Everybody gets the same boards from the same seed. A larger count only appends boards.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, permutations
from pathlib import Path
from typing import Final

from games.dice import Dice
from games.matrix import solve_matrix
from games.schamanen.daily import SchamanenDailyBoard
from games.schamanen.state import EVEN_SHELLS, SHELL_COUNT, VALUES
from tests.tools.daily.crowd import MODEL_SHARES, SHARP_SHARES, Side, list_sides, model_crowd

SEED: Final = b"Wolf & Bison: the daily duel"
BOARD_COUNT: Final = 800
WEEKDAYS: Final = 7
"""Each seventh board of the file is for a Sunday."""
MIN_SHARE: Final = Fraction(1, 10)
"""The least share of each row and column in the equilibrium."""
MIN_GAIN_SHELLS: Final = 0.5
"""The shells per duel that the best reply to the model crowd must win on a weekday."""
SUNDAY_MIN_GAIN_SHELLS: Final = 0.6
SUNDAY_MIN_SHARP_GAIN_SHELLS: Final = 0.7
"""The shells per duel that the best reply to a crowd that thinks ahead must win on a Sunday."""
BOARDS_FILE: Final = Path(__file__).parents[3] / "games/schamanen/daily_boards.txt"


def generate_boards() -> Iterator[SchamanenDailyBoard]:
    """Yield boards without end: six for weekdays, one for a Sunday, and so on."""
    dice = Dice(SEED)
    seen: set[tuple[int, ...]] = set()
    position = 1
    while True:
        board = deal_board(dice, is_match_point=position % WEEKDAYS == 0)
        if is_good_board(board) and (key := find_canonical_stones(board)) not in seen:
            seen.add(key)
            position += 1
            yield board


def deal_board(dice: Dice, *, is_match_point: bool) -> SchamanenDailyBoard:
    bison = wolf = tuple(dice.shuffle(VALUES))
    while any(own == other for own, other in zip(bison, wolf, strict=True)):
        wolf = tuple(dice.shuffle(VALUES))
    if not is_match_point:
        return SchamanenDailyBoard(bison, wolf)
    more = EVEN_SHELLS[0] + 1 + dice.draw_below(EVEN_SHELLS[0] - 1)
    shells = (more, SHELL_COUNT - more)
    return SchamanenDailyBoard(bison, wolf, shells if dice.draw_below(2) else shells[::-1])


def is_good_board(board: SchamanenDailyBoard) -> bool:
    return (
        all(map(has_open_choices, list_sides(board)))
        and find_least_share(board) >= MIN_SHARE
        and is_worth_guessing(board)
        and any(map(is_surprising, list_best_replies(board), list_sides(board)))
    )


def has_open_choices(side: Side) -> bool:
    """Return whether all lines of a side are worth considering: each can win and lose, and none dominates another."""
    can_win_and_lose = all(min(line) < 0 < max(line) for line in side.payoffs)
    return can_win_and_lose and not any(
        all(mine >= other for mine, other in zip(better, worse, strict=True))
        for better, worse in permutations(side.payoffs, 2)
    )


def find_least_share(board: SchamanenDailyBoard) -> Fraction:
    """Return the probability of the least likely row or column in the Nash equilibrium."""
    solution = solve_matrix(board.payoffs)
    return min(*solution.rows, *solution.columns)


def is_worth_guessing(board: SchamanenDailyBoard) -> bool:
    """Return whether somebody who foresees the crowd's choices wins enough shells on this board."""
    if not board.is_match_point:
        return compute_best_gain(board, MODEL_SHARES) >= MIN_GAIN_SHELLS
    return (
        compute_best_gain(board, MODEL_SHARES) >= SUNDAY_MIN_GAIN_SHELLS
        and compute_best_gain(board, SHARP_SHARES) >= SUNDAY_MIN_SHARP_GAIN_SHELLS
    )


def list_best_replies(board: SchamanenDailyBoard) -> tuple[int, int]:
    """Return the row and the column that win most against the model crowd."""
    row_gains, column_gains = _list_gains(board, MODEL_SHARES)
    return row_gains.index(max(row_gains)), column_gains.index(max(column_gains))


def compute_best_gain(board: SchamanenDailyBoard, shares: Mapping[str, float]) -> float:
    """Return the shells per duel that the best reply to a crowd wins, as the mean of playing Bison and Wolf."""
    row_gains, column_gains = _list_gains(board, shares)
    return (max(row_gains) + max(column_gains)) / 2


def _list_gains(board: SchamanenDailyBoard, shares: Mapping[str, float]) -> tuple[list[float], list[float]]:
    """Return what each row and each column wins against a crowd.

    The gains are rounded, so that they do not depend on the machine.
    """
    rows, columns = list_sides(board)
    row_mix, column_mix = model_crowd(board, shares)
    row_gains, column_gains = rows.compute_gains(column_mix), columns.compute_gains(row_mix)
    return [round(gain, 9) for gain in row_gains], [round(gain, 9) for gain in column_gains]


def is_surprising(line: int, side: Side) -> bool:
    """Return whether a line has neither the highest stone nor the best average, so that naive people never take it."""
    return line != side.highest_stone_line and line not in side.best_average_lines


def find_canonical_stones(board: SchamanenDailyBoard) -> tuple[int, ...]:
    """Return a canonical form of a board, which finds duplicates.

    Boards that differ only in the order of rows or columns, or by exchanged sides, have the same canonical form.
    """
    stones = list(zip(board.bison, board.wolf, strict=True))
    exchanged = [stones[3 * column + row][::-1] for row in range(3) for column in range(3)]
    return min(
        tuple(value for row in rows for column in columns for value in grid[3 * row + column])
        for grid in (stones, exchanged)
        for rows in permutations(range(3))
        for columns in permutations(range(3))
    )


def main(count: int = BOARD_COUNT) -> None:
    BOARDS_FILE.write_text("".join(f"{board.encode()}\n" for board in islice(generate_boards(), count)), "utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
