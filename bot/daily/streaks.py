"""Streaks and habits in the daily duel: how many days in a row a person has played, and how they tend to choose."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.daily import DailyChoice, Payoffs, find_average_choice, find_bold_choice

FORGIVEN_SPAN_DAYS: Final = 7
"""Within this many days, one missed day does not break a streak."""
HABIT_DAYS: Final = 10
"""How many days a person must have played before they are shown their habit."""


class HabitKind(StrEnum):
    AVERAGE = "average"
    """The line that wins most against a random opponent."""
    BOLD = "bold"
    """The line with the single greatest prize."""


@dataclass(frozen=True, slots=True)
class DailyHabit:
    kind: HabitKind
    count: int
    """How many of the `2 * HABIT_DAYS` lines were of this kind."""


def count_streak(played: Collection[int], void: Collection[int], last_number: int) -> int:
    """Return the length of a person's streak, the number of days played up to day `last_number` without a break.

    One missed day in seven does not break a streak. Days in `void`, when the bot was away, are skipped.
    """
    days, count, walked, last_miss = set(played), 0, 0, None
    first = min(days, default=last_number + 1)
    for number in range(last_number, first - 1, -1):
        if number in days:
            count += 1
        elif number in void:
            continue
        elif last_miss is not None and walked - last_miss < FORGIVEN_SPAN_DAYS:
            break
        else:
            last_miss = walked
        walked += 1
    return count


def find_habit(days: Sequence[tuple[Payoffs, DailyChoice]]) -> DailyHabit | None:
    """Return the kind of line that a person chose most often on their last days, or None after too few days.

    `days` must be sorted from the newest to the oldest.
    """
    if len(days) < HABIT_DAYS:
        return None
    recent = days[:HABIT_DAYS]

    def count_matches(kind: HabitKind) -> int:
        find = {HabitKind.AVERAGE: find_average_choice, HabitKind.BOLD: find_bold_choice}[kind]
        return sum(
            own == tempting for payoffs, choice in recent for own, tempting in zip(choice, find(payoffs), strict=True)
        )

    kind = max(HabitKind, key=count_matches)
    return DailyHabit(kind, count_matches(kind))
