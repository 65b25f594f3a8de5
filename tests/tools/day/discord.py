"""A fake Discord with simulated time and two rate limits: fifty requests per second for the bot, and one per channel.

Only a sample of the servers is simulated, but the requests of all servers wait in one queue. The requests of the other
servers are estimated from those of the sample. The queue is that of a rate-limiting proxy between the bot and Discord
(docs/hosting.md). Requests over the limit of their channel are refused.
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
from bot.wall_clock import snowflake_time_ms
from discord_playground.rate_limits import EVERY_ROUTE, MEASURED_DISCORD_LIMITS, RateLimitExceeded, RequestRateLimiter
from discord_playground.world.clock import WorldClock
from tests.kit.fake_discord import FakeDiscord

REQUEST_LATENCY_S: Final = 0.1
SECONDS_PER_HOUR: Final = 3600
MIN_HOURLY_SHARE: Final = 0.01
"""The minimum share of the day's requests from which the total is estimated. Smaller shares are too inaccurate."""
MAX_REQUEST_TRIES: Final = 5
"""The number of refusals after which a request fails, as in discord.py."""
UNLIMITED_OPERATIONS: Final = frozenset({"edit_by_token", "send_ephemeral", "fetch_reply_id", "delete_by_token"})
"""Requests with an interaction token, which do not count toward the bot's limit."""
DM_CHANNEL_OFFSET: Final = 10**12
"""The difference between the ID of a person's direct-message channel and the ID of the person."""
MessageListener: TypeAlias = Callable[[MessageLocation, Scene, float], None]
"""A function that receives the location of a message, its scene, and the time in seconds when its request began."""
ROUTE_BY_OPERATION: Final = {
    "post_message": "POST /channels/{channel_id}/messages",
    "edit_message": "PATCH /channels/{channel_id}/messages/{message_id}",
    "delete_message": "DELETE /channels/{channel_id}/messages/{message_id}",
    "message_exists": "GET /channels/{channel_id}/messages/{message_id}",
    "fetch_last_message_id": "GET /channels/{channel_id}",
    "check_can_post": "GET /channels/{channel_id}",
    "find_cards": "GET /channels/{channel_id}/messages",
    "fetch_member_name": "GET /guilds/{guild_id}/members/{user_id}",
    "send_dm": "POST /users/@me/channels",
    "edit_by_token": "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "send_ephemeral": "POST /webhooks/{webhook_id}/{webhook_token}",
    "fetch_reply_id": "GET /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "delete_by_token": "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
}


class RequestQueue:
    """The queue in which the requests of all servers wait, limited to fifty requests per second.

    The total number of requests is unknown until the end of the day, so the queue estimates it from the sample so far.
    When a request of the sample arrives, a share F of the day's requests has arrived, according to `shares`. Requests
    of other servers are then added for the rest of the day, at a rate that decreases with 1/F.
    """

    def __init__(
        self,
        factor: float,
        seed: int,
        shares: Sequence[float],
        limit: int = MEASURED_DISCORD_LIMITS[EVERY_ROUTE].max_requests,
    ) -> None:
        self._others = factor - 1
        self._limit = limit
        self._dice = random.Random(seed)
        self._cumulative_shares = [MIN_HOURLY_SHARE, *(max(MIN_HOURLY_SHARE, it) for it in accumulate(shares))]
        """The share of the day's requests that arrive before each hour."""
        self._arrivals_by_second: Counter[int] = Counter()
        """The number of future requests of other servers, by the second in which they arrive."""
        self._second = 0
        self._queue_length = 0
        self.requests_by_second: Counter[int] = Counter()
        """The number of requests that were sent, by second."""

    def add_request(self, now_s: float) -> float:
        """Add a request of the sample, and return the seconds until it is sent."""
        self.advance_second(int(now_s))
        share = self._get_share_at(now_s)
        for _ in range(round(self._others * log(1 / share))):
            self._arrivals_by_second[int(self._get_time_of(share ** self._dice.random())) + 1] += 1
        ahead = self._queue_length
        self._queue_length += 1
        wait_s = ahead // self._limit
        return wait_s - (now_s - int(now_s)) if wait_s else 0.0

    def advance_second(self, second: int) -> None:
        while self._second < second:
            self.requests_by_second[self._second] = min(self._limit, self._queue_length)
            self._second += 1
            self._queue_length = max(0, self._queue_length - self._limit) + self._arrivals_by_second.pop(
                self._second, 0
            )

    def _get_share_at(self, now_s: float) -> float:
        hour = min(now_s / SECONDS_PER_HOUR, len(self._cumulative_shares) - 1.001)
        before, after = self._cumulative_shares[int(hour) : int(hour) + 2]
        return min(1.0, before + (after - before) * (hour % 1))

    def _get_time_of(self, share: float) -> float:
        hour = min(bisect(self._cumulative_shares, share), len(self._cumulative_shares) - 1) - 1
        before, after = self._cumulative_shares[hour : hour + 2]
        return (
            (hour + (share - before) / (after - before)) * SECONDS_PER_HOUR
            if after > before
            else (hour + 1) * SECONDS_PER_HOUR
        )


