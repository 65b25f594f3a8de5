"""What the pictures of the Duel are made of: stones, shells, masks and the heads of the two shamans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.art import FAINT, GOLD, INK, LIGHT, PANEL, PAPER, SLATE, Colour, Palette, Sprite
from games.core import Seat
from games.schamanen.state import BACK, COLUMNS, ROWS, SIDES, Fought, View

GONE: Final[Colour] = "#5a6377"
"""Where something is not, or may be."""
PALETTE: Final = Palette("games.schamanen", grounds=(SLATE, PANEL, PAPER, GOLD), inks=(LIGHT, INK, GOLD, FAINT, GONE))

MASKS: Final = (ROWS, COLUMNS.upper())
"""By side: Bison’s are the rows, Wolf’s the columns."""
_MASKS: Final = ("row", "column")


def stone(side: int, value: int, width: int, ground: Colour) -> Sprite:
    if value == BACK:
        return Sprite(f"{SIDES[side]}_back", width, ground)
    return valued(SIDES[side], value, width, ground)


def blank(side: int, width: int, ground: Colour) -> Sprite:
    """Any stone of a side."""
    return Sprite(SIDES[side], width, ground)


def valued(drawing: str, value: int, width: int, ground: Colour) -> Sprite:
    """Sums have two figures, and a drawing of their own for them."""
    return Sprite(drawing if value < 10 else f"{drawing}_sum", width, ground, str(value))


def maybe(side: int, values: Sequence[int], width: int, ground: Colour) -> Sprite:
    """A stone that is one of two."""
    return Sprite(f"{SIDES[side]}_maybe", width, ground, "/".join(map(str, values)))


def mask(side: int, line: int, width: int, ground: Colour, *, met: bool = False) -> Sprite:
    return Sprite(f"{_MASKS[side]}_{'met' if met else 'mask'}", width, ground, MASKS[side][line])


def shell(width: int, ground: Colour, *, won: bool = False) -> Sprite:
    return Sprite("shell_won" if won else "shell", width, ground)


def head(view: View, side: Seat, width: int, ground: Colour) -> Sprite:
    """One sees in their faces how it went; whoever has won the game wears a crown."""
    name = SIDES[side]
    crown = " crowned" if view.decided and view.shells[side] > view.shells[1 - side] else ""
    return Sprite(f"{name}_head {name}_{_mood(view, side)}{crown}", width, ground)


def _mood(view: View, side: Seat) -> str:
    """Where nobody has won they stare at one another."""
    newest = view.newest
    more = view.shells[side] - view.shells[1 - side] if view.decided else 0
    if not more and isinstance(newest, Fought) and not view.decided and newest.winner is not None:
        more = 1 if newest.winner == side else -1
    return "glad" if more > 0 else "beaten" if more < 0 else "fierce"
