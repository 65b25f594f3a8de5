"""AI heuristics for all decisions except moves: arrangements, modes, healing, guesses, rerolls and start spaces."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

from games.core import Move, Suggestion
from games.dice import Dice
from games.woodwalkers.assessment import KEPT_TILE_POINTS, WOUND_COST_POINTS, assess_position
from games.woodwalkers.figures import DIE_FACES, FIGURES, MODES, Mode
from games.woodwalkers.legal_moves import DONE, KEEP, PASS, REROLL, legal_moves, list_arrangements
from games.woodwalkers.move_value import list_gains_by_die, list_replies, value_moves
from games.woodwalkers.pieces import ANIMALS, IN_HAND, Animal, duel_value
from games.woodwalkers.probabilities import duel_win_probability, list_possible_animals
from games.woodwalkers.spaces import INNER_SPACES, SPACE_BY_NAME
from games.woodwalkers.state import View

ARRANGEMENT_SAMPLES: Final = 30
"""The number of random arrangements from which the AI chooses the best one by day."""
DUEL_STAKE_POINTS: Final = FIGURES.duel_points + WOUND_COST_POINTS
"""The value of turning a lost duel into a win, without any flag: the duel's points and the avoided wound."""
LATE_ROUND_SHARE: Final = 0.6
"""The fraction of the rounds after which the AI heals any wound.

Before that, the AI may save its Medicine tile for a worse wound.
"""
ANIMAL_WEIGHT_ON_FLAG: Final = 1.0
ANIMAL_WEIGHT_ON_FIELD: Final = 0.6
ANIMAL_WEIGHT_ON_START: Final = 0.3
"""The weight of an animal on a start space when modes are compared.

Animals on flags have the largest weight, because they are the most likely to fight.
"""
MAX_GUESS_CANDIDATES: Final = 2
"""The maximum number of possible animals at which the AI guesses the challenger.

A wrong guess costs as much as a right guess gains, so a guess should be right at least half of the time.
"""


def choose_arrangement(view: View, dice: Dice) -> Suggestion:
    """Choose an arrangement. By day, choose one in which neighbors are strong in different modes.

    At midnight, the arrangement is random, so that rivals cannot predict it.
    """
    if view.terms.is_midnight:
        return Suggestion(dice.choose(list_arrangements()), "why-set-night")
    arrangements = [dice.choose(list_arrangements()) for _ in range(ARRANGEMENT_SAMPLES)]
    return Suggestion(max(arrangements, key=_measure_variety), "why-set")


def _measure_variety(arrangement: Move) -> int:
    """Rate how well neighbors complement each other: sum up the higher value of each pair in each mode."""
    values = [FIGURES.animal_values[name] for name in arrangement[1:]]
    return sum(max(left[mode], right[mode]) for left, right in pairwise(values) for mode in MODES)


def choose_mode(view: View, *, count_threats: bool) -> Suggestion:
    """Choose the mode with the best expected gain.

    Without `count_threats`, choose the mode in which the seat's animals have the greatest advantage over the rivals'.
    """
    rate_mode = _expected_mode_gain if count_threats else _mode_advantage
    move = max(legal_moves(view), key=lambda move: rate_mode(view, move[1]))
    return Suggestion(move, "why-mode", {"mode": move[1]})


def _expected_mode_gain(view: View, mode: Mode) -> float:
    """Return the gain of the seat's best move, averaged over all rolls, minus the expected cost of rival turns.

    Only rival turns before the seat's own turn count.
    """
    assessment = assess_position(replace(view, mode=mode))
    own_animals = map(assessment.own_animal_on, assessment.own_animals)
    threat = sum(replies.expected_cost() for replies in list_replies(assessment, own_animals))
    return sum(list_gains_by_die(list(value_moves(assessment, mode, count_threats=False)))) / len(DIE_FACES) - threat


def _mode_advantage(view: View, mode: Mode) -> float:
    """Return the seat's weighted sum of animal values in this mode, minus the average of the rivals' sums."""
    flags, total = dict(view.flags), 0.0
    for seat, team in enumerate(view.teams):
        sign = 1 if seat == view.seat else -1 / (view.terms.seats - 1)
        for space, animals in list_possible_animals(team).items():
            if space in flags:
                weight = ANIMAL_WEIGHT_ON_FLAG
            else:
                weight = ANIMAL_WEIGHT_ON_FIELD if space in INNER_SPACES else ANIMAL_WEIGHT_ON_START
            values = (duel_value(animal, mode, team.wounds[animal]) for animal in animals)
            total += sign * weight * sum(values) / len(animals)
    return total


