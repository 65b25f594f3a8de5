"""What a seat may believe: who lies where, what is still face down, how a duel would go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import TypeAlias

from games.core import Seat
from games.woodwalkers.figures import DIE_FACES, FIGURES, Mode
from games.woodwalkers.pieces import ALL_ANIMALS, FACE_DOWN, Animal, Tile, duel_value
from games.woodwalkers.spaces import Space
from games.woodwalkers.state import TeamView, View

PossibleAnimals: TypeAlias = tuple[Animal, ...]
"""Whom a tile can be, each as likely as the others."""


def list_possible_animals(camp: TeamView) -> Mapping[Space, PossibleAnimals]:
    """Who each tile of a team can be: whoever was turned up is followed, the others lie in any order."""
    told = {animal for _, animal in camp.known_tiles}
    unseen = tuple(animal for animal in ALL_ANIMALS if animal not in told and animal not in camp.removed)
    return {space: unseen if animal == FACE_DOWN else (animal,) for space, animal in camp.known_tiles}


def is_identified(camp: TeamView, could: PossibleAnimals) -> bool:
    """Can everybody tell who this is, having seen every duel?"""
    hidden = set(ALL_ANIMALS).difference(camp.revealed, camp.removed)
    return hidden.isdisjoint(could) or len(hidden) == 1


@cache
def challenger_win_probability(lead: int) -> float:
    """That the challenger wins, being ahead by so much before the dice; when equal, the challenger loses."""
    return sum(lead + first > second for first, second in product(DIE_FACES, DIE_FACES)) / 36


def duel_win_probability(
    view: View,
    mode: Mode,
    challenger: tuple[Seat, PossibleAnimals],
    defender: tuple[Seat, PossibleAnimals],
    bonus: int = 0,
) -> float:
    """That the challenger wins in this mode, over all that the two can be."""
    mine, theirs = (
        [duel_value(animal, mode, view.teams[seat].wounds[animal]) for animal in could]
        for seat, could in (challenger, defender)
    )
    return sum(challenger_win_probability(one - other + bonus) for one in mine for other in theirs) / (
        len(mine) * len(theirs)
    )


def tile_probabilities(view: View) -> Mapping[Tile, float]:
    """How likely a face-down tile is which: any that has not been turned up."""
    if not view.forest:
        return {}
    left = Counter(FIGURES.board_side(view.terms.variant).forest_tiles)
    left -= Counter(view.removed_tiles) + Counter(f"flag{value}" for _, value in view.flags)
    return {tile: count / left.total() for tile, count in left.items()}
