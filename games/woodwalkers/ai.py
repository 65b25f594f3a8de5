"""How the house plays Woodwalkers, at each level."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from games.core import Level, Move, Suggestion, TimeLeft
from games.dice import Dice
from games.woodwalkers.assessment import KEPT_TILE_POINTS, Assessment, assess_position
from games.woodwalkers.figures import DIE_FACES
from games.woodwalkers.heuristics import (
    choose_after_move,
    choose_arrangement,
    choose_duel_reroll,
    choose_guess,
    choose_healing,
    choose_home,
    choose_mode,
    is_reroll_worthwhile,
)
from games.woodwalkers.legal_moves import KEEP, REROLL, ROLL, STAY, legal_moves
from games.woodwalkers.move_value import MoveValue, find_best_move, list_gains_by_die, value_moves
from games.woodwalkers.pieces import ANIMALS, flag_value
from games.woodwalkers.spaces import MAX_STEPS, SPACE_NAMES
from games.woodwalkers.state import View
from games.woodwalkers.views import forget

PLAYFUL_MOVE_SAMPLES: Final = 6
"""So many moves come to the mind of who plays for fun: with three the next level won 59 matches of 60 for two."""


def think(view: View, level: Level, dice: Dice, left: TimeLeft) -> Suggestion:
    """A legal word, from what the view shows and nothing else."""
    if left() <= 0:
        return Suggestion(random_move(view, dice), "why-random")
    if level is Level.PLAYFUL:
        return _choose_playfully(view if view.phase in ("duel", "home") else forget(view), dice, left)
    return _choose_by_heuristics(view, dice, left, wary=True)


def _choose_by_heuristics(view: View, dice: Dice, left: TimeLeft, *, wary: bool) -> Suggestion:
    match view.phase:
        case "arrange":
            return choose_arrangement(view, dice)
        case "mode":
            return choose_mode(view, wary=wary)
        case "roll":
            return choose_healing(view) or Suggestion(ROLL, "why-roll")
        case "reroll":
            return _choose_movement_reroll(view, left, wary=wary)
        case "move":
            look = assess_position(view)
            return _explain_move(look, find_best_move(_value_moves_with_die(look, left, wary=wary)))
        case "guess":
            return choose_guess(view)
        case "duel":
            return choose_duel_reroll(view)
        case "home":
            return choose_home(view)
        case _:
            return choose_after_move(view)


def _choose_playfully(view: View, dice: Dice, left: TimeLeft) -> Suggestion:
    """Remembers nothing that does not lie open, chooses any mode, and makes the best of a few moves."""
    match view.phase:
        case "mode":
            return Suggestion(dice.choose(legal_moves(view)), "why-random")
        case "move":
            look = assess_position(view)
            good = [each for each in _value_moves_with_die(look, left, wary=False) if each.gain > 0]
            return _explain_move(
                look, find_best_move([dice.choose(good) for _ in range(PLAYFUL_MOVE_SAMPLES)]) if good else None
            )
        case _:
            return _choose_by_heuristics(view, dice, left, wary=False)


def _value_moves_with_die(look: Assessment, left: TimeLeft, *, wary: bool) -> list[MoveValue]:
    """What the die allows, as far as the time goes."""
    return _value_moves_in_time(look, left, look.view.die, wary=wary)


def _value_moves_in_time(look: Assessment, left: TimeLeft, most: int = MAX_STEPS, *, wary: bool) -> list[MoveValue]:
    assert look.view.mode
    return list(takewhile(lambda _: left() > 0, value_moves(look, look.view.mode, most, count_threats=wary)))


def _choose_movement_reroll(view: View, left: TimeLeft, *, wary: bool) -> Suggestion:
    """If the others would bring so much more that the tile is worth it; a tile in hand at the end is worth nothing."""
    look = assess_position(view)
    gains = list_gains_by_die(_value_moves_in_time(look, left, wary=wary))
    more = sum(gains) / len(DIE_FACES) - gains[view.die - 1]
    if more > (KEPT_TILE_POINTS if look.has_another_turn else 0):
        return Suggestion(REROLL, "why-die-again", {"die": view.die})
    return Suggestion(KEEP, "why-die-keep", {"die": view.die})


def _explain_move(look: Assessment, prospect: MoveValue | None) -> Suggestion:
    """What speaks most for a move. At midnight no odds: they would tell who lies where."""
    if prospect is None:
        return Suggestion(STAY, "why-stay")
    space, word = prospect.space, prospect.move
    facts: dict[str, str | int] = {"space": SPACE_NAMES[space].upper()}
    flag = look.flags.get(space, 0)
    if prospect.win_probability is not None:
        if look.view.terms.is_midnight:
            return Suggestion(word, "why-duel-night", facts)
        facts["chance"] = round(100 * prospect.win_probability)
        return Suggestion(word, "why-duel-flag" if flag else "why-duel", facts | ({"value": flag} if flag else {}))
    if flag:
        return Suggestion(word, "why-flag", facts | {"value": flag})
    if space in look.forest:
        chance = sum(share for tile, share in look.tile_probabilities.items() if flag_value(tile))
        return Suggestion(word, "why-tile", facts | {"chance": round(100 * chance)})
    return Suggestion(word, "why-safer" if prospect.threat_reduction > prospect.gain / 2 else "why-nearer", facts)


def random_move(view: View, dice: Dice) -> Move:
    """Never skips, is uniform over animal and target, heals the most wounded at once, re-rolls no movement."""
    words = legal_moves(view)
    heals = [word for word in words if word[0] == "heal"]
    if heals:
        wounds = view.teams[view.mover].wounds
        return max(heals, key=lambda word: wounds[ANIMALS.index(word[1])])
    match view.phase:
        case "roll":
            return ROLL
        case "reroll":
            return KEEP
        case "duel":
            return REROLL if is_reroll_worthwhile(view) and dice.draw_below(2) else KEEP
        case "move":
            return dice.choose([word for word in words if word != STAY] or words)
        case _:
            return dice.choose(words)


def _time_without_limit() -> float:
    return 1


def greedy_move(view: View, dice: Dice) -> Move:
    """The best of one turn, whoever may come after it."""
    return _choose_by_heuristics(view, dice, _time_without_limit, wary=False).move
