"""What a move is expected to bring, one turn ahead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from games.core import Move
from games.woodwalkers.figures import DIE_FACES, FIGURES, Mode
from games.woodwalkers.legal_moves import make_move
from games.woodwalkers.spaces import INNER_SPACES, MAX_STEPS, Space, find_reachable
from games.woodwalkers.threats import Assessment, OwnAnimal, RivalAnimal, RivalTurn


@dataclass(frozen=True, slots=True)
class RivalMove:
    """One that a foe may make."""

    cost: float
    steps: int
    space: Space
    """Where it ends."""
    animal: RivalAnimal


@dataclass(frozen=True, slots=True)
class RivalReplies:
    """A visit: each thing it may do as it stands, and how its duels would go."""

    assessment: Assessment
    animals: tuple[RivalAnimal, ...]
    moves: tuple[RivalMove, ...]
    win_probabilities: Mapping[tuple[Space, Space], float]
    """That the foe on the second space beats the animal on the first."""
    home_values: Mapping[Space, float]

    def expected_cost(self) -> float:
        """What the visit costs as it stands."""
        return _expected_cost(self.moves)

    def expected_cost_after(self, friend: OwnAnimal, space: Space, *, beaten: bool) -> float:
        """What it costs when that animal has gone there, perhaps over somebody who stood there."""
        stood = friend.space, space
        moves = chain((move for move in self.moves if move.space not in stood), self._list_attacks(friend, space))
        return _expected_cost(move for move in moves if not beaten or move.animal.space != space)

    def expected_cost_without(self, friend: OwnAnimal) -> float:
        """What it costs when that animal is at home."""
        return _expected_cost(move for move in self.moves if move.space != friend.space)

    def _list_attacks(self, friend: OwnAnimal, space: Space) -> Iterator[RivalMove]:
        if space not in INNER_SPACES:
            return
        ground = (
            (1 + self.assessment.rival_weight) * self.assessment.space_value(space)
            + friend.best_target_value(space)
            - self.home_values[friend.space]
        )
        for foe in self.animals:
            if space in foe.steps_to:
                odds = self.win_probabilities[friend.space, foe.space]
                won = ground + self.assessment.cost_of_losing(friend.possible_animals)
                lost = FIGURES.duel_points + self.assessment.rival_weight * self.assessment.wound_cost(
                    foe.seat, foe.possible_animals
                )
                yield RivalMove(
                    odds * won - (1 - odds) * lost - _cost_of_leaving(self.assessment, foe),
                    foe.steps_to[space],
                    space,
                    foe,
                )

    def _list_peaceful_moves(self) -> Iterator[RivalMove]:
        """Tiles to turn up, and flags that nobody stands on."""
        look = self.assessment
        for foe in self.animals:
            for space in (look.forest | look.flags.keys()) & foe.steps_to.keys():
                if space not in look.own_animals and space not in look.rival_animals:
                    gain = look.space_value(space) + (look.expected_tile_value if space in look.forest else 0)
                    yield RivalMove(
                        look.rival_weight * gain - _cost_of_leaving(look, foe), foe.steps_to[space], space, foe
                    )


def list_replies(look: Assessment, friends: Iterable[OwnAnimal]) -> list[RivalReplies]:
    friends = list(friends)
    homes = {friend.space: look.value_at_home(friend) for friend in friends}
    return [_list_replies_of(look, visit, friends, homes) for visit in look.rival_turns]


def _list_replies_of(
    look: Assessment, visit: RivalTurn, friends: list[OwnAnimal], homes: Mapping[Space, float]
) -> RivalReplies:
    foes = tuple(foe for foe in look.rival_animals.values() if foe.seat == visit.seat)
    odds = {
        (friend.space, foe.space): look.defense_loss_probability(friend.possible_animals, foe, *visit.modes)
        for friend in friends
        for foe in foes
    }
    bare = RivalReplies(look, foes, (), odds, homes)
    attacks = (move for friend in friends for move in bare._list_attacks(friend, friend.space))
    return RivalReplies(look, foes, (*attacks, *bare._list_peaceful_moves()), odds, homes)


def _cost_of_leaving(look: Assessment, foe: RivalAnimal) -> float:
    """What a foe gives up that leaves its space."""
    return look.rival_weight * look.space_value(foe.space)


def _expected_cost(moves: Iterable[RivalMove]) -> float:
    """The mean over the die of the dearest move that it allows, or of none."""
    dearest = [0.0] * 7
    for one in moves:
        dearest[one.steps] = max(dearest[one.steps], one.cost)
    return sum(accumulate(dearest, max)) / 6


@dataclass(frozen=True, slots=True)
class MoveValue:
    move: Move
    gain: float
    """More than staying brings."""
    steps: int
    space: Space
    win_probability: float | None = None
    """Of a duel: that it is won."""
    threat_reduction: float = 0
    """What of the gain is that the others can do less."""


def value_moves(
    look: Assessment, mode: Mode, max_steps: int = MAX_STEPS, *, count_threats: bool
) -> Iterator[MoveValue]:
    """Weigh each animal on each space it could reach; a wary player also counts what the others could do next."""
    friends = [look.own_animal_on(space) for space in look.own_animals]
    visits = list_replies(look, friends) if count_threats else ()
    threat = sum((visit.expected_cost() for visit in visits), 0.0)
    for friend in friends:
        home = look.value_at_home(friend)
        stay = look.space_value(friend.space) + friend.best_target_value(friend.space)
        beaten = home - look.cost_of_losing(friend.possible_animals) - stay
        alone = threat - sum(visit.expected_cost_without(friend) for visit in visits)
        for space, steps in find_reachable(friend.space, max_steps, look.own_animals, look.rival_animals).items():
            foe = look.rival_animals.get(space)
            relief = threat - sum(visit.expected_cost_after(friend, space, beaten=foe is not None) for visit in visits)
            there = look.space_value(space) + friend.best_target_value(space) - stay
            word = make_move(friend.space, space)
            if foe:
                odds = look.attack_win_probability(friend.possible_animals, foe, mode)
                relief = odds * relief + (1 - odds) * alone
                gain = odds * (look.value_of_winning(foe) + there) + (1 - odds) * beaten + relief
                yield MoveValue(word, gain, steps, space, odds, relief)
            else:
                found = look.expected_tile_value if space in look.forest else 0
                yield MoveValue(word, found + there + relief, steps, space, None, relief)


def find_best(found: Iterable[MoveValue]) -> MoveValue | None:
    """The best, if it is better than staying."""
    top = max(found, key=lambda each: each.gain, default=None)
    return top if top and top.gain > 0 else None


def list_gains_by_die(found: Sequence[MoveValue]) -> list[float]:
    """What each die would bring, 1 to 6."""
    tops = (find_best(each for each in found if each.steps <= die) for die in DIE_FACES)
    return [top.gain if top else 0 for top in tops]
