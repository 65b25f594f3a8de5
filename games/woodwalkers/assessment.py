"""A seat's assessment of a position: the value of each space, the stakes of duels, and the rivals' next turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.core import Seat
from games.woodwalkers.figures import FIGURES, Mode
from games.woodwalkers.pieces import Tile, flag_value
from games.woodwalkers.probabilities import (
    PossibleAnimals,
    duel_win_probability,
    is_identified,
    list_possible_animals,
    tile_probabilities,
)
from games.woodwalkers.spaces import INNER_SPACES, MAX_STEPS, SPACE_NAMES, START_SPACES, Space, find_reachable
from games.woodwalkers.state import View

# All values here are in points. Play is not sensitive to them: in 300 matches each, no alternative was clearly better.
FLAG_WEIGHT_START_AND_GROWTH: Final = 0.35, 0.65
"""The fraction of a flag's value that counts at the start of a match, and its growth until the end of the match.

A flag scores only if it is held at the end, so it counts less early in the match.
"""
RIVAL_WEIGHT_ONE_OR_MORE: Final = 0.7, 0.35
"""The weight of a rival's points relative to the seat's own points.

The first weight is for a match with one rival, and the second is for several rivals.
"""
WOUND_COST_POINTS: Final = 0.5
LAST_WOUND_COST_POINTS: Final = 2.5
"""The extra cost, in points, of the wound that removes an animal from the game."""
KEPT_TILE_POINTS: Final = 0.8
"""The value, in points, of a Die or Medicine tile that a player keeps."""
ADJACENT_TARGET_WEIGHT: Final = 0.3
"""The weight of a target that is one step away and can be reached in a later turn.

The weight is low, because a player moves only one animal in each turn.
"""
TARGET_WEIGHT_DECAY: Final = 0.8
"""The factor by which a target's weight is multiplied for each further step."""

_COORDINATES: Final = tuple((ord(name[0]), int(name[1])) for name in SPACE_NAMES)
_TARGET_WEIGHTS: Final = tuple(
    tuple(ADJACENT_TARGET_WEIGHT * TARGET_WEIGHT_DECAY ** (abs(a - c) + abs(b - d) - 1) for c, d in _COORDINATES)
    for a, b in _COORDINATES
)
"""The weight of a target, indexed by the animal's space and the target's space. Animals in the way are ignored."""


def target_weight(space: Space, target: Space) -> float:
    return _TARGET_WEIGHTS[space][target]


@dataclass(frozen=True, slots=True)
class OwnAnimal:
    """An animal of the assessing seat, with the value of each target that it could aim for in a later turn."""

    space: Space
    possible_animals: PossibleAnimals
    targets: tuple[tuple[Space, float], ...]

    def best_target_value(self, space: Space) -> float:
        weights = _TARGET_WEIGHTS[space]
        return max((value * weights[target] for target, value in self.targets if target != space), default=0)


@dataclass(frozen=True, slots=True)
class RivalAnimal:
    seat: Seat
    space: Space
    possible_animals: PossibleAnimals
    steps_to: Mapping[Space, int]
    """The spaces where the animal can end its move, each with the number of steps to it."""


@dataclass(frozen=True, slots=True)
class RivalTurn:
    """A rival's turn before the assessing seat's next turn, with the battle modes that are possible in the turn."""

    seat: Seat
    modes: tuple[Mode, ...]


