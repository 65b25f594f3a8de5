"""The board as a picture: a view in, where each sprite lies out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    FAINT,
    GOLD,
    INK,
    LIGHT,
    PANEL,
    SLATE,
    Colour,
    Letters,
    Picture,
    PlacedMark,
    Rectangle,
    Sprite,
)
from games.core import Move, Seat
from games.woodwalkers.belief import Could, lying
from games.woodwalkers.frame import GROUNDS, PALE, PALETTE, SHAPES, face, piece
from games.woodwalkers.ground import INNER, NUMBER, SPACES, STARTS, Space, path
from games.woodwalkers.legal import legal
from games.woodwalkers.panels import panels
from games.woodwalkers.state import Camp, View, say
from games.woodwalkers.story import Moved, Returned
from games.woodwalkers.things import ANIMALS, BACK, Animal, worth

NONE: Final[Mapping[Seat, Could]] = {}
PITCH: Final = 72
CELL: Final = 69
LEFT: Final = 42
TOP: Final = 7
ENSIGN: Final = 46
HOISTED: Final = 28
"""How wide and how high a flag is in the corner of whoever stands upon it."""
FACE: Final = 54
"""So wide is an animal that its face ends above a flag."""
DROP: Final = 25
SMALL_DROP: Final = 21
DOT: Final = 26
RIM: Final = 7
STEP: Final = 15
"""How wide a dot of the way somebody came is."""
HEADING: Final = 30
CHIP: Final = 28
"""What says that somebody came home."""


def picture(view: View, unseen: Mapping[Seat, Could] = NONE) -> Picture:
    """`unseen` is for whoever looks back: of each seat whom nobody has turned up."""
    marks = (*_frame(view), *_spaces(view), *_way(view), *panels(view, unseen))
    side = 9 * PITCH
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=(LEFT, TOP, side, side))


def sketch(view: View, said: Move) -> Picture:
    """An arrangement as far as it goes; of everything else the board shows what is chosen among."""
    match said:
        case ("set", *order) if order and view.seat is not None:
            camp = view.camps[view.seat]
            places = STARTS[view.terms.sides[view.seat]]
            there = tuple((space, ANIMALS.index(name)) for space, name in zip(places, order, strict=False))
            camps = (*view.camps[: view.seat], replace(camp, tiles=there), *view.camps[view.seat + 1 :])
            return picture(replace(view, camps=camps))
    return picture(view)


def corner(space: Space) -> tuple[int, int]:
    """The left upper one."""
    name = SPACES[space]
    return LEFT + "abcdefghi".index(name[0]) * PITCH, TOP + (9 - int(name[1])) * PITCH


def _frame(view: View) -> Iterator[PlacedMark]:
    """Letters and numbers of what is played on, close to it."""
    west, played = "west" in view.terms.sides, _played(view)
    for at, column in enumerate("ABCDEFGHI"):
        if any(SPACES[space][0] == column.lower() for space in played):
            yield Letters(column, CELL, 40, FAINT, SLATE, bold=False), LEFT + at * PITCH, TOP + 9 * PITCH - 1
    for at in range(9):
        left = 5 if west else 5 + PITCH
        yield Letters(str(9 - at), 30, 40, FAINT, SLATE, bold=False), left, TOP + at * PITCH + 14
    yield Sprite("moon" if view.terms.hidden else "sun", 48, SLATE), LEFT + 10 if west else 14, TOP + 10


def _played(view: View) -> frozenset[Space]:
    """All but the start spaces where nobody sits."""
    return INNER.union(*(STARTS[side] for side in view.terms.sides))


def _spaces(view: View) -> Iterator[PlacedMark]:
    """Gold is where somebody went; a rim alone whence they came."""
    moved = _moved(view)
    returned = _returned(view)
    offered = {NUMBER[word[2]] for word in legal(view) if word[0] == "move"}
    homes = {NUMBER[word[1]] for word in legal(view) if word[0] == "home"}
    for space in sorted(_played(view)):
        left, top = corner(space)
        ground = GOLD if moved and space == moved.space else _ground(view, space)
        rim = GOLD if moved and space == moved.origin else ""
        yield Rectangle(CELL, CELL, ground, SLATE, corner=7, rim=rim, thick=RIM), left, top
        yield from _lying(view, space, left, top, ground, golden=bool(rim) or ground == GOLD)
        if space in returned:
            yield Rectangle(CHIP, CHIP, PANEL, ground, corner=7), left, top
            yield Sprite("home", CHIP - 4, PANEL), left + 2, top + 2
        if space in offered | homes:
            yield from _offered(view, space, left, top, ground)


def _moved(view: View) -> Moved | None:
    """Of the newest turn, as far as it has come."""
    return next((fact for fact in reversed(view.last) if isinstance(fact, Moved)), None)


def _returned(view: View) -> frozenset[Space]:
    return frozenset(fact.space for fact in view.last if isinstance(fact, Returned))


def _way(view: View) -> Iterator[PlacedMark]:
    """Dotted, from space to space, clear of all that lies there; its head points into where it ends."""
    moved = _moved(view)
    if not moved:
        return
    standing = {space for camp in view.camps for space in camp.spaces}
    lying = {*dict(view.forest), *dict(view.flags)}
    way = path(moved.origin, moved.space, standing - _returned(view), lying)
    for here, there in pairwise(way):
        (left, top), (right, down) = corner(here), corner(there)
        across, below = right - left, down - top
        # The middle of a space, and either side of where two of them meet.
        for third, on in enumerate((here, here, there)):
            started = here == moved.origin and (third == 0 or here in standing)
            if started or (third == 0 and here in standing | lying) or (third and there == moved.space):
                continue
            x, y = left + across * third // 3 + CELL // 2, top + below * third // 3 + CELL // 2
            dot = Rectangle(STEP, STEP, INK, _ground(view, on), STEP // 2, LIGHT, 3)
            yield dot, x - STEP // 2, y - STEP // 2
        if there == moved.space:
            x, y = left + across * 2 // 5 + CELL // 2, top + below * 2 // 5 + CELL // 2
            turned = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}[across // PITCH, below // PITCH]
            head = Sprite("heading", HEADING, _ground(view, here), turned=turned)
            yield head, x - HEADING // 2, y - HEADING // 2


def _ground(view: View, space: Space) -> Colour:
    """Of the inner field, or of whoever starts there."""
    seats = (seat for seat, side in enumerate(view.terms.sides) if space in STARTS[side])
    return next((PALE[seat] for seat in seats), GROUNDS[view.terms.variant])


def _lying(view: View, space: Space, left: int, top: int, ground: Colour, *, golden: bool) -> Iterator[PlacedMark]:
    """A tile or a flag, and whoever stands there with what it carries."""
    standing = view.standing(space)
    flag = dict(view.flags).get(space)
    if space in dict(view.forest):
        yield from _tile(dict(view.forest)[space], left, top, ground)
    if standing:
        yield from _animal(view, standing, bool(flag), left, top, ground, golden=golden)
    elif view.phase == "arrange":
        yield from _waiting(view, space, left, top, ground)
    if flag and standing:
        wide = ENSIGN if flag > 9 else ENSIGN * 29 // 46
        hoisted = Sprite(f"ensign{'' if flag > 9 else '_short'}", wide, ground, str(flag))
        yield hoisted, left + CELL - wide, top + CELL - HOISTED
    elif flag:
        yield Sprite("flag", 69, ground, str(flag)), left, top


def _animal(
    view: View, standing: tuple[Seat, Animal], flagged: bool, left: int, top: int, ground: Colour, *, golden: bool
) -> Iterator[PlacedMark]:
    """With its wounds, to be counted, in the corners; where it stands on a flag it steps aside."""
    seat, animal = standing
    wounds = 0 if animal == BACK else view.camps[seat].wounds[animal]
    # Of what just happened the gold must be seen.
    inset = 6 if golden else 2
    wide = CELL - 2 * inset
    if flagged:
        yield Sprite(SHAPES[seat], wide, ground), left + inset, top + inset
        yield Sprite(face(animal), FACE, ground), left, top - 7
        drop, places = SMALL_DROP, ((0, CELL - SMALL_DROP), (CELL - SMALL_DROP, SMALL_DROP))
    else:
        yield Sprite(piece(seat, animal), wide, ground), left + inset, top + inset
        drop, places = DROP, ((CELL - DROP, CELL - DROP), (0, CELL - DROP))
    for right, down in places[:wounds]:
        yield Sprite("drop", drop, ground), left + right, top + down


def _waiting(view: View, space: Space, left: int, top: int, ground: Colour) -> Iterator[PlacedMark]:
    """Nobody has laid theirs open yet."""
    for seat, side in enumerate(view.terms.sides):
        if space in STARTS[side]:
            yield Sprite(piece(seat, BACK), 65, ground), left + 2, top + 2


def _tile(tile: str, left: int, top: int, ground: Colour) -> Iterator[PlacedMark]:
    """Face down; when the match is over, what it would have been."""
    yield Sprite("tile", 57, ground), left + 6, top + 6
    if worth(tile):
        yield Sprite("pennant", 54, ground, str(worth(tile))), left + 8, top + 16
    elif tile == "point":
        yield Sprite(tile, 48, ground), left + 11, top + 15
    elif tile:
        yield Sprite(tile, 40, ground), left + 15, top + 15


def _offered(view: View, space: Space, left: int, top: int, ground: Colour) -> Iterator[PlacedMark]:
    """A dot; in the corner that nothing else needs where something lies already."""
    standing = view.standing(space)
    if standing and space in dict(view.flags):
        yield Sprite("dot_upon", SMALL_DROP, ground), left + CELL - SMALL_DROP, top
    elif standing or space in dict(view.forest):
        yield Sprite("dot_upon", DOT, ground), left + 1, top + 1
    elif space in dict(view.flags):
        yield Sprite("dot_upon", 24, ground), left + CELL - 26, top + CELL - 24
    else:
        yield Sprite("dot", 24, ground), left + 22, top + 22


def recall(view: View) -> tuple[Picture, View] | None:
    """The forest with all that was ever turned up, and beside it who never was."""
    if not view.terms.hidden or view.phase in ("arrange", "over"):
        return None
    open_ = replace(view, camps=tuple(map(_told, view.camps)))
    return picture(open_, dict(_unseen(view))), open_


def list_possibilities(view: View, locale: str) -> Iterator[tuple[Seat, Sequence[str], Sequence[str]]]:
    """Of each team who was never turned up, and where they stand, in whatever order."""
    for seat, unseen in _unseen(view):
        names = [say(f"animal-{ANIMALS[animal]}", locale) for animal in unseen]
        yield seat, names, [SPACES[space].upper() for space, animal in view.camps[seat].known if animal == BACK]


def _unseen(view: View) -> Iterator[tuple[Seat, Could]]:
    """Of one animal alone everybody can tell where it stands."""
    for seat, camp in enumerate(view.camps):
        yield from ((seat, could) for could in {*lying(camp).values()} if len(could) > 1)


def _told(camp: Camp) -> Camp:
    tiles = ((space, could[0] if len(could) == 1 else BACK) for space, could in lying(camp).items())
    return replace(camp, tiles=tuple(sorted(tiles)))
