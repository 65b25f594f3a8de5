"""Interactions: commands, clicks and modals that people send to a bot, and the state of the bot's response."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

# types
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
# types of installation
GUILD_INSTALL: Final = "0"
USER_INSTALL: Final = "1"

MAX_USER_INSTALL_FOLLOW_UPS: Final = 5
"""Limit for an app that is installed only by the user, not in the server."""
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
    """What the page calls the interaction, such as `/duel challenge` or `button`. Empty for forged interactions."""
    context: int
    installation_owners: dict[str, str]
    """Who installed the app so that this interaction is possible: the server's or user's id by installation type."""
    message_id: str | None = None
    """The message whose component was used, directly or through a modal that it opened."""
    triggering_metadata: dict[str, Any] | None = None
    """For a submitted modal, the metadata of the interaction that opened it."""
    root_type: int = APPLICATION_COMMAND
    """For a submitted modal, the type of the interaction that opened it: the response follows that type's rules."""
    state: str = WAITING_STATE
    error_text: str | None = None
    callback_type: int | None = None
    is_deferred: bool = False
    """Whether a "thinking" message waits for the response that will replace it."""
    original_message_id: str | None = None
    """The message that `@original` refers to."""
    autocomplete_choices: list[dict[str, Any]] | None = None
    response_time_s: float | None = None
    reached_bot: bool = False
    """Whether the bot was connected when the interaction was sent."""
    editable_message_ids: set[str] = field(default_factory=set)
    """Messages that can be edited with the interaction's token."""
    follow_up_count: int = 0

    @cached_property
    def finished_event(self) -> asyncio.Event:
        """Set when the interaction is answered or has failed. Created on demand, because it is not saved."""
        return asyncio.Event()

    @property
    def has_usable_token(self) -> bool:
        """Whether the token can still edit messages. False for autocomplete and forged ones, which have no title."""
        return self.state == ANSWERED_STATE and bool(self.title)

    @property
    def is_user_install_only(self) -> bool:
        """Whether the app is available only because the user has installed it."""
        return self.installation_owners.keys() == {USER_INSTALL}

    @property
    def focused_option_type(self) -> int | None:
        """The type of the option that the user is typing. None if there is none or the data is malformed."""
        levels = [self.data.get("options")] if self.type == APPLICATION_COMMAND_AUTOCOMPLETE else []
        while levels:
            for option in level if isinstance(level := levels.pop(), list) else ():
                if isinstance(option, dict):
                    if option.get("focused") is True and isinstance(option_type := option.get("type"), int):
                        return option_type
                    levels.append(option.get("options"))
        return None

    @property
    def custom_id(self) -> str | None:
        return self.data.get("custom_id") if self.type in {MESSAGE_COMPONENT, MODAL_SUBMIT} else None

    @property
    def metadata(self) -> dict[str, Any]:
        """The metadata stored with messages that respond to this interaction. Users are given by id."""
        metadata: dict[str, Any] = {
            "id": self.id,
            "type": self.type,
            "user": self.user_id,
            "authorizing_integration_owners": self.installation_owners,
        }
        if self.type == APPLICATION_COMMAND:
            metadata["name"] = self.title.removeprefix("/")
            # Forged interactions have no title, and their target may not exist.
            if self.title and (target := self.data.get("target_id")):
                metadata["target_user" if self.data["type"] == 2 else "target_message_id"] = target
        elif self.type == MESSAGE_COMPONENT:
            metadata["interacted_message_id"] = self.message_id
        elif self.type == MODAL_SUBMIT and self.triggering_metadata:
            metadata["triggering_interaction_metadata"] = self.triggering_metadata
        return metadata

    @property
    def page_json(self) -> dict[str, Any]:
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
    """A modal that is open for one person."""

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
