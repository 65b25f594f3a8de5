"""What can happen in a match, as it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.core import Seat
from games.woodwalkers.ground import Space
from games.woodwalkers.house import Mode
from games.woodwalkers.things import BACK, Animal, Tile


@dataclass(frozen=True, slots=True)
class Arranged:
    """Everybody's animals stand on their start spaces."""


@dataclass(frozen=True, slots=True)
class Chosen:
    seat: Seat
    mode: Mode


@dataclass(frozen=True, slots=True)
class Skipped:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Healed:
    seat: Seat
    animal: Animal


@dataclass(frozen=True, slots=True)
class Rolled:
    seat: Seat
    die: int
    again: bool


@dataclass(frozen=True, slots=True)
class Moved:
    seat: Seat
    origin: Space
    space: Space


@dataclass(frozen=True, slots=True)
class Stayed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Found:
    seat: Seat
    space: Space
    tile: Tile


@dataclass(frozen=True, slots=True)
class Duel:
    """Challenger first, defender second; the animals are backs before they are turned up, and once they are down."""

    seats: tuple[Seat, Seat]
    origin: Space
    """Whence the challenger comes."""
    space: Space
    guessed: Animal | None = None
    right: bool = False
    animals: tuple[Animal, Animal] = (BACK, BACK)
    values: tuple[int, int] = (0, 0)
    dice: tuple[int, int] = (0, 0)
    winner: Seat | None = None
    removed: bool = False
    """Was it the loser's last wound?"""

    @property
    def rolled(self) -> bool:
        return self.dice != (0, 0)

    @property
    def open(self) -> bool:
        """Are both animals turned up?"""
        return BACK not in self.animals

    @property
    def bonus(self) -> tuple[int, int]:
        """What the guess is worth to each."""
        if self.guessed is None:
            return 0, 0
        return (0, 1) if self.right else (1, 0)

    @property
    def sums(self) -> tuple[int, int]:
        challenger, defender = (sum(parts) for parts in zip(self.values, self.dice, self.bonus, strict=True))
        return challenger, defender

    @property
    def behind(self) -> int:
        """Who loses as it stands: 0 the challenger, also when equal, 1 the defender."""
        challenger, defender = self.sums
        return int(challenger > defender)


@dataclass(frozen=True, slots=True)
class Returned:
    """The loser of a duel is set down on a start space."""

    seat: Seat
    animal: Animal
    space: Space


@dataclass(frozen=True, slots=True)
class Counted:
    """The last round is over, and everybody's flags have been added."""

    flags: tuple[int, ...]


Fact: TypeAlias = Arranged | Chosen | Skipped | Healed | Rolled | Moved | Stayed | Found | Duel | Returned | Counted
