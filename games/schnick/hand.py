"""One's own cards on the table beside one's badge, or the signs that may be shown; a dot where there is a choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import INK, LIGHT, PANEL, SMALL_TYPE_HEIGHT, Letters, PlacedMark, Rectangle, Sprite, seat_badge
from games.schnick.rules import legal
from games.schnick.state import JOKER, NAMES, View
from games.schnick.things import ACROSS, DOWN, FELT, LEFT, TOP, card, tall

_WIDE: Final = 100
_LEFT: Final = LEFT + 88
"""The cards lie beside the badge of whose they are."""
_ROOM: Final = LEFT + ACROSS - 12 - _LEFT
_CENTRE: Final = _LEFT + _ROOM // 2
_GAP: Final = 8
_NAMED: Final = 96
"""So wide is a joker that its name is type."""
_FANNED: Final = 30
_BOTTOM: Final = TOP + DOWN - 12
_TRAY: Final = 176
"""How high what the hand lies on is: nobody takes it for the table."""


def shown(view: View) -> bool:
    """When all is over, every hand lies open beside its seat."""
    return view.seat is not None and view.phase != "over" and bool(view.hands[view.seat] or legal(view))


def hand(view: View) -> Iterator[PlacedMark]:
    if view.seat is None or not shown(view):
        return
    yield Rectangle(ACROSS - 12, _TRAY, PANEL, FELT, 22), LEFT + 6, TOP + DOWN - 6 - _TRAY
    yield seat_badge(view.seat, 72, PANEL), LEFT + 14, _BOTTOM - 98
    choices = {word[-1] for word in legal(view) if word[0] in ("card", "sign")}
    if any(word[0] == "sign" for word in legal(view)):
        for at, name in enumerate(NAMES.values()):
            left = _LEFT + at * 101
            yield Sprite(f"sign_{name}", 96, PANEL), left, _BOTTOM - 110
            yield _dot(left + 48, _BOTTOM - 110)
        return
    cards = view.hands[view.seat]
    kinds = dict.fromkeys(cards)
    more, room = len(cards) - len(kinds), _ROOM - _GAP * (len(kinds) - 1)
    width = min(_WIDE, (room - 18 * min(3, more)) // len(kinds))
    step = min(_FANNED, (room - width * len(kinds)) // max(1, more))
    left = _CENTRE - (width * len(kinds) + step * more + _GAP * (len(kinds) - 1)) // 2
    top = _BOTTOM - tall(width)
    for symbol in kinds:
        start = left
        for _ in range(cards.count(symbol)):
            yield card(symbol, width, PANEL), left, top
            if symbol == JOKER and width >= _NAMED:
                yield from _named(left, top + tall(width), width)
            left += step
        left += width - step
        if NAMES.get(symbol) in choices:
            yield _dot((start + left) // 2, top)
        left += _GAP


def _named(left: int, bottom: int, width: int) -> Iterator[PlacedMark]:
    """It is called so in every language, and nobody knows it by its cap alone."""
    yield Rectangle(width, SMALL_TYPE_HEIGHT, INK, PANEL, 8), left, bottom - SMALL_TYPE_HEIGHT
    yield Letters("JOKER", width, SMALL_TYPE_HEIGHT, LIGHT, INK, bold=False), left, bottom - SMALL_TYPE_HEIGHT


def _dot(middle: int, top: int) -> PlacedMark:
    return Sprite("dot_upon", 24, PANEL), middle - 12, top - 26
