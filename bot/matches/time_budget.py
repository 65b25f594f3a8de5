"""Time to think: how much of it is gone, and when the rest will be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Absences:
    """When the bot was away, oldest first: time that nobody is charged for. And when people were, or will be: time that
    they are not.
    """

    uncharged_spans: tuple[tuple[int, int], ...] = ()
    holidays: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    """By person: from when to when their clocks stand still."""

    def for_person(self, person_id: int | None) -> Absences:
        """As it counts for one person's clock."""
        own = None if person_id is None else self.holidays.get(person_id)
        return Absences(tuple(_merge_spans((*self.uncharged_spans, *own.items())))) if own else self

    @property
    def without_holidays(self) -> Absences:
        """Without holidays: who comes back sooner has nothing that is due too late."""
        return Absences(self.uncharged_spans)

    def find_holiday_end(self, person_id: int, now: int) -> int | None:
        """Until when somebody is on holiday, if they are."""
        return max(
            (ended for began, ended in self.holidays.get(person_id, {}).items() if began <= now < ended), default=None
        )

    def compute_deadline(self, since_ms: int, left_ms: int) -> int:
        """When `left` is used up, counted from `since`."""
        due = since_ms + left_ms
        for began, ended in self._list_spans_after(since_ms):
            if began < due:
                due += ended - began
        return due

    def compute_used_ms(self, since_ms: int, until_ms: int) -> int:
        away = sum(
            min(ended, until_ms) - began for began, ended in self._list_spans_after(since_ms) if began < until_ms
        )
        # The clocks of two machines may disagree.
        return max(0, until_ms - since_ms - away)

    def _list_spans_after(self, since_ms: int) -> Iterator[tuple[int, int]]:
        return ((max(began, since_ms), ended) for began, ended in self.uncharged_spans if ended > since_ms)


def _merge_spans(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
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

    spent_ms: int = 0
    running_since_ms: int | None = None
    """None while it waits for the others."""
    was_reminded: bool = False


def update_time_budgets(
    before: Mapping[int, TimeBudget],
    seats_asked: Iterable[int],
    seats_to_move: Iterable[int],
    now_ms: int,
    absences: Absences,
    player_ids: Sequence[int | None],
) -> dict[int, TimeBudget]:
    """The allowances after something happened: a seat that is not awaited gets a whole one the next time."""
    after: dict[int, TimeBudget] = {}
    waits = frozenset(seats_to_move)
    for seat in seats_asked:
        allowance = before.get(seat, TimeBudget())
        if seat in waits and allowance.running_since_ms is None:
            allowance = replace(allowance, running_since_ms=now_ms)
        elif seat not in waits and allowance.running_since_ms is not None:
            spent = allowance.spent_ms + absences.for_person(player_ids[seat]).compute_used_ms(
                allowance.running_since_ms, now_ms
            )
            allowance = replace(allowance, spent_ms=spent, running_since_ms=None)
        after[seat] = allowance
    return after
