"""The current time and units of time. As in the store, times are milliseconds since 1970."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
DAY_MS: Final = 24 * HOUR_MS
MAX_CLOCK_MS: Final = 30 * DAY_MS
"""The longest time limit that players can set."""
DISCORD_EPOCH_MS: Final = 1_420_070_400_000
"""The start of 2015, from which the times in Discord's IDs are counted."""
WEEK_MS: Final = 7 * DAY_MS
FIRST_MONDAY_MS: Final = 4 * DAY_MS
"""January 5, 1970. The Unix epoch was a Thursday."""
NEW_ACCOUNT_DAYS: Final = 7
"""How old an account must be for its matches to count. Otherwise, new accounts could be used to farm rating points."""


def snowflake_time_ms(snowflake: int) -> int:
    """Return the time when Discord created an ID."""
    return (snowflake >> 22) + DISCORD_EPOCH_MS


class WallClock:
    """A clock that shows real time plus `ahead_ms`, which is nonzero only in a playground."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def current_time_ms(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead_ms


WALL_CLOCK: Final = WallClock()
"""The clock of this process."""


def current_time_ms() -> int:
    return WALL_CLOCK.current_time_ms()


def week_number(time_ms: int) -> int:
    """Return the number of the week that contains a time. Week 1 began on the first Monday of 1970."""
    return (time_ms - FIRST_MONDAY_MS) // WEEK_MS + 1


def week_end_ms(time_ms: int) -> int:
    """Return the end of the week that contains a time, which is the start of the next Monday in UTC."""
    return week_number(time_ms) * WEEK_MS + FIRST_MONDAY_MS


def month_number(time_ms: int) -> int:
    """Return the number of the month (UTC) that contains a time, counted from the year 0."""
    day = datetime.fromtimestamp(time_ms / 1000, UTC)
    return 12 * day.year + day.month - 1


def month_start_ms(month: int) -> int:
    year, month_index = divmod(month, 12)
    return int(datetime(year, month_index + 1, 1, tzinfo=UTC).timestamp() * 1000)


def find_new_accounts(person_ids: Iterable[int | None], time_ms: int) -> list[int]:
    """Return the people whose accounts were younger than `NEW_ACCOUNT_DAYS` at a time, usually that of the offer."""
    # If an account seems to have been created more than a day later, a clock is wrong and the account is not new.
    return [
        person_id
        for person_id in person_ids
        if person_id is not None
        and person_id > 0
        and -DAY_MS < time_ms - snowflake_time_ms(person_id) < NEW_ACCOUNT_DAYS * DAY_MS
    ]
