"""When to look for what another process has stored and not told: a while after its bell was heard, and now and then.

A bell may be lost: with its session, or because there is none, as with SQLite. Who hears none looks every few seconds,
and who hears again looks at once; and once a minute everybody does, whatever they hear.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from bot.matches.deadline_loop import MatchPartition

TAKEOVER_DELAY_MS: Final = 5_000
"""Milliseconds after which whoever stored something should have told it."""
OTHER_SHARE_EXTRA_DELAY_MS: Final = 1_500
"""Milliseconds by which those are later whose share it is not."""
SWEEP_INTERVAL_S: Final = 5.0
"""Seconds between two looks of those who hear nothing."""
LISTENING_SWEEP_INTERVAL_S: Final = 60.0
"""Seconds between two looks of those who do."""
MIN_CHECK_INTERVAL_S: Final = 1.0
"""Seconds between two looks at what was rung for: where many play, one look is for many of them."""


class ChangeListener:
    def __init__(self, share: MatchPartition) -> None:
        self._share = share
        self._is_listening = False
        self._check_times: dict[int, float] = {}
        """When to look at each."""
        self._last_check_time = 0.0
        self._extra_sweep_times: list[float] = []
        """When to look at all of it, before that is due anyway."""
        self._last_sweep_time: float | None = None
        self._schedule_changed = asyncio.Event()

    def set_listening(self, is_listening: bool) -> None:
        """Whether a bell would be heard from now on."""
        if is_listening and not self._is_listening:
            # What was stored last while nobody heard it is not forsaken yet.
            self._extra_sweep_times = [loop_time(), loop_time() + TAKEOVER_DELAY_MS / 1000]
        self._is_listening = is_listening
        self._schedule_changed.set()

    def schedule_extra_sweep(self) -> None:
        """There was more than one look could take on."""
        self._extra_sweep_times.append(loop_time() + SWEEP_INTERVAL_S)
        self._schedule_changed.set()

    def schedule_check(self, match_id: int) -> None:
        late = TAKEOVER_DELAY_MS if self._share.owns_match(match_id) else TAKEOVER_DELAY_MS + OTHER_SHARE_EXTRA_DELAY_MS
        # Rung for once more it is being played: whoever does so is there, and tells it.
        self._check_times[match_id] = loop_time() + late / 1000
        self._schedule_changed.set()

    async def wait_for_next_check(self) -> frozenset[int] | None:
        """Until it is time to: at these, or, None, at all there are."""
        if self._last_sweep_time is None:
            self._last_sweep_time = loop_time()
        while True:
            self._schedule_changed.clear()
            now = loop_time()
            sweeps = min(
                [
                    self._last_sweep_time + (LISTENING_SWEEP_INTERVAL_S if self._is_listening else SWEEP_INTERVAL_S),
                    *self._extra_sweep_times,
                ]
            )
            if sweeps <= now:
                self._last_sweep_time = now
                self._extra_sweep_times = [at for at in self._extra_sweep_times if at > now]
                return None
            rung = max(min(self._check_times.values(), default=sweeps), self._last_check_time + MIN_CHECK_INTERVAL_S)
            if rung <= now:
                due = frozenset(match_id for match_id, at in self._check_times.items() if at <= now)
                for match_id in due:
                    del self._check_times[match_id]
                self._last_check_time = now
                if due:
                    return due
            with suppress(TimeoutError):
                async with asyncio.timeout(min(sweeps, rung) - now):
                    await self._schedule_changed.wait()


def loop_time() -> float:
    return asyncio.get_running_loop().time()
