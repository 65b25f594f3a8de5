"""What some games tell of whoever plays them, a protocol each: their habits, and what was luck and what was skill."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, Protocol, TypeAlias, runtime_checkable

from games.core import Joint, Left, Seat, Thought, Word
from games.dice import Dice

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


@runtime_checkable
class Telltale(Protocol):
    """A game in which one comes to know one's opponents by what they choose."""

    def habits(self, state: Any, joint: Joint) -> Iterable[Habit]:
        """What a step tells of those who chose in it."""
        ...


@runtime_checkable
class Perceptive(Protocol):
    """A game in which the house may learn how somebody chooses, from what its own seat saw of them."""

    def met(self, view: Any, after: Any, joint: Joint) -> Met | None:
        """What a step told this seat of its rival, by what it saw before and after; nothing where they did not choose
        against each other.
        """
        ...

    def outguess(self, view: Any, runs: Sequence[Sequence[Met]], dice: Dice, left: Left) -> Thought:
        """As `think` at its strongest, but for what these matches, the last one still played, have told of the other:
        so far as that is sure, and exactly so where it tells nothing.
        """
        ...


@runtime_checkable
class Judged(Protocol):
    """A game that can tell afterwards what was luck and what was skill."""

    @property
    def ADVISES(self) -> bool:
        """Does it tell of a choice what would have been better? Else only many together tell anything."""
        ...

    def worth(self, state: Any, *, quickly: bool = False) -> tuple[float, ...]:
        """What the match is worth to each seat, of the one point that those in front share; quickly, for whoever asks
        thousands of times, by what is told at a glance.
        """
        ...

    def judged(self, state: Any, joint: Joint, after: Any) -> Sequence[Part]:
        """What the step from one state to the next came of: all parts together are what changed in `worth`.

        What a seat lost by its choice follows from its view and its word alone. What is by chance, `meeting` and
        `dice`, is nothing on average where everybody chooses as well as can be.
        """
        ...


@runtime_checkable
class Mixing(Judged, Protocol):
    """A game in which one may tell how those who are measured mix where several choose at once: so what was drawn well
    can be told from what was played well.
    """

    def mix(self, view: Any, name: str, left: Left) -> Mapping[Word, Fraction]:
        """How often the level or rival of that name says each word here; nothing where it has no mix of its own."""
        ...