@dataclass(frozen=True, slots=True)
class Assessment:
    """A seat's view of a position, with all data needed to estimate the value of the seat's moves in points."""

    view: View
    seat: Seat
    own_animals: Mapping[Space, PossibleAnimals]
    rival_animals: Mapping[Space, RivalAnimal]
    flags: Mapping[Space, int]
    forest: frozenset[Space]
    tile_probabilities: Mapping[Tile, float]
    rival_turns: tuple[RivalTurn, ...]
    has_another_turn: bool
    """Whether the seat has another dice turn after the current dice turn."""
    flag_weight: float
    """The fraction of a flag's value that counts in the current round."""
    rival_weight: float
    """The weight of a rival's points relative to the seat's own points."""

    def space_value(self, space: Space) -> float:
        """Return the expected flag points for holding this space until the end of the match."""
        if space in self.forest:
            return self.flag_weight * sum(
                probability * flag_value(tile) for tile, probability in self.tile_probabilities.items()
            )
        return self.flag_weight * self.flags.get(space, 0)

    @property
    def expected_tile_value(self) -> float:
        """The expected value of a face-down tile. Flags count as 0, because `space_value` includes their value."""
        return sum(
            probability * (1 if tile == "point" else KEPT_TILE_POINTS)
            for tile, probability in self.tile_probabilities.items()
            if not flag_value(tile)
        )

    def wound_cost(self, seat: Seat, possible_animals: PossibleAnimals) -> float:
        """Return a wound's cost to the animal's owner, averaged over the possible animals.

        The points for the duel are not included.
        """
        wounds = self.view.teams[seat].wounds
        return WOUND_COST_POINTS + LAST_WOUND_COST_POINTS * sum(
            wounds[animal] == FIGURES.wounds_to_remove - 1 for animal in possible_animals
        ) / len(possible_animals)

    def value_of_winning(self, rival: RivalAnimal) -> float:
        """Return the value of beating a rival's animal. What the winner gains from the space is not included."""
        return (
            FIGURES.duel_points
            + self.wound_cost(rival.seat, rival.possible_animals)
            + self.rival_weight * self.space_value(rival.space)
        )

    def cost_of_losing(self, possible_animals: PossibleAnimals) -> float:
        """Return the cost of a duel that one of the seat's animals loses. The loss of its space is not included."""
        return self.rival_weight * FIGURES.duel_points + self.wound_cost(self.seat, possible_animals)

    def attack_win_probability(self, possible_animals: PossibleAnimals, rival: RivalAnimal, *modes: Mode) -> float:
        """Return the probability that the seat's animal wins an attack on the rival, averaged over the modes."""
        return self._mean_win_probability(modes, (self.seat, possible_animals), (rival.seat, rival.possible_animals))

    def defense_loss_probability(self, possible_animals: PossibleAnimals, rival: RivalAnimal, *modes: Mode) -> float:
        """Return the probability that the rival wins an attack on the seat's animal, averaged over the modes."""
        return self._mean_win_probability(modes, (rival.seat, rival.possible_animals), (self.seat, possible_animals))

    def _mean_win_probability(
        self, modes: tuple[Mode, ...], challenger: tuple[Seat, PossibleAnimals], defender: tuple[Seat, PossibleAnimals]
    ) -> float:
        # At midnight, the defender guesses a challenger that all players can identify, and so gets a bonus of 1.
        bonus = (
            -1 if self.view.terms.is_midnight and is_identified(self.view.teams[challenger[0]], challenger[1]) else 0
        )
        return sum(duel_win_probability(self.view, mode, challenger, defender, bonus) for mode in modes) / len(modes)

    def own_animal_on(self, space: Space) -> OwnAnimal:
        """Return the seat's animal on this space. If the seat has no further turn, the animal has no targets."""
        return OwnAnimal(
            space,
            self.own_animals[space],
            tuple(self._list_targets(self.own_animals[space])) if self.has_another_turn else (),
        )

    def _list_targets(self, possible_animals: PossibleAnimals) -> Iterator[tuple[Space, float]]:
        """Yield each target that the animal could aim for in a later turn, as a space and its value."""
        tile_value, modes = self.expected_tile_value, tuple(dict.fromkeys(self.view.open_modes))
        for space in self.forest:
            yield space, tile_value + self.space_value(space)
        for space in self.flags:
            if space not in self.rival_animals and space not in self.own_animals:
                yield space, self.space_value(space)
        for space, rival in self.rival_animals.items():
            if space in INNER_SPACES and modes:
                win_probability = self.attack_win_probability(possible_animals, rival, *modes)
                yield (
                    space,
                    win_probability * (self.value_of_winning(rival) + self.space_value(space))
                    - (1 - win_probability) * self.cost_of_losing(possible_animals),
                )

    def value_at_start(self, own_animal: OwnAnimal) -> float:
        """Return the value of the best target that the animal could aim for from any free start space of its owner.

        After losing a duel, an animal returns to such a start space.
        """
        free = (space for space in START_SPACES[self.view.terms.sides[self.seat]] if space not in self.own_animals)
        return max(map(own_animal.best_target_value, free), default=own_animal.best_target_value(own_animal.space))


def assess_position(view: View) -> Assessment:
    assert view.seat is not None
    teams = [list_possible_animals(team) for team in view.teams]
    occupied = frozenset(space for team in teams for space in team)
    rival_turns, has_another_turn = _list_rival_turns(view, view.seat)
    weight_at_start, growth = FLAG_WEIGHT_START_AND_GROWTH
    return Assessment(
        view=view,
        seat=view.seat,
        own_animals=teams[view.seat],
        rival_animals={
            space: RivalAnimal(seat, space, possible_animals, find_reachable(space, MAX_STEPS, (), occupied))
            for seat, team in enumerate(teams)
            if seat != view.seat
            for space, possible_animals in team.items()
            # An animal in its owner's hand has a negative space and cannot move.
            if space >= 0
        },
        flags=dict(view.flags),
        forest=frozenset(space for space, _ in view.forest),
        tile_probabilities=tile_probabilities(view),
        rival_turns=rival_turns,
        has_another_turn=has_another_turn,
        flag_weight=weight_at_start + growth * (view.round / view.rounds_total),
        rival_weight=RIVAL_WEIGHT_ONE_OR_MORE[view.terms.seats > 2],
    )


def _list_rival_turns(view: View, seat: Seat) -> tuple[tuple[RivalTurn, ...], bool]:
    """Return the rivals' turns before this seat's next turn, and whether this seat has a next turn.

    Each rival is listed only once. If a rival has two such turns, the second rarely starts from the current position.
    """
    seats, rival_turns = view.terms.seats, dict[Seat, RivalTurn]()
    is_after_mover = view.phase == "mode"
    for number in range(view.round, min(view.round + 1, view.rounds_total) + 1):
        modes = (view.mode,) if view.mode and number == view.round else tuple(dict.fromkeys(view.open_modes))
        for place in range(seats):
            # The mode chooser of the round is seat `(number - 1) % seats`, and the next seat rolls first.
            mover = (number + place) % seats
            if is_after_mover and mover == seat:
                return tuple(rival_turns.values()), True
            if is_after_mover and mover not in rival_turns:
                rival_turns[mover] = RivalTurn(mover, modes)
            is_after_mover = is_after_mover or mover == view.mover
    return tuple(rival_turns.values()), False
