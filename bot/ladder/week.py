"""Weeks of a ladder, which begin on Monday at midnight UTC."""

from __future__ import annotations

from typing import Final

from bot.time import DAY

WEEK: Final = 7 * DAY
MONDAY: Final = 4 * DAY
"""The first of the clock's weeks began on a Thursday."""


def week(at: int) -> int:
    """Its number, by which one is told from another."""
    return (at - MONDAY) // WEEK + 1


def ends(at: int) -> int:
    """The Monday after."""
    return week(at) * WEEK + MONDAY
