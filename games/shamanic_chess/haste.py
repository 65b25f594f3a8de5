"""Who plays for fun and looks hardly around: near where something has just happened, and at nothing that may follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import chess

from games.dice import Dice
from games.shamanic_chess.journey import uncovers
from games.shamanic_chess.mailbox import HOW, JOURNEY, Mailbox, Turn
from games.shamanic_chess.position import MIDDLE, SQUARES, Position, Square, attackers, awake
from games.shamanic_chess.state import State

NEAR: Final = 2
"""Steps of a king: what is further away is overlooked, a capture too."""
IDEAS: Final = 3
"""So many turns come to mind, and the one that wins most is done, whatever the answer may be."""


def drop_pointless_journeys(position: Position, turns: Sequence[Turn], showy: Sequence[Turn]) -> list[Turn]:
    """Leave out the turns that put a piece to sleep for nothing. In check every journey blocks it, so all stay."""
    board = awake(position)
    if attackers(board):
        return list(turns)
    told = set(showy)
    good = [turn for turn in turns if turn >> HOW != JOURNEY or turn in told or uncovers(board, turn & 63)]
    return good or list(turns)


def hasty(state: State, root: Mailbox, turns: Sequence[Turn], dice: Dice) -> tuple[Turn, Square]:
    """A turn, and around which square it was looked for."""
    around = SQUARES[_end(state.last.word)] if state.last else dice.choice(MIDDLE)
    near = [turn for turn in turns if chess.square_distance(turn >> 6 & 63, around) <= NEAR] or turns
    ideas = [dice.choice(near) for _ in range(IDEAS)]
    return max(ideas, key=root.gain), around


def _end(word: Sequence[str]) -> str:
    """Where a turn ends."""
    return next(each for each in reversed(word) if each in SQUARES)
