"""An emoji that an application owns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Emoji:
    id: str
    name: str
    animated: bool = False

    def shape(self, user: dict[str, Any]) -> dict[str, Any]:
        """`user` is who uploaded it."""
        return {
            "id": self.id,
            "name": self.name,
            "roles": [],
            "user": user,
            "require_colons": True,
            "managed": False,
            "animated": self.animated,
            "available": True,
        }
