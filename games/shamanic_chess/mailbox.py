"""The board and the turns as numbers, which is how the compiled search reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import chess

from games.core import Word
from games.shamanic_chess.position import NAMES, SQUARES, WAKE, Position, Square
from games.shamanic_chess.position import TRANCE as TRAVELS
from games.shamanic_chess.worth import BISHOP, BLACK, KIND, KING, KNIGHT, PAWN, PRICE, QUEEN, ROOK, TRANCE

Turn: TypeAlias = int
"""From, to and how: six bits, six bits, three bits. How is one of these, or the kind a pawn becomes and BECOMES."""
HOW: Final = 12
JOURNEY: Final = 1
WAKING: Final = 2
BECOMES: Final = 1

NOWHERE: Final = 64
_LETTERS: Final = {"n": KNIGHT, "b": BISHOP, "r": ROOK, "q": QUEEN}
_KINDS: Final = {BECOMES + kind: letter for letter, kind in _LETTERS.items()}
_RIGHTS: Final = {chess.H1: 1, chess.A1: 2, chess.H8: 4, chess.A8: 8}


def turned(word: Word) -> Turn:
    """The number of a word."""
    match word:
        case (at, "^"):
            return SQUARES[at] | SQUARES[at] << 6 | WAKING << HOW
        case (at, "~", to):
            return SQUARES[at] | SQUARES[to] << 6 | JOURNEY << HOW
        case (at, to, kind):
            return SQUARES[at] | SQUARES[to] << 6 | _LETTERS[kind] + BECOMES << HOW
        case (at, to):
            return SQUARES[at] | SQUARES[to] << 6
    raise AssertionError(word)


def spelt(turn: Turn) -> Word:
    at, to, how = NAMES[turn & 63], NAMES[turn >> 6 & 63], turn >> HOW
    if how == JOURNEY:
        return at, TRAVELS, to
    if how == WAKING:
        return at, WAKE
    return (at, to, _KINDS[how]) if how else (at, to)


@dataclass(frozen=True, slots=True)
class Mailbox:
    squares: tuple[int, ...]
    black: int
    """BLACK when Black is to move, else 0."""
    castling: int
    """One bit a right."""
    passing: Square
    """Behind a pawn that has just made a double step; NOWHERE else."""
    quiet: int

    @classmethod
    def of(cls, position: Position, quiet: int = 0) -> Mailbox:
        squares = [0] * 64
        for kind, mask in zip((KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN), position.kinds, strict=True):
            for square in chess.scan_forward(mask):
                at = 1 << square
                squares[square] = kind | (BLACK if position.black & at else 0) | (TRANCE if position.trance & at else 0)
        return cls(
            tuple(squares),
            black=0 if position.white_moves else BLACK,
            castling=sum(right for corner, right in _RIGHTS.items() if position.castling & 1 << corner),
            passing=NOWHERE if position.passing is None else position.passing,
            quiet=quiet,
        )

    def gain(self, turn: Turn) -> int:
        """What this turn captures, and what a pawn becomes by it."""
        at, to, how = turn & 63, turn >> 6 & 63, turn >> HOW
        became = PRICE[how - BECOMES] - PRICE[PAWN] if how > WAKING else 0
        if to == self.passing and self.squares[at] & KIND == PAWN:
            return PRICE[PAWN]
        return became if to == at else became + PRICE[self.squares[to] & KIND]
