"""The options of Shamanic Chess."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field, field_validator

from games import options
from games.shamanic_chess.fen import parse_fen


class Options(options.Options):
    variant: Literal["classic", "free"] = "classic"
    """In the `free` variant, a piece in trance may make another journey without waking first."""
    fen: str | None = Field(default=None, examples=["4k3/8/8/3Q~4/8/8/8/4K3 w - - 0 1"])
    """The start position of the match, if it differs from the usual one."""

    PRESET_OPTIONS: ClassVar[frozenset[str]] = frozenset({"fen"})

    @field_validator("fen")
    @classmethod
    def _check_fen(cls, fen: str | None) -> str | None:
        if fen is not None:
            parse_fen(fen)
        return fen
