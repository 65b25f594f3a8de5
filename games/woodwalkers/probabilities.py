"""Probabilities as one seat sees them: for the animals on tiles, the contents of forest tiles, and duels."""

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
"""The animals that a face-down tile can turn out to be. All of them are equally likely."""


def list_possible_animals(team: TeamView) -> Mapping[Space, PossibleAnimals]:
    """Return the possible animals for each tile of a team.

    A tile whose animal is known has only that animal. Each other tile can be any of the team's remaining animals.
    """
    known = {animal for _, animal in team.known_tiles}
    unknown = tuple(animal for animal in ALL_ANIMALS if animal not in known and animal not in team.removed)
    return {space: unknown if animal == FACE_DOWN else (animal,) for space, animal in team.known_tiles}


def is_identified(team: TeamView, possible_animals: PossibleAnimals) -> bool:
    """Return whether a tile's animal is known to every player who has seen all duels."""
    never_revealed = set(ALL_ANIMALS).difference(team.revealed, team.removed)
    return never_revealed.isdisjoint(possible_animals) or len(never_revealed) == 1


@cache
def challenger_win_probability(lead: int) -> float:
    """Return the challenger's win probability for a given lead before the dice. The challenger loses a tie."""
    rolls = list(product(DIE_FACES, DIE_FACES))
    return sum(lead + challenger_roll > defender_roll for challenger_roll, defender_roll in rolls) / len(rolls)


def duel_win_probability(
    view: View,
    mode: Mode,
    challenger: tuple[Seat, PossibleAnimals],
    defender: tuple[Seat, PossibleAnimals],
    bonus: int = 0,
) -> float:
    """Return the probability that the challenger wins in this mode, averaged over both sides' possible animals.

    `bonus` is added to the challenger's lead before the dice.
    """
    challenger_values, defender_values = (
        [duel_value(animal, mode, view.teams[seat].wounds[animal]) for animal in possible_animals]
        for seat, possible_animals in (challenger, defender)
    )
    return sum(
        challenger_win_probability(challenger_value - defender_value + bonus)
        for challenger_value in challenger_values
        for defender_value in defender_values
    ) / (len(challenger_values) * len(defender_values))


def tile_probabilities(view: View) -> Mapping[Tile, float]:
    """Return the probability of each tile for a face-down space. All tiles not yet turned up are equally likely."""
    if not view.forest:
        return {}
    unseen = Counter(FIGURES.board_side(view.terms.variant).forest_tiles)
    unseen -= Counter(view.removed_tiles) + Counter(f"flag{value}" for _, value in view.flags)
    return {tile: count / unseen.total() for tile, count in unseen.items()}
