"""What a host may set, drawn boards included."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal

from pydantic import Field, field_validator, model_validator

from games import options
from games.schamanen.state import BISON, DUEL_LIMIT_MAX, NOT_PLACED, SIDES, SPACES, WOLF, Space, Variant, say


class Options(options.Options):
    variant: Variant = "classic"
    duel_limit: int | Literal["none"] = 21
    placement: Literal["draft", "random"] = "draft"
    memory_help: Literal["off", "own"] = "off"
    prize: Literal["difference", "one"] = "difference"
    board: str | None = Field(default=None, examples=["9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"])
    shells: tuple[int, int] | None = Field(default=None, examples=[(10, 8)])

    DRAWN_OPTIONS: ClassVar[frozenset[str]] = frozenset({"board", "shells"})
    OPENING_OPTIONS: ClassVar[frozenset[str]] = frozenset({"placement"})
    OFFERED_NUMBERS: ClassVar[Mapping[str, Sequence[int]]] = {"duel_limit": (5, 9, 15, 21)}

    @classmethod
    def first_time_options(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """The stones are dealt where they may be: the first choice is a mask."""
        may = given.get("variant", "classic") in {"classic", "memory"} and "board" not in given
        return {"placement": "random", **given} if may else given

    @field_validator("duel_limit")
    @classmethod
    def _check_duel_limit(cls, limit: int | str) -> int | str:
        # Odd, so that both sides exchange equally often.
        if isinstance(limit, int) and (limit % 2 == 0 or limit not in range(1, DUEL_LIMIT_MAX + 1)):
            raise say.make_refusal("duel-limit", limit=limit, most=DUEL_LIMIT_MAX)
        return limit

    @model_validator(mode="after")
    def _check_combination(self) -> Options:
        if self.placement == "random" and self.variant in ("pro", "pro_stacks"):
            raise say.make_refusal("placement-pro")
        if self.placement == "random" and self.board is not None:
            raise say.make_refusal("placement-board")
        if self.board is not None:
            parse_board(self.board, self.variant)
        if self.shells is not None:
            if self.board is None:
                raise say.make_refusal("shells-alone")
            if min(self.shells) < 1 or sum(self.shells) != 18:
                raise say.make_refusal("shells-sum", bison=self.shells[0], wolf=self.shells[1])
        return self


def parse_board(board: str, variant: Variant) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """A drawn board: rows parted by `|`, spaces by blanks, on each `bison/wolf`, stacks as `9+8/0`."""
    rows = [row.split() for row in board.split("|")]
    if [len(row) for row in rows] != [3, 3, 3]:
        raise say.make_refusal("board-shape")
    at: list[list[Space]] = [[NOT_PLACED] * 9, [NOT_PLACED] * 9]
    for space, cell in enumerate(cell for row in rows for cell in row):
        for side, pile in enumerate(_parse_cell(cell, space, variant)):
            for value in pile:
                if at[side][value - 1] != NOT_PLACED:
                    raise say.make_refusal("board-stones", side=SIDES[side])
                at[side][value - 1] = space
    for side in (BISON, WOLF):
        if NOT_PLACED in at[side]:
            raise say.make_refusal("board-stones", side=SIDES[side])
    return tuple(at[BISON]), tuple(at[WOLF])


_CELL_PATTERN: Final = re.compile(r"(0|[1-9](?:\+[1-9])*)/(0|[1-9](?:\+[1-9])*)")


def _parse_cell(cell: str, space: Space, variant: Variant) -> list[list[int]]:
    """The stones of each side that a cell names."""
    named = _CELL_PATTERN.fullmatch(cell)
    if not named:
        raise say.make_refusal("board-cell", space=SPACES[space].upper())
    piles = [[int(value) for value in side.split("+") if value != "0"] for side in named.groups()]
    if variant != "pro_stacks" and [len(pile) for pile in piles] != [1, 1]:
        raise say.make_refusal("board-one", space=SPACES[space].upper())
    if variant in ("classic", "pro") and piles[BISON] == piles[WOLF]:
        raise say.make_refusal("board-twins", space=SPACES[space].upper())
    return piles
