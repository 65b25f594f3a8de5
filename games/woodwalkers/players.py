"""The players beside the board: who they are, whose turn it is, what they hold, what they have lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.art import (
    FAINT,
    GOLD,
    LIGHT,
    PANEL,
    SLATE,
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
from games.woodwalkers.frame import ACROSS, ASIDE, BETWEEN, INSET, broad, face, panel
from games.woodwalkers.house import HOUSE
from games.woodwalkers.state import View
from games.woodwalkers.story import Duel, Found
from games.woodwalkers.tell import held
from games.woodwalkers.things import EVERY, Animal

APART: Final = 8
"""Between points and what flags will add: two numbers, not one."""
ASK: Final = 42
CLEAR: Final = 8
"""Of the gold at the rim."""
FOOT: Final = 34
WORD: Final = 104
"""Room for what somebody is asked in a word, beside its sign."""


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
    least: int
    """The same where it needs the room below the points, too."""

    @property
    def line(self) -> int:
        """How high the line with the points is."""
        return self.points * 3 // 4 - 2


SIZES: Final = {
    2: Size(100, 54, 88, 56, 98, 40, 40),
    3: Size(70, 46, 65, 44, 74, 44, 44),
    4: Size(66, 40, 65, 40, 74, 34, 26),
}


def gained(view: View, seat: Seat) -> int:
    """The points that the newest turn has brought it."""
    won = sum(isinstance(fact, Duel) and fact.winner == seat for fact in view.last)
    points = sum(isinstance(fact, Found) and (fact.seat, fact.tile) == (seat, "point") for fact in view.last)
    return HOUSE.duel_points * won + points


def players(view: View, top: int, bottom: int) -> Iterator[PlacedMark]:
    """And below them what the flags are about, which they hold."""
    bottom -= FOOT
    yield Sprite("flags", 74, SLATE, "+"), ASIDE + INSET, bottom + 2
    yield TranslatedWord("shown-flags", ACROSS - 116, SMALL_TYPE_HEIGHT, FAINT, SLATE), ASIDE + 104, bottom - 1
    seats = view.terms.seats
    pitch = (bottom - top + BETWEEN) // seats
    for seat in range(seats):
        awaited = view.phase == "arrange" or view.asked == seat
        yield panel(ACROSS, pitch - BETWEEN, gold=awaited), ASIDE, top + seat * pitch
        if awaited:
            yield Rectangle(10, pitch - BETWEEN - 32, GOLD), ASIDE, top + seat * pitch + 16
        yield from _player(view, seat, top + seat * pitch, pitch - BETWEEN, SIZES[seats], awaited=awaited)


def _player(view: View, seat: Seat, top: int, height: int, size: Size, *, awaited: bool) -> Iterator[PlacedMark]:
    """Shape and name, their points and what flags will add to them; below what they are asked, won and keep."""
    left, right = ASIDE + INSET, ASIDE + ACROSS - 10
    beside = left + size.badge + 5
    edge = right
    if not held(view, seat) and any(held(view, other) for other in range(view.terms.seats)):
        # Points stand below each other.
        edge -= size.flags + APART
    worth = list(_worth(view, seat, size, edge - beside))
    edge -= sum(what.width + _before(what) for what in worth)
    if view.terms.seats == 2:
        yield from _tall(view, seat, top, height, size, worth, awaited=awaited)
        return
    below = _below(view, seat, size, right - beside, awaited=awaited)
    if awaited:
        said = _below(view, seat, size, right - beside, awaited=awaited, word=True)
        below = said if max(x + what.width for what, x, _ in said) <= edge - beside else below
    line, high = (height - size.line) // 2, size.name
    down, end = (height - high - size.below) // 2, edge
    if not below:
        down, high = line, size.line
    elif max(x + what.width for what, x, _ in below) > edge - beside:
        # Then what is new is told above, and clear of the rim; what was gained is told by the duel.
        below = list(_kept(view, seat, size.least, right - beside))
        down = line = max(7, (height - size.line - size.least) // 2)
        high = size.line
        if awaited:
            end -= size.below + 2
            yield from _asked(view, end, top + line + (high - size.below) // 2, size.below)
    yield seat_badge(seat, size.badge, PANEL, met=awaited), left, top + (height - size.badge) // 2
    for what, x, y in below:
        yield what, beside + x, top + down + high + y
    yield from _counted(worth, edge, top + line, size)
    yield PlayerName(seat, end - beside, size.name, LIGHT, PANEL), beside, top + down + (high - size.name) // 2


def _tall(
    view: View, seat: Seat, top: int, height: int, size: Size, worth: Sequence[Letters | Sprite], *, awaited: bool
) -> Iterator[PlacedMark]:
    """Of two who play, each has a line for the name alone."""
    left, right = ASIDE + INSET, ASIDE + ACROSS - 10
    beside, above = left + size.badge + 5, size.name + 2
    below = list(_kept(view, seat, size.below, right - left))
    asked = CLEAR + size.below + 6 + WORD + 8
    said = awaited and max((x + what.width for what, x, _ in below), default=0) + asked <= right - left
    if said:
        question = ((what, x + CLEAR, y) for what, x, y in _question(view, size))
        below = [*question, *((what, x + asked, y) for what, x, y in below)]
    top += (height - above - size.line - (size.below + 2 if below else 0)) // 2
    yield (
        seat_badge(seat, size.badge, PANEL, met=awaited),
        left,
        top + (above + size.line - size.badge) // 2,
    )
    for what, x, y in below:
        yield what, left + x, top + above + size.line + 2 + y
    flags = any(held(view, other) for other in range(2)) and not held(view, seat)
    edge = right - (size.flags + APART if flags else 0) - sum(what.width + _before(what) for what in worth)
    yield from _counted(worth, edge, top + above, size)
    if said:
        right -= CLEAR
    elif awaited:
        right -= ASK + 4
        yield from _asked(view, right, top + (above - ASK) // 2, ASK)
    yield PlayerName(seat, right - beside, size.name, LIGHT, PANEL), beside, top + (above - size.name) // 2


def _counted(worth: Sequence[Letters | Sprite], left: int, top: int, size: Size) -> Iterator[PlacedMark]:
    for what in reversed(worth):
        left += _before(what)
        yield what, left, top + (size.line - tall(what) + 1) // 2
        left += what.width


def _before(what: Letters | Sprite) -> int:
    """Figures have a little air of their own."""
    return APART if isinstance(what, Sprite) else 2


def tall(what: Letters | Sprite) -> int:
    """Of a line of type, and of the pennant of all flags."""
    return what.height if isinstance(what, Letters) else what.width * 34 // 74


def _worth(view: View, seat: Seat, size: Size, room: int) -> Iterator[Letters | Sprite]:
    """From the right: what will come of flags, in a column of its own, the points, and which of them are new."""
    if flags := sum(held(view, seat)):
        yield Sprite("flags", size.flags, PANEL, f"+{flags}")
        room -= size.flags + APART
    points = str(view.camps[seat].points)
    # Of four, whose names have the least room, a total stands closer to its own.
    wide = broad(points, size.points) - (6 if view.terms.seats == 4 else 0)
    total = Letters(points, wide, size.points, LIGHT, PANEL, lie="right")
    yield total
    room -= total.width + _before(total)
    if view.terms.seats == 2 and (gain := _gain(view, seat, size)) and gain.width <= room:
        yield gain


def _gain(view: View, seat: Seat, size: Size) -> Letters | None:
    new = f"+{gained(view, seat)}"
    return Letters(new, broad(new, size.gain), size.gain, GOLD, PANEL, bold=False) if gained(view, seat) else None


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


def _asked(view: View, left: int, top: int, wide: int) -> Iterator[PlacedMark]:
    match view.phase:
        case "guess":
            high = 56 if wide == ASK else max(SMALL_TYPE_HEIGHT, wide)
            yield Letters("?", wide, high, GOLD, PANEL, bold=False), left, top + (wide - high) // 2
        case "move":
            yield Sprite(f"die_{view.die}", wide, PANEL), left, top
        case phase:
            yield Sprite(ASKED[phase], wide, PANEL), left, top


def _below(view: View, seat: Seat, size: Size, room: int, *, awaited: bool, word: bool = False) -> list[PlacedMark]:
    """What is new, then what is kept and lost."""
    new = list(_new(view, seat, size, awaited=awaited, word=word))
    after = max((x + what.width + 8 for what, x, _ in new), default=0)
    return [*new, *((what, after + x, y) for what, x, y in _kept(view, seat, size.below, room - after))]


def _question(view: View, size: Size) -> Iterator[PlacedMark]:
    """Its sign, and what that means."""
    yield from _asked(view, 0, 0, size.below)
    word = TranslatedWord(f"shown-asked-{view.phase}", WORD, SMALL_TYPE_HEIGHT, GOLD, PANEL)
    yield word, size.below + 6, (size.below - SMALL_TYPE_HEIGHT) // 2


def _new(view: View, seat: Seat, size: Size, *, awaited: bool, word: bool) -> Iterator[PlacedMark]:
    """What they are asked, with a word for it where there is room, and what they have gained just now."""
    if word:
        yield from _question(view, size)
    elif awaited:
        yield from _asked(view, 0, 0, size.below)
    if gain := _gain(view, seat, size):
        left = size.below + 10 + (WORD + 4 if word else 0) if awaited else 0
        yield gain, left, (size.below - gain.height) // 2


def _kept(view: View, seat: Seat, height: int, room: int) -> Iterator[PlacedMark]:
    """Whose eyes it is seen with; tiles kept; who has left the game; at midnight also who is wounded, since the board
    does not tell.
    """
    camp, left = view.camps[seat], 0
    if seat == view.seat and view.terms.hidden and view.terms.own:
        yield Sprite("eye", height, PANEL), left, 0
        left += height + 6
    for tile, count in (("medicine", camp.medicine), ("die", camp.dice)):
        if count:
            yield Sprite(tile, height, PANEL), left, 0
            left += height + 3
        if count > 1:
            yield (
                Letters(str(count), 22, SMALL_TYPE_HEIGHT, LIGHT, PANEL, bold=False),
                left,
                (height - SMALL_TYPE_HEIGHT) // 2,
            )
            left += 22
        left += 6 if count else 0
    cards = [animal for animal in EVERY if animal in camp.out or (view.terms.hidden and camp.wounds[animal])]
    slot = min(height * 3 // 2, (room - left) // max(len(cards), 1))
    for at, animal in enumerate(cards):
        yield from _card(view, seat, animal, slot * 2 // 3, left + at * slot, height)


def _card(view: View, seat: Seat, animal: Animal, wide: int, left: int, height: int) -> Iterator[PlacedMark]:
    top = (height - wide) // 2
    # What is drawn is smaller than its box.
    yield Sprite(face(animal), wide * 5 // 4, PANEL), left - wide // 8, top - wide // 8
    beside, mark = left + wide * 15 // 16, wide // 2
    if animal in view.camps[seat].out:
        yield Sprite("lost", mark, PANEL), beside, top + wide // 4
        return
    for wound in range(view.camps[seat].wounds[animal]):
        yield Sprite("drop", mark, PANEL), beside, top + wide // 2 - wound * wide // 2
