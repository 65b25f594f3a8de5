"""Where a match of Shamanic Chess stands, and what is seen of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.core import Move, OpenView, Seat
from games.shamanic_chess.fen import Diagram
from games.shamanic_chess.position import Position

WHITE: Final = 0
BLACK: Final = 1
SIDES: Final = ("white", "black")

End: TypeAlias = Literal["mate", "stalemate", "dead", "repetition", "fifty", "stopped"]
"""By the rules of the game, or `stopped` by what was said at the table."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What was done last, and where everything stood before."""

    before: Position
    word: Move

    @property
    def seat(self) -> Seat:
        return WHITE if self.before.white_moves else BLACK


@dataclass(frozen=True, slots=True)
class State:
    free: bool
    """May shamans journey on?"""
    position: Position
    quiet: int
    """Turns since the last capture or pawn move."""
    number: int
    """Of the move, as players count."""
    stood: tuple[Position, ...]
    """Every position since the last capture or pawn move, this one included: no other can come again."""
    last: Turn | None = None
    end: End | None = None
    met: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """By seat what a beginner has been told of, if one sits there: all that had come up when it last chose."""

    @property
    def mover(self) -> Seat:
        return WHITE if self.position.white_moves else BLACK

    @property
    def diagram(self) -> Diagram:
        return Diagram(self.position, self.quiet, self.number)


View: TypeAlias = OpenView[State]


def met(state: State) -> frozenset[str]:
    """What there is to be told of: the game, and shamans once there has to be thought of one."""
    return frozenset(("goal", "trance") if state.position.trance else ("goal",))
