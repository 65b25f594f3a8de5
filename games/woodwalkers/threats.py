"""How the table looks to who is to play: what is worth going to, and who may come."""

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
from games.woodwalkers.spaces import INNER_SPACES, SPACE_NAMES, START_SPACES, Space, find_reachable
from games.woodwalkers.state import View

# Points, as all worths here. Play is not sensitive to them: of 300 matches each, no other choice won clearly more.
FLAG_WEIGHT_START_AND_GROWTH: Final = 0.35, 0.65
"""What counts of a flag at the beginning, and what it gains until the end: it has yet to be held."""
RIVAL_WEIGHT_ONE_OR_MORE: Final = 0.7, 0.35
"""What a rival's points count: of one rival, of several."""
WOUND_COST_POINTS: Final = 0.5
LAST_WOUND_COST_POINTS: Final = 2.5
"""What the wound that takes an animal out of the game counts on top."""
KEPT_TILE_POINTS: Final = 0.8
"""A Die or a Medicine in hand."""
ADJACENT_TARGET_WEIGHT: Final = 0.3
"""What counts of a goal one step away: only one animal moves in a turn."""
TARGET_WEIGHT_DECAY: Final = 0.8
"""What is left of that with each further step."""

_COORDINATES: Final = tuple((ord(name[0]), int(name[1])) for name in SPACE_NAMES)
_TARGET_WEIGHTS: Final = tuple(
    tuple(ADJACENT_TARGET_WEIGHT * TARGET_WEIGHT_DECAY ** (abs(a - c) + abs(b - d) - 1) for c, d in _COORDINATES)
    for a, b in _COORDINATES
)
"""What counts of a goal, by where one stands and where it is; as if nobody were in the way."""


def target_weight(space: Space, goal: Space) -> float:
    return _TARGET_WEIGHTS[space][goal]


@dataclass(frozen=True, slots=True)
class OwnAnimal:
    """An animal of one's own, and what draws it elsewhere."""

    space: Space
    possible_animals: PossibleAnimals
    targets: tuple[tuple[Space, float], ...]

    def best_target_value(self, space: Space) -> float:
        """What the best goal is worth, seen from there."""
        weights = _TARGET_WEIGHTS[space]
        return max((gain * weights[goal] for goal, gain in self.targets if goal != space), default=0)


@dataclass(frozen=True, slots=True)
class RivalAnimal:
    seat: Seat
    space: Space
    possible_animals: PossibleAnimals
    steps_to: Mapping[Space, int]
    """How far it is to wherever it could end a turn."""


@dataclass(frozen=True, slots=True)
class RivalTurn:
    """A seat that moves before one's own next turn, and the modes it may be in."""

    seat: Seat
    modes: tuple[Mode, ...]


