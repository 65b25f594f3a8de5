"""The board as a picture: a view in, where each sprite lies out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import GOLD, INK, LIGHT, PANEL, PAPER, SLATE, Colour, Letters, Mark, Palette, Picture, Sprite
from games.schamanen.legal import legal
from games.schamanen.state import (
    BACK,
    BISON,
    COLUMNS,
    ROWS,
    SIDES,
    SPACES,
    WOLF,
    Fought,
    Moved,
    Placed,
    Relocated,
    Space,
    Swapped,
    View,
)

WIDTH: Final = 900
HEIGHT: Final = 994
CELL: Final = 256
PITCH: Final = CELL + 10
LEFT: Final = 86
TOP: Final = 76
STONE: Final = 140
SCORE: Final = TOP + 3 * PITCH + 4

PALETTE: Final = Palette("games.schamanen", grounds=(SLATE, PANEL, PAPER, GOLD), inks=(LIGHT, INK, GOLD))


def picture(view: View) -> Picture:
    return Picture(PALETTE, WIDTH, HEIGHT, SLATE, (*_frame(view), *_spaces(view), *_scores(view)))


def _frame(view: View) -> Iterator[Mark]:
    """Bison's lines and Wolf's: the badges are the masks, and the two that met are gold."""
    newest = view.last[-1] if view.last else None
    row, column = divmod(newest.space, 3) if isinstance(newest, Fought) else (None, None)
    for line, name in enumerate(ROWS):
        met = "met" if line == row else "mask"
        yield Sprite(f"row_{met}", 64, SLATE, name), 11, TOP + line * PITCH + (CELL - 64) // 2
    for line, name in enumerate(COLUMNS):
        met = "met" if line == column else "mask"
        yield Sprite(f"column_{met}", 64, SLATE, name.upper()), LEFT + line * PITCH + (CELL - 64) // 2, 6


def _spaces(view: View) -> Iterator[Mark]:
    lit = happened(view)
    open_to = {word[-1] for word in legal(view)} if view.phase == "place" else set()
    for space, name in enumerate(SPACES):
        left, top = LEFT + space % 3 * PITCH, TOP + space // 3 * PITCH
        ground = GOLD if space in lit else PAPER
        yield Sprite("space_lit" if space in lit else "space", CELL, SLATE), left, top
        piled = max(len(view.stones[side][space]) for side in (BISON, WOLF)) > 1
        yield from _piles(view, space, left, top, ground) if piled else _pair(view, space, left, top, ground)
        if name in open_to:
            yield Sprite("dot", 36, ground), left + 200, top + 20


def happened(view: View) -> frozenset[Space]:
    """The spaces of the newest fact."""
    match view.last[-1] if view.last else None:
        case Placed(space=space) | Fought(space=space):
            return frozenset({space})
        case Relocated(space=space, to=to):
            return frozenset({space, to})
        case Swapped(spaces=spaces):
            return frozenset(spaces)
        case Moved(ways=ways):
            return frozenset(space for _, here, there in ways for space in (here, there))
        case _:
            return frozenset()


def _pair(view: View, space: Space, left: int, top: int, ground: Colour) -> Iterator[Mark]:
    for side, shift in ((BISON, 4), (WOLF, CELL - STONE - 4)):
        for value in view.stones[side][space]:
            yield _stone(side, value, STONE, ground), left + shift, top + shift


def _piles(view: View, space: Space, left: int, top: int, ground: Colour) -> Iterator[Mark]:
    """A half for each side: the sum on a stone, and beside it the stones that make it."""
    half = CELL // 2
    for side in (BISON, WOLF):
        pile, start = view.stones[side][space], top + side * half
        if pile:
            yield _stone(side, sum(pile), 104, ground), left + 6, start + 10
        if len(pile) > 1:
            columns, width = (2, 62) if len(pile) <= 4 else (3, 44)
            rows = -(-len(pile) // columns)
            for at, value in enumerate(pile):
                down = (half - rows * width) // 2 + at // columns * width
                yield _stone(side, value, width, ground), left + 118 + at % columns * width, start + down


def _stone(side: int, value: int, width: int, ground: Colour) -> Sprite:
    if value == BACK:
        return Sprite(f"{SIDES[side]}_back", width, ground)
    return Sprite(SIDES[side] if value < 10 else f"{SIDES[side]}_sum", width, ground, str(value))


def _scores(view: View) -> Iterator[Mark]:
    """Side by side: whose turn it is, and shells one can count, or the stones still to be placed."""
    width = (WIDTH - 3 * 14) // 2
    for side in (BISON, WOLF):
        left = 14 + side * (width + 14)
        awaited = view.phase == "mask" or view.mover == side
        yield Sprite("panel_awaited" if awaited else "panel", width, SLATE), left, SCORE
        yield _emblem(view, side), left + 10, SCORE + 8
        holds = _supply(view, side) if view.phase == "place" else _shells(view, side)
        for what, right, down in holds:
            yield what, left + right, SCORE + down


def _supply(view: View, side: int) -> Iterator[Mark]:
    """Each value in a place of its own, so that one sees what is gone."""
    for at, value in enumerate(view.supply[side]):
        slot = at if value == BACK else value - 1
        yield _stone(side, value, 56, PANEL), 112 + slot % 5 * 62, -2 + slot // 5 * 55


def _shells(view: View, side: int) -> Iterator[Mark]:
    newest = view.last[-1] if view.last else None
    won = isinstance(newest, Fought) and newest.winner in (side, None)
    yield Letters(str(view.shells[side]), 74, 62, LIGHT, PANEL), 96, 8 if won else 25
    if isinstance(newest, Fought) and won:
        yield Letters(f"+{newest.paid}" if newest.paid else "=", 74, 38, GOLD, PANEL), 96, 66
    rows = 2 if view.shells[side] > 9 else 1
    for at in range(view.shells[side]):
        yield Sprite("shell", 40, PANEL), 164 + at % 9 * 28, (36 if rows == 1 else 14) + at // 9 * 44


def _emblem(view: View, side: int) -> Sprite:
    won = view.decided and view.shells[side] > 9
    return Sprite(f"{SIDES[side]}_won" if won else f"{SIDES[side]}_emblem", 92, PANEL)
