"""Rate limits for clicks, commands and typing, per person and per server.

Each process keeps its own counts, and only in memory, because the limits need not be exact.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.caches import BoundedCache
from bot.screens.custom_ids import FILM_ARGUMENT, Action, CustomId

BURST_S: Final = 4.0
"""After a pause, a person can use up the actions of this many seconds at once."""
ROUNDING_TOLERANCE_S: Final = 1e-6
SERVER_LIMIT_FACTOR: Final = 20
"""A server's limits are this many times as high as the limits of one person."""
ACTION_COSTS_S: Final[Mapping[str, float]] = {
    "duel replay": 1.0,
    "duel verify": 1.0,
    "duel board": 1.0,
    "duel list": 0.5,
    "duel practice": 0.5,
    "ladder player": 0.5,
    Action.SHOW_PROOF: 1.0,
    Action.SHOW_MIND_READER: 1.0,
    Action.REQUEST_HINT: 1.0,
    Action.SHARE_PROFILE_OR_REPORT: 1.0,
    Action.START_PRACTICE: 1.0,
    Action.PLAY_FROM_POSITION: 1.0,
    Action.SHOW_PROFILE: 0.5,
    Action.EXPORT_DATA: 1.0,
}
"""How many seconds of a person's time budget each expensive action uses. The costs are the same at every rate."""
REFUSAL_DELAY_S: Final = 2.0
"""How long a refusal is delayed, to keep people from retrying at once. Discord waits three seconds for a response."""
MAX_PENDING_REFUSALS: Final = 8
"""How many delayed refusals one person can have at a time. Further requests get no response."""


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits for one person, as configured by the host. 0 means no limit."""

    presses_per_second: float = 0
    """Limit for clicks and commands together. Autocompletions have the same limit, but are counted separately."""
    max_offers: int = 0
    """Limit for open offers made by the person."""
    max_matches: int = 0
    """Limit for the person's running matches."""


NO_RATE_LIMITS: Final = RateLimits()


class TokenBuckets:
    """Token buckets, one for each person or server. Each limits uses per second, but allows bursts after a pause."""

    def __init__(self, rate_per_second: float, clock: Callable[[], float]) -> None:
        self._seconds_per_use = 1 / rate_per_second if rate_per_second else 0.0
        self._burst_s = max(BURST_S, self._seconds_per_use)
        self._clock = clock
        self._used_until: BoundedCache[int, float] = BoundedCache()
        """The time at which each key's bucket is full again."""

    def use_or_wait(self, key: int, cost_s: float = 0.0) -> float:
        """Charge a use to the bucket of `key` and return 0, or charge nothing and return how many seconds to wait."""
        now = self._clock()
        used_until = max(now, self._used_until.get(key, now)) + max(cost_s, self._seconds_per_use)
        # Sums of fractions have rounding errors.
        if (wait_s := used_until - now - self._burst_s) > ROUNDING_TOLERANCE_S:
            return wait_s
        self._used_until[key] = used_until
        return 0.0


class RateLimiter:
    def __init__(self, presses_per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Create a limiter with this rate of clicks and commands for each person; 0 means no limit."""
        self._is_unlimited = not presses_per_second
        self._person_buckets = TokenBuckets(presses_per_second, clock)
        self._typing_buckets = TokenBuckets(presses_per_second, clock)
        self._server_buckets = TokenBuckets(presses_per_second * SERVER_LIMIT_FACTOR, clock)
        self._pending_refusals: dict[int, int] = {}
        """The number of delayed refusals of each person."""

    def charge_action(self, person_id: int, server_id: int | None, action: CustomId | str) -> float:
        """Charge an action and return 0, or return how many seconds the person must wait before trying again."""
        if self._is_unlimited:
            return 0.0
        # Actions that exceed the person's limit are not charged to the server.
        wait_s = self._person_buckets.use_or_wait(person_id, find_cost_s(action))
        return wait_s or (self._server_buckets.use_or_wait(server_id) if server_id else 0.0)

    def charge_typing(self, person_id: int) -> float:
        """Charge an autocompletion like an action, but to a separate bucket, so that typing does not delay actions."""
        return 0.0 if self._is_unlimited else self._typing_buckets.use_or_wait(person_id)

    def begin_refusal(self, person_id: int) -> bool:
        """Count a refusal that is about to be sent with a delay, or return False if the person has too many pending.

        If this returns True, call `end_refusal` when the refusal has been sent.
        """
        pending_count = self._pending_refusals.get(person_id, 0)
        if pending_count >= MAX_PENDING_REFUSALS:
            return False
        self._pending_refusals[person_id] = pending_count + 1
        return True

    def end_refusal(self, person_id: int) -> None:
        self._pending_refusals[person_id] -= 1
        if not self._pending_refusals[person_id]:
            del self._pending_refusals[person_id]


def find_cost_s(action: CustomId | str) -> float:
    """Return how many seconds of a person's time budget an action uses, or 0 if it has no special cost."""
    if isinstance(action, str):
        return ACTION_COSTS_S.get(action, 0.0)
    if action.action == Action.SHOW_REVIEW:
        # Opening a review or film is expensive, but showing its boards is not.
        return 1.0 if action.argument in {"", FILM_ARGUMENT} else 0.0
    return ACTION_COSTS_S.get(action.action, 0.0)


def round_up_to_seconds(wait_s: float) -> int:
    """Round a waiting time up to whole seconds for display, with a minimum of one second."""
    return max(1, math.ceil(wait_s))
