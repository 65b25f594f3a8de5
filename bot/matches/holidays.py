"""Holidays: days on which a person's clocks stop and the person gets no notifications."""

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
"""How many days of holiday a person can take within `HOLIDAY_PERIOD_MS`. A week is enough for most trips, and opponents
do not have to wait too long.
"""
HOLIDAY_PERIOD_MS: Final = 91 * DAY_MS
"""A quarter of a year, counted back from the current time. A limit per season would not work: servers have different
seasons or none, and a person could take two weeks in a row across the end of a season.
"""


@dataclass(frozen=True, slots=True)
class HolidayStatus:
    """The end of a person's current holiday and the number of holiday days left, as shown in the person's settings."""

    until_ms: int | None
    """When the current holiday ends, or None if the person is not on holiday."""
    days_left: int


def count_days_left(holidays: list[Holiday], now_ms: int) -> int:
    """Return how many holiday days a person has left.

    `holidays` are the holidays that the person has taken. A partly used day counts as a whole day.
    """
    return max(
        0,
        HOLIDAY_DAYS_MAX
        - sum(
            -(-(holiday.end_ms - holiday.start_ms) // DAY_MS)
            for holiday in holidays
            if holiday.start_ms > now_ms - HOLIDAY_PERIOD_MS
        ),
    )


async def load_absences(store: Store) -> Absences:
    """Load all stored downtimes and holidays, for a `duel` command, which does not have to keep them up to date."""
    holidays: dict[int, dict[int, int]] = {}
    for holiday in await store.holidays.list_changed(0, 0):
        holidays.setdefault(holiday.person_id, {})[holiday.start_ms] = holiday.end_ms
    return Absences(tuple(await store.heartbeats.list_downtimes()), holidays)


class Holidays:
    def __init__(self, matches: MatchCache, store: Store, refresh_match: Callable[[int], None]) -> None:
        """Create the service. `refresh_match` updates the messages of a match so that they show who is away."""
        self._matches = matches
        self._store = store
        self._refresh_match = refresh_match

    async def load_status(self, person_id: int, now_ms: int) -> HolidayStatus:
        holidays = await self._store.holidays.list_of_person(person_id)
        return HolidayStatus(
            next((holiday.end_ms for holiday in holidays if holiday.start_ms <= now_ms < holiday.end_ms), None),
            count_days_left(holidays, now_ms),
        )

    async def start_holiday(self, person_id: int, days: int, now_ms: int) -> None:
        """Start a holiday of `days` days immediately. Raises `Refused` if the person has fewer days left."""
        if not 0 < days <= (await self.load_status(person_id, now_ms)).days_left:
            raise Refused("holiday-used")
        if await self._store.holidays.start_holiday(person_id, now_ms, now_ms + days * DAY_MS):
            await self._apply_change(person_id, now_ms)

    async def end_holiday(self, person_id: int, now_ms: int) -> None:
        if await self._store.holidays.end_holiday(person_id, now_ms):
            await self._apply_change(person_id, now_ms)

    async def _apply_change(self, person_id: int, now_ms: int) -> None:
        await self._matches.refresh_holidays(now_ms)
        for header in await self._store.matches.list_live_of_person(person_id):
            self._refresh_match(header.id)
