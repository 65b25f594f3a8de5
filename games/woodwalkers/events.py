"""The events of a turn, which are shown in pictures and descriptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.core import Seat
from games.woodwalkers.figures import Mode
from games.woodwalkers.pieces import FACE_DOWN, Animal, Tile
from games.woodwalkers.spaces import Space


@dataclass(frozen=True, slots=True)
class AnimalsArranged:
    """Event: all players placed their animals on their start spaces."""


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
class DuelReroll:
    """A reroll during a duel, for which a seat spent a Die tile."""

    seat: Seat
    earlier_dice: tuple[int, int]
    """Both dice before the reroll, the challenger's first."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel, from the attack to its result. In all pairs, the challenger comes first and the defender second.

    The animals are `FACE_DOWN` until they are turned up. At midnight, they are turned face down again after the duel.
    """

    seats: tuple[Seat, Seat]
    origin: Space
    """The space from which the challenger attacked."""
    space: Space
    """The space that both animals fight for."""
    guessed_animal: Animal | None = None
    is_guess_right: bool = False
    animals: tuple[Animal, Animal] = (FACE_DOWN, FACE_DOWN)
    values: tuple[int, int] = (0, 0)
    dice: tuple[int, int] = (0, 0)
    rerolls: tuple[DuelReroll, ...] = ()
    winner: Seat | None = None
    is_loser_removed: bool = False
    """Whether the losing animal got its last wound and left the game."""

    @property
    def is_rolled(self) -> bool:
        return self.dice != (0, 0)

    @property
    def is_face_up(self) -> bool:
        """Whether both animals are face up."""
        return FACE_DOWN not in self.animals

    @property
    def guess_bonus(self) -> tuple[int, int]:
        """Each side's bonus. A right guess gives 1 to the defender, and a wrong guess gives 1 to the challenger."""
        if self.guessed_animal is None:
            return 0, 0
        return (0, 1) if self.is_guess_right else (1, 0)

    @property
    def totals(self) -> tuple[int, int]:
        challenger, defender = (sum(parts) for parts in zip(self.values, self.dice, self.guess_bonus, strict=True))
        return challenger, defender

    @property
    def losing_side(self) -> int:
        """The side that loses with the current totals: 0 for the challenger, 1 for the defender.

        The higher total wins. The challenger loses a tie.
        """
        challenger, defender = self.totals
        return int(challenger > defender)


@dataclass(frozen=True, slots=True)
class LoserReturned:
    """Event: the animal that lost a duel was put on a free start space of its owner."""

    seat: Seat
    animal: Animal
    space: Space


@dataclass(frozen=True, slots=True)
class FlagsCounted:
    """Event: the last round ended, and the values of the flags were added to the scores."""

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
