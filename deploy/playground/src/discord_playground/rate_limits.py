"""Rate limits per route, with Discord's headers. By default, the limits are so high that bots do not reach them."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from discord_playground.world.clock import WorldClock

EVERY_ROUTE: Final = "*"
MAJOR_PARAMETERS: Final = ("channel_id", "guild_id", "webhook_id", "webhook_token")


class RateLimit(NamedTuple):
    max_requests: int
    window_s: float


MAX_BUCKETS: Final = 10_000
"""Number of buckets above which expired ones are dropped."""
DEFAULT_LIMIT: Final = RateLimit(10_000, 1.0)
MEASURED_DISCORD_LIMITS: Final[Mapping[str, RateLimit]] = {
    EVERY_ROUTE: RateLimit(50, 1.0),
    "POST /channels/{channel_id}/messages": RateLimit(5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": RateLimit(5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": RateLimit(5, 1.0),
    "POST /channels/{channel_id}/typing": RateLimit(5, 5.0),
    "PATCH /channels/{channel_id}": RateLimit(2, 600.0),
    "POST /users/@me/channels": RateLimit(10, 10.0),
    "POST /webhooks/{webhook_id}/{webhook_token}": RateLimit(5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": RateLimit(5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": RateLimit(5, 2.0),
}
"""Discord's rate limits as measured by bots. Discord does not publish them and may change them at any time."""


@dataclass(slots=True)
class RateLimitBucket:
    remaining: int
    resets_at: float


class RateLimitExceeded(Exception):
    def __init__(self, retry_after_s: float, *, is_global: bool, headers: Mapping[str, str]) -> None:
        super().__init__("You are being rate limited.")
        self.body: dict[str, Any] = {
            "message": "You are being rate limited.",
            "code": 0,
            "retry_after": round(retry_after_s, 3),
            "global": is_global,
        }
        scope = "global" if is_global else "user"
        # Without the Via header, client libraries mistake a 429 for a ban by Cloudflare.
        self.headers = {**headers, "Via": "1.1 google", "X-RateLimit-Scope": scope}
        self.headers["Retry-After"] = str(math.ceil(retry_after_s))
        if is_global:
            self.headers["X-RateLimit-Global"] = "true"


class RequestRateLimiter:
    def __init__(self, clock: WorldClock, limits: Mapping[str, RateLimit]) -> None:
        self.clock = clock
        self.limits = dict(limits)
        self._buckets: dict[tuple[str, ...], RateLimitBucket] = {}

    def set_limit(self, route: str, limit: RateLimit | None) -> None:
        if limit is None:
            self.limits.pop(route, None)
        else:
            self.limits[route] = limit
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if key[1] != route}

    def spend_request(self, caller_key: str, route: str, path_parameters: Mapping[str, str]) -> dict[str, str]:
        """Count a request and return the rate limit headers for its response.

        Raises `RateLimitExceeded` if the request exceeds the limit of its route or the global limit.
        """
        template = route.partition(" ")[2]
        if template.startswith("/interactions/"):
            return {}
        global_limit = self.limits.get(EVERY_ROUTE)
        # The global limit does not apply to requests with an interaction token.
        if global_limit and not template.startswith("/webhooks/"):
            self._take_from_bucket((caller_key, EVERY_ROUTE), global_limit, route)
        limit = self.limits.get(route, DEFAULT_LIMIT)
        majors = [path_parameters[name] for name in MAJOR_PARAMETERS if name in path_parameters]
        return self._take_from_bucket((caller_key, route, *majors), limit, route)

    def _take_from_bucket(self, key: tuple[str, ...], limit: RateLimit, route: str) -> dict[str, str]:
        now = self.clock.now()
        bucket = self._buckets.get(key)
        if bucket is None or bucket.resets_at <= now:
            bucket = self._buckets[key] = RateLimitBucket(limit.max_requests, now + limit.window_s)
            self._drop_expired_buckets(now)
        wait = bucket.resets_at - now
        headers = {
            "X-RateLimit-Limit": str(limit.max_requests),
            "X-RateLimit-Remaining": str(max(0, bucket.remaining - 1)),
            "X-RateLimit-Reset": f"{bucket.resets_at:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": hashlib.blake2s(route.encode(), digest_size=8).hexdigest(),
        }
        if bucket.remaining <= 0:
            raise RateLimitExceeded(wait, is_global=key[1] == EVERY_ROUTE, headers=headers)
        bucket.remaining -= 1
        return headers

    def _drop_expired_buckets(self, now: float) -> None:
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if bucket.resets_at > now}
