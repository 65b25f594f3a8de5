"""Labels and emblems of the buttons for entering a move, and the question above the buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import Emblem
from games.core import Move
from games.schnick.descriptions import get_card_name, get_seat_name
from games.schnick.rules import legal_moves
from games.schnick.state import (
    JOKER,
    NAME_BY_SYMBOL,
    SEAT_COUNTS,
    SYMBOL_BY_NAME,
    SYMBOLS,
    SYMBOLS_BEATEN_BY,
    View,
    say,
)
from games.words import SEAT_SHAPES

SEAT_EMBLEMS: Final = tuple(Emblem(f"seat_{seat}") for seat in range(max(SEAT_COUNTS)))
CARD_EMBLEMS: Final = {name: Emblem(f"card_{name}") for name in NAME_BY_SYMBOL.values()}
SIGN_EMBLEMS: Final = {name: Emblem(f"sign_{name}") for name in NAME_BY_SYMBOL.values()}

EMBLEMS: Final = (*SEAT_EMBLEMS, *CARD_EMBLEMS.values(), *SIGN_EMBLEMS.values())


def move_emblem(view: View, prefix: Move) -> Emblem | None:
    match prefix:
        case ("challenge", seat):
            return SEAT_EMBLEMS[int(seat)]
        case ("card", name):
            return CARD_EMBLEMS[name]
        case ("sign", name):
            return SIGN_EMBLEMS[name]
    return None


def move_label(view: View, prefix: Move, locale: str) -> str:
    match prefix:
        case ("challenge", seat):
            return f"{SEAT_SHAPES[int(seat)]} {get_seat_name(int(seat), locale)}"
        case ("card", name):
            card = SYMBOL_BY_NAME[name]
            count = view.hands[view.seat or 0].count(card)
            return f"{get_card_name(card, locale)} ×{count}" if count > 1 else get_card_name(card, locale)
        case ("sign", name) if view.has_laid_joker:
            return say("label-joker", locale, symbol=say(f"card-{name}", locale))
        case ("sign", name):
            return say(f"card-{name}", locale)
        case (token,):
            return say(f"verb-{token}", locale)
    return ""


def spell_move(view: View, move: Move, locale: str) -> str:
    """Return a move as players type it: the rival's, card's or sign's name as on the button, without the verb."""
    match move:
        case ("challenge", seat):
            return get_seat_name(int(seat), locale)
        case ("card" | "sign", name):
            return say(f"card-{name}", locale)
    return " ".join(move)


def ask_next_token(view: View, prefix: Move, locale: str) -> str:
    """Return the question that asks a player for the next token of a move.

    For a card or sign, add a line that lists which symbols each symbol beats.
    """
    kind = next(iter(prefix or (move[0] for move in legal_moves(view))), "")
    if kind in ("redeal", "keep"):
        return say("ask-redeal", locale)
    if kind == "challenge":
        return say("ask-challenge", locale)
    key = "ask-joker" if view.has_laid_joker else f"ask-{kind}"
    notes = [_describe_what_beats_what(locale), " · ".join(_list_button_notes(view, locale)) if kind == "card" else ""]
    return "\n-# ".join([say(key, locale), *filter(None, notes)])


def _list_button_notes(view: View, locale: str) -> Iterator[str]:
    """Yield notes for the player: what the numbers on the buttons mean, and why the joker has no button."""
    hand = view.hands[view.seat or 0]
    most = max(hand.count(card) for card in SYMBOLS)
    if most > 1:
        yield say("note-held", locale, held=most)
    if JOKER in hand:
        yield say("no-joker", locale)


def _describe_what_beats_what(locale: str) -> str:
    """List the symbols that each symbol beats, for example "stone > scissors, fire"."""
    rows = (
        f"{get_card_name(symbol, locale)} > "
        + ", ".join(get_card_name(beaten, locale) for beaten in SYMBOLS_BEATEN_BY[symbol])
        for symbol in SYMBOLS
    )
    return " · ".join(rows)
