"""The players beside the board: who they are, whose turn it is, what they hold, what they have lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.art import FAINT, GOLD, LIGHT, PANEL, SLATE, SMALL, Box, Letters, Mark, Name, Sprite, Written
from games.core import Seat
from games.woodwalkers.frame import ACROSS, ASIDE, badge, broad, face, panel
from games.woodwalkers.house import HOUSE
from games.woodwalkers.state import View
from games.woodwalkers.story import Duel, Found
from games.woodwalkers.tell import held, winners
from games.woodwalkers.things import EVERY, Animal

BETWEEN: Final = 4
INSET: Final = 12
ASK: Final = 42
FOOT: Final = 34
CALLED: Final = 120
"""Room for some ten letters of a name."""


@dataclass(frozen=True, slots=True)
class Size:
    """Fewer players have more room: two have their names in a line above their points."""

    badge: int
    name: int
    points: int
    gain: int
    flags: int
    below: int
    """How high what is kept and lost is."""

    @property
    def line(self) -> int:
        """How high the line with the points is."""
        return self.points * 3 // 4 - 2


SIZES: Final = {2: Size(100, 54, 88, 56, 108, 44), 3: Size(70, 46, 65, 44, 80, 44), 4: Size(66, 42, 65, 44, 80, 24)}


def gained(view: View, seat: Seat) -> int:
    """The points that the newest turn has brought it."""
    won = sum(isinstance(fact, Duel) and fact.winner == seat for fact in view.last)
    points = sum(isinstance(fact, Found) and (fact.seat, fact.tile) == (seat, "point") for fact in view.last)
    return HOUSE.duel_points * won + points


def players(view: View, top: int, bottom: int) -> Iterator[Mark]:
    """And below them what the flags are about, which they hold."""
    bottom -= FOOT
    yield Sprite("flags", 80, SLATE, "+"), ASIDE + INSET, bottom + 2
    yield Written("shown-flags", ACROSS - 116, SMALL, FAINT, SLATE), ASIDE + 104, bottom - 1
    seats = view.terms.seats
    pitch = (bottom - top + BETWEEN) // seats
    for seat in range(seats):
        awaited = view.phase == "arrange" or view.asked == seat
        yield panel(ACROSS, pitch - BETWEEN, gold=awaited), ASIDE, top + seat * pitch
        if awaited:
            yield Box(10, pitch - BETWEEN - 32, GOLD), ASIDE, top + seat * pitch + 16
        yield from _player(view, seat, top + seat * pitch, pitch - BETWEEN, SIZES[seats], awaited=awaited)


def _player(view: View, seat: Seat, top: int, height: int, size: Size, *, awaited: bool) -> Iterator[Mark]:
    """Shape and name, what they are asked, their points, and what the flags they hold will add to them."""
    above = size.name + 2 if view.terms.seats == 2 else 0
    left, right = ASIDE + INSET, ASIDE + ACROSS - INSET
    beside = left + size.badge + 8
    start = left if above else beside
    below = list(_below(view, seat, size.below, right - start))
    top += (height - above - size.line - (size.below if below else 0)) // 2
    line = top + above
    for what, x, y in below:
        yield what, start + x, line + size.line + 2 + y
    high = above + size.line + (0 if above or not below else size.below)
    yield Sprite(badge(seat, gold=awaited), size.badge, PANEL, str(seat + 1)), left, top + (high - size.badge) // 2
    edge = right
    kept = 0 if above else CALLED + 4 + (ASK + 4 if awaited else 0)
    for what in _worth(view, seat, size, right - beside - kept):
        edge -= what.width
        yield what, edge, line + (size.line - tall(what) + 1) // 2
        edge -= 2
    if above:
        edge = right
    if awaited:
        edge -= ASK + 4
        yield from _asked(view, edge, top + ((above or size.line) - ASK) // 2)
    yield Name(seat, edge - beside - 4, size.name, LIGHT, PANEL), beside, top + ((above or size.line) - size.name) // 2


def tall(what: Letters | Sprite) -> int:
    """Of a line of type, and of the pennant of all flags."""
    return what.height if isinstance(what, Letters) else what.width * 34 // 80


def _worth(view: View, seat: Seat, size: Size, room: int) -> Iterator[Letters | Sprite]:
    """From the right: the points, which of them are new, and what will come of flags if there is room for that."""
    points = str(view.camps[seat].points)
    total = Letters(points, broad(points, size.points), size.points, LIGHT, PANEL, lie="right")
    yield total
    room -= total.width
    if gain := gained(view, seat):
        new = f"+{gain}"
        yield Letters(new, broad(new, size.gain), size.gain, GOLD, PANEL, bold=False)
        room -= broad(new, size.gain)
    flags = sum(held(view, seat))
    if flags and (not gain or size.flags + 4 <= room):
        yield Sprite("flags", size.flags, PANEL, f"+{flags}")


ASKED: Final = {
    "arrange": "arrange",
    "mode": "choose",
    "roll": "roll",
    "reroll": "die",
    "duel": "die",
    "home": "home",
    "rest": "medicine",
}
"""What somebody is asked, as a sign; how far one may move the die itself tells."""


def _asked(view: View, left: int, top: int) -> Iterator[Mark]:
    match view.phase:
        case "guess":
            yield Letters("?", ASK, 65, GOLD, PANEL), left, top - 11
        case "move":
            yield Sprite(f"die_{view.die}", ASK, PANEL), left, top
        case phase:
            yield Sprite(ASKED[phase], ASK, PANEL), left, top


def _below(view: View, seat: Seat, height: int, room: int) -> Iterator[Mark]:
    """Whose eyes it is seen with; tiles kept; who has left the game; at midnight also who is wounded, since the board
    does not tell.
    """
    camp = view.camps[seat]
    left = 0
    if seat == view.seat and view.terms.hidden and view.terms.own:
        yield Sprite("eye", height, PANEL), left, 0
        left += height + 6
    for tile, count in (("medicine", camp.medicine), ("die", camp.dice)):
        if count:
            yield Sprite(tile, height, PANEL), left, 0
            left += height + 3
        if count > 1:
            yield Letters(str(count), 22, SMALL, LIGHT, PANEL, bold=False), left, (height - SMALL) // 2
            left += 22
        left += 6 if count else 0
    cards = [animal for animal in EVERY if animal in camp.out or (view.terms.hidden and camp.wounds[animal])]
    slot = min(height * 3 // 2, (room - left) // max(len(cards), 1))
    for at, animal in enumerate(cards):
        yield from _card(view, seat, animal, slot * 2 // 3, left + at * slot, height)


def _card(view: View, seat: Seat, animal: Animal, wide: int, left: int, height: int) -> Iterator[Mark]:
    top = (height - wide) // 2
    yield Sprite(face(animal), wide, PANEL), left, top
    if animal in view.camps[seat].out:
        yield Sprite("lost", wide // 2, PANEL), left + wide * 7 // 8, top + wide // 4
        return
    for wound in range(view.camps[seat].wounds[animal]):
        yield Sprite("drop", wide // 2, PANEL), left + wide * 7 // 8, top + wide // 2 - wound * wide // 2


# When it is over


PODIUM: Final = {2: (64, 120), 3: (56, 110), 4: (48, 90)}
"""How high names and points are."""


def standing(view: View, top: int, bottom: int) -> Iterator[Mark]:
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
        flags = held(view, seat)
        line = top + (pitch - BETWEEN - shape - (52 if flags else 10)) // 2
        yield Sprite(badge(seat, gold=first), shape, PANEL, str(seat + 1)), left, line + 5
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
        slot = min(high * 3 // 4, (right - left) // max(len(flags), 1))
        for at, value in enumerate(flags):
            yield Sprite("pennant", max(slot - 4, 52), PANEL, str(value)), left + at * slot, line + shape + 14
        top += pitch
