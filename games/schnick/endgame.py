"""The end of a match of two: how to mix so that nobody gains by knowing it, counted out over all that either may hold.

There every card may lie anywhere, as they were dealt and drawn; from its beginning on what somebody played tells what
they kept. What is known beside of who was offered a new hand is left out. `ends/` counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from struct import Struct
from typing import Final

from games.compiled import Compiled, is_quick
from games.core import Seat
from games.schnick.counting import Chances
from games.schnick.stand import BRINGS, Both, Stand, pair, stood
from games.schnick.state import JOKER, SYMBOLS, Cards, View

ENDS: Final = ("games.schnick", "ends")
"""Where it is counted."""
NOTHING: Final = 1e-9
"""No difference but that numbers are rounded."""
_STAND: Final = Struct("<13i")
_HANDS: Final = 70
_FOUND: Final = Struct(f"<{_HANDS * len(SYMBOLS)}d")


@dataclass(frozen=True, slots=True)
class Answer:
    """Of one hand."""

    mix: Chances
    hopes: Chances
    """How likely each card, or sign, wins the match."""


def answer(view: View) -> Answer | None:
    """None where the end is too far to be counted, or counting too slow."""
    if view.seat is None or view.phase != "duel" or len(view.hands) != 2 or len(view.pile) < BRINGS:
        return None
    if not (begun := _begun(view)) or not is_quick(*ENDS):
        return None
    stand, played = begun
    cards = pair(len(hand.rstrip(JOKER)) for hand in view.hands)
    # Whoever holds fewer comes first, so that it is the same whoever sits where.
    if turned := stand.cards > stand.cards[::-1]:
        stand, cards, played = stand.turned(), cards[::-1], tuple(both[::-1] for both in played)
    return _answers(stand, played, cards)[view.seat ^ turned][view.hands[view.seat].rstrip(JOKER)]


@lru_cache(maxsize=64)
def _answers(stand: Stand, played: tuple[Both, ...], cards: Both) -> tuple[Mapping[Cards, Answer], ...]:
    """By seat and hand."""
    end = Solved(stand)
    for both in played:
        assert end.asked("played", *both)
    told = [[end.told(what, seat, cards[seat]) for what in ("mix", "weigh")] for seat in (0, 1)]
    # Where the other has nothing to choose, nor had, one is best, and it is no matter who knows that.
    certain = [not played and 1 - seat in stand.last for seat in (0, 1)]
    return tuple(
        {hand: Answer(_best(hopes[hand]) if alone else mixes[hand], hopes[hand]) for hand in mixes}
        for alone, (mixes, hopes) in zip(certain, told, strict=True)
    )


def _best(hopes: Chances) -> Chances:
    best = [symbol for symbol, hope in hopes.items() if max(hopes.values()) - hope < NOTHING]
    return {symbol: (symbol in best) / len(best) for symbol in hopes}


class Solved(Compiled):
    """From where it begins, and on to what is played."""

    def __init__(self, stand: Stand) -> None:
        super().__init__(*ENDS, lambda: False)
        pairs = (*stand.cards, *stand.jokers, *stand.laid)
        self.note("stand", _STAND.pack(*pairs, *stand.left, stand.pot, stand.lead))
        self.asked("solve")

    def told(self, what: str, seat: Seat, cards: int) -> Mapping[Cards, Chances]:
        """By hand and symbol."""
        self.asked(what, seat)
        found, told = _FOUND.unpack(self.noted("found", _FOUND.size)), {}
        for held in combinations_with_replacement(SYMBOLS, cards):
            hand = "".join(held)
            at = len(SYMBOLS) * self.asked("number", *map(hand.count, SYMBOLS))
            shares = zip(SYMBOLS, found[at : at + len(SYMBOLS)], strict=True)
            told[hand] = {symbol: share for symbol, share in shares if symbol in (hand or SYMBOLS)}
        return told

    @property
    def gained(self) -> float:
        """By who knows how the other mixes: by both together."""
        self.asked("gained")
        gained: float = _FOUND.unpack(self.noted("found", _FOUND.size))[0]
        return gained


def _begun(view: View) -> tuple[Stand, tuple[Both, ...]] | None:
    """Where the end began that is played now, and what was played since."""
    begun: Stand | None = None
    played: tuple[Both, ...] = ()
    for stand, both in stood(view):
        if both and begun:
            played = (*played, both)
        else:
            begun, played = stand if stand.near else None, ()
    return (begun, played) if begun else None
