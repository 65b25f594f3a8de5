"""The shipped boards of the daily duel. `tests/tools/daily` generates them, and `docs/daily.md` describes them.

New boards are only appended to the file, so that the boards of past days stay the same.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from games.schamanen.daily import DuelDailyBoard, decode_board


def find_board(number: int, *, is_match_point: bool) -> DuelDailyBoard:
    """Return the board with this number, counted from 0. Boards with and without match point are counted apart.

    After the last board comes the first one again, more than two years later.
    """
    boards = list_boards(is_match_point=is_match_point)
    return boards[number % len(boards)]


@cache
def list_boards(*, is_match_point: bool) -> tuple[DuelDailyBoard, ...]:
    lines = files(__package__).joinpath("daily_boards.txt").read_text("utf-8").splitlines()
    return tuple(board for board in map(decode_board, lines) if board.is_match_point == is_match_point)
