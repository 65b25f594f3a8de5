"""The contract of a game: what the house asks of each, and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias, TypeVar

from games.art import Picture
from games.dice import Dice
from games.options import Options
from games.words import Words

Seat: TypeAlias = int
Word: TypeAlias = tuple[str, ...]
"""An action, one token a click: `("swap", "a1", "c3")`."""
Joint: TypeAlias = Mapping[Seat, Word]
"""The words of all who were awaited."""


@dataclass(frozen=True, slots=True)
class Result:
    ranks: tuple[int, ...]
    """By seat; 1 is best, equal ranks are a tie, places behind a tie are skipped."""
    scores: tuple[int, ...]
    reason: str


class Level(StrEnum):
    """How well the house plays."""

    PLAYFUL = "playful"
    STEADY = "steady"
    STRONG = "strong"


Left: TypeAlias = Callable[[], float]
"""How many seconds of thinking are left; time is an argument, so a thought can be had again."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A word, and why: a key of the game's catalogue and the facts that its line tells."""

    word: Word
    why: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


class Seen(Protocol):
    """Whatever a game calls a view, it knows whose eyes it is for; `None` is everybody."""

    @property
    def seat(self) -> Seat | None: ...


O = TypeVar("O", bound=Options)
S = TypeVar("S")
V = TypeVar("V", bound=Seen)


class Game(Protocol[O, S, V]):
    """A module of pure functions over frozen values: no clock, no chance, no I/O, no Discord."""

    @property
    def KEY(self) -> str: ...
    @property
    def EDITION(self) -> int:
        """Raised when old records would replay differently."""
        ...

    @property
    def SEATS(self) -> range: ...
    @property
    def TIMED(self) -> bool:
        """May the whole match have a limit?"""
        ...

    @property
    def Options(self) -> type[O]: ...

    # the rules
    def start(self, options: O, seats: int, dice: Dice) -> S: ...
    def awaited(self, state: S) -> frozenset[Seat]:
        """Who owes a word: cheap, and public."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """An allow-list: all that this seat was ever shown, and no more."""
        ...

    def legal(self, view: V) -> Sequence[Word]:
        """Canonical and prefix-free; empty exactly when the seat is not awaited."""
        ...

    def apply(self, state: S, joint: Joint, dice: Dice) -> S:
        """Trusts its words: the table and the record reader have asked `legal`."""
        ...

    def scores(self, state: S) -> tuple[int, ...]:
        """By seat, as everybody may see them now."""
        ...

    def result(self, state: S) -> Result | None: ...
    def uncovered(self, state: S) -> S:
        """How it lies when the match is over, however it ended: nobody is awaited, and nothing is hidden any more."""
        ...

    def guess(self, view: V, dice: Dice) -> S:
        """A world that this view allows; looked at from the same seat it gives the same view."""
        ...

    def covered(self, view: V) -> V:
        """The same without what must be forgotten, and without the memory of it."""
        ...

    # the telling
    @property
    def say(self) -> Words:
        """Every text of the game by its key: names, options, how to play; and refusals, which know who says them."""
        ...

    def picture(self, view: V) -> Picture:
        """The same whoever plays and whoever looks: names, and the few words it needs, have their places in it."""
        ...

    def text(self, view: V, locale: str) -> str:
        """The board in letters."""
        ...

    def alt(self, view: V, locale: str) -> str:
        """The board in a sentence, within Discord's 1,024 characters."""
        ...

    def told(self, view: V, locale: str, names: Sequence[str]) -> Sequence[str]:
        """What just happened, a line a fact: of everybody by their name in `names`, of the view's own seat as “you”.

        Names are opaque, one a seat, and are not inflected; `games/telling.py` does what that takes.
        """
        ...

    def label(self, view: V, prefix: Word, locale: str) -> str:
        """What the button that leads to `prefix` says; how many there are to choose from comes last, as “ ×2”."""
        ...

    def read(self, view: V, typed: str) -> Word:
        """Any spelling a player may use; refuses with what was probably meant."""
        ...

    def ready(self, view: V) -> Word | None:
        """A one-click suggestion, if there is one."""
        ...

    # the opponent
    def think(self, view: V, level: Level, dice: Dice, left: Left) -> Thought:
        """A legal word, from what the view shows and nothing else; when nothing is left it answers at once."""
        ...

    @property
    def rivals(self) -> Mapping[str, Callable[[V, Dice], Word]]:
        """By name, for proofs of strength; `random` and `greedy` everywhere."""
        ...
