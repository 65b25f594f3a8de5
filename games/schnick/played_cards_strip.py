"""The strip below the table, which shows the number of played cards of each symbol and the size of the pile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from games.art import (
    FAINT,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Color,
    Letters,
    PlacedMark,
    Rectangle,
    Sprite,
)
from games.schnick.card_sprites import CORNER_RADIUS_PX, make_card
from games.schnick.state import HIDDEN_CARD, SYMBOLS, Card, View

STRIP_TOP_PX: Final = 580
STRIP_HEIGHT_PX: Final = 112
_KIND_PITCH_PX: Final = 182
_ICON_WIDTH_PX: Final = 60
_PLACES_PER_ROW: Final = 6
"""The number of card boxes per row. Two rows are enough, because the deck has at most twelve cards of each symbol."""
_EMPTY_PLACE_COLOR: Final[Color] = "#8592b0"
_COLOR_BY_SYMBOL: Final[Mapping[Card, Color]] = {
    "s": "#b5486c",
    "t": "#666e7e",
    "p": "#5c8a45",
    "f": "#d9432f",
    "w": "#2b6f93",
}


def draw_played_cards(view: View) -> Iterator[PlacedMark]:
    yield Rectangle(1084, STRIP_HEIGHT_PX, PANEL, SLATE, CORNER_RADIUS_PX), 8, STRIP_TOP_PX
    for index, symbol in enumerate(SYMBOLS):
        yield from _draw_symbol_count(view, symbol, 22 + index * _KIND_PITCH_PX)
    yield from _draw_pile_count(view, 22 + len(SYMBOLS) * _KIND_PITCH_PX)


def _draw_symbol_count(view: View, symbol: Card, left: int) -> Iterator[PlacedMark]:
    """Draw the number of played cards of a symbol, and a small box for each card. Boxes of played cards are filled."""
    total = view.symbol_cards.count(symbol)
    played = sum(history.count(symbol) for history in view.play_history)
    yield make_card(symbol, _ICON_WIDTH_PX, PANEL), left, STRIP_TOP_PX + 14
    yield Letters(str(played), 62, LARGE_TYPE_HEIGHT, LIGHT, PANEL, align="left"), left + 70, STRIP_TOP_PX
    total_left = left + 70 + (62 if played > 9 else 34)
    yield (
        Letters(f"/{total}", 60, SMALL_TYPE_HEIGHT, FAINT, PANEL, bold=False, align="left"),
        total_left,
        STRIP_TOP_PX + 17,
    )
    for place in range(total):
        right, down = place % _PLACES_PER_ROW * 17, place // _PLACES_PER_ROW * 22
        is_filled = place < played
        ink, rim = (_COLOR_BY_SYMBOL[symbol], LIGHT) if is_filled else (PANEL, _EMPTY_PLACE_COLOR)
        yield Rectangle(15, 19, ink, PANEL, 4, rim, 3), left + 70 + right, STRIP_TOP_PX + 62 + down


def _draw_pile_count(view: View, left: int) -> Iterator[PlacedMark]:
    """Draw the pile and the number of cards in it."""
    if not view.pile:
        yield Sprite("card_none", _ICON_WIDTH_PX, PANEL), left, STRIP_TOP_PX + 14
    for layer in range(min(3, len(view.pile))):
        yield make_card(HIDDEN_CARD, _ICON_WIDTH_PX, PANEL), left + layer * 6, STRIP_TOP_PX + 20 - layer * 6
    yield Letters(str(len(view.pile)), 70, LARGE_TYPE_HEIGHT, LIGHT, PANEL, align="left"), left + 84, STRIP_TOP_PX + 24
