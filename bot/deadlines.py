"""What will be due at a table, as far as it can be told from where the table stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.journal import Table
from storage import Deadline

TURN: Final = "turn"
REMINDER: Final = "reminder"
LIMIT: Final = "limit"
OFFER: Final = "offer"
KINDS: Final = (TURN, REMINDER, LIMIT, OFFER)


def deadlines(table: Table) -> Iterator[Deadline]:
    """Of the offer while it stands, then of the match and of everybody who is being waited for."""
    if table.offered:
        yield Deadline(OFFER, table.stands, 0)
    if not table.playing or table.match is None:
        return
    if table.limit is not None:
        yield Deadline(LIMIT, table.limit, 0)
    for seat in sorted(table.allowances):
        due, reminder = table.due(seat), table.reminder(seat)
        if due is not None:
            yield Deadline(TURN, due, table.match.step, seat)
        if reminder is not None:
            yield Deadline(REMINDER, reminder, table.match.step, seat)
