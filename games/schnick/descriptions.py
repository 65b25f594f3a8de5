"""Schnick Schnack Schnuck in words: the table in letters, what happened, what the buttons say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.art import Emblem
from games.core import Move, Seat
from games.schnick.rules import legal_moves
from games.schnick.state import (
    DREW_CARD,
    HIDDEN_CARD,
    JOKER,
    NAME_BY_SYMBOL,
    SYMBOL_BY_NAME,
    SYMBOLS,
    SYMBOLS_BEATEN_BY,
    Card,
    Cards,
    CardsDealt,
    CardTakenInTie,
    ChallengeMade,
    ChoicesRevealed,
    DuelsEnded,
    DuelWon,
    Event,
    HandKept,
    HandRedealt,
    JokerLaid,
    TiebreakRevealed,
    TiedForFirst,
    View,
    say,
    sort_hand,
)
from games.words import SEAT_SHAPES, StepNarrator, capitalize, seat_names

SEAT_EMBLEMS: Final = tuple(Emblem(f"seat_{seat}") for seat in range(6))
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


def describe_board(view: View, locale: str) -> str:
    rows = [_describe_seat(view, seat, locale) for seat in view.seats]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, "", *_describe_open_cards(view, locale), _describe_status(view, locale)])


def _describe_seat(view: View, seat: Seat, locale: str) -> Sequence[str]:
    awaited = "▸" if seat in view.seats_to_move else " "
    name = f"{awaited} {SEAT_SHAPES[seat]} {_get_seat_name(seat, locale)}"
    return name, _describe_hand_size(view, seat, locale), _describe_won_cards(view, seat, locale)


def _describe_hand_size(view: View, seat: Seat, locale: str) -> str:
    hand = view.hands[seat]
    if hand == JOKER:
        return say("holds-joker", locale)
    joker = "yes" if JOKER in hand else "no"
    return say("holds", locale, cards=len(hand.rstrip(JOKER)), joker=joker)


def _describe_won_cards(view: View, seat: Seat, locale: str) -> str:
    return say("won", locale, cards=len(view.won_cards[seat]))


def _describe_open_cards(view: View, locale: str) -> Iterator[str]:
    """What lies open, and what these eyes see of the hands."""
    yield say("pile", locale, cards=len(view.pile))
    if any(view.cards_in_middle):
        laid = " · ".join(
            f"{_get_seat_name(seat, locale)} {_list_cards(cards, locale)}"
            for seat, cards in zip(view.duelists, view.cards_in_middle, strict=True)
            if cards
        )
        yield say("middle", locale, cards=laid)
    played = sort_hand("".join(view.play_history).replace(DREW_CARD, ""))
    if played:
        yield say("played", locale, cards=_list_cards(played, locale))
    for seat in view.seats:
        hand = view.hands[seat]
        if hand and HIDDEN_CARD not in hand and (view.phase == "over" or seat == view.seat):
            whose = "theirs" if view.phase == "over" else "yours"
            yield say(f"hand-{whose}", locale, who=_get_seat_name(seat, locale), cards=_list_cards(hand, locale))


def _list_cards(cards: Cards, locale: str) -> str:
    """Each kind once: `stone ×2, joker`."""
    kinds = [(card, cards.count(card)) for card in dict.fromkeys(sort_hand(cards))]
    return ", ".join(_get_card_name(card, locale) + (f" ×{count}" if count > 1 else "") for card, count in kinds)


def _get_card_name(card: Card, locale: str) -> str:
    return say(f"card-{NAME_BY_SYMBOL.get(card, 'joker')}", locale)


def _get_seat_name(seat: Seat, locale: str) -> str:
    return say(f"seat-{seat}", locale)


def _list_seat_names(seats: Sequence[Seat], locale: str) -> str:
    return say.format_list([_get_seat_name(seat, locale) for seat in seats], locale)


def _describe_status(view: View, locale: str) -> str:
    if view.phase == "over":
        return (
            _describe_outcome(view, _make_seat_narrator(view, locale))
            if view.end_reason
            else say("status-over", locale)
        )
    if view.phase == "duel":
        return _describe_duel_status(view, locale)
    who = _list_seat_names(sorted(view.seats_to_move), locale)
    return say(f"status-{view.phase}", locale, who=who, count=len(view.seats_to_move))


def _describe_duel_status(view: View, locale: str) -> str:
    """Who chooses what: a seat without cards has a sign to show."""
    cards = [seat for seat in view.duelists if view.hands[seat]]
    signs = [seat for seat in view.duelists if not view.hands[seat]]
    one, other = (_get_seat_name(seat, locale) for seat in (*cards, *signs))
    return say(f"status-duel-{len(signs)}", locale, one=one, other=other)


def _describe_outcome(view: View, telling: StepNarrator) -> str:
    cards = len(view.won_cards[view.winners[0]])
    how = "signs" if view.end_reason == "sign" else "shared" if len(view.winners) > 1 else "alone"
    return telling(f"outcome-{how}", view.winners, cards=cards)


def _make_seat_narrator(view: View, locale: str) -> StepNarrator:
    """Of seats: a board is the same for all who look at it."""
    return StepNarrator(say, locale, seat_names(say, len(view.seats), locale))


def describe_briefly(view: View, locale: str) -> str:
    rows = [
        say(
            "seat",
            locale,
            who=_get_seat_name(seat, locale),
            holds=_describe_hand_size(view, seat, locale),
            won=_describe_won_cards(view, seat, locale),
        )
        for seat in view.seats
    ]
    shown = [
        _describe_event(fact, _make_seat_narrator(view, locale), locale)
        for fact in view.recent_events
        if isinstance(fact, ChoicesRevealed)
    ][-1:]
    return " ".join(
        [*(f"{line}." for line in (*rows, *_describe_open_cards(view, locale))), *shown, _describe_status(view, locale)]
    )


def describe_step(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    telling = StepNarrator(say, locale, names, view.seat)
    tied = next(
        (
            at
            for at, fact in enumerate(view.recent_events, 1)
            if isinstance(fact, ChoicesRevealed) and fact.winner is None
        ),
        0,
    )
    lines = [
        _describe_event(fact, telling, locale, again=0 < tied < at) for at, fact in enumerate(view.recent_events, 1)
    ]
    return [*lines, _describe_outcome(view, telling)] if view.end_reason else lines


_TEXT_KEY_BY_EVENT: Final[Mapping[type[Event], str]] = {
    CardsDealt: "told-dealt",
    HandRedealt: "told-redealt",
    HandKept: "told-kept",
    JokerLaid: "told-laid",
    CardTakenInTie: "told-taken",
}
"""Text keys of the events that concern one seat and have no other facts."""


def _describe_event(fact: Event, telling: StepNarrator, locale: str, *, again: bool = False) -> str:
    """`again`: what a tie leads to was told already."""
    match fact:
        case CardsDealt(seat) | HandRedealt(seat) | HandKept(seat) | JokerLaid(seat) | CardTakenInTie(seat):
            return telling(_TEXT_KEY_BY_EVENT[type(fact)], seat)
        case ChallengeMade(seat, rival):
            return telling("told-challenged", seat, rival)
        case ChoicesRevealed():
            return _describe_revealed_choices(fact, telling, locale, again=again)
        case DuelWon(seat, cards, drawn):
            return telling("told-won", seat, cards=cards, drawn=drawn)
        case DuelsEnded(()):
            return telling("told-pile", ())
        case DuelsEnded(those):
            return telling("told-empty", those)
        case TiedForFirst(those, cards):
            return telling("told-level", those, cards=cards)
        case TiebreakRevealed(signs, left):
            shown = ", ".join(
                telling.describe_part("told-signs", seat, symbol=_get_card_name(sign, locale)) for seat, sign in signs
            )
            how, those = ("told-signed", ()) if len(left) == 1 else ("told-signed-on", left)
            return telling(how, those, signs=capitalize(shown))


def _describe_revealed_choices(fact: ChoicesRevealed, telling: StepNarrator, locale: str, *, again: bool) -> str:
    """Who showed what, and why it won."""
    one, other = fact.symbols
    shows = ", ".join(
        telling.describe_part(f"told-{'signs' if sign else 'plays'}", seat, symbol=_get_card_name(symbol, locale))
        for seat, symbol, sign in zip(fact.seats, fact.symbols, fact.are_signs, strict=True)
    )
    better, worse = (one, other) if other in SYMBOLS_BEATEN_BY[one] else (other, one)
    tie = "told-tie-again" if again else "told-tie"
    comes = say(tie if fact.winner is None else f"beats-{better}{worse}", locale)
    return say("told-shown", locale, shows=capitalize(shows), comes=comes)


def move_label(view: View, prefix: Move, locale: str) -> str:
    match prefix:
        case ("challenge", seat):
            return f"{SEAT_SHAPES[int(seat)]} {_get_seat_name(int(seat), locale)}"
        case ("card", name):
            card = SYMBOL_BY_NAME[name]
            held = view.hands[view.seat or 0].count(card)
            return f"{_get_card_name(card, locale)} ×{held}" if held > 1 else _get_card_name(card, locale)
        case ("sign", name) if _is_sign_of_joker(view):
            return say("label-joker", locale, symbol=say(f"card-{name}", locale))
        case ("sign", name):
            return say(f"card-{name}", locale)
        case (verb,):
            return say(f"verb-{verb}", locale)
    return ""


def _is_sign_of_joker(view: View) -> bool:
    """Is it by this seat's joker that a sign is shown?"""
    if view.seat is None or view.phase != "duel" or view.seat not in view.duelists:
        return False
    return JOKER in view.cards_in_middle[view.duelists.index(view.seat)]


