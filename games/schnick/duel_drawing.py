"""The duel on the table: what two will show, what they showed last, and the ties before."""

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
    FELT_COLOUR,
    NAME_BAR_HEIGHT_PX,
    TABLE_LEFT_PX,
    TABLE_MIDDLE_PX,
    TABLE_TOP_PX,
    TABLE_WIDTH_PX,
    card_height,
    draw_name_bar,
    draw_pot,
    fade_sprite,
    has_just_laid_joker,
    make_card,
    make_sign,
    sign_offset_on_card,
    sign_width_on_card,
)
from games.schnick.seat_panels import order_step_left_to_right, sort_left_to_right
from games.schnick.state import JOKER, ChallengeMade, ChoicesRevealed, DuelWon, JokerLaid, View

WIDE_CARD_PX: Final = 194
NARROW_CARD_PX: Final = 136
"""Cards of the duel, where one's own hand takes the lower part of the table."""
_MAX_TIES_SHOWN: Final = 5
"""So many of those before are shown."""


def list_duel_steps(view: View) -> Sequence[ChoicesRevealed]:
    """What was shown in the duel that goes on, or in the last one."""
    facts = view.recent_events
    if view.rival is not None:
        facts = facts[max((at for at, fact in enumerate(facts) if isinstance(fact, ChallengeMade)), default=0) :]
    return [order_step_left_to_right(view, fact) for fact in facts if isinstance(fact, ChoicesRevealed)]


def _place_cards(width: int, down: int = 0) -> tuple[int, int, int]:
    """Where the cards of both lie, and how far down."""
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
    """Where their cards will lie; or a joker and a sign still to be shown."""
    *lefts, top = _place_cards(width, down)
    those = sort_left_to_right(view, view.duelists)
    for left, seat in zip(lefts, those, strict=True):
        if view.hands[seat]:
            yield Sprite("card_place", width, FELT_COLOUR), left, top
        else:
            yield from _draw_card_or_sign(JOKER if _has_joker_for_next_sign(view, seat) else "", None, left, top, width)
    yield (
        Sprite("swords", 110, FELT_COLOUR),
        TABLE_MIDDLE_PX - 55,
        top + card_height(width) // 2 - (90 if any(view.cards_in_middle) else 55),
    )
    yield from draw_pot(sum(map(len, view.cards_in_middle)), top + card_height(width) // 2 + 34)
    yield from _draw_name_bars(those, width, None, GOLD, down)


def _has_joker_for_next_sign(view: View, seat: Seat) -> bool:
    """Does it lie there for the sign that comes, and not for one before?"""
    since = max(at for at, fact in enumerate(view.recent_events) if isinstance(fact, ChoicesRevealed | ChallengeMade))
    return JokerLaid(seat) in view.recent_events[since:]


def _draw_card_or_sign(
    symbol: str, formed: str | None, left: int, top: int, width: int, ground: str = FELT_COLOUR
) -> Iterator[PlacedMark]:
    """A card; a sign lies upon the joker that it is shown for, or alone."""
    if symbol:
        yield make_card(symbol, width, ground), left, top
    if symbol == JOKER:
        yield (
            make_sign(formed, sign_width_on_card(width), FELT_COLOUR),
            left + (width - sign_width_on_card(width)) // 2,
            top + sign_offset_on_card(width),
        )
    elif not symbol:
        yield make_sign(formed, width, ground), left, top + (card_height(width) - width) // 2


def draw_decided_duel(view: View, step: ChoicesRevealed, width: int) -> Iterator[PlacedMark]:
    """The newest step of the last duel: the winner upon gold, and what that brought."""
    *lefts, top = _place_cards(width)
    for side, left in enumerate(lefts):
        seat, symbol = step.seats[side], step.symbols[side]
        won = step.winner == seat
        formed = step.are_signs[side]
        symbols = (
            ("" if not has_just_laid_joker(view.recent_events, seat) else JOKER, symbol) if formed else (symbol, None)
        )
        if won:
            yield from _draw_winner_glow(symbols[0], left, top, width)
        yield from _draw_card_or_sign(symbols[0], symbols[1], left, top, width, GOLD if won else FELT_COLOUR)
    name = "tie" if step.winner is None else "beats_right" if step.winner == step.seats[0] else "beats_left"
    yield Sprite(name, 100, FELT_COLOUR), TABLE_MIDDLE_PX - 50, top + card_height(width) // 2 - 50
    yield TranslatedWord("shown-last", 180, SMALL_TYPE_HEIGHT, INK, FELT_COLOUR, "middle"), TABLE_MIDDLE_PX - 90, top
    brought = next((fact for fact in view.recent_events if isinstance(fact, DuelWon)), None)
    yield from _draw_name_bars(step.seats, width, brought)


def _draw_winner_glow(symbol: str, left: int, top: int, width: int) -> Iterator[PlacedMark]:
    height = card_height(width) if symbol else width
    top += 0 if symbol else (card_height(width) - width) // 2
    yield (
        Rectangle(width + 20, height + 20, GOLD, FELT_COLOUR, 22 if symbol else (width + 20) // 2, INK, 4),
        left - 10,
        top - 10,
    )


def draw_previous_ties(steps: Sequence[ChoicesRevealed], top: int) -> Iterator[PlacedMark]:
    """The ties so far, small and pale."""
    ties = steps[-_MAX_TIES_SHOWN:]
    pitch = min(150, (TABLE_WIDTH_PX - 10) // max(1, len(ties)))
    left = TABLE_MIDDLE_PX - ((len(ties) - 1) * pitch + 116) // 2
    for tie in ties:
        for at, (symbol, formed) in enumerate(zip(tie.symbols, tie.are_signs, strict=True)):
            what = make_sign(symbol, 48, FELT_COLOUR) if formed else make_card(symbol, 48, FELT_COLOUR)
            yield fade_sprite(what), left + at * 68, top + (18 if formed else 8)
        yield Sprite("tie", 20, FELT_COLOUR), left + 48, top + 32
        left += pitch
