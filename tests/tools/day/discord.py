"""Discord in memory with simulated time: fifty requests a second for the whole bot, and the limits of each channel.

Only a sample of the servers plays. Each request that counts stands for many, and those of all other servers wait in the
same queue at any time of the day at which people play. The queue is that of a rate-limiting proxy before Discord
(docs/hosting.md). A channel over its own limit refuses requests.
"""

from __future__ import annotations

import asyncio
import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log
from typing import Final, TypeAlias

from bot.discord.api_errors import REQUEST_TIMEOUT_S
from bot.errors import DiscordUnavailable, MessageGone
from bot.messenger import TOKEN_LIFETIME_MS, MessageLocation, SentMessage
from bot.screens.scene import Scene
from bot.wall_clock import DISCORD_EPOCH_MS, snowflake_time_ms
from discord_playground.ratelimit import DISCORDS, EVERY_ROUTE, Limited, RateLimits
from discord_playground.world.clock import Clock
from tests.kit.discord import Discord

LATENCY_S: Final = 0.1
HOUR_S: Final = 3600
MIN_SHARE: Final = 0.01
"""From a smaller share of the day nobody can tell how many others come."""
MAX_TRIES: Final = 5
"""After so many refusals the library gives up."""
UNLIMITED: Final = frozenset({"edit_private", "open", "answered", "take_back"})
"""Requests by the token of a press do not count."""
DIRECT_OFFSET: Final = 10**12
"""Distance from a person's id to the id of their direct channel."""
Listener: TypeAlias = Callable[[MessageLocation, Scene, float], None]
"""Is told where a scene came, and since when it was under way."""
ROUTES: Final = {
    "post": "POST /channels/{channel_id}/messages",
    "edit": "PATCH /channels/{channel_id}/messages/{message_id}",
    "remove": "DELETE /channels/{channel_id}/messages/{message_id}",
    "there": "GET /channels/{channel_id}/messages/{message_id}",
    "newest": "GET /channels/{channel_id}",
    "check": "GET /channels/{channel_id}",
    "ours": "GET /channels/{channel_id}/messages",
    "member": "GET /guilds/{guild_id}/members/{user_id}",
    "dm": "POST /users/@me/channels",
    "edit_private": "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "open": "POST /webhooks/{webhook_id}/{webhook_token}",
    "answered": "GET /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "take_back": "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
}


class RequestQueue:
    """Requests of the sample, and of those it stands for, that wait for one of the fifty of a second.

    The others come by hour as `shares` says; how many they are is only known when the day is over. So at each moment
    they are as many as the sample so far stands for: where a share F of the day has passed, each request brings 1/F of
    what is due then. From now to the end that is evenly many for each step of log F.
    """

    def __init__(
        self, factor: float, seed: int, shares: Sequence[float], limit: int = DISCORDS[EVERY_ROUTE].requests
    ) -> None:
        self._others = factor - 1
        self._limit = limit
        self._dice = random.Random(seed)
        self._passed = [MIN_SHARE, *(max(MIN_SHARE, it) for it in accumulate(shares))]
        """Share of the day that has passed when each hour begins."""
        self._coming: Counter[int] = Counter()
        """Requests of the others by second."""
        self._second = 0
        self._waiting = 0
        self.spent: Counter[int] = Counter()
        """Requests that went through by second."""

    def join(self, now_s: float) -> float:
        """Add a request of the sample. Return the seconds until it is its turn."""
        self.advance(int(now_s))
        share = self._share_at(now_s)
        for _ in range(round(self._others * log(1 / share))):
            self._coming[int(self._time_of(share ** self._dice.random())) + 1] += 1
        ahead = self._waiting
        self._waiting += 1
        wait_s = ahead // self._limit
        return wait_s - (now_s - int(now_s)) if wait_s else 0.0

    def advance(self, second: int) -> None:
        while self._second < second:
            self.spent[self._second] = min(self._limit, self._waiting)
            self._second += 1
            self._waiting = max(0, self._waiting - self._limit) + self._coming.pop(self._second, 0)

    def _share_at(self, now_s: float) -> float:
        hour = min(now_s / HOUR_S, len(self._passed) - 1.001)
        before, after = self._passed[int(hour) : int(hour) + 2]
        return min(1.0, before + (after - before) * (hour % 1))

    def _time_of(self, share: float) -> float:
        hour = min(bisect(self._passed, share), len(self._passed) - 1) - 1
        before, after = self._passed[hour : hour + 2]
        return (hour + (share - before) / (after - before)) * HOUR_S if after > before else (hour + 1) * HOUR_S


@dataclass
class SimulatedClock(Clock):
    """The clock of the rate limits."""

    seconds: Callable[[], float]

    def now(self) -> float:
        return self.seconds()


