"""A rival's last card: they have nothing left to choose, so what is best against it is counted out to the end.

Whoever holds one card and no joker plays it; who wins draws one again, who ties takes one from the pile, and who loses
is out, which ends the match. Nothing then is hidden from chance alone but which cards these are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from games.core import Seat
from games.schnick.counting import Chances, held
from games.schnick.state import BEATEN, JOKER, SYMBOLS, Card, Cards, View
from games.schnick.world import unseen

MOST: Final = 4
"""With more cards than that the match is as good as won, and there would be much to count."""
LONGEST: Final = 12
"""So many cards in the pile last longer than any such end that is likely enough to be counted."""
DEPTH: Final = 1
"""So often a duel of two who have nothing but the pile is tied before it is called even."""
Left: TypeAlias = tuple[int, ...]
"""Of the unseen cards, how many there are of each symbol."""


@dataclass(frozen=True, slots=True)
class Last:
    """Before a choice against a rival's last card."""

    own: Cards
    joker: bool
    """Still in hand; else it is laid, or gone."""
    left: Left
    pot: int
    lead: int
    """By how many cards this seat is ahead, without those in the middle."""
    ties: int = 0


def hopes(view: View, rival: Seat) -> Mapping[Card, float] | None:
    """By card or sign, how likely the match is won with it; None where the rival may still have something to choose."""
    assert view.seat is not None
    own, side = view.hands[view.seat], view.duellists.index(rival)
    last = len(view.hands[rival]) == 1 and JOKER not in view.hands[rival] + view.middle[side]
    if len(view.hands) != 2 or not last or len(own.rstrip(JOKER)) > MOST or len(view.pile) < LONGEST:
        return None
    there = unseen(view)
    now = Last(
        own=own.rstrip(JOKER),
        joker=JOKER in own,
        left=tuple(there[symbol] for symbol in SYMBOLS),
        pot=len("".join(view.middle)),
        lead=len(view.won[view.seat]) - len(view.won[rival]),
    )
    against = held(view, rival)
    return {symbol: _hope(now, symbol, against) for symbol in SYMBOLS if symbol in (now.own or SYMBOLS)}


def _hope(now: Last, mine: Card, against: Chances) -> float:
    return sum(chance * _met(now, mine, theirs) for theirs, chance in against.items() if chance)


def _met(now: Last, mine: Card, theirs: Card) -> float:
    own, pot = now.own.replace(mine, "", 1), now.pot + 1 + bool(now.own)
    left = _without(now.left, theirs)
    if theirs in BEATEN[mine]:
        return _over(now.lead + pot)
    if mine not in BEATEN[theirs]:
        return _tied(replace(now, own=own, left=left, pot=pot, ties=now.ties + 1))
    if not own and not now.joker:
        return _over(now.lead - pot)
    return _best(_laid(replace(now, own=own, left=left, pot=0, lead=now.lead - pot, ties=0)))


def _tied(now: Last) -> float:
    """The rival takes a card from the pile, and so does this seat where it has none."""
    if now.own or now.joker:
        return _best(_laid(now))
    if now.ties > DEPTH:
        return (_over(now.lead + now.pot) + _over(now.lead - now.pot)) / 2
    return sum(
        chance * _best(replace(now, own=card, left=_without(now.left, card)))
        for card, chance in _shared(now.left).items()
        if chance
    )


def _laid(now: Last) -> Last:
    return now if now.own else replace(now, joker=False, pot=now.pot + 1)


@lru_cache(maxsize=1 << 14)
def _best(now: Last) -> float:
    against = _shared(now.left)
    return max(_hope(now, mine, against) for mine in SYMBOLS if mine in (now.own or SYMBOLS))


def _shared(left: Left) -> Chances:
    return {symbol: many / sum(left) for symbol, many in zip(SYMBOLS, left, strict=True)}


def _without(left: Left, card: Card) -> Left:
    return tuple(many - (symbol == card) for symbol, many in zip(SYMBOLS, left, strict=True))


def _over(lead: int) -> float:
    return (1 + (lead > 0) - (lead < 0)) / 2
