"""AI players of Woodwalkers: the levels, a greedy player and a random player."""

from __future__ import annotations

from itertools import takewhile
from math import inf
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

EASY_AIMLESS_PERCENT: Final = 60
"""How often the easy level moves anywhere, without considering what the move gains.

A player who always moves like that wins three matches in ten against it. When the level always chose a move that gains
something, such a player won none.
"""


def think(view: View, level: Level, dice: Dice, time_left: TimeLeft) -> Suggestion:
    if time_left() <= 0:
        return Suggestion(random_move(view, dice), "why-random")
    if level is Level.EASY:
        # The easy level remembers nothing, but must see the duel to make decisions in it.
        return _choose_easy_move(view if view.phase in ("duel", "home") else forget(view), dice, time_left)
    return _choose_by_heuristics(view, dice, time_left, count_threats=True)


def _choose_by_heuristics(view: View, dice: Dice, time_left: TimeLeft, *, count_threats: bool) -> Suggestion:
    """Choose a move by the heuristics. With `count_threats`, also consider the rivals' possible replies."""
    match view.phase:
        case "arrange":
            return choose_arrangement(view, dice)
        case "mode":
            return choose_mode(view, count_threats=count_threats)
        case "roll":
            return choose_healing(view) or Suggestion(ROLL, "why-roll")
        case "reroll":
            return _choose_movement_reroll(view, time_left, count_threats=count_threats)
        case "move":
            assessment = assess_position(view)
            return _explain_move(
                assessment, find_best_move(_value_moves_with_die(assessment, time_left, count_threats=count_threats))
            )
        case "guess":
            return choose_guess(view)
        case "duel":
            return choose_duel_reroll(view)
        case "home":
            return choose_home(view)
        case _:
            return choose_after_move(view)


def _choose_easy_move(view: View, dice: Dice, time_left: TimeLeft) -> Suggestion:
    """Choose a random battle mode. When moving, choose a random move or, less often, one that gains something.

    All other decisions use the heuristics.
    """
    match view.phase:
        case "mode":
            return Suggestion(dice.choose(legal_moves(view)), "why-random")
        case "move":
            if dice.draw_below(100) < EASY_AIMLESS_PERCENT:
                return Suggestion(random_move(view, dice), "why-random")
            assessment = assess_position(view)
            move_values = _value_moves_with_die(assessment, time_left, count_threats=False)
            good_moves = [move_value for move_value in move_values if move_value.gain > 0]
            return _explain_move(assessment, dice.choose(good_moves) if good_moves else None)
        case _:
            return _choose_by_heuristics(view, dice, time_left, count_threats=False)


def _value_moves_with_die(assessment: Assessment, time_left: TimeLeft, *, count_threats: bool) -> list[MoveValue]:
    return _value_moves_in_time(assessment, time_left, assessment.view.die, count_threats=count_threats)


def _value_moves_in_time(
    assessment: Assessment, time_left: TimeLeft, max_steps: int = MAX_STEPS, *, count_threats: bool
) -> list[MoveValue]:
    mode = assessment.view.mode
    assert mode
    return list(
        takewhile(lambda _: time_left() > 0, value_moves(assessment, mode, max_steps, count_threats=count_threats))
    )


def _choose_movement_reroll(view: View, time_left: TimeLeft, *, count_threats: bool) -> Suggestion:
    """Choose whether to use a Die tile: if a reroll gains more than the tile is worth.

    In the seat's last turn, a kept tile is worth nothing.
    """
    assessment = assess_position(view)
    gains = list_gains_by_die(_value_moves_in_time(assessment, time_left, count_threats=count_threats))
    gain_by_reroll = sum(gains) / len(DIE_FACES) - gains[view.die - 1]
    if gain_by_reroll > (KEPT_TILE_POINTS if assessment.has_another_turn else 0):
        return Suggestion(REROLL, "why-die-again", {"die": view.die})
    return Suggestion(KEEP, "why-die-keep", {"die": view.die})


def _explain_move(assessment: Assessment, move_value: MoveValue | None) -> Suggestion:
    """Return a suggestion with its main reason. At midnight, omit the odds of a duel, because they reveal animals."""
    if move_value is None:
        return Suggestion(STAY, "why-stay")
    space, move = move_value.space, move_value.move
    facts: dict[str, str | int] = {"space": SPACE_NAMES[space].upper()}
    flag = assessment.flags.get(space, 0)
    if move_value.win_probability is not None:
        if assessment.view.terms.is_midnight:
            return Suggestion(move, "why-duel-night", facts)
        facts["chance"] = round(100 * move_value.win_probability)
        return Suggestion(move, "why-duel-flag" if flag else "why-duel", facts | ({"value": flag} if flag else {}))
    if flag:
        return Suggestion(move, "why-flag", facts | {"value": flag})
    if space in assessment.forest:
        chance = sum(probability for tile, probability in assessment.tile_probabilities.items() if flag_value(tile))
        return Suggestion(move, "why-tile", facts | {"chance": round(100 * chance)})
    return Suggestion(move, "why-safer" if move_value.threat_reduction > move_value.gain / 2 else "why-nearer", facts)


def random_move(view: View, dice: Dice) -> Move:
    """Return a random move. All possible moves, modes, guesses and start spaces are equally likely.

    Some decisions are not random. Whenever healing is possible, the most wounded animal is healed. The player never
    skips a turn, never rerolls a movement, and stays only if no animal can move.
    """
    moves = legal_moves(view)
    heals = [move for move in moves if move[0] == "heal"]
    if heals:
        wounds = view.teams[view.mover].wounds
        return max(heals, key=lambda move: wounds[ANIMALS.index(move[1])])
    match view.phase:
        case "roll":
            return ROLL
        case "reroll":
            return KEEP
        case "duel":
            return REROLL if is_reroll_worthwhile(view) and dice.draw_below(2) else KEEP
        case "move":
            return dice.choose([move for move in moves if move != STAY] or moves)
        case _:
            return dice.choose(moves)


def greedy_move(view: View, dice: Dice) -> Move:
    """Return the best move for the current turn, ignoring the rivals' replies."""
    return _choose_by_heuristics(view, dice, lambda: inf, count_threats=False).move
