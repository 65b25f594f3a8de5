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
from games.schnick.rules import awaited
from games.schnick.state import (
    BACK,
    DRAWN,
    JOKER,
    SIX,
    SYMBOLS,
    Card,
    Cards,
    State,
    View,
    backs,
    four_alike,
    sorted_hand,
)


def view(state: State, seat: Seat | None) -> View:
    seats = range(len(state.hands))
    open_to = set(seats) if state.phase == "over" else {seat}
    return View(
        seat=seat,
        tiebreak=state.tiebreak,
        phase=state.phase,
        awaited=awaited(state),
        deck=sorted_hand(state.deck),
        hands=tuple(hand if owner in open_to else backs(hand) for owner, hand in enumerate(state.hands)),
        pile=state.pile if state.phase == "over" else BACK * len(state.pile),
        won=state.won,
        dealt=tuple(dealt if owner in open_to else tuple(map(backs, dealt)) for owner, dealt in enumerate(state.dealt)),
        alike=_alike(state),
        past=state.past,
        challenger=state.challenger,
        rival=state.rival,
        middle=state.middle,
        contenders=state.contenders,
        reason=state.reason,
        last=state.last,
    )


def _alike(state: State) -> tuple[bool | None, ...]:
    pile = len(state.deck) - sum(len(dealt[-1]) for dealt in state.dealt)
    return tuple(four_alike(dealt[-1]) if len(dealt[-1]) == SIX <= pile else None for dealt in state.dealt)


def resample(view: View, dice: Dice) -> State:
    """Any world that fits may come up. The truth fits, so there is one."""
    if view.phase == "over":
        return as_seen(view)
    while True:
        world = _guessed(view, dice)
        if world:
            return world


def as_seen(view: View) -> State:
    """With the backs of what this seat does not know."""
    return _world(view, view.hands, view.pile, view.dealt)


def _guessed(view: View, dice: Dice) -> State | None:
    """A world, unless what was chosen first leaves no room for the rest."""
    origins = {seat: _origin(view, seat, dice) for seat in view.seats if seat != view.seat}
    aside = _aside(view, [known for known, _ in origins.values()])
    pool = dice.shuffle(list((unseen(view) - aside).elements()))
    sixes: list[Cards] = []
    for seat in view.seats:
        known, held = origins.get(seat, (view.dealt[seat][-1], 0))
        more = _chosen(pool, held, known, view.alike[seat], dice)
        if more is None:
            return None
        sixes.append(sorted_hand(known + more))
    dealt = _returned(view, sixes, dice)
    if dealt is None:
        return None
    rest = dice.shuffle([*pool, *aside.elements()])
    hands = list(view.hands)
    for seat, (known, held) in origins.items():
        begun = (Counter(sixes[seat]) - Counter(known)).elements()
        drawn = view.hands[seat].count(BACK) - held
        hands[seat] = sorted_hand("".join([*begun, *rest[:drawn]]) + JOKER * view.hands[seat].count(JOKER))
        rest = rest[drawn:]
    return _world(view, hands, "".join(rest), dealt)


def _world(view: View, hands: Sequence[Cards], pile: Cards, dealt: Sequence[tuple[Cards, ...]]) -> State:
    return State(
        tiebreak=view.tiebreak,
        phase=view.phase,
        hands=tuple(hands),
        pile=pile,
        won=view.won,
        dealt=tuple(dealt),
        past=view.past,
        challenger=view.challenger,
        offered=view.awaited if view.phase == "redeal" else frozenset(),
        rival=view.rival,
        middle=view.middle,
        contenders=view.contenders,
        reason=view.reason,
        last=view.last,
    )


def unseen(view: View) -> Counter[Card]:
    return Counter(view.deck) - Counter("".join((*view.hands, *view.won, *view.middle)))


