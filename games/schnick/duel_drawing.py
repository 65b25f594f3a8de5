"""Drawing of a duel on the table: the places for the next cards, the last reveal, and earlier ties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.art import (
    GOLD,
    INK,
    SMALL_TYPE_HEIGHT,
    PlacedMark,
    Rectangle,
    Sprite,
    TranslatedWord,
)
from games.core import Seat
from games.schnick.card_sprites import (
    FELT_COLOR,
    NAME_BAR_HEIGHT_PX,
    TABLE_LEFT_PX,
    TABLE_MIDDLE_PX,
    TABLE_TOP_PX,
    TABLE_WIDTH_PX,
    card_height,
    draw_choice,
    draw_name_bar,
    draw_pot,
    fade_sprite,
    has_just_laid_joker,
    make_card,
    make_sign,
)
from games.schnick.seat_panels import order_step_left_to_right, sort_left_to_right
from games.schnick.state import JOKER, ChallengeMade, ChoicesRevealed, DuelWon, JokerLaid, View

WIDE_CARD_PX: Final = 194
NARROW_CARD_PX: Final = 136
"""The width of a duel's cards while the viewer's hand covers the lower part of the table."""
_MAX_TIES_SHOWN: Final = 5
"""The maximum number of earlier ties that fit side by side."""


def list_duel_steps(view: View) -> Sequence[ChoicesRevealed]:
    """List the reveals of the running duel. Between duels, list those of the last duel."""
    events = view.recent_events
    if view.rival is not None:
        challenges = (index for index, event in enumerate(events) if isinstance(event, ChallengeMade))
        events = events[max(challenges, default=0) :]
    return [order_step_left_to_right(view, event) for event in events if isinstance(event, ChoicesRevealed)]


def _place_cards(width: int, down: int = 0) -> tuple[int, int, int]:
    """Return the left edges of a duel's two cards, and the top edge of both cards."""
    return (
        TABLE_LEFT_PX + 130 - width // 2,
        TABLE_LEFT_PX + TABLE_WIDTH_PX - 130 - width // 2,
        TABLE_TOP_PX + (10 if width == NARROW_CARD_PX else 40) + down,
    )


def _draw_name_bars(
    seats: Sequence[Seat], width: int, won: DuelWon | None, rim: str = "", down: int = 0
) -> Iterator[PlacedMark]:
    top = _place_cards(width, down)[2] + card_height(width) + 10
    for left, seat in zip((TABLE_LEFT_PX + 12, TABLE_LEFT_PX + TABLE_WIDTH_PX - 288), seats, strict=True):
        gain = won.cards if won and won.seat == seat else 0
        yield from draw_name_bar(seat, (left, top, 276, NAME_BAR_HEIGHT_PX), gain=gain, rim=rim)


def draw_open_duel(view: View, width: int, down: int = 0) -> Iterator[PlacedMark]:
    """Draw a place for each duelist's next card.

    For a duelist without cards, draw an unknown sign instead. If that duelist has just played the joker, draw the sign
    on the joker.
    """
    *lefts, top = _place_cards(width, down)
    seats = sort_left_to_right(view, view.duelists)
    for left, seat in zip(lefts, seats, strict=True):
        if view.hands[seat]:
            yield Sprite("card_place", width, FELT_COLOR), left, top
        else:
            card = JOKER if _has_joker_for_next_sign(view, seat) else ""
            yield from draw_choice(card, None, left, top, width, FELT_COLOR)
    yield (
        Sprite("swords", 110, FELT_COLOR),
        TABLE_MIDDLE_PX - 55,
        top + card_height(width) // 2 - (90 if any(view.cards_in_middle) else 55),
    )
    yield from draw_pot(sum(map(len, view.cards_in_middle)), top + card_height(width) // 2 + 34)
    yield from _draw_name_bars(seats, width, None, GOLD, down)


def _has_joker_for_next_sign(view: View, seat: Seat) -> bool:
    """Return whether a seat laid its joker for its next sign. A joker laid for an earlier sign does not count."""
    events = view.recent_events
    last_step = max(index for index, event in enumerate(events) if isinstance(event, ChoicesRevealed | ChallengeMade))
    return JokerLaid(seat) in events[last_step:]


def draw_decided_duel(view: View, step: ChoicesRevealed, width: int) -> Iterator[PlacedMark]:
    """Draw the last step of the previous duel. The winner has a gold background and the number of cards won."""
    *lefts, top = _place_cards(width)
    for side, left in enumerate(lefts):
        seat, symbol = step.seats[side], step.symbols[side]
        is_winner = step.winner == seat
        card_under_sign = JOKER if has_just_laid_joker(view.recent_events, seat) else ""
        card = card_under_sign if step.are_signs[side] else symbol
        if is_winner:
            yield from _draw_winner_glow(card, left, top, width)
        yield from draw_choice(card, symbol, left, top, width, GOLD if is_winner else FELT_COLOR)
    name = "tie" if step.winner is None else "beats_right" if step.winner == step.seats[0] else "beats_left"
    yield Sprite(name, 100, FELT_COLOR), TABLE_MIDDLE_PX - 50, top + card_height(width) // 2 - 50
    yield TranslatedWord("shown-last", 180, SMALL_TYPE_HEIGHT, INK, FELT_COLOR, "middle"), TABLE_MIDDLE_PX - 90, top
    duel_won = next((event for event in view.recent_events if isinstance(event, DuelWon)), None)
    yield from _draw_name_bars(step.seats, width, duel_won)


def _draw_winner_glow(card: str, left: int, top: int, width: int) -> Iterator[PlacedMark]:
    """Draw a gold background behind a card or, if `card` is empty, behind a sign."""
    height = card_height(width) if card else width
    top += 0 if card else (card_height(width) - width) // 2
    yield (
        Rectangle(width + 20, height + 20, GOLD, FELT_COLOR, 22 if card else (width + 20) // 2, INK, 4),
        left - 10,
        top - 10,
    )


def draw_previous_ties(steps: Sequence[ChoicesRevealed], top: int) -> Iterator[PlacedMark]:
    """Draw the latest ties of a duel, small and pale."""
    ties = steps[-_MAX_TIES_SHOWN:]
    pitch = min(150, (TABLE_WIDTH_PX - 10) // max(1, len(ties)))
    left = TABLE_MIDDLE_PX - ((len(ties) - 1) * pitch + 116) // 2
    for tie in ties:
        for side, (symbol, is_sign) in enumerate(zip(tie.symbols, tie.are_signs, strict=True)):
            sprite = make_sign(symbol, 48, FELT_COLOR) if is_sign else make_card(symbol, 48, FELT_COLOR)
            yield fade_sprite(sprite), left + side * 68, top + (18 if is_sign else 8)
        yield Sprite("tie", 20, FELT_COLOR), left + 48, top + 32
        left += pitch
