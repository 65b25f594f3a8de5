"""The interface through which `delivery` posts, edits and deletes messages; `discord/messages` implements it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Final, NamedTuple, Protocol

from bot.errors import DestinationUnreachable, MessageGone
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE_MS, snowflake_time_ms

MAX_EDIT_AGE_MS: Final = 55 * MINUTE_MS
"""Discord limits edits of messages that are older than one hour (error 30046)."""
TOKEN_LIFETIME_MS: Final = 15 * MINUTE_MS
"""Discord lets a token edit messages for this long after its interaction."""
REVEAL_CUTOFF_MS: Final = TOKEN_LIFETIME_MS - 2 * MINUTE_MS
"""With an older token no board is opened: the token might expire before it can be covered again."""


class MessageLocation(NamedTuple):
    channel_id: int
    message_id: int


class MessageTarget(NamedTuple):
    """A message and the ways to reach it: its channel, the token of a recent press on it, or both."""

    message_id: int
    channel_id: int | None
    token: str | None


class SentMessage(NamedTuple):
    """What Discord returned for a new message."""

    location: MessageLocation
    has_requested_content: bool = True
    """False if this is the message of an earlier attempt, which shows something else."""
    pinged_ids: frozenset[int] = frozenset()
    """The people it pinged."""


class Messenger(Protocol):
    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        """Post a message. A second call with the same `nonce_key` within a few minutes returns the first message.

        So a post can be repeated when its response was lost or its process died.
        """
        ...

    async def edit_message(self, location: MessageLocation, scene: Scene) -> None: ...

    async def message_exists(self, location: MessageLocation) -> bool:
        """Return whether a message still exists; True where the bot may not read the channel."""
        ...

    async def delete_message(self, location: MessageLocation) -> None:
        """Delete a message; it is no error if it is gone already."""
        ...

    async def send_dm(self, person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        """Send a direct message; `nonce_key` works as in `post_message`."""
        ...

    async def find_cards(self, channel_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        """Return our messages that may be the card of this match, oldest first; empty where we may not read."""
        ...

    async def has_posted_button(self, channel_id: int, custom_id: str, since_ms: int) -> bool:
        """Return whether we posted a message with this button; False where we may not read."""
        ...

    async def find_sent_dms(self, person_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        """Return our direct messages about a match, oldest first, without responses to interactions."""
        ...

    async def edit_by_token(self, token: str, message_id: int | None, scene: Scene) -> None:
        """Edit an ephemeral message, or the response to the interaction if `message_id` is None."""
        ...

    async def send_ephemeral(self, token: str, scene: Scene) -> int:
        """Send a new ephemeral message in reply to an interaction."""
        ...

    async def fetch_reply_id(self, token: str) -> int:
        """Return the id of the response to a command; raise `MessageGone` if there is none."""
        ...

    async def delete_by_token(self, token: str, message_id: int) -> None:
        """Delete the message that was pressed. Requests by token do not count against the rate limit of the channel."""
        ...

    async def fetch_last_message_id(self, channel_id: int) -> int | None:
        """Return the id of the newest message in a channel, by any author."""
        ...

    async def check_can_post(self, channel_id: int) -> None:
        """Raise what posting a card there would raise."""
        ...

    async def create_thread(self, location: MessageLocation, name: str) -> int:
        """Create the thread of a message and return its id; a message has at most one thread, with the same id."""
        ...

    async def add_role(self, server_id: int, person_id: int, role_id: int) -> None:
        """Give a role to a member; it is no error if they left the server."""
        ...

    async def remove_role(self, server_id: int, person_id: int, role_id: int) -> None: ...

    async def fetch_member_name(self, server_id: int, person_id: int) -> str | None:
        """Return the name of a member on this server; None if they are not a member."""
        ...

    async def fetch_server_locale(self, server_id: int | None) -> str | None:
        """Return the language that a server has chosen at Discord."""
        ...


def is_too_old_to_edit(message_id: int, now_ms: int) -> bool:
    """Return whether a message is so old that only a token can edit it; its id contains the time it was posted."""
    return now_ms - snowflake_time_ms(message_id) > MAX_EDIT_AGE_MS


async def edit_by_token_or_channel(
    messenger: Messenger, target: MessageTarget, scene: Scene, now_ms: int, *, even_if_old: bool = False
) -> None:
    """Edit a message by its token, which costs no rate limit, else in its channel.

    With `even_if_old` an old message is tried as well: Discord accepts a few such edits.
    """
    if target.token:
        with _suppress_if_channel_known(target):
            await messenger.edit_by_token(target.token, target.message_id, scene)
            return
    if target.channel_id is None:
        raise MessageGone("no token that can edit it")
    if is_too_old_to_edit(target.message_id, now_ms) and not even_if_old:
        raise MessageGone("too old to edit")
    await messenger.edit_message(MessageLocation(target.channel_id, target.message_id), scene)


async def delete_by_token_or_channel(messenger: Messenger, target: MessageTarget) -> None:
    """Delete a message by its token, which costs no rate limit, else in its channel."""
    if target.token:
        with _suppress_if_channel_known(target):
            await messenger.delete_by_token(target.token, target.message_id)
            return
    if target.channel_id is None:
        raise MessageGone("no token that can delete it")
    await messenger.delete_message(MessageLocation(target.channel_id, target.message_id))


def _suppress_if_channel_known(target: MessageTarget) -> AbstractContextManager[None]:
    """If the token fails, fall through to the channel; without a channel, let the error through."""
    return nullcontext() if target.channel_id is None else suppress(MessageGone, DestinationUnreachable)
