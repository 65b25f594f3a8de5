"""Quotas that limit how many sessions, new commands and new DMs a bot may start or create in a period."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from discord_playground.world.clock import WorldClock

DAY_S: Final = 86_400.0
MAX_SESSIONS_PER_DAY: Final = 1000
MAX_NEW_COMMANDS_PER_DAY: Final = 200
"""Discord's limit for each scope: the bot's global commands, and its commands in each server."""


@dataclass(slots=True)
class QuotaWindow:
    remaining: int
    ends_at: float


class Quota:
    """A limit on uses per key in a time window. The first use by a key starts its window."""

    def __init__(self, clock: WorldClock, limit: int, window_s: float = DAY_S) -> None:
        self.limit = limit
        self.window_s = window_s
        self._clock = clock
        self._windows: dict[str, QuotaWindow] = {}

    def set_limit(self, limit: int, window_s: float) -> None:
        """Change the limit and reset all counts."""
        self.limit, self.window_s = limit, window_s
        self._windows.clear()

    def get_remaining(self, key: str) -> tuple[int, int]:
        """Return the number of uses left for a key and the milliseconds until its window ends."""
        now, window = self._clock.now(), self._windows.get(key)
        if window is None or window.ends_at <= now:
            return self.limit, 0
        return window.remaining, round((window.ends_at - now) * 1000)

    def set_remaining(self, key: str, remaining: int) -> None:
        _, reset_ms = self.get_remaining(key)
        self._windows[key] = QuotaWindow(remaining, self._clock.now() + (reset_ms / 1000 or self.window_s))

    def try_spend(self, key: str, count: int = 1) -> bool:
        """Spend `count` uses and return True. If fewer are left, spend none and return False."""
        remaining, _ = self.get_remaining(key)
        if count and remaining >= count:
            self.set_remaining(key, remaining - count)
        return remaining >= count
