"""Drawing of the viewer's hand, or of the available signs, with a dot above each possible choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import INK, LIGHT, PANEL, SMALL_TYPE_HEIGHT, Letters, PlacedMark, Rectangle, Sprite, seat_badge
from games.schnick.card_sprites import (
    FELT_COLOR,
    TABLE_HEIGHT_PX,
    TABLE_LEFT_PX,
    TABLE_TOP_PX,
    TABLE_WIDTH_PX,
    card_height,
    make_card,
)
from games.schnick.rules import legal_moves
from games.schnick.state import JOKER, NAME_BY_SYMBOL, View

_MAX_CARD_WIDTH_PX: Final = 100
_CARDS_LEFT_PX: Final = TABLE_LEFT_PX + 88
"""The left edge of the cards, to the right of the player's badge."""
_CARDS_MAX_WIDTH_PX: Final = TABLE_LEFT_PX + TABLE_WIDTH_PX - 12 - _CARDS_LEFT_PX
_CARDS_MIDDLE_PX: Final = _CARDS_LEFT_PX + _CARDS_MAX_WIDTH_PX // 2
_KIND_GAP_PX: Final = 8
_MIN_WIDTH_WITH_NAME_PX: Final = 96
"""The smallest width of a joker at which the word on it is large enough to read."""
_MAX_OVERLAP_STEP_PX: Final = 30
"""The maximum visible width of a card that is partly covered by another card of the same symbol."""
_CARDS_BOTTOM_PX: Final = TABLE_TOP_PX + TABLE_HEIGHT_PX - 12
_TRAY_HEIGHT_PX: Final = 176
"""The height of the tray behind the hand, which separates the hand from the cards on the table."""


def is_hand_drawn(view: View) -> bool:
    """Return whether the viewer's hand or choice of signs is drawn on the table.

    After the match, the seat panels show all hands instead.
    """
    return view.seat is not None and view.phase != "over" and bool(view.hands[view.seat] or legal_moves(view))


def draw_hand(view: View) -> Iterator[PlacedMark]:
    if view.seat is None or not is_hand_drawn(view):
        return
    yield (
        Rectangle(TABLE_WIDTH_PX - 12, _TRAY_HEIGHT_PX, PANEL, FELT_COLOR, 22),
        TABLE_LEFT_PX + 6,
        TABLE_TOP_PX + TABLE_HEIGHT_PX - 6 - _TRAY_HEIGHT_PX,
    )
    yield seat_badge(view.seat, 72, PANEL), TABLE_LEFT_PX + 14, _CARDS_BOTTOM_PX - 98
    moves = legal_moves(view)
    choices = {move[-1] for move in moves if move[0] in ("card", "sign")}
    if any(move[0] == "sign" for move in moves):
        for index, name in enumerate(NAME_BY_SYMBOL.values()):
            left = _CARDS_LEFT_PX + index * 101
            yield Sprite(f"sign_{name}", 96, PANEL), left, _CARDS_BOTTOM_PX - 110
            yield _make_choice_dot(left + 48, _CARDS_BOTTOM_PX - 110)
        return
    cards = view.hands[view.seat]
    kinds = dict.fromkeys(cards)
    repeated, room = len(cards) - len(kinds), _CARDS_MAX_WIDTH_PX - _KIND_GAP_PX * (len(kinds) - 1)
    width = min(_MAX_CARD_WIDTH_PX, (room - 18 * min(3, repeated)) // len(kinds))
    step = min(_MAX_OVERLAP_STEP_PX, (room - width * len(kinds)) // max(1, repeated))
    left = _CARDS_MIDDLE_PX - (width * len(kinds) + step * repeated + _KIND_GAP_PX * (len(kinds) - 1)) // 2
    top = _CARDS_BOTTOM_PX - card_height(width)
    for symbol in kinds:
        start = left
        for _ in range(cards.count(symbol)):
            yield make_card(symbol, width, PANEL), left, top
            if symbol == JOKER and width >= _MIN_WIDTH_WITH_NAME_PX:
                yield from _draw_joker_name(left, top + card_height(width), width)
            left += step
        left += width - step
        if NAME_BY_SYMBOL.get(symbol) in choices:
            yield _make_choice_dot((start + left) // 2, top)
        left += _KIND_GAP_PX


def _draw_joker_name(left: int, bottom: int, width: int) -> Iterator[PlacedMark]:
    """Write "JOKER" on a joker, because its drawing alone may be unclear. The word is the same in all languages."""
    yield Rectangle(width, SMALL_TYPE_HEIGHT, INK, PANEL, 8), left, bottom - SMALL_TYPE_HEIGHT
    yield Letters("JOKER", width, SMALL_TYPE_HEIGHT, LIGHT, INK, bold=False), left, bottom - SMALL_TYPE_HEIGHT


def _make_choice_dot(middle: int, top: int) -> PlacedMark:
    return Sprite("dot_upon", 24, PANEL), middle - 12, top - 26
