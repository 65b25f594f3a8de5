"""The bot as it may be one day: another edition of the Shaman duel, in which the dice lay out another start."""

from __future__ import annotations

from typing import Any, Final

from bot.__main__ import app
from games import schamanen
from games.dice import Dice

FIRST: Final[Any] = schamanen.start


def start(options: Any, seats: int, dice: Dice) -> Any:
    dice.below(2)
    return FIRST(options, seats, dice)


if __name__ == "__main__":
    renewed: Any = schamanen
    renewed.EDITION += 1
    renewed.start = start
    app()
