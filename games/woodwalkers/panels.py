"""What stands beside the board: the mode that counts, what just happened, and the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.art import (
    BOARD_HEIGHT,
    FAINT,
    GOLD,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    SMALL_TYPE_HEIGHT,
    Letters,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    TranslatedWord,
    seat_badge,
)
from games.core import Seat
from games.woodwalkers import battle, news
from games.woodwalkers.belief import Could
from games.woodwalkers.frame import ACROSS, ASIDE, BETWEEN, GAP, INSET, broad, panel, piece
from games.woodwalkers.players import players
from games.woodwalkers.state import View
from games.woodwalkers.tell import held, winners
from games.woodwalkers.things import BACK, EVERY

SINGLE: Final = 3
"""So many flags stand one by one."""
SUM: Final = 54
"""How high the line is that says what the points are made of."""
PODIUM: Final = {2: (64, 120), 3: (56, 110), 4: (48, 90)}
"""How high names and points are."""


def podium(view: View, top: int, bottom: int) -> Iterator[PlacedMark]:
    """What each has come to: the points, and the flags they lie on one by one."""
    name, high = PODIUM[view.terms.seats]
    shape = name + high * 3 // 4 - 10
    pitch = (bottom - top + BETWEEN) // view.terms.seats
    best = winners(view) if view.decided else []
    left, right = ASIDE + INSET, ASIDE + ACROSS - INSET
    beside = left + shape + 8
    for seat, camp in enumerate(view.camps):
        first = seat in best
        yield panel(ACROSS, pitch - BETWEEN), ASIDE, top
        flags = held(view, seat) if view.decided else ()
        line = top + (pitch - BETWEEN - shape - (SUM + 4 if flags else 10)) // 2
        yield seat_badge(seat, shape, PANEL, met=first), left, line + 5
        edge = right
        if first:
            edge -= name + 4
            yield Sprite("crown", name, PANEL), edge, line + name // 10
        yield PlayerName(seat, edge - beside - 4, name, LIGHT, PANEL), beside, line
        points = str(camp.points)
        figure = high if len(points) < 4 else PODIUM[4][1]
        wide = broad(points, figure)
        ink = GOLD if first else LIGHT
        down = line + name + 2 + high * 3 // 8 - figure // 2
        yield Letters(points, wide, figure, ink, PANEL, lie="right"), right - wide, down
        if flags:
            yield from _sum(camp.points - sum(flags), flags, right, line + shape + SUM - 34)
        top += pitch


def _sum(points: int, flags: Sequence[int], right: int, top: int) -> Iterator[PlacedMark]:
    """What they had, and what their flags have added to it."""
    tall, wide = 34, 58
    each = [Sprite("pennant", wide, PANEL, str(value)) for value in flags]
    own = f"{points} +"
    parts: list[Letters | Sprite] = [
        Letters(own, broad(own, LARGE_TYPE_HEIGHT), LARGE_TYPE_HEIGHT, LIGHT, PANEL, lie="right")
    ]
    parts += each if len(each) <= SINGLE else [Sprite("flags", 74, PANEL, f"+{sum(flags)}")]
    left = right - sum(part.width + 4 for part in parts)
    for part in parts:
        high = part.height if isinstance(part, Letters) else tall
        yield part, left, top + (tall - high) // 2
        left += part.width + 4


LINE: Final = 44
MOST: Final = 50
"""How high a row is where there is room."""


def unturned(view: View, unseen: Mapping[Seat, Could]) -> Iterator[PlacedMark]:
    """Below the mode that counts, each back below what it may bring; while somebody chooses one, in place of all."""
    top, height = (GAP + battle.CARD + GAP, news.CARD) if view.mode else (GAP, battle.WHOLE)
    yield panel(ACROSS, height), ASIDE, top
    faces = 0
    if not view.mode:
        yield from battle.head(view, top)
        top, height, faces = top + battle.HEAD, height - battle.HEAD, battle.FACE
    pitch = min(MOST, (height - LINE - faces - 8) // len(unseen))
    top += (height - LINE - faces - pitch * len(unseen)) // 2
    yield TranslatedWord("shown-covered", ACROSS - 36, SMALL_TYPE_HEIGHT, LIGHT, PANEL), ASIDE + 18, top
    if faces:
        yield from battle.faces(top + LINE)
    for row, (seat, could) in enumerate(unseen.items()):
        yield from _row(seat, could, top + LINE + faces + row * pitch, pitch)


def _row(seat: Seat, could: Could, top: int, height: int) -> Iterator[PlacedMark]:
    """Each animal has a place of its own, so that one sees which were turned up."""
    wide = min(height, battle.FACE) - 2
    for animal in EVERY:
        middle = battle.column(animal) + battle.FACE // 2
        if animal in could:
            yield Sprite(piece(seat, BACK), wide, PANEL), middle - wide // 2, top
        else:
            yield Rectangle(8, 8, FAINT, PANEL, corner=4), middle - 4, top + height // 2 - 5


def panels(view: View, unseen: Mapping[Seat, Could]) -> Iterator[PlacedMark]:
    """When it is over, the players alone."""
    if view.phase == "over":
        yield from podium(view, GAP, BOARD_HEIGHT - GAP)
        return
    if view.mode or not unseen:
        yield from battle.battle(view, GAP)
    if unseen:
        yield from unturned(view, unseen)
    elif view.mode:
        yield from news.news(view, GAP + battle.CARD + GAP)
    yield from players(view, GAP + battle.WHOLE + GAP, BOARD_HEIGHT - GAP)
