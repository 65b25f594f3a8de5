"""The worlds that a view allows: who may hold what, in the light of all that was ever shown.

Hidden is where the cards lie that nobody showed; which of those that somebody played were dealt to them and which came
from the pile; and what was returned for a redeal. An offer tells everybody that a hand has four alike; where there was
none, that it has not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, prod

from games.core import Seat
from games.dice import Dice
from games.schnick.rules import seats_to_move
from games.schnick.state import (
    DEALT_CARDS,
    DREW_CARD,
    HIDDEN_CARD,
    JOKER,
    SYMBOLS,
    Card,
    Cards,
    State,
    View,
    has_four_alike,
    hide_cards,
    sort_hand,
)


def view(state: State, seat: Seat | None) -> View:
    seats = range(len(state.hands))
    open_to = set(seats) if state.phase == "over" else {seat}
    return View(
        seat=seat,
        tiebreak=state.tiebreak,
        phase=state.phase,
        seats_to_move=seats_to_move(state),
        symbol_cards=sort_hand(state.symbol_cards),
        hands=tuple(hand if owner in open_to else hide_cards(hand) for owner, hand in enumerate(state.hands)),
        pile=state.pile if state.phase == "over" else HIDDEN_CARD * len(state.pile),
        won_cards=state.won_cards,
        dealt_hands=tuple(
            dealt if owner in open_to else tuple(map(hide_cards, dealt))
            for owner, dealt in enumerate(state.dealt_hands)
        ),
        has_four_alike=_list_four_alike(state),
        play_history=state.play_history,
        challenger=state.challenger,
        rival=state.rival,
        cards_in_middle=state.cards_in_middle,
        tied_seats=state.tied_seats,
        end_reason=state.end_reason,
        recent_events=state.recent_events,
    )


def _list_four_alike(state: State) -> tuple[bool | None, ...]:
    pile = len(state.symbol_cards) - sum(len(dealt[-1]) for dealt in state.dealt_hands)
    return tuple(
        has_four_alike(dealt[-1]) if len(dealt[-1]) == DEALT_CARDS <= pile else None for dealt in state.dealt_hands
    )


def resample(view: View, dice: Dice) -> State:
    """Any world that fits may come up. The truth fits, so there is one."""
    if view.phase == "over":
        return build_state_with_hidden_cards(view)
    while True:
        world = _try_resample(view, dice)
        if world:
            return world


def build_state_with_hidden_cards(view: View) -> State:
    """With the backs of what this seat does not know."""
    return _build_state(view, view.hands, view.pile, view.dealt_hands)


def _try_resample(view: View, dice: Dice) -> State | None:
    """A world, unless what was chosen first leaves no room for the rest."""
    origins = {seat: _sample_dealt_plays(view, seat, dice) for seat in view.seats if seat != view.seat}
    aside = _count_returned_outside_hands(view, [known for known, _ in origins.values()])
    pool = dice.shuffle(list((count_unseen_cards(view) - aside).elements()))
    sixes: list[Cards] = []
    for seat in view.seats:
        known, held = origins.get(seat, (view.dealt_hands[seat][-1], 0))
        more = _draw_matching_cards(pool, held, known, view.has_four_alike[seat], dice)
        if more is None:
            return None
        sixes.append(sort_hand(known + more))
    dealt = _resample_redeals(view, sixes, dice)
    if dealt is None:
        return None
    rest = dice.shuffle([*pool, *aside.elements()])
    hands = list(view.hands)
    for seat, (known, held) in origins.items():
        begun = (Counter(sixes[seat]) - Counter(known)).elements()
        drawn = view.hands[seat].count(HIDDEN_CARD) - held
        hands[seat] = sort_hand("".join([*begun, *rest[:drawn]]) + JOKER * view.hands[seat].count(JOKER))
        rest = rest[drawn:]
    return _build_state(view, hands, "".join(rest), dealt)


def _build_state(view: View, hands: Sequence[Cards], pile: Cards, dealt: Sequence[tuple[Cards, ...]]) -> State:
    return State(
        tiebreak=view.tiebreak,
        phase=view.phase,
        hands=tuple(hands),
        pile=pile,
        won_cards=view.won_cards,
        dealt_hands=tuple(dealt),
        play_history=view.play_history,
        challenger=view.challenger,
        seats_offered_redeal=view.seats_to_move if view.phase == "redeal" else frozenset(),
        rival=view.rival,
        cards_in_middle=view.cards_in_middle,
        tied_seats=view.tied_seats,
        end_reason=view.end_reason,
        recent_events=view.recent_events,
    )


def count_unseen_cards(view: View) -> Counter[Card]:
    return Counter(view.symbol_cards) - Counter("".join((*view.hands, *view.won_cards, *view.cards_in_middle)))


def _sample_dealt_plays(view: View, seat: Seat, dice: Dice) -> tuple[Cards, int]:
    """Which of the cards that somebody played they began with, and how many of those they still hold.

    Each play may have been any of the cards then in hand: dealt, or drawn since.
    """
    begun, drawn, known = len(view.dealt_hands[seat][-1]), 0, ""
    for card in view.play_history[seat]:
        if card == DREW_CARD:
            drawn += 1
        elif dice.draw_below(begun + drawn) < begun:
            begun, known = begun - 1, known + card
        else:
            drawn -= 1
    return known, begun


def _count_returned_outside_hands(view: View, known: Sequence[Cards]) -> Counter[Card]:
    """What this seat returned, is in nobody's first hand, and was not seen since: drawn by somebody, or in the pile."""
    mine = count_returned_cards(view)
    if view.seat is None or not mine:
        return mine
    played = Counter("".join(view.play_history).replace(DREW_CARD, ""))
    in_hand = Counter(view.hands[view.seat].replace(JOKER, ""))
    begun = Counter("".join(known)) + Counter(view.dealt_hands[view.seat][-1])
    return mine - (played + in_hand - begun)


