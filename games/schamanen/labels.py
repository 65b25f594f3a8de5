"""The drawing on a button, and how buttons lie: the nine spaces three by three, and stones in a hand.

Stones on the board have no drawing, since their value is in the text: with a drawing, three buttons would not fit
side by side on a phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.art import Emblem
from games.core import Move
from games.grid import ROW_BUTTONS_MAX, Picked
from games.schamanen.descriptions import space_label
from games.schamanen.state import BISON, COLUMNS, ROWS, SIDES, SPACES, VALUES, WOLF, View


def _stone_emblem(side: int, value: int) -> Emblem:
    return Emblem(SIDES[side], str(value))


def _side_emblem(side: int) -> Emblem:
    """Any stone of theirs."""
    return Emblem(f"{SIDES[side]}_back")


def _mask_emblem(line: str) -> Emblem:
    return Emblem("row_mask", line) if line in ROWS else Emblem("column_mask", line.upper())


EMBLEMS: Final = (
    *(_stone_emblem(side, value) for side in (BISON, WOLF) for value in VALUES),
    *(_side_emblem(side) for side in (BISON, WOLF)),
    *(_mask_emblem(line) for line in ROWS + COLUMNS),
)


def move_emblem(view: View, prefix: Move) -> Emblem | None:
    match prefix:
        case ("mask", line):
            return _mask_emblem(line)
        case ("swap", side) if side in SIDES:
            return _side_emblem(SIDES.index(side))
        case ("place" | "relocate", stone) | ("move", stone) | ("move", _, _, stone):
            return _emblem_of_token(view, stone)
    return None


def _emblem_of_token(view: View, stone: str) -> Emblem | None:
    """By its colour and value, or by its value alone where one handles nobody else's."""
    if stone[0] in "bw":
        return _stone_emblem(BISON if stone[0] == "b" else WOLF, int(stone[1:]))
    # Of a stone and its space either may be said first.
    return _stone_emblem(view.seat, int(stone)) if view.seat is not None and stone.isdecimal() else None


def arrange_buttons(view: View, choices: Sequence[Move]) -> Sequence[Sequence[Move | str]]:
    if all(word[-1] in SPACES and word[:-1] == choices[0][:-1] for word in choices):
        there = {word[-1]: word for word in choices}
        lines = (SPACES[at : at + 3] for at in range(0, len(SPACES), 3))
        return [[there.get(it) or _empty_cell_label(view, choices[0], it) for it in line] for line in lines]
    if all(word[0] == "place" and len(word) == 2 for word in choices):
        # A hand of nine is no board.
        return [choices[at : at + ROW_BUTTONS_MAX] for at in range(0, len(choices), ROW_BUTTONS_MAX)]
    return ()


def _empty_cell_label(view: View, choice: Move, space: str) -> str:
    """Where nothing can be chosen; of two stones that change places the first is marked."""
    if choice[0] == "swap" and space == choice[-2]:
        return Picked(f"✓ {space_label(view, choice[1:-2], space)}")
    return space_label(view, choice[1:-2], space) if choice[0] == "swap" else space.upper()
