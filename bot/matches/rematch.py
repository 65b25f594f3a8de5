"""A rematch: the same people once more, each one place further."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.model import Closed, Foreign, Offer, Over, Table
from bot.matches.terms import Agreement
from games.core import Seat
from games.match import UNRATED_REASONS
from games.refused import Refused


def playable(table: Table, person: int) -> Over | Foreign:
    """The match that may be played once more; by the rules of today."""
    if isinstance(table, Closed) and not (isinstance(table, Foreign) and table.people and table.how != "newer"):
        raise Refused(f"closed-{table.how}")
    if not isinstance(table, Over | Foreign):
        raise Refused("running")
    if person not in table.people:
        raise Refused("not-seated")
    if any(other is not None and other < 0 for other in table.people):
        raise Refused("gone")
    return table


def agreed(before: Over | Foreign, people: Sequence[int]) -> Agreement:
    """As before, as far as these people may agree on it again; the first of them asks the others."""
    agreement, alone = before.agreement, len(people) == 1
    changed = {
        "order": changed_round(before, people),
        "since": (),
        "won": won(before, people),
        "kind": "practice" if alone else "challenge",
        "fills": None,
        "rated": agreement.rated and not alone,
        "shakes": agreement.shakes and not alone,
    }
    return agreement.model_copy(update=changed)


def changed_round(before: Over | Foreign, people: Sequence[int]) -> tuple[Seat, ...]:
    """Where these people sit in a rematch."""
    return tuple((before.people.index(person) + 1) % len(before.people) for person in people)


def won(before: Over | Foreign, people: Sequence[int]) -> tuple[int, ...]:
    """How many each of these has won so far, since they first met without asking anybody else; what was cancelled
    nobody has, and of older rules nobody knows.
    """
    told = dict(zip((before.host, *before.named), before.agreement.won or (), strict=False))
    ranks = before.result.ranks if isinstance(before, Over) and before.result.reason not in UNRATED_REASONS else ()
    winner = before.people[ranks.index(1)] if ranks.count(1) == 1 else None
    return tuple(told.get(person, 0) + (person == winner) for person in people)


def is_offered(table: Table, before: Over | Foreign) -> bool:
    """Is this table the offer that somebody made there: the same people, changed round, and the same game?"""
    return (
        isinstance(table, Offer)
        and (table.server, table.installation) == (before.server, before.installation)
        and (not before.abroad or table.channel == before.channel)
        and (table.game, table.options) == (before.game, before.options)
        and {table.host, *table.named} == set(before.people) - {None}
        and table.agreement.order == changed_round(before, (table.host, *table.named))
    )
