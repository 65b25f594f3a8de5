"""A board for looking ahead: squares in a list, pieces and turns as numbers, each turn a board of its own.

The library's board knows more and is many times slower; the tests hold this one against it, turn by turn.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, TypeAlias

import chess

from games.core import Word
from games.shamanic_chess.lines import LINED, NEAR, attacked
from games.shamanic_chess.position import NAMES, SQUARES, WAKE, Position, Square
from games.shamanic_chess.position import TRANCE as TRAVELS
from games.shamanic_chess.worth import (
    BISHOP,
    BLACK,
    CODES,
    KIND,
    KING,
    KNIGHT,
    MATERIAL,
    PAWN,
    PRICE,
    QUEEN,
    ROOK,
    TRANCE,
    WORTH,
    drawn,
    worth,
)

Turn: TypeAlias = int
"""From, to and how: six bits, six bits, three bits. How is one of these, or the kind a pawn becomes and BECOMES."""
HOW: Final = 12
JOURNEY: Final = 1
WAKING: Final = 2
BECOMES: Final = 1
BITS: Final = (1 << 15) - 1

NOWHERE: Final = 64
_LETTERS: Final = {"n": KNIGHT, "b": BISHOP, "r": ROOK, "q": QUEEN}
_KINDS: Final = {BECOMES + kind: letter for letter, kind in _LETTERS.items()}
# One bit a right; a turn from or to a square leaves those that the square has nothing to do with.
_RIGHTS: Final = {chess.H1: 1, chess.A1: 2, chess.H8: 4, chess.A8: 8}
_KEPT: Final = tuple(15 & ~{**_RIGHTS, chess.E1: 3, chess.E8: 12}.get(square, 0) for square in range(64))
_CORNERS: Final = {6: (7, 5), 2: (0, 3), 62: (63, 61), 58: (56, 59)}
"""By where the king goes: from where to where its rook does."""


def _number(*of: int) -> int:
    """The same on every machine, and small enough to be quick."""
    return int.from_bytes(sha256(bytes(of)).digest()[:7], "big")


_KEYS: Final = tuple(tuple(_number(code, square) for square in range(64)) for code in range(CODES))
_RIGHT_KEYS: Final = tuple(_number(rights) for rights in range(16))
_PASSING_KEYS: Final = (*(_number(file, 0, 0) for _ in range(8) for file in range(8)), 0)
_BLACK_KEY: Final = _number()


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


class Mailbox:
    """Never changed once it is made."""

    __slots__ = ("black", "castling", "key", "kings", "material", "passing", "quiet", "score", "squares")

    squares: list[int]
    black: int
    """BLACK when Black is to move, else 0."""
    kings: tuple[Square, Square]
    castling: int
    passing: Square
    """Behind a pawn that has just made a double step; NOWHERE else."""
    quiet: int
    key: int
    score: int
    """What the pieces are worth to White."""
    material: int
    """What the pieces of both would be worth awake and anywhere."""

    @classmethod
    def of(cls, position: Position, quiet: int = 0) -> Mailbox:
        self = cls()
        self.squares = squares = [0] * 64
        for kind, mask in zip((KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN), position.kinds, strict=True):
            for square in chess.scan_forward(mask):
                at = 1 << square
                squares[square] = kind | (BLACK if position.black & at else 0) | (TRANCE if position.trance & at else 0)
        self.black = 0 if position.white_moves else BLACK
        self.kings = squares.index(KING), squares.index(KING | BLACK)
        self.castling = sum(right for corner, right in _RIGHTS.items() if position.castling & 1 << corner)
        self.passing = NOWHERE if position.passing is None else position.passing
        self.quiet = quiet
        self.score = sum(WORTH[code][square] for square, code in enumerate(squares))
        self.material = sum(MATERIAL[code] for code in squares)
        key = _RIGHT_KEYS[self.castling] ^ _PASSING_KEYS[self.passing] ^ (self.black and _BLACK_KEY)
        for square, code in enumerate(squares):
            key ^= _KEYS[code][square] if code else 0
        self.key = key
        return self

    def after(self, turn: Turn) -> Mailbox:
        """Trusts the turn."""
        at, to, how = turn & 63, turn >> 6 & 63, turn >> HOW
        child = Mailbox()
        squares = child.squares = self.squares[:]
        black = self.black
        piece = squares[at]
        taken = squares[to] if at != to else 0
        if not how:
            new = piece
        elif how <= WAKING:
            new = piece | TRANCE if how == JOURNEY else piece ^ TRANCE
        else:
            new = black | how - BECOMES
        squares[at] = 0
        squares[to] = new
        child.key = self.key ^ _BLACK_KEY ^ _KEYS[piece][at] ^ _KEYS[new][to] ^ _PASSING_KEYS[self.passing]
        child.score = self.score + WORTH[new][to] - WORTH[piece][at]
        child.black = BLACK - black
        child.kings = self.kings
        child.material = self.material
        child.castling = self.castling
        child.passing = NOWHERE
        child.quiet = self.quiet + 1
        if taken:
            child.key ^= _KEYS[taken][to]
            child.score -= WORTH[taken][to]
            child.material -= MATERIAL[taken]
            child.quiet = 0
        kind = piece & KIND
        if kind == PAWN:
            child.quiet = 0
            child.material += MATERIAL[new] - MATERIAL[piece]
            if to == self.passing:
                child._put(to + 8 if black else to - 8, 0)
                child.material -= PRICE[PAWN]
            elif abs(to - at) == 16:
                child._passes(at, to)
        elif kind == KING:
            child.kings = (self.kings[0], to) if black else (to, self.kings[1])
            if abs(to - at) == 2:
                corner, beside = _CORNERS[to]
                child._put(beside, squares[corner])
                child._put(corner, 0)
        if self.castling:
            child.castling &= _KEPT[at] & _KEPT[to]
            child.key ^= _RIGHT_KEYS[self.castling] ^ _RIGHT_KEYS[child.castling]
        return child

    def _put(self, at: Square, piece: int) -> None:
        """On a board that is still being made."""
        before = self.squares[at]
        self.squares[at] = piece
        self.key ^= (_KEYS[before][at] if before else 0) ^ (_KEYS[piece][at] if piece else 0)
        self.score += WORTH[piece][at] - WORTH[before][at]

    def _passes(self, at: Square, to: Square) -> None:
        """The right is nobody's, and no part of the position, unless a pawn stands there to use it."""
        enemy = PAWN | self.black
        if (to & 7 and self.squares[to - 1] == enemy) or (to & 7 != 7 and self.squares[to + 1] == enemy):
            self.passing = (at + to) // 2
            self.key ^= _PASSING_KEYS[self.passing]

    def gain(self, turn: Turn) -> int:
        """What this turn captures, and what a pawn becomes by it."""
        at, to, how = turn & 63, turn >> 6 & 63, turn >> HOW
        became = PRICE[how - BECOMES] - PRICE[PAWN] if how > WAKING else 0
        if to == self.passing and self.squares[at] & KIND == PAWN:
            return PRICE[PAWN]
        return became if to == at else became + PRICE[self.squares[to] & KIND]

    def passed(self) -> Mailbox:
        """If the mover did nothing: no turn of the game, but a question worth asking."""
        child = Mailbox()
        child.squares, child.kings, child.castling = self.squares, self.kings, self.castling
        child.score, child.material, child.quiet = self.score, self.material, self.quiet + 1
        child.black = BLACK - self.black
        child.passing = NOWHERE
        child.key = self.key ^ _BLACK_KEY ^ _PASSING_KEYS[self.passing]
        return child

    @property
    def dead(self) -> bool:
        return drawn(self.material)

    def worth(self) -> int:
        """To who is to move."""
        white = worth(self.score, self.material, *self.kings)
        return -white if self.black else white

    @property
    def king(self) -> Square:
        return self.kings[1 if self.black else 0]

    def checked(self) -> bool:
        return attacked(self.squares, self.king, BLACK - self.black)

    def checked_by(self, turn: Turn) -> bool:
        """Is who is to move in check after this turn of the other? Asked only where it could be."""
        near = NEAR[self.king]
        # Castling and capturing in passing touch more squares than two; kings and pawns do them.
        kind = self.squares[turn >> 6 & 63] & KIND
        if near[turn & 63] or near[turn >> 6 & 63] or kind in (KING, PAWN):
            return self.checked()
        return False

    def safe(self, turn: Turn, child: Mailbox, checked: bool) -> bool:
        """Does this turn leave the mover's own king unattacked? It need not be looked at unless a line may open."""
        at = turn & 63
        king = child.kings[1 if self.black else 0]
        if checked or at == self.king or LINED[king][at] or (turn >> 6 & 63) == self.passing:
            return not attacked(child.squares, king, child.black)
        return True
