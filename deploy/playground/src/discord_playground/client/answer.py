"""What came of an interaction."""

from __future__ import annotations

from dataclasses import dataclass

from discord_playground.client.reading import JSON


@dataclass(frozen=True, slots=True)
class Answer:
    """`body` is all that was told."""

    body: JSON

    @property
    def interaction(self) -> str:
        return str(self.body["interaction"])

    @property
    def state(self) -> str:
        """waiting, answered or failed"""
        return str(self.body["state"])

    @property
    def type(self) -> int:
        """Discord's callback type; 0 if there was no answer."""
        return self.body.get("type") or 0

    @property
    def error(self) -> str | None:
        return self.body.get("error")

    @property
    def message(self) -> JSON:
        return self._part("message")

    @property
    def modal(self) -> JSON:
        return self._part("modal")

    def _part(self, name: str) -> JSON:
        if not self.body.get(name):
            raise LookupError(f"no {name} in {self.body}")
        part: JSON = self.body[name]
        return part
