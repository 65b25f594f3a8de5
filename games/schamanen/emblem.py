"""The drawing beside a choice: a stone as it lies on the board, a side, a mask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import Emblem, Word
from games.schamanen.state import BACK, BISON, COLUMNS, ROWS, SIDES, SPACES, VALUES, WOLF, View


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
        case ("swap", *colour, space) if len(colour) < 2 and (not colour or colour[0] in SIDES):
            return _lying(view, colour, space)
        case ("swap", *colour, _, space):
            return _lying(view, colour if colour and colour[0] in SIDES else (), space)
        case ("relocate", stone, space):
            return _lying(view, [SIDES[stone[0] == "w"]] if view.terms.both else (), space)
        case ("place" | "relocate", stone) | ("move", stone) | ("move", _, _, stone):
            return _named(view, stone)
    return None


def _named(view: View, stone: str) -> Emblem | None:
    """By its colour and value, or by its value alone where one handles nobody else's."""
    if stone[0] in "bw":
        return _stone(BISON if stone[0] == "b" else WOLF, int(stone[1:]))
    # Of a stone and its space either may be said first.
    return _stone(view.seat, int(stone)) if view.seat is not None and stone.isdecimal() else None


def _lying(view: View, colour: Sequence[str], space: str) -> Emblem | None:
    """A single stone that these eyes see there; several are told by their values alone."""
    side = SIDES.index(colour[0]) if colour else view.seat
    pile = view.stones[side][SPACES.index(space)] if side is not None else ()
    return _stone(side, pile[0]) if side is not None and len(pile) == 1 and pile[0] != BACK else None
