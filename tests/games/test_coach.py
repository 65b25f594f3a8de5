"""A match looked back upon: sums, and turns that are turns."""

from __future__ import annotations

import pytest

from games.coach import Review, Step, reviewed
from games.core import Part, Thought
from games.record import Record
from games.refused import Refused
from tests.games.morra import GAME as MORRA

BETTER = Thought(("mask", "1"), "judged-mask")


def step(at: int, *parts: Part) -> Step:
    return Step(at, {}, parts, (0.5, 0.5))


def luck(bison: float) -> Part:
    return Part("meeting", (bison, -bison))


def lost(seat: int, by: float) -> Part:
    gain = -by if seat == 0 else by
    return Part("choice", (gain, -gain), seat, BETTER if by else None)


def test_a_choice_that_was_got_away_with_turns_nothing_and_is_a_mistake() -> None:
    escaped = step(1, luck(0.6), lost(0, 0.58), lost(1, 0))
    review = Review((0.5, 0.5), (escaped,))
    assert not review.turns
    assert [review.mistakes(seat) for seat in (0, 1)] == [1, 0]


def test_turns_are_the_three_greatest_in_order_of_time() -> None:
    swings = [0.06, 0.3, -0.2, 0.04, 0.25]
    review = Review((0.5, 0.5), tuple(step(at, luck(swing)) for at, swing in enumerate(swings, 1)))
    assert [(turn.step.at, turn.seat) for turn in review.turns] == [(2, 0), (3, 1), (5, 0)]
    assert [turn.swing for turn in review.turns] == [0.3, 0.2, 0.25]


def test_what_the_coach_only_sees_by_now_turns_nothing() -> None:
    late = step(1, luck(0.01), Part("sight", (0.4, -0.4)))
    assert not Review((0.5, 0.5), (late,)).turns


def test_of_what_a_turn_came_most_is_told() -> None:
    (turn,) = Review((0.5, 0.5), (step(1, luck(0.1), lost(1, 0.2)),)).turns
    assert turn.part.seat == 1
    assert turn.swing == pytest.approx(0.3)


def test_luck_and_play_are_summed_up() -> None:
    review = Review((0.5, 0.5), (step(1, luck(0.1), lost(1, 0.2)), step(2, luck(-0.3), lost(0, 0.05))))
    assert [review.luck(seat) for seat in review.seats] == pytest.approx([-0.2, 0.2])
    assert [review.lost(seat) for seat in review.seats] == pytest.approx([0.05, 0.2])
    assert [review.given(seat) for seat in review.seats] == pytest.approx([0.2, 0.05])


def test_a_game_that_cannot_tell_refuses() -> None:
    with pytest.raises(Refused) as refused:
        reviewed(Record(MORRA, MORRA.Options(), 2))
    assert refused.value.key == "no-review"
