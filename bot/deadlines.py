"""What will be due at a table, as far as it can be told from where the table stands."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from bot.allowance import Absences
from bot.journal import Table
from storage import Deadline


class Due(StrEnum):
    """What can be due; stored by name."""

    TURN = "turn"
    REMINDER = "reminder"
    LIMIT = "limit"
    OFFER = "offer"
    COVER = "cover"
    """What lies open has been seen long enough; the herald's own, and set when it opens something."""


def deadlines(table: Table, absences: Absences) -> Iterator[Deadline]:
    """Of the offer while it stands, then of the match and of everybody who is being waited for."""
    if table.offered:
        yield Deadline(Due.OFFER, table.stands(absences), 0)
    if not table.playing or table.match is None:
        return
    limit = table.limit(absences)
    if limit is not None:
        yield Deadline(Due.LIMIT, limit, 0)
    for seat in sorted(table.allowances):
        due, reminder = table.due(seat, absences), table.reminder(seat, absences)
        if due is not None:
            yield Deadline(Due.TURN, due, table.match.step, seat)
        if reminder is not None:
            yield Deadline(Due.REMINDER, reminder, table.match.step, seat)
