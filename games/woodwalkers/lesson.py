"""What somebody is told who plays Woodwalkers for the first time: each thing once, where they first meet it."""

from __future__ import annotations

from typing import Final

from games.woodwalkers.house import HOUSE
from games.woodwalkers.state import State, View, say

GOAL: Final = "goal"
_PHASES: Final = ("arrange", "roll", "guess")
_TILES: Final = ("flag", "medicine", "die")
_IN_ORDER: Final = ("arrange", "night", "roll", "flag", "medicine", "die", "duel", "guess", GOAL)


def met(there: State | View) -> frozenset[str]:
    """What there is to be told of by now; all of it lies open."""
    night = ("night",) if there.terms.hidden and not there.terms.own else ()
    flags = ("flag",) if there.flags else ()
    duel = ("duel",) if there.duel else ()
    phase = (there.phase,) if there.phase in _PHASES else ()
    return frozenset((GOAL, *night, *phase, *flags, *(tile for tile in there.found if tile in _TILES), *duel))


def introduction(view: View, locale: str) -> str:
    """What this seat decides now for the first time, and what has come up since it last decided."""
    if view.seat is None:
        return ""
    new = met(view) - view.camps[view.seat].met
    return " ".join(say(f"first-{it}", locale, points=HOUSE.duel_points) for it in _IN_ORDER if it in new)
