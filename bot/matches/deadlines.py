"""What will be due at a table, as far as it can be told from where the table stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from bot.matches.model import Offer, Play, Table
from bot.matches.time_budget import Absences
from storage import Deadline, DeadlineOutcome

LATE: Final = 10_000
"""Milliseconds after which the house is asked again, by whichever process is there."""


class Due(StrEnum):
    """What can be due; stored by name."""

    TURN = "turn"
    REMINDER = "reminder"
    LIMIT = "limit"
    OFFER = "offer"
    FILL = "fill"
    HOUSE = "house"
    """The house owes a word; whoever was thinking about it may be gone."""
    CALL = "call"
    """Somebody is to choose, or to shake the dice, and not at it: they are called, in their way. It stands until they
    have, and says what came of it: so a call that was lost can be told from one that was made.
    """
    COVER = "cover"
    """What lies open has been seen long enough; the herald's own, and set when it opens something."""
    PAUSE = "pause"
    """A hand can soon not be changed any more; the herald's own."""


ERRANDS: Final = frozenset({Due.CALL, Due.COVER, Due.PAUSE, Due.HOUSE})
"""What the herald or the house does when it is due: nothing happens at the table by itself."""


def deadlines(table: Table, absences: Absences) -> Iterator[Deadline]:
    """Of the offer while it stands, then of the match and of everybody who is being waited for."""
    match table:
        case Offer():
            yield from _offered(table, absences)
        case Play():
            yield from _played(table, absences)


def _offered(table: Offer, absences: Absences) -> Iterator[Deadline]:
    yield Deadline(Due.OFFER, table.stands(absences), 0)
    fills = table.fills(absences)
    if fills is not None:
        yield Deadline(Due.FILL, fills, 0)
    for sitter in table.awaited if _reaches(table) else ():
        yield Deadline(Due.CALL, table.offered_at, 0, sitter.place)


def _played(table: Play, absences: Absences) -> Iterator[Deadline]:
    limit = table.limit(absences)
    if limit is not None:
        yield Deadline(Due.LIMIT, limit, 0)
    if table.match.to_move & table.housed:
        yield Deadline(Due.HOUSE, table.moved + LATE, table.match.step)
    for seat in sorted(table.allowances):
        due, reminder = table.due(seat, absences), table.reminder(seat, absences)
        if due is not None:
            yield Deadline(Due.TURN, due, table.match.step, seat)
        if reminder is not None and _reaches(table):
            yield Deadline(Due.REMINDER, reminder, table.match.step, seat)
    if _reaches(table):
        yield from _calls(table, absences)


def _reaches(table: Table) -> bool:
    """Can we call anybody? Whoever practises is there, and abroad we speak only to whoever has just pressed."""
    return not (table.private or table.abroad)


def _calls(table: Play, absences: Absences) -> Iterator[Deadline]:
    """One a step, the same as long as it is due, and one more when the time runs short; who plays on is not called."""
    for seat in sorted(table.match.to_move - table.housed):
        allowance, most = table.allowances[seat], table.agreement.reminds
        since = allowance.since or table.moved
        left = most - allowance.spent if most and allowance.reminded else 0
        if left > 0:
            yield Deadline(
                Due.CALL, absences.of(table.people[seat]).due(since, left), table.match.step, seat, is_reminder=True
            )
        else:
            # Who chose last and is asked again may leave just then.
            yield Deadline(Due.CALL, max(since, table.moved), table.match.step, seat)
    for seat in sorted(table.consulted):
        yield Deadline(Due.CALL, table.wished, table.match.step, seat)


def stands(call: Deadline, standing: Iterable[Deadline], *answers: DeadlineOutcome) -> bool:
    """Is it still to be made? Whatever the clock has made of it meanwhile; and also where one of these answers it."""
    return any(same(it, call) and it.outcome in {None, *answers} for it in standing)


def same(one: Deadline, other: Deadline) -> bool:
    """The same of somebody, whenever it is due."""
    return (one.kind, one.seat, one.step, one.is_reminder) == (
        other.kind,
        other.seat,
        other.step,
        other.is_reminder,
    )
