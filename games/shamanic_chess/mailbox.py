"""A board for looking ahead: squares in a list, pieces and turns as numbers, each turn a board of its own.

The library's board knows more and is many times slower; the tests hold this one against it, turn by turn.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, TypeAlias

import chess

from games.core import Word
from games.shamanic_chess.lines import LEAPS, LINED, NEAR, PAWNS, REACH, SLANTING, STEPS, STRAIGHT
from games.shamanic_chess.position import NAMES, SQUARES, TRANCE as JOURNEYS, WAKE, Position, Square
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
JOURNEY: Final = 1
WAKING: Final = 2
BECOMES: Final = 1
BITS: Final = (1 << 15) - 1

NOWHERE: Final = 64
_LETTERS: Final = {"n": KNIGHT, "b": BISHOP, "r": ROOK, "q": QUEEN}
_KINDS: Final = {BECOMES + kind: letter for letter, kind in _LETTERS.items()}
# One bit a right; a turn from or to a square leaves those that the square has nothing to do with.
_RIGHTS: Final = {chess.H1: 1, chess.A1: 2, chess.H8: 4, chess.A8: 8}
_KEPT: Final = tuple(
    15 & ~{**_RIGHTS, chess.E1: 3, chess.E8: 12}.get(square, 0) for square in range(64)
)
_CASTLINGS: Final = (
    ((1, (5, 6), (5, 6), 6), (2, (3, 2, 1), (3, 2), 2)),
    ((4, (61, 62), (61, 62), 62), (8, (59, 58, 57), (59, 58), 58)),
)
"""By side: the right, what must be empty, what must not be attacked, where the king goes."""
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
            return SQUARES[at] | SQUARES[at] << 6 | WAKING << 12
        case (at, "~", to):
            return SQUARES[at] | SQUARES[to] << 6 | JOURNEY << 12
        case (at, to, kind):
            return SQUARES[at] | SQUARES[to] << 6 | _LETTERS[kind] + BECOMES << 12
        case (at, to):
            return SQUARES[at] | SQUARES[to] << 6
    raise AssertionError(word)


def spelt(turn: Turn) -> Word:
    at, to, how = NAMES[turn & 63], NAMES[turn >> 6 & 63], turn >> 12
    if how == JOURNEY:
        return at, JOURNEYS, to
    if how == WAKING:
        return at, WAKE
    return (at, to, _KINDS[how]) if how else (at, to)


class Mailbox:
    """Never changed once it is made. What a journey may do without being filtered, see `journeys`."""

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
        at, to, how = turn & 63, turn >> 6 & 63, turn >> 12
        child = Mailbox()
        squares = child.squares = self.squares[:]
        black = self.black
        piece = squares[at]
        taken = squares[to] if at != to else 0
        new = piece if not how else piece | TRANCE if how == JOURNEY else piece ^ TRANCE if how == WAKING else 0
        new = new or black | how - BECOMES
        squares[at] = 0
        squares[to] = new
        key = self.key ^ _BLACK_KEY ^ _KEYS[piece][at] ^ _KEYS[new][to] ^ _PASSING_KEYS[self.passing]
        score = self.score + WORTH[new][to] - WORTH[piece][at]
        child.black = BLACK - black
        child.kings = self.kings
        child.material = self.material
        child.castling = self.castling
        child.passing = NOWHERE
        child.quiet = self.quiet + 1
        if taken:
            key ^= _KEYS[taken][to]
            score -= WORTH[taken][to]
            child.material -= MATERIAL[taken]
            child.quiet = 0
        kind = piece & KIND
        if kind == PAWN:
            child.quiet = 0
            if to == self.passing:
                gone = to + 8 if black else to - 8
                taken = squares[gone]
                squares[gone] = 0
                key ^= _KEYS[taken][gone]
                score -= WORTH[taken][gone]
                child.material -= MATERIAL[taken]
            elif how:
                child.material += MATERIAL[new] - MATERIAL[piece]
            elif to - at == 16 or at - to == 16:
                enemy = PAWN | child.black
                # The right is nobody's, and no part of the position, unless a pawn stands there to use it.
                if (to & 7 and squares[to - 1] == enemy) or (to & 7 != 7 and squares[to + 1] == enemy):
                    child.passing = (at + to) // 2
                    key ^= _PASSING_KEYS[child.passing]
        elif kind == KING:
            child.kings = (self.kings[0], to) if black else (to, self.kings[1])
            if to - at == 2 or at - to == 2:
                start, goal = _CORNERS[to]
                rook = squares[start]
                squares[start] = 0
                squares[goal] = rook
                key ^= _KEYS[rook][start] ^ _KEYS[rook][goal]
                score += WORTH[rook][goal] - WORTH[rook][start]
        if self.castling:
            child.castling = castling = self.castling & _KEPT[at] & _KEPT[to]
            key ^= _RIGHT_KEYS[self.castling] ^ _RIGHT_KEYS[castling]
        child.key = key
        child.score = score
        return child

    def gain(self, turn: Turn) -> int:
        """What this turn captures, and what a pawn becomes by it."""
        at, to, how = turn & 63, turn >> 6 & 63, turn >> 12
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

    def moves(self, quiets: bool = True) -> tuple[list[int], list[Turn]]:
        """What captures or makes a queen, the best trade topmost in the high bits; and what does neither, if asked for.

        By the ordinary rules; some may leave the king attacked.
        """
        squares, black, passing = self.squares, self.black, self.passing
        noisy: list[int] = []
        quiet: list[Turn] = []
        low, high = black, black + KIND
        for at, piece in enumerate(squares):
            if not low < piece < high:
                continue
            kind = piece & KIND
            if kind == PAWN:
                self._advance(at, noisy, quiet, quiets)
                continue
            for ray in REACH[kind][at]:
                for to in ray:
                    there = squares[to]
                    if there:
                        if there & BLACK != black:
                            noisy.append((_PRIZE[there] - kind) << 15 | to << 6 | at)
                        break
                    if quiets:
                        quiet.append(to << 6 | at)
        if quiets and self.castling:
            self._castle(quiet)
        return noisy, quiet

    def _advance(self, at: Square, noisy: list[int], quiet: list[Turn], quiets: bool) -> None:
        squares, black = self.squares, self.black
        for to in PAWNS[black >> 3][at]:
            there = squares[to]
            if (there and there & BLACK != black) or to == self.passing:
                self._arrive(at, to, _PRIZE[there or PAWN] - PAWN, noisy, quiet, quiets)
        to = at - 8 if black else at + 8
        if squares[to]:
            return
        if to < 8 or to > 55:
            self._arrive(at, to, 0, noisy, quiet, quiets)
        elif quiets:
            quiet.append(to << 6 | at)
            two = to - 8 if black else to + 8
            if at >> 3 == (6 if black else 1) and not squares[two]:
                quiet.append(two << 6 | at)

    @staticmethod
    def _arrive(at: Square, to: Square, prize: int, noisy: list[int], quiet: list[Turn], quiets: bool) -> None:
        turn = to << 6 | at
        if 8 <= to < 56:
            noisy.append(prize << 15 | turn)
            return
        noisy.append(prize + _PRIZE[QUEEN] << 15 | QUEEN + BECOMES << 12 | turn)
        if quiets:
            quiet += [kind + BECOMES << 12 | turn for kind in (KNIGHT, ROOK, BISHOP)]

    def _castle(self, quiet: list[Turn]) -> None:
        squares, king = self.squares, self.king
        enemy = BLACK - self.black
        for right, empty, path, to in _CASTLINGS[self.black >> 3]:
            if self.castling & right and not any(squares[square] for square in empty):
                if not any(attacked(squares, square, enemy) for square in (king, *path)):
                    quiet.append(to << 6 | king)

    def wakings(self) -> list[Turn]:
        """Not in check."""
        low, high = TRANCE | self.black, TRANCE | self.black | KIND
        return [WAKING << 12 | at << 6 | at for at, piece in enumerate(self.squares) if low < piece < high]

    def travellers(self, free: bool, checked: bool) -> list[Square]:
        """Who may journey: in check only who is in trance already, and only where shamans are free."""
        black = self.black
        return [
            at
            for at, piece in enumerate(self.squares)
            if KNIGHT <= piece & KIND <= QUEEN and piece & BLACK == black and (free if piece & TRANCE else not checked)
        ]

    def journeys(self, free: bool, checked: bool) -> list[Turn]:
        """All of them; some may leave the king attacked."""
        empty = [square for square, piece in enumerate(self.squares) if not piece]
        return [JOURNEY << 12 | to << 6 | at for at in self.travellers(free, checked) for to in empty]


_PRIZE: Final = tuple(16 * (10_000 if code & KIND == KING else MATERIAL[code]) // 10 + 8 for code in range(CODES))
"""What capturing it is good for, before any other capture of less; only the order matters."""


def attacked(squares: list[int], square: Square, by: int) -> bool:
    """By anything awake of that side."""
    knight, king, pawn = KNIGHT | by, KING | by, PAWN | by
    rook, bishop, queen = ROOK | by, BISHOP | by, QUEEN | by
    for at in LEAPS[square]:
        if squares[at] == knight:
            return True
    for ray in STRAIGHT[square]:
        for at in ray:
            piece = squares[at]
            if piece:
                if piece == rook or piece == queen:
                    return True
                break
    for ray in SLANTING[square]:
        for at in ray:
            piece = squares[at]
            if piece:
                if piece == bishop or piece == queen:
                    return True
                break
    # Whoever a pawn of the other side would attack from here, attacks this square if it is one.
    for at in PAWNS[0 if by else 1][square]:
        if squares[at] == pawn:
            return True
    for at in STEPS[square]:
        if squares[at] == king:
            return True
    return False


def covered(squares: list[int], by: int) -> set[Square]:
    """The squares that this side attacks, its own pieces among them where they are protected."""
    found: set[Square] = set()
    low, high = by, by + KIND
    for at, piece in enumerate(squares):
        if low < piece < high:
            kind = piece & KIND
            if kind == PAWN:
                found.update(PAWNS[by >> 3][at])
                continue
            for ray in REACH[kind][at]:
                for to in ray:
                    found.add(to)
                    if squares[to]:
                        break
    return found