@dataclass(frozen=True, slots=True)
class Assessment:
    view: View
    seat: Seat
    own_animals: Mapping[Space, PossibleAnimals]
    rival_animals: Mapping[Space, RivalAnimal]
    flags: Mapping[Space, int]
    forest: frozenset[Space]
    tile_probabilities: Mapping[Tile, float]
    rival_turns: tuple[RivalTurn, ...]
    has_another_turn: bool
    """Will one have another turn?"""
    flag_weight: float
    rival_weight: float

    def space_value(self, space: Space) -> float:
        """What standing there until the end promises, whether or not its flag is up."""
        if space in self.forest:
            return self.flag_weight * sum(share * flag_value(tile) for tile, share in self.tile_probabilities.items())
        return self.flag_weight * self.flags.get(space, 0)

    @property
    def expected_tile_value(self) -> float:
        """What a face-down tile brings if it is no flag."""
        return sum(
            share * (1 if tile == "point" else KEPT_TILE_POINTS)
            for tile, share in self.tile_probabilities.items()
            if not flag_value(tile)
        )

    def wound_cost(self, seat: Seat, could: PossibleAnimals) -> float:
        """What a wound costs its owner, beyond the points."""
        wounds = self.view.teams[seat].wounds
        return WOUND_COST_POINTS + LAST_WOUND_COST_POINTS * sum(
            wounds[animal] == FIGURES.wounds_to_remove - 1 for animal in could
        ) / len(could)

    def value_of_winning(self, foe: RivalAnimal) -> float:
        """What beating it brings, but for the ground."""
        return (
            FIGURES.duel_points
            + self.wound_cost(foe.seat, foe.possible_animals)
            + self.rival_weight * self.space_value(foe.space)
        )

    def cost_of_losing(self, could: PossibleAnimals) -> float:
        """What being beaten costs, but for the ground."""
        return self.rival_weight * FIGURES.duel_points + self.wound_cost(self.seat, could)

    def attack_win_probability(self, could: PossibleAnimals, foe: RivalAnimal, *modes: Mode) -> float:
        """That one wins against it, whichever of the modes it will be."""
        return self._mean_win_probability(modes, (self.seat, could), (foe.seat, foe.possible_animals))

    def defense_loss_probability(self, could: PossibleAnimals, foe: RivalAnimal, *modes: Mode) -> float:
        """That one is beaten by it."""
        return self._mean_win_probability(modes, (foe.seat, foe.possible_animals), (self.seat, could))

    def _mean_win_probability(
        self, modes: tuple[Mode, ...], challenger: tuple[Seat, PossibleAnimals], defender: tuple[Seat, PossibleAnimals]
    ) -> float:
        # Whom everybody can tell is guessed.
        bonus = (
            -1 if self.view.terms.is_midnight and is_identified(self.view.teams[challenger[0]], challenger[1]) else 0
        )
        return sum(duel_win_probability(self.view, mode, challenger, defender, bonus) for mode in modes) / len(modes)

    def own_animal_on(self, space: Space) -> OwnAnimal:
        return OwnAnimal(
            space,
            self.own_animals[space],
            tuple(self._list_targets(self.own_animals[space])) if self.has_another_turn else (),
        )

    def _list_targets(self, could: PossibleAnimals) -> Iterator[tuple[Space, float]]:
        """Where it might go in a turn to come, and what that would bring."""
        find, modes = self.expected_tile_value, tuple(dict.fromkeys(self.view.open_modes))
        for space in self.forest:
            yield space, find + self.space_value(space)
        for space in self.flags:
            if space not in self.rival_animals and space not in self.own_animals:
                yield space, self.space_value(space)
        for space, foe in self.rival_animals.items():
            if space in INNER_SPACES and modes:
                odds = self.attack_win_probability(could, foe, *modes)
                yield (
                    space,
                    odds * (self.value_of_winning(foe) + self.space_value(space))
                    - (1 - odds) * self.cost_of_losing(could),
                )

    def value_at_home(self, friend: OwnAnimal) -> float:
        """What it is worth to it to begin anew."""
        free = (space for space in START_SPACES[self.view.terms.sides[self.seat]] if space not in self.own_animals)
        return max(map(friend.best_target_value, free), default=friend.best_target_value(friend.space))


def assess_position(view: View) -> Assessment:
    assert view.seat is not None
    camps = [list_possible_animals(camp) for camp in view.teams]
    taken = frozenset(space for camp in camps for space in camp)
    visits, again = _list_rival_turns(view, view.seat)
    early, late = FLAG_WEIGHT_START_AND_GROWTH
    return Assessment(
        view=view,
        seat=view.seat,
        own_animals=camps[view.seat],
        rival_animals={
            space: RivalAnimal(seat, space, could, find_reachable(space, 6, (), taken))
            for seat, camp in enumerate(camps)
            if seat != view.seat
            for space, could in camp.items()
            if space >= 0
        },
        flags=dict(view.flags),
        forest=frozenset(space for space, _ in view.forest),
        tile_probabilities=tile_probabilities(view),
        rival_turns=visits,
        has_another_turn=again,
        flag_weight=early + late * (view.round / view.rounds_total),
        rival_weight=RIVAL_WEIGHT_ONE_OR_MORE[view.terms.seats > 2],
    )


def _list_rival_turns(view: View, seat: Seat) -> tuple[tuple[RivalTurn, ...], bool]:
    """Who moves before one's own next turn, and whether there is one.

    Who moves twice is counted once: what they would do second is seldom what they could do first.
    """
    seats, visits = view.terms.seats, dict[Seat, RivalTurn]()
    on = view.phase == "mode"
    for number in range(view.round, min(view.round + 1, view.rounds_total) + 1):
        modes = (view.mode,) if view.mode and number == view.round else tuple(dict.fromkeys(view.open_modes))
        for place in range(seats):
            mover = (number + place) % seats
            if on and mover == seat:
                return tuple(visits.values()), True
            if on and mover not in visits:
                visits[mover] = RivalTurn(mover, modes)
            on = on or mover == view.mover
    return tuple(visits.values()), False
