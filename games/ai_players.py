"""Computer players by name: the computer opponent's levels, and the baselines that its strength is measured against."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.core import Game, Level, Move, TimeLeft
from games.dice import Dice
from games.refused import Refused

THINKING_TIME_S: Final[Mapping[Level, float]] = {Level.PLAYFUL: 0.1, Level.STEADY: 0.3, Level.STRONG: 1.0}
"""The time in seconds that each level may think about one move."""


def thinking_time_s(name: str) -> float:
    """Return the time limit in seconds for one move. Baselines have no limit, since they need little time."""
    return THINKING_TIME_S[Level(name)] if name in list(Level) else math.inf


MoveChooser: TypeAlias = Callable[[Any, Dice, TimeLeft], Move]
"""A function that chooses a move, given a view, dice and a function that returns the remaining time."""


def find_player(game: Game[Any, Any, Any], name: str) -> MoveChooser:
    """Return the level or baseline with this name as a player. Raises `Refused` if the game has neither."""
    if name in game.LEVELS:
        think = game.think
        return lambda view, dice, left: think(view, Level(name), dice, left).move
    if name in game.baselines:
        baseline = game.baselines[name]
        return lambda view, dice, _: baseline(view, dice)
    raise Refused("player-unknown", given=name, known=", ".join([*game.LEVELS, *game.baselines]))
