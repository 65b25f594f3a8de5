"""Counting cards: what a rival may show, as far as one seat can know, and what one's own is worth against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import exp
from typing import Final, TypeAlias

from games.core import Seat
from games.schnick.state import DRAWN, PAYS, SYMBOLS, Card, View
from games.schnick.world import handed_back, unseen

Chances: TypeAlias = Mapping[Card, float]
"""How likely each of the five symbols is; together they are 1."""

FINE: Final = 1 << 24
"""Ways that a mix is counted in, so that dice can draw from it."""
EAGER: Final = 0.5
"""How calmly somebody goes on in a tie who plays as well as the house."""
BEGUN: Final = -2.0
"""And begins a duel; below 0, so the cheap come first."""


def worth(symbol: Card, against: Chances) -> float:
    """From -1, surely lost, to 1, surely won."""
    return sum(chance * PAYS[symbol][other] for other, chance in against.items() if chance)


def held(view: View, rival: Seat) -> Chances:
    """Any card of that hand, as the cards were dealt and drawn.

    What this seat returned for a redeal lies in the pile: it can only have been drawn.
    """
    left = unseen(view)
    begun = _share(left - handed_back(view))
    drawn = _share(left)
    part = _drawn_part(view, rival)
    return {symbol: (1 - part) * begun[symbol] + part * drawn[symbol] for symbol in SYMBOLS}


def eager(view: View, rival: Seat, calm: float) -> Chances:
    """The same of a rival who, the less calm, the rather plays what wins; below 0, what loses."""
    likely = held(view, rival)
    mix = {symbol: chance * exp(worth(symbol, likely) / calm) for symbol, chance in likely.items()}
    return {symbol: weight / sum(mix.values()) for symbol, weight in mix.items()}


def even() -> Chances:
    return {symbol: 1 / len(SYMBOLS) for symbol in SYMBOLS}


def _share(cards: Counter[Card]) -> Chances:
    """Where nothing is left to be seen, every symbol is as likely."""
    if not cards:
        return even()
    return {symbol: cards[symbol] / cards.total() for symbol in SYMBOLS}


def _drawn_part(view: View, rival: Seat) -> float:
    """Which part of that hand came from the pile: what was played may have been any card of it."""
    begun, drawn = float(len(view.dealt[rival][-1])), 0.0
    for card in view.past[rival]:
        if card == DRAWN:
            drawn += 1
        else:
            one = 1 / (begun + drawn)
            begun, drawn = begun - begun * one, drawn - drawn * one
    return drawn / (begun + drawn) if begun + drawn > 0 else 1.0
