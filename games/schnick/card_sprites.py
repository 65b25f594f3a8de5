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
from games.schnick.state import HIDDEN_CARD, NAME_BY_SYMBOL, Card, Cards, ChoicesRevealed, Event, JokerLaid

FELT_COLOUR: Final[Colour] = "#cfdbc0"
TABLE_AREA: Final[Area] = (250, 8, 600, 564)
"""Left, top, width and height; the seats are at both sides, and below lies what was played."""
TABLE_LEFT_PX, TABLE_TOP_PX, TABLE_WIDTH_PX, TABLE_HEIGHT_PX = TABLE_AREA
TABLE_MIDDLE_PX: Final = TABLE_LEFT_PX + TABLE_WIDTH_PX // 2
CORNER_RADIUS_PX: Final = 18
BADGE_WIDTH_PX: Final = 68
"""The least at which its number can be read."""
NAME_BAR_HEIGHT_PX: Final = 78

PALETTE: Final = Palette("games.schnick", grounds=(PANEL, FELT_COLOUR, GOLD), inks=(LIGHT, INK, GOLD, "#20242e"))


def make_card(symbol: Card, width: int, ground: Colour) -> Sprite:
    name = "back" if symbol == HIDDEN_CARD else NAME_BY_SYMBOL.get(symbol, "joker")
    return Sprite(f"card_{name}", width, ground)


def make_sign(symbol: Card | None, width: int, ground: Colour) -> Sprite:
    return Sprite(f"sign_{NAME_BY_SYMBOL[symbol] if symbol else 'unknown'}", width, ground)


def fade_sprite(shown: Sprite) -> Sprite:
    """Pale: what was shown once, and can be chosen no more."""
    return replace(shown, name=f"{shown.name} past_{shown.name.split('_')[0]}")


def card_height(width: int) -> int:
    """The height of a card."""
    return width * 7 // 5


def sign_width_on_card(width: int) -> int:
    """How wide a sign is that lies upon a card."""
    return width * 3 // 4


def sign_offset_on_card(width: int) -> int:
    """How far down it lies there, so that one still sees the joker."""
    return card_height(width) - sign_width_on_card(width) - width // 16


def draw_name_bar(seat: Seat, place: Area, *, gain: int = 0, rim: Colour = "") -> Iterator[PlacedMark]:
    """Whose card that is, and how many cards it won."""
    left, top, width, height = place
    yield Rectangle(width, height, PANEL, FELT_COLOUR, CORNER_RADIUS_PX, rim), left, top
    yield seat_badge(seat, BADGE_WIDTH_PX, PANEL, met=bool(gain)), left + 8, top + (height - BADGE_WIDTH_PX) // 2 - 1
    plus = Letters(f"+{gain}", 100, LARGE_TYPE_HEIGHT, GOLD, PANEL, lie="right") if gain else None
    room = width - BADGE_WIDTH_PX - 32 - (plus.width - 10 if plus else 0)
    yield PlayerName(seat, room, 56, LIGHT, PANEL), left + BADGE_WIDTH_PX + 18, top + (height - 56) // 2
    if plus:
        yield plus, left + width - plus.width - 14, top + (height - LARGE_TYPE_HEIGHT) // 2


def draw_pot(cards: int, top: int) -> Iterator[PlacedMark]:
    """What lies in the middle to be won."""
    if cards:
        yield Sprite("won", 56, FELT_COLOUR), TABLE_MIDDLE_PX - 64, top + 5
        yield Letters(str(cards), 66, LARGE_TYPE_HEIGHT, INK, FELT_COLOUR, lie="left"), TABLE_MIDDLE_PX, top + 2


def draw_card_row(cards: Cards, width: int, left: int, top: int, room: int, ground: Colour) -> Iterator[PlacedMark]:
    """Side by side, and closer where there are many."""
    pitch = min(width + 3, (room - width) // max(1, len(cards) - 1))
    for at, symbol in enumerate(cards):
        yield make_card(symbol, width, ground), left + at * pitch, top


def has_just_laid_joker(last: tuple[Event, ...], seat: Seat) -> bool:
    """Did this seat lay its joker for the newest step?"""
    shown = [at for at, fact in enumerate(last) if isinstance(fact, ChoicesRevealed)]
    since = shown[-2] if len(shown) > 1 else 0
    return JokerLaid(seat) in last[since : shown[-1]]
