"""What to say where nobody moves: modes, wounds, guesses, dice once more, and the way home."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

from games.core import Move, Suggestion
from games.dice import Dice
from games.woodwalkers.assessment import KEPT_TILE_POINTS, assess_position
from games.woodwalkers.figures import DIE_FACES, FIGURES, MODES, Mode
from games.woodwalkers.legal_moves import DONE, KEEP, PASS, REROLL, legal_moves, list_arrangements
from games.woodwalkers.move_value import list_gains_by_die, list_replies, value_moves
from games.woodwalkers.pieces import ANIMALS, IN_HAND, duel_value
from games.woodwalkers.probabilities import duel_win_probability, list_possible_animals
from games.woodwalkers.spaces import INNER_SPACES, SPACE_BY_NAME
from games.woodwalkers.state import View

ARRANGEMENT_SAMPLES: Final = 30
"""So many arrangements are looked at."""
DUEL_STAKE_POINTS: Final = FIGURES.duel_points + 0.5
"""What turning a duel is worth without a flag: its points, and not to be wounded."""
LATE_ROUND_SHARE: Final = 0.6
"""The share of the rounds after which a Medicine need not be saved for worse."""


def choose_arrangement(view: View, dice: Dice) -> Suggestion:
    """By day no two neighbours who are good at the same; at midnight none that anybody could reason out."""
    if view.terms.is_midnight:
        return Suggestion(dice.choose(list_arrangements()), "why-set-night")
    drawn = [dice.choose(list_arrangements()) for _ in range(ARRANGEMENT_SAMPLES)]
    return Suggestion(max(drawn, key=_measure_variety), "why-set")


def _measure_variety(word: Move) -> int:
    """How good the better of each two neighbours is, over all modes."""
    values = [FIGURES.animal_values[name] for name in word[1:]]
    return sum(max(one[mode], other[mode]) for one, other in pairwise(values) for mode in MODES)


def choose_mode(view: View, *, wary: bool) -> Suggestion:
    """Where one's own have more to win than to lose, or are worth more than the others."""
    words = legal_moves(view)
    word = max(words, key=lambda word: _expected_mode_gain(view, word[1]) if wary else _mode_advantage(view, word[1]))
    return Suggestion(word, "why-mode", {"mode": word[1]})


def _expected_mode_gain(view: View, mode: Mode) -> float:
    """One's own best move, over the die, less what the others do first."""
    look = assess_position(replace(view, mode=mode))
    threat = sum(visit.expected_cost() for visit in list_replies(look, map(look.own_animal_on, look.own_animals)))
    return sum(list_gains_by_die(list(value_moves(look, mode, count_threats=False)))) / len(DIE_FACES) - threat


def _mode_advantage(view: View, mode: Mode) -> float:
    """The worth of one's own animals less that of the others; on a flag it matters more, at home less."""
    flags, total = dict(view.flags), 0.0
    for seat, camp in enumerate(view.teams):
        side = 1 if seat == view.seat else -1 / (view.terms.seats - 1)
        for space, could in list_possible_animals(camp).items():
            weight = 1.0 if space in flags else 0.6 if space in INNER_SPACES else 0.3
            total += side * weight * sum(duel_value(animal, mode, camp.wounds[animal]) for animal in could) / len(could)
    return total


def choose_healing(view: View) -> Suggestion | None:
    """A second wound at once, any other of whoever is out there, or when little is left to come."""
    camp = view.teams[view.mover]
    if not camp.medicine_tiles or not camp.wounded:
        return None
    out = {
        could[0] for space, could in list_possible_animals(camp).items() if space in INNER_SPACES and len(could) == 1
    }
    animal = max(camp.wounded, key=lambda animal: (camp.wounds[animal], animal in out))
    wounds = camp.wounds[animal]
    if (
        wounds < FIGURES.wounds_to_remove - 1
        and animal not in out
        and view.round < LATE_ROUND_SHARE * view.rounds_total
    ):
        return None
    return Suggestion(("heal", ANIMALS[animal]), "why-heal", {"animal": ANIMALS[animal], "wounds": wounds})


def choose_after_move(view: View) -> Suggestion:
    return choose_healing(view) or Suggestion(DONE, "why-done")


def choose_guess(view: View) -> Suggestion:
    """Only with an even chance at least, and only where it helps."""
    assert view.duel
    assert view.mode
    challenger, defender = view.duel.seats
    mine = defender, list_possible_animals(view.teams[defender])[view.duel.space]
    could = list_possible_animals(view.teams[challenger])[view.duel.origin]

    def beaten(guessed: int | None) -> float:
        """Over all they can be: one less for them if it is the one, one more if not."""
        bonus = [0 if guessed is None else -1 if animal == guessed else 1 for animal in could]
        each = zip(could, bonus, strict=True)
        return sum(
            duel_win_probability(view, view.mode or "", (challenger, (one,)), mine, more) for one, more in each
        ) / len(could)

    guesses = could if len(could) <= 2 else ()
    animal = min((None, *guesses), key=beaten)
    if animal is None:
        return Suggestion(PASS, "why-pass", {"count": len(could)})
    return Suggestion(("guess", ANIMALS[animal]), "why-guess", {"animal": ANIMALS[animal], "chance": 100 // len(could)})


def reroll_win_probability(view: View) -> float:
    """How likely another die of one's own turns the duel."""
    duel = view.duel
    assert duel
    mine, theirs = duel.totals if duel.losing_side == 0 else duel.totals[::-1]
    without = mine - duel.dice[duel.losing_side]
    # When equal the challenger loses.
    return sum(without + die > theirs - (duel.losing_side == 1) for die in DIE_FACES) / len(DIE_FACES)


def is_reroll_worthwhile(view: View) -> bool:
    """Would it turn the duel often enough for what it is about?"""
    assert view.duel
    return (
        reroll_win_probability(view) * (DUEL_STAKE_POINTS + dict(view.flags).get(view.duel.space, 0))
        >= KEPT_TILE_POINTS
    )


def choose_duel_reroll(view: View) -> Suggestion:
    """In a duel that is being lost."""
    facts = {"chance": round(100 * reroll_win_probability(view))}
    return (
        Suggestion(REROLL, "why-duel-again", facts)
        if is_reroll_worthwhile(view)
        else Suggestion(KEEP, "why-duel-keep", facts)
    )


def choose_home(view: View) -> Suggestion:
    """Where the next way is best."""
    assert view.duel
    look = assess_position(view)
    friend = look.own_animal_on(IN_HAND)
    word = max(legal_moves(view), key=lambda word: friend.best_target_value(SPACE_BY_NAME[word[1]]))
    return Suggestion(word, "why-home", {"space": word[1].upper()})
