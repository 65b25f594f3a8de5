"""What decides in the end: signs of those who are level, who has won, and what it came down to."""

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
    FELT_COLOUR,
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
"""Below who has won, where it is shown what it came down to."""


def draw_tied_seats(view: View) -> Iterator[PlacedMark]:
    """Those who are level, each with a sign to show."""
    many = len(view.tied_seats)
    size, top, apart = (132, TABLE_TOP_PX + 70, 24) if many < 4 else (112, TABLE_TOP_PX + 20, 24)
    if not is_hand_drawn(view):
        top += 50
    elif many > 3:
        size, top, apart = 96, TABLE_TOP_PX + 8, 14
    for at, seat in enumerate(view.tied_seats):
        row, column = divmod(at, 3)
        left = TABLE_MIDDLE_PX + (2 * column - min(3, many - 3 * row)) * 96
        yield make_sign(None, size, FELT_COLOUR), left + 186 - size, top + row * (size + apart)
        yield seat_badge(seat, 80, FELT_COLOUR), left + 6, top + row * (size + apart) + size - 68


def draw_tiebreak_signs(signed: TiebreakRevealed, top: int) -> Iterator[PlacedMark]:
    """What was shown before, with those who showed it: pale, so that nobody takes it for a choice."""
    left = TABLE_MIDDLE_PX - len(signed.signs) * 48
    tied = len(signed.remaining_seats) == len(signed.signs)
    for seat, symbol in signed.signs:
        stays = seat in signed.remaining_seats and not tied
        if stays:
            yield Rectangle(74, 74, GOLD, FELT_COLOUR, 37, INK, 3), left + 11, top - 5
        yield make_sign(symbol, 64, GOLD) if stays else fade_sprite(make_sign(symbol, 64, FELT_COLOUR)), left + 16, top
        yield seat_badge(seat, BADGE_WIDTH_PX, FELT_COLOUR), left + 14, top + 66
        left += 96


def draw_winners(view: View) -> Iterator[PlacedMark]:
    """Whoever has most cards, crowned; several share the place."""
    best = view.winners
    wide, rows = (96 if len(best) < 4 else 72), -(-len(best) // 3)
    top = TABLE_TOP_PX + (8 if len(best) == 1 else (LAST_STEP_TOP_PX - rows * wide * 8 // 5) // 2)
    for at, seat in enumerate(best):
        row, column = divmod(at, 3)
        many = min(3, len(best) - 3 * row)
        middle = TABLE_MIDDLE_PX + (2 * column - many + 1) * 96
        down = top + row * wide * 8 // 5
        yield Sprite("crown", wide * 9 // 10, FELT_COLOUR), middle - wide * 9 // 20, down
        yield seat_badge(seat, wide, FELT_COLOUR, met=True), middle - wide // 2, down + wide * 6 // 10
    if len(best) == 1:
        (seat,) = best
        yield Rectangle(420, 88, PANEL, FELT_COLOUR, 18), TABLE_MIDDLE_PX - 210, top + 162
        yield PlayerName(seat, 210, 64, LIGHT, PANEL), TABLE_MIDDLE_PX - 190, top + 174
        yield Sprite("won", 70, PANEL), TABLE_MIDDLE_PX + 34, top + 171
        yield Letters(str(len(view.won_cards[seat])), 80, 88, GOLD, PANEL, lie="left"), TABLE_MIDDLE_PX + 112, top + 162


def draw_deciding_step(view: View, top: int, width: int = 80) -> Iterator[PlacedMark]:
    """What it came down to: so wide are its cards."""
    if view.recent_events and isinstance(view.recent_events[-1], TiebreakRevealed):
        yield from draw_tiebreak_signs(view.recent_events[-1], top - 4 + (card_height(width) - 134) // 2)
        return
    step = next((fact for fact in reversed(view.recent_events) if isinstance(fact, ChoicesRevealed)), None)
    if not step:
        return
    step = order_step_left_to_right(view, step)
    shape, high = min(70, width * 5 // 8), card_height(width)
    for side, seat in enumerate(step.seats):
        left, won = TABLE_MIDDLE_PX + (-width - 40, 40)[side], step.winner == seat
        ground = GOLD if won else FELT_COLOUR
        if won:
            yield Rectangle(width + 12, high + 10, GOLD, FELT_COLOUR, 12, INK, 3), left - 6, top - 5
        symbol, formed = step.symbols[side], step.are_signs[side]
        yield (
            (make_sign if formed else make_card)(symbol, width, ground),
            left,
            top + ((high - width) // 2 if formed else 0),
        )
        aside = left - shape - 14 if side == 0 else left + width + 14
        yield Sprite(f"seat_{seat}", shape, FELT_COLOUR), aside, top + (high - shape) // 2
    beats = "tie" if step.winner is None else "beats_right" if step.winner == step.seats[0] else "beats_left"
    yield Sprite(beats, 56, FELT_COLOUR), TABLE_MIDDLE_PX - 28, top + (high - 56) // 2
