"""The seats round the table: who it is, how many cards are won, what is in hand, and what is owed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.art import GOLD, LIGHT, PANEL, SLATE, Area, Letters, PlacedMark, PlayerName, Rectangle, Sprite, seat_badge
from games.core import Seat
from games.schnick.card_sprites import CORNER_RADIUS_PX, TABLE_AREA, draw_card_row
from games.schnick.state import ChoicesRevealed, DuelWon, View, hide_cards

PANEL_WIDTH_PX: Final = 234
PANEL_GAP_PX: Final = 8
_DOT_WIDTH_PX: Final = 28
_GAIN_HEIGHT_PX: Final = 48
_PANEL_LEFTS_PX: Final = (8, 858)
_CARDS_WITHOUT_OVERLAP: Final = 7
"""So many cards are in hand at most, unless somebody drew the deal."""


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """Where what stands, by how many sit at that side of the table; places are from the corner of the panel."""

    badge: tuple[int, int, int]
    """Left, top, and how wide."""
    name: Area
    won: tuple[int, int, int]
    """Top, the width of the drawing, the height of the number."""
    status_sign: tuple[int, int, int]
    gain_top: int
    """The top of what was won just now, where no sign stands."""
    hand: tuple[int, int, int]
    """Top, the width of a card, and in how many rows."""


_LAYOUT_BY_PANELS: Final[Mapping[int, PanelLayout]] = {
    1: PanelLayout((18, 24, 130), (14, 172, 206, 76), (280, 92, 110), (156, 56, 66), 250, (402, 50, 2)),
    2: PanelLayout((12, 10, 88), (14, 102, 206, 60), (158, 56, 76), (146, 20, 68), 170, (226, 33, 1)),
    3: PanelLayout((8, 6, 68), (84, 12, 142, 56), (72, 48, 65), (168, 74, 54), 80, (130, 33, 1)),
}


def draw_panels(view: View) -> Iterator[PlacedMark]:
    for seat in view.seats:
        left, top, height, room = _locate_panel(seat, len(view.seats))
        rim = GOLD if seat in view.seats_to_move else ""
        yield Rectangle(PANEL_WIDTH_PX, height, PANEL, SLATE, CORNER_RADIUS_PX, rim), left, top
        for what, right, down in _draw_panel_content(view, seat, room):
            yield what, left + right, top + down


def sort_left_to_right(view: View, those: Sequence[Seat]) -> Sequence[Seat]:
    """Two who meet, as their panels lie beside the table; neighbours as they are given."""
    return sorted(those, key=lambda seat: _locate_panel(seat, len(view.seats))[0])


def order_step_left_to_right(view: View, shown: ChoicesRevealed) -> ChoicesRevealed:
    """What two showed, each at the side where they sit."""
    if tuple(sort_left_to_right(view, shown.seats)) == shown.seats:
        return shown
    (one, other), (first, second), (sign, another) = shown.seats, shown.symbols, shown.are_signs
    return replace(shown, seats=(other, one), symbols=(second, first), are_signs=(another, sign))


def _locate_panel(seat: Seat, seats: int) -> tuple[int, int, int, PanelLayout]:
    """Clockwise: down the right side and up the left one, as turns go. Of two the first sits left, as one reads."""
    if seats == 2:
        return _PANEL_LEFTS_PX[seat], TABLE_AREA[1], TABLE_AREA[3], _LAYOUT_BY_PANELS[1]
    right = (seats + 1) // 2
    here = seat < right
    many = right if here else seats - right
    at = seat if here else seats - 1 - seat
    height = (TABLE_AREA[3] - (many - 1) * PANEL_GAP_PX) // many
    return _PANEL_LEFTS_PX[here], TABLE_AREA[1] + at * (height + PANEL_GAP_PX), height, _LAYOUT_BY_PANELS[many]


def _draw_panel_content(view: View, seat: Seat, room: PanelLayout) -> Iterator[PlacedMark]:
    left, top, width = room.badge
    yield seat_badge(seat, width, PANEL), left, top
    left, top, width, height = room.name
    yield PlayerName(seat, width, height, LIGHT, PANEL, "middle" if room is _LAYOUT_BY_PANELS[1] else "left"), left, top
    top, width, height = room.won
    newest = next((fact for fact in reversed(view.recent_events) if isinstance(fact, DuelWon)), None)
    yield Sprite("won", width, PANEL), 14, top + (height - width) // 2
    won = Letters(str(len(view.won_cards[seat])), height, height, LIGHT, PANEL, lie="left")
    yield won, 24 + width, top
    if owed := _get_status_sprite(view, seat):
        left, top, width = room.status_sign
        inset = (width - _DOT_WIDTH_PX) // 2 if owed == "dot_upon" else 0
        yield Sprite(owed, width - 2 * inset, PANEL), left + inset, top + inset
    elif newest and newest.seat == seat:
        yield (
            Letters(f"+{newest.cards}", 80, _GAIN_HEIGHT_PX, GOLD, PANEL, bold=False, lie="right"),
            PANEL_WIDTH_PX - 94,
            room.gain_top,
        )
    yield from _draw_hand_in_panel(view, seat, room)


def _get_status_sprite(view: View, seat: Seat) -> str:
    """What this seat owes; whether it may be challenged; in the end whether it has won."""
    if view.end_reason:
        return "crown" if seat in view.winners else ""
    if seat in view.seats_to_move:
        return f"owes_{'sign' if view.phase == 'duel' and not view.hands[seat] else _SPRITE_BY_PHASE[view.phase]}"
    return "dot_upon" if view.phase == "challenge" and view.seat in view.seats_to_move else ""


_SPRITE_BY_PHASE: Final = {"redeal": "redeal", "challenge": "challenge", "duel": "card", "sign": "sign"}


def _draw_hand_in_panel(view: View, seat: Seat, room: PanelLayout) -> Iterator[PlacedMark]:
    """Backs that can be counted, and whether there is a joker; when all is over every hand lies open."""
    top, width, rows = room.hand
    hand = view.hands[seat] if view.phase == "over" else hide_cards(view.hands[seat])
    most = -(-max(len(hand), _CARDS_WITHOUT_OVERLAP) // rows)
    for at in range(rows):
        part = hand[at * most : (at + 1) * most]
        yield from draw_card_row(part, width, 14, top + at * (width * 7 // 5 + 6), PANEL_WIDTH_PX - 26, PANEL)
