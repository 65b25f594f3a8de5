"""What a seat may believe: who lies where, what is still face down, how a duel would go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Final, TypeAlias

from games.core import Seat
from games.woodwalkers.ground import Space
from games.woodwalkers.house import HOUSE, Mode
from games.woodwalkers.state import Camp, View
from games.woodwalkers.things import BACK, EVERY, Animal, Tile, value

Could: TypeAlias = tuple[Animal, ...]
"""Whom a tile can be, each as likely as the others."""

PIPS: Final = range(1, 7)


def lying(camp: Camp) -> Mapping[Space, Could]:
    """Who each tile of a team can be: whoever was turned up is followed, the others lie in any order."""
    told = {animal for _, animal in camp.known}
    unseen = tuple(animal for animal in EVERY if animal not in told and animal not in camp.out)
    return {space: unseen if animal == BACK else (animal,) for space, animal in camp.known}


def told_apart(camp: Camp, could: Could) -> bool:
    """Can everybody tell who this is, having seen every duel?"""
    hidden = set(EVERY).difference(camp.seen, camp.out)
    return hidden.isdisjoint(could) or len(hidden) == 1


@cache
def chance(lead: int) -> float:
    """That the challenger wins, being ahead by so much before the dice; when equal, the challenger loses."""
    return sum(lead + first > second for first, second in product(PIPS, PIPS)) / 36


def duel(view: View, mode: Mode, challenger: tuple[Seat, Could], defender: tuple[Seat, Could], bonus: int = 0) -> float:
    """That the challenger wins in this mode, over all that the two can be."""
    mine, theirs = (
        [value(animal, mode, view.camps[seat].wounds[animal]) for animal in could]
        for seat, could in (challenger, defender)
    )
    return sum(chance(one - other + bonus) for one in mine for other in theirs) / (len(mine) * len(theirs))


def unfound(view: View) -> Mapping[Tile, float]:
    """How likely a face-down tile is which: any that has not been turned up."""
    if not view.forest:
        return {}
    left = Counter(HOUSE.face(view.terms.variant).tiles)
    left -= Counter(view.found) + Counter(f"flag{value}" for _, value in view.flags)
    return {tile: count / left.total() for tile, count in left.items()}
