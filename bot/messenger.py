"""The interface through which `delivery` posts, edits and deletes messages. `discord/messages` implements it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Final, NamedTuple, Protocol

from bot.errors import DestinationUnreachable, MessageGone
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE_MS, snowflake_time_ms

MAX_EDIT_AGE_MS: Final = 55 * MINUTE_MS
"""The maximum age at which a message is edited. Discord limits edits of messages older than an hour (error 30046)."""
TOKEN_LIFETIME_MS: Final = 15 * MINUTE_MS
"""How long after an interaction Discord accepts its token for editing messages."""
REVEAL_CUTOFF_MS: Final = TOKEN_LIFETIME_MS - 2 * MINUTE_MS
"""The maximum age of a token for opening a board: an older token could expire before the board is covered again."""


class MessageLocation(NamedTuple):
    channel_id: int
    message_id: int


class MessageTarget(NamedTuple):
    """A message and the ways to edit it: its channel, the token of a recent click on the message, or both."""

    message_id: int
    channel_id: int | None
    token: str | None


class SentMessage(NamedTuple):
    """The result of posting a message."""

    location: MessageLocation
    has_requested_content: bool = True
    """False if the returned message was posted by an earlier attempt and has different content."""
    pinged_ids: frozenset[int] = frozenset()
    """The people whom the message pinged."""


class ServerEvent(NamedTuple):
    """A scheduled event that a server's members see in Discord."""

    name: str
    description: str
    location: str
    starts_ms: int
    ends_ms: int


class Messenger(Protocol):
    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        """Post a message. A second call with the same `nonce_key` within a few minutes returns the first message.

        This makes it safe to repeat a post after its response was lost or the process died.
        """
        ...

    async def edit_message(self, location: MessageLocation, scene: Scene) -> None: ...

    async def message_exists(self, location: MessageLocation) -> bool:
        """Return whether a message still exists. If the bot may not read the channel, assume that it does."""
        ...

    async def delete_message(self, location: MessageLocation) -> None:
        """Delete a message, or do nothing if it has already been deleted."""
        ...

    async def send_dm(self, person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        """Send a direct message; `nonce_key` works as in `post_message`."""
        ...

    async def find_cards(self, channel_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        """Return the bot's messages that could be this match's card, oldest first.

        Returns an empty list if the bot may not read the channel.
        """
        ...

    async def has_posted_button(self, channel_id: int, custom_id: str, since_ms: int) -> bool:
        """Return whether the bot posted a message with this button.

        Returns False if the bot may not read the channel.
        """
        ...

    async def find_sent_dms(self, person_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        """Return the bot's direct messages about a match, oldest first. Responses to interactions are left out."""
        ...

    async def edit_by_token(self, token: str, message_id: int | None, scene: Scene) -> None:
        """Edit the message with this ID, using the token of an interaction.

        If `message_id` is None, edit the response to that interaction.
        """
        ...

    async def send_ephemeral(self, token: str, scene: Scene) -> int:
        """Send a new ephemeral message in reply to an interaction, and return the message's ID."""
        ...

    async def fetch_reply_id(self, token: str) -> int:
        """Return the ID of the response to an interaction, or raise `MessageGone` if there is none."""
        ...

    async def delete_by_token(self, token: str, message_id: int) -> None:
        """Delete a message, using the token of a click on it.

        This does not count toward the channel's rate limit.
        """
        ...

    async def fetch_last_message_id(self, channel_id: int) -> int | None:
        """Return the ID of the newest message in a channel, by any author."""
        ...

    async def check_can_post(self, channel_id: int) -> None:
        """Raise the error that posting a card in this channel would raise, if any."""
        ...

    def list_open_channels(self, server_id: int) -> list[int]:
        """Return the text channels of a server that everybody can read, and in which the bot can post.

        The list is empty if this process does not know the server's channels.
        """
        ...

    async def is_open_channel(self, server_id: int, channel_id: int) -> bool:
        """Return whether everybody on a server can read a channel."""
        ...

    def serves_server(self, server_id: int) -> bool:
        """Return whether this process is responsible for a server: its shard runs here, or there is no gateway."""
        ...

    def find_greeting_channel(self, server_id: int) -> int | None:
        """Return the server's system channel, or else the first text channel, in which the bot can write.

        The bot must also be able to read it: otherwise, it could not find out whether it has written there. Return
        None if there is no such channel.
        """
        ...

    def can_create_thread(self, server_id: int, channel_id: int) -> bool:
        """Return whether the bot can create threads in a channel and post in them.

        Return True if this process does not know the server's channels.
        """
        ...

    async def create_thread(self, location: MessageLocation, name: str) -> int:
        """Create a message's thread and return its ID. A message has at most one thread, which has the message's ID."""
        ...

    async def create_event(self, server_id: int, event: ServerEvent) -> int:
        """Create a scheduled event on a server and return its ID."""
        ...

    async def extend_event(self, server_id: int, event_id: int, ends_ms: int) -> None:
        """Move the end of a scheduled event that has begun or is to begin."""
        ...

    async def end_event(self, server_id: int, event_id: int) -> None:
        """End a scheduled event that has begun, or delete it if it has not."""
        ...

    async def add_role(self, server_id: int, person_id: int, role_id: int) -> None:
        """Give a role to a member, or do nothing if they have left the server."""
        ...

    async def remove_role(self, server_id: int, person_id: int, role_id: int) -> None: ...

    async def fetch_member_name(self, server_id: int, person_id: int) -> str | None:
        """Return a person's name on this server, or None if they are not a member."""
        ...

    async def fetch_server_locale(self, server_id: int | None) -> str | None:
        """Return the language that a server has chosen on Discord, or None if it is unknown."""
        ...


def is_too_old_to_edit(message_id: int, now_ms: int) -> bool:
    """Return whether a message is too old to edit without a token. The message ID contains the time of posting."""
    return now_ms - snowflake_time_ms(message_id) > MAX_EDIT_AGE_MS


async def edit_by_token_or_channel(
    messenger: Messenger, target: MessageTarget, scene: Scene, now_ms: int, *, even_if_old: bool = False
) -> None:
    """Edit a message, by its token if possible or else through its channel.

    Edits by token do not count toward the channel's rate limit. With `even_if_old`, a message that is too old to be
    edited through its channel is edited anyway: Discord accepts a few such edits.
    """
    if target.token:
        with _suppress_if_channel_known(target):
            await messenger.edit_by_token(target.token, target.message_id, scene)
            return
    if target.channel_id is None:
        raise MessageGone("no token to edit it with")
    if is_too_old_to_edit(target.message_id, now_ms) and not even_if_old:
        raise MessageGone("too old to edit")
    await messenger.edit_message(MessageLocation(target.channel_id, target.message_id), scene)


async def delete_by_token_or_channel(messenger: Messenger, target: MessageTarget) -> None:
    """Delete a message, by its token if possible or else through its channel.

    Deletions by token do not count toward the channel's rate limit.
    """
    if target.token:
        with _suppress_if_channel_known(target):
            await messenger.delete_by_token(target.token, target.message_id)
            return
    if target.channel_id is None:
        raise MessageGone("no token to delete it with")
    await messenger.delete_message(MessageLocation(target.channel_id, target.message_id))


def _suppress_if_channel_known(target: MessageTarget) -> AbstractContextManager[None]:
    """Return a context manager that ignores failures to use a token if the message's channel is known.

    The caller can then use the channel instead.
    """
    return nullcontext() if target.channel_id is None else suppress(MessageGone, DestinationUnreachable)
