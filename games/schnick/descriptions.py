"""Text descriptions of positions and steps, and explanations for new players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.core import Seat
from games.schnick.state import (
    DREW_CARD,
    HIDDEN_CARD,
    JOKER,
    NAME_BY_SYMBOL,
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


def describe_board(view: View, locale: str) -> str:
    rows = [_describe_seat(view, seat, locale) for seat in view.seats]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, "", *_describe_open_cards(view, locale), _describe_status(view, locale)])


def _describe_seat(view: View, seat: Seat, locale: str) -> Sequence[str]:
    marker = "▸" if seat in view.seats_to_move else " "
    name = f"{marker} {SEAT_SHAPES[seat]} {get_seat_name(seat, locale)}"
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
    """Describe the size of the pile, the cards in the middle, the cards played so far, and the visible hands."""
    yield say("pile", locale, cards=len(view.pile))
    if any(view.cards_in_middle):
        middle = " · ".join(
            f"{get_seat_name(seat, locale)} {_list_cards(cards, locale)}"
            for seat, cards in zip(view.duelists, view.cards_in_middle, strict=True)
            if cards
        )
        yield say("middle", locale, cards=middle)
    played = sort_hand("".join(view.play_history).replace(DREW_CARD, ""))
    if played:
        yield say("played", locale, cards=_list_cards(played, locale))
    for seat in view.seats:
        hand = view.hands[seat]
        if hand and HIDDEN_CARD not in hand and (view.phase == "over" or seat == view.seat):
            whose = "theirs" if view.phase == "over" else "yours"
            yield say(f"hand-{whose}", locale, who=get_seat_name(seat, locale), cards=_list_cards(hand, locale))


def _list_cards(cards: Cards, locale: str) -> str:
    """List each kind of card once, with its count if it occurs more than once, for example "stone ×2, joker"."""
    counts = [(card, cards.count(card)) for card in dict.fromkeys(sort_hand(cards))]
    return ", ".join(get_card_name(card, locale) + (f" ×{count}" if count > 1 else "") for card, count in counts)


def get_card_name(card: Card, locale: str) -> str:
    return say(f"card-{NAME_BY_SYMBOL.get(card, 'joker')}", locale)


def get_seat_name(seat: Seat, locale: str) -> str:
    return say(f"seat-{seat}", locale)


def _list_seat_names(seats: Sequence[Seat], locale: str) -> str:
    return say.format_list([get_seat_name(seat, locale) for seat in seats], locale)


def _describe_status(view: View, locale: str) -> str:
    if view.phase == "over":
        return (
            _describe_outcome(view, _make_seat_narrator(view, locale), locale)
            if view.end_reason
            else say("status-over", locale)
        )
    if view.phase == "duel":
        return _describe_duel_status(view, locale)
    who = _list_seat_names(sorted(view.seats_to_move), locale)
    return say(f"status-{view.phase}", locale, who=who, count=len(view.seats_to_move))


def _describe_duel_status(view: View, locale: str) -> str:
    """Describe each duelist's pending choice: a card, or a sign for a duelist with an empty hand."""
    cards = [seat for seat in view.duelists if view.hands[seat]]
    signs = [seat for seat in view.duelists if not view.hands[seat]]
    one, other = (get_seat_name(seat, locale) for seat in (*cards, *signs))
    return say(f"status-duel-{len(signs)}", locale, one=one, other=other)


def _describe_outcome(view: View, narrator: StepNarrator, locale: str) -> str:
    cards = len(view.won_cards[view.winners[0]])
    if view.is_won_by_signs:
        return narrator("outcome-signs", view.winners, cards=cards, over=_summarize_tiebreak(view, locale))
    return narrator(f"outcome-{'shared' if len(view.winners) > 1 else 'alone'}", view.winners, cards=cards)


def _summarize_tiebreak(view: View, locale: str) -> str:
    """Return the winner's sign and the signs that it beat in the last round of the tiebreak."""
    signs = next(dict(event.signs) for event in view.recent_events if isinstance(event, TiebreakRevealed))
    winning_sign = signs[view.winners[0]]
    beaten = [sign for sign in SYMBOLS_BEATEN_BY[winning_sign] if sign in signs.values()]
    less = say.format_list([get_card_name(sign, locale) for sign in beaten], locale)
    return say("over", locale, more=get_card_name(winning_sign, locale), less=less)


def _make_seat_narrator(view: View, locale: str) -> StepNarrator:
    """Return a narrator that names players by their seats. A board description is the same for all readers."""
    return StepNarrator(say, locale, seat_names(say, len(view.seats), locale))


def describe_briefly(view: View, locale: str) -> str:
    rows = [
        say(
            "seat",
            locale,
            who=get_seat_name(seat, locale),
            holds=_describe_hand_size(view, seat, locale),
            won=_describe_won_cards(view, seat, locale),
        )
        for seat in view.seats
    ]
    last_reveal = [
        _describe_event(event, _make_seat_narrator(view, locale), locale)
        for event in view.recent_events
        if isinstance(event, ChoicesRevealed)
    ][-1:]
    return " ".join(
        [
            *(f"{line}." for line in (*rows, *_describe_open_cards(view, locale))),
            *last_reveal,
            _describe_status(view, locale),
        ]
    )


