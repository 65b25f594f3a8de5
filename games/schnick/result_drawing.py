"""Drawing of the end of a match: the tiebreak by signs, the winners, and the last step of the match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import (
    GOLD,
    INK,
    LIGHT,
    PANEL,
    Letters,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    seat_badge,
)
from games.schnick.card_sprites import (
    BADGE_WIDTH_PX,
    FELT_COLOR,
    TABLE_MIDDLE_PX,
    TABLE_TOP_PX,
    card_height,
    fade_sprite,
    make_card,
    make_sign,
)
from games.schnick.hand_drawing import is_hand_drawn
from games.schnick.seat_panels import order_step_left_to_right
from games.schnick.state import ChoicesRevealed, TiebreakRevealed, View

LAST_STEP_TOP_PX: Final = 280
"""The distance from the top of the table to the drawing of the last step. The winners are drawn above it."""


def draw_tied_seats(view: View) -> Iterator[PlacedMark]:
    """Draw the players who are still in the tiebreak, each with an unknown sign."""
    count = len(view.tied_seats)
    size, top, row_gap = (132, TABLE_TOP_PX + 70, 24) if count < 4 else (112, TABLE_TOP_PX + 20, 24)
    if not is_hand_drawn(view):
        top += 50
    elif count > 3:
        size, top, row_gap = 96, TABLE_TOP_PX + 8, 14
    for index, seat in enumerate(view.tied_seats):
        row, column = divmod(index, 3)
        left = TABLE_MIDDLE_PX + (2 * column - min(3, count - 3 * row)) * 96
        yield make_sign(None, size, FELT_COLOR), left + 186 - size, top + row * (size + row_gap)
        yield seat_badge(seat, 80, FELT_COLOR), left + 6, top + row * (size + row_gap) + size - 68


def draw_tiebreak_signs(revealed: TiebreakRevealed, top: int) -> Iterator[PlacedMark]:
    """Draw the signs of a tiebreak round. Winning signs have gold backgrounds, and all other signs are pale."""
    left = TABLE_MIDDLE_PX - len(revealed.signs) * 48
    all_stay = len(revealed.remaining_seats) == len(revealed.signs)
    for seat, symbol in revealed.signs:
        is_highlighted = seat in revealed.remaining_seats and not all_stay
        sign = make_sign(symbol, 64, GOLD) if is_highlighted else fade_sprite(make_sign(symbol, 64, FELT_COLOR))
        if is_highlighted:
            yield Rectangle(74, 74, GOLD, FELT_COLOR, 37, INK, 3), left + 11, top - 5
        yield sign, left + 16, top
        yield seat_badge(seat, BADGE_WIDTH_PX, FELT_COLOR), left + 14, top + 66
        left += 96


def draw_winners(view: View) -> Iterator[PlacedMark]:
    """Draw the winners with crowns. A single winner also has a name and the number of won cards."""
    winners = view.winners
    width, rows = (96 if len(winners) < 4 else 72), -(-len(winners) // 3)
    top = TABLE_TOP_PX + (8 if len(winners) == 1 else (LAST_STEP_TOP_PX - rows * width * 8 // 5) // 2)
    for index, seat in enumerate(winners):
        row, column = divmod(index, 3)
        columns = min(3, len(winners) - 3 * row)
        middle = TABLE_MIDDLE_PX + (2 * column - columns + 1) * 96
        crown_top = top + row * width * 8 // 5
        yield Sprite("crown", width * 9 // 10, FELT_COLOR), middle - width * 9 // 20, crown_top
        yield seat_badge(seat, width, FELT_COLOR, gold=True), middle - width // 2, crown_top + width * 6 // 10
    if len(winners) == 1:
        (seat,) = winners
        yield Rectangle(420, 88, PANEL, FELT_COLOR, 18), TABLE_MIDDLE_PX - 210, top + 162
        yield PlayerName(seat, 210, 64, LIGHT, PANEL), TABLE_MIDDLE_PX - 190, top + 174
        yield Sprite("won", 70, PANEL), TABLE_MIDDLE_PX + 34, top + 171
        yield (
            Letters(str(len(view.won_cards[seat])), 80, 88, GOLD, PANEL, align="left"),
            TABLE_MIDDLE_PX + 112,
            top + 162,
        )


def draw_deciding_step(view: View, top: int, width: int = 80) -> Iterator[PlacedMark]:
    """Draw the step that decided the match: the last tiebreak round or, if there was none, the last reveal."""
    if view.recent_events and isinstance(view.recent_events[-1], TiebreakRevealed):
        yield from draw_tiebreak_signs(view.recent_events[-1], top - 4 + (card_height(width) - 134) // 2)
        return
    step = next((event for event in reversed(view.recent_events) if isinstance(event, ChoicesRevealed)), None)
    if not step:
        return
    step = order_step_left_to_right(view, step)
    seat_width, height = min(70, width * 5 // 8), card_height(width)
    for side, seat in enumerate(step.seats):
        left, is_winner = TABLE_MIDDLE_PX + (-width - 40, 40)[side], step.winner == seat
        ground = GOLD if is_winner else FELT_COLOR
        if is_winner:
            yield Rectangle(width + 12, height + 10, GOLD, FELT_COLOR, 12, INK, 3), left - 6, top - 5
        symbol, is_sign = step.symbols[side], step.are_signs[side]
        yield (
            (make_sign if is_sign else make_card)(symbol, width, ground),
            left,
            top + ((height - width) // 2 if is_sign else 0),
        )
        seat_left = left - seat_width - 14 if side == 0 else left + width + 14
        yield Sprite(f"seat_{seat}", seat_width, FELT_COLOR), seat_left, top + (height - seat_width) // 2
    beats = "tie" if step.winner is None else "beats_right" if step.winner == step.seats[0] else "beats_left"
    yield Sprite(beats, 56, FELT_COLOR), TABLE_MIDDLE_PX - 28, top + (height - 56) // 2
