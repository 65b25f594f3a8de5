"""Holidays: for a few days a season one's clocks stand still, nobody calls, and opponents are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.matches.cache import MatchCache
from bot.matches.time_budget import Absences
from bot.wall_clock import DAY_MS
from games.refused import Refused
from storage import Holiday, Store

HOLIDAY_DAYS_MAX: Final = 7
"""A week: as long as people are away at a stretch, and no longer than who waits for them has the patience to."""
HOLIDAY_PERIOD_MS: Final = 91 * DAY_MS
"""A quarter, counted back from today: a person plays on many servers, each with seasons of its own or with none, and no
two weeks are to meet where one season ends and the next begins.
"""


@dataclass(frozen=True, slots=True)
class HolidayStatus:
    """Somebody's holiday, as they see it in their settings."""

    until_ms: int | None
    """None for who is on none."""
    days_left: int
    """Days that they may still take."""


def count_days_left(holidays: list[Holiday], now: int) -> int:
    """A day that has begun is used."""
    return max(
        0,
        HOLIDAY_DAYS_MAX
        - sum(-(-(it.end_ms - it.start_ms) // DAY_MS) for it in holidays if it.start_ms > now - HOLIDAY_PERIOD_MS),
    )


async def load_absences(store: Store) -> Absences:
    """All there ever were, for those who look once."""
    holidays: dict[int, dict[int, int]] = {}
    for it in await store.holidays.list_changed(0, 0):
        holidays.setdefault(it.person_id, {})[it.start_ms] = it.end_ms
    return Absences(tuple(await store.heartbeats.list_downtimes()), holidays)


class Holidays:
    def __init__(self, matches: MatchCache, store: Store, refresh_match: Callable[[int], None]) -> None:
        """`tell` has those who play a match see who of them is there."""
        self._matches = matches
        self._store = store
        self._refresh_match = refresh_match

    async def load_status(self, person_id: int, now: int) -> HolidayStatus:
        taken = await self._store.holidays.list_of_person(person_id)
        return HolidayStatus(
            next((it.end_ms for it in taken if it.start_ms <= now < it.end_ms), None), count_days_left(taken, now)
        )

    async def start_holiday(self, person_id: int, days: int, now: int) -> None:
        """From now on, for so many days."""
        if not 0 < days <= (await self.load_status(person_id, now)).days_left:
            raise Refused("holiday-used")
        if await self._store.holidays.start_holiday(person_id, now, now + days * DAY_MS):
            await self._apply_change(person_id, now)

    async def end_holiday(self, person_id: int, now: int) -> None:
        if await self._store.holidays.end_holiday(person_id, now):
            await self._apply_change(person_id, now)

    async def _apply_change(self, person_id: int, now: int) -> None:
        await self._matches.refresh_holidays(now)
        for header in await self._store.matches.list_live_of_person(person_id):
            self._refresh_match(header.id)
