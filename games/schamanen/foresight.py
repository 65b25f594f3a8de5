"""Thinking duels ahead: the exchange and the mix of masks that leave the best chances to win the match."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Final

from games.core import Left, Seat, Word
from games.dice import Dice
from games.schamanen.backs import Backs
from games.schamanen.ground import Ground, exchanged, flat, seen
from games.schamanen.outlook import Outlook, Tariff, likings, masked, mixture, worth
from games.schamanen.state import BACK, BISON, Terms, View

FURTHER: Final = 2
"""So many exchanges and duels after the next one are thought of."""


def weighed(terms: Terms) -> tuple[int, ...]:
    """How many exchanges are thought through with one duel more in mind, how many of those with two."""
    if terms.stacks:
        # Of ten thousand, with hundreds of answers to each.
        return (5,)
    return (36,) if terms.hidden else (60, 5)


def mixed(view: View, seat: Seat, dice: Dice, left: Left, further: int = FURTHER) -> tuple[Word, Fraction]:
    """A mask, and its share of the mix that it was drawn from."""
    return masked(seat, mixes(view, seat, left, further), dice)


def mixes(view: View, seat: Seat, left: Left, further: int = FURTHER) -> Sequence[Fraction]:
    """How often each of a seat's masks comes."""
    own = flat(view).values[seat] if view.terms.hidden else ()
    if further > 1 and view.terms.hidden and BACK not in own:
        return Backs.of(view).mix(seat, own)
    return mixture(seat, seen(view).meetings, prospects(view, left, further))


def prospects(view: View, left: Left, further: int = FURTHER) -> Tariff:
    """What the next duel brings, wherever the masks meet."""
    ground, outlook = seen(view), Outlook.of(view)
    tariff = outlook.ahead(ground)
    if min(further, len(weighed(view.terms))) > 1:
        with suppress(TimeoutError):
            tariff = outlook.ahead(ground, further, left)
    return tariff


def exchange(view: View, seat: Seat, left: Left, further: int = FURTHER) -> tuple[float, Word, Ground]:
    """The best, with the chances it leaves: all at a glance, those that promise most further while there is time."""
    outlook, sign = Outlook.of(view), 1 if seat == BISON else -1
    liking = likings(seat, outlook.tariff)
    found = [(liking(made.meetings), word, made) for word, made in exchanged(seen(view), view.terms, seat, liking)]
    for duels, many in enumerate(weighed(view.terms)[:further], 1):
        found.sort(key=lambda glance: glance[:2], reverse=True)
        thought = []
        with suppress(TimeoutError):
            for _, word, made in found[:many]:
                if left() <= 0:
                    break
                thought.append((sign * worth(made.meetings, outlook.ahead(made, duels, left)), word, made))
        found = thought or found
    best, word, made = max(found, key=lambda glance: glance[:2])
    return best if seat == BISON else 1 + best, word, made
