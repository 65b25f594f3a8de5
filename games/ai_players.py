"""Computer players by name: the levels of the house, and the baselines that it is measured against."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.core import Game, Level, Move, TimeLeft
from games.dice import Dice
from games.refused import Refused

THINKING_TIME_S: Final[Mapping[Level, float]] = {Level.PLAYFUL: 0.1, Level.STEADY: 0.3, Level.STRONG: 1.0}
"""Seconds to think about one move."""


def thinking_time_s(name: str) -> float:
    """Return the thinking time for one move. Baselines take little time and have no limit."""
    return THINKING_TIME_S[Level(name)] if name in list(Level) else math.inf


MoveChooser: TypeAlias = Callable[[Any, Dice, TimeLeft], Move]
"""Chooses a move from a view, dice and the time that is left."""


def find_player(game: Game[Any, Any, Any], name: str) -> MoveChooser:
    """Return the player with the name of a level or of a baseline."""
    if name in game.LEVELS:
        think = game.think
        return lambda view, dice, left: think(view, Level(name), dice, left).move
    if name in game.baselines:
        baseline = game.baselines[name]
        return lambda view, dice, _: baseline(view, dice)
    raise Refused("player-unknown", given=name, known=", ".join([*game.LEVELS, *game.baselines]))
