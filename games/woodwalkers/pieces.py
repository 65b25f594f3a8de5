"""Animals, forest tiles and flags, their values, and the score track."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from games.woodwalkers.figures import FIGURES, Mode
from games.woodwalkers.spaces import Space

Animal: TypeAlias = int
"""An index into `ANIMALS`."""
ANIMALS: Final = tuple(FIGURES.animal_values)
ALL_ANIMALS: Final = range(len(ANIMALS))
FACE_DOWN: Final[Animal] = -1
"""A placeholder for an animal whose tile is face down."""

IN_HAND: Final[Space] = -2
"""The space of an animal that is off the board until its owner puts it on a start space."""
REMOVED: Final[Space] = -1
"""The space of an animal that has left the game."""

Tile: TypeAlias = str
"""The name of a forest tile: `medicine`, `die`, `point`, or a flag and its value, such as `flag7`."""
Forest: TypeAlias = tuple[tuple[Space, Tile], ...]
"""The face-down forest tiles, by space."""
Flags: TypeAlias = tuple[tuple[Space, int], ...]
"""The values of the face-up flags, by space."""
FACE_DOWN_TILE: Final[Tile] = ""
"""A placeholder for a face-down forest tile, and for a face-down battle mode in the stack."""

OPEN_MODES_COUNT: Final = 3
"""The number of face-up battle-mode tiles from which a player chooses the mode of a round."""


def duel_value(animal: Animal, mode: Mode, wounds: int) -> int:
    """Return an animal's strength in a duel before the dice: its value in the mode minus its wounds."""
    return FIGURES.animal_values[ANIMALS[animal]][mode] - wounds


def flag_value(tile: Tile) -> int:
    """Return the value of a flag, or 0 for any other tile."""
    return int(tile.removeprefix("flag")) if tile.startswith("flag") else 0


def ranking_key(points: int, flags: Flags, spaces: Iterable[Space], wounds: Sequence[int]) -> tuple[int, int, int]:
    """Return the sort key for the final ranking. The highest key wins.

    The player with the most points wins. Among players with equal points, the player with more animals on flags wins,
    then the player with fewer wounds.
    """
    return points, len({space for space, _ in flags}.intersection(spaces)), -sum(wounds)


def find_track_space(points: int) -> tuple[int, int]:
    """Return a score's space and lap on the score track. A score of 0 is on space 0 in lap 1.

    Scores above the last space continue at space 1 of the next lap.
    """
    if not points:
        return 0, 1
    laps, space = divmod(points - 1, FIGURES.score_track_spaces)
    return space + 1, laps + 1
