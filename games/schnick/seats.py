"""The seats round the table: who it is, how many cards are won, what is in hand, and what is owed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.art import GOLD, LIGHT, PANEL, SLATE, Area, Letters, PlacedMark, PlayerName, Rectangle, Sprite, seat_badge
from games.core import Seat
from games.schnick.state import Shown, View, Won, backs
from games.schnick.things import ROUND, TABLE, row

WIDTH: Final = 234
GAP: Final = 8
_DOT: Final = 28
_GAIN: Final = 48
_SIDES: Final = (8, 858)
_MOST: Final = 7
"""So many cards are in hand at most, unless somebody drew the deal."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where what stands, by how many sit at that side of the table; places are from the corner of the panel."""

    badge: tuple[int, int, int]
    """Left, top, and how wide."""
    name: Area
    won: tuple[int, int, int]
    """Top, the width of the drawing, the height of the number."""
    sign: tuple[int, int, int]
    gain: int
    """The top of what was won just now, where no sign stands."""
    hand: tuple[int, int, int]
    """Top, the width of a card, and in how many rows."""


_ROOMS: Final[Mapping[int, Room]] = {
    1: Room((18, 24, 130), (14, 172, 206, 76), (280, 92, 110), (156, 56, 66), 250, (402, 50, 2)),
    2: Room((12, 10, 88), (14, 102, 206, 60), (158, 56, 76), (146, 20, 68), 170, (226, 33, 1)),
    3: Room((8, 6, 68), (84, 12, 142, 56), (72, 48, 65), (168, 74, 54), 80, (130, 33, 1)),
}


def panels(view: View) -> Iterator[PlacedMark]:
    for seat in view.seats:
        left, top, height, room = _place(seat, len(view.seats))
        rim = GOLD if seat in view.awaited else ""
        yield Rectangle(WIDTH, height, PANEL, SLATE, ROUND, rim), left, top
        for what, right, down in _panel(view, seat, room):
            yield what, left + right, top + down


def sides(view: View, those: Sequence[Seat]) -> Sequence[Seat]:
    """Two who meet, as their panels lie beside the table; neighbours as they are given."""
    return sorted(those, key=lambda seat: _place(seat, len(view.seats))[0])


def met(view: View, shown: Shown) -> Shown:
    """What two showed, each at the side where they sit."""
    if tuple(sides(view, shown.seats)) == shown.seats:
        return shown
    (one, other), (first, second), (sign, another) = shown.seats, shown.symbols, shown.signs
    return replace(shown, seats=(other, one), symbols=(second, first), signs=(another, sign))


def _place(seat: Seat, seats: int) -> tuple[int, int, int, Room]:
    """Clockwise: down the right side and up the left one, as turns go. Of two the first sits left, as one reads."""
    if seats == 2:
        return _SIDES[seat], TABLE[1], TABLE[3], _ROOMS[1]
    right = (seats + 1) // 2
    here = seat < right
    many = right if here else seats - right
    at = seat if here else seats - 1 - seat
    height = (TABLE[3] - (many - 1) * GAP) // many
    return _SIDES[here], TABLE[1] + at * (height + GAP), height, _ROOMS[many]


def _panel(view: View, seat: Seat, room: Room) -> Iterator[PlacedMark]:
    left, top, width = room.badge
    yield seat_badge(seat, width, PANEL), left, top
    left, top, width, height = room.name
    yield PlayerName(seat, width, height, LIGHT, PANEL, "middle" if room is _ROOMS[1] else "left"), left, top
    top, width, height = room.won
    newest = next((fact for fact in reversed(view.last) if isinstance(fact, Won)), None)
    yield Sprite("won", width, PANEL), 14, top + (height - width) // 2
    won = Letters(str(len(view.won[seat])), height, height, LIGHT, PANEL, lie="left")
    yield won, 24 + width, top
    if owed := _sign(view, seat):
        left, top, width = room.sign
        inset = (width - _DOT) // 2 if owed == "dot_upon" else 0
        yield Sprite(owed, width - 2 * inset, PANEL), left + inset, top + inset
    elif newest and newest.seat == seat:
        yield Letters(f"+{newest.cards}", 80, _GAIN, GOLD, PANEL, bold=False, lie="right"), WIDTH - 94, room.gain
    yield from _hand(view, seat, room)


def _sign(view: View, seat: Seat) -> str:
    """What this seat owes; whether it may be challenged; in the end whether it has won."""
    if view.reason:
        return "crown" if seat in view.best else ""
    if seat in view.awaited:
        return f"owes_{'sign' if view.phase == 'duel' and not view.hands[seat] else _OWED[view.phase]}"
    return "dot_upon" if view.phase == "challenge" and view.seat in view.awaited else ""


_OWED: Final = {"redeal": "redeal", "challenge": "challenge", "duel": "card", "sign": "sign"}


def _hand(view: View, seat: Seat, room: Room) -> Iterator[PlacedMark]:
    """Backs that can be counted, and whether there is a joker; when all is over every hand lies open."""
    top, width, rows = room.hand
    hand = view.hands[seat] if view.phase == "over" else backs(view.hands[seat])
    most = -(-max(len(hand), _MOST) // rows)
    for at in range(rows):
        part = hand[at * most : (at + 1) * most]
        yield from row(part, width, 14, top + at * (width * 7 // 5 + 6), WIDTH - 26, PANEL)
