"""Match options: variant, number of battle modes, memory help, and preset starts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field, WithJsonSchema, model_validator

from games import options
from games.woodwalkers.figures import DIE_FACES, Variant
from games.woodwalkers.pieces import OPEN_MODES_COUNT
from games.woodwalkers.preset_start import check_animals, check_forest, check_stack
from games.woodwalkers.state import say

MAX_START_POINTS: Final = 999
"""The maximum number of points that a preset start can give a seat."""


class Options(options.Options):
    variant: Variant = "day"
    modes: Literal[20, 14, 11] = 20
    memory_help: Literal["off", "own"] = "off"
    animals: tuple[str, ...] | None = Field(default=None, examples=[("0 wolf d2", "1 otter d4")])
    forest: tuple[str, ...] | None = Field(default=None, examples=[("die c3",)])
    stack: tuple[str, ...] | None = Field(default=None, examples=[("strength", "speed", "strength")])
    rolls: tuple[int, ...] | None = Field(default=None, examples=[(6, 1)])
    round: Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1})] | None = None
    scores: tuple[int, ...] | None = Field(default=None, examples=[(1, 2)])

    PRESET_OPTIONS: ClassVar[frozenset[str]] = frozenset({"animals", "forest", "stack", "rolls", "round", "scores"})

    @model_validator(mode="after")
    def _check_preset_start(self) -> Options:
        check_animals(self.animals or ())
        if self.forest is not None:
            check_forest(self.forest, self.animals or (), self.variant)
        if self.stack is not None:
            check_stack(self.stack)
        for roll in self.rolls or ():
            if roll not in DIE_FACES:
                raise say.make_refusal("roll", roll=roll)
        # The match ends after the round in which the open modes cannot be refilled to three.
        last_round = self.modes - OPEN_MODES_COUNT + 1
        if self.round is not None and self.round not in range(1, last_round + 1):
            raise say.make_refusal("round", round=self.round, last=last_round)
        for points in self.scores or ():
            if points not in range(MAX_START_POINTS + 1):
                raise say.make_refusal("points", points=points, most=MAX_START_POINTS)
        return self
