"""What came of an interaction."""

from __future__ import annotations

from dataclasses import dataclass

from discord_playground.client.message_content import JSON


@dataclass(frozen=True, slots=True)
class InteractionResult:
    """`body` is all that was told."""

    body: JSON

    @property
    def interaction_id(self) -> str:
        return str(self.body["interaction"])

    @property
    def state(self) -> str:
        """waiting, answered or failed"""
        return str(self.body["state"])

    @property
    def callback_type(self) -> int:
        """Discord's callback type; 0 if there was no answer."""
        return self.body.get("type") or 0

    @property
    def error(self) -> str | None:
        return self.body.get("error")

    @property
    def message(self) -> JSON:
        return self._require_field("message")

    @property
    def modal(self) -> JSON:
        return self._require_field("modal")

    def _require_field(self, name: str) -> JSON:
        if not self.body.get(name):
            raise LookupError(f"no {name} in {self.body}")
        part: JSON = self.body[name]
        return part
