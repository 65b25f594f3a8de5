"""What a person asks of a bot, and how far the answer is."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

# kinds
COMMAND: Final = 2
COMPONENT: Final = 3
COMPLETION: Final = 4
SUBMIT: Final = 5
# states
WAITING: Final = "waiting"
ANSWERED: Final = "answered"
FAILED: Final = "failed"

# contexts
IN_GUILD: Final = 0
WITH_BOT: Final = 1
AMONG_OTHERS: Final = 2
# kinds of installation
BY_GUILD: Final = "0"
BY_PERSON: Final = "1"

MOST_FOLLOW_UPS: Final = 5
"""Of an app that nobody but a person has installed."""
SECONDS_TO_ANSWER: Final = 3.0
SECONDS_OF_TOKEN: Final = 15 * 60.0
SILENCE: Final = "The application did not respond"
ABSENCE: Final = f"{SILENCE}: it is not connected"


@dataclass(eq=False)
class Interaction:
    id: str
    token: str
    bot: str
    type: int
    user: str
    channel: str
    guild: str | None
    made: float
    data: dict[str, Any]
    what: str
    """As the person would call it: `/duel challenge`, `button`."""
    context: int
    owners: dict[str, str]
    """Who has installed the app, by the kind of installation: as far as that makes this interaction be."""
    message: str | None = None
    """The message whose component was used, at once or by the modal that it opened."""
    origin: dict[str, Any] | None = None
    """The interaction that opened the modal that was submitted, as messages tell it."""
    asked_by: int = COMMAND
    """The kind of the interaction at the root: a modal of a command answers like a command."""
    state: str = WAITING
    error: str | None = None
    answer: int | None = None
    """The type of the callback."""
    deferred: bool = False
    """A thinking message stands, to be filled by the first follow-up."""
    response: str | None = None
    """The message that `@original` means."""
    choices: list[dict[str, Any]] | None = None
    took: float | None = None
    heard: bool = False
    """Somebody was connected who could have answered."""
    owned: set[str] = field(default_factory=set)
    """The messages that its token may change."""
    follow_ups: int = 0

    @cached_property
    def done(self) -> asyncio.Event:
        """Answered, or given up: who asked hears of it. Nobody does after another start, and it is not kept."""
        return asyncio.Event()

    @property
    def lasting(self) -> bool:
        """Is there anything that its token may still do? Nothing follows a completion, and what is forged is not worth
        keeping: neither is called anything.
        """
        return self.state == ANSWERED and bool(self.what)

    @property
    def foreign(self) -> bool:
        """Is the app there because a person has installed it, and for nothing else?"""
        return self.owners.keys() == {BY_PERSON}

    @property
    def typed(self) -> int | None:
        """The kind of the option that its user is typing, if that can be told: what is forged may be anything."""
        options = [self.data.get("options")] if self.type == COMPLETION else []
        while options:
            for option in each if isinstance(each := options.pop(), list) else ():
                if isinstance(option, dict):
                    if option.get("focused") is True and isinstance(kind := option.get("type"), int):
                        return kind
                    options.append(option.get("options"))
        return None

    @property
    def custom_id(self) -> str | None:
        return self.data.get("custom_id") if self.type in {COMPONENT, SUBMIT} else None

    @property
    def metadata(self) -> dict[str, Any]:
        """As the messages that answer it tell of it, people by their ids."""
        told: dict[str, Any] = {
            "id": self.id,
            "type": self.type,
            "user": self.user,
            "authorizing_integration_owners": self.owners,
        }
        if self.type == COMMAND:
            told["name"] = self.what.removeprefix("/")
            # What was forged is called nothing, and its target may be nobody.
            if self.what and (target := self.data.get("target_id")):
                told["target_user" if self.data["type"] == 2 else "target_message_id"] = target
        elif self.type == COMPONENT:
            told["interacted_message_id"] = self.message
        elif self.type == SUBMIT and self.origin:
            told["triggering_interaction_metadata"] = self.origin
        return told

    @property
    def told(self) -> dict[str, Any]:
        """For the page of the person who asked."""
        return {
            "id": self.id,
            "channel_id": self.channel,
            "message_id": self.message,
            "what": self.what,
            "custom_id": self.custom_id,
            "state": self.state,
            "error": self.error,
        }


@dataclass(slots=True)
class Modal:
    """A form that lies open before one person."""

    id: str
    interaction: Interaction
    title: str
    custom_id: str
    components: list[dict[str, Any]]

    @property
    def told(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "channel_id": self.interaction.channel,
            "application_id": self.interaction.bot,
            "title": self.title,
            "custom_id": self.custom_id,
            "components": self.components,
        }
