"""Estimates of each move's value, which look one turn ahead and include the rivals' possible replies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from games.core import Move
from games.woodwalkers.assessment import Assessment, OwnAnimal, RivalAnimal, RivalTurn
from games.woodwalkers.figures import DIE_FACES, DIE_SIDES, FIGURES, Mode
from games.woodwalkers.legal_moves import make_move
from games.woodwalkers.spaces import INNER_SPACES, MAX_STEPS, Space, find_reachable


@dataclass(frozen=True, slots=True)
class RivalMove:
    """A possible move by a rival, and its cost for the seat that assesses the position."""

    cost: float
    steps: int
    space: Space
    """The space where the move ends."""
    animal: RivalAnimal


@dataclass(frozen=True, slots=True)
class RivalReplies:
    """A rival's possible moves in one turn from the current position, and its win probabilities in duels."""

    assessment: Assessment
    animals: tuple[RivalAnimal, ...]
    moves: tuple[RivalMove, ...]
    win_probabilities: Mapping[tuple[Space, Space], float]
    """The rival's win probability in a duel, by the space of the seat's animal and the space of the rival's animal."""
    start_values: Mapping[Space, float]
    """For each of the seat's animals, by space, the value of its best target after a return to a start space."""

    def expected_cost(self) -> float:
        return _expected_cost(self.moves)

    def expected_cost_after(self, own_animal: OwnAnimal, space: Space, *, has_beaten_rival: bool) -> float:
        """Return the expected cost of the rival's turn after `own_animal` moves to `space`.

        Set `has_beaten_rival` if the move beats a rival's animal on this space. That animal can no longer move from
        there.
        """
        changed_spaces = own_animal.space, space
        moves = chain(
            (move for move in self.moves if move.space not in changed_spaces), self._list_attacks(own_animal, space)
        )
        return _expected_cost(move for move in moves if not has_beaten_rival or move.animal.space != space)

    def expected_cost_without(self, own_animal: OwnAnimal) -> float:
        """Return the expected cost of the rival's turn after `own_animal` has lost a duel and left its space."""
        return _expected_cost(move for move in self.moves if move.space != own_animal.space)

    def _list_attacks(self, own_animal: OwnAnimal, space: Space) -> Iterator[RivalMove]:
        """Yield the rival's possible attacks on `own_animal` when it is on `space`. Start spaces cannot be attacked."""
        if space not in INNER_SPACES:
            return
        value_of_space = (
            (1 + self.assessment.rival_weight) * self.assessment.space_value(space)
            + own_animal.best_target_value(space)
            - self.start_values[own_animal.space]
        )
        for rival in self.animals:
            if space in rival.steps_to:
                win_probability = self.win_probabilities[own_animal.space, rival.space]
                cost_if_rival_wins = value_of_space + self.assessment.cost_of_losing(own_animal.possible_animals)
                gain_if_rival_loses = FIGURES.duel_points + self.assessment.rival_weight * self.assessment.wound_cost(
                    rival.seat, rival.possible_animals
                )
                yield RivalMove(
                    win_probability * cost_if_rival_wins
                    - (1 - win_probability) * gain_if_rival_loses
                    - _cost_of_leaving(self.assessment, rival),
                    rival.steps_to[space],
                    space,
                    rival,
                )

    def _list_peaceful_moves(self) -> Iterator[RivalMove]:
        """Yield the rival's possible moves to face-down tiles and unoccupied flags."""
        assessment = self.assessment
        for rival in self.animals:
            for space in (assessment.forest | assessment.flags.keys()) & rival.steps_to.keys():
                if space not in assessment.own_animals and space not in assessment.rival_animals:
                    gain = assessment.space_value(space) + (
                        assessment.expected_tile_value if space in assessment.forest else 0
                    )
                    yield RivalMove(
                        assessment.rival_weight * gain - _cost_of_leaving(assessment, rival),
                        rival.steps_to[space],
                        space,
                        rival,
                    )


def list_replies(assessment: Assessment, own_animals: Iterable[OwnAnimal]) -> list[RivalReplies]:
    own_animals = list(own_animals)
    start_values = {own_animal.space: assessment.value_at_start(own_animal) for own_animal in own_animals}
    return [
        _list_replies_in_turn(assessment, rival_turn, own_animals, start_values)
        for rival_turn in assessment.rival_turns
    ]


