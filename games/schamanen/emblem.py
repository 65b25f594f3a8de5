"""The drawing beside a choice: a stone, a side, a mask.

Of what lies on the board the value is in the words; with a drawing besides, three would not fit beside each other on
a phone.
"""

from __future__ import annotations

from typing import Final

from games.art import Emblem
from games.core import Word
from games.schamanen.state import BISON, COLUMNS, ROWS, SIDES, VALUES, WOLF, View


def _stone(side: int, value: int) -> Emblem:
    return Emblem(SIDES[side], str(value))


def _side(side: int) -> Emblem:
    """Any stone of theirs."""
    return Emblem(f"{SIDES[side]}_back")


def _mask(line: str) -> Emblem:
    return Emblem("row_mask", line) if line in ROWS else Emblem("column_mask", line.upper())


EMBLEMS: Final = (
    *(_stone(side, value) for side in (BISON, WOLF) for value in VALUES),
    *(_side(side) for side in (BISON, WOLF)),
    *(_mask(line) for line in ROWS + COLUMNS),
)


def emblem(view: View, prefix: Word) -> Emblem | None:
    match prefix:
        case ("mask", line):
            return _mask(line)
        case ("swap", side) if side in SIDES:
            return _side(SIDES.index(side))
        case ("place" | "relocate", stone) | ("move", stone) | ("move", _, _, stone):
            return _named(view, stone)
    return None


def _named(view: View, stone: str) -> Emblem | None:
    """By its colour and value, or by its value alone where one handles nobody else's."""
    if stone[0] in "bw":
        return _stone(BISON if stone[0] == "b" else WOLF, int(stone[1:]))
    # Of a stone and its space either may be said first.
    return _stone(view.seat, int(stone)) if view.seat is not None and stone.isdecimal() else None
