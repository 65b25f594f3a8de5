"""What lies on the table in every picture of Schnick Schnack Schnuck: cards, signs, and whose they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from games.art import (
    GOLD,
    INK,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    Area,
    Colour,
    Letters,
    Palette,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    seat_badge,
)
from games.core import Seat
from games.schnick.state import BACK, NAMES, Card, Cards, Fact, Laid, Shown

FELT: Final[Colour] = "#cfdbc0"
TABLE: Final[Area] = (250, 8, 600, 564)
"""Left, top, width and height; the seats are at both sides, and below lies what was played."""
LEFT, TOP, ACROSS, DOWN = TABLE
MIDDLE: Final = LEFT + ACROSS // 2
ROUND: Final = 18
BADGE: Final = 68
"""The least at which its number can be read."""
BAR: Final = 78

PALETTE: Final = Palette("games.schnick", grounds=(PANEL, FELT, GOLD), inks=(LIGHT, INK, GOLD, "#20242e"))


def card(symbol: Card, width: int, ground: Colour) -> Sprite:
    name = "back" if symbol == BACK else NAMES.get(symbol, "joker")
    return Sprite(f"card_{name}", width, ground)


def sign(symbol: Card | None, width: int, ground: Colour) -> Sprite:
    return Sprite(f"sign_{NAMES[symbol] if symbol else 'unknown'}", width, ground)


def past(shown: Sprite) -> Sprite:
    """Pale: what was shown once, and can be chosen no more."""
    return replace(shown, name=f"{shown.name} past_{shown.name.split('_')[0]}")


def tall(width: int) -> int:
    """The height of a card."""
    return width * 7 // 5


def upon(width: int) -> int:
    """How wide a sign is that lies upon a card."""
    return width * 3 // 4


def lower(width: int) -> int:
    """How far down it lies there, so that one still sees the joker."""
    return tall(width) - upon(width) - width // 16


def bar(seat: Seat, place: Area, *, gain: int = 0, rim: Colour = "") -> Iterator[PlacedMark]:
    """Whose card that is, and how many cards it won."""
    left, top, width, height = place
    yield Rectangle(width, height, PANEL, FELT, ROUND, rim), left, top
    yield seat_badge(seat, BADGE, PANEL, met=bool(gain)), left + 8, top + (height - BADGE) // 2 - 1
    plus = Letters(f"+{gain}", 100, LARGE_TYPE_HEIGHT, GOLD, PANEL, lie="right") if gain else None
    room = width - BADGE - 32 - (plus.width - 10 if plus else 0)
    yield PlayerName(seat, room, 56, LIGHT, PANEL), left + BADGE + 18, top + (height - 56) // 2
    if plus:
        yield plus, left + width - plus.width - 14, top + (height - LARGE_TYPE_HEIGHT) // 2


def pot(cards: int, top: int) -> Iterator[PlacedMark]:
    """What lies in the middle to be won."""
    if cards:
        yield Sprite("won", 56, FELT), MIDDLE - 64, top + 5
        yield Letters(str(cards), 66, LARGE_TYPE_HEIGHT, INK, FELT, lie="left"), MIDDLE, top + 2


def row(cards: Cards, width: int, left: int, top: int, room: int, ground: Colour) -> Iterator[PlacedMark]:
    """Side by side, and closer where there are many."""
    pitch = min(width + 3, (room - width) // max(1, len(cards) - 1))
    for at, symbol in enumerate(cards):
        yield card(symbol, width, ground), left + at * pitch, top


def laid(last: tuple[Fact, ...], seat: Seat) -> bool:
    """Did this seat lay its joker for the newest step?"""
    shown = [at for at, fact in enumerate(last) if isinstance(fact, Shown)]
    since = shown[-2] if len(shown) > 1 else 0
    return Laid(seat) in last[since : shown[-1]]
