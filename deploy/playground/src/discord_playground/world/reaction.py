"""What people and bots have put under a message: an emoji, and who."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

MAX_REACTION_KINDS: Final = 20
"""Kinds under one message."""


@dataclass(slots=True)
class Reaction:
    name: str
    emoji_id: str | None = None
    """Of an emoji that an application owns; a character has none."""
    animated: bool = False
    user_ids: list[str] = field(default_factory=list)

    @property
    def url_key(self) -> str:
        """As it stands in the address of a request."""
        return f"{self.name}:{self.emoji_id}" if self.emoji_id else self.name

    @property
    def emoji_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"id": self.emoji_id, "name": self.name}
        return told | ({"animated": True} if self.animated else {})

    def to_api_json(self, viewer_id: str | None) -> dict[str, Any]:
        return {
            "emoji": self.emoji_json,
            "count": len(self.user_ids),
            "count_details": {"normal": len(self.user_ids), "burst": 0},
            "burst_colors": [],
            "me": viewer_id in self.user_ids,
            "me_burst": False,
        }