def ask_next_token(view: View, said: Move, locale: str) -> str:
    """Below the question, where it helps, what beats what."""
    kind = next(iter(said or (word[0] for word in legal_moves(view))), "")
    if kind in ("redeal", "keep"):
        return say("ask-redeal", locale)
    if kind == "challenge":
        return say("ask-challenge", locale)
    key = "ask-joker" if _is_sign_of_joker(view) else f"ask-{kind}"
    notes = [_describe_what_beats_what(locale), " · ".join(_list_button_notes(view, locale)) if kind == "card" else ""]
    return "\n-# ".join([say(key, locale), *filter(None, notes)])


def _list_button_notes(view: View, locale: str) -> Iterator[str]:
    """What one sees on the buttons, and what one does not: how many there are of a card, and why the joker has none."""
    hand = view.hands[view.seat or 0]
    held = max(hand.count(card) for card in SYMBOLS)
    if held > 1:
        yield say("note-held", locale, held=held)
    if JOKER in hand:
        yield say("note-joker", locale)


def _describe_what_beats_what(locale: str) -> str:
    """Whatever beats, and what is beaten, as signs of reckoning: a line that is taken in at a glance."""
    beats = (
        f"{_get_card_name(it, locale)} > {', '.join(_get_card_name(less, locale) for less in SYMBOLS_BEATEN_BY[it])}"
        for it in SYMBOLS
    )
    return " · ".join(beats)


