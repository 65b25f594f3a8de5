"""Lengths of time, and what time it is: milliseconds, as everything stored counts them."""

from __future__ import annotations

import time
from typing import Final

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
LONGEST: Final = 30 * DAY
"""That anybody may set."""


def now() -> int:
    return time.time_ns() // 1_000_000
