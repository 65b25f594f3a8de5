"""Schnick Schnack Schnuck in words: the table in letters, what happened, what the buttons say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.art import Emblem
from games.core import Move, Seat
from games.schnick.rules import legal
from games.schnick.state import (
    BACK,
    BEATEN,
    DRAWN,
    JOKER,
    LETTERS,
    NAMES,
    SYMBOLS,
    Card,
    Cards,
    Challenged,
    Dealt,
    Ended,
    Fact,
    Kept,
    Laid,
    Level,
    Redealt,
    Shown,
    Signed,
    Taken,
    View,
    Won,
    say,
    sorted_hand,
)
from games.words import SEAT_SHAPES, StepNarrator, capitalize, seat_names

RIVALS: Final = tuple(Emblem(f"seat_{seat}") for seat in range(6))
CARDS: Final = {name: Emblem(f"card_{name}") for name in NAMES.values()}
SIGNS: Final = {name: Emblem(f"sign_{name}") for name in NAMES.values()}

EMBLEMS: Final = (*RIVALS, *CARDS.values(), *SIGNS.values())


def emblem(view: View, prefix: Move) -> Emblem | None:
    match prefix:
        case ("challenge", seat):
            return RIVALS[int(seat)]
        case ("card", name):
            return CARDS[name]
        case ("sign", name):
            return SIGNS[name]
    return None


def text(view: View, locale: str) -> str:
    rows = [_row(view, seat, locale) for seat in view.seats]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, "", *_table(view, locale), _status(view, locale)])


def _row(view: View, seat: Seat, locale: str) -> Sequence[str]:
    awaited = "▸" if seat in view.awaited else " "
    name = f"{awaited} {SEAT_SHAPES[seat]} {_who(seat, locale)}"
    return name, _holds(view, seat, locale), _won(view, seat, locale)


def _holds(view: View, seat: Seat, locale: str) -> str:
    hand = view.hands[seat]
    if hand == JOKER:
        return say("holds-joker", locale)
    joker = "yes" if JOKER in hand else "no"
    return say("holds", locale, cards=len(hand.rstrip(JOKER)), joker=joker)


def _won(view: View, seat: Seat, locale: str) -> str:
    return say("won", locale, cards=len(view.won[seat]))


def _table(view: View, locale: str) -> Iterator[str]:
    """What lies open, and what these eyes see of the hands."""
    yield say("pile", locale, cards=len(view.pile))
    if any(view.middle):
        laid = " · ".join(
            f"{_who(seat, locale)} {_listed(cards, locale)}"
            for seat, cards in zip(view.duellists, view.middle, strict=True)
            if cards
        )
        yield say("middle", locale, cards=laid)
    played = sorted_hand("".join(view.past).replace(DRAWN, ""))
    if played:
        yield say("played", locale, cards=_listed(played, locale))
    for seat in view.seats:
        hand = view.hands[seat]
        if hand and BACK not in hand and (view.phase == "over" or seat == view.seat):
            whose = "theirs" if view.phase == "over" else "yours"
            yield say(f"hand-{whose}", locale, who=_who(seat, locale), cards=_listed(hand, locale))


def _listed(cards: Cards, locale: str) -> str:
    """Each kind once: `stone ×2, joker`."""
    kinds = [(card, cards.count(card)) for card in dict.fromkeys(sorted_hand(cards))]
    return ", ".join(f"{_name(card, locale)} ×{count}" if count > 1 else _name(card, locale) for card, count in kinds)


def _name(card: Card, locale: str) -> str:
    return say(f"card-{NAMES.get(card, 'joker')}", locale)


def _who(seat: Seat, locale: str) -> str:
    return say(f"seat-{seat}", locale)


def _all(seats: Sequence[Seat], locale: str) -> str:
    return say.format_list([_who(seat, locale) for seat in seats], locale)


def _status(view: View, locale: str) -> str:
    if view.phase == "over":
        return _outcome(view, _seated(view, locale)) if view.reason else say("status-over", locale)
    if view.phase == "duel":
        return _duel(view, locale)
    who = _all(sorted(view.awaited), locale)
    return say(f"status-{view.phase}", locale, who=who, count=len(view.awaited))


def _duel(view: View, locale: str) -> str:
    """Who chooses what: a seat without cards has a sign to show."""
    cards = [seat for seat in view.duellists if view.hands[seat]]
    signs = [seat for seat in view.duellists if not view.hands[seat]]
    one, other = (_who(seat, locale) for seat in (*cards, *signs))
    return say(f"status-duel-{len(signs)}", locale, one=one, other=other)


def _outcome(view: View, telling: StepNarrator) -> str:
    cards = len(view.won[view.best[0]])
    how = "signs" if view.reason == "sign" else "shared" if len(view.best) > 1 else "alone"
    return telling(f"outcome-{how}", view.best, cards=cards)


def _seated(view: View, locale: str) -> StepNarrator:
    """Of seats: a board is the same for all who look at it."""
    return StepNarrator(say, locale, seat_names(say, len(view.seats), locale))


def alt(view: View, locale: str) -> str:
    rows = [
        say("seat", locale, who=_who(seat, locale), holds=_holds(view, seat, locale), won=_won(view, seat, locale))
        for seat in view.seats
    ]
    shown = [_told(fact, _seated(view, locale), locale) for fact in view.last if isinstance(fact, Shown)][-1:]
    return " ".join([*(f"{line}." for line in (*rows, *_table(view, locale))), *shown, _status(view, locale)])


def told(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    telling = StepNarrator(say, locale, names, view.seat)
    tied = next((at for at, fact in enumerate(view.last, 1) if isinstance(fact, Shown) and fact.winner is None), 0)
    lines = [_told(fact, telling, locale, again=0 < tied < at) for at, fact in enumerate(view.last, 1)]
    return [*lines, _outcome(view, telling)] if view.reason else lines


def _told(fact: Fact, telling: StepNarrator, locale: str, *, again: bool = False) -> str:
    """`again`: what a tie leads to was told already."""
    match fact:
        case Dealt(seat) | Redealt(seat) | Kept(seat) | Laid(seat) | Taken(seat):
            return telling(f"told-{type(fact).__name__.lower()}", seat)
        case Challenged(seat, rival):
            return telling("told-challenged", seat, rival)
        case Shown():
            return _shown(fact, telling, locale, again=again)
        case Won(seat, cards, drawn):
            return telling("told-won", seat, cards=cards, drawn=drawn)
        case Ended(()):
            return telling("told-pile", ())
        case Ended(those):
            return telling("told-empty", those)
        case Level(those, cards):
            return telling("told-level", those, cards=cards)
        case Signed(signs, left):
            shown = ", ".join(
                telling.describe_part("told-signs", seat, symbol=_name(sign, locale)) for seat, sign in signs
            )
            how, those = ("told-signed", ()) if len(left) == 1 else ("told-signed-on", left)
            return telling(how, those, signs=capitalize(shown))


def _shown(fact: Shown, telling: StepNarrator, locale: str, *, again: bool) -> str:
    """Who showed what, and why it won."""
    one, other = fact.symbols
    shows = ", ".join(
        telling.describe_part(f"told-{'signs' if sign else 'plays'}", seat, symbol=_name(symbol, locale))
        for seat, symbol, sign in zip(fact.seats, fact.symbols, fact.signs, strict=True)
    )
    better, worse = (one, other) if other in BEATEN[one] else (other, one)
    tie = "told-tie-again" if again else "told-tie"
    comes = say(tie if fact.winner is None else f"beats-{better}{worse}", locale)
    return say("told-shown", locale, shows=capitalize(shows), comes=comes)


def label(view: View, prefix: Move, locale: str) -> str:
    match prefix:
        case ("challenge", seat):
            return f"{SEAT_SHAPES[int(seat)]} {_who(int(seat), locale)}"
        case ("card", name):
            card = LETTERS[name]
            held = view.hands[view.seat or 0].count(card)
            return f"{_name(card, locale)} ×{held}" if held > 1 else _name(card, locale)
        case ("sign", name) if _formed(view):
            return say("label-joker", locale, symbol=say(f"card-{name}", locale))
        case ("sign", name):
            return say(f"card-{name}", locale)
        case (verb,):
            return say(f"verb-{verb}", locale)
    return ""


def _formed(view: View) -> bool:
    """Is it by this seat's joker that a sign is shown?"""
    if view.seat is None or view.phase != "duel" or view.seat not in view.duellists:
        return False
    return JOKER in view.middle[view.duellists.index(view.seat)]


