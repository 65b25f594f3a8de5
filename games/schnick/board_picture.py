"""The picture of a match: the table with a duel and the viewer's hand, the seat panels, and the played cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    GOLD,
    LIGHT,
    PANEL,
    SLATE,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    seat_badge,
)
from games.core import Seat
from games.schnick import duel_drawing, result_drawing
from games.schnick.card_sprites import (
    BADGE_WIDTH_PX,
    FELT_COLOR,
    NAME_BAR_HEIGHT_PX,
    PALETTE,
    TABLE_AREA,
    TABLE_HEIGHT_PX,
    TABLE_LEFT_PX,
    TABLE_MIDDLE_PX,
    TABLE_TOP_PX,
    TABLE_WIDTH_PX,
    card_height,
    make_card,
    make_sign,
)
from games.schnick.hand_drawing import draw_hand, is_hand_drawn
from games.schnick.played_cards_strip import draw_played_cards
from games.schnick.seat_panels import draw_panels, sort_left_to_right
from games.schnick.state import HIDDEN_CARD, SYMBOLS, SYMBOLS_BEATEN_BY, TiebreakRevealed, View

BEATING_SIGN_WIDTH_PX: Final = 46
BEATEN_SIGN_WIDTH_PX: Final = 38
SYMBOL_BOX_HEIGHT_PX: Final = 82
_ARROW_WIDTH_PX: Final = 16
_BOX_PADDING_PX: Final = 3
_BOX_GAP_PX: Final = 4


def draw_what_beats_what(top: int) -> Iterator[PlacedMark]:
    """Draw a row of boxes, one for each symbol, to show which symbols it beats.

    Each box contains the symbol, an arrow, and the symbols that it beats, in columns of two.
    """
    widths = [
        2 * _BOX_PADDING_PX
        + BEATING_SIGN_WIDTH_PX
        + _ARROW_WIDTH_PX
        + -(-len(SYMBOLS_BEATEN_BY[symbol]) // 2) * BEATEN_SIGN_WIDTH_PX
        for symbol in SYMBOLS
    ]
    left = TABLE_MIDDLE_PX - (sum(widths) + _BOX_GAP_PX * (len(widths) - 1)) // 2
    for symbol, width in zip(SYMBOLS, widths, strict=True):
        yield Rectangle(width, SYMBOL_BOX_HEIGHT_PX, FELT_COLOR, FELT_COLOR, 14, SLATE, 2), left, top
        yield (
            make_sign(symbol, BEATING_SIGN_WIDTH_PX, FELT_COLOR),
            left + _BOX_PADDING_PX,
            top + (SYMBOL_BOX_HEIGHT_PX - BEATING_SIGN_WIDTH_PX) // 2,
        )
        x = left + _BOX_PADDING_PX + BEATING_SIGN_WIDTH_PX
        yield (
            Sprite("beats_right", _ARROW_WIDTH_PX, FELT_COLOR),
            x,
            top + (SYMBOL_BOX_HEIGHT_PX - _ARROW_WIDTH_PX) // 2,
        )
        beaten = SYMBOLS_BEATEN_BY[symbol]
        for index, symbol_beaten in enumerate(beaten):
            is_alone_in_column = index == len(beaten) - 1 and index % 2 == 0
            down = (
                SYMBOL_BOX_HEIGHT_PX // 2 - BEATEN_SIGN_WIDTH_PX // 2
                if is_alone_in_column
                else SYMBOL_BOX_HEIGHT_PX // 2 - BEATEN_SIGN_WIDTH_PX + index % 2 * BEATEN_SIGN_WIDTH_PX
            )
            yield (
                make_sign(symbol_beaten, BEATEN_SIGN_WIDTH_PX, FELT_COLOR),
                x + _ARROW_WIDTH_PX + index // 2 * BEATEN_SIGN_WIDTH_PX,
                top + down,
            )
        left += width + _BOX_GAP_PX


def draw_board(view: View) -> Picture:
    marks = (
        *draw_panels(view),
        (Rectangle(TABLE_WIDTH_PX, TABLE_HEIGHT_PX, FELT_COLOR, SLATE, 28), TABLE_LEFT_PX, TABLE_TOP_PX),
        *_draw_table(view),
        *draw_hand(view),
        *draw_played_cards(view),
    )
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=TABLE_AREA)


def _draw_table(view: View) -> Iterator[PlacedMark]:
    width = duel_drawing.NARROW_CARD_PX if is_hand_drawn(view) else duel_drawing.WIDE_CARD_PX
    below = TABLE_TOP_PX + 104 + card_height(width) + (0 if is_hand_drawn(view) else 42)
    steps = duel_drawing.list_duel_steps(view)
    if view.end_reason:
        yield from result_drawing.draw_winners(view)
        yield from result_drawing.draw_deciding_step(view, TABLE_TOP_PX + result_drawing.LAST_STEP_TOP_PX + 16, 150)
    elif view.phase == "redeal":
        yield from _draw_redeal(TABLE_TOP_PX + (70 if is_hand_drawn(view) else 170))
    elif view.phase == "sign":
        yield from result_drawing.draw_tied_seats(view)
        if view.recent_events and isinstance(view.recent_events[-1], TiebreakRevealed):
            yield from result_drawing.draw_tiebreak_signs(
                view.recent_events[-1], TABLE_TOP_PX + (244 if is_hand_drawn(view) else 424)
            )
        elif not is_hand_drawn(view):
            yield from result_drawing.draw_deciding_step(view, TABLE_TOP_PX + 420)
    elif view.rival is not None and view.phase == "duel":
        yield from duel_drawing.draw_open_duel(view, width, 0 if steps or is_hand_drawn(view) else 70)
        yield from duel_drawing.draw_previous_ties(steps, below)
        if is_hand_drawn(view) and not steps:
            yield from draw_what_beats_what(below - 2)
    elif steps:
        yield from duel_drawing.draw_decided_duel(view, steps[-1], width)
        yield from _draw_next_challenger(view, below)
    elif view.phase == "challenge":
        yield from _draw_first_challenger(view)
    else:
        yield Sprite("stopped", 180, FELT_COLOR), TABLE_MIDDLE_PX - 80, TABLE_TOP_PX + 180


def _draw_redeal(top: int) -> Iterator[PlacedMark]:
    """Draw a hand that can be exchanged for cards from the pile."""
    yield make_card(HIDDEN_CARD, 120, FELT_COLOR), TABLE_MIDDLE_PX - 224, top
    yield Sprite("redeal", 140, FELT_COLOR), TABLE_MIDDLE_PX - 70, top + 14
    for layer in range(3):
        yield make_card(HIDDEN_CARD, 120, FELT_COLOR), TABLE_MIDDLE_PX + 96 + layer * 8, top + 8 - layer * 8


# Challenges


def _draw_next_challenger(view: View, top: int) -> Iterator[PlacedMark]:
    """Draw the next challenger and the rival, or a question mark if several rivals are possible."""
    if view.phase != "challenge":
        yield Sprite("stopped", 84, FELT_COLOR), TABLE_MIDDLE_PX - 42, top
        return
    left = TABLE_MIDDLE_PX - 220
    yield Rectangle(440, 86, PANEL, FELT_COLOR, 18, GOLD), left, top
    yield seat_badge(view.challenger, BADGE_WIDTH_PX, PANEL), left + 12, top + 8
    yield PlayerName(view.challenger, 190, 56, LIGHT, PANEL), left + 92, top + 15
    yield Sprite("owes_challenge", 62, PANEL), left + 290, top + 12
    rivals = _list_rivals(view)
    yield (
        seat_badge(rivals[0], BADGE_WIDTH_PX, PANEL) if len(rivals) == 1 else make_sign(None, 70, PANEL),
        left + 360,
        top + 8,
    )


def _draw_first_challenger(view: View) -> Iterator[PlacedMark]:
    """Draw the first challenger and the possible rivals. They are drawn large, because the table is still empty."""
    down = -10 if is_hand_drawn(view) else 70
    rivals, rival_middle = _list_rivals(view), TABLE_LEFT_PX + TABLE_WIDTH_PX - 150
    yield Sprite("swords", 120, FELT_COLOR), TABLE_MIDDLE_PX - 60, TABLE_TOP_PX + 75 + down
    large_seats = sort_left_to_right(view, (view.challenger, *rivals)) if len(rivals) == 1 else (view.challenger,)
    for seat, middle in zip(large_seats, (TABLE_LEFT_PX + 150, rival_middle), strict=False):
        yield seat_badge(seat, 150, FELT_COLOR), middle - 75, TABLE_TOP_PX + 60 + down
        yield (
            Rectangle(276, NAME_BAR_HEIGHT_PX, PANEL, FELT_COLOR, 18, GOLD if seat == view.challenger else ""),
            middle - 138,
            TABLE_TOP_PX + 232 + down,
        )
        yield PlayerName(seat, 248, 60, LIGHT, PANEL, "middle"), middle - 124, TABLE_TOP_PX + 241 + down
    if len(rivals) == 1:
        return
    yield make_sign(None, 150, FELT_COLOR), rival_middle - 75, TABLE_TOP_PX + 60 + down
    for index, seat in enumerate(rivals):
        row, column = divmod(index, 3)
        left = rival_middle + (2 * column - min(3, len(rivals) - 3 * row)) * 42
        yield seat_badge(seat, 72, FELT_COLOR), left + 6, TABLE_TOP_PX + 232 + row * 80 + down


def _list_rivals(view: View) -> Sequence[Seat]:
    """List the seats that the challenger can choose, in clockwise order."""
    seats = len(view.seats)
    return [(view.challenger + distance) % seats for distance in range(1, seats)]
