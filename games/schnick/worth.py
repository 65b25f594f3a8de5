"""How likely each wins: by the cards they won, those they hold, and what these beat of all that were not played yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from operator import mul
from typing import Final

from games.schnick.state import JOKER, PAYS, SYMBOLS, Card, Cards, State
from games.tables import table

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
    told = table(__package__, "chances")
    if [*told] != [*_SEATS] or {len(weights) for weights in told.values()} != {8}:
        raise ValueError(f"chances.toml: {told}")
    return dict(enumerate(told.values(), 2))


_WEIGHTS: Final = _read()