def question(view: View, said: Move, locale: str) -> str:
    """Below the question, where it helps, what beats what."""
    kind = next(iter(said or (word[0] for word in legal(view))), "")
    if kind in ("redeal", "keep"):
        return say("ask-redeal", locale)
    if kind == "challenge":
        return say("ask-challenge", locale)
    key = "ask-joker" if _formed(view) else f"ask-{kind}"
    notes = [_wheel(locale), " · ".join(_notes(view, locale)) if kind == "card" else ""]
    return "\n-# ".join([say(key, locale), *filter(None, notes)])


def _notes(view: View, locale: str) -> Iterator[str]:
    """What one sees on the buttons, and what one does not: how many there are of a card, and why the joker has none."""
    hand = view.hands[view.seat or 0]
    held = max(hand.count(card) for card in SYMBOLS)
    if held > 1:
        yield say("note-held", locale, held=held)
    if JOKER in hand:
        yield say("note-joker", locale)


def _wheel(locale: str) -> str:
    """Whatever beats, and what is beaten, as signs of reckoning: a line that is taken in at a glance."""
    beats = (f"{_name(it, locale)} > {', '.join(_name(less, locale) for less in BEATEN[it])}" for it in SYMBOLS)
    return " · ".join(beats)


def _since_shown(view: View) -> Sequence[Fact]:
    """What has happened since cards were last turned over."""
    shown = [at for at, fact in enumerate(view.last) if isinstance(fact, Shown)]
    return view.last[shown[-1] + 1 if shown else 0 :]


def introduction(view: View, locale: str) -> str:
    """The game with the first that is asked of this seat: to exchange its hand, whom it challenges, or a card. When it
    ends with its second card, and the joker when it lies there.
    """
    seat = view.seat
    if seat is None or (view.past[seat] and seat not in view.duellists):
        return ""
    if _formed(view) and Laid(seat) in _since_shown(view):
        return say("first-joker", locale)
    if view.past[seat]:
        return say("first-end", locale) if len(view.past[seat].replace(DRAWN, "")) == 1 and view.hands[seat] else ""
    offered = len(view.dealt[seat]) > 1 or view.alike[seat]
    chose = seat == view.challenger and len(view.seats) > 2
    match view.phase:
        case "redeal":
            met = len(view.dealt[seat]) == 1
        case "challenge":
            met = not offered
        case "duel":
            met = not offered and not chose
        case _:
            met = False
    return say("first-duel", locale) if met else ""
