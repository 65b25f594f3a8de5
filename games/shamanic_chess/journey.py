"""The few journeys that are worth looking ahead: there are two hundred in a position, and they seldom pay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from games.shamanic_chess.lines import LINED, REACH, STEPS, attacked, covered
from games.shamanic_chess.mailbox import HOW, JOURNEY, Mailbox, Turn
from games.shamanic_chess.position import Square
from games.shamanic_chess.ways import journeys, travellers
from games.shamanic_chess.worth import BLACK, KIND, KING, PRICE, TRANCE, WORTH

MOST: Final = 24
_A_PIECE: Final = 6
"""So many for one that flees, so that others can flee too."""
_AIMS: Final = 2


def worthwhile(node: Mailbox, *, free: bool, checked: bool) -> list[Turn]:
    """To safety: by who is attacked, by who uncovers a check, or to where two things are attacked once it is awake.

    In check every journey there is blocks it, and all are worth a look.
    """
    if checked:
        return journeys(node, free=free, checked=True)
    squares, enemy = node.squares, BLACK - node.black
    threatened = covered(squares, enemy)
    aims: dict[int, dict[Square, int]] = {}
    found: list[tuple[int, Turn]] = []
    for at in travellers(node, free=free, checked=False):
        piece = squares[at]
        kind = piece & KIND
        if kind not in aims:
            aims[kind] = _aims(node, kind, threatened)
        aimed, awake = aims[kind], WORTH[piece & ~TRANCE]
        sign = -1 if node.black else 1
        if at in threatened or uncovers(node, at):
            goals = [goal for goal in range(64) if not squares[goal] and goal not in threatened]
            ranked = sorted(((60 * aimed.get(goal, 0) + sign * awake[goal], goal) for goal in goals), reverse=True)
            found += [(worth, JOURNEY << HOW | goal << 6 | at) for worth, goal in ranked[:_A_PIECE]]
        else:
            found += [
                (60 * many, JOURNEY << HOW | goal << 6 | at)
                for goal, many in aimed.items()
                if many >= _AIMS and not squares[goal] and goal not in threatened
            ]
    found.sort(reverse=True)
    return [turn for _, turn in found[:MOST]]


def uncovers(node: Mailbox, at: Square) -> bool:
    """Would the enemy's king be in check if this piece were gone?"""
    king = node.kings[0 if node.black else 1]
    if not LINED[king][at]:
        return False
    squares = node.squares[:]
    squares[at] = 0
    return attacked(squares, king, node.black)


def tempting(node: Mailbox, turns: Iterable[Turn]) -> Iterator[Turn]:
    """The journeys that show what shamans are for: out of danger, or to where waking is check."""
    threatened = covered(node.squares, BLACK - node.black)
    for turn in turns:
        safe = turn >> HOW == JOURNEY and (turn >> 6 & 63) not in threatened
        if safe and (turn & 63 in threatened or lies_in_wait(node, turn)):
            yield turn


def lies_in_wait(node: Mailbox, turn: Turn) -> bool:
    """Will it be check when this traveller wakes?"""
    child = node.after(turn)
    squares = child.squares[:]
    squares[turn >> 6 & 63] &= ~TRANCE
    return attacked(squares, child.king, node.black)


def _aims(node: Mailbox, kind: int, protected: set[Square]) -> dict[Square, int]:
    """How much a piece of this kind would attack from each square.

    What counts is the king, the squares around it, what nobody protects and what is worth more.
    """
    squares, enemy = node.squares, BLACK - node.black
    king = node.kings[0 if node.black else 1]
    targets = [king, *STEPS[king]]
    targets += [
        at
        for at, piece in enumerate(squares)
        if piece
        and piece & BLACK == enemy
        and piece & KIND != KING
        and not STEPS[king].count(at)
        and (at not in protected or PRICE[piece & KIND] > PRICE[kind])
    ]
    aimed: dict[Square, int] = {}
    for target in targets:
        for ray in REACH[kind][target]:
            for at in ray:
                aimed[at] = aimed.get(at, 0) + 1
                if squares[at]:
                    break
    return aimed
