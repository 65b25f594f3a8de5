"""How much happened in a step, for whoever looks back: duels before all else, most of all the last of an animal."""

from __future__ import annotations

from typing import Final

from games.woodwalkers.house import HOUSE
from games.woodwalkers.state import View
from games.woodwalkers.story import Duel, Fact, Found
from games.woodwalkers.things import worth

GONE: Final = 6
"""That an animal leaves the game, beside what its duel weighs."""


def weigh_step(before: View, view: View) -> int:
    return sum(_weighed(view, fact) for fact in view.last if fact not in before.last)


def _weighed(view: View, fact: Fact) -> int:
    """A duel only once it is settled; a space weighs what its flag is worth."""
    match fact:
        case Duel(space=space, winner=winner, removed=removed) if winner is not None:
            return 2 * HOUSE.duel_points + dict(view.flags).get(space, 0) + GONE * removed
        case Found(tile=tile):
            return worth(tile) // 2 + (tile == "point")
    return 0