def count_returned_cards(view: View) -> Counter[Card]:
    """Count the cards that this seat returned to the pile in the last redeal; empty if another seat exchanged later.

    A later exchange may have taken some of them; `_count_returned_outside_hands` deals with that.
    """
    if view.seat is None or len(view.dealt_hands[view.seat]) == 1 or _list_redeals(view)[-1][1] != view.seat:
        return Counter()
    return Counter(view.dealt_hands[view.seat][-2])


def _list_redeals(view: View) -> list[tuple[int, Seat]]:
    """Every redeal by round and seat: the order in which they were."""
    return sorted((turn, seat) for seat in view.seats for turn in range(len(view.dealt_hands[seat]) - 1))


def _resample_redeals(view: View, sixes: Sequence[Cards], dice: Dice) -> Sequence[tuple[Cards, ...]] | None:
    """What each seat was dealt, from the last redeal back to the first: what was returned is in the pile after it."""
    dealt: list[tuple[Cards, ...]] = [(six,) for six in sixes]
    pile = list((Counter(view.symbol_cards) - Counter("".join(sixes))).elements())
    for turn, seat in reversed(_list_redeals(view)):
        back: Cards | None = view.dealt_hands[seat][turn]
        if seat == view.seat:
            if Counter(back) - Counter(pile):
                return None
            pile = list((Counter(pile) - Counter(back)).elements())
        else:
            pile = dice.shuffle(pile)
            back = _draw_matching_cards(pile, DEALT_CARDS, "", True, dice)
        if back is None:
            return None
        pile += dealt[seat][0]
        dealt[seat] = (sort_hand(back), *dealt[seat])
    return dealt


def _draw_matching_cards(pool: list[Card], cards: int, known: Cards, alike: bool | None, dice: Dice) -> Cards | None:
    """So many cards out of a shuffled pool, that together with those known have four alike or not, as was told."""
    if len(pool) < cards:
        return None
    kept, chosen = pool[: len(pool) - cards], "".join(pool[len(pool) - cards :])
    if alike is not None and has_four_alike(known + chosen) != alike:
        # Seldom: so choose among all that fit, each as likely as it is.
        fitting = [(mix, ways) for mix, ways in _list_combinations(pool, cards) if has_four_alike(known + mix) == alike]
        if not fitting:
            return None
        chosen = choose_weighted(fitting, dice)
        kept = dice.shuffle(list((Counter(pool) - Counter(chosen)).elements()))
    pool[:] = kept
    return chosen


def _list_combinations(pool: Sequence[Card], cards: int) -> Iterator[tuple[Cards, int]]:
    """All there can be in so many cards of a pool, and in how many ways."""
    counts = Counter(pool)
    for mix in combinations_with_replacement(SYMBOLS, cards):
        ways = prod(comb(counts[symbol], mix.count(symbol)) for symbol in set(mix))
        if ways:
            yield "".join(mix), ways


def choose_weighted(mixes: Sequence[tuple[Cards, int]], dice: Dice) -> Cards:
    at = dice.draw_below(sum(ways for _, ways in mixes))
    for mix, ways in mixes:
        at -= ways
        if at < 0:
            return mix
    raise AssertionError("the ways add up")