@dataclass
class SimulatedClock(WorldClock):
    """The clock of the rate limiter, which shows the simulated time."""

    now_s: Callable[[], float]

    def now(self) -> float:
        return self.now_s()


@dataclass(kw_only=True)
class SimulatedDiscord(FakeDiscord):
    """The fake Discord to which all processes of the bot send their requests.

    Ephemeral messages to a person are stored in a channel whose ID is the negative ID of the person.
    """

    queue: RequestQueue
    now_s: Callable[[], float]
    request_counts: Counter[str] = field(default_factory=Counter)
    refused_counts: Counter[str] = field(default_factory=Counter)
    waits_s: list[float] = field(default_factory=list)
    """The time that each request with a limit waited before it was sent."""
    listeners: list[MessageListener] = field(default_factory=list)
    post_counts: Counter[str] = field(default_factory=Counter)
    """The number of times that each message was posted, by nonce."""
    channel_by_message: dict[int, int] = field(default_factory=dict)
    last_message_ids: dict[int, int] = field(default_factory=dict)
    """The ID of the last message in each channel, by channel ID."""
    rate_limits: RequestRateLimiter = field(init=False)
    _has_dm: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        # The queue already enforces the limit for all routes together.
        limits = {route: limit for route, limit in MEASURED_DISCORD_LIMITS.items() if route != EVERY_ROUTE}
        self.rate_limits = RequestRateLimiter(SimulatedClock(self.now_s), limits)

    async def _begin_operation(self, operation: str, target_id: int | str) -> None:
        """Wait until the rate limits allow a request."""
        began_s = self.now_s()
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_S):
                await self._wait_for_limits(operation, str(target_id))
        except TimeoutError:
            self.refused_counts["timeout"] += 1
            raise DiscordUnavailable("the request timed out") from None
        self.request_counts[operation] += 1
        if operation not in UNLIMITED_OPERATIONS:
            self.waits_s.append(self.now_s() - began_s)
        await asyncio.sleep(REQUEST_LATENCY_S)

    async def _wait_for_limits(self, operation: str, target: str) -> None:
        if operation not in UNLIMITED_OPERATIONS:
            await asyncio.sleep(self.queue.add_request(self.now_s()))
        path = {"channel_id": target, "guild_id": target, "webhook_id": "us", "webhook_token": target}
        route = ROUTE_BY_OPERATION[operation]
        for _ in range(MAX_REQUEST_TRIES):
            try:
                self.rate_limits.spend_request(
                    "us", route, {major: path[major] for major in path if f"{{{major}}}" in route}
                )
                return
            except RateLimitExceeded as refusal:
                self.refused_counts[operation] += 1
                await asyncio.sleep(refusal.body["retry_after"] + 0.001)
        raise DiscordUnavailable(f"too many requests: {operation}")

    def put_message(self, channel_id: int, scene: Scene) -> MessageLocation:
        """Create a message without notifying the listeners."""
        location = MessageLocation(channel_id, self.make_message_id(channel_id, ""))
        self.messages[location] = scene
        self.channel_by_message[location.message_id] = channel_id
        self.last_message_ids[channel_id] = location.message_id
        return location

    def _notify_listeners(self, location: MessageLocation, scene: Scene, began_s: float) -> None:
        for listener in self.listeners:
            listener(location, scene, began_s)

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        began_s = self.now_s()
        await self._begin_operation("post_message", channel_id)
        if self.location_by_nonce.get(nonce_key) in self.messages:
            return SentMessage(self.location_by_nonce[nonce_key])
        location = self.location_by_nonce[nonce_key] = self.put_message(channel_id, scene)
        self.post_counts[nonce_key] += 1
        self._notify_listeners(location, scene, began_s)
        return SentMessage(location)

    async def send_dm(self, person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        if person_id not in self._has_dm:
            self._has_dm.add(person_id)
            await self._begin_operation("send_dm", person_id)
        return await self.post_message(get_dm_channel(person_id), scene, nonce_key)

    async def edit_message(self, location: MessageLocation, scene: Scene) -> None:
        began_s = self.now_s()
        await super().edit_message(location, scene)
        self._notify_listeners(location, scene, began_s)

    async def fetch_last_message_id(self, channel_id: int) -> int | None:
        await self._begin_operation("fetch_last_message_id", channel_id)
        return self.last_message_ids.get(channel_id)

    async def find_sent_dms(self, person_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        return await self.find_cards(get_dm_channel(person_id), match_id, since_ms)

    async def fetch_member_name(self, server_id: int, person_id: int) -> str | None:
        await self._begin_operation("fetch_member_name", server_id)
        return f"{person_id}"

    async def fetch_server_locale(self, _server: int | None) -> str | None:
        # This needs no request: the bot learns the locales of its servers from the gateway.
        return None

    # Requests with an interaction token. Simulated tokens have the form "person_id interaction_id".

    def _check_token(self, token: str) -> None:
        if self.now_ms() - snowflake_time_ms(int(token.split()[1])) >= TOKEN_LIFETIME_MS:
            raise MessageGone

    async def edit_by_token(self, token: str, message_id: int | None, scene: Scene) -> None:
        began_s = self.now_s()
        await self._begin_operation("edit_by_token", token)
        self._check_token(token)
        location = MessageLocation(self.channel_by_message.get(message_id or 0, 0), message_id or 0)
        if location not in self.messages:
            raise MessageGone
        self.messages[location] = scene
        self._notify_listeners(location, scene, began_s)

    async def send_ephemeral(self, token: str, scene: Scene) -> int:
        began_s = self.now_s()
        await self._begin_operation("send_ephemeral", token)
        self._check_token(token)
        location = self.put_message(get_private_channel(int(token.split(maxsplit=1)[0])), scene)
        self._notify_listeners(location, scene, began_s)
        return location.message_id

    async def fetch_reply_id(self, token: str) -> int:
        await self._begin_operation("fetch_reply_id", token)
        raise MessageGone

    async def delete_by_token(self, token: str, message_id: int) -> None:
        await self._begin_operation("delete_by_token", token)
        self._check_token(token)
        self.messages.pop(MessageLocation(self.channel_by_message.get(message_id, 0), message_id), None)


def get_dm_channel(person_id: int) -> int:
    return DM_CHANNEL_OFFSET + person_id


def get_private_channel(person_id: int) -> int:
    """Return the ID of the channel that holds the ephemeral messages of a person."""
    return -person_id


def find_reader(channel_id: int) -> int:
    """Return the ID of the only person who can read a private channel, or 0 for a public channel."""
    return -channel_id if channel_id < 0 else max(0, channel_id - DM_CHANNEL_OFFSET)
