"""The journeys that a person thinks of: there are hundreds, and most put a piece to sleep for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.shamanic_chess.lines import LINED, covered
from games.shamanic_chess.mailbox import HOW, JOURNEY, Mailbox, Turn
from games.shamanic_chess.worth import BLACK, KING, TRANCE


def uncovers(node: Mailbox, at: int) -> bool:
    """Would the enemy's king be in check if this piece were gone?"""
    if not LINED[node.squares.index(KING | BLACK - node.black)][at]:
        return False
    squares = list(node.squares)
    squares[at] = 0
    return node.checks(squares)


def tempting(node: Mailbox, turns: Iterable[Turn]) -> Iterator[Turn]:
    """The journeys that show what shamans are for: out of danger, or to where waking is check."""
    threatened = covered(node.squares, BLACK - node.black)
    for turn in turns:
        safe = turn >> HOW == JOURNEY and (turn >> 6 & 63) not in threatened
        if safe and (turn & 63 in threatened or lies_in_wait(node, turn)):
            yield turn


def lies_in_wait(node: Mailbox, turn: Turn) -> bool:
    """Will it be check when this traveller wakes?"""
    squares = node.after(turn)
    squares[turn >> 6 & 63] &= ~TRANCE
    return node.checks(squares)
