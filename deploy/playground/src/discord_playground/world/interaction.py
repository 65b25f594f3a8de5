"""Interactions (commands, component clicks and submitted modals) and the state of the bot's response to them."""

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
# types of commands
SLASH_COMMAND, USER_COMMAND, MESSAGE_COMMAND, ENTRY_POINT_COMMAND = 1, 2, 3, 4
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
"""Follow-up messages per interaction with an app that is installed only by the user, not in the server."""
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
    """The interaction's name on the page, such as `/duel challenge` or `button`.

    It is empty for interactions that the page does not show: autocomplete, forged and dismissed ones.
    """
    context: int
    installation_owners: dict[str, str]
    """IDs of the servers or users whose installation of the app allows the interaction, by installation type."""
    message_id: str | None = None
    """The message with the component that was used, or with the component that opened the submitted modal."""
    triggering_metadata: dict[str, Any] | None = None
    """Metadata of the interaction that opened the submitted modal."""
    root_type: int = APPLICATION_COMMAND
    """Type of the interaction or, for a submitted modal, of the interaction that opened the modal."""
    state: str = WAITING_STATE
    error_text: str | None = None
    callback_type: int | None = None
    is_deferred: bool = False
    """Whether a "thinking" message is shown until the response replaces it."""
    original_message_id: str | None = None
    """The message that `@original` stands for in URLs."""
    autocomplete_choices: list[dict[str, Any]] | None = None
    response_time_s: float | None = None
    reached_bot: bool = False
    """Whether the bot was connected when the interaction was sent to it."""
    editable_message_ids: set[str] = field(default_factory=set)
    """IDs of the messages that can be edited with the interaction's token."""
    follow_up_count: int = 0

    @cached_property
    def finished_event(self) -> asyncio.Event:
        """Set when the interaction is answered or fails."""
        return asyncio.Event()

    @property
    def has_usable_token(self) -> bool:
        """Whether the token can be used after the response, which excludes autocomplete and forged interactions."""
        return self.state == ANSWERED_STATE and bool(self.title)

    @property
    def is_user_install_only(self) -> bool:
        """Whether only the user, and not the server, has installed the app."""
        return self.installation_owners.keys() == {USER_INSTALL}

    @property
    def focused_option_type(self) -> int | None:
        """The type of the option that the user is typing, or None if the data names no such option."""
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
        """The metadata to store with messages that respond to the interaction. Users appear only as IDs."""
        metadata: dict[str, Any] = {
            "id": self.id,
            "type": self.type,
            "user": self.user_id,
            "authorizing_integration_owners": self.installation_owners,
        }
        if self.type == APPLICATION_COMMAND:
            metadata["name"] = self.title.removeprefix("/")
            # The target of a forged interaction, which has no title, may not exist.
            if self.title and (target := self.data.get("target_id")):
                metadata["target_user" if self.data["type"] == USER_COMMAND else "target_message_id"] = target
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
    """A modal that a person has open."""

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