def _origin(view: View, seat: Seat, dice: Dice) -> tuple[Cards, int]:
    """Which of the cards that somebody played they began with, and how many of those they still hold.

    Each play may have been any of the cards then in hand: dealt, or drawn since.
    """
    begun, drawn, known = len(view.dealt[seat][-1]), 0, ""
    for card in view.past[seat]:
        if card == DRAWN:
            drawn += 1
        elif dice.draw_below(begun + drawn) < begun:
            begun, known = begun - 1, known + card
        else:
            drawn -= 1
    return known, begun


def _aside(view: View, known: Sequence[Cards]) -> Counter[Card]:
    """What this seat returned, is in nobody's first hand, and was not seen since: drawn by somebody, or in the pile."""
    mine = handed_back(view)
    if view.seat is None or not mine:
        return mine
    played = Counter("".join(view.past).replace(DRAWN, ""))
    in_hand = Counter(view.hands[view.seat].replace(JOKER, ""))
    begun = Counter("".join(known)) + Counter(view.dealt[view.seat][-1])
    return mine - (played + in_hand - begun)


def handed_back(view: View) -> Counter[Card]:
    """What this seat returned for a redeal and lay in the pile then, where that is sure: whoever exchanged later may
    have got some of it, and `_returned` sees to that.
    """
    if view.seat is None or len(view.dealt[view.seat]) == 1 or _redeals(view)[-1][1] != view.seat:
        return Counter()
    return Counter(view.dealt[view.seat][-2])


def _redeals(view: View) -> list[tuple[int, Seat]]:
    """Every redeal by round and seat: the order in which they were."""
    return sorted((turn, seat) for seat in view.seats for turn in range(len(view.dealt[seat]) - 1))


def _returned(view: View, sixes: Sequence[Cards], dice: Dice) -> Sequence[tuple[Cards, ...]] | None:
    """What each seat was dealt, from the last redeal back to the first: what was returned is in the pile after it."""
    dealt: list[tuple[Cards, ...]] = [(six,) for six in sixes]
    pile = list((Counter(view.deck) - Counter("".join(sixes))).elements())
    for turn, seat in reversed(_redeals(view)):
        back: Cards | None = view.dealt[seat][turn]
        if seat == view.seat:
            if Counter(back) - Counter(pile):
                return None
            pile = list((Counter(pile) - Counter(back)).elements())
        else:
            pile = dice.shuffle(pile)
            back = _chosen(pile, SIX, "", True, dice)
        if back is None:
            return None
        pile += dealt[seat][0]
        dealt[seat] = (sorted_hand(back), *dealt[seat])
    return dealt


def _chosen(pool: list[Card], cards: int, known: Cards, alike: bool | None, dice: Dice) -> Cards | None:
    """So many cards out of a shuffled pool, that together with those known have four alike or not, as was told."""
    if len(pool) < cards:
        return None
    kept, chosen = pool[: len(pool) - cards], "".join(pool[len(pool) - cards :])
    if alike is not None and four_alike(known + chosen) != alike:
        # Seldom: so choose among all that fit, each as likely as it is.
        fitting = [(mix, ways) for mix, ways in _mixes(pool, cards) if four_alike(known + mix) == alike]
        if not fitting:
            return None
        chosen = weighed(fitting, dice)
        kept = dice.shuffle(list((Counter(pool) - Counter(chosen)).elements()))
    pool[:] = kept
    return chosen


def _mixes(pool: Sequence[Card], cards: int) -> Iterator[tuple[Cards, int]]:
    """All there can be in so many cards of a pool, and in how many ways."""
    counts = Counter(pool)
    for mix in combinations_with_replacement(SYMBOLS, cards):
        ways = prod(comb(counts[symbol], mix.count(symbol)) for symbol in set(mix))
        if ways:
            yield "".join(mix), ways


def weighed(mixes: Sequence[tuple[Cards, int]], dice: Dice) -> Cards:
    at = dice.draw_below(sum(ways for _, ways in mixes))
    for mix, ways in mixes:
        at -= ways
        if at < 0:
            return mix
    raise AssertionError("the ways add up")
