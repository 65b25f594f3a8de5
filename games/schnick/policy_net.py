"""How the strong house leans in a duel: a small net, taught by playing itself until little is gained by who knows it.

It sees one's own cards, those not seen yet, and where the match stands; its figures are in `leanings.toml`. Whoever
measures it reads the same figures, and sees the same.
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
"""How likely each of the five symbols is; together they are 1."""

PROBABILITY_STEPS: Final = 1 << 24
"""Ways that a mix is counted in, so that dice can draw from it."""
TIE_TEMPERATURE: Final = 0.5
"""How calmly somebody goes on in a tie who plays as well as the house."""
FIRST_STEP_TEMPERATURE: Final = -2.0
"""And begins a duel; below 0, so the cheap come first."""


def expected_payoff(symbol: Card, against: SymbolProbabilities) -> float:
    """From -1, surely lost, to 1, surely won."""
    return sum(chance * PAYOFF[symbol][other] for other, chance in against.items() if chance)


def estimate_hand(view: View, rival: Seat) -> SymbolProbabilities:
    """Any card of that hand, as the cards were dealt and drawn.

    What this seat returned for a redeal lies in the pile: it can only have been drawn.
    """
    left = count_unseen_cards(view)
    begun = _normalize_counts(left - count_returned_cards(view))
    drawn = _normalize_counts(left)
    part = _estimate_drawn_share(view, rival)
    return {symbol: (1 - part) * begun[symbol] + part * drawn[symbol] for symbol in SYMBOLS}


def estimate_choice(view: View, rival: Seat, calm: float) -> SymbolProbabilities:
    """The same of a rival who, the less calm, the rather plays what wins; below 0, what loses."""
    likely = estimate_hand(view, rival)
    mix = {symbol: chance * exp(expected_payoff(symbol, likely) / calm) for symbol, chance in likely.items()}
    return {symbol: weight / sum(mix.values()) for symbol, weight in mix.items()}


def uniform_probabilities() -> SymbolProbabilities:
    return {symbol: 1 / len(SYMBOLS) for symbol in SYMBOLS}


def _normalize_counts(cards: Counter[Card]) -> SymbolProbabilities:
    """Where nothing is left to be seen, every symbol is as likely."""
    if not cards:
        return uniform_probabilities()
    return {symbol: cards[symbol] / cards.total() for symbol in SYMBOLS}


def _estimate_drawn_share(view: View, rival: Seat) -> float:
    """Which part of that hand came from the pile: what was played may have been any card of it."""
    begun, drawn = float(len(view.dealt_hands[rival][-1])), 0.0
    for card in view.play_history[rival]:
        if card == DREW_CARD:
            drawn += 1
        else:
            one = 1 / (begun + drawn)
            begun, drawn = begun - begun * one, drawn - drawn * one
    return drawn / (begun + drawn) if begun + drawn > 0 else 1.0


NASH_SIGNS: Final = "pfw"
"""Fire does what scissors do, and more, and so does the well for stone; of the other three each beats one."""
MAX_LEAD: Final = 8
"""Further ahead than by so many cards is as far."""
Weights: TypeAlias = Sequence[Sequence[float]]


def evaluate_policy(view: View, seat: Seat) -> SymbolProbabilities:
    """How likely that seat chooses each symbol: the own one, or a rival that has no card and so nothing to hide."""
    rival = next(each for each in view.duelists if each != seat)
    if not (hands := [view.hands[each].rstrip(JOKER) for each in (seat, rival)])[0] and not hands[1]:
        return {symbol: 1 / len(NASH_SIGNS) for symbol in NASH_SIGNS}
    there = count_unseen_cards(view)
    if seat != view.seat:
        there += Counter(hands[1])
    felt = _compute_logits(_encode_features(view, (seat, rival), there))
    choices = [symbol for symbol in SYMBOLS if symbol in (hands[0] or SYMBOLS)]
    most = max(felt[symbol] for symbol in choices)
    shares = {symbol: exp(felt[symbol] - most) for symbol in choices}
    return {symbol: share / sum(shares.values()) for symbol, share in shares.items()}


def _encode_features(view: View, seats: tuple[Seat, Seat], there: Counter[Card]) -> list[float]:
    """One's own, then the other's; of the cards won those of whoever has most beside oneself."""
    mine, others = (view.hands[seat].rstrip(JOKER) for seat in seats)
    laid = dict(zip(view.duelists, view.cards_in_middle, strict=True))
    middle = "".join(view.cards_in_middle)
    pot = len(middle)
    lead = len(view.won_cards[seats[0]]) - max(len(won) for seat, won in enumerate(view.won_cards) if seat != seats[0])
    return [
        *(mine.count(symbol) / 2 for symbol in SYMBOLS),
        *(4 * there[symbol] / there.total() if there else 4 / len(SYMBOLS) for symbol in SYMBOLS),
        *(len(mine) / 4, len(mine) == 1, len(mine) == 2),
        *(len(others) / 4, len(others) == 0, len(others) == 1, len(others) == 2),
        *(JOKER in view.hands[seat] for seat in seats),
        *(JOKER in laid[seat] for seat in seats),
        *(
            max(-MAX_LEAD, min(MAX_LEAD, lead)) / 4,
            _get_sign(lead),
            _get_sign(lead + pot + 2),
            _get_sign(lead - pot - 2),
        ),
        *(pot / 4, pot > middle.count(JOKER), 1),
    ]


def _get_sign(of: int) -> int:
    return (of > 0) - (of < 0)


def _compute_logits(seen: Sequence[float]) -> Mapping[Card, float]:
    thoughts = [max(0.0, sum(map(mul, seen, each))) for each in _HIDDEN_WEIGHTS]
    return {
        symbol: sum(map(mul, [*thoughts, 1.0], each)) for symbol, each in zip(SYMBOLS, _OUTPUT_WEIGHTS, strict=True)
    }


def _load_weights() -> Mapping[str, Weights]:
    told: Mapping[str, Weights] = load_table(__package__, "leanings")
    wide = [{len(row) for row in figures} for figures in told.values()]
    if [*told] != ["seen", "thoughts"] or wide != [{len(told["thoughts"]) - 1}, {len(SYMBOLS)}]:
        raise ValueError(f"leanings.toml: {wide}")
    return told


WEIGHTS: Final = _load_weights()
"""What each that is seen adds to each thought, and each thought, and none, to each symbol."""
_HIDDEN_WEIGHTS: Final = [*zip(*WEIGHTS["seen"], strict=True)]
_OUTPUT_WEIGHTS: Final = [*zip(*WEIGHTS["thoughts"], strict=True)]
