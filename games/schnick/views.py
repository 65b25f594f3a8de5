"""Seat views, and random states that are consistent with a view.

A seat does not know the other hands, the order of the pile, or the cards that other seats returned in a redeal. It also
does not know whether a card that another seat played was dealt or drawn later. Redeals are offered openly, so all
players know which dealt hands had four cards alike.
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
    hide_all_but_jokers,
    sort_hand,
)


def view(state: State, seat: Seat | None) -> View:
    seats = range(len(state.hands))
    open_hands = set(seats) if state.phase == "over" else {seat}
    return View(
        seat=seat,
        tiebreak=state.tiebreak,
        phase=state.phase,
        seats_to_move=seats_to_move(state),
        symbol_cards=sort_hand(state.symbol_cards),
        hands=tuple(
            hand if owner in open_hands else hide_all_but_jokers(hand) for owner, hand in enumerate(state.hands)
        ),
        pile=state.pile if state.phase == "over" else HIDDEN_CARD * len(state.pile),
        won_cards=state.won_cards,
        dealt_hands=tuple(
            dealt if owner in open_hands else tuple(map(hide_all_but_jokers, dealt))
            for owner, dealt in enumerate(state.dealt_hands)
        ),
        four_alike_by_seat=_find_four_alike_by_seat(state),
        play_history=state.play_history,
        challenger=state.challenger,
        rival=state.rival,
        cards_in_middle=state.cards_in_middle,
        tied_seats=state.tied_seats,
        end_reason=state.end_reason,
        ruled_out_seats=state.ruled_out_seats,
        recent_events=state.recent_events,
    )


def _find_four_alike_by_seat(state: State) -> tuple[bool | None, ...]:
    pile_size_after_deal = len(state.symbol_cards) - sum(len(dealt[-1]) for dealt in state.dealt_hands)
    return tuple(
        has_four_alike(dealt[-1]) if len(dealt[-1]) == DEALT_CARDS <= pile_size_after_deal else None
        for dealt in state.dealt_hands
    )


def resample(view: View, dice: Dice) -> State:
    """Sample a state that is consistent with the view.

    States are drawn until one is consistent. This always succeeds in the end, because the true state is consistent.
    """
    if view.phase == "over":
        return build_state_with_hidden_cards(view)
    while True:
        state = _try_resample(view, dice)
        if state:
            return state


def build_state_with_hidden_cards(view: View) -> State:
    """Return a state with HIDDEN_CARD in place of each card that this seat does not know."""
    return _build_state(view, view.hands, view.pile, view.dealt_hands)


def _try_resample(view: View, dice: Dice) -> State | None:
    """Sample a consistent state, or return None if the random choices lead to a contradiction."""
    dealt_plays = {seat: _sample_dealt_plays(view, seat, dice) for seat in view.seats if seat != view.seat}
    returned = _count_returned_outside_hands(view, [played for played, _ in dealt_plays.values()])
    pool = dice.shuffle(list((count_unseen_cards(view) - returned).elements()))
    last_hands: list[Cards] = []
    for seat in view.seats:
        known, unplayed = dealt_plays.get(seat, (view.dealt_hands[seat][-1], 0))
        sampled = _draw_matching_cards(pool, unplayed, known, view.four_alike_by_seat[seat], dice)
        if sampled is None:
            return None
        last_hands.append(sort_hand(known + sampled))
    dealt = _resample_redeals(view, last_hands, dice)
    if dealt is None:
        return None
    rest = dice.shuffle([*pool, *returned.elements()])
    hands = list(view.hands)
    for seat, (played, unplayed) in dealt_plays.items():
        still_held = (Counter(last_hands[seat]) - Counter(played)).elements()
        drawn = view.hands[seat].count(HIDDEN_CARD) - unplayed
        hands[seat] = sort_hand("".join([*still_held, *rest[:drawn]]) + JOKER * view.hands[seat].count(JOKER))
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
        ruled_out_seats=view.ruled_out_seats,
        recent_events=view.recent_events,
    )


def count_unseen_cards(view: View) -> Counter[Card]:
    """Count the cards that this seat does not see: the cards in other hands and in the pile."""
    return Counter(view.symbol_cards) - Counter("".join((*view.hands, *view.won_cards, *view.cards_in_middle)))


def _sample_dealt_plays(view: View, seat: Seat, dice: Dice) -> tuple[Cards, int]:
    """Choose at random which of a seat's played cards it was dealt, and count its dealt cards that are still unplayed.

    This assumes that each played card was a random card of the hand at the time.
    """
    unplayed, drawn, dealt_plays = len(view.dealt_hands[seat][-1]), 0, ""
    for card in view.play_history[seat]:
        if card == DREW_CARD:
            drawn += 1
        elif dice.draw_below(unplayed + drawn) < unplayed:
            unplayed, dealt_plays = unplayed - 1, dealt_plays + card
        else:
            drawn -= 1
    return dealt_plays, unplayed


def _count_returned_outside_hands(view: View, dealt_plays: Sequence[Cards]) -> Counter[Card]:
    """Count the cards that this seat returned in a redeal and has not seen since.

    These cards are in the pile or were drawn from it later, so no seat was dealt them in its last hand. `dealt_plays`
    contains the cards that the other seats were dealt and have played.
    """
    returned = count_returned_cards(view)
    if view.seat is None or not returned:
        return returned
    played = Counter("".join(view.play_history).replace(DREW_CARD, ""))
    in_hand = Counter(view.hands[view.seat].replace(JOKER, ""))
    dealt = Counter("".join(dealt_plays)) + Counter(view.dealt_hands[view.seat][-1])
    return returned - (played + in_hand - dealt)


def count_returned_cards(view: View) -> Counter[Card]:
    """Count the cards that this seat returned to the pile in the last redeal of the match.

    Return an empty counter if another seat made the last redeal. That seat may have drawn some of these cards.
    """
    if view.seat is None or len(view.dealt_hands[view.seat]) == 1 or _list_redeals(view)[-1][1] != view.seat:
        return Counter()
    return Counter(view.dealt_hands[view.seat][-2])


def _list_redeals(view: View) -> list[tuple[int, Seat]]:
    """List all redeals as pairs of round and seat, in the order in which they took place."""
    return sorted((round_, seat) for seat in view.seats for round_ in range(len(view.dealt_hands[seat]) - 1))


def _resample_redeals(view: View, last_hands: Sequence[Cards], dice: Dice) -> Sequence[tuple[Cards, ...]] | None:
    """Sample all hands dealt to each seat, given each seat's last dealt hand. Return None if no hands fit the view.

    Redeals are undone from the last to the first. The cards returned in a redeal are in the pile afterward.
    """
    dealt: list[tuple[Cards, ...]] = [(hand,) for hand in last_hands]
    pile = list((Counter(view.symbol_cards) - Counter("".join(last_hands))).elements())
    for round_, seat in reversed(_list_redeals(view)):
        returned: Cards | None = view.dealt_hands[seat][round_]
        if seat == view.seat:
            if Counter(returned) - Counter(pile):
                return None
            pile = list((Counter(pile) - Counter(returned)).elements())
        else:
            pile = dice.shuffle(pile)
            returned = _draw_matching_cards(pile, DEALT_CARDS, "", True, dice)
        if returned is None:
            return None
        pile += dealt[seat][0]
        dealt[seat] = (sort_hand(returned), *dealt[seat])
    return dealt


def _draw_matching_cards(pool: list[Card], cards: int, known: Cards, alike: bool | None, dice: Dice) -> Cards | None:
    """Remove `cards` cards from a shuffled pool and return them, or return None if no cards in the pool fit.

    If `alike` is True, the removed and known cards together must have four cards alike. If it is False, they must not.
    If it is None, any cards fit.
    """
    if len(pool) < cards:
        return None
    remaining, chosen = pool[: len(pool) - cards], "".join(pool[len(pool) - cards :])
    if alike is not None and has_four_alike(known + chosen) != alike:
        # This case is rare, so list all combinations that fit and choose one with its true probability.
        fitting = [
            (combination, ways)
            for combination, ways in _list_combinations(pool, cards)
            if has_four_alike(known + combination) == alike
        ]
        if not fitting:
            return None
        chosen = choose_weighted(fitting, dice)
        remaining = dice.shuffle(list((Counter(pool) - Counter(chosen)).elements()))
    pool[:] = remaining
    return chosen


def _list_combinations(pool: Sequence[Card], cards: int) -> Iterator[tuple[Cards, int]]:
    """Yield each combination of `cards` cards from a pool, with the number of ways to draw it."""
    counts = Counter(pool)
    for combination in combinations_with_replacement(SYMBOLS, cards):
        ways = prod(comb(counts[symbol], combination.count(symbol)) for symbol in set(combination))
        if ways:
            yield "".join(combination), ways


def choose_weighted(weighted: Sequence[tuple[Cards, int]], dice: Dice) -> Cards:
    """Choose one of the card strings at random, with probabilities in proportion to the weights."""
    point = dice.draw_below(sum(weight for _, weight in weighted))
    for cards, weight in weighted:
        point -= weight
        if point < 0:
            return cards
    raise AssertionError("the drawn number must be below the sum of the weights")
