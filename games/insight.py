"""Observations about players: their habits, and how luck and skill contributed to a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.core import Seat, Suggestion

Outcome: TypeAlias = Literal["won", "lost", "tied", ""]
"""The outcome of a choice; empty if the choice has no outcome of its own."""
OUTCOMES: Final[tuple[Outcome, ...]] = ("won", "lost", "tied")


@dataclass(frozen=True, slots=True)
class Habit:
    """A choice in a finished match, with its alternatives, the opponent's simultaneous choice and the outcome."""

    seat: Seat
    kind: str
    """The key of the kind of choice. The text `habit-KIND` names the kind, and `habit-KIND-SYMBOL` names a choice."""
    symbol: str
    possible_symbols: tuple[str, ...]
    """The symbols that this seat could have chosen. Even a choice without alternatives can affect the next choice."""
    opposing_choice: str = ""
    """The opponent's simultaneous choice as `KIND-SYMBOL`; empty unless exactly one opponent chose."""
    outcome: Outcome = ""


@dataclass(frozen=True, slots=True)
class OpponentChoice:
    """An opponent's choice and the observer's simultaneous choice, as the observer saw them."""

    symbol: str
    """The opponent's choice."""
    answer: str
    """The observer's own choice."""
    beats: tuple[str, ...]
    """The symbols that would have won against `answer`."""
    won: int
    """1 if the opponent won, 0 if the choices tied, and -1 if the opponent lost."""
    usual: Mapping[str, float]
    """The probability of each symbol for an opponent without habits. The order of the symbols is always the same."""
    plain: str
    """The choice that would have looked best to the opponent at a glance."""


Cause: TypeAlias = Literal["choice", "meeting", "dice", "sight"]
"""Why the winning chances changed in a step.

- `choice`: a seat's choice
- `meeting`: the luck in how simultaneous choices happened to combine
- `dice`: dice, dealing, and the revealing of hidden items
- `sight`: after the step, the evaluation sees further ahead, which is neither luck nor skill
"""


@dataclass(frozen=True, slots=True)
class Contribution:
    """One cause of the change in the winning chances in a step, and its effect."""

    cause: Cause
    gains: tuple[float, ...]
    """By how much this cause changed each seat's share. The gains add up to 0."""
    seat: Seat | None = None
    """The seat that made the choice. Its own gain is at most 0, because the best possible choice loses nothing."""
    better: Suggestion | None = None
    """The best move that this seat could have found, and why it is better. None unless the choice lost something."""
