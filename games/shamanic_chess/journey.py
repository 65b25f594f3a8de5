"""The journeys that a person thinks of: there are hundreds, and most put a piece to sleep for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import chess

from games.shamanic_chess.mailbox import HOW, JOURNEY, Turn
from games.shamanic_chess.position import Position, Square, attacked_squares, awake, whole


def uncovers(board: chess.Board, at: Square) -> bool:
    """Return whether the enemy's king would be in check if this piece were gone."""
    king = board.king(not board.turn)
    assert king is not None
    start = 1 << at
    return bool(board.attackers_mask(board.turn, king, board.occupied & ~start) & ~start)


def tempting(position: Position, turns: Iterable[Turn]) -> Iterator[Turn]:
    """Find the journeys that show what shamans are for: out of danger, or to where waking is check."""
    board = awake(position)
    threatened = attacked_squares(board, not board.turn)
    for turn in turns:
        at, to = turn & 63, turn >> 6 & 63
        if (
            turn >> HOW == JOURNEY
            and not threatened >> to & 1
            and (threatened >> at & 1 or lies_in_wait(position, turn))
        ):
            yield turn


def lies_in_wait(position: Position, turn: Turn) -> bool:
    """Return whether it will be check when this traveler wakes."""
    board, traveler = awake(position), whole(position).piece_at(turn & 63)
    king = board.king(not board.turn)
    assert king is not None
    board.remove_piece_at(turn & 63)
    board.set_piece_at(turn >> 6 & 63, traveler)
    return board.is_attacked_by(board.turn, king)
