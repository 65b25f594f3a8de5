"""The players beside the board when it is over: what each has come to, and the flags it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.art import GOLD, LARGE, LIGHT, PANEL, Letters, Mark, Name, Sprite, badge
from games.woodwalkers.frame import ACROSS, ASIDE, BETWEEN, INSET, broad, panel
from games.woodwalkers.state import View
from games.woodwalkers.tell import held, winners

SINGLE: Final = 3
"""So many flags stand one by one."""
SUM: Final = 54
"""How high the line is that says what the points are made of."""
PODIUM: Final = {2: (64, 120), 3: (56, 110), 4: (48, 90)}
"""How high names and points are."""


def podium(view: View, top: int, bottom: int) -> Iterator[Mark]:
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
        yield badge(seat, shape, PANEL, met=first), left, line + 5
        edge = right
        if first:
            edge -= name + 4
            yield Sprite("crown", name, PANEL), edge, line + name // 10
        yield Name(seat, edge - beside - 4, name, LIGHT, PANEL), beside, line
        points = str(camp.points)
        figure = high if len(points) < 4 else PODIUM[4][1]
        wide = broad(points, figure)
        ink = GOLD if first else LIGHT
        down = line + name + 2 + high * 3 // 8 - figure // 2
        yield Letters(points, wide, figure, ink, PANEL, lie="right"), right - wide, down
        if flags:
            yield from _sum(camp.points - sum(flags), flags, right, line + shape + SUM - 34)
        top += pitch


def _sum(points: int, flags: Sequence[int], right: int, top: int) -> Iterator[Mark]:
    """What they had, and what their flags have added to it."""
    tall, wide = 34, 58
    each = [Sprite("pennant", wide, PANEL, str(value)) for value in flags]
    own = f"{points} +"
    parts: list[Letters | Sprite] = [Letters(own, broad(own, LARGE), LARGE, LIGHT, PANEL, lie="right")]
    parts += each if len(each) <= SINGLE else [Sprite("flags", 74, PANEL, f"+{sum(flags)}")]
    left = right - sum(part.width + 4 for part in parts)
    for part in parts:
        high = part.height if isinstance(part, Letters) else tall
        yield part, left, top + (tall - high) // 2
        left += part.width + 4