def describe_step(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    narrator = StepNarrator(say, locale, names, view.seat)
    lines: list[str] = []
    after_tie = False
    for event in view.recent_events:
        lines.append(_describe_event(event, narrator, locale, after_tie=after_tie))
        after_tie = after_tie or (isinstance(event, ChoicesRevealed) and event.winner is None)
    return [*lines, _describe_outcome(view, narrator, locale)] if view.end_reason else lines


def describe_last_step(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    """Describe the step that ended the match, without the outcome. The deciding duel takes only one short line."""
    lines = list(describe_step(view, locale, names)[:-1])
    for index, event in enumerate(view.recent_events):
        if isinstance(event, DuelWon):
            over = capitalize(summarize_step(view, locale))
            narrator = StepNarrator(say, locale, names, view.seat)
            # One line replaces two: this event, and the choices revealed in the same duel, which come just before.
            lines[index - 1 : index + 1] = [narrator("told-won-last", event.seat, cards=event.cards, over=over)]
    return lines


_TEXT_KEY_BY_EVENT: Final[Mapping[type[Event], str]] = {
    CardsDealt: "told-dealt",
    HandRedealt: "told-redealt",
    HandKept: "told-kept",
    JokerLaid: "told-laid",
    CardTakenInTie: "told-taken",
}
"""The text keys for events that concern one seat and have no other data."""


def _describe_event(event: Event, narrator: StepNarrator, locale: str, *, after_tie: bool = False) -> str:
    """Describe an event.

    With `after_tie`, a tie is described briefly, because an earlier line has explained what follows a tie.
    """
    match event:
        case CardsDealt(seat) | HandRedealt(seat) | HandKept(seat) | JokerLaid(seat) | CardTakenInTie(seat):
            return narrator(_TEXT_KEY_BY_EVENT[type(event)], seat)
        case ChallengeMade(seat, rival):
            return narrator("told-challenged", seat, rival)
        case ChoicesRevealed():
            return _describe_revealed_choices(event, narrator, locale, after_tie=after_tie)
        case DuelWon(seat, cards, drawn):
            return narrator("told-won", seat, cards=cards, drawn=drawn)
        case DuelsEnded(()):
            return narrator("told-pile", ())
        case DuelsEnded(seats):
            return narrator("told-empty", seats)
        case TiedForFirst(seats, cards):
            return narrator("told-level", seats, cards=cards)
        case TiebreakRevealed(signs, remaining):
            signs_shown = ", ".join(
                narrator.describe_part("told-signs", seat, symbol=get_card_name(sign, locale)) for seat, sign in signs
            )
            key, seats = ("told-signed", ()) if len(remaining) == 1 else ("told-signed-on", remaining)
            return narrator(key, seats, signs=capitalize(signs_shown))


def _describe_revealed_choices(
    revealed: ChoicesRevealed, narrator: StepNarrator, locale: str, *, after_tie: bool
) -> str:
    """Describe the choices of both duelists, and how the winning symbol beats the other or that the duelists tie."""
    one, other = revealed.symbols
    shows = ", ".join(
        narrator.describe_part(f"told-{'signs' if sign else 'plays'}", seat, symbol=get_card_name(symbol, locale))
        for seat, symbol, sign in zip(revealed.seats, revealed.symbols, revealed.are_signs, strict=True)
    )
    better, worse = (one, other) if other in SYMBOLS_BEATEN_BY[one] else (other, one)
    tie_key = "told-tie-again" if after_tie else "told-tie"
    outcome = say(tie_key if revealed.winner is None else f"beats-{better}{worse}", locale)
    return say("told-shown", locale, shows=capitalize(shows), comes=outcome)


def _list_events_since_reveal(view: View) -> Sequence[Event]:
    """List the recent events that came after the last reveal."""
    reveals = [index for index, event in enumerate(view.recent_events) if isinstance(event, ChoicesRevealed)]
    return view.recent_events[reveals[-1] + 1 if reveals else 0 :]


def introduce(view: View, locale: str) -> str:
    """Explain a part of the game that matters to a player for the first time, or return an empty string.

    Duels are explained at the player's first decision, and the end of the match at the player's second card. Signs are
    explained after the player has laid the joker.
    """
    seat = view.seat
    if seat is None or (view.play_history[seat] and seat not in view.duelists):
        return ""
    if view.has_laid_joker and JokerLaid(seat) in _list_events_since_reveal(view):
        return say("first-joker", locale)
    if view.play_history[seat]:
        return (
            say("first-end", locale)
            if len(view.play_history[seat].replace(DREW_CARD, "")) == 1 and view.hands[seat]
            else ""
        )
    was_offered_redeal = len(view.dealt_hands[seat]) > 1 or view.four_alike_by_seat[seat]
    chose_rival = seat == view.challenger and len(view.seats) > 2
    match view.phase:
        case "redeal":
            is_first_decision = len(view.dealt_hands[seat]) == 1
        case "challenge":
            is_first_decision = not was_offered_redeal
        case "duel":
            is_first_decision = not was_offered_redeal and not chose_rival
        case _:
            is_first_decision = False
    return say("first-duel", locale) if is_first_decision else ""


def summarize_step(view: View, locale: str) -> str:
    """Summarize the latest decided duel by its symbols, the winner's first."""
    for event in reversed(view.recent_events):
        if isinstance(event, ChoicesRevealed) and event.winner is not None:
            one, other = (get_card_name(symbol, locale) for symbol in event.symbols)
            more, less = (one, other) if event.winner == event.seats[0] else (other, one)
            return say("over", locale, more=more, less=less)
    return ""
