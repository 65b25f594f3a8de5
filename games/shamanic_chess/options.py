"""What a host may set."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import field_validator

from games import options
from games.shamanic_chess import fen


class Options(options.Options):
    variant: Literal["classic", "free"] = "classic"
    fen: str | None = None

    DRAWN: ClassVar[frozenset[str]] = frozenset({"fen"})

    @field_validator("fen")
    @classmethod
    def _can_be_played(cls, drawn: str | None) -> str | None:
        if drawn is not None:
            fen.read(drawn)
        return drawn
