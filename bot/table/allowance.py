"""Time to think: how much of it is gone, and when the rest will be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Absences:
    """When the bot was away, oldest first: time that nobody is charged for."""

    spans: tuple[tuple[int, int], ...] = ()

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


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a seat has used of its time in consecutive steps, and since when it is using more."""

    spent: int = 0
    since: int | None = None
    """None while it waits for the others."""
    reminded: bool = False


def passed(
    before: Mapping[int, Allowance], awaited: Iterable[int], waiting: Iterable[int], at: int, absences: Absences
) -> dict[int, Allowance]:
    """The allowances after something happened: a seat that is not awaited gets a whole one the next time."""
    after: dict[int, Allowance] = {}
    waits = frozenset(waiting)
    for seat in awaited:
        allowance = before.get(seat, Allowance())
        if seat in waits and allowance.since is None:
            allowance = replace(allowance, since=at)
        elif seat not in waits and allowance.since is not None:
            spent = allowance.spent + absences.used(allowance.since, at)
            allowance = replace(allowance, spent=spent, since=None)
        after[seat] = allowance
    return after
