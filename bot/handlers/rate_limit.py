"""At the door: whoever does more than anybody does on a lively evening waits, so that nobody else has to.

What is counted is a process's own and forgotten with it: it tells nothing that would have to be true.
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
"""Seconds of what is theirs that somebody may use at once, after a while of none."""
ROUNDING_TOLERANCE_S: Final = 1e-6
SERVER_LIMIT_FACTOR: Final = 20
"""So many who do all that they may are a server's share."""
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
"""What makes much work takes so many seconds of theirs, however many presses they have in one."""
REFUSAL_DELAY_S: Final = 2.0
"""Seconds after which somebody hears that they are to wait: told at once they would ask all the sooner, and telling is
work, too. Discord itself waits three."""
MAX_PENDING_REFUSALS: Final = 8
"""So many times at once; more often nobody has to hear it."""


@dataclass(frozen=True, slots=True)
class RateLimits:
    """What one person may have and do, as the host has set it; nought is as much as they like."""

    presses_per_second: float = 0
    """A second; commands and completions are counted, too."""
    max_offers: int = 0
    """That wait for somebody."""
    max_matches: int = 0
    """That go on."""


NO_RATE_LIMITS: Final = RateLimits()


class TokenBucket:
    """So many a second, and a few seconds' worth of them at once."""

    def __init__(self, rate_per_second: float, clock: Callable[[], float]) -> None:
        self._seconds_per_use = 1 / rate_per_second if rate_per_second else 0.0
        self._burst_s = max(BURST_S, self._seconds_per_use)
        self._clock = clock
        self._used_until: BoundedCache[int, float] = BoundedCache()
        """Until when each has used what is theirs."""

    def use_or_wait(self, key: int, cost_s: float = 0.0) -> float:
        """Seconds until there is room for it; where there is, it is used."""
        now = self._clock()
        paid = max(now, self._used_until.get(key, now)) + max(cost_s, self._seconds_per_use)
        # Fractions of seconds add up to a hair more than they are.
        if (wait := paid - now - self._burst_s) > ROUNDING_TOLERANCE_S:
            return wait
        self._used_until[key] = paid
        return 0.0


class RateLimiter:
    def __init__(self, presses_per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Of each person so many a second; none are counted where that is nought."""
        self._is_unlimited = not presses_per_second
        self._person_bucket = TokenBucket(presses_per_second, clock)
        self._typing_bucket = TokenBucket(presses_per_second, clock)
        self._server_bucket = TokenBucket(presses_per_second * SERVER_LIMIT_FACTOR, clock)
        self._pending_refusals: dict[int, int] = {}
        """How many of each are about to hear that they are to wait."""

    def charge_action(self, person_id: int, server_id: int | None, action: CustomId | str) -> float:
        """Seconds until they may do that; none where they may."""
        if self._is_unlimited:
            return 0.0
        # Only what a person may do takes from what is a server's.
        wait = self._person_bucket.use_or_wait(person_id, find_cost_s(action))
        return wait or (self._server_bucket.use_or_wait(server_id) if server_id else 0.0)

    def charge_typing(self, person_id: int) -> float:
        """The same for a letter that somebody types: what they do then is counted by itself."""
        return 0.0 if self._is_unlimited else self._typing_bucket.use_or_wait(person_id)

    def begin_refusal(self, person_id: int) -> bool:
        """May one more hear it? Whoever says so says `told` afterwards."""
        if (waiting := self._pending_refusals.get(person_id, 0)) >= MAX_PENDING_REFUSALS:
            return False
        self._pending_refusals[person_id] = waiting + 1
        return True

    def end_refusal(self, person_id: int) -> None:
        self._pending_refusals[person_id] -= 1
        if not self._pending_refusals[person_id]:
            del self._pending_refusals[person_id]


def find_cost_s(action: CustomId | str) -> float:
    """The seconds that it takes of whoever does it."""
    if isinstance(action, str):
        return ACTION_COSTS_S.get(action, 0.0)
    if action.action == Action.SHOW_REVIEW:
        # One board after the other is as cheap as any press.
        return 1.0 if action.argument in {"", FILM_ARGUMENT} else 0.0
    return ACTION_COSTS_S.get(action.action, 0.0)


def round_up_to_seconds(wait_s: float) -> int:
    """As it is told: not at once, at the least."""
    return max(1, math.ceil(wait_s))
