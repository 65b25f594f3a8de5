"""What people and bots have put under a message: an emoji, and who."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

MOST: Final = 20
"""Kinds under one message."""


@dataclass(slots=True)
class Reaction:
    name: str
    id: str | None = None
    """Of an emoji that an application owns; a character has none."""
    animated: bool = False
    users: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        """As it stands in the address of a request."""
        return f"{self.name}:{self.id}" if self.id else self.name

    @property
    def emoji(self) -> dict[str, Any]:
        told: dict[str, Any] = {"id": self.id, "name": self.name}
        return told | ({"animated": True} if self.animated else {})

    def shape(self, viewer: str | None) -> dict[str, Any]:
        return {
            "emoji": self.emoji,
            "count": len(self.users),
            "count_details": {"normal": len(self.users), "burst": 0},
            "burst_colors": [],
            "me": viewer in self.users,
            "me_burst": False,
        }
