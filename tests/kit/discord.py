"""A fake Discord in memory: its messages, who was pinged by which, and the failures a test orders."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final, TypeAlias

from bot.errors import ChannelGone, DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.messenger import MessageLocation, SentMessage
from bot.screens.custom_ids import CustomId
from bot.screens.scene import Scene
from bot.wall_clock import DISCORD_EPOCH_MS

NAMES: Final = {11: "Ann", 22: "Ben", 33: "Cat", 44: "Dan"}
DIRECT: Final = 1_000_000
"""So much above the person is the channel of their direct messages."""

Trouble: TypeAlias = DiscordUnavailable | DestinationUnreachable | MessageGone


@dataclass
class Hold:
    """Something that Discord puts off."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Discord:
    now: Callable[[], int]
    messages: dict[MessageLocation, Scene] = field(default_factory=dict)
    posted: list[tuple[int, Scene]] = field(default_factory=list)
    """Every new message as it was when it came."""
    nonces: dict[str, MessageLocation] = field(default_factory=dict)
    pinged: dict[MessageLocation, frozenset[int]] = field(default_factory=dict)
    """Whom each message called when it came."""
    answers: dict[str, MessageLocation] = field(default_factory=dict)
    """The messages that answered commands, by token."""
    private: dict[int | None, Scene] = field(default_factory=dict)
    threads: dict[int, str] = field(default_factory=dict)
    """What each is called, by its number, which is that of the message it hangs on."""
    gone: set[int] = field(default_factory=set)
    """Channels that somebody has deleted."""
    troubles: dict[str, list[Trouble]] = field(default_factory=dict)
    """By deed, or by deed and channel: what goes wrong with it the next times."""
    meanwhile: dict[str, Callable[[int], Awaitable[None]]] = field(default_factory=dict)
    """By deed, or by deed and channel or person: what happens before it is done."""
    left: set[int] = field(default_factory=set)
    """Who is on no server any more."""
    worn: dict[int, set[int]] = field(default_factory=dict)
    """Who has each role."""
    asked: list[int] = field(default_factory=list)
    """Whom it was asked about."""
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def fails(self, deed: str, *troubles: Trouble) -> None:
        self.troubles.setdefault(deed, []).extend(troubles)

    def hold(self, deed: str) -> Hold:
        """Put this deed off from now on, until the test releases it."""
        hold = Hold()

        async def wait(_: int) -> None:
            hold.reached.set()
            await hold.released.wait()

        self.meanwhile[deed] = wait
        return hold

    async def _do(self, deed: str, whom: int) -> None:
        for name in (deed, f"{deed} {whom}"):
            if happens := self.meanwhile.get(name):
                await happens(whom)
        for waiting in (self.troubles.get(deed), self.troubles.get(f"{deed} {whom}")):
            if waiting:
                raise waiting.pop(0)
        if whom in self.gone:
            raise ChannelGone("unreachable-channel")

    def at(self, channel_id: int) -> list[Scene]:
        """The oldest first."""
        return [scene for location, scene in sorted(self.messages.items()) if location.channel_id == channel_id]

    def alive(self) -> list[tuple[MessageLocation, Scene]]:
        """What stands anywhere in public with a picture or a button."""
        public = [location for location in self.messages if not DIRECT <= location.channel_id < 2 * DIRECT]
        return [(location, scene) for location in public if (scene := self.messages[location]).board or scene.rows]

    def deleted(self, channel_id: int) -> None:
        """A channel, by somebody who may."""
        self.gone.add(channel_id)
        for location in [location for location in self.messages if location.channel_id == channel_id]:
            del self.messages[location]

    def direct(self, person_id: int) -> list[Scene]:
        return self.at(DIRECT + person_id)

    def pings(self, person_id: int) -> int:
        """By new messages; an edit pings nobody."""
        return sum(
            person_id in scene.pinged_ids or channel_id == DIRECT + person_id for channel_id, scene in self.posted
        )

    def numbered(self, channel_id: int, once: str) -> int:
        """The number of a new message, which tells when it came."""
        del channel_id, once
        return ((self.now() - DISCORD_EPOCH_MS) << 22) + next(self.numbers)

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        await self._do("post", channel_id)
        if (known := self.nonces.get(nonce_key)) in self.messages:
            assert known
            stands = self.messages[known]
            as_asked = (stands.above, stands.below, stands.rows) == (scene.above, scene.below, scene.rows)
            return SentMessage(known, as_asked, self.pinged[known])
        location = MessageLocation(channel_id, self.numbered(channel_id, nonce_key))
        self.nonces[nonce_key] = location
        self.messages[location] = scene
        self.pinged[location] = scene.pinged_ids
        self.posted.append((channel_id, scene))
        # It has come, but the bot does not hear of it.
        await self._do("posted", channel_id)
        return SentMessage(location, has_requested_content=True, pinged_ids=scene.pinged_ids)

    async def edit_message(self, location: MessageLocation, scene: Scene) -> None:
        await self._do("edit", location.channel_id)
        if location not in self.messages:
            raise MessageGone
        self.messages[location] = scene

    async def message_exists(self, location: MessageLocation) -> bool:
        await self._do("there", location.channel_id)
        return location in self.messages

    async def delete_message(self, location: MessageLocation) -> None:
        await self._do("remove", location.channel_id)
        self.messages.pop(location, None)

    async def send_dm(self, person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        await self._do("tell", person_id)
        return await self.post_message(DIRECT + person_id, scene, nonce_key)

    async def find_cards(self, channel_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        await self._do("ours", channel_id)
        return [
            location
            for location, scene in sorted(self.messages.items())
            if location.channel_id == channel_id
            and (location.message_id >> 22) + DISCORD_EPOCH_MS >= since_ms
            and match_id in _about(scene)
        ]

    async def has_posted_button(self, channel_id: int, custom_id: str, since_ms: int) -> bool:
        await self._do("stands", channel_id)
        return any(
            location.channel_id == channel_id
            and (location.message_id >> 22) + DISCORD_EPOCH_MS >= since_ms
            and custom_id in _buttons(scene)
            for location, scene in self.messages.items()
        )

    async def find_sent_dms(self, person_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        return await self.find_cards(DIRECT + person_id, match_id, since_ms)

    async def edit_by_token(self, token: str, message_id: int | None, scene: Scene) -> None:
        assert token
        await self._do("edit_private", message_id or 0)
        self.private[message_id] = scene

    async def send_ephemeral(self, token: str, scene: Scene) -> int:
        assert token
        await self._do("open", 0)
        message_id = self.numbered(0, token)
        self.private[message_id] = scene
        return message_id

    async def fetch_reply_id(self, token: str) -> int:
        assert token
        await self._do("answered", 0)
        if token not in self.answers:
            raise MessageGone
        return self.answers[token].message_id

    async def delete_by_token(self, token: str, message_id: int) -> None:
        assert token
        await self._do("take_back", message_id)
        for location in [location for location in self.messages if location.message_id == message_id]:
            del self.messages[location]

    async def fetch_last_message_id(self, channel_id: int) -> int | None:
        await self._do("newest", channel_id)
        return max(
            (location.message_id for location in self.messages if location.channel_id == channel_id), default=None
        )

    async def check_can_post(self, channel_id: int) -> None:
        await self._do("check", channel_id)

    async def create_thread(self, location: MessageLocation, name: str) -> int:
        await self._do("thread", location.channel_id)
        if location not in self.messages:
            raise MessageGone
        self.threads.setdefault(location.message_id, name)
        return location.message_id

    async def add_role(self, server_id: int, person_id: int, role_id: int) -> None:
        assert server_id
        await self._do("give", person_id)
        self.worn.setdefault(role_id, set()).add(person_id)

    async def remove_role(self, server_id: int, person_id: int, role_id: int) -> None:
        assert server_id
        await self._do("take", person_id)
        self.worn.setdefault(role_id, set()).discard(person_id)

    async def fetch_member_name(self, server_id: int, person_id: int) -> str | None:
        assert server_id
        await self._do("member", person_id)
        self.asked.append(person_id)
        return None if person_id in self.left else NAMES.get(person_id, f"{person_id}")

    async def fetch_server_locale(self, server_id: int | None) -> str | None:
        assert server_id
        return None


def _about(scene: Scene) -> set[int]:
    """The matches of its buttons."""
    return {custom_id.match_id for button in _buttons(scene) if (custom_id := CustomId.parse(button))}


def _buttons(scene: Scene) -> set[str]:
    return {button.custom_id for row in scene.rows if isinstance(row, tuple) for button in row}
