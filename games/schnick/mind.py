"""Those who play this game for the house, and those they are measured by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.core import Left, Level, Thought, Word
from games.dice import Dice
from games.schnick.legal import legal
from games.schnick.state import View


def think(view: View, level: Level, dice: Dice, left: Left) -> Thought:
    """A legal word, from what the view shows and nothing else."""
    return Thought(at_random(view, dice), "why-random")


def at_random(view: View, dice: Dice) -> Word:
    return dice.choice(legal(view))


rivals: Final[Mapping[str, Callable[[View, Dice], Word]]] = {"random": at_random, "greedy": at_random}
