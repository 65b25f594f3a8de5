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
from games.schnick.state import DRAWN, JOKER, PAYS, SYMBOLS, Card, View
from games.schnick.world import handed_back, unseen
from games.tables import load_table

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


EVEN: Final = "pfw"
"""Fire does what scissors do, and more, and so does the well for stone; of the other three each beats one."""
FAR: Final = 8
"""Further ahead than by so many cards is as far."""
Figures: TypeAlias = Sequence[Sequence[float]]


def leant(view: View, seat: Seat) -> Chances:
    """How likely that seat chooses each symbol: the own one, or a rival that has no card and so nothing to hide."""
    rival = next(each for each in view.duellists if each != seat)
    if not (hands := [view.hands[each].rstrip(JOKER) for each in (seat, rival)])[0] and not hands[1]:
        return {symbol: 1 / len(EVEN) for symbol in EVEN}
    there = unseen(view)
    if seat != view.seat:
        there += Counter(hands[1])
    felt = _felt(_seen(view, (seat, rival), there))
    choices = [symbol for symbol in SYMBOLS if symbol in (hands[0] or SYMBOLS)]
    most = max(felt[symbol] for symbol in choices)
    shares = {symbol: exp(felt[symbol] - most) for symbol in choices}
    return {symbol: share / sum(shares.values()) for symbol, share in shares.items()}


def _seen(view: View, seats: tuple[Seat, Seat], there: Counter[Card]) -> list[float]:
    """One's own, then the other's; of the cards won those of whoever has most beside oneself."""
    mine, others = (view.hands[seat].rstrip(JOKER) for seat in seats)
    laid = dict(zip(view.duellists, view.middle, strict=True))
    middle = "".join(view.middle)
    pot = len(middle)
    lead = len(view.won[seats[0]]) - max(len(won) for seat, won in enumerate(view.won) if seat != seats[0])
    return [
        *(mine.count(symbol) / 2 for symbol in SYMBOLS),
        *(4 * there[symbol] / there.total() if there else 4 / len(SYMBOLS) for symbol in SYMBOLS),
        *(len(mine) / 4, len(mine) == 1, len(mine) == 2),
        *(len(others) / 4, len(others) == 0, len(others) == 1, len(others) == 2),
        *(JOKER in view.hands[seat] for seat in seats),
        *(JOKER in laid[seat] for seat in seats),
        *(max(-FAR, min(FAR, lead)) / 4, _sign(lead), _sign(lead + pot + 2), _sign(lead - pot - 2)),
        *(pot / 4, pot > middle.count(JOKER), 1),
    ]


def _sign(of: int) -> int:
    return (of > 0) - (of < 0)


def _felt(seen: Sequence[float]) -> Mapping[Card, float]:
    thoughts = [max(0.0, sum(map(mul, seen, each))) for each in _SEEN]
    return {symbol: sum(map(mul, [*thoughts, 1.0], each)) for symbol, each in zip(SYMBOLS, _THOUGHTS, strict=True)}


def _read() -> Mapping[str, Figures]:
    told: Mapping[str, Figures] = load_table(__package__, "leanings")
    wide = [{len(row) for row in figures} for figures in told.values()]
    if [*told] != ["seen", "thoughts"] or wide != [{len(told["thoughts"]) - 1}, {len(SYMBOLS)}]:
        raise ValueError(f"leanings.toml: {wide}")
    return told


FIGURES: Final = _read()
"""What each that is seen adds to each thought, and each thought, and none, to each symbol."""
_SEEN: Final = [*zip(*FIGURES["seen"], strict=True)]
_THOUGHTS: Final = [*zip(*FIGURES["thoughts"], strict=True)]
