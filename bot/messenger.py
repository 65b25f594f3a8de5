"""The interface through which `delivery` posts, edits and removes messages; `discord/messages` implements it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Final, NamedTuple, Protocol

from bot.errors import DestinationUnreachable, MessageGone
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE_MS, snowflake_time_ms

MAX_EDIT_AGE_MS: Final = 55 * MINUTE_MS
"""Discord takes few edits of a message that is older than an hour, and has whoever tries wait in vain."""
TOKEN_LIFETIME_MS: Final = 15 * MINUTE_MS
"""Discord lets a token edit messages for this long after its interaction."""
REVEAL_CUTOFF_MS: Final = TOKEN_LIFETIME_MS - 2 * MINUTE_MS
"""With an older token no board is opened: the token might expire before it can be covered again."""
INTERACTION_REPLY_ID: Final = 0
"""In the place of a message: that by which somebody’s press was answered."""


class MessageLocation(NamedTuple):
    """Where a message is."""

    channel_id: int
    message_id: int


class SentMessage(NamedTuple):
    """What Discord returned for a new message."""

    location: MessageLocation
    has_requested_content: bool = True
    """False if it is the message of an earlier attempt, and shows something else."""
    pinged_ids: frozenset[int] = frozenset()
    """The people that it pinged."""


class Messenger(Protocol):
    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        """Twice within some minutes with the same `once` is one message: an answer may be lost, or a process die. Then
        the first one is returned, as it is.
        """
        ...

    async def edit_message(self, location: MessageLocation, scene: Scene) -> None: ...
    async def message_exists(self, location: MessageLocation) -> bool:
        """Has nobody deleted it? Where we may not read back it is taken for there."""
        ...

    async def delete_message(self, location: MessageLocation) -> None:
        """Gone already is as good as removed."""
        ...

    async def send_dm(self, person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        """By direct message; `once` as above."""
        ...

    async def find_cards(self, channel_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        """The messages there since then that can be the card of this match, the oldest first; as far as we may read
        back.
        """
        ...

    async def has_posted_button(self, channel_id: int, custom_id: str, since_ms: int) -> bool:
        """Have we posted something there since then with this button, by its custom_id? As far as we may read back."""
        ...

    async def find_sent_dms(self, person_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        """What we have sent about a match by direct message since then, the oldest first; no answers to presses."""
        ...

    async def edit_by_token(self, token: str, message_id: int, scene: Scene) -> None:
        """An ephemeral message, or the `ANSWER`, as long as its interaction lasts."""
        ...

    async def send_ephemeral(self, token: str, scene: Scene) -> int:
        """A private message beside what somebody has pressed, as long as its interaction lasts."""
        ...

    async def fetch_reply_id(self, token: str) -> int:
        """The message that answered somebody's command; `Lost` where nothing has."""
        ...

    async def delete_by_token(self, token: str, message_id: int) -> None:
        """What somebody has pressed lately; by their press that counts for nothing."""
        ...

    async def fetch_last_message_id(self, channel_id: int) -> int | None:
        """The last message of a channel, whoever wrote it."""
        ...

    async def check_can_post(self, channel_id: int) -> None:
        """Raises what it would to post a table there."""
        ...

    async def create_thread(self, location: MessageLocation, name: str) -> int:
        """One that hangs on a message, and has its number; there is one at the most, however often it is asked for."""
        ...

    async def add_role(self, server_id: int, person_id: int, role_id: int) -> None:
        """Whoever has left has it no more, and takes none: that is no trouble."""
        ...

    async def remove_role(self, server_id: int, person_id: int, role_id: int) -> None: ...
    async def fetch_member_name(self, server_id: int, person_id: int) -> str | None:
        """What this person is called there; None for who is not there."""
        ...

    async def fetch_server_locale(self, server_id: int | None) -> str | None:
        """The language that a server has chosen at Discord."""
        ...


def is_too_old_to_edit(location: MessageLocation, now: int) -> bool:
    """A message's id tells when it was posted: one that is older takes no edits but by a press on it."""
    return now - snowflake_time_ms(location.message_id) > MAX_EDIT_AGE_MS


async def edit_by_token_or_channel(
    messenger: Messenger, location: MessageLocation, token: str, scene: Scene, now: int, *, even_if_old: bool = False
) -> None:
    """By somebody's press on it, which counts for nothing; what that does not reach, in its channel, as long as it is
    young. `late` is the one edit of what can be neither moved nor taken away: some are taken.
    """
    if token:
        with _suppress_if_channel_known(location):
            await messenger.edit_by_token(token, location.message_id, scene)
            return
    if not location.channel_id:
        raise MessageGone("nobody has pressed it lately")
    if is_too_old_to_edit(location, now) and not even_if_old:
        raise MessageGone("it takes no edits any more")
    await messenger.edit_message(location, scene)


async def delete_by_token_or_channel(messenger: Messenger, location: MessageLocation, token: str) -> None:
    """The same, of what is to go."""
    if token:
        with _suppress_if_channel_known(location):
            await messenger.delete_by_token(token, location.message_id)
            return
    await messenger.delete_message(location)


def _suppress_if_channel_known(location: MessageLocation) -> AbstractContextManager[None]:
    """There is another way, but for what only a press reaches."""
    return suppress(MessageGone, DestinationUnreachable) if location.channel_id else nullcontext()
