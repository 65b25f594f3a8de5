"""Buckets of requests with Discord's headers; generous until a test or `--discord-limits` makes them tight."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from discord_playground.world.clock import Clock

EVERY_ROUTE: Final = "*"
MAJOR: Final = ("channel_id", "guild_id", "webhook_id", "webhook_token")


class Limit(NamedTuple):
    requests: int
    seconds: float


GENEROUS: Final = Limit(10_000, 1.0)
DISCORDS: Final[Mapping[str, Limit]] = {
    EVERY_ROUTE: Limit(50, 1.0),
    "POST /channels/{channel_id}/messages": Limit(5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": Limit(5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": Limit(5, 1.0),
    "POST /channels/{channel_id}/typing": Limit(5, 5.0),
    "PATCH /channels/{channel_id}": Limit(2, 600.0),
    "POST /users/@me/channels": Limit(10, 10.0),
    "POST /webhooks/{webhook_id}/{webhook_token}": Limit(5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": Limit(5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": Limit(5, 2.0),
}
"""What bots have measured of Discord's; it publishes none and may change them any day."""


@dataclass(slots=True)
class Bucket:
    left: int
    until: float


class Limited(Exception):
    def __init__(self, retry_after: float, *, everywhere: bool, headers: Mapping[str, str]) -> None:
        super().__init__("You are being rate limited.")
        self.body: dict[str, Any] = {
            "message": "You are being rate limited.",
            "code": 0,
            "retry_after": round(retry_after, 3),
            "global": everywhere,
        }
        scope = "global" if everywhere else "user"
        # Without Via a client takes it for a ban by the proxy before Discord.
        self.headers = {**headers, "Via": "1.1 google", "X-RateLimit-Scope": scope}
        self.headers["Retry-After"] = str(math.ceil(retry_after))
        if everywhere:
            self.headers["X-RateLimit-Global"] = "true"


class RateLimits:
    def __init__(self, clock: Clock, limits: Mapping[str, Limit]) -> None:
        self.clock = clock
        self.limits = dict(limits)
        self._buckets: dict[tuple[str, ...], Bucket] = {}

    def set(self, route: str, limit: Limit | None) -> None:
        if limit is None:
            self.limits.pop(route, None)
        else:
            self.limits[route] = limit
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if key[1] != route}

    def spend(self, who: str, route: str, path: Mapping[str, str]) -> dict[str, str]:
        """The headers of an answer; refuses what is too much."""
        template = route.partition(" ")[2]
        if template.startswith("/interactions/"):
            return {}
        everywhere = self.limits.get(EVERY_ROUTE)
        # What goes by the token of an interaction is not bound to the limit for everything.
        if everywhere and not template.startswith("/webhooks/"):
            self._take((who, EVERY_ROUTE), everywhere, route)
        limit = self.limits.get(route, GENEROUS)
        majors = [path[major] for major in MAJOR if major in path]
        return self._take((who, route, *majors), limit, route)

    def _take(self, key: tuple[str, ...], limit: Limit, route: str) -> dict[str, str]:
        now = self.clock.now()
        bucket = self._buckets.get(key)
        if bucket is None or bucket.until <= now:
            bucket = self._buckets[key] = Bucket(limit.requests, now + limit.seconds)
            self._sweep(now)
        wait = bucket.until - now
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(max(0, bucket.left - 1)),
            "X-RateLimit-Reset": f"{bucket.until:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": hashlib.blake2s(route.encode(), digest_size=8).hexdigest(),
        }
        if bucket.left <= 0:
            raise Limited(wait, everywhere=key[1] == EVERY_ROUTE, headers=headers)
        bucket.left -= 1
        return headers

    def _sweep(self, now: float) -> None:
        if len(self._buckets) > 10_000:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if bucket.until > now}
