"""What was luck in a match of cards: what met, and what was drawn; and what each lost by what they could count.

Only many choices together tell anything: how this is played as well as can be, nobody knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import exp
from operator import mul
from typing import Final, TypeAlias

from games.core import JointMove, Move, Seat
from games.dice import UNSEEDED
from games.insight import Contribution
from games.schnick.endgame import answer
from games.schnick.leaning import EVEN
from games.schnick.mind import expected, leanings
from games.schnick.rules import SIGNS, apply, legal
from games.schnick.state import JOKER, LETTERS, NAMES, PAYS, SYMBOLS, Card, Cards, State, View
from games.schnick.world import as_seen, view
from games.tables import load_table

_SEATS: Final = ("two", "three", "four", "five", "six")


def chances(state: State, cards: Cards) -> tuple[float, ...]:
    """By seat, of the one point that those in front share; of cards that lie face down it is known only how many there
    are, and together with the others they are `cards`.
    """
    if state.phase in ("over", "sign"):
        return _ended(state)
    weights = _WEIGHTS[len(state.hands)]
    merits = [sum(map(mul, weights, row)) for row in facts(state, cards)]
    most = max(merits)
    shares = [exp(merit - most) for merit in merits]
    return tuple(share / sum(shares) for share in shares)


def facts(state: State, cards: Cards) -> Iterator[Sequence[float]]:
    """What the chances of each seat follow from."""
    near = 1 / (1 + min(map(len, state.hands)))
    gone = "".join((*state.won, *state.middle))
    there = {symbol: cards.count(symbol) - gone.count(symbol) for symbol in SYMBOLS}
    beats = {symbol: _more(symbol, there) for symbol in SYMBOLS}
    left, pot = sum(there.values()), len("".join(state.middle))
    for seat, hand in enumerate(state.hands):
        won = len(state.won[seat]) + (pot / 2 if seat in state.duellists else 0)
        joker = JOKER in hand
        strength = sum(beats.get(card, 0) for card in hand) / max(1, left - len(hand) + joker)
        yield won, won * near, len(hand), len(hand) * near, joker, joker * near, strength, strength * near


def _more(symbol: Card, there: Mapping[Card, int]) -> int:
    """How many of the cards it beats, less those by which it is beaten."""
    return sum(many * PAYS[symbol][other] for other, many in there.items())


def _ended(state: State) -> tuple[float, ...]:
    """Among those whom signs still decide for, each is as likely."""
    won = list(map(len, state.won))
    best = state.contenders or [seat for seat, cards in enumerate(won) if cards == max(won)]
    return tuple((seat in best) / len(best) for seat in range(len(won)))


def _read() -> Mapping[int, Sequence[float]]:
    told = load_table(__package__, "chances")
    if [*told] != [*_SEATS] or {len(weights) for weights in told.values()} != {8}:
        raise ValueError(f"chances.toml: {told}")
    return dict(enumerate(told.values(), 2))


_WEIGHTS: Final = _read()


NOTHING: Final = 1e-9
"""What comes of rounding is nothing."""
Shares: TypeAlias = tuple[float, ...]
Mix: TypeAlias = Mapping[Move, float]
Met: TypeAlias = Callable[[Move, Move], Shares]
_EVENLY: Final[Mix] = {("sign", NAMES[symbol]): 1 / len(EVEN) for symbol in EVEN}


def worth(state: State, *, quickly: bool = False) -> Shares:
    """With all hands open, and the next duel in mind; quickly without it."""
    if quickly:
        return chances(state, state.deck)
    if state.phase == "challenge" and len(state.hands) == 2:
        # There is nobody else.
        rival = 1 - state.challenger
        state = apply(state, {state.challenger: ("challenge", str(rival))}, UNSEEDED.step_dice(1))
    return _before(state).worth if state.phase == "duel" else chances(state, state.deck)


def judged(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    """Of a new hand, and of whom one challenges, nothing is said but what came of it; nor of signs of more than two."""
    change = _sum([(1, worth(later)), (-1, worth(state))])
    match state.phase:
        case "duel":
            return _duelled(state, joint, change)
        case "sign" if len(state.contenders) == 2:
            parts = _signed(state, joint)
        case _:
            parts = []
    rest = _rest(change, parts)
    return [*parts, Contribution("sight", rest)] if max(map(abs, rest)) > NOTHING else parts


def _rest(change: Shares, parts: Iterable[Contribution]) -> Shares:
    return _sum([(1, change), *((-1, part.gains) for part in parts)])


@dataclass(frozen=True, slots=True)
class _Duel:
    """Before two show: what they choose from as the house would, and what it leads to."""

    met: Met
    mixes: tuple[Mix, Mix]
    worth: Shares


@lru_cache(maxsize=8)
def _before(state: State) -> _Duel:
    one, other = state.duellists
    cards = state.deck

    @cache
    def met(first: Move, second: Move) -> Shares:
        return _led(state, {one: first, other: second}, cards)

    mixes = _mix(view(state, one)), _mix(view(state, other))
    ways = [(a * b, met(mine, theirs)) for mine, a in mixes[0].items() for theirs, b in mixes[1].items()]
    return _Duel(met, mixes, _sum(ways))


def _duelled(state: State, joint: JointMove, change: Shares) -> Sequence[Contribution]:
    one, other = state.duellists
    before = _before(state)
    parts = [Contribution("meeting", _luck(before, (joint[one], joint[other])))]
    seen = []
    for seat, mix in zip((one, other), before.mixes, strict=True):
        looked = view(state, seat)
        lost = _lost(looked)
        parts.append(Contribution("choice", lost[joint[seat]], seat))
        seen += [(-share, lost[word]) for word, share in mix.items()]
    # Whoever mixes well loses a little now and then, so that nobody knows what comes: that is nobody's luck.
    parts.append(Contribution("sight", _sum(seen)))
    # And how their hands lay to each other, and what was drawn.
    return [*parts, Contribution("dice", _rest(change, parts))]


def _signed(state: State, joint: JointMove) -> list[Contribution]:
    """The last word of two who are level."""
    one, other = state.contenders
    seats = len(state.won)

    def met(first: Move, second: Move) -> Shares:
        return _between(seats, one, other, (1 + PAYS[LETTERS[first[1]]][LETTERS[second[1]]]) / 2)

    hoped = {word: _sum((share, met(word, each)) for each, share in _EVENLY.items())[one] for word in SIGNS}
    lost = ((seat, hoped[joint[seat]] - max(hoped.values())) for seat in (one, other))
    choices = [Contribution("choice", _between(seats, seat, one + other - seat, less, 0), seat) for seat, less in lost]
    evenly = _Duel(met, (_EVENLY, _EVENLY), _between(seats, one, other, 0.5))
    return [Contribution("meeting", _luck(evenly, (joint[one], joint[other]))), *choices]


def _luck(before: _Duel, said: tuple[Move, Move]) -> Shares:
    """What neither could help: where one of them mixes as the house does it is nothing on average, whatever the other
    chooses.
    """
    met, (mine, theirs) = before.met, before.mixes
    ways: list[tuple[float, Shares]] = [(1, met(*said)), (1, before.worth)]
    ways += [(-share, met(said[0], word)) for word, share in theirs.items()]
    ways += [(-share, met(word, said[1])) for word, share in mine.items()]
    return _sum(ways)


def _led(state: State, joint: JointMove, cards: Cards) -> Shares:
    """What a step in a duel leads to, over all that may be drawn then: each card of the pile may lie on top."""
    made, pile = apply(state, joint, UNSEEDED.step_dice(1)), state.pile
    drawn = len(pile) - len(made.pile)
    if not drawn or made.phase in ("over", "sign"):
        return chances(made, cards)
    round_ = pile + pile[: drawn - 1]
    tops = Counter(round_[at : at + drawn] for at in range(len(pile)))
    found = []
    for top, many in tops.items():
        rest = "".join((Counter(pile) - Counter(top)).elements())
        found.append(
            (many / len(pile), chances(apply(replace(state, pile=rest + top), joint, UNSEEDED.step_dice(1)), cards))
        )
    return _sum(found)


def _mix(looked: View) -> Mix:
    """As the house at its strongest chooses."""
    kind, ways = _kind(looked), leanings(looked)
    whole = sum(many for _, many in ways)
    return {(kind, NAMES[symbol]): many / whole for symbol, many in ways}


def _kind(looked: View) -> str:
    """A hand without symbols signs."""
    return legal(looked)[0][0]


def _lost(looked: View) -> Mapping[Move, Shares]:
    """Held against the best there was by what this seat could count, whatever the other showed."""
    assert looked.seat is not None
    seat, words, seats = looked.seat, legal(looked), len(looked.hands)
    rival = next(each for each in looked.duellists if each != seat)
    if len(words) == 1:
        return {words[0]: (0.0,) * seats}
    if found := answer(looked):
        most = max(found.hopes.values())
        return {word: _between(seats, seat, rival, found.hopes[LETTERS[word[1]]] - most, 0) for word in words}
    hoped = {word: _hoped(looked, rival, word) for word in words}
    best = max(hoped.values(), key=lambda each: each[seat])
    return {word: _sum([(1, hope), (-1, best)]) for word, hope in hoped.items()}


def _hoped(looked: View, rival: Seat, word: Move) -> Shares:
    """Over all that the rival may show; what else they hold, and what will be drawn, is neither good nor bad."""
    assert looked.seat is not None
    there, hand = as_seen(looked), looked.hands[rival]
    found = []
    for symbol, share in expected(looked, rival).items():
        hands = (*there.hands[:rival], symbol + hand[1:], *there.hands[rival + 1 :]) if hand else there.hands
        joint = {looked.seat: word, rival: ("card" if hand else "sign", NAMES[symbol])}
        found.append((share, chances(apply(replace(there, hands=hands), joint, UNSEEDED.step_dice(1)), looked.deck)))
    return _sum(found)


def _between(seats: int, one: Seat, other: Seat, share: float, whole: float = 1.0) -> Shares:
    """So much for the one, and the rest for the other."""
    return tuple(share if seat == one else whole - share if seat == other else 0.0 for seat in range(seats))


def _sum(ways: Iterable[tuple[float, Shares]]) -> Shares:
    """Each so many times."""
    return tuple(map(sum, zip(*([times * share for share in shares] for times, shares in ways), strict=True)))
