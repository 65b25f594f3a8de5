"""The hard level's policy network, which maps a seat's view of a duel to the probability of each symbol.

The inputs are the seat's cards, the unseen cards and the score. The network has one hidden layer with ReLU. The weights
in `policy_net.toml` are trained by self-play (`tests/tools/bench/train_schnick.py`), so that an opponent who knows the
policy gains little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp
from operator import mul
from typing import Final, TypeAlias

from games.core import Seat
from games.schnick.state import DREW_CARD, JOKER, PAYOFF, SYMBOLS, Card, View
from games.schnick.views import count_returned_cards, count_unseen_cards
from games.tables import load_table

SymbolProbabilities: TypeAlias = Mapping[Card, float]
"""The probability of each of the five symbols. All probabilities add up to 1."""

PROBABILITY_STEPS: Final = 1 << 24
"""The number of steps from 0 to 1 to which probabilities are rounded, because dice draw only integers."""
TIE_TEMPERATURE: Final = 0.5
"""The softmax temperature for a rival's card after a tie. With more cards to win, strong cards are likelier."""
FIRST_STEP_TEMPERATURE: Final = -2.0
"""The softmax temperature for a rival's first card in a duel. Players save strong cards, so it is negative."""


def expected_payoff(symbol: Card, against: SymbolProbabilities) -> float:
    """Return a symbol's expected payoff, from -1 for a certain loss to 1 for a certain win."""
    return sum(chance * PAYOFF[symbol][other] for other, chance in against.items() if chance)


def estimate_hand(view: View, rival: Seat) -> SymbolProbabilities:
    """Estimate the probability of each symbol for a random card in a rival's hand.

    The cards that this seat returned in a redeal went into the pile. They can be among the cards that the rival drew,
    but not among the cards that the rival was dealt.
    """
    unseen = count_unseen_cards(view)
    dealt = _normalize_counts(unseen - count_returned_cards(view))
    drawn = _normalize_counts(unseen)
    drawn_share = _estimate_drawn_share(view, rival)
    return {symbol: (1 - drawn_share) * dealt[symbol] + drawn_share * drawn[symbol] for symbol in SYMBOLS}


def estimate_choice(view: View, rival: Seat, temperature: float) -> SymbolProbabilities:
    """Estimate the probability that a rival chooses each symbol, by a softmax over the symbols' payoffs.

    A low positive temperature favors symbols that win, and a negative temperature favors symbols that lose.
    """
    hand = estimate_hand(view, rival)
    weights = {symbol: chance * exp(expected_payoff(symbol, hand) / temperature) for symbol, chance in hand.items()}
    return {symbol: weight / sum(weights.values()) for symbol, weight in weights.items()}


def uniform_probabilities() -> SymbolProbabilities:
    return {symbol: 1 / len(SYMBOLS) for symbol in SYMBOLS}


def _normalize_counts(cards: Counter[Card]) -> SymbolProbabilities:
    """Convert card counts to probabilities. If there are no cards, all symbols are equally likely."""
    if not cards:
        return uniform_probabilities()
    return {symbol: cards[symbol] / cards.total() for symbol in SYMBOLS}


def _estimate_drawn_share(view: View, rival: Seat) -> float:
    """Estimate the share of a rival's hand that was drawn from the pile.

    This assumes that each played card was a random card of the hand at the time.
    """
    dealt, drawn = float(len(view.dealt_hands[rival][-1])), 0.0
    for card in view.play_history[rival]:
        if card == DREW_CARD:
            drawn += 1
        else:
            played_share = 1 / (dealt + drawn)
            dealt, drawn = dealt - dealt * played_share, drawn - drawn * played_share
    return drawn / (dealt + drawn) if dealt + drawn > 0 else 1.0


NASH_SIGNS: Final = "pfw"
"""The signs in the Nash equilibrium, each with a probability of one third.

Fire dominates scissors, and the well dominates stone. Each of the three remaining signs beats one of the other two.
"""
MAX_LEAD: Final = 8
"""The largest lead in won cards that the network can represent. Larger leads count as this lead."""
Weights: TypeAlias = Sequence[Sequence[float]]


