"""Emoji that belong to an application."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class ApplicationEmoji:
    id: str
    name: str
    animated: bool = False

    def to_api_json(self, uploader: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "roles": [],
            "user": uploader,
            "require_colons": True,
            "managed": False,
            "animated": self.animated,
            "available": True,
        }
