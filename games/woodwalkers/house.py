"""The house's figures, checked when they are read: what `house.toml` must hold for the rules to work."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, PositiveInt, model_validator

from games.tables import load_table

Variant: TypeAlias = Literal["day", "midnight"]
Mode: TypeAlias = str
"""One of `MODES`."""
Compass: TypeAlias = Literal["south", "west", "north", "east"]

VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)
COMPASS: Final[tuple[Compass, ...]] = get_args(Compass)


class _Printed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Face(_Printed):
    """One side of the board, and the forest tiles that lie on it."""

    board: str
    flags: tuple[PositiveInt, ...]
    medicine: int
    die: int
    point: int

    @property
    def spaces(self) -> dict[str, str]:
        """What is drawn on each space, by its name; the corners are blank and do not exist."""
        rows = [line for line in self.board.splitlines() if line[:1].isdigit()]
        return {
            column + row[0]: sign
            for row in rows
            for column, sign in zip("abcdefghi", row[2::2], strict=False)
            if sign != " "
        }

    @property
    def light(self) -> tuple[str, ...]:
        return tuple(sorted(space for space, sign in self.spaces.items() if sign == "o"))

    def starts(self, side: Compass) -> tuple[str, ...]:
        return tuple(sorted(space for space, sign in self.spaces.items() if sign == side[0]))

    @property
    def tiles(self) -> tuple[str, ...]:
        """The whole mix, a name a tile."""
        flags = tuple(f"flag{value}" for value in sorted(self.flags))
        return flags + ("medicine",) * self.medicine + ("die",) * self.die + ("point",) * self.point

    @model_validator(mode="after")
    def _fits(self) -> Face:
        _check(len(self.light) == len(self.tiles), "a forest tile for each light space")
        _check(len(self.spaces) == 77, "nine by nine spaces without the corners")
        _check(set(self.spaces.values()) <= set("swne.o"), "signs that mean something")
        return self


class House(_Printed):
    duel_points: PositiveInt
    wounds: PositiveInt
    score_track: PositiveInt
    animals: dict[str, dict[Mode, PositiveInt]]
    modes: dict[Mode, PositiveInt]
    seats: dict[str, tuple[Compass, ...]]
    day: Face
    midnight: Face

    @model_validator(mode="after")
    def _fits(self) -> House:
        values = list(self.animals.values())
        _check(all(list(each) == list(self.modes) for each in values), "a value of each animal in each mode")
        _check(min(min(each.values()) for each in values) >= self.wounds - 1, "no value that wounds take below 0")
        _check(len({sum(each.values()) for each in values}) == 1, "animals worth the same on the whole")
        _check(
            len({sum(each[mode] for each in values) for mode in self.modes}) == 1, "modes worth the same on the whole"
        )
        for side in COMPASS:
            _check(len(self.day.starts(side)) == len(self.animals), "a start space for each animal")
            _check(self.day.starts(side) == self.midnight.starts(side), "the same start spaces day and night")
        _check(list(self.seats) == ["2", "3", "4"], "sides for two, three and four")
        _check(all(len(set(sides)) == int(seats) for seats, sides in self.seats.items()), "a side for each seat")
        return self

    def face(self, variant: Variant) -> Face:
        return self.day if variant == "day" else self.midnight


def _check(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(f"house.toml needs {what}")


HOUSE: Final = House.model_validate(load_table(__package__, "house"), strict=False)
MODES: Final[tuple[Mode, ...]] = tuple(HOUSE.modes)
