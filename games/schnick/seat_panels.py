"""The panels beside the table, which show each seat's player, won cards, hand and pending choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.art import (
    GOLD,
    LIGHT,
    PANEL,
    SLATE,
    Alignment,
    Area,
    Letters,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    seat_badge,
)
from games.core import Seat
from games.schnick.card_sprites import CORNER_RADIUS_PX, TABLE_AREA, draw_card_row
from games.schnick.state import ChoicesRevealed, DuelWon, View, hide_all_but_jokers

PANEL_WIDTH_PX: Final = 234
PANEL_GAP_PX: Final = 8
_DOT_WIDTH_PX: Final = 28
_GAIN_HEIGHT_PX: Final = 48
_PANEL_LEFTS_PX: Final = (8, 858)
_CARDS_WITHOUT_OVERLAP: Final = 7
"""The number of cards that fit side by side: a dealt hand with its joker. Only preset hands can be larger."""


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """The positions of a panel's parts, relative to the panel's top left corner.

    The layout depends on the number of panels on the same side of the table.
    """

    badge: tuple[int, int, int]
    """The left edge, top edge and width of the player's badge."""
    name: Area
    won: tuple[int, int, int]
    """The top edge of the won-card count, the width of its icon, and the height of its number."""
    status_sign: tuple[int, int, int]
    """The left edge, top edge and width of the status sign."""
    gain_top: int
    """The top edge of the number of cards just won. The number is drawn only in a panel without a status sign."""
    hand: tuple[int, int, int]
    """The top edge, card width and number of rows of the hand."""


_LAYOUT_BY_PANELS: Final[Mapping[int, PanelLayout]] = {
    1: PanelLayout((18, 24, 130), (14, 172, 206, 76), (280, 92, 110), (156, 56, 66), 250, (402, 50, 2)),
    2: PanelLayout((12, 10, 88), (14, 102, 206, 60), (158, 56, 76), (146, 20, 68), 170, (226, 33, 1)),
    3: PanelLayout((8, 6, 68), (84, 12, 142, 56), (72, 48, 65), (168, 74, 54), 80, (130, 33, 1)),
}


def draw_panels(view: View) -> Iterator[PlacedMark]:
    for seat in view.seats:
        left, top, height, layout = _locate_panel(seat, len(view.seats))
        rim = GOLD if seat in view.seats_to_move else ""
        yield Rectangle(PANEL_WIDTH_PX, height, PANEL, SLATE, CORNER_RADIUS_PX, rim), left, top
        for drawable, right, down in _draw_panel_content(view, seat, layout):
            yield drawable, left + right, top + down


def sort_left_to_right(view: View, seats: Sequence[Seat]) -> Sequence[Seat]:
    """Sort seats by the side of their panels, left before right. The order on each side does not change."""
    return sorted(seats, key=lambda seat: _locate_panel(seat, len(view.seats))[0])


def order_step_left_to_right(view: View, revealed: ChoicesRevealed) -> ChoicesRevealed:
    """Return a copy of a reveal with its two seats in the order of their panels, left before right."""
    if tuple(sort_left_to_right(view, revealed.seats)) == revealed.seats:
        return revealed
    seats, symbols, are_signs = revealed.seats, revealed.symbols, revealed.are_signs
    return replace(
        revealed,
        seats=(seats[1], seats[0]),
        symbols=(symbols[1], symbols[0]),
        are_signs=(are_signs[1], are_signs[0]),
    )


def _locate_panel(seat: Seat, seats: int) -> tuple[int, int, int, PanelLayout]:
    """Return the left edge, top edge, height and layout of a seat's panel.

    Seats are arranged clockwise, down the right side and up the left side. With two seats, the first is on the left.
    """
    if seats == 2:
        return _PANEL_LEFTS_PX[seat], TABLE_AREA[1], TABLE_AREA[3], _LAYOUT_BY_PANELS[1]
    right_count = (seats + 1) // 2
    is_right = seat < right_count
    panels = right_count if is_right else seats - right_count
    row = seat if is_right else seats - 1 - seat
    height = (TABLE_AREA[3] - (panels - 1) * PANEL_GAP_PX) // panels
    return _PANEL_LEFTS_PX[is_right], TABLE_AREA[1] + row * (height + PANEL_GAP_PX), height, _LAYOUT_BY_PANELS[panels]


def _draw_panel_content(view: View, seat: Seat, layout: PanelLayout) -> Iterator[PlacedMark]:
    left, top, width = layout.badge
    yield seat_badge(seat, width, PANEL), left, top
    left, top, width, height = layout.name
    alignment: Alignment = "middle" if layout is _LAYOUT_BY_PANELS[1] else "left"
    yield PlayerName(seat, width, height, LIGHT, PANEL, alignment), left, top
    top, width, height = layout.won
    last_win = next((event for event in reversed(view.recent_events) if isinstance(event, DuelWon)), None)
    yield Sprite("won", width, PANEL), 14, top + (height - width) // 2
    won = Letters(str(len(view.won_cards[seat])), height, height, LIGHT, PANEL, align="left")
    yield won, 24 + width, top
    if status := _get_status_sprite(view, seat):
        left, top, width = layout.status_sign
        inset = (width - _DOT_WIDTH_PX) // 2 if status == "dot_upon" else 0
        yield Sprite(status, width - 2 * inset, PANEL), left + inset, top + inset
    elif last_win and last_win.seat == seat:
        yield (
            Letters(f"+{last_win.cards}", 80, _GAIN_HEIGHT_PX, GOLD, PANEL, bold=False, align="right"),
            PANEL_WIDTH_PX - 94,
            layout.gain_top,
        )
    yield from _draw_hand_in_panel(view, seat, layout)


def _get_status_sprite(view: View, seat: Seat) -> str:
    """Return the name of a seat's status sprite, or an empty string for none.

    Seats to move, possible rivals and winners have such a sprite.
    """
    if view.end_reason:
        return "crown" if seat in view.winners else ""
    if seat in view.seats_to_move:
        return f"owes_{'sign' if view.phase == 'duel' and not view.hands[seat] else _SPRITE_BY_PHASE[view.phase]}"
    return "dot_upon" if view.phase == "challenge" and view.seat in view.seats_to_move else ""


_SPRITE_BY_PHASE: Final = {"redeal": "redeal", "challenge": "challenge", "duel": "card", "sign": "sign"}


def _draw_hand_in_panel(view: View, seat: Seat, layout: PanelLayout) -> Iterator[PlacedMark]:
    """Draw a seat's hand as card backs and a joker or, after the match, as face-up cards."""
    top, width, rows = layout.hand
    hand = view.hands[seat] if view.phase == "over" else hide_all_but_jokers(view.hands[seat])
    row_size = -(-max(len(hand), _CARDS_WITHOUT_OVERLAP) // rows)
    for row in range(rows):
        cards = hand[row * row_size : (row + 1) * row_size]
        yield from draw_card_row(cards, width, 14, top + row * (width * 7 // 5 + 6), PANEL_WIDTH_PX - 26, PANEL)
