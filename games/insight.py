"""Observations of players: their habits, and what in a match was luck and what was skill."""

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
    """The symbols that this seat could have chosen. If there is only one, it still precedes the next choice."""
    met: str = ""
    """What the only opponent chose at the same time, as `KIND-SYMBOL`; empty if none or several did."""
    outcome: Outcome = ""


@dataclass(frozen=True, slots=True)
class OpponentChoice:
    """Two choices that met, as one of the two players saw it."""

    symbol: str
    """The opponent's choice."""
    answer: str
    """The choice of the player who saw it."""
    beats: tuple[str, ...]
    """The symbols that would have won against `answer`."""
    won: int
    """1 if the opponent won, 0 for a tie, -1 if the opponent lost."""
    usual: Mapping[str, float]
    """By symbol, in a fixed order, the probability that an opponent without habits chooses it."""
    plain: str
    """The choice that looks best at a glance."""


Cause: TypeAlias = Literal["choice", "meeting", "dice", "sight"]
"""Why the winning chances changed in a step.

- `choice`: what a seat chose
- `meeting`: which simultaneous choices happened to meet
- `dice`: dice, dealing, and what turned out to lie face down
- `sight`: the evaluation sees further than before, which is neither luck nor skill
"""


@dataclass(frozen=True, slots=True)
class Contribution:
    """One of the causes of a change in a step."""

    cause: Cause
    gains: tuple[float, ...]
    """By how much it changed each seat's share. They add up to 0."""
    seat: Seat | None = None
    """The seat that chose. A choice gains nothing: at best it loses nothing."""
    better: Suggestion | None = None
    """The move that this seat could have known to be best, and why, if its choice lost something.

    Its text also gets the `name` of the player.
    """