def evaluate_policy(view: View, seat: Seat) -> SymbolProbabilities:
    """Return the probability that the policy network chooses each symbol for a seat in a duel.

    The viewer must know the hand of this seat. The seat is therefore the viewer's own, or a rival's without symbol
    cards.
    """
    rival = next(duelist for duelist in view.duelists if duelist != seat)
    own, others = (view.hands[duelist].rstrip(JOKER) for duelist in (seat, rival))
    if not own and not others:
        return {symbol: 1 / len(NASH_SIGNS) for symbol in NASH_SIGNS}
    unseen = count_unseen_cards(view)
    if seat != view.seat:
        unseen += Counter(others)
    logits = _compute_logits(_encode_features(view, (seat, rival), unseen))
    choices = [symbol for symbol in SYMBOLS if symbol in (own or SYMBOLS)]
    # Subtracting the highest logit keeps exp() from overflowing.
    highest = max(logits[symbol] for symbol in choices)
    weights = {symbol: exp(logits[symbol] - highest) for symbol in choices}
    return {symbol: weight / sum(weights.values()) for symbol, weight in weights.items()}


def _encode_features(view: View, seats: tuple[Seat, Seat], unseen: Counter[Card]) -> list[float]:
    """Return the network inputs for the first of the two seats in a duel.

    Counts are scaled to values near 1. For training, `tests/tools/bench/native/self_play.c` encodes the same inputs.
    """
    own, others = (view.hands[seat].rstrip(JOKER) for seat in seats)
    in_middle = dict(zip(view.duelists, view.cards_in_middle, strict=True))
    middle = "".join(view.cards_in_middle)
    pot = len(middle)
    # The lead over the best other seat.
    lead = len(view.won_cards[seats[0]]) - max(len(won) for seat, won in enumerate(view.won_cards) if seat != seats[0])
    return [
        *(own.count(symbol) / 2 for symbol in SYMBOLS),
        *(4 * unseen[symbol] / unseen.total() if unseen else 4 / len(SYMBOLS) for symbol in SYMBOLS),
        *(len(own) / 4, len(own) == 1, len(own) == 2),
        *(len(others) / 4, len(others) == 0, len(others) == 1, len(others) == 2),
        *(JOKER in view.hands[seat] for seat in seats),
        *(JOKER in in_middle[seat] for seat in seats),
        *(
            max(-MAX_LEAD, min(MAX_LEAD, lead)) / 4,
            _signum(lead),
            # The leads after a win and after a loss in this step, which adds two cards to the pot.
            _signum(lead + pot + 2),
            _signum(lead - pot - 2),
        ),
        *(pot / 4, pot > middle.count(JOKER), 1),
    ]


def _signum(number: int) -> int:
    return (number > 0) - (number < 0)


def _compute_logits(features: Sequence[float]) -> Mapping[Card, float]:
    hidden = [max(0.0, sum(map(mul, features, weights))) for weights in _HIDDEN_WEIGHTS]
    biased = [*hidden, 1.0]
    return {symbol: sum(map(mul, biased, weights)) for symbol, weights in zip(SYMBOLS, _OUTPUT_WEIGHTS, strict=True)}


def _load_weights() -> Mapping[str, Weights]:
    layers: Mapping[str, Weights] = load_table(__package__, "policy_net")
    widths = [{len(row) for row in rows} for rows in layers.values()]
    if [*layers] != ["hidden", "output"] or widths != [{len(layers["output"]) - 1}, {len(SYMBOLS)}]:
        raise ValueError(f"policy_net.toml has missing layers or rows of wrong widths: {widths}")
    return layers


WEIGHTS: Final = _load_weights()
"""The weights of each layer, with a row per input and a column per output. The last row of `output` is the bias."""
_HIDDEN_WEIGHTS: Final = [*zip(*WEIGHTS["hidden"], strict=True)]
_OUTPUT_WEIGHTS: Final = [*zip(*WEIGHTS["output"], strict=True)]