@dataclass(kw_only=True)
class SimulatedDiscord(Discord):
    """One Discord for all processes. A private message lies in the channel `-person`."""

    queue: RequestQueue
    seconds: Callable[[], float]
    requests: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    waits_s: list[float] = field(default_factory=list)
    """How long the limits kept each request that counts."""
    listeners: list[Listener] = field(default_factory=list)
    posts: Counter[str] = field(default_factory=Counter)
    """How often each message came, by nonce."""
    channels: dict[int, int] = field(default_factory=dict)
    """The channel of each message."""
    last: dict[int, int] = field(default_factory=dict)
    """The last message of each channel."""
    limits: RateLimits = field(init=False)
    _has_dm: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        # The queue keeps the limit of the whole bot.
        limits = {route: limit for route, limit in DISCORDS.items() if route != EVERY_ROUTE}
        self.limits = RateLimits(SimulatedClock(self.seconds), limits)

    async def _request(self, deed: str, whom: int | str) -> float:
        """Wait for a request to go through. Return when it began."""
        began = self.seconds()
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_S):
                await self._wait_for_limits(deed, str(whom))
        except TimeoutError:
            self.refused["in time"] += 1
            raise DiscordUnavailable("it takes too long") from None
        self.requests[deed] += 1
        if deed not in UNLIMITED:
            self.waits_s.append(self.seconds() - began)
        await asyncio.sleep(LATENCY_S)
        return began

    async def _wait_for_limits(self, deed: str, whom: str) -> None:
        if deed not in UNLIMITED:
            await asyncio.sleep(self.queue.join(self.seconds()))
        path = {"channel_id": whom, "guild_id": whom, "webhook_id": "us", "webhook_token": whom}
        route = ROUTES[deed]
        for _ in range(MAX_TRIES):
            try:
                self.limits.spend("us", route, {major: path[major] for major in path if f"{{{major}}}" in route})
                return
            except Limited as no:
                self.refused[deed] += 1
                await asyncio.sleep(no.body["retry_after"] + 0.001)
        raise DiscordUnavailable(f"too many of {deed}")

    def put(self, channel_id: int, scene: Scene) -> MessageLocation:
        """Create a message without telling the listeners."""
        location = MessageLocation(channel_id, ((self.now() - DISCORD_EPOCH_MS) << 22) + next(self.numbers))
        self.messages[location] = scene
        self.channels[location.message_id] = channel_id
        self.last[channel_id] = location.message_id
        return location

    def _notify(self, location: MessageLocation, scene: Scene, since_s: float) -> None:
        for listener in self.listeners:
            listener(location, scene, since_s)

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        since = await self._request("post", channel_id)
        if self.nonces.get(nonce_key) in self.messages:
            return SentMessage(self.nonces[nonce_key])
        location = self.nonces[nonce_key] = self.put(channel_id, scene)
        self.posts[nonce_key] += 1
        self._notify(location, scene, since)
        return SentMessage(location)

    async def send_dm(self, person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        if person_id not in self._has_dm:
            self._has_dm.add(person_id)
            await self._request("dm", person_id)
        return await self.post_message(direct_channel(person_id), scene, nonce_key)

    async def edit_message(self, location: MessageLocation, scene: Scene) -> None:
        since = await self._request("edit", location.channel_id)
        await super().edit_message(location, scene)
        self._notify(location, scene, since)

    async def message_exists(self, location: MessageLocation) -> bool:
        await self._request("there", location.channel_id)
        return location in self.messages

    async def delete_message(self, location: MessageLocation) -> None:
        await self._request("remove", location.channel_id)
        self.messages.pop(location, None)

    async def fetch_last_message_id(self, channel_id: int) -> int | None:
        await self._request("newest", channel_id)
        return self.last.get(channel_id)

    async def check_can_post(self, channel_id: int) -> None:
        await self._request("check", channel_id)

    async def find_cards(self, channel_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        await self._request("ours", channel_id)
        return await super().find_cards(channel_id, match_id, since_ms)

    async def find_sent_dms(self, person_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        return await self.find_cards(direct_channel(person_id), match_id, since_ms)

    async def fetch_member_name(self, server_id: int, person_id: int) -> str | None:
        await self._request("member", server_id)
        return f"{person_id}"

    async def fetch_server_locale(self, _server: int | None) -> str | None:
        # The gateway tells the locale of a shard's own servers.
        return None

    # Requests by the token of a press, which is "person cause"

    def _check_token(self, token: str) -> None:
        if self.now() - snowflake_time_ms(int(token.split()[1])) >= TOKEN_LIFETIME_MS:
            raise MessageGone

    async def edit_by_token(self, token: str, message_id: int | None, scene: Scene) -> None:
        since = await self._request("edit_private", token)
        self._check_token(token)
        location = MessageLocation(self.channels.get(message_id or 0, 0), message_id or 0)
        if location not in self.messages:
            raise MessageGone
        self.messages[location] = scene
        self._notify(location, scene, since)

    async def send_ephemeral(self, token: str, scene: Scene) -> int:
        since = await self._request("open", token)
        self._check_token(token)
        location = self.put(private_channel(int(token.split(maxsplit=1)[0])), scene)
        self._notify(location, scene, since)
        return location.message_id

    async def fetch_reply_id(self, token: str) -> int:
        await self._request("answered", token)
        raise MessageGone

    async def delete_by_token(self, token: str, message_id: int) -> None:
        await self._request("take_back", token)
        self._check_token(token)
        self.messages.pop(MessageLocation(self.channels.get(message_id, 0), message_id), None)


def direct_channel(person_id: int) -> int:
    return DIRECT_OFFSET + person_id


def private_channel(person_id: int) -> int:
    """Return the channel that stands for messages that only this person sees."""
    return -person_id


def find_reader(channel_id: int) -> int:
    """Return the person who alone reads there, or 0 where all do."""
    return -channel_id if channel_id < 0 else max(0, channel_id - DIRECT_OFFSET)
