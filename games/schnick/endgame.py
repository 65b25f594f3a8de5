"""The end of a match of two: how to mix so that nobody gains by knowing it, counted out over all that either may hold.

It begins where both hold so little that all can be played to the last card, what a joker brings included. There every
card may lie anywhere, as they were dealt and drawn; from there on what somebody played tells what they kept. What is
known beside of who was offered a new hand is left out. `ends/` counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import add
from struct import Struct
from typing import Final, TypeAlias

from games.compiled import Compiled
from games.core import Seat
from games.schnick.counting import Chances
from games.schnick.state import BEATEN, DRAWN, JOKER, SYMBOLS, Cards, View

FEW: Final = 5
"""So many cards both may hold together, where each joker is two."""
MOST: Final = 4
"""And so many who meets a last card, beside a joker."""
NOTHING: Final = 1e-9
"""No difference but that numbers are rounded."""
LONGEST: Final = 12
"""So many cards in the pile last longer than any such end that is likely enough to be counted."""
JOKER_BRINGS: Final = 3
Both: TypeAlias = tuple[int, int]
_STAND: Final = Struct("<13i")
_HANDS: Final = 70
_FOUND: Final = Struct(f"<{_HANDS * len(SYMBOLS)}d")


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
    def last(self) -> Seat | None:
        """Who plays a last card, after which they can have no more to choose."""
        for seat, (many, joker, laid) in enumerate(zip(self.cards, self.jokers, self.laid, strict=True)):
            survived = self.cards[1 - seat] > 1 or self.jokers[1 - seat]
            if many == 1 and not joker and not (laid and survived):
                return seat
        return None

    @property
    def near(self) -> bool:
        """Is it counted from here?"""
        few = sum(self.cards) + 2 * sum((*self.jokers, *self.laid)) <= FEW
        last = self.last is not None and self.cards[1 - self.last] <= MOST
        return (few or last) and sum(self.left) - sum(self.cards) >= LONGEST

    def turned(self) -> Stand:
        cards, jokers, laid = self.cards[::-1], self.jokers[::-1], self.laid[::-1]
        return Stand(cards, jokers, laid, self.left, self.pot, -self.lead)


@dataclass(frozen=True, slots=True)
class Answer:
    """Of one hand."""

    mix: Chances
    hopes: Chances
    """How likely each card, or sign, wins the match."""


def answer(view: View) -> Answer | None:
    """None where the end is too far to be counted."""
    if view.seat is None or view.phase != "duel" or len(view.hands) != 2 or len(view.pile) < JOKER_BRINGS:
        return None
    if not (begun := _begun(view)):
        return None
    stand, played = begun
    cards = _pair(len(hand.rstrip(JOKER)) for hand in view.hands)
    # Whoever holds fewer comes first, so that it is the same whoever sits where.
    if turned := stand.cards > stand.cards[::-1]:
        stand, cards, played = stand.turned(), cards[::-1], tuple(both[::-1] for both in played)
    return _answers(stand, played, cards)[view.seat ^ turned][view.hands[view.seat].rstrip(JOKER)]


@lru_cache(maxsize=64)
def _answers(stand: Stand, played: tuple[Both, ...], cards: Both) -> tuple[Mapping[Cards, Answer], ...]:
    """By seat and hand."""
    end = Solved(stand)
    for both in played:
        end.asked("played", *both)
    found = []
    for seat in (0, 1):
        mixes, hopes = (end.told(what, seat, cards[seat]) for what in ("mix", "weigh"))
        if not played and stand.last == 1 - seat:
            # One is best, and it is no matter who knows that.
            mixes = {hand: _best(hoped) for hand, hoped in hopes.items()}
        found.append({hand: Answer(mixes[hand], hopes[hand]) for hand in mixes})
    return tuple(found)


def _best(hopes: Chances) -> Chances:
    best = [symbol for symbol, hope in hopes.items() if max(hopes.values()) - hope < NOTHING]
    return {symbol: (symbol in best) / len(best) for symbol in hopes}


class Solved(Compiled):
    """From where it begins, and on to what is played."""

    def __init__(self, stand: Stand) -> None:
        super().__init__("games.schnick", "ends", lambda: False)
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
    for stand, both in _stood(view):
        if both and begun:
            played = (*played, both)
        else:
            begun, played = stand if stand.near else None, ()
    return (begun, played) if begun else None


def _stood(view: View) -> Iterator[tuple[Stand, Both | None]]:
    """Before each choice of the match, and what led to it; nothing where no hidden card is left that anybody kept."""
    has = [JOKER in hand + won for hand, won in zip(view.hands, view.won, strict=True)]
    for seat, middle in zip(view.duellists, view.middle, strict=True):
        has[seat] |= JOKER in middle
    stand = _laid(
        Stand(
            cards=_pair(len(dealt[-1]) for dealt in view.dealt),
            jokers=_pair(has),
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
        anew = not kept[stand.last] if stand.last is not None else not any(kept)
        yield stand, None if anew else _both(shown, winner)


def _winner(shown: list[Cards], pasts: list[str]) -> Seat | None:
    """Which sign was shown is not told, but what its owner took from the pile if it won."""
    if all(shown):
        return next((seat for seat in (0, 1) if shown[1 - seat] in BEATEN[shown[seat]]), None)
    return next((seat for seat in (0, 1) if not shown[seat] and pasts[seat].startswith(DRAWN * JOKER_BRINGS)), None)


def _led(stand: Stand, shown: list[Cards], winner: Seat | None) -> tuple[Stand, Both, Both]:
    """And how many cards each kept, and how many they took."""
    kept = _pair(many - len(card) for many, card in zip(stand.cards, shown, strict=True))
    pot, lead, laid = stand.pot + len("".join(shown)), stand.lead, stand.laid
    if winner is None:
        drawn = _pair(not many and not joker for many, joker in zip(kept, stand.jokers, strict=True))
    else:
        pot, lead = 0, lead + (-pot if winner else pot)
        drawn = _pair((JOKER_BRINGS if laid[seat] else 1) * (seat == winner) for seat in (0, 1))
        laid = (0, 0)
    left = tuple(many - shown.count(symbol) for many, symbol in zip(stand.left, SYMBOLS, strict=True))
    cards = _pair(map(add, kept, drawn))
    return _laid(replace(stand, cards=cards, laid=laid, left=left, pot=pot, lead=lead)), kept, drawn


def _laid(stand: Stand) -> Stand:
    for seat in (0, 1):
        if stand.jokers[seat] and not stand.cards[seat]:
            jokers, laid = ([*pair] for pair in (stand.jokers, stand.laid))
            jokers[seat], laid[seat] = 0, 1
            stand = replace(stand, jokers=_pair(jokers), laid=_pair(laid), pot=stand.pot + 1)
    return stand


def _both(shown: list[Cards], winner: Seat | None) -> Both:
    """Any sign will do that comes to the same."""
    one, other = shown
    if not one:
        one = _sign(other, None if winner is None else winner == 0)
    if not other:
        other = _sign(one, None if winner is None else winner == 1)
    return SYMBOLS.index(one), SYMBOLS.index(other)


def _sign(card: Cards, wins: bool | None) -> Cards:
    if wins is None:
        return card
    return next(sign for sign in SYMBOLS if (card in BEATEN[sign]) == wins and (sign in BEATEN[card]) != wins)


def _pair(both: Iterable[int]) -> Both:
    one, other = both
    return int(one), int(other)
