"""How much happened in a step, for whoever looks back: duels before all else, most of all the last of an animal."""

from __future__ import annotations

from typing import Final

from games.woodwalkers.events import Duel, Event, TileFound
from games.woodwalkers.figures import FIGURES
from games.woodwalkers.pieces import flag_value
from games.woodwalkers.state import View

REMOVAL_WEIGHT: Final = 6
"""That an animal leaves the game, beside what its duel weighs."""


def weigh_step(before: View, view: View) -> int:
    return sum(_weigh_event(view, fact) for fact in view.turn_events if fact not in before.turn_events)


def _weigh_event(view: View, fact: Event) -> int:
    """A duel only once it is settled; a space weighs what its flag is worth."""
    match fact:
        case Duel(space=space, winner=winner, is_loser_removed=removed) if winner is not None:
            return 2 * FIGURES.duel_points + dict(view.flags).get(space, 0) + REMOVAL_WEIGHT * removed
        case TileFound(tile=tile):
            return flag_value(tile) // 2 + (tile == "point")
    return 0
