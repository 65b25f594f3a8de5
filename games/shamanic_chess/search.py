"""Looking ahead, deeper and deeper, until nothing is left: what `ahead/` finds, and how it is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from struct import Struct
from typing import Final, NamedTuple

from games.compiled import Compiled
from games.core import Left
from games.shamanic_chess.mailbox import Mailbox, Turn
from games.shamanic_chess.worth import FULL, LATE, MATERIAL, MIDDLE, SHELTER, WON, WORTH

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

    def __init__(self, root: Mailbox, stood: Iterable[Mailbox], left: Left, most: int, *, free: bool) -> None:
        self.root = root
        self.most = most
        self.free = free
        self.boards = 0
        """That have been looked at."""
        self.ahead = Compiled("games.shamanic_chess", "ahead", lambda: left() <= 0)
        self.ahead.asked("begin")
        self.ahead.note("figures", _FIGURED)
        for each in stood:
            self.stands(each)
            self.ahead.asked("stands")

    def stands(self, where: Mailbox) -> None:
        """What is asked next is about this position."""
        rest = (where.black, where.castling, where.passing, where.quiet)
        self.ahead.note("position", bytes((*where.squares, *rest)))

    def position(self) -> Mailbox:
        *squares, black, castling, passing, quiet = self.ahead.noted("position", _POSITION)
        return Mailbox(tuple(squares), black, castling, passing, quiet)

    def best(self, turns: Sequence[Turn], liking: Mapping[Turn, int], deepest: int = DEEPEST) -> Verdict:
        """One of these turns; `liking` is added to what it is worth."""
        self.stands(self.root)
        self.ahead.note("choices", b"".join(_CHOICE.pack(turn, liking.get(turn, 0), 0) for turn in turns))
        self.ahead.asked("best", len(turns), deepest, self.most, self.free)
        *verdict, self.boards = _VERDICT.unpack(self.ahead.noted("verdict", _VERDICT.size))
        return Verdict(*verdict)
