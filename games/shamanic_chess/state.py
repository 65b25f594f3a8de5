"""The state of a Shamanic Chess match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.core import Move, OpenView, Seat
from games.shamanic_chess.fen import Setup
from games.shamanic_chess.position import SQUARE_BY_NAME, Position, Square

WHITE: Final = 0
BLACK: Final = 1
SIDE_NAMES: Final = ("white", "black")

EndReason: TypeAlias = Literal["mate", "stalemate", "dead", "repetition", "fifty", "stopped"]
"""The reason why a match ended. `stopped` means that its players or the clock ended the match."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move and the position before it."""

    before: Position
    move: Move

    @property
    def seat(self) -> Seat:
        return WHITE if self.before.white_to_move else BLACK

    @property
    def squares(self) -> frozenset[Square]:
        """The squares named by the move: one for a waking, and two for any other move."""
        return frozenset(SQUARE_BY_NAME[token] for token in self.move if token in SQUARE_BY_NAME)


@dataclass(frozen=True, slots=True)
class State:
    free_shamans: bool
    """Whether a piece in trance may make another journey without waking first, as in the `free` variant."""
    position: Position
    halfmove_clock: int
    """Plies since the last capture or pawn move."""
    fullmove_number: int
    """The number of the current move, as in a FEN. It increases after each move by Black."""
    repeatable_positions: tuple[Position, ...]
    """All positions since the last capture or pawn move, the current one last. Earlier positions cannot recur."""
    last_move: PlayedMove | None = None
    end_reason: EndReason | None = None
    explained_topics: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """The topics of `introduce` that each seat has already been shown."""

    @property
    def seat_to_move(self) -> Seat:
        """The seat to move, or the seat that would be to move if the match had not ended."""
        return WHITE if self.position.white_to_move else BLACK

    @property
    def setup(self) -> Setup:
        """The part of the state that a FEN contains."""
        return Setup(self.position, self.halfmove_clock, self.fullmove_number)


View: TypeAlias = OpenView[State]


def list_beginner_topics(state: State) -> frozenset[str]:
    """Return the topics to explain to a beginner: the goal, and the trance if any piece is in trance."""
    return frozenset(("goal", "trance") if state.position.in_trance else ("goal",))


def arrange_squares(view: View) -> Sequence[Sequence[Square]]:
    """Return the rows of squares from top to bottom, each from left to right, as the view's seat sees them."""
    ranks = [range(8 * rank, 8 * rank + 8) for rank in range(7, -1, -1)]
    return [rank[::-1] for rank in ranks[::-1]] if view.seat == BLACK else ranks
