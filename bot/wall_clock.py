"""Lengths of time, and what time it is: milliseconds, as everything stored counts them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
DAY_MS: Final = 24 * HOUR_MS
MAX_CLOCK_MS: Final = 30 * DAY_MS
"""That anybody may set."""
DISCORD_EPOCH_MS: Final = 1_420_070_400_000
"""The millisecond from which Discord's ids count."""
WEEK_MS: Final = 7 * DAY_MS
FIRST_MONDAY_MS: Final = 4 * DAY_MS
"""The first of the clock's weeks began on a Thursday."""


def snowflake_time_ms(snowflake: int) -> int:
    """When Discord gave an id."""
    return (snowflake >> 22) + DISCORD_EPOCH_MS


class WallClock:
    """The one that all look at. At Discord it shows real time, at a playground as much more as that is ahead."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def current_time_ms(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead_ms


WALL_CLOCK: Final = WallClock()


def current_time_ms() -> int:
    return WALL_CLOCK.current_time_ms()


def week_number(time_ms: int) -> int:
    """Its number, by which one is told from another."""
    return (time_ms - FIRST_MONDAY_MS) // WEEK_MS + 1


def week_end_ms(time_ms: int) -> int:
    """The Monday after."""
    return week_number(time_ms) * WEEK_MS + FIRST_MONDAY_MS


NEW_ACCOUNT_DAYS: Final = 7
"""Accounts that are newer play for fun: who would farm with fresh ones waits a week for each."""


def find_new_accounts(person_ids: Iterable[int | None], time_ms: int) -> list[int]:
    """Whose account was new then: when a match was offered, so that what was said before it holds after it."""
    # An id from later than that says that a watch is wrong, and nothing of its owner.
    return [
        it
        for it in person_ids
        if it is not None and it > 0 and -DAY_MS < time_ms - snowflake_time_ms(it) < NEW_ACCOUNT_DAYS * DAY_MS
    ]