def _list_events_since_reveal(view: View) -> Sequence[Event]:
    """What has happened since cards were last turned over."""
    shown = [at for at, fact in enumerate(view.recent_events) if isinstance(fact, ChoicesRevealed)]
    return view.recent_events[shown[-1] + 1 if shown else 0 :]


def introduce(view: View, locale: str) -> str:
    """The game with the first that is asked of this seat: to exchange its hand, whom it challenges, or a card. When it
    ends with its second card, and the joker when it lies there.
    """
    seat = view.seat
    if seat is None or (view.play_history[seat] and seat not in view.duelists):
        return ""
    if _is_sign_of_joker(view) and JokerLaid(seat) in _list_events_since_reveal(view):
        return say("first-joker", locale)
    if view.play_history[seat]:
        return (
            say("first-end", locale)
            if len(view.play_history[seat].replace(DREW_CARD, "")) == 1 and view.hands[seat]
            else ""
        )
    offered = len(view.dealt_hands[seat]) > 1 or view.has_four_alike[seat]
    chose = seat == view.challenger and len(view.seats) > 2
    match view.phase:
        case "redeal":
            met = len(view.dealt_hands[seat]) == 1
        case "challenge":
            met = not offered
        case "duel":
            met = not offered and not chose
        case _:
            met = False
    return say("first-duel", locale) if met else ""
