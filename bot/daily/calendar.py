"""The days of the daily duel: their numbers, their boards, and when they open and close.

A day is named by the date on which it closes. It closes at an hour that the server has chosen in its own time zone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Final

from bot.time_zones import load_zone
from bot.wall_clock import HOUR_MS
from games import GAMES
from games.daily import DailyBoard, DailyDuel

FIRST_DAY: Final = date(2026, 11, 1)
"""The date of day 1, which is a Sunday."""
DAYS_PER_WEEK: Final = 7
MIN_DAY_MS: Final = 12 * HOUR_MS
"""How long a day lasts at least after the server's hour or time zone has changed."""
MAX_DAY_MS: Final = 36 * HOUR_MS


@dataclass(frozen=True, slots=True)
class ClosingTime:
    """When a server's days close: at this hour, in the time zone with this IANA name."""

    hour: int
    zone: str

    def find_close_ms(self, number: int) -> int:
        """Return when the day with this number closes. If a clock change skips the hour, it closes an hour later."""
        day = find_date(number)
        local = datetime(day.year, day.month, day.day, self.hour, tzinfo=load_zone(self.zone))
        return int(local.timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class DaySpan:
    number: int
    opens_ms: int
    closes_ms: int


def find_date(number: int) -> date:
    return FIRST_DAY + timedelta(days=number - 1)


def find_number(day: date) -> int:
    return (day - FIRST_DAY).days + 1


def find_month(number: int) -> tuple[int, int]:
    """Return the numbers of the first and the last day of the calendar month that contains a day."""
    first = find_date(number).replace(day=1)
    later = first + timedelta(days=31)
    return find_number(first), find_number(later.replace(day=1)) - 1


def find_current_day(closing: ClosingTime, last: DaySpan | None, now_ms: int) -> DaySpan:
    """Return the day that is open now. `last` is the server's last stored day, or None if it has none.

    The days follow each other without gaps, even if the server has changed its hour or its time zone since `last`.
    """
    if last and now_ms < last.closes_ms:
        return last
    if last is None:
        number = next(number for number in _count_from_yesterday(now_ms) if closing.find_close_ms(number) > now_ms)
        return DaySpan(number, closing.find_close_ms(number - 1), closing.find_close_ms(number))
    while last.closes_ms <= now_ms:
        last = _find_next_day(closing, last)
    return last


def _count_from_yesterday(now_ms: int) -> Iterator[int]:
    # The date differs by at most one day between UTC and any time zone.
    return count(find_number(datetime.fromtimestamp(now_ms / 1000, UTC).date()) - 1)


def _find_next_day(closing: ClosingTime, last: DaySpan) -> DaySpan:
    opens_ms = last.closes_ms
    number = next(number for number in count(last.number + 1) if closing.find_close_ms(number) >= opens_ms + MIN_DAY_MS)
    return DaySpan(number, opens_ms, min(closing.find_close_ms(number), opens_ms + MAX_DAY_MS))


def find_daily_game() -> DailyDuel:
    """Return the daily duel of the game that provides one."""
    return next(game.DAILY for game in GAMES.values() if game.DAILY)


def find_board(number: int) -> DailyBoard:
    """Return the board of the day with this number. It is the same on all servers."""
    is_match_point = (number - 1) % DAYS_PER_WEEK == 0
    sundays_before = (number - 1 + DAYS_PER_WEEK - 1) // DAYS_PER_WEEK
    index = sundays_before if is_match_point else number - 1 - sundays_before
    return find_daily_game().find_board(index, is_match_point=is_match_point)
