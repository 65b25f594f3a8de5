"""What was played: a place for each card there is, filled when it was seen; and the pile."""

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
    Colour,
    Letters,
    PlacedMark,
    Rectangle,
    Sprite,
)
from games.schnick.state import BACK, SYMBOLS, Card, View
from games.schnick.things import ROUND, card

TOP: Final = 580
DOWN: Final = 112
_PITCH: Final = 182
_ICON: Final = 60
_ROW: Final = 6
"""So many places side by side."""
_OPEN: Final[Colour] = "#8592b0"
_COLOURS: Final[Mapping[Card, Colour]] = {
    "s": "#b5486c",
    "t": "#666e7e",
    "p": "#5c8a45",
    "f": "#d9432f",
    "w": "#2b6f93",
}


def strip(view: View) -> Iterator[PlacedMark]:
    yield Rectangle(1084, DOWN, PANEL, SLATE, ROUND), 8, TOP
    for at, symbol in enumerate(SYMBOLS):
        yield from _kind(view, symbol, 22 + at * _PITCH)
    yield from _pile(view, 22 + len(SYMBOLS) * _PITCH)


def _kind(view: View, symbol: Card, left: int) -> Iterator[PlacedMark]:
    there = view.deck.count(symbol)
    gone = sum(past.count(symbol) for past in view.past)
    yield card(symbol, _ICON, PANEL), left, TOP + 14
    yield Letters(str(gone), 62, LARGE_TYPE_HEIGHT, LIGHT, PANEL, lie="left"), left + 70, TOP
    ofall = left + 70 + (62 if gone > 9 else 34)
    yield Letters(f"/{there}", 60, SMALL_TYPE_HEIGHT, FAINT, PANEL, bold=False, lie="left"), ofall, TOP + 17
    for place in range(there):
        right, down = place % _ROW * 17, place // _ROW * 22
        filled = place < gone
        ink, rim = (_COLOURS[symbol], LIGHT) if filled else (PANEL, _OPEN)
        yield Rectangle(15, 19, ink, PANEL, 4, rim, 3), left + 70 + right, TOP + 62 + down


def _pile(view: View, left: int) -> Iterator[PlacedMark]:
    """What may still be drawn."""
    if not view.pile:
        yield Sprite("card_none", _ICON, PANEL), left, TOP + 14
    for at in range(min(3, len(view.pile))):
        yield card(BACK, _ICON, PANEL), left + at * 6, TOP + 20 - at * 6
    yield Letters(str(len(view.pile)), 70, LARGE_TYPE_HEIGHT, LIGHT, PANEL, lie="left"), left + 84, TOP + 24
