"""What a host may set."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field, field_validator

from games import options
from games.shamanic_chess import fen


class Options(options.Options):
    variant: Literal["classic", "free"] = "classic"
    fen: str | None = Field(default=None, examples=["4k3/8/8/3Q~4/8/8/8/4K3 w - - 0 1"])

    DRAWN_OPTIONS: ClassVar[frozenset[str]] = frozenset({"fen"})

    @field_validator("fen")
    @classmethod
    def _can_be_played(cls, drawn: str | None) -> str | None:
        if drawn is not None:
            fen.read(drawn)
        return drawn
