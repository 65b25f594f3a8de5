"""The search in `native/`: the board and the turns as the numbers it reads, how to call it, and what it finds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final, NamedTuple, TypeAlias

import chess

from games.compiled import CompiledModule
from games.core import Move, TimeLeft
from games.shamanic_chess.position import NAMES, SQUARES, WAKE, Position, Square
from games.shamanic_chess.position import TRANCE as TRAVELS
from games.shamanic_chess.worth import (
    BISHOP,
    BLACK,
    FULL,
    KIND,
    KING,
    KNIGHT,
    LATE,
    MATERIAL,
    MIDDLE,
    PAWN,
    PRICE,
    QUEEN,
    ROOK,
    SHELTER,
    TRANCE,
    WON,
    WORTH,
)

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


def turned(word: Move) -> Turn:
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


def spelt(turn: Turn) -> Move:
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


MATE: Final = 1_000_000
PLY: Final = 100
"""An earlier mate is better, by more than any liking for a turn."""
SURE: Final = MATE - 200 * PLY
DEEPEST: Final = 40
ASKED_EVERY: Final = 1024
"""After so many boards it is asked whether anything is left."""

_FIGURES: Final = (*(each for squares in WORTH for each in squares), *MATERIAL, *SHELTER, *MIDDLE, FULL, WON, LATE)
_FIGURED: Final = Struct(f"<{len(_FIGURES)}i").pack(*_FIGURES)
_CHOICE: Final = Struct("<iii")
_VERDICT: Final = Struct("<iiii")
_POSITION: Final = 68


class Verdict(NamedTuple):
    turn: Turn
    worth: int
    """To who is to move; from SURE on somebody mates."""
    depth: int

    @property
    def mate(self) -> int:
        """In how many moves who is to move mates; 0 if that is not known."""
        return (MATE - self.worth + PLY) // (2 * PLY) if self.worth >= SURE else 0


class Search:
    """What is learnt while looking ahead from one position."""

    def __init__(self, root: Mailbox, stood: Iterable[Mailbox], left: TimeLeft, most: int, *, free: bool) -> None:
        self.root = root
        self.most = most
        self.free = free
        self.boards = 0
        """That have been looked at."""
        self.ahead = CompiledModule("games.shamanic_chess", "search", lambda: left() <= 0)
        self.ahead.call("initialize")
        self.ahead.write_memory("evaluation_weights", _FIGURED)
        for each in stood:
            self.stands(each)
            self.ahead.call("record_position")

    def stands(self, where: Mailbox) -> None:
        """What is asked next is about this position."""
        rest = (where.black, where.castling, where.passing, where.quiet)
        self.ahead.write_memory("position", bytes((*where.squares, *rest)))

    def position(self) -> Mailbox:
        *squares, black, castling, passing, quiet = self.ahead.read_memory("position", _POSITION)
        return Mailbox(tuple(squares), black, castling, passing, quiet)

    def best(self, turns: Sequence[Turn], liking: Mapping[Turn, int], deepest: int = DEEPEST) -> Verdict:
        """One of these turns; `liking` is added to what it is worth."""
        self.stands(self.root)
        self.ahead.write_memory("root_moves", b"".join(_CHOICE.pack(turn, liking.get(turn, 0), 0) for turn in turns))
        self.ahead.call("find_best_move", len(turns), deepest, self.most, self.free)
        *verdict, self.boards = _VERDICT.unpack(self.ahead.read_memory("search_result", _VERDICT.size))
        return Verdict(*verdict)
