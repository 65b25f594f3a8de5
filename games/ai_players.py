"""Computer players by name: the levels of the computer opponent, and the baselines used to measure its strength."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.core import Game, Level, Move, TimeLeft
from games.dice import Dice
from games.refused import Refused

THINKING_TIME_S: Final[Mapping[Level, float]] = {Level.EASY: 0.1, Level.MEDIUM: 0.3, Level.HARD: 1.0}
"""The time in seconds that each level may think about one move."""


def thinking_time_s(name: str) -> float:
    """Return how long a player may think about one move, in seconds.

    Baselines need little time, so for any name that is not a level, the limit is infinite.
    """
    return THINKING_TIME_S[Level(name)] if name in list(Level) else math.inf


MoveChooser: TypeAlias = Callable[[Any, Dice, TimeLeft], Move]
"""A function that chooses a move, given a view, dice and a function that returns the remaining time."""


def find_player(game: Game[Any, Any, Any], name: str) -> MoveChooser:
    """Return the function that chooses the moves of a level or baseline. Raises `Refused` for an unknown name."""
    if name in game.LEVELS:
        think = game.think
        return lambda view, dice, time_left: think(view, Level(name), dice, time_left).move
    if name in game.baselines:
        baseline = game.baselines[name]
        return lambda view, dice, _: baseline(view, dice)
    raise Refused("player-unknown", given=name, known=", ".join([*game.LEVELS, *game.baselines]))
