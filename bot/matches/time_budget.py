"""The thinking time that each seat has used, and when the rest of its time runs out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Absences:
    """Time that is not charged to clocks: the bot's downtimes for everybody, and each person's own holidays."""

    uncharged_spans: tuple[tuple[int, int], ...] = ()
    """The start and end of each downtime of the bot, oldest first."""
    holidays: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    """Each person's holidays, as a mapping from the start of a holiday to its end."""

    def for_person(self, person_id: int | None) -> Absences:
        """Return the absences that apply to this person's clock."""
        own = None if person_id is None else self.holidays.get(person_id)
        return Absences(tuple(_merge_spans((*self.uncharged_spans, *own.items())))) if own else self

    @property
    def without_holidays(self) -> Absences:
        """A copy of these absences without the holidays.

        Stored deadlines do not take holidays into account, because they would be too late if a holiday ended early.
        """
        return Absences(self.uncharged_spans)

    def find_holiday_end(self, person_id: int, now_ms: int) -> int | None:
        """Return when this person's current holiday ends, or None if they are not on holiday."""
        return max(
            (end_ms for start_ms, end_ms in self.holidays.get(person_id, {}).items() if start_ms <= now_ms < end_ms),
            default=None,
        )

    def compute_deadline(self, since_ms: int, left_ms: int) -> int:
        """Return when a clock that starts at `since_ms` with `left_ms` left runs out. Absences do not count."""
        due_ms = since_ms + left_ms
        for start_ms, end_ms in self._list_spans_after(since_ms):
            if start_ms < due_ms:
                due_ms += end_ms - start_ms
        return due_ms

    def compute_used_ms(self, since_ms: int, until_ms: int) -> int:
        absent_ms = sum(
            min(end_ms, until_ms) - start_ms
            for start_ms, end_ms in self._list_spans_after(since_ms)
            if start_ms < until_ms
        )
        # The difference can be negative, because two machines' clocks may disagree.
        return max(0, until_ms - since_ms - absent_ms)

    def _list_spans_after(self, since_ms: int) -> Iterator[tuple[int, int]]:
        return ((max(start_ms, since_ms), end_ms) for start_ms, end_ms in self.uncharged_spans if end_ms > since_ms)


def _merge_spans(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Merge overlapping spans, so that no time counts twice."""
    merged_start_ms = merged_end_ms = 0
    for start_ms, end_ms in sorted(spans):
        if start_ms > merged_end_ms:
            if merged_end_ms > merged_start_ms:
                yield merged_start_ms, merged_end_ms
            merged_start_ms = start_ms
        merged_end_ms = max(merged_end_ms, end_ms)
    if merged_end_ms > merged_start_ms:
        yield merged_start_ms, merged_end_ms


@dataclass(frozen=True, slots=True)
class TimeBudget:
    """The time that a seat has used in consecutive steps, and the state of its clock."""

    spent_ms: int = 0
    running_since_ms: int | None = None
    """When the running clock was started; None while the seat is waiting for others."""
    was_reminded: bool = False


def update_time_budgets(
    budgets: Mapping[int, TimeBudget],
    seats_asked: Iterable[int],
    seats_to_move: Iterable[int],
    now_ms: int,
    absences: Absences,
    player_ids: Sequence[int | None],
) -> dict[int, TimeBudget]:
    """Start and stop the clocks after an event, and return the new time budget of each seat.

    `seats_asked` have a move in this step. The clocks run for those that still owe it, `seats_to_move`. A seat that is
    not asked loses its entry, and so gets a full budget for its next move.
    """
    updated: dict[int, TimeBudget] = {}
    moving_seats = frozenset(seats_to_move)
    for seat in seats_asked:
        budget = budgets.get(seat, TimeBudget())
        if seat in moving_seats and budget.running_since_ms is None:
            budget = replace(budget, running_since_ms=now_ms)
        elif seat not in moving_seats and budget.running_since_ms is not None:
            spent_ms = budget.spent_ms + absences.for_person(player_ids[seat]).compute_used_ms(
                budget.running_since_ms, now_ms
            )
            budget = replace(budget, spent_ms=spent_ms, running_since_ms=None)
        updated[seat] = budget
    return updated
