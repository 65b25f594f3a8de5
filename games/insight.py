"""What a game may say about its players: their habits, and what was luck and what was skill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.core import Seat, Suggestion

Outcome: TypeAlias = Literal["won", "lost", "tied", ""]
"""How a choice ended; empty if it has no outcome of its own."""
OUTCOMES: Final[tuple[Outcome, ...]] = ("won", "lost", "tied")


@dataclass(frozen=True, slots=True)
class Habit:
    """A choice in a finished match: its alternatives, what it met, and how that ended."""

    seat: Seat
    kind: str
    """Choices of one kind are compared; `habit-KIND` and `habit-KIND-SYMBOL` name them in the game's texts."""
    symbol: str
    among: tuple[str, ...]
    """What this seat could have chosen. A single one is no choice, but still precedes the next."""
    met: str = ""
    """What the one rival chose at the same time, as `KIND-SYMBOL`; empty if none or several did."""
    outcome: Outcome = ""


@dataclass(frozen=True, slots=True)
class OpponentChoice:
    """Two choices that met, as one of the two players saw it."""

    symbol: str
    """What the other chose."""
    answer: str
    """What this player chose."""
    beats: tuple[str, ...]
    """What would have won against `answer`."""
    won: int
    """1 if the other won by it, 0 for a tie, else -1."""
    usual: Mapping[str, float]
    """By symbol, in a fixed order: how often a player without habits would choose it."""
    plain: str
    """The choice that looks best at a glance."""


Cause: TypeAlias = Literal["choice", "meeting", "dice", "sight"]
"""Why the chances changed in a step: a seat's choice; which simultaneous choices happened to meet; dice, dealing and
what turned out to lie face down; or that the judge now sees further, which is neither luck nor skill.
"""


@dataclass(frozen=True, slots=True)
class Contribution:
    """One of the causes of a change in a step."""

    cause: Cause
    gains: tuple[float, ...]
    """By how much it changed each seat's share; what some gain, others lose."""
    seat: Seat | None = None
    """The seat that chose. A choice gains nothing: at best it loses nothing."""
    better: Suggestion | None = None
    """The move that this seat could have known to be best, and why, if its choice lost something.

    Its text also gets the `name` of the player.
    """
