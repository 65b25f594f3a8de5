"""What can happen in a match, as it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.core import Seat
from games.woodwalkers.figures import Mode
from games.woodwalkers.pieces import FACE_DOWN, Animal, Tile
from games.woodwalkers.spaces import Space


@dataclass(frozen=True, slots=True)
class AnimalsArranged:
    """Everybody's animals stand on their start spaces."""


@dataclass(frozen=True, slots=True)
class ModeChosen:
    seat: Seat
    mode: Mode


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    seat: Seat


@dataclass(frozen=True, slots=True)
class AnimalHealed:
    seat: Seat
    animal: Animal


@dataclass(frozen=True, slots=True)
class DieRolled:
    seat: Seat
    die: int
    is_reroll: bool


@dataclass(frozen=True, slots=True)
class AnimalMoved:
    seat: Seat
    origin: Space
    space: Space


@dataclass(frozen=True, slots=True)
class NobodyMoved:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TileFound:
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
    guessed_animal: Animal | None = None
    is_guess_right: bool = False
    animals: tuple[Animal, Animal] = (FACE_DOWN, FACE_DOWN)
    values: tuple[int, int] = (0, 0)
    dice: tuple[int, int] = (0, 0)
    winner: Seat | None = None
    is_loser_removed: bool = False
    """Was it the loser's last wound?"""

    @property
    def is_rolled(self) -> bool:
        return self.dice != (0, 0)

    @property
    def is_face_up(self) -> bool:
        """Are both animals turned up?"""
        return FACE_DOWN not in self.animals

    @property
    def guess_bonus(self) -> tuple[int, int]:
        """What the guess is worth to each."""
        if self.guessed_animal is None:
            return 0, 0
        return (0, 1) if self.is_guess_right else (1, 0)

    @property
    def totals(self) -> tuple[int, int]:
        challenger, defender = (sum(parts) for parts in zip(self.values, self.dice, self.guess_bonus, strict=True))
        return challenger, defender

    @property
    def losing_side(self) -> int:
        """Who loses as it stands: 0 the challenger, also when equal, 1 the defender."""
        challenger, defender = self.totals
        return int(challenger > defender)


@dataclass(frozen=True, slots=True)
class LoserReturned:
    """The loser of a duel is set down on a start space."""

    seat: Seat
    animal: Animal
    space: Space


@dataclass(frozen=True, slots=True)
class FlagsCounted:
    """The last round is over, and everybody's flags have been added."""

    points_by_seat: tuple[int, ...]


Event: TypeAlias = (
    AnimalsArranged
    | ModeChosen
    | TurnSkipped
    | AnimalHealed
    | DieRolled
    | AnimalMoved
    | NobodyMoved
    | TileFound
    | Duel
    | LoserReturned
    | FlagsCounted
)
