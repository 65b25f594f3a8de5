"""The board as a picture: a view in, where each sprite lies out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import FAINT, SLATE, Colour, Letters, Mark, Picture, Sprite
from games.woodwalkers.ground import INNER, NUMBER, SPACES, STARTS, Space
from games.woodwalkers.legal import legal
from games.woodwalkers.panels import (
    COLOURS,
    GROUNDS,
    LIT,
    PALETTE,
    UNUSED,
    WIDTH,
    height,
    panels,
    piece,
)
from games.woodwalkers.state import View
from games.woodwalkers.story import Found
from games.woodwalkers.tell import happened
from games.woodwalkers.things import BACK, worth

CELL: Final = 86
PITCH: Final = CELL + 4
LEFT: Final = 60
TOP: Final = 46
BELOW: Final = TOP + 9 * PITCH + 6


def picture(view: View) -> Picture:
    marks = (*_frame(), *_spaces(view), *panels(view, BELOW))
    return Picture(PALETTE, WIDTH, BELOW + height(view), SLATE, marks)


def _frame() -> Iterator[Mark]:
    for at, column in enumerate("ABCDEFGHI"):
        yield Letters(column, CELL, 38, FAINT, SLATE), LEFT + at * PITCH, 5
    for at in range(9):
        yield Letters(str(9 - at), 38, 38, FAINT, SLATE), 14, TOP + at * PITCH + 24


def _spaces(view: View) -> Iterator[Mark]:
    lit = happened(view)
    offered = {NUMBER[word[2]] for word in legal(view) if word[0] == "move"}
    homes = {NUMBER[word[1]] for word in legal(view) if word[0] == "home"}
    for space, name in enumerate(SPACES):
        left, top = LEFT + (ord(name[0]) - ord("a")) * PITCH, TOP + (9 - int(name[1])) * PITCH
        drawing, ground = LIT if space in lit else _ground(view, space)
        yield Sprite(drawing, CELL, SLATE), left, top
        yield from _lying(view, space, left, top, ground)
        if space in offered | homes:
            yield from _offered(view, space, left, top, ground)


def _ground(view: View, space: Space) -> tuple[str, Colour]:
    if space in INNER:
        return GROUNDS[view.terms.variant]
    for seat, side in enumerate(view.terms.sides):
        if space in STARTS[side]:
            return f"space_{seat}", COLOURS[seat]
    return UNUSED


def _lying(view: View, space: Space, left: int, top: int, ground: Colour) -> Iterator[Mark]:
    """A tile or a flag, and whoever stands there with what it carries."""
    standing = view.standing(space)
    flag = dict(view.flags).get(space)
    if space in dict(view.forest):
        yield from _tile(dict(view.forest)[space], left, top, ground)
    if standing:
        seat, animal = standing
        yield Sprite(piece(seat, animal), 76, ground), left + 5, top + 5
        wounds = 0 if animal == BACK else view.camps[seat].wounds[animal]
        if wounds:
            yield Sprite("wound", 36, ground, str(wounds)), left + 49, top + 39
    if flag and standing:
        yield Sprite("pennant", 50, ground, str(flag)), left, top
    elif flag:
        yield Sprite("flag", 78, ground, str(flag)), left + 5, top + 4
    found = next((fact for fact in view.last if isinstance(fact, Found) and fact.space == space), None)
    if found and not worth(found.tile):
        yield Sprite(found.tile, 36, ground), left, top


def _tile(tile: str, left: int, top: int, ground: Colour) -> Iterator[Mark]:
    """Face down; when the match is over, what it would have been."""
    yield Sprite("tile", 70, ground), left + 8, top + 8
    if worth(tile):
        yield Sprite("pennant", 50, ground, str(worth(tile))), left + 18, top + 25
    elif tile:
        yield Sprite(tile, 40, ground), left + 23, top + 23


def _offered(view: View, space: Space, left: int, top: int, ground: Colour) -> Iterator[Mark]:
    """A dot; in the corner that nothing else needs where something lies already."""
    if view.standing(space) or space in dict(view.forest) or space in dict(view.flags):
        yield Sprite("dot_upon", 28, ground), left + 57, top + 1
    else:
        yield Sprite("dot", 24, ground), left + 31, top + 31
