"""Game data such as the board, animal values and tile counts, loaded from `figures.toml` and validated."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, PositiveInt, model_validator

from games.tables import load_table

Variant: TypeAlias = Literal["day", "midnight"]
Mode: TypeAlias = str
"""A battle mode, which is one of `MODES`. It determines which value of each animal counts in the duels of a round."""
Side: TypeAlias = Literal["south", "west", "north", "east"]

DIE_SIDES: Final = 6
DIE_FACES: Final = range(1, DIE_SIDES + 1)

VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)
SIDES: Final[tuple[Side, ...]] = get_args(Side)

BOARD_COLUMNS: Final = "abcdefghi"
BOARD_SPACE_COUNT: Final = len(BOARD_COLUMNS) ** 2 - 4
"""The number of spaces on the board. The board is nine by nine spaces without the four corners."""


class _FrozenModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class BoardSide(_FrozenModel):
    """One side of the board, with the forest tiles that are placed on it."""

    board: str
    flags: tuple[PositiveInt, ...]
    medicine: int
    die: int
    point: int

    @property
    def space_signs(self) -> dict[str, str]:
        """The character that represents each space in `board`, by space name. Blank corners are omitted."""
        rows = [line for line in self.board.splitlines() if line[:1].isdigit()]
        return {
            column + row[0]: sign
            for row in rows
            for column, sign in zip(BOARD_COLUMNS, row[2::2], strict=False)
            if sign != " "
        }

    @property
    def light_spaces(self) -> tuple[str, ...]:
        return tuple(sorted(space for space, sign in self.space_signs.items() if sign == "o"))

    def start_spaces(self, side: Side) -> tuple[str, ...]:
        return tuple(sorted(space for space, sign in self.space_signs.items() if sign == side[0]))

    @property
    def forest_tiles(self) -> tuple[str, ...]:
        """The names of all forest tiles on this side, with one entry per tile."""
        flags = tuple(f"flag{value}" for value in sorted(self.flags))
        return flags + ("medicine",) * self.medicine + ("die",) * self.die + ("point",) * self.point

    @model_validator(mode="after")
    def _check_consistency(self) -> BoardSide:
        _require(len(self.light_spaces) == len(self.forest_tiles), "exactly one forest tile for each light space")
        _require(len(self.space_signs) == BOARD_SPACE_COUNT, "a board of nine by nine spaces without corners")
        _require(set(self.space_signs.values()) <= set("swne.o"), "only the signs s, w, n, e, o and .")
        return self


class Figures(_FrozenModel):
    duel_points: PositiveInt
    wounds_to_remove: PositiveInt
    score_track_spaces: PositiveInt
    animal_values: dict[str, dict[Mode, PositiveInt]]
    mode_counts: dict[Mode, PositiveInt]
    sides_by_seats: dict[str, tuple[Side, ...]]
    day: BoardSide
    midnight: BoardSide

    @model_validator(mode="after")
    def _check_consistency(self) -> Figures:
        values_by_animal = list(self.animal_values.values())
        _require(
            all(list(values) == list(self.mode_counts) for values in values_by_animal),
            "a value for each animal in each mode",
        )
        _require(
            min(min(values.values()) for values in values_by_animal) >= self.wounds_to_remove - 1,
            "values that wounds cannot reduce below 0",
        )
        _require(
            len({sum(values.values()) for values in values_by_animal}) == 1, "the same total value for all animals"
        )
        _require(
            len({sum(values[mode] for values in values_by_animal) for mode in self.mode_counts}) == 1,
            "the same total value for all modes",
        )
        for side in SIDES:
            _require(len(self.day.start_spaces(side)) == len(self.animal_values), "a start space for each animal")
            _require(
                self.day.start_spaces(side) == self.midnight.start_spaces(side),
                "the same start spaces on both board sides",
            )
        _require(list(self.sides_by_seats) == ["2", "3", "4"], "sides for two, three and four players")
        _require(
            all(len(set(sides)) == int(seats) for seats, sides in self.sides_by_seats.items()), "a side for each seat"
        )
        return self

    def board_side(self, variant: Variant) -> BoardSide:
        return self.day if variant == "day" else self.midnight


def _require(condition: bool, requirement: str) -> None:
    if not condition:
        raise ValueError(f"figures.toml needs {requirement}")


FIGURES: Final = Figures.model_validate(load_table(__package__, "figures"), strict=False)
MODES: Final[tuple[Mode, ...]] = tuple(FIGURES.mode_counts)
MAX_SEATS: Final = max(map(int, FIGURES.sides_by_seats))