def _list_replies_in_turn(
    assessment: Assessment, rival_turn: RivalTurn, own_animals: list[OwnAnimal], start_values: Mapping[Space, float]
) -> RivalReplies:
    rivals = tuple(rival for rival in assessment.rival_animals.values() if rival.seat == rival_turn.seat)
    win_probabilities = {
        (own_animal.space, rival.space): assessment.defense_loss_probability(
            own_animal.possible_animals, rival, *rival_turn.modes
        )
        for own_animal in own_animals
        for rival in rivals
    }
    without_moves = RivalReplies(assessment, rivals, (), win_probabilities, start_values)
    attacks = (move for own_animal in own_animals for move in without_moves._list_attacks(own_animal, own_animal.space))
    return RivalReplies(
        assessment, rivals, (*attacks, *without_moves._list_peaceful_moves()), win_probabilities, start_values
    )


def _cost_of_leaving(assessment: Assessment, rival: RivalAnimal) -> float:
    return assessment.rival_weight * assessment.space_value(rival.space)


def _expected_cost(moves: Iterable[RivalMove]) -> float:
    """Return the mean cost over all rolls, assuming that the rival always makes the costliest move.

    If no move has a positive cost, the rival stays.
    """
    max_cost_by_steps = [0.0] * (MAX_STEPS + 1)
    for move in moves:
        max_cost_by_steps[move.steps] = max(max_cost_by_steps[move.steps], move.cost)
    return sum(accumulate(max_cost_by_steps, max)) / DIE_SIDES


@dataclass(frozen=True, slots=True)
class MoveValue:
    move: Move
    gain: float
    """The expected gain of the move compared with staying."""
    steps: int
    space: Space
    win_probability: float | None = None
    """The probability of winning the duel, or `None` for a move that starts no duel."""
    threat_reduction: float = 0
    """The part of `gain` that comes from lowering the expected cost of the rivals' next turns."""


def value_moves(
    assessment: Assessment, mode: Mode, max_steps: int = MAX_STEPS, *, count_threats: bool
) -> Iterator[MoveValue]:
    """Yield the value of each move of the seat's animals. With `count_threats`, also count the rivals' replies."""
    own_animals = [assessment.own_animal_on(space) for space in assessment.own_animals]
    replies_by_turn = list_replies(assessment, own_animals) if count_threats else ()
    threat = sum((replies.expected_cost() for replies in replies_by_turn), 0.0)
    for own_animal in own_animals:
        value_of_staying = assessment.space_value(own_animal.space) + own_animal.best_target_value(own_animal.space)
        gain_if_lost = (
            assessment.value_at_start(own_animal)
            - assessment.cost_of_losing(own_animal.possible_animals)
            - value_of_staying
        )
        reduction_if_lost = threat - sum(replies.expected_cost_without(own_animal) for replies in replies_by_turn)
        reachable = find_reachable(own_animal.space, max_steps, assessment.own_animals, assessment.rival_animals)
        for space, steps in reachable.items():
            rival = assessment.rival_animals.get(space)
            reduction = threat - sum(
                replies.expected_cost_after(own_animal, space, has_beaten_rival=rival is not None)
                for replies in replies_by_turn
            )
            gain_of_space = assessment.space_value(space) + own_animal.best_target_value(space) - value_of_staying
            move = make_move(own_animal.space, space)
            if rival:
                win_probability = assessment.attack_win_probability(own_animal.possible_animals, rival, mode)
                reduction = win_probability * reduction + (1 - win_probability) * reduction_if_lost
                gain = (
                    win_probability * (assessment.value_of_winning(rival) + gain_of_space)
                    + (1 - win_probability) * gain_if_lost
                    + reduction
                )
                yield MoveValue(move, gain, steps, space, win_probability, reduction)
            else:
                tile_value = assessment.expected_tile_value if space in assessment.forest else 0
                yield MoveValue(move, tile_value + gain_of_space + reduction, steps, space, None, reduction)


def find_best_move(move_values: Iterable[MoveValue]) -> MoveValue | None:
    """Return the best move, or None if staying is at least as good."""
    best = max(move_values, key=lambda move_value: move_value.gain, default=None)
    return best if best and best.gain > 0 else None


def list_gains_by_die(move_values: Sequence[MoveValue]) -> list[float]:
    """Return the gain of the best move for each roll from 1 to 6. If staying is best, the gain is 0."""
    best_moves = (
        find_best_move(move_value for move_value in move_values if move_value.steps <= die) for die in DIE_FACES
    )
    return [best.gain if best else 0 for best in best_moves]