def choose_healing(view: View) -> Suggestion | None:
    """Return a healing move, or None to save the Medicine tile.

    An animal with two wounds is healed at once. An animal with one wound is healed only if it is on the inner field or
    the match is in its late rounds.
    """
    team = view.teams[view.mover]
    if not team.medicine_tiles or not team.wounded:
        return None
    on_field = {
        animals[0]
        for space, animals in list_possible_animals(team).items()
        if space in INNER_SPACES and len(animals) == 1
    }
    animal = max(team.wounded, key=lambda animal: (team.wounds[animal], animal in on_field))
    wounds = team.wounds[animal]
    if (
        wounds < FIGURES.wounds_to_remove - 1
        and animal not in on_field
        and view.round < LATE_ROUND_SHARE * view.rounds_total
    ):
        return None
    return Suggestion(("heal", ANIMALS[animal]), "why-heal", {"animal": ANIMALS[animal], "wounds": wounds})


def choose_after_move(view: View) -> Suggestion:
    return choose_healing(view) or Suggestion(DONE, "why-done")


def choose_guess(view: View) -> Suggestion:
    """Guess the challenger's animal if a guess lowers the risk of defeat and at most two animals are possible."""
    assert view.duel
    assert view.mode
    mode = view.mode
    challenger, defender = view.duel.seats
    own_animal = defender, list_possible_animals(view.teams[defender])[view.duel.space]
    candidates = list_possible_animals(view.teams[challenger])[view.duel.origin]

    def loss_probability(guess: Animal | None) -> float:
        """Return the probability of losing the duel, averaged over all candidates.

        A right guess lowers the challenger's lead by 1, and a wrong guess raises it by 1.
        """
        bonuses = [0 if guess is None else -1 if animal == guess else 1 for animal in candidates]
        return sum(
            duel_win_probability(view, mode, (challenger, (animal,)), own_animal, bonus)
            for animal, bonus in zip(candidates, bonuses, strict=True)
        ) / len(candidates)

    guesses = candidates if len(candidates) <= MAX_GUESS_CANDIDATES else ()
    guess = min((None, *guesses), key=loss_probability)
    if guess is None:
        return Suggestion(PASS, "why-pass", {"count": len(candidates)})
    chance_percent = 100 // len(candidates)
    return Suggestion(("guess", ANIMALS[guess]), "why-guess", {"animal": ANIMALS[guess], "chance": chance_percent})


def reroll_win_probability(view: View) -> float:
    """Return the probability that the losing side wins the duel by rolling its die again."""
    duel = view.duel
    assert duel
    losing_total, winning_total = duel.totals if duel.losing_side == 0 else duel.totals[::-1]
    total_without_die = losing_total - duel.dice[duel.losing_side]
    # The challenger loses a tie, so a tie is enough for the defender (side 1).
    needed = winning_total - (duel.losing_side == 1)
    return sum(total_without_die + die > needed for die in DIE_FACES) / len(DIE_FACES)


def is_reroll_worthwhile(view: View) -> bool:
    """Return whether a reroll in the duel is worth a Die tile."""
    assert view.duel
    return (
        reroll_win_probability(view) * (DUEL_STAKE_POINTS + dict(view.flags).get(view.duel.space, 0))
        >= KEPT_TILE_POINTS
    )


def choose_duel_reroll(view: View) -> Suggestion:
    facts = {"chance": round(100 * reroll_win_probability(view))}
    return (
        Suggestion(REROLL, "why-duel-again", facts)
        if is_reroll_worthwhile(view)
        else Suggestion(KEEP, "why-duel-keep", facts)
    )


def choose_home(view: View) -> Suggestion:
    """Choose the start space that gives the animal that lost the duel its best target."""
    assert view.duel
    animal = assess_position(view).own_animal_on(IN_HAND)
    move = max(legal_moves(view), key=lambda move: animal.best_target_value(SPACE_BY_NAME[move[1]]))
    return Suggestion(move, "why-home", {"space": move[1].upper()})
