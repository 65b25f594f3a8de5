"""Reactions to messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

MAX_REACTION_KINDS: Final = 20
"""Maximum number of different emoji on one message."""


@dataclass(slots=True)
class Reaction:
    """An emoji on a message and the users who reacted with it."""

    name: str
    emoji_id: str | None = None
    """ID of the application emoji, or None for a Unicode emoji."""
    animated: bool = False
    user_ids: list[str] = field(default_factory=list)

    @property
    def url_key(self) -> str:
        """The emoji as it is written in request URLs."""
        return f"{self.name}:{self.emoji_id}" if self.emoji_id else self.name

    @property
    def emoji_json(self) -> dict[str, Any]:
        emoji: dict[str, Any] = {"id": self.emoji_id, "name": self.name}
        return emoji | ({"animated": True} if self.animated else {})

    def to_api_json(self, viewer_id: str | None) -> dict[str, Any]:
        return {
            "emoji": self.emoji_json,
            "count": len(self.user_ids),
            "count_details": {"normal": len(self.user_ids), "burst": 0},
            "burst_colors": [],
            "me": viewer_id in self.user_ids,
            "me_burst": False,
        }
