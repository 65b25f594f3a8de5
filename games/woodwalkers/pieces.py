"""What lies on the table: animals, forest tiles, and the spaces of the score track."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from games.woodwalkers.figures import FIGURES, Mode
from games.woodwalkers.spaces import Space

Animal: TypeAlias = int
"""Its place among `ANIMALS`."""
ANIMALS: Final = tuple(FIGURES.animal_values)
ALL_ANIMALS: Final = range(len(ANIMALS))
FACE_DOWN: Final[Animal] = -1
"""An animal that lies face down."""

IN_HAND: Final[Space] = -2
"""Where an animal is that its owner has yet to set down."""
REMOVED: Final[Space] = -1
"""Where an animal is that has left the game."""

Tile: TypeAlias = str
"""A forest tile as options name it: flag7, medicine, die, point."""
Forest: TypeAlias = tuple[tuple[Space, Tile], ...]
Flags: TypeAlias = tuple[tuple[Space, int], ...]
FACE_DOWN_TILE: Final[Tile] = ""
"""A forest tile, or a battle mode of the stack, that lies face down."""

OPEN_MODES_COUNT: Final = 3
"""Battle modes that lie open to be chosen from."""


def duel_value(animal: Animal, mode: Mode, wounds: int) -> int:
    """What an animal brings to a duel before the dice."""
    return FIGURES.animal_values[ANIMALS[animal]][mode] - wounds


def flag_value(tile: Tile) -> int:
    """The value of a flag, 0 for any other tile."""
    return int(tile.removeprefix("flag")) if tile.startswith("flag") else 0


def ranking_key(points: int, flags: Flags, spaces: Iterable[Space], wounds: Sequence[int]) -> tuple[int, int, int]:
    """By what places are given: points, then animals on flags, then how few wounds."""
    return points, len({space for space, _ in flags}.intersection(spaces)), -sum(wounds)


def find_track_space(points: int) -> tuple[int, int]:
    """The space on the score track and the lap; 0 is the start of the first."""
    if not points:
        return 0, 1
    laps, space = divmod(points - 1, FIGURES.score_track_spaces)
    return space + 1, laps + 1
