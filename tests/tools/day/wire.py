"""Discord, as far as tellers know it: what stands where, fifty requests a second for all, and limits of a channel.

Only a sample of the servers plays here. Each request of theirs that counts stands for many: those of all others come
at any time of the day at which people play, and wait in the same line. The line is that of a proxy before Discord, as
one belongs there where several tell (docs/operating.md); what is too much for a channel is refused until it is not.
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

from bot.discord.refusals import HANGS
from bot.errors import Lost, Unavailable
from bot.herald.channels import Place, Sent
from bot.herald.hands import TOKEN
from bot.scenes.scene import Scene
from bot.time import EPOCH, made
from deploy.playground.ratelimit import DISCORDS, EVERY_ROUTE, Limited, RateLimits
from deploy.playground.world.clock import Clock
from tests.kit.discord import Discord

LATENCY: Final = 0.1
"""Seconds that Discord takes for anything."""
HOUR: Final = 3600
FLAT: Final = (1 / 24,) * 24
LEAST: Final = 0.01
"""Of a day nobody can tell how many come from less of it."""
TRIES: Final = 5
"""After so many refusals the library gives up."""
FREE: Final = frozenset({"edit_private", "open", "answered", "take_back"})
"""What goes by the token of a press counts for nothing."""
DIRECT: Final = 10**12
"""So much above the person is the channel of their direct messages."""
Ear: TypeAlias = Callable[[Place, Scene, float], None]
"""Hears what came where, and since when it was under way."""
ROUTES: Final = {
    "post": "POST /channels/{channel_id}/messages",
    "edit": "PATCH /channels/{channel_id}/messages/{message_id}",
    "remove": "DELETE /channels/{channel_id}/messages/{message_id}",
    "there": "GET /channels/{channel_id}/messages/{message_id}",
    "newest": "GET /channels/{channel_id}",
    "check": "GET /channels/{channel_id}",
    "ours": "GET /channels/{channel_id}/messages",
    "stands": "GET /channels/{channel_id}/messages",
    "thread": "POST /channels/{channel_id}/messages/{message_id}/threads",
    "member": "GET /guilds/{guild_id}/members/{user_id}",
    "dm": "POST /users/@me/channels",
    "edit_private": "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "open": "POST /webhooks/{webhook_id}/{webhook_token}",
    "answered": "GET /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "take_back": "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
}


class Line:
    """Those who wait until they may be one of the fifty of a second, the sampled and those they stand for.

    The others come as `curve` says, by hour; how many they are nobody knows before the day is over. So at each moment
    they are as many as those sampled so far stand for: where a share F of a day has passed each of them brings 1/F of
    what is due then, which is, from now to the end, evenly many for each step of log F.
    """

    def __init__(
        self, factor: float, seed: int, curve: Sequence[float] = FLAT, limit: int = DISCORDS[EVERY_ROUTE].requests
    ) -> None:
        self._others = factor - 1
        self._limit = limit
        self._dice = random.Random(seed)
        self._by_then = [LEAST, *(max(LEAST, it) for it in accumulate(curve))]
        """By hour, what share has come when it begins."""
        self._coming: Counter[int] = Counter()
        """By second, of all others."""
        self._second = 0
        self._ahead = 0
        """Who was there before, in this second."""
        self.spent: Counter[int] = Counter()
        """By second, of all together."""
        self.longest = 0

    def joined(self, now: float) -> float:
        """Seconds until it is one's turn."""
        self._passes(int(now))
        share = self._share(now)
        for _ in range(round(self._others * log(1 / share))):
            self._coming[int(self._when(share ** self._dice.random())) + 1] += 1
        ahead = self._ahead
        self._ahead += 1
        wait = ahead // self._limit
        return wait - (now - int(now)) if wait else 0.0

    def _share(self, now: float) -> float:
        """Of the day, what has come by now."""
        hour = min(now / HOUR, len(self._by_then) - 1.001)
        before, after = self._by_then[int(hour) : int(hour) + 2]
        return min(1.0, before + (after - before) * (hour % 1))

    def _when(self, share: float) -> float:
        hour = min(bisect(self._by_then, share), len(self._by_then) - 1) - 1
        before, after = self._by_then[hour : hour + 2]
        return (hour + (share - before) / (after - before)) * HOUR if after > before else (hour + 1) * HOUR

    def _passes(self, second: int) -> None:
        while self._second < second:
            self.spent[self._second] = min(self._limit, self._ahead)
            self._second += 1
            self._ahead = max(0, self._ahead - self._limit) + self._coming.pop(self._second, 0)
            self.longest = max(self.longest, self._ahead)

    def ended(self, now: float) -> None:
        self._passes(int(now))


