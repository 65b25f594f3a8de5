"""The boards of the daily duel, and what a row wins from a column.

`tests/tools/daily` generates the boards, and `docs/daily.md` describes them. New boards are only appended to the file,
so that the boards of past days stay the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from games.daily import Payoffs
from games.schamanen.state import BISON, EVEN_SHELLS, WOLF

MATCH_POINT_PRIZE = 3
"""The payoff for winning the match when only that counts."""


@dataclass(frozen=True, slots=True)
class SchamanenDailyBoard:
    bison: tuple[int, ...]
    """The values of Bison's stones by space, row by row."""
    wolf: tuple[int, ...]
    shells: tuple[int, int] = EVEN_SHELLS
    """Both sides' shells. Uneven shells are a match point: the side with more shells after the duel wins the match."""

    @property
    def is_match_point(self) -> bool:
        return self.shells != EVEN_SHELLS

    @property
    def payoffs(self) -> Payoffs:
        return tuple(tuple(self._find_payoff(3 * row + column) for column in range(3)) for row in range(3))

    def _find_payoff(self, space: int) -> int:
        margin = self.bison[space] - self.wolf[space]
        if not self.is_match_point:
            return margin
        lead = self.shells[BISON] - self.shells[WOLF] + 2 * margin
        return MATCH_POINT_PRIZE * ((lead > 0) - (lead < 0))

    def encode(self) -> str:
        """Return the values of both sides' stones by space, followed by both sides' shells if it is match point.

        An example is `915284637 194825763`, or `915284637 194825763 10:8` at match point.
        """
        sides = ("".join(map(str, side)) for side in (self.bison, self.wolf))
        return " ".join([*sides, *([":".join(map(str, self.shells))] if self.is_match_point else [])])


def decode_board(text: str) -> SchamanenDailyBoard:
    """Parse the text that `SchamanenDailyBoard.encode` returned."""
    bison, wolf, *shells = text.split()
    own, other = shells[0].split(":") if shells else EVEN_SHELLS
    return SchamanenDailyBoard(tuple(map(int, bison)), tuple(map(int, wolf)), (int(own), int(other)))


def find_board(number: int, *, is_match_point: bool) -> SchamanenDailyBoard:
    """Return the board with this number, from 0. Boards with and without match point are numbered separately.

    After the last board, more than two years later, the first one is used again.
    """
    boards = list_boards(is_match_point=is_match_point)
    return boards[number % len(boards)]


@cache
def list_boards(*, is_match_point: bool) -> tuple[SchamanenDailyBoard, ...]:
    lines = files(__package__).joinpath("daily_boards.txt").read_text("utf-8").splitlines()
    return tuple(board for board in map(decode_board, lines) if board.is_match_point == is_match_point)
