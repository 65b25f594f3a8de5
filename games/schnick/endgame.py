"""The end of a match of two: how to mix so that nobody gains by knowing it, counted out over all that either may hold.

There every card may lie anywhere, as they were dealt and drawn; from its beginning on what somebody played tells what
they kept. What is known beside of who was offered a new hand is left out. `native/` counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement, product
from operator import add, sub
from struct import Struct
from typing import Final, TypeAlias

from games.compiled import CompiledModule, is_compiled
from games.core import Seat
from games.schnick.leaning import Chances
from games.schnick.state import BEATEN, DRAWN, JOKER, SYMBOLS, Card, Cards, View

Both: TypeAlias = tuple[int, int]
BRINGS: Final = 3
"""So many cards, a joker that wins."""
FEW: Final = 5
"""From so many cards together, where each joker is two, a match can be played to the end in mind."""
MOST: Final = 4
"""And from so many against a last card, beside a joker."""
LONGEST: Final = 12
"""So many cards in the pile last longer than any such end that is likely enough to be counted."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What everybody sees, by seat."""

    cards: Both
    jokers: Both
    """In hand, beside cards."""
    laid: Both
    left: tuple[int, ...]
    """Of each symbol, in both hands and the pile."""
    pot: int = 0
    lead: int = 0
    """Of the first seat, without what lies in the middle."""

    @property
    def last(self) -> Sequence[Seat]:
        """Who plays a last card, after which they can have no more to choose."""
        return [seat for seat in (0, 1) if self.cards[seat] == 1 and not self.jokers[seat] and not self._brought(seat)]

    def _brought(self, seat: Seat) -> bool:
        """May they still win a duel by a joker, and the match go on?"""
        return bool(self.laid[seat] and (self.cards[1 - seat] > 1 or self.jokers[1 - seat]))

    @property
    def near(self) -> bool:
        """Is it counted from here?"""
        few = sum(self.cards) + 2 * sum((*self.jokers, *self.laid)) <= FEW
        last = any(self.cards[1 - seat] <= MOST for seat in self.last)
        return (few or last) and sum(self.left) - sum(self.cards) >= LONGEST

    def turned(self) -> Stand:
        cards, jokers, laid = self.cards[::-1], self.jokers[::-1], self.laid[::-1]
        return Stand(cards, jokers, laid, self.left, self.pot, -self.lead)


def stood(view: View) -> Iterator[tuple[Stand, Both | None]]:
    """Before each choice of the match, and what led to it; nothing where no hidden card is left that anybody kept."""
    has = [JOKER in hand + won for hand, won in zip(view.hands, view.won, strict=True)]
    for seat, middle in zip(view.duellists, view.middle, strict=True):
        has[seat] |= JOKER in middle
    stand = _laid(
        Stand(
            cards=pair(len(dealt[-1]) for dealt in view.dealt),
            jokers=pair(has),
            laid=(0, 0),
            left=tuple(view.deck.count(symbol) for symbol in SYMBOLS),
        )
    )
    yield stand, None
    pasts = list(view.past)
    while any(pasts):
        shown = [past[0] if many else "" for past, many in zip(pasts, stand.cards, strict=True)]
        pasts = [past[len(card) :] for past, card in zip(pasts, shown, strict=True)]
        winner = _winner(shown, pasts)
        stand, kept, drawn = _led(stand, shown, winner)
        pasts = [past[many:] for past, many in zip(pasts, drawn, strict=True)]
        anew = not any(kept) or not all(kept[seat] for seat in stand.last)
        yield stand, None if anew else _both(shown, winner)


def _winner(shown: list[Cards], pasts: list[str]) -> Seat | None:
    """Which sign was shown is not told, but what its owner took from the pile if it won."""
    if all(shown):
        return _beats(*shown)
    return next((seat for seat in (0, 1) if not shown[seat] and pasts[seat].startswith(DRAWN * BRINGS)), None)


