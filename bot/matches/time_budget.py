"""Time to think: how much of it is gone, and when the rest will be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Absences:
    """When the bot was away, oldest first: time that nobody is charged for. And when people were, or will be: time that
    they are not.
    """

    spans: tuple[tuple[int, int], ...] = ()
    holidays: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    """By person: from when to when their clocks stand still."""

    def of(self, person_id: int | None) -> Absences:
        """As it counts for one person's clock."""
        own = None if person_id is None else self.holidays.get(person_id)
        return Absences(tuple(_joined((*self.spans, *own.items())))) if own else self

    @property
    def ours(self) -> Absences:
        """Without holidays: who comes back sooner has nothing that is due too late."""
        return Absences(self.spans)

    def away(self, person_id: int, now: int) -> int | None:
        """Until when somebody is on holiday, if they are."""
        return max(
            (ended for began, ended in self.holidays.get(person_id, {}).items() if began <= now < ended), default=None
        )

    def due(self, since: int, left: int) -> int:
        """When `left` is used up, counted from `since`."""
        due = since + left
        for began, ended in self._after(since):
            if began < due:
                due += ended - began
        return due

    def used(self, since: int, until: int) -> int:
        away = sum(min(ended, until) - began for began, ended in self._after(since) if began < until)
        # The clocks of two machines may disagree.
        return max(0, until - since - away)

    def _after(self, since: int) -> Iterator[tuple[int, int]]:
        return ((max(began, since), ended) for began, ended in self.spans if ended > since)


def _joined(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What overlaps counts once."""
    since = until = 0
    for began, ended in sorted(spans):
        if began > until:
            if until > since:
                yield since, until
            since = began
        until = max(until, ended)
    if until > since:
        yield since, until


@dataclass(frozen=True, slots=True)
class TimeBudget:
    """What a seat has used of its time in consecutive steps, and since when it is using more."""

    spent: int = 0
    since: int | None = None
    """None while it waits for the others."""
    reminded: bool = False


def passed(
    before: Mapping[int, TimeBudget],
    awaited: Iterable[int],
    waiting: Iterable[int],
    at: int,
    absences: Absences,
    people: Sequence[int | None],
) -> dict[int, TimeBudget]:
    """The allowances after something happened: a seat that is not awaited gets a whole one the next time."""
    after: dict[int, TimeBudget] = {}
    waits = frozenset(waiting)
    for seat in awaited:
        allowance = before.get(seat, TimeBudget())
        if seat in waits and allowance.since is None:
            allowance = replace(allowance, since=at)
        elif seat not in waits and allowance.since is not None:
            spent = allowance.spent + absences.of(people[seat]).used(allowance.since, at)
            allowance = replace(allowance, spent=spent, since=None)
        after[seat] = allowance
    return after
