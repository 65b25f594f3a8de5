"""What was just shown at once, large: two cards or signs that meet, or the signs of all who were level.

Whatever wins stays whole, upon gold; whatever loses is undone in its own way. A tie has no gold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    GOLD,
    INK,
    LIGHT,
    PANEL,
    SLATE,
    Colour,
    Letters,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    seat_badge,
)
from games.core import Seat
from games.schnick import seat_panels
from games.schnick.card_sprites import (
    BADGE_WIDTH_PX,
    CORNER_RADIUS_PX,
    FELT_COLOUR,
    NAME_BAR_HEIGHT_PX,
    PALETTE,
    TABLE_AREA,
    TABLE_LEFT_PX,
    TABLE_MIDDLE_PX,
    TABLE_TOP_PX,
    TABLE_WIDTH_PX,
    card_height,
    draw_card_row,
    draw_name_bar,
    draw_pot,
    has_just_laid_joker,
    make_card,
    make_sign,
    sign_offset_on_card,
    sign_width_on_card,
)
from games.schnick.played_cards_strip import draw_played_cards
from games.schnick.seat_panels import draw_panels, sort_left_to_right
from games.schnick.state import (
    JOKER,
    SYMBOLS_BEATEN_BY,
    Card,
    ChallengeMade,
    ChoicesRevealed,
    DuelWon,
    TiebreakRevealed,
    View,
)

DEFEAT_BY_SYMBOLS: Final[Mapping[str, str]] = {
    "sp": "cut",
    "ts": "crushed",
    "tf": "smothered",
    "pt": "covered",
    "pw": "covered",
    "fs": "burnt",
    "fp": "burnt",
    "ws": "sunk",
    "wt": "sunk",
    "wf": "sunk",
}
"""By what wins and what loses, what becomes of it."""

_WINNER_WIDTH_PX: Final = 226
_LOSER_WIDTH_PX: Final = 186
_TIED_WIDTH_PX: Final = 206


@dataclass(frozen=True, slots=True)
class RevealedChoice:
    """What somebody showed: a card, a sign upon the joker, or a sign alone."""

    seat: Seat
    symbol: Card
    is_sign: bool = False
    is_on_joker: bool = False


def draw_reveal(view: View) -> Picture | None:
    met = _find_newest_reveal(view)
    if met is None:
        return None
    meeting = _draw_tiebreak(met) if isinstance(met, TiebreakRevealed) and len(met.signs) > 2 else _draw_duel(view, met)
    # What comes next is for the board that follows: a rim of gold would say whose turn it is.
    marks = (
        *draw_panels(replace(view, seats_to_move=frozenset())),
        (Sprite("rays", TABLE_WIDTH_PX, SLATE), TABLE_LEFT_PX, TABLE_TOP_PX),
        *meeting,
        *draw_played_cards(view),
    )
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=TABLE_AREA)


def _find_newest_reveal(view: View) -> ChoicesRevealed | TiebreakRevealed | None:
    """What the newest step laid open; nothing where it was a challenge, or where the match was ended at the table."""
    if view.phase == "over" and not view.end_reason:
        return None
    facts = (
        fact
        for fact in reversed(view.recent_events)
        if isinstance(fact, ChoicesRevealed | TiebreakRevealed | ChallengeMade)
    )
    newest = next(facts, None)
    return None if isinstance(newest, ChallengeMade) else newest


# Two


def _draw_duel(view: View, met: ChoicesRevealed | TiebreakRevealed) -> Iterator[PlacedMark]:
    both, winner = _list_choices(view, met)
    if winner is None:
        yield from _draw_tie(view, both)
        return
    at = next(at for at, side in enumerate(both) if side.seat == winner)
    won, lost = both[at], both[1 - at]
    middle, other = (
        (TABLE_LEFT_PX + 192, TABLE_LEFT_PX + 472) if at == 0 else (TABLE_LEFT_PX + 408, TABLE_LEFT_PX + 128)
    )
    yield Sprite("burst", 376, FELT_COLOUR), middle - 188, TABLE_TOP_PX + 6
    yield from _draw_winner(won, middle)
    yield from _draw_defeated(
        lost, other, TABLE_TOP_PX + 62, _LOSER_WIDTH_PX, DEFEAT_BY_SYMBOLS[won.symbol + lost.symbol]
    )
    wide, narrow = (TABLE_LEFT_PX + 12, TABLE_LEFT_PX + 346) if at == 0 else (TABLE_LEFT_PX + 266, TABLE_LEFT_PX + 12)
    yield from draw_name_bar(lost.seat, (narrow, TABLE_TOP_PX + 400, 242, NAME_BAR_HEIGHT_PX))
    yield from _draw_winnings(view, won.seat, wide)


def _list_choices(view: View, met: ChoicesRevealed | TiebreakRevealed) -> tuple[Sequence[RevealedChoice], Seat | None]:
    if isinstance(met, TiebreakRevealed):
        signs, winner = dict(met.signs), met.remaining_seats[0] if len(met.remaining_seats) == 1 else None
        return [
            RevealedChoice(seat, signs[seat], is_sign=True) for seat in sort_left_to_right(view, tuple(signs))
        ], winner
    met = seat_panels.order_step_left_to_right(view, met)
    shown = zip(met.seats, met.symbols, met.are_signs, strict=True)
    return [
        RevealedChoice(seat, symbol, formed, formed and has_just_laid_joker(view.recent_events, seat))
        for seat, symbol, formed in shown
    ], met.winner


def _draw_winner(side: RevealedChoice, middle: int) -> Iterator[PlacedMark]:
    top, round_ = TABLE_TOP_PX + 36, side.is_sign and not side.is_on_joker
    height = _WINNER_WIDTH_PX if round_ else card_height(_WINNER_WIDTH_PX)
    top += (card_height(_WINNER_WIDTH_PX) - height) // 2
    corner = (_WINNER_WIDTH_PX + 28) // 2 if round_ else 30
    yield (
        Rectangle(_WINNER_WIDTH_PX + 28, height + 28, GOLD, GOLD, corner, INK, 5),
        middle - _WINNER_WIDTH_PX // 2 - 14,
        top - 14,
    )
    yield from _draw_choice(side, middle, TABLE_TOP_PX + 36, _WINNER_WIDTH_PX, GOLD)


def _draw_choice(side: RevealedChoice, middle: int, top: int, width: int, ground: Colour) -> Iterator[PlacedMark]:
    left = middle - width // 2
    if not side.is_sign:
        yield make_card(side.symbol, width, ground), left, top
    elif side.is_on_joker:
        yield make_card(JOKER, width, ground), left, top
        yield (
            make_sign(side.symbol, sign_width_on_card(width), ground),
            left + (width - sign_width_on_card(width)) // 2,
            top + sign_offset_on_card(width),
        )
    else:
        yield make_sign(side.symbol, width, ground), left, top + (card_height(width) - width) // 2


def _draw_defeated(side: RevealedChoice, middle: int, top: int, width: int, how: str) -> Iterator[PlacedMark]:
    """Beneath what undoes it one still sees what it was."""
    if how == "cut":
        if side.is_on_joker:
            yield make_card(JOKER, width, FELT_COLOUR), middle - width // 2, top
        kind, wide, down = ("sign", width * 13 // 10, 20) if side.is_sign else ("card", width * 13 // 10, -14)
        yield Sprite(f"{kind}_paper_cut", wide, FELT_COLOUR), middle - wide // 2, top + down
        return
    yield from _draw_choice(side, middle, top, width, FELT_COLOUR)
    wide = width * 6 // 5
    low = (
        card_height(width) - wide + 22
        if side.is_on_joker
        else (card_height(width) - wide) // 2 + (8 if side.is_sign else 14)
    )
    yield Sprite(how, wide, FELT_COLOUR), middle - wide // 2, top + low


def _draw_winnings(view: View, seat: Seat, left: int) -> Iterator[PlacedMark]:
    """Whoever won, and the very cards."""
    top = TABLE_TOP_PX + 400
    yield Rectangle(322, 152, PANEL, FELT_COLOUR, CORNER_RADIUS_PX), left, top
    yield seat_badge(seat, BADGE_WIDTH_PX, PANEL, met=True), left + 12, top + 8
    yield PlayerName(seat, 218, 60, LIGHT, PANEL), left + 92, top + 14
    won = next((fact for fact in view.recent_events if isinstance(fact, DuelWon)), None)
    if won is None:
        yield Sprite("crown", 84, PANEL), left + 119, top + 80
        return
    yield from draw_card_row(view.won_cards[seat][-won.cards :], 44, left + 16, top + 82, 150, PANEL)
    yield Letters(f"+{won.cards}", 146, 88, GOLD, PANEL, lie="right"), left + 162, top + 66


def _draw_tie(view: View, both: Sequence[RevealedChoice]) -> Iterator[PlacedMark]:
    for side, middle in zip(both, (TABLE_LEFT_PX + 138, TABLE_LEFT_PX + TABLE_WIDTH_PX - 138), strict=True):
        yield from _draw_choice(side, middle, TABLE_TOP_PX + 60, _TIED_WIDTH_PX, FELT_COLOUR)
        yield from draw_name_bar(side.seat, (middle - 126, TABLE_TOP_PX + 376, 252, NAME_BAR_HEIGHT_PX))
    yield Sprite("tie", 110, FELT_COLOUR), TABLE_MIDDLE_PX - 55, TABLE_TOP_PX + 150
    yield from draw_pot(sum(map(len, view.cards_in_middle)), TABLE_TOP_PX + 476)


# Several


def _draw_tiebreak(signed: TiebreakRevealed) -> Iterator[PlacedMark]:
    """Who stays in upon gold; the others undone by one of those who do."""
    tied = len(signed.remaining_seats) == len(signed.signs)
    those = [symbol for seat, symbol in signed.signs if seat in signed.remaining_seats]
    many = len(signed.signs)
    # A row of three has more room than two of them.
    size, begun, pitch = (164, 130, 0) if many == 3 else (140, 24, 274)
    for at, (seat, symbol) in enumerate(signed.signs):
        line, column = divmod(at, 3)
        middle = TABLE_MIDDLE_PX + (2 * column - min(3, many - 3 * line) + 1) * 97
        top = TABLE_TOP_PX + begun + line * pitch
        stays = seat in signed.remaining_seats and not tied
        if stays:
            wide = size + 30
            yield Sprite("burst", wide, FELT_COLOUR), middle - wide // 2, top - 15
            yield Rectangle(size - 8, size - 8, GOLD, GOLD, size // 2 - 4, INK, 4), middle - size // 2 + 4, top + 4
            yield make_sign(symbol, size - 20, GOLD), middle - size // 2 + 10, top + 10
        else:
            ways = (DEFEAT_BY_SYMBOLS[by + symbol] for by in those if symbol in SYMBOLS_BEATEN_BY[by])
            yield from _draw_losing_sign(symbol, middle, top, size - 10, "" if tied else next(ways, ""))
        yield from draw_name_bar(seat, (middle - 94, top + size + 36, 188, NAME_BAR_HEIGHT_PX))


def _draw_losing_sign(symbol: Card, middle: int, top: int, width: int, how: str) -> Iterator[PlacedMark]:
    wide = width * 6 // 5
    if how == "cut":
        yield Sprite("sign_paper_cut", wide, FELT_COLOUR), middle - wide // 2, top - 4
        return
    yield make_sign(symbol, width, FELT_COLOUR), middle - width // 2, top + 5
    if how:
        yield Sprite(how, wide, FELT_COLOUR), middle - wide // 2, top + 2
