"""A rematch: the same people once more, each one place further."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.table import Offer, Over, Table
from games.core import Seat
from games.refused import Refused


def playable(table: Table, person: int) -> Over:
    """The match that may be played once more."""
    if not isinstance(table, Over):
        raise Refused("running")
    if person not in table.people:
        raise Refused("not-seated")
    if any(other is not None and other < 0 for other in table.people):
        raise Refused("gone")
    return table


def changed_round(before: Over, people: Sequence[int]) -> tuple[Seat, ...]:
    """Where these people sit in a rematch."""
    return tuple((before.people.index(person) + 1) % len(before.people) for person in people)


def is_offered(table: Table, before: Over) -> bool:
    """Is this table the offer that somebody made there: the same people, changed round, and the same game?"""
    return (
        isinstance(table, Offer)
        and table.server == before.server
        and (table.game, table.options) == (before.game, before.options)
        and {table.host, *table.named} == set(before.people) - {None}
        and table.agreement.order == changed_round(before, (table.host, *table.named))
    )
