"""Elements shared by all Schnick pictures: cards, signs, name bars, and table dimensions."""

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
    Color,
    Letters,
    Palette,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    seat_badge,
)
from games.core import Seat
from games.schnick.state import HIDDEN_CARD, JOKER, NAME_BY_SYMBOL, Card, Cards, ChoicesRevealed, Event, JokerLaid

FELT_COLOR: Final[Color] = "#cfdbc0"
TABLE_AREA: Final[Area] = (250, 8, 600, 564)
"""The table's left edge, top edge, width and height. The played cards are below it, and the seat panels beside it."""
TABLE_LEFT_PX, TABLE_TOP_PX, TABLE_WIDTH_PX, TABLE_HEIGHT_PX = TABLE_AREA
TABLE_MIDDLE_PX: Final = TABLE_LEFT_PX + TABLE_WIDTH_PX // 2
CORNER_RADIUS_PX: Final = 18
BADGE_WIDTH_PX: Final = 68
"""The smallest width at which the number on a badge is readable."""
NAME_BAR_HEIGHT_PX: Final = 78

PALETTE: Final = Palette("games.schnick", grounds=(PANEL, FELT_COLOR, GOLD), inks=(LIGHT, INK, GOLD, "#20242e"))


def make_card(symbol: Card, width: int, ground: Color) -> Sprite:
    """Return the sprite of a card. A hidden card has the sprite of a card back."""
    name = "back" if symbol == HIDDEN_CARD else NAME_BY_SYMBOL.get(symbol, "joker")
    return Sprite(f"card_{name}", width, ground)


def make_sign(symbol: Card | None, width: int, ground: Color) -> Sprite:
    """Return the sprite of a sign. An unknown sign has the sprite of a question mark."""
    return Sprite(f"sign_{NAME_BY_SYMBOL[symbol] if symbol else 'unknown'}", width, ground)


def fade_sprite(sprite: Sprite) -> Sprite:
    """Return a pale copy of a sprite, for earlier cards and signs that should not look like possible choices."""
    return replace(sprite, name=f"{sprite.name} past_{sprite.name.split('_')[0]}")


def card_height(width: int) -> int:
    return width * 7 // 5


def draw_choice(card: Card, sign: Card | None, left: int, top: int, width: int, ground: Color) -> Iterator[PlacedMark]:
    """Draw a symbol card, a joker with a sign on it or, if `card` is empty, only a sign. `None` is an unknown sign."""
    if not card:
        yield make_sign(sign, width, ground), left, top + (card_height(width) - width) // 2
        return
    yield make_card(card, width, ground), left, top
    if card == JOKER:
        # The joker stays visible above the sign.
        sign_width = width * 3 // 4
        sign_top = top + card_height(width) - sign_width - width // 16
        yield make_sign(sign, sign_width, ground), left + (width - sign_width) // 2, sign_top


def draw_name_bar(seat: Seat, area: Area, *, gain: int = 0, rim: Color = "") -> Iterator[PlacedMark]:
    """Draw a player's badge and name below a card. If the player gained cards, add their number."""
    left, top, width, height = area
    yield Rectangle(width, height, PANEL, FELT_COLOR, CORNER_RADIUS_PX, rim), left, top
    yield seat_badge(seat, BADGE_WIDTH_PX, PANEL, gold=bool(gain)), left + 8, top + (height - BADGE_WIDTH_PX) // 2 - 1
    plus = Letters(f"+{gain}", 100, LARGE_TYPE_HEIGHT, GOLD, PANEL, align="right") if gain else None
    room = width - BADGE_WIDTH_PX - 32 - (plus.width - 10 if plus else 0)
    yield PlayerName(seat, room, 56, LIGHT, PANEL), left + BADGE_WIDTH_PX + 18, top + (height - 56) // 2
    if plus:
        yield plus, left + width - plus.width - 14, top + (height - LARGE_TYPE_HEIGHT) // 2


def draw_pot(cards: int, top: int) -> Iterator[PlacedMark]:
    """Draw the number of cards in the middle of the table."""
    if cards:
        yield Sprite("won", 56, FELT_COLOR), TABLE_MIDDLE_PX - 64, top + 5
        yield Letters(str(cards), 66, LARGE_TYPE_HEIGHT, INK, FELT_COLOR, align="left"), TABLE_MIDDLE_PX, top + 2


def draw_card_row(cards: Cards, width: int, left: int, top: int, room: int, ground: Color) -> Iterator[PlacedMark]:
    """Draw cards side by side. If they are too wide for `room`, they overlap."""
    pitch = min(width + 3, (room - width) // max(1, len(cards) - 1))
    for index, symbol in enumerate(cards):
        yield make_card(symbol, width, ground), left + index * pitch, top


def has_just_laid_joker(recent_events: tuple[Event, ...], seat: Seat) -> bool:
    """Return whether a seat laid its joker for the latest reveal, and not for an earlier one."""
    reveals = [index for index, event in enumerate(recent_events) if isinstance(event, ChoicesRevealed)]
    start = reveals[-2] if len(reveals) > 1 else 0
    return JokerLaid(seat) in recent_events[start : reveals[-1]]
