"""Time is charged while a seat is waited for, and never while the bot was away."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.allowance import Absences, Allowance, passed

NEVER = Absences()
BOTH = (11, 22)


def test_time_runs_while_a_seat_is_waited_for() -> None:
    waiting = passed({}, [0, 1], [0, 1], 100, NEVER, BOTH)
    assert waiting == {0: Allowance(0, 100), 1: Allowance(0, 100)}
    assert passed(waiting, [0, 1], [1], 130, NEVER, BOTH) == {0: Allowance(30), 1: Allowance(0, 100)}


def test_consecutive_steps_share_one_allowance() -> None:
    """Chosen after 30, waited for the other until 200, awaited again: 30 are gone."""
    chosen = passed({0: Allowance(0, 100)}, [0, 1], [1], 130, NEVER, BOTH)
    assert passed(chosen, [0], [0], 200, NEVER, BOTH) == {0: Allowance(30, 200)}


def test_who_was_not_awaited_has_a_whole_allowance_again() -> None:
    away = passed({0: Allowance(30, 200)}, [1], [1], 210, NEVER, BOTH)
    assert passed(away, [0], [0], 300, NEVER, BOTH) == {0: Allowance(0, 300)}


@pytest.mark.parametrize(
    ("spans", "due"),
    [
        ((), 150),
        (((0, 90),), 150),
        (((0, 110),), 160),
        (((120, 130),), 160),
        (((120, 130), (155, 165)), 170),
        (((150, 190),), 150),
        (((149, 190),), 191),
    ],
)  # fmt: skip
def test_what_is_due_waits_for_the_bot(spans: tuple[tuple[int, int], ...], due: int) -> None:
    assert Absences(spans).due(100, 50) == due


SPANS = st.lists(st.integers(0, 1000), max_size=8, unique=True).map(sorted).map(
    lambda ends: tuple(zip(ends[::2], ends[1::2], strict=False))
)  # fmt: skip


@given(SPANS, st.integers(0, 1000), st.integers(1, 1000))
def test_when_it_is_due_exactly_it_is_used(spans: tuple[tuple[int, int], ...], since: int, left: int) -> None:
    absences = Absences(spans)
    assert absences.used(since, absences.due(since, left)) == left
