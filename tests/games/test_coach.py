"""A match looked back upon: sums, and turns that are turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.coach import review_match
from games.core import Suggestion
from games.insight import Contribution
from games.record import Record, parse_record
from games.refused import Refused
from games.review import Review, ReviewedStep
from tests.games.morra import GAME as MORRA

BETTER_MOVE = Suggestion(("mask", "1"), "judged-mask")


def make_step(step_number: int, *contributions: Contribution) -> ReviewedStep:
    return ReviewedStep(step_number, {}, contributions, (0.5, 0.5))


def make_luck(bison_gain: float) -> Contribution:
    return Contribution("meeting", (bison_gain, -bison_gain))


def make_mistake(seat: int, loss: float) -> Contribution:
    gain = -loss if seat == 0 else loss
    return Contribution("choice", (gain, -gain), seat, BETTER_MOVE if loss else None)


def test_the_greatest_mistake_is_named_where_all_else_is_luck() -> None:
    """In the place of the least turn, even if whoever made it got away with it; a small one is not worth a place."""
    lucky = [make_step(at, make_luck(swing)) for at, swing in enumerate((0.3, 0.1, 0.2), 1)]
    escaped = make_step(4, make_luck(0.6), make_mistake(0, 0.58), make_mistake(1, 0))
    review = Review((0.5, 0.5), (*lucky, escaped))
    assert [(turn.step.step_number, turn.kind, turn.responsible_seat) for turn in review.turning_points] == [
        (1, "luck", 0),
        (3, "luck", 0),
        (4, "mistake", 0),
    ]
    assert review.turning_points[-1].seat_gain == pytest.approx(-0.58)
    assert [review.count_mistakes(seat) for seat in (0, 1)] == [1, 0]
    slipped = Review((0.5, 0.5), (*lucky, make_step(4, make_luck(0.03), make_mistake(0, 0.04))))
    assert [turn.kind for turn in slipped.turning_points] == ["luck"] * 3


def test_a_mistake_beside_greater_luck_in_one_step_is_one_turn() -> None:
    (turn,) = Review((0.5, 0.5), (make_step(1, make_luck(0.4), make_mistake(1, 0.2)),)).turning_points
    assert (turn.kind, turn.responsible_seat) == ("mistake", 1)


def test_turns_are_the_three_greatest_in_order_of_time() -> None:
    swings = [0.06, 0.3, -0.2, 0.04, 0.25]
    review = Review((0.5, 0.5), tuple(make_step(at, make_luck(swing)) for at, swing in enumerate(swings, 1)))
    assert [(turn.step.step_number, turn.seat) for turn in review.turning_points] == [(2, 0), (3, 1), (5, 0)]
    assert [turn.swing for turn in review.turning_points] == [0.3, 0.2, 0.25]


def test_luck_play_and_the_part_that_weighed_most_are_summed_up() -> None:
    review = Review(
        (0.5, 0.5),
        (make_step(1, make_luck(0.1), make_mistake(1, 0.2)), make_step(2, make_luck(-0.3), make_mistake(0, 0.05))),
    )
    assert [review.sum_luck(seat) for seat in review.seats] == pytest.approx([-0.2, 0.2])
    assert [review.sum_losses(seat) for seat in review.seats] == pytest.approx([0.05, 0.2])
    assert [review.sum_gifts(seat) for seat in review.seats] == pytest.approx([0.2, 0.05])
    first, _ = review.turning_points
    assert first.part.seat == 1
    assert first.swing == pytest.approx(0.3)
    # What the coach only sees by now turns nothing.
    assert not Review((0.5, 0.5), (make_step(1, make_luck(0.01), make_hindsight(0.4)),)).turning_points


def make_hindsight(bison_gain: float) -> Contribution:
    return Contribution("sight", (bison_gain, -bison_gain))


def make_review(*contributions: Contribution, start_probability: float = 0.5) -> Review:
    """A match of one step a part, each after the other, which ends where they lead."""
    steps, worth = list[ReviewedStep](), start_probability
    for at, part in enumerate(contributions, 1):
        worth += part.gains[0]
        # What meets was chosen.
        met = (make_mistake(0, 0), make_mistake(1, 0)) if part.cause == "meeting" else ()
        steps.append(ReviewedStep(at, {}, (part, *met), (worth, 1 - worth)))
    return Review((start_probability, 1 - start_probability), tuple(steps))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_way_of_a_seat_adds_up(seat: int) -> None:
    review = make_review(make_luck(0.4), make_mistake(0, 0.3), make_mistake(1, 0.1), make_hindsight(0.3))
    found, sign = review.compute_balance(seat), 1 - 2 * seat
    assert [found.luck, found.play, found.unexplained] == pytest.approx([sign * 0.4, sign * -0.2, sign * 0.3])
    assert found.total == pytest.approx(review.curve[-1][seat] - review.start[seat])


def test_a_balance_begins_with_the_first_choice() -> None:
    """While stones are placed the coach says nothing; whom that favored is neither luck nor play."""
    review = make_review(make_hindsight(-0.2), make_mistake(1, 0.3), make_luck(0.4))
    assert review.first_judged_step == 1
    assert review.compute_balance(0).total == pytest.approx(0.7)
    assert review.compute_balance(0).unexplained == pytest.approx(0)
    assert Review((0.5, 0.5), ()).first_judged_step == 0


@pytest.mark.parametrize(
    ("kind", "winner", "parts"),
    [
        ("luck", 0, [make_luck(0.37), make_mistake(1, 0.13)]),
        ("luck-against", 1, [make_mistake(1, 0.3), make_luck(-0.8)]),
        ("play", 1, [make_mistake(0, 0.45), make_luck(-0.05)]),
        ("play-against", 0, [make_luck(-0.3), make_mistake(1, 0.39), make_mistake(1, 0.39), make_hindsight(0.02)]),
        ("both", 0, [make_luck(0.3), make_mistake(1, 0.2)]),
        ("close", 0, [make_luck(0.13), make_mistake(1, 0.13), make_hindsight(0.1)]),
        # What only showed afterwards weighs as much as the rest.
        ("late", 0, [make_luck(0.24), make_hindsight(0.26)]),
        # What weighed against the winner weighed more than what weighed for them.
        ("close", 0, [make_luck(0.6), make_mistake(0, 0.65), make_hindsight(0.55)]),
        ("drawn", None, [make_luck(0.05), make_mistake(0, 0.05)]),
        ("drawn-against", 1, [make_mistake(1, 0.3), make_luck(-0.3)]),
    ],
)
def test_a_verdict_is_what_weighed_more(kind: str, winner: int | None, parts: list[Contribution]) -> None:
    found = make_review(*parts).verdict
    assert (found.kind, found.winner, found.throwaway_step) == (kind, winner, None)
    # Nobody is told why a match went so that was given up.
    assert replace(make_review(*parts), is_decided=False).verdict.kind == "open"


@pytest.mark.parametrize(("seat", "kind"), [(0, "outplayed"), (1, "open")])
def test_who_gives_up_where_all_is_lost_was_beaten(seat: int, kind: str) -> None:
    """White has opened the way for a mate; Black has no reason to give up."""
    head = f"match 1\nid 1\ngame shamanic_chess\nedition 1\nseed {'ab' * 32}\noptions {{}}\nseats 2\n"
    said = f"sit 1 1\nsit 2 2\nbegin\n0 f2 f3\n1 e7 e5\n0 g2 g4\n{seat} !resign\n"
    review = review_match(parse_record(head + said))
    assert review.verdict.kind == kind


def test_a_match_is_thrown_away_by_the_last_mistake_of_whoever_was_ahead() -> None:
    review = make_review(make_luck(0.4), make_mistake(0, 0.5), make_luck(-0.4))
    assert review.verdict.throwaway_step == review.steps[1]
    # Won back meanwhile.
    assert (
        make_review(make_luck(0.4), make_mistake(0, 0.5), make_luck(0.2), make_luck(-0.6)).verdict.throwaway_step
        is None
    )
    # Behind already; and too little of a mistake.
    assert make_review(make_luck(-0.05), make_mistake(0, 0.45)).verdict.throwaway_step is None
    assert make_review(make_luck(0.3), make_mistake(0, 0.35), make_luck(-0.45)).verdict.throwaway_step is None


def test_of_a_turn_is_told_whose_luck_or_whose_mistake_it_was() -> None:
    first, second = make_review(
        make_luck(0.4), make_mistake(0, 0.5), make_luck(-0.04), make_luck(-0.03), make_luck(-0.03)
    ).turning_points[:2]
    assert (first.kind, first.responsible_seat, first.seat_gain) == ("luck", 0, 0.4)
    assert (second.kind, second.seat, second.responsible_seat, second.seat_gain) == ("mistake", 1, 0, -0.5)


def test_a_game_that_cannot_tell_refuses() -> None:
    with pytest.raises(Refused) as refused:
        review_match(Record(MORRA, MORRA.options_class(), 2))
    assert refused.value.key == "no-review"
