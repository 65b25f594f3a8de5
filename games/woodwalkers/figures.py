"""The house's figures, checked when they are read: what `figures.toml` must hold for the rules to work."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, PositiveInt, model_validator

from games.tables import load_table

Variant: TypeAlias = Literal["day", "midnight"]
Mode: TypeAlias = str
"""One of `MODES`."""
Side: TypeAlias = Literal["south", "west", "north", "east"]

VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)
SIDES: Final[tuple[Side, ...]] = get_args(Side)


class _FrozenModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class BoardSide(_FrozenModel):
    """One side of the board, and the forest tiles that lie on it."""

    board: str
    flags: tuple[PositiveInt, ...]
    medicine: int
    die: int
    point: int

    @property
    def space_signs(self) -> dict[str, str]:
        """What is drawn on each space, by its name; the corners are blank and do not exist."""
        rows = [line for line in self.board.splitlines() if line[:1].isdigit()]
        return {
            column + row[0]: sign
            for row in rows
            for column, sign in zip("abcdefghi", row[2::2], strict=False)
            if sign != " "
        }

    @property
    def light_spaces(self) -> tuple[str, ...]:
        return tuple(sorted(space for space, sign in self.space_signs.items() if sign == "o"))

    def start_spaces(self, side: Side) -> tuple[str, ...]:
        return tuple(sorted(space for space, sign in self.space_signs.items() if sign == side[0]))

    @property
    def forest_tiles(self) -> tuple[str, ...]:
        """The whole mix, a name a tile."""
        flags = tuple(f"flag{value}" for value in sorted(self.flags))
        return flags + ("medicine",) * self.medicine + ("die",) * self.die + ("point",) * self.point

    @model_validator(mode="after")
    def _check_consistency(self) -> BoardSide:
        _require(len(self.light_spaces) == len(self.forest_tiles), "a forest tile for each light space")
        _require(len(self.space_signs) == 77, "nine by nine spaces without the corners")
        _require(set(self.space_signs.values()) <= set("swne.o"), "signs that mean something")
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
        values = list(self.animal_values.values())
        _require(all(list(each) == list(self.mode_counts) for each in values), "a value of each animal in each mode")
        _require(
            min(min(each.values()) for each in values) >= self.wounds_to_remove - 1, "no value that wounds take below 0"
        )
        _require(len({sum(each.values()) for each in values}) == 1, "animals worth the same on the whole")
        _require(
            len({sum(each[mode] for each in values) for mode in self.mode_counts}) == 1,
            "modes worth the same on the whole",
        )
        for side in SIDES:
            _require(len(self.day.start_spaces(side)) == len(self.animal_values), "a start space for each animal")
            _require(
                self.day.start_spaces(side) == self.midnight.start_spaces(side), "the same start spaces day and night"
            )
        _require(list(self.sides_by_seats) == ["2", "3", "4"], "sides for two, three and four")
        _require(
            all(len(set(sides)) == int(seats) for seats, sides in self.sides_by_seats.items()), "a side for each seat"
        )
        return self

    def board_side(self, variant: Variant) -> BoardSide:
        return self.day if variant == "day" else self.midnight


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(f"figures.toml needs {what}")


FIGURES: Final = Figures.model_validate(load_table(__package__, "figures"), strict=False)
MODES: Final[tuple[Mode, ...]] = tuple(FIGURES.mode_counts)
