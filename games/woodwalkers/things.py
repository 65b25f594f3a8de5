"""What lies on the table: animals, forest tiles, and the spaces of the score track."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from games.woodwalkers.ground import Space
from games.woodwalkers.house import HOUSE, Mode

Animal: TypeAlias = int
"""Its place among `ANIMALS`."""
ANIMALS: Final = tuple(HOUSE.animals)
EVERY: Final = range(len(ANIMALS))
BACK: Final[Animal] = -1
"""An animal that lies face down."""

HAND: Final[Space] = -2
"""Where an animal is that its owner has yet to set down."""
OUT: Final[Space] = -1
"""Where an animal is that has left the game."""

Tile: TypeAlias = str
"""A forest tile as options name it: flag7, medicine, die, point."""
Forest: TypeAlias = tuple[tuple[Space, Tile], ...]
Flags: TypeAlias = tuple[tuple[Space, int], ...]
UNSEEN: Final[Tile] = ""
"""A forest tile, or a battle mode of the stack, that lies face down."""

DISPLAY: Final = 3
"""Battle modes that lie open to be chosen from."""


def value(animal: Animal, mode: Mode, wounds: int) -> int:
    """What an animal brings to a duel before the dice."""
    return HOUSE.animals[ANIMALS[animal]][mode] - wounds


def worth(tile: Tile) -> int:
    """The value of a flag, 0 for any other tile."""
    return int(tile.removeprefix("flag")) if tile.startswith("flag") else 0


def merit(points: int, flags: Flags, spaces: Iterable[Space], wounds: Sequence[int]) -> tuple[int, int, int]:
    """By what places are given: points, then animals on flags, then how few wounds."""
    return points, len({space for space, _ in flags}.intersection(spaces)), -sum(wounds)


def lap(points: int) -> tuple[int, int]:
    """The space on the score track and the lap; 0 is the start of the first."""
    if not points:
        return 0, 1
    laps, space = divmod(points - 1, HOUSE.score_track)
    return space + 1, laps + 1
