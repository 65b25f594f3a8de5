"""Holidays: for a few days a season one's clocks stand still, nobody calls, and opponents are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.matches.cache import MatchCache
from bot.matches.time_budget import Absences
from bot.wall_clock import DAY
from games.refused import Refused
from storage import Holiday, Store

DAYS: Final = 7
"""A week: as long as people are away at a stretch, and no longer than who waits for them has the patience to."""
SEASON: Final = 91 * DAY
"""A quarter, counted back from today: a person plays on many servers, each with seasons of its own or with none, and no
two weeks are to meet where one season ends and the next begins.
"""


@dataclass(frozen=True, slots=True)
class HolidayStatus:
    """Somebody's holiday, as they see it in their settings."""

    until: int | None
    """None for who is on none."""
    left: int
    """Days that they may still take."""


def left(taken: list[Holiday], now: int) -> int:
    """A day that has begun is used."""
    return max(0, DAYS - sum(-(-(it.end_ms - it.start_ms) // DAY) for it in taken if it.start_ms > now - SEASON))


async def absences_of(store: Store) -> Absences:
    """All there ever were, for those who look once."""
    holidays: dict[int, dict[int, int]] = {}
    for it in await store.holidays.list_changed(0, 0):
        holidays.setdefault(it.person_id, {})[it.start_ms] = it.end_ms
    return Absences(tuple(await store.heartbeats.list_downtimes()), holidays)


class Holidays:
    def __init__(self, matches: MatchCache, store: Store, tell: Callable[[int], None]) -> None:
        """`tell` has those who play a match see who of them is there."""
        self._matches = matches
        self._store = store
        self._tell = tell

    async def leave(self, person_id: int, now: int) -> HolidayStatus:
        taken = await self._store.holidays.list_of_person(person_id)
        return HolidayStatus(
            next((it.end_ms for it in taken if it.start_ms <= now < it.end_ms), None), left(taken, now)
        )

    async def take(self, person_id: int, days: int, now: int) -> None:
        """From now on, for so many days."""
        if not 0 < days <= (await self.leave(person_id, now)).left:
            raise Refused("holiday-used")
        if await self._store.holidays.start_holiday(person_id, now, now + days * DAY):
            await self._changed(person_id, now)

    async def end(self, person_id: int, now: int) -> None:
        if await self._store.holidays.end_holiday(person_id, now):
            await self._changed(person_id, now)

    async def _changed(self, person_id: int, now: int) -> None:
        await self._matches.learn(now)
        for header in await self._store.matches.list_live_of_person(person_id):
            self._tell(header.id)
