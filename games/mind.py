"""Who may sit in a seat beside people: the house at one of its levels, and the rivals it is measured by."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.core import Game, Left, Level, Word
from games.dice import Dice
from games.refused import Refused

SECONDS: Final[Mapping[Level, float]] = {Level.PLAYFUL: 0.1, Level.STEADY: 0.3, Level.STRONG: 1.0}
"""To think about one word, where it takes time at all."""


def seconds(name: str) -> float:
    """Of a level; a rival takes the time it needs, which is little."""
    return SECONDS[Level(name)] if name in list(Level) else math.inf


Player: TypeAlias = Callable[[Any, Dice, Left], Word]
"""A view, dice and a time in, a word out."""


def player(game: Game[Any, Any, Any], name: str) -> Player:
    """By the name of a level or of a rival."""
    if name in game.LEVELS:
        think = game.think
        return lambda view, dice, left: think(view, Level(name), dice, left).word
    if name in game.rivals:
        rival = game.rivals[name]
        return lambda view, dice, _: rival(view, dice)
    raise Refused("player-unknown", given=name, known=", ".join([*game.LEVELS, *game.rivals]))
