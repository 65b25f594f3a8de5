"""Decides when to look for changes that other processes have stored but not shown.

The process that stores a change also shows it on Discord. If that process dies first, another one takes over: either a
few seconds after PostgreSQL notified it of the change, or in a sweep over all matches. Sweeps are needed because
PostgreSQL notifications can be lost, and SQLite sends none.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from bot.matches.deadline_loop import MatchPartition

TAKEOVER_DELAY_MS: Final = 5_000
"""How long to wait for the process that stored a change to show it."""
OTHER_SHARE_EXTRA_DELAY_MS: Final = 1_500
"""How much longer to wait if the match belongs to another process's share, because that process takes over first."""
SWEEP_INTERVAL_S: Final = 5.0
"""The time between two sweeps while this process receives no notifications from PostgreSQL."""
LISTENING_SWEEP_INTERVAL_S: Final = 60.0
"""The time between two sweeps while this process receives notifications from PostgreSQL."""
MIN_CHECK_INTERVAL_S: Final = 1.0
"""The minimum time between two checks of changed matches, so that a check covers many matches at busy times."""


class SweepSchedule:
    def __init__(self, share: MatchPartition) -> None:
        self._share = share
        self._is_listening = False
        self._check_times: dict[int, float] = {}
        """By match ID: when to check a changed match."""
        self._last_check_time = 0.0
        self._extra_sweep_times: list[float] = []
        """When to sweep in addition to the regular sweeps."""
        self._last_sweep_time: float | None = None
        self._schedule_changed = asyncio.Event()

    def set_listening(self, is_listening: bool) -> None:
        """Record whether this process receives notifications from PostgreSQL."""
        if is_listening and not self._is_listening:
            # The first sweep finds missed changes, the second one those that were too recent to be taken over.
            self._extra_sweep_times = [get_loop_time(), get_loop_time() + TAKEOVER_DELAY_MS / 1000]
        self._is_listening = is_listening
        self._schedule_changed.set()

    def schedule_extra_sweep(self) -> None:
        """Schedule another sweep soon, because one sweep could not take over all matches."""
        self._extra_sweep_times.append(get_loop_time() + SWEEP_INTERVAL_S)
        self._schedule_changed.set()

    def schedule_check(self, match_id: int) -> None:
        """Schedule a check of a match that another process changed, giving that process time to show the change."""
        delay_ms = TAKEOVER_DELAY_MS
        if not self._share.owns_match(match_id):
            delay_ms += OTHER_SHARE_EXTRA_DELAY_MS
        # A newer change postpones the check, because the process that stored it is alive and shows older changes, too.
        self._check_times[match_id] = get_loop_time() + delay_ms / 1000
        self._schedule_changed.set()

    async def wait_for_next_check(self) -> frozenset[int] | None:
        """Wait until a check is due, and return the IDs of the matches to check. None means all matches."""
        if self._last_sweep_time is None:
            self._last_sweep_time = get_loop_time()
        while True:
            self._schedule_changed.clear()
            now = get_loop_time()
            interval_s = LISTENING_SWEEP_INTERVAL_S if self._is_listening else SWEEP_INTERVAL_S
            sweep_time = min([self._last_sweep_time + interval_s, *self._extra_sweep_times])
            if sweep_time <= now:
                self._last_sweep_time = now
                self._extra_sweep_times = [it for it in self._extra_sweep_times if it > now]
                return None
            check_time = max(
                min(self._check_times.values(), default=sweep_time), self._last_check_time + MIN_CHECK_INTERVAL_S
            )
            if check_time <= now:
                due = frozenset(match_id for match_id, due_time in self._check_times.items() if due_time <= now)
                for match_id in due:
                    del self._check_times[match_id]
                self._last_check_time = now
                if due:
                    return due
            with suppress(TimeoutError):
                async with asyncio.timeout(min(sweep_time, check_time) - now):
                    await self._schedule_changed.wait()


def get_loop_time() -> float:
    return asyncio.get_running_loop().time()
