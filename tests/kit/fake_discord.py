"""A fake Discord that keeps messages and pings in memory, and fails as planned by a test."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final, TypeAlias

from bot.errors import ChannelGone, DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.messenger import MessageLocation, SentMessage, ServerEvent
from bot.screens.custom_ids import CustomId
from bot.screens.scene import Scene
from bot.wall_clock import DISCORD_EPOCH_MS

DISPLAY_NAMES: Final = {11: "Ann", 22: "Ben", 33: "Cat", 44: "Dan"}
DM_CHANNEL_OFFSET: Final = 1_000_000
"""The ID of a person's DM channel is the person's ID plus this offset."""

DiscordFailure: TypeAlias = DiscordUnavailable | DestinationUnreachable | MessageGone


@dataclass
class HeldOperation:
    """A kind of operation on which the fake Discord waits until the test releases it."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class FakeDiscord:
    now_ms: Callable[[], int]
    messages: dict[MessageLocation, Scene] = field(default_factory=dict)
    posted_messages: list[tuple[int, Scene]] = field(default_factory=list)
    """The channel ID and original scene of each posted message, without later edits."""
    location_by_nonce: dict[str, MessageLocation] = field(default_factory=dict)
    pinged_ids_by_message: dict[MessageLocation, frozenset[int]] = field(default_factory=dict)
    """The IDs of the people whom each message pinged when it was posted."""
    reply_by_token: dict[str, MessageLocation] = field(default_factory=dict)
    """The message that responds to each command, by interaction token."""
    ephemeral_scenes: dict[int | None, Scene] = field(default_factory=dict)
    can_create_threads: bool = False
    """Whether the bot may create threads. Most tests need none, so their matches stay in the channel."""
    thread_names: dict[int, str] = field(default_factory=dict)
    """The name of each thread by its ID. A thread has the same ID as the message that it belongs to."""
    open_channels: dict[int, list[int]] = field(default_factory=dict)
    """The channels of each server that everybody can read, and in which the bot can post."""
    deleted_channel_ids: set[int] = field(default_factory=set)
    planned_errors: dict[str, list[DiscordFailure]] = field(default_factory=dict)
    """The next errors of an operation ("edit_message"), or of an operation on one target ("edit_message 2")."""
    callbacks_before: dict[str, Callable[[int], Awaitable[None]]] = field(default_factory=dict)
    """Functions to call before an operation, by the same keys. They get the ID of the target channel or person."""
    departed_person_ids: set[int] = field(default_factory=set)
    """The people who have left the server."""
    events: dict[int, ServerEvent] = field(default_factory=dict)
    """The scheduled events that have not ended, by ID."""
    role_holders: dict[int, set[int]] = field(default_factory=dict)
    looked_up_person_ids: list[int] = field(default_factory=list)
    """The people whose names were fetched, in order."""
    message_numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def fail_next(self, operation: str, *errors: DiscordFailure) -> None:
        self.planned_errors.setdefault(operation, []).extend(errors)

    def hold_operation(self, operation: str) -> HeldOperation:
        """Delay all operations of this kind until the test releases them."""
        hold = HeldOperation()

        async def wait(_: int) -> None:
            hold.reached.set()
            await hold.released.wait()

        self.callbacks_before[operation] = wait
        return hold

    async def _begin_operation(self, operation: str, target_id: int) -> None:
        for name in (operation, f"{operation} {target_id}"):
            if callback := self.callbacks_before.get(name):
                await callback(target_id)
        for errors in (self.planned_errors.get(operation), self.planned_errors.get(f"{operation} {target_id}")):
            if errors:
                raise errors.pop(0)
        if target_id in self.deleted_channel_ids:
            raise ChannelGone("unreachable-channel")

    def list_scenes(self, channel_id: int) -> list[Scene]:
        """Return the content of all messages in a channel, oldest first."""
        return [scene for location, scene in sorted(self.messages.items()) if location.channel_id == channel_id]

    def list_live_messages(self) -> list[tuple[MessageLocation, Scene]]:
        """Return the messages that look like the card of a match. There should be one per match.

        They are outside DMs and have a button, or a picture in a channel. In a thread, a picture alone does not count:
        the last message there keeps it when the buttons return to the starter message.
        """
        public = {
            location: scene
            for location, scene in self.messages.items()
            if not DM_CHANNEL_OFFSET <= location.channel_id < 2 * DM_CHANNEL_OFFSET
        }
        return [
            (location, scene)
            for location, scene in public.items()
            if scene.rows or scene.sections or (scene.board and location.channel_id not in self.thread_names)
        ]

    def delete_channel(self, channel_id: int) -> None:
        self.deleted_channel_ids.add(channel_id)
        for location in [location for location in self.messages if location.channel_id == channel_id]:
            del self.messages[location]

    def list_dms(self, person_id: int) -> list[Scene]:
        return self.list_scenes(DM_CHANNEL_OFFSET + person_id)

    def count_pings(self, person_id: int) -> int:
        """Count the posted messages that pinged this person. Edits ping nobody."""
        return sum(
            person_id in scene.pinged_ids or channel_id == DM_CHANNEL_OFFSET + person_id
            for channel_id, scene in self.posted_messages
        )

    def make_message_id(self, channel_id: int, nonce_key: str) -> int:
        """Return a new snowflake, an ID that contains the current time."""
        del channel_id, nonce_key
        return ((self.now_ms() - DISCORD_EPOCH_MS) << 22) + next(self.message_numbers)

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        await self._begin_operation("post_message", channel_id)
        if (posted := self.location_by_nonce.get(nonce_key)) in self.messages:
            assert posted
            shown = self.messages[posted]
            has_requested_content = (shown.above, shown.below, shown.rows) == (scene.above, scene.below, scene.rows)
            return SentMessage(posted, has_requested_content, self.pinged_ids_by_message[posted])
        location = MessageLocation(channel_id, self.make_message_id(channel_id, nonce_key))
        self.location_by_nonce[nonce_key] = location
        self.messages[location] = scene
        self.pinged_ids_by_message[location] = scene.pinged_ids
        self.posted_messages.append((channel_id, scene))
        # An error planned for this operation means that the message exists but the bot gets no response.
        await self._begin_operation("message_posted", channel_id)
        return SentMessage(location, has_requested_content=True, pinged_ids=scene.pinged_ids)

    async def edit_message(self, location: MessageLocation, scene: Scene) -> None:
        await self._begin_operation("edit_message", location.channel_id)
        if location not in self.messages:
            raise MessageGone
        self.messages[location] = scene

    async def message_exists(self, location: MessageLocation) -> bool:
        await self._begin_operation("message_exists", location.channel_id)
        return location in self.messages

    async def delete_message(self, location: MessageLocation) -> None:
        await self._begin_operation("delete_message", location.channel_id)
        self.messages.pop(location, None)

    async def send_dm(self, person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        await self._begin_operation("send_dm", person_id)
        return await self.post_message(DM_CHANNEL_OFFSET + person_id, scene, nonce_key)

    async def find_cards(self, channel_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        await self._begin_operation("find_cards", channel_id)
        return [
            location
            for location, scene in sorted(self.messages.items())
            if location.channel_id == channel_id
            and (location.message_id >> 22) + DISCORD_EPOCH_MS >= since_ms
            and match_id in _list_match_ids(scene)
        ]

    async def has_posted_button(self, channel_id: int, custom_id: str, since_ms: int) -> bool:
        await self._begin_operation("has_posted_button", channel_id)
        return any(
            location.channel_id == channel_id
            and (location.message_id >> 22) + DISCORD_EPOCH_MS >= since_ms
            and custom_id in _list_custom_ids(scene)
            for location, scene in self.messages.items()
        )

    async def find_sent_dms(self, person_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        return await self.find_cards(DM_CHANNEL_OFFSET + person_id, match_id, since_ms)

    async def edit_by_token(self, token: str, message_id: int | None, scene: Scene) -> None:
        assert token
        await self._begin_operation("edit_by_token", message_id or 0)
        self.ephemeral_scenes[message_id] = scene

    async def send_ephemeral(self, token: str, scene: Scene) -> int:
        assert token
        await self._begin_operation("send_ephemeral", 0)
        message_id = self.make_message_id(0, token)
        self.ephemeral_scenes[message_id] = scene
        return message_id

    async def fetch_reply_id(self, token: str) -> int:
        assert token
        await self._begin_operation("fetch_reply_id", 0)
        if token not in self.reply_by_token:
            raise MessageGone
        return self.reply_by_token[token].message_id

    async def delete_by_token(self, token: str, message_id: int) -> None:
        assert token
        await self._begin_operation("delete_by_token", message_id)
        self.ephemeral_scenes.pop(message_id, None)
        for location in [location for location in self.messages if location.message_id == message_id]:
            del self.messages[location]

    async def fetch_last_message_id(self, channel_id: int) -> int | None:
        await self._begin_operation("fetch_last_message_id", channel_id)
        return max(
            (location.message_id for location in self.messages if location.channel_id == channel_id), default=None
        )

    async def check_can_post(self, channel_id: int) -> None:
        await self._begin_operation("check_can_post", channel_id)

    def list_open_channels(self, server_id: int) -> list[int]:
        return self.open_channels.get(server_id, [])

    async def is_open_channel(self, server_id: int, channel_id: int) -> bool:
        await self._begin_operation("is_open_channel", channel_id)
        return channel_id in self.list_open_channels(server_id)

    def serves_server(self, server_id: int) -> bool:
        assert server_id
        return True

    def find_greeting_channel(self, server_id: int) -> int | None:
        return next(iter(self.open_channels.get(server_id, [])), None)

    def can_create_thread(self, server_id: int, channel_id: int) -> bool:
        assert server_id is not None
        assert channel_id
        return self.can_create_threads

    async def create_thread(self, location: MessageLocation, name: str) -> int:
        await self._begin_operation("create_thread", location.channel_id)
        if not self.can_create_threads:
            raise DestinationUnreachable("no-thread")
        if location not in self.messages:
            raise MessageGone
        self.thread_names.setdefault(location.message_id, name)
        return location.message_id

    async def create_event(self, server_id: int, event: ServerEvent) -> int:
        await self._begin_operation("create_event", server_id)
        event_id = next(self.message_numbers)
        self.events[event_id] = event
        return event_id

    async def extend_event(self, server_id: int, event_id: int, ends_ms: int) -> None:
        await self._begin_operation("extend_event", server_id)
        self.events[event_id] = self.events[event_id]._replace(ends_ms=ends_ms)

    async def end_event(self, server_id: int, event_id: int) -> None:
        await self._begin_operation("end_event", server_id)
        del self.events[event_id]

    async def add_role(self, server_id: int, person_id: int, role_id: int) -> None:
        assert server_id is not None
        await self._begin_operation("add_role", person_id)
        self.role_holders.setdefault(role_id, set()).add(person_id)

    async def remove_role(self, server_id: int, person_id: int, role_id: int) -> None:
        assert server_id is not None
        await self._begin_operation("remove_role", person_id)
        self.role_holders.setdefault(role_id, set()).discard(person_id)

    async def fetch_member_name(self, server_id: int, person_id: int) -> str | None:
        assert server_id is not None
        await self._begin_operation("fetch_member_name", person_id)
        self.looked_up_person_ids.append(person_id)
        return None if person_id in self.departed_person_ids else DISPLAY_NAMES.get(person_id, f"{person_id}")

    async def fetch_server_locale(self, server_id: int | None) -> str | None:
        assert server_id is not None
        return None


def _list_match_ids(scene: Scene) -> set[int]:
    return {custom_id.match_id for button in _list_custom_ids(scene) if (custom_id := CustomId.parse(button))}


def _list_custom_ids(scene: Scene) -> set[str]:
    return {button.custom_id for row in scene.rows if isinstance(row, tuple) for button in row}
