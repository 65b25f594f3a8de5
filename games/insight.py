"""What a game may say about its players: their habits, and what was luck and what was skill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.core import Seat, Thought

Outcome: TypeAlias = Literal["won", "lost", "tied", ""]
"""Of a choice; empty where it has none of its own."""
OUTCOMES: Final[tuple[Outcome, ...]] = ("won", "lost", "tied")


@dataclass(frozen=True, slots=True)
class Habit:
    """A choice laid open: among what it was made, what it met, how that ended. Only matches that are over tell it."""

    seat: Seat
    kind: str
    """Choices of one kind are held together; `habit-KIND` and `habit-KIND-SYMBOL` name them in the game's texts."""
    symbol: str
    among: tuple[str, ...]
    """What this seat could have chosen; one alone is no choice, but comes before the next."""
    met: str = ""
    """What one rival chose unseen at the same time, as `KIND-SYMBOL`; nothing where none did, or several."""
    outcome: Outcome = ""


@dataclass(frozen=True, slots=True)
class Met:
    """Two choices that met, as one of those two saw it: all that they know of how the other chooses."""

    symbol: str
    """What the other chose."""
    answer: str
    """What it met."""
    beats: tuple[str, ...]
    """What would have won against that."""
    won: int
    """What it brought them: 1, 0 or -1."""
    usual: Mapping[str, float]
    """By symbol, in the order that everybody knows: how likely each was of a player without habits."""
    plain: str
    """What looks best at a glance."""


Cause: TypeAlias = Literal["choice", "meeting", "dice", "sight"]
"""Why a match is worth something else after a step: what a seat chose; what simultaneous choices happened to meet;
dice, dealing and what turned out to lie face down; or that whoever judges sees further by now, which is neither luck
nor skill.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things that a step came of."""

    cause: Cause
    gains: tuple[float, ...]
    """By how much it changed what the match is worth to each seat; what some gain, others lose."""
    seat: Seat | None = None
    """Whose choice it was. It gains nothing by it: at best it loses nothing."""
    better: Thought | None = None
    """What this seat could have known to be best, and why, where it lost something by another choice. Its line is told
    the `name` of whose choice it was besides its facts.
    """