def _led(stand: Stand, shown: list[Cards], winner: Seat | None) -> tuple[Stand, Both, Both]:
    """And how many cards each kept, and how many they took."""
    kept = pair(many - len(card) for many, card in zip(stand.cards, shown, strict=True))
    pot, lead, laid = stand.pot + len("".join(shown)), stand.lead, stand.laid
    if winner is None:
        drawn = pair(not many and not joker for many, joker in zip(kept, stand.jokers, strict=True))
    else:
        pot, lead = 0, lead + (-pot if winner else pot)
        drawn = pair((BRINGS if laid[seat] else 1) * (seat == winner) for seat in (0, 1))
        laid = (0, 0)
    left = tuple(many - shown.count(symbol) for many, symbol in zip(stand.left, SYMBOLS, strict=True))
    cards = pair(map(add, kept, drawn))
    return _laid(replace(stand, cards=cards, laid=laid, left=left, pot=pot, lead=lead)), kept, drawn


def _laid(stand: Stand) -> Stand:
    """A joker that is all there is lies in the middle."""
    laid = pair(joker and not many for many, joker in zip(stand.cards, stand.jokers, strict=True))
    jokers, pot = pair(map(sub, stand.jokers, laid)), stand.pot + sum(laid)
    return replace(stand, jokers=jokers, laid=pair(map(add, stand.laid, laid)), pot=pot)


def _both(shown: list[Cards], winner: Seat | None) -> Both:
    """By number; of signs, any that come to the same."""
    ways = product(*([SYMBOLS.index(card)] if card else range(len(SYMBOLS)) for card in shown))
    return next((one, other) for one, other in ways if _beats(SYMBOLS[one], SYMBOLS[other]) == winner)


def _beats(one: Card, other: Card) -> Seat | None:
    return 0 if other in BEATEN[one] else 1 if one in BEATEN[other] else None


def pair(both: Iterable[int]) -> Both:
    one, other = both
    return int(one), int(other)


ENDS: Final = ("games.schnick", "endgame")
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
    if not (begun := _begun(view)) or not is_compiled(*ENDS):
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
        assert end.call("play_cards", *both)
    told = [
        [end.told(what, seat, cards[seat]) for what in ("compute_average_strategy", "compute_action_values")]
        for seat in (0, 1)
    ]
    # Where the other has nothing to choose, nor had, one is best, and it is no matter who knows that.
    certain = [not played and 1 - seat in stand.last for seat in (0, 1)]
    return tuple(
        {hand: Answer(_best(hopes[hand]) if alone else mixes[hand], hopes[hand]) for hand in mixes}
        for alone, (mixes, hopes) in zip(certain, told, strict=True)
    )


def _best(hopes: Chances) -> Chances:
    best = [symbol for symbol, hope in hopes.items() if max(hopes.values()) - hope < NOTHING]
    return {symbol: (symbol in best) / len(best) for symbol in hopes}


class Solved(CompiledModule):
    """From where it begins, and on to what is played."""

    def __init__(self, stand: Stand) -> None:
        super().__init__(*ENDS, lambda: False)
        pairs = (*stand.cards, *stand.jokers, *stand.laid)
        self.write_memory("public_state", _STAND.pack(*pairs, *stand.left, stand.pot, stand.lead))
        self.call("solve")

    def told(self, what: str, seat: Seat, cards: int) -> Mapping[Cards, Chances]:
        """By hand and symbol."""
        self.call(what, seat)
        found, told = _FOUND.unpack(self.read_memory("hand_values", _FOUND.size)), {}
        for held in combinations_with_replacement(SYMBOLS, cards):
            hand = "".join(held)
            at = len(SYMBOLS) * self.call("index_hand", *map(hand.count, SYMBOLS))
            shares = zip(SYMBOLS, found[at : at + len(SYMBOLS)], strict=True)
            told[hand] = {symbol: share for symbol, share in shares if symbol in (hand or SYMBOLS)}
        return told

    @property
    def gained(self) -> float:
        """By who knows how the other mixes: by both together."""
        self.call("compute_exploitability")
        gained: float = _FOUND.unpack(self.read_memory("hand_values", _FOUND.size))[0]
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
