"""The options of Duel of the Shamans, and the notation for preset boards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, WithJsonSchema, field_validator, model_validator

from games import options
from games.schamanen.state import (
    BISON,
    DUEL_LIMIT_MAX,
    NOT_PLACED,
    SHELL_COUNT,
    SIDES,
    SPACES,
    WOLF,
    Space,
    Variant,
    say,
)


class Options(options.Options):
    variant: Variant = "classic"
    duel_limit: Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1})] | Literal["none"] = 21
    placement: Literal["draft", "random"] = "draft"
    memory_help: Literal["off", "own"] = "off"
    prize: Literal["difference", "one"] = "difference"
    board: str | None = Field(default=None, examples=["9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"])
    shells: tuple[int, int] | None = Field(default=None, examples=[(10, 8)])

    PRESET_OPTIONS: ClassVar[frozenset[str]] = frozenset({"board", "shells"})
    OPENING_OPTIONS: ClassVar[frozenset[str]] = frozenset({"placement"})
    OFFERED_NUMBERS: ClassVar[Mapping[str, Sequence[int]]] = {"duel_limit": (5, 9, 15, 21)}

    @classmethod
    def first_time_options(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Set random placement for a beginner where the other options allow it. The first choice is then a mask."""
        can_deal = given.get("variant", "classic") in {"classic", "memory"} and "board" not in given
        return {"placement": "random", **given} if can_deal else given

    @field_validator("duel_limit")
    @classmethod
    def _check_duel_limit(cls, limit: int | str) -> int | str:
        # The limit must be odd, so that both sides make the same number of exchanges.
        if isinstance(limit, int) and (limit % 2 == 0 or limit not in range(1, DUEL_LIMIT_MAX + 1)):
            raise say.make_refusal("duel-limit", limit=limit, most=DUEL_LIMIT_MAX)
        return limit

    @model_validator(mode="after")
    def _check_combination(self) -> Options:
        """Reject options that contradict each other.

        The professional variants and preset boards exclude random placement. Preset shells require a preset board. They
        must add up to the total number of shells, and each side must have at least one.
        """
        if self.placement == "random" and self.variant in ("pro", "pro_stacks"):
            raise say.make_refusal("placement-pro")
        if self.placement == "random" and self.board is not None:
            raise say.make_refusal("placement-board")
        if self.board is not None:
            parse_board(self.board, self.variant)
        if self.shells is not None:
            if self.board is None:
                raise say.make_refusal("shells-alone")
            if min(self.shells) < 1 or sum(self.shells) != SHELL_COUNT:
                raise say.make_refusal("shells-sum", bison=self.shells[0], wolf=self.shells[1])
        return self


def parse_board(board: str, variant: Variant) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """Parse a preset board, in which each space is written as `bison/wolf`.

    Rows are separated by `|` and spaces by blanks. A stack is written with plus signs, and 0 means no stone, for
    example `9+8/0`. Each side must have exactly one stone of each value from 1 to 9.
    """
    rows = [row.split() for row in board.split("|")]
    if [len(row) for row in rows] != [3, 3, 3]:
        raise say.make_refusal("board-shape")
    layout: list[list[Space]] = [[NOT_PLACED] * 9, [NOT_PLACED] * 9]
    for space, cell in enumerate(cell for row in rows for cell in row):
        for side, pile in enumerate(_parse_cell(cell, space, variant)):
            for value in pile:
                if layout[side][value - 1] != NOT_PLACED:
                    raise say.make_refusal("board-stones", side=SIDES[side])
                layout[side][value - 1] = space
    for side in (BISON, WOLF):
        if NOT_PLACED in layout[side]:
            raise say.make_refusal("board-stones", side=SIDES[side])
    return tuple(layout[BISON]), tuple(layout[WOLF])


_CELL_PATTERN: Final = re.compile(r"(0|[1-9](?:\+[1-9])*)/(0|[1-9](?:\+[1-9])*)")


def _parse_cell(cell: str, space: Space, variant: Variant) -> list[list[int]]:
    """Parse the stone values of both sides on one space.

    Without stacks, each side must have exactly one stone on the space. In the classic and pro variants, the two values
    must differ.
    """
    match = _CELL_PATTERN.fullmatch(cell)
    if not match:
        raise say.make_refusal("board-cell", space=SPACES[space].upper())
    piles = [[int(value) for value in side.split("+") if value != "0"] for side in match.groups()]
    if variant != "pro_stacks" and [len(pile) for pile in piles] != [1, 1]:
        raise say.make_refusal("board-one", space=SPACES[space].upper())
    if variant in ("classic", "pro") and piles[BISON] == piles[WOLF]:
        raise say.make_refusal("board-twins", space=SPACES[space].upper())
    return piles