@dataclass
class Wire(Discord):
    """The one of all processes."""

    line: Line = field(default_factory=lambda: Line(1, 0))
    seconds: Callable[[], float] = lambda: 0.0
    requests: Counter[str] = field(default_factory=Counter)
    """By deed, those that came through."""
    refused: Counter[str] = field(default_factory=Counter)
    waited: list[float] = field(default_factory=list)
    """Seconds that each that counts was kept from Discord by its limits."""
    ears: list[Ear] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    """How often each came that is to come once."""
    where: dict[int, int] = field(default_factory=dict)
    """The channel of each message that stands in one; and whose it is that one alone sees, as a negative number."""
    last: dict[int, int] = field(default_factory=dict)
    """By channel the number of its last message."""
    limits: RateLimits = field(init=False)
    _met: set[int] = field(default_factory=set)
    """With whom there is a conversation."""

    def __post_init__(self) -> None:
        # Of the limit for everything the line is the guard.
        limits = {route: limit for route, limit in DISCORDS.items() if route != EVERY_ROUTE}
        self.limits = RateLimits(Moment(self.seconds), limits)

    async def _spends(self, deed: str, whom: int | str) -> float:
        """Returns when that began."""
        began = self.seconds()
        try:
            async with asyncio.timeout(HANGS):
                await self._waits(deed, str(whom))
        except TimeoutError:
            self.refused["in time"] += 1
            raise Unavailable("it takes too long") from None
        self.requests[deed] += 1
        if deed not in FREE:
            self.waited.append(self.seconds() - began)
        await asyncio.sleep(LATENCY)
        return began

    async def _waits(self, deed: str, whom: str) -> None:
        if deed not in FREE:
            await asyncio.sleep(self.line.joined(self.seconds()))
        for _ in range(TRIES):
            try:
                self._taken(deed, whom)
                return
            except Limited as no:
                self.refused[deed] += 1
                await asyncio.sleep(no.body["retry_after"] + 0.001)
        raise Unavailable(f"too many of {deed}")

    def _taken(self, deed: str, whom: str) -> None:
        route = ROUTES[deed]
        path = {"channel_id": whom, "guild_id": whom, "webhook_id": "us", "webhook_token": whom}
        self.limits.spend("us", route, {major: path[major] for major in path if f"{{{major}}}" in route})

    def lies(self, channel: int, scene: Scene, message: int = 0) -> Place:
        """A message, new if it has no number yet; nobody is told."""
        place = Place(channel, message or ((self.now() - EPOCH) << 22) + next(self.numbers))
        self.messages[place] = scene
        self.where[place.message] = channel
        self.last[channel] = max(self.last.get(channel, 0), place.message)
        return place

    def _came(self, place: Place, scene: Scene, since: float) -> None:
        for ear in self.ears:
            ear(place, scene, since)

    # by the tellers

    async def post(self, channel: int, scene: Scene, once: str) -> Sent:
        since = await self._spends("post", channel)
        if self.nonces.get(once) in self.messages:
            return Sent(self.nonces[once])
        place = self.nonces[once] = self.lies(channel, scene)
        self.calls[once] += 1
        self._came(place, scene, since)
        return Sent(place)

    async def tell(self, person: int, scene: Scene, once: str) -> Sent:
        if person not in self._met:
            self._met.add(person)
            await self._spends("dm", person)
        return await self.post(conversation(person), scene, once)

    async def edit(self, place: Place, scene: Scene) -> None:
        since = await self._spends("edit", place.channel)
        await super().edit(place, scene)
        self._came(place, scene, since)

    async def there(self, place: Place) -> bool:
        await self._spends("there", place.channel)
        return place in self.messages

    async def remove(self, place: Place) -> None:
        await self._spends("remove", place.channel)
        self.messages.pop(place, None)

    async def newest(self, channel: int) -> int | None:
        await self._spends("newest", channel)
        return self.last.get(channel)

    async def check(self, channel: int) -> None:
        await self._spends("check", channel)

    async def ours(self, channel: int, match: int, since: int) -> list[Place]:
        await self._spends("ours", channel)
        return await super().ours(channel, match, since)

    async def told(self, person: int, match: int, since: int) -> list[Place]:
        return await self.ours(conversation(person), match, since)

    async def member(self, server: int, person: int) -> str | None:
        await self._spends("member", server)
        return f"{person}"

    async def locale(self, _server: int | None) -> str | None:
        # The gateway has told those of our own shards.
        return None

    # by the token of a press

    def _check(self, token: str) -> None:
        if self.now() - made(int(token.split()[1])) >= TOKEN:
            raise Lost

    async def edit_private(self, token: str, message: int, scene: Scene) -> None:
        since = await self._spends("edit_private", token)
        self._check(token)
        place = Place(self.where.get(message, 0), message)
        if place not in self.messages:
            raise Lost
        self.messages[place] = scene
        self._came(place, scene, since)

    async def open(self, token: str, scene: Scene) -> int:
        since = await self._spends("open", token)
        self._check(token)
        place = self.lies(whispered(int(token.split(maxsplit=1)[0])), scene)
        self._came(place, scene, since)
        return place.message

    async def answered(self, token: str) -> int:
        await self._spends("answered", token)
        raise Lost

    async def take_back(self, token: str, message: int) -> None:
        await self._spends("take_back", token)
        self._check(token)
        self.messages.pop(Place(self.where.get(message, 0), message), None)


@dataclass
class Moment(Clock):
    """For limits: the time of the day that is told."""

    seconds: Callable[[], float]

    def now(self) -> float:
        return self.seconds()


def conversation(person: int) -> int:
    """The channel of their direct messages."""
    return DIRECT + person


def whispered(person: int) -> int:
    """In the place of a channel: they alone see it."""
    return -person


def reader(channel: int) -> int:
    """Who alone reads there; nobody where all do."""
    return -channel if channel < 0 else max(0, channel - DIRECT)
