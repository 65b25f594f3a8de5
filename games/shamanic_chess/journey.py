"""The journeys that a person thinks of, among hundreds that put a piece to sleep for nothing; and hasty turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import chess

from games.dice import Dice
from games.shamanic_chess.position import MIDDLE, SQUARES, Position, Square, attacked_squares, attackers, awake, whole
from games.shamanic_chess.search import HOW, JOURNEY, Mailbox, Turn
from games.shamanic_chess.state import State


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
    around = SQUARES[_end(state.last.word)] if state.last else dice.choose(MIDDLE)
    near = [turn for turn in turns if chess.square_distance(turn >> 6 & 63, around) <= NEAR] or turns
    ideas = [dice.choose(near) for _ in range(IDEAS)]
    return max(ideas, key=root.gain), around


def _end(word: Sequence[str]) -> str:
    """Where a turn ends."""
    return next(each for each in reversed(word) if each in SQUARES)
