"""The picture of a reveal: the two cards or signs of a duel, or the signs of a tiebreak. It is shown before the board.

The winning choice has a gold background. The losing choice is drawn as defeated, for example cut or burnt.
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
    Color,
    Letters,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    seat_badge,
)
from games.core import Seat
from games.schnick.card_sprites import (
    BADGE_WIDTH_PX,
    CORNER_RADIUS_PX,
    FELT_COLOR,
    NAME_BAR_HEIGHT_PX,
    PALETTE,
    TABLE_AREA,
    TABLE_LEFT_PX,
    TABLE_MIDDLE_PX,
    TABLE_TOP_PX,
    TABLE_WIDTH_PX,
    card_height,
    draw_card_row,
    draw_choice,
    draw_name_bar,
    draw_pot,
    has_just_laid_joker,
    make_card,
    make_sign,
)
from games.schnick.played_cards_strip import draw_played_cards
from games.schnick.seat_panels import draw_panels, order_step_left_to_right, sort_left_to_right
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
"""The sprite name for each kind of defeat. A key is the winning symbol followed by the losing symbol."""

_WINNER_WIDTH_PX: Final = 226
_LOSER_WIDTH_PX: Final = 186
_TIED_WIDTH_PX: Final = 206


@dataclass(frozen=True, slots=True)
class RevealedChoice:
    """A choice that a player revealed: a card, a sign on a joker, or a sign without a card."""

    seat: Seat
    symbol: Card
    is_sign: bool = False
    is_on_joker: bool = False


def draw_reveal(view: View) -> Picture | None:
    revealed = _find_latest_reveal(view)
    if revealed is None:
        return None
    if isinstance(revealed, TiebreakRevealed) and len(revealed.signs) > 2:
        content = _draw_tiebreak(revealed)
    else:
        content = _draw_duel(view, revealed)
    # Remove the gold rims of the seats to move, because the board that follows shows who moves next.
    marks = (
        *draw_panels(replace(view, seats_to_move=frozenset())),
        (Sprite("rays", TABLE_WIDTH_PX, SLATE), TABLE_LEFT_PX, TABLE_TOP_PX),
        *content,
        *draw_played_cards(view),
    )
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=TABLE_AREA)


def _find_latest_reveal(view: View) -> ChoicesRevealed | TiebreakRevealed | None:
    """Return the reveal of the latest step.

    Return None if that step was a challenge, or if the match was stopped early.
    """
    if view.phase == "over" and not view.end_reason:
        return None
    events = (
        event
        for event in reversed(view.recent_events)
        if isinstance(event, ChoicesRevealed | TiebreakRevealed | ChallengeMade)
    )
    latest = next(events, None)
    return None if isinstance(latest, ChallengeMade) else latest


# Reveals of two players


def _draw_duel(view: View, revealed: ChoicesRevealed | TiebreakRevealed) -> Iterator[PlacedMark]:
    choices, winner = _list_choices(view, revealed)
    if winner is None:
        yield from _draw_tie(view, choices)
        return
    side = next(side for side, choice in enumerate(choices) if choice.seat == winner)
    won, lost = choices[side], choices[1 - side]
    if side == 0:
        winner_middle, loser_middle = TABLE_LEFT_PX + 192, TABLE_LEFT_PX + 472
        winnings_left, loser_name_left = TABLE_LEFT_PX + 12, TABLE_LEFT_PX + 346
    else:
        winner_middle, loser_middle = TABLE_LEFT_PX + 408, TABLE_LEFT_PX + 128
        winnings_left, loser_name_left = TABLE_LEFT_PX + 266, TABLE_LEFT_PX + 12
    defeat = DEFEAT_BY_SYMBOLS[won.symbol + lost.symbol]
    yield Sprite("burst", 376, FELT_COLOR), winner_middle - 188, TABLE_TOP_PX + 6
    yield from _draw_winner(won, winner_middle)
    yield from _draw_defeated(lost, loser_middle, TABLE_TOP_PX + 62, _LOSER_WIDTH_PX, defeat)
    yield from draw_name_bar(lost.seat, (loser_name_left, TABLE_TOP_PX + 400, 242, NAME_BAR_HEIGHT_PX))
    yield from _draw_winnings(view, won.seat, winnings_left)


def _list_choices(
    view: View, revealed: ChoicesRevealed | TiebreakRevealed
) -> tuple[Sequence[RevealedChoice], Seat | None]:
    """Return the two choices from left to right, and the winning seat. For a tie, the winning seat is None."""
    if isinstance(revealed, TiebreakRevealed):
        signs, remaining = dict(revealed.signs), revealed.remaining_seats
        seats = sort_left_to_right(view, tuple(signs))
        choices = [RevealedChoice(seat, signs[seat], is_sign=True) for seat in seats]
        return choices, remaining[0] if len(remaining) == 1 else None
    step = order_step_left_to_right(view, revealed)
    choices = [
        RevealedChoice(seat, symbol, is_sign, is_sign and has_just_laid_joker(view.recent_events, seat))
        for seat, symbol, is_sign in zip(step.seats, step.symbols, step.are_signs, strict=True)
    ]
    return choices, step.winner


def _draw_winner(choice: RevealedChoice, middle: int) -> Iterator[PlacedMark]:
    top, is_round = TABLE_TOP_PX + 36, choice.is_sign and not choice.is_on_joker
    height = _WINNER_WIDTH_PX if is_round else card_height(_WINNER_WIDTH_PX)
    top += (card_height(_WINNER_WIDTH_PX) - height) // 2
    corner = (_WINNER_WIDTH_PX + 28) // 2 if is_round else 30
    yield (
        Rectangle(_WINNER_WIDTH_PX + 28, height + 28, GOLD, GOLD, corner, INK, 5),
        middle - _WINNER_WIDTH_PX // 2 - 14,
        top - 14,
    )
    yield from _draw_choice(choice, middle, TABLE_TOP_PX + 36, _WINNER_WIDTH_PX, GOLD)


def _draw_choice(choice: RevealedChoice, middle: int, top: int, width: int, ground: Color) -> Iterator[PlacedMark]:
    card = JOKER if choice.is_on_joker else "" if choice.is_sign else choice.symbol
    return draw_choice(card, choice.symbol, middle - width // 2, top, width, ground)


def _draw_defeated(choice: RevealedChoice, middle: int, top: int, width: int, defeat: str) -> Iterator[PlacedMark]:
    """Draw a losing choice with the sprite of its defeat on top of it. Cut paper has a single sprite for both."""
    if defeat == "cut":
        if choice.is_on_joker:
            yield make_card(JOKER, width, FELT_COLOR), middle - width // 2, top
        cut_width = width * 13 // 10
        kind, down = ("sign", 20) if choice.is_sign else ("card", -14)
        yield Sprite(f"{kind}_paper_cut", cut_width, FELT_COLOR), middle - cut_width // 2, top + down
        return
    yield from _draw_choice(choice, middle, top, width, FELT_COLOR)
    defeat_width = width * 6 // 5
    down = (
        card_height(width) - defeat_width + 22
        if choice.is_on_joker
        else (card_height(width) - defeat_width) // 2 + (8 if choice.is_sign else 14)
    )
    yield Sprite(defeat, defeat_width, FELT_COLOR), middle - defeat_width // 2, top + down


def _draw_winnings(view: View, seat: Seat, left: int) -> Iterator[PlacedMark]:
    """Draw the winner's name with the number of cards won in a duel.

    After a tiebreak, draw a crown instead of the number.
    """
    top = TABLE_TOP_PX + 400
    yield Rectangle(322, 152, PANEL, FELT_COLOR, CORNER_RADIUS_PX), left, top
    yield seat_badge(seat, BADGE_WIDTH_PX, PANEL, gold=True), left + 12, top + 8
    yield PlayerName(seat, 218, 60, LIGHT, PANEL), left + 92, top + 14
    duel_won = next((event for event in view.recent_events if isinstance(event, DuelWon)), None)
    if duel_won is None:
        yield Sprite("crown", 84, PANEL), left + 119, top + 80
        return
    yield from draw_card_row(view.won_cards[seat][-duel_won.cards :], 44, left + 16, top + 82, 150, PANEL)
    yield Letters(f"+{duel_won.cards}", 146, 88, GOLD, PANEL, align="right"), left + 162, top + 66


def _draw_tie(view: View, choices: Sequence[RevealedChoice]) -> Iterator[PlacedMark]:
    for choice, middle in zip(choices, (TABLE_LEFT_PX + 138, TABLE_LEFT_PX + TABLE_WIDTH_PX - 138), strict=True):
        yield from _draw_choice(choice, middle, TABLE_TOP_PX + 60, _TIED_WIDTH_PX, FELT_COLOR)
        yield from draw_name_bar(choice.seat, (middle - 126, TABLE_TOP_PX + 376, 252, NAME_BAR_HEIGHT_PX))
    yield Sprite("tie", 110, FELT_COLOR), TABLE_MIDDLE_PX - 55, TABLE_TOP_PX + 150
    yield from draw_pot(sum(map(len, view.cards_in_middle)), TABLE_TOP_PX + 476)


# Reveals of three or more players


def _draw_tiebreak(revealed: TiebreakRevealed) -> Iterator[PlacedMark]:
    """Draw all signs of a tiebreak round.

    The signs of players who stay in have a gold background, and all other signs are drawn as defeated. If all players
    stay in, no sign is marked.
    """
    all_stay = len(revealed.remaining_seats) == len(revealed.signs)
    remaining_symbols = [symbol for seat, symbol in revealed.signs if seat in revealed.remaining_seats]
    count = len(revealed.signs)
    # One row of three leaves more room for each sign than two rows.
    size, first_top, pitch = (164, 130, 0) if count == 3 else (140, 24, 274)
    for index, (seat, symbol) in enumerate(revealed.signs):
        row, column = divmod(index, 3)
        middle = TABLE_MIDDLE_PX + (2 * column - min(3, count - 3 * row) + 1) * 97
        top = TABLE_TOP_PX + first_top + row * pitch
        if seat in revealed.remaining_seats and not all_stay:
            burst_width = size + 30
            yield Sprite("burst", burst_width, FELT_COLOR), middle - burst_width // 2, top - 15
            yield Rectangle(size - 8, size - 8, GOLD, GOLD, size // 2 - 4, INK, 4), middle - size // 2 + 4, top + 4
            yield make_sign(symbol, size - 20, GOLD), middle - size // 2 + 10, top + 10
        else:
            defeats = (DEFEAT_BY_SYMBOLS[by + symbol] for by in remaining_symbols if symbol in SYMBOLS_BEATEN_BY[by])
            yield from _draw_losing_sign(symbol, middle, top, size - 10, "" if all_stay else next(defeats, ""))
        yield from draw_name_bar(seat, (middle - 94, top + size + 36, 188, NAME_BAR_HEIGHT_PX))


def _draw_losing_sign(symbol: Card, middle: int, top: int, width: int, defeat: str) -> Iterator[PlacedMark]:
    """Draw a sign with the sprite of its defeat on top. If `defeat` is empty, draw only the sign."""
    defeat_width = width * 6 // 5
    if defeat == "cut":
        yield Sprite("sign_paper_cut", defeat_width, FELT_COLOR), middle - defeat_width // 2, top - 4
        return
    yield make_sign(symbol, width, FELT_COLOR), middle - width // 2, top + 5
    if defeat:
        yield Sprite(defeat, defeat_width, FELT_COLOR), middle - defeat_width // 2, top + 2
