"""Accounts that are new: who plays with one plays for fun. Whoever would farm with fresh ones waits a week for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.time import DAY, made

DAYS: Final = 7
YOUNG: Final = DAYS * DAY


def young(people: Iterable[int | None], at: int) -> list[int]:
    """Whose account was new then: when a match was offered, so that what was said before it holds after it."""
    # An id from later than that says that a watch is wrong, and nothing of its owner.
    return [it for it in people if it is not None and it > 0 and -DAY < at - made(it) < YOUNG]
