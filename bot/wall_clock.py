"""Lengths of time, and what time it is: milliseconds, as everything stored counts them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
LONGEST: Final = 30 * DAY
"""That anybody may set."""
EPOCH: Final = 1_420_070_400_000
"""The millisecond from which Discord's ids count."""
WEEK: Final = 7 * DAY
MONDAY: Final = 4 * DAY
"""The first of the clock's weeks began on a Thursday."""


def made(snowflake: int) -> int:
    """When Discord gave an id."""
    return (snowflake >> 22) + EPOCH


class WallClock:
    """The one that all look at. At Discord it shows real time, at a playground as much more as that is ahead."""

    def __init__(self) -> None:
        self.ahead = 0

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead


WATCH: Final = WallClock()


def now() -> int:
    return WATCH.now()


def week(at: int) -> int:
    """Its number, by which one is told from another."""
    return (at - MONDAY) // WEEK + 1


def week_end(at: int) -> int:
    """The Monday after."""
    return week(at) * WEEK + MONDAY


YOUNG_DAYS: Final = 7
"""Accounts that are newer play for fun: who would farm with fresh ones waits a week for each."""


def young(people: Iterable[int | None], at: int) -> list[int]:
    """Whose account was new then: when a match was offered, so that what was said before it holds after it."""
    # An id from later than that says that a watch is wrong, and nothing of its owner.
    return [it for it in people if it is not None and it > 0 and -DAY < at - made(it) < YOUNG_DAYS * DAY]
