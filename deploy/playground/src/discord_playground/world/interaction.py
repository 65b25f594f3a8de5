"""What a person asks of a bot, and how far the answer is."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

# kinds
APPLICATION_COMMAND: Final = 2
MESSAGE_COMPONENT: Final = 3
APPLICATION_COMMAND_AUTOCOMPLETE: Final = 4
MODAL_SUBMIT: Final = 5
# states
WAITING_STATE: Final = "waiting"
ANSWERED_STATE: Final = "answered"
FAILED_STATE: Final = "failed"

# contexts
GUILD_CONTEXT: Final = 0
BOT_DM_CONTEXT: Final = 1
PRIVATE_CHANNEL_CONTEXT: Final = 2
# kinds of installation
GUILD_INSTALL: Final = "0"
USER_INSTALL: Final = "1"

MAX_USER_INSTALL_FOLLOW_UPS: Final = 5
"""Of an app that nobody but a person has installed."""
RESPONSE_TIMEOUT_S: Final = 3.0
TOKEN_LIFETIME_S: Final = 15 * 60.0
NO_RESPONSE_ERROR: Final = "The application did not respond"
NOT_CONNECTED_ERROR: Final = f"{NO_RESPONSE_ERROR}: it is not connected"


@dataclass(eq=False)
class Interaction:
    id: str
    token: str
    bot_id: str
    type: int
    user_id: str
    channel_id: str
    guild_id: str | None
    created_at: float
    data: dict[str, Any]
    title: str
    """As the person would call it: `/duel challenge`, `button`."""
    context: int
    installation_owners: dict[str, str]
    """Who has installed the app, by the kind of installation: as far as that makes this interaction be."""
    message_id: str | None = None
    """The message whose component was used, at once or by the modal that it opened."""
    triggering_metadata: dict[str, Any] | None = None
    """The interaction that opened the modal that was submitted, as messages tell it."""
    root_type: int = APPLICATION_COMMAND
    """The kind of the interaction at the root: a modal of a command answers like a command."""
    state: str = WAITING_STATE
    error_text: str | None = None
    callback_type: int | None = None
    """The type of the callback."""
    is_deferred: bool = False
    """A thinking message stands, to be filled by the first follow-up."""
    original_message_id: str | None = None
    """The message that `@original` means."""
    autocomplete_choices: list[dict[str, Any]] | None = None
    response_time_s: float | None = None
    reached_bot: bool = False
    """Somebody was connected who could have answered."""
    editable_message_ids: set[str] = field(default_factory=set)
    """The messages that its token may change."""
    follow_up_count: int = 0

    @cached_property
    def finished_event(self) -> asyncio.Event:
        """Answered, or given up: who asked hears of it. Nobody does after another start, and it is not kept."""
        return asyncio.Event()

    @property
    def has_usable_token(self) -> bool:
        """Is there anything that its token may still do? Nothing follows a completion, and what is forged is not worth
        keeping: neither is called anything.
        """
        return self.state == ANSWERED_STATE and bool(self.title)

    @property
    def is_user_install_only(self) -> bool:
        """Is the app there because a person has installed it, and for nothing else?"""
        return self.installation_owners.keys() == {USER_INSTALL}

    @property
    def focused_option_type(self) -> int | None:
        """The kind of the option that its user is typing, if that can be told: what is forged may be anything."""
        options = [self.data.get("options")] if self.type == APPLICATION_COMMAND_AUTOCOMPLETE else []
        while options:
            for option in each if isinstance(each := options.pop(), list) else ():
                if isinstance(option, dict):
                    if option.get("focused") is True and isinstance(kind := option.get("type"), int):
                        return kind
                    options.append(option.get("options"))
        return None

    @property
    def custom_id(self) -> str | None:
        return self.data.get("custom_id") if self.type in {MESSAGE_COMPONENT, MODAL_SUBMIT} else None

    @property
    def metadata(self) -> dict[str, Any]:
        """As the messages that answer it tell of it, people by their ids."""
        told: dict[str, Any] = {
            "id": self.id,
            "type": self.type,
            "user": self.user_id,
            "authorizing_integration_owners": self.installation_owners,
        }
        if self.type == APPLICATION_COMMAND:
            told["name"] = self.title.removeprefix("/")
            # What was forged is called nothing, and its target may be nobody.
            if self.title and (target := self.data.get("target_id")):
                told["target_user" if self.data["type"] == 2 else "target_message_id"] = target
        elif self.type == MESSAGE_COMPONENT:
            told["interacted_message_id"] = self.message_id
        elif self.type == MODAL_SUBMIT and self.triggering_metadata:
            told["triggering_interaction_metadata"] = self.triggering_metadata
        return told

    @property
    def page_json(self) -> dict[str, Any]:
        """For the page of the person who asked."""
        return {
            "id": self.id,
            "channel_id": self.channel_id,
            "message_id": self.message_id,
            "what": self.title,
            "custom_id": self.custom_id,
            "state": self.state,
            "error": self.error_text,
        }


@dataclass(slots=True)
class OpenModal:
    """A form that lies open before one person."""

    id: str
    interaction: Interaction
    title: str
    custom_id: str
    components: list[dict[str, Any]]

    @property
    def page_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "channel_id": self.interaction.channel_id,
            "application_id": self.interaction.bot_id,
            "title": self.title,
            "custom_id": self.custom_id,
            "components": self.components,
        }
