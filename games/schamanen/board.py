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
STONE: Final = 148
PEBBLE: Final = 44
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
        yield from _prize(view, space, left, top)


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
        for at, value in enumerate(pile):
            yield (
                _stone(side, value, PEBBLE, ground),
                left + 114 + at % 3 * PEBBLE,
                start + half // 2 - 20 * ((len(pile) + 2) // 3) + at // 3 * 41,
            )


def _stone(side: int, value: int, width: int, ground: Colour) -> Sprite:
    if value == BACK:
        return Sprite(f"{SIDES[side]}_back", width, ground)
    return Sprite(SIDES[side] if value < 10 else f"{SIDES[side]}_sum", width, ground, str(value))


def _prize(view: View, space: Space, left: int, top: int) -> Iterator[Mark]:
    """What the duel was worth, in the corner that no stone needs."""
    newest = view.last[-1] if view.last else None
    if isinstance(newest, Fought) and newest.space == space:
        if newest.paid:
            yield Sprite("shell", 46, GOLD), left + 198, top + 18
            yield Letters(str(newest.paid), 60, 52, INK, GOLD), left + 140, top + 12
        else:
            yield Letters("=", 60, 56, INK, GOLD), left + 186, top + 10


def _scores(view: View) -> Iterator[Mark]:
    """Side by side: whose turn it is, and shells one can count, or the stones still to be placed."""
    width = (WIDTH - 3 * 14) // 2
    for side in (BISON, WOLF):
        left = 14 + side * (width + 14)
        awaited = view.phase == "mask" or view.mover == side
        yield Sprite("panel_awaited" if awaited else "panel", width, SLATE), left, SCORE
        yield _emblem(view, side), left + 10, SCORE + 8
        if view.phase == "place":
            for at, value in enumerate(view.supply[side]):
                yield _stone(side, value, 60, PANEL), left + 102 + at % 5 * 64, SCORE - 4 + at // 5 * 56
        else:
            yield Letters(str(view.shells[side]), 70, 62, LIGHT, PANEL), left + 92, SCORE + 26
            for at in range(view.shells[side]):
                yield Sprite("shell", 28, PANEL), left + 164 + at % 9 * 28, SCORE + 20 + at // 9 * 40


def _emblem(view: View, side: int) -> Sprite:
    won = view.phase == "over" and view.shells[side] > 9
    return Sprite(f"{SIDES[side]}_won" if won else f"{SIDES[side]}_emblem", 92, PANEL)
