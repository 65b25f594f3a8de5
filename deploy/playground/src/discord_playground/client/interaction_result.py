"""The result of a command, a click, a selection or a submitted modal."""

from __future__ import annotations

from dataclasses import dataclass

from discord_playground.client.message_content import JSON


@dataclass(frozen=True, slots=True)
class InteractionResult:
    """A bot's response to an interaction. `body` is the JSON object that `API.md` calls ANSWER."""

    body: JSON

    @property
    def interaction_id(self) -> str:
        return str(self.body["interaction"])

    @property
    def state(self) -> str:
        """The interaction's state: `waiting`, `answered` or `failed`."""
        return str(self.body["state"])

    @property
    def callback_type(self) -> int:
        """Discord's callback type of the response, or 0 if the bot did not respond."""
        return self.body.get("type") or 0

    @property
    def error(self) -> str | None:
        """The error that Discord's app shows if the bot did not respond, or None."""
        return self.body.get("error")

    @property
    def message(self) -> JSON:
        """The message that the bot sent or edited. Raises `LookupError` if there is none."""
        return self._require_field("message")

    @property
    def modal(self) -> JSON:
        """The modal that the bot opened. Raises `LookupError` if there is none."""
        return self._require_field("modal")

    def _require_field(self, name: str) -> JSON:
        if not self.body.get(name):
            raise LookupError(f"no {name} in {self.body}")
        value: JSON = self.body[name]
        return value
