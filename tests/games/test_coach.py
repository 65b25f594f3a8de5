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

BETTER = Suggestion(("mask", "1"), "judged-mask")


def step(at: int, *parts: Contribution) -> ReviewedStep:
    return ReviewedStep(at, {}, parts, (0.5, 0.5))


def luck(bison: float) -> Contribution:
    return Contribution("meeting", (bison, -bison))


def lost(seat: int, by: float) -> Contribution:
    gain = -by if seat == 0 else by
    return Contribution("choice", (gain, -gain), seat, BETTER if by else None)


def test_the_greatest_mistake_is_named_where_all_else_is_luck() -> None:
    """In the place of the least turn, even if whoever made it got away with it; a small one is not worth a place."""
    lucky = [step(at, luck(swing)) for at, swing in enumerate((0.3, 0.1, 0.2), 1)]
    escaped = step(4, luck(0.6), lost(0, 0.58), lost(1, 0))
    review = Review((0.5, 0.5), (*lucky, escaped))
    assert [(turn.step.step_number, turn.kind, turn.responsible_seat) for turn in review.turning_points] == [
        (1, "luck", 0),
        (3, "luck", 0),
        (4, "mistake", 0),
    ]
    assert review.turning_points[-1].seat_gain == pytest.approx(-0.58)
    assert [review.count_mistakes(seat) for seat in (0, 1)] == [1, 0]
    slipped = Review((0.5, 0.5), (*lucky, step(4, luck(0.03), lost(0, 0.04))))
    assert [turn.kind for turn in slipped.turning_points] == ["luck"] * 3


def test_a_mistake_beside_greater_luck_in_one_step_is_one_turn() -> None:
    (turn,) = Review((0.5, 0.5), (step(1, luck(0.4), lost(1, 0.2)),)).turning_points
    assert (turn.kind, turn.responsible_seat) == ("mistake", 1)


def test_turns_are_the_three_greatest_in_order_of_time() -> None:
    swings = [0.06, 0.3, -0.2, 0.04, 0.25]
    review = Review((0.5, 0.5), tuple(step(at, luck(swing)) for at, swing in enumerate(swings, 1)))
    assert [(turn.step.step_number, turn.seat) for turn in review.turning_points] == [(2, 0), (3, 1), (5, 0)]
    assert [turn.swing for turn in review.turning_points] == [0.3, 0.2, 0.25]


def test_luck_play_and_the_part_that_weighed_most_are_summed_up() -> None:
    review = Review((0.5, 0.5), (step(1, luck(0.1), lost(1, 0.2)), step(2, luck(-0.3), lost(0, 0.05))))
    assert [review.sum_luck(seat) for seat in review.seats] == pytest.approx([-0.2, 0.2])
    assert [review.sum_losses(seat) for seat in review.seats] == pytest.approx([0.05, 0.2])
    assert [review.sum_gifts(seat) for seat in review.seats] == pytest.approx([0.2, 0.05])
    first, _ = review.turning_points
    assert first.part.seat == 1
    assert first.swing == pytest.approx(0.3)
    # What the coach only sees by now turns nothing.
    assert not Review((0.5, 0.5), (step(1, luck(0.01), sight(0.4)),)).turning_points


def sight(bison: float) -> Contribution:
    return Contribution("sight", (bison, -bison))


def way(*parts: Contribution, start: float = 0.5) -> Review:
    """A match of one step a part, each after the other, which ends where they lead."""
    steps, worth = list[ReviewedStep](), start
    for at, part in enumerate(parts, 1):
        worth += part.gains[0]
        # What meets was chosen.
        met = (lost(0, 0), lost(1, 0)) if part.cause == "meeting" else ()
        steps.append(ReviewedStep(at, {}, (part, *met), (worth, 1 - worth)))
    return Review((start, 1 - start), tuple(steps))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_way_of_a_seat_adds_up(seat: int) -> None:
    review = way(luck(0.4), lost(0, 0.3), lost(1, 0.1), sight(0.3))
    found, sign = review.compute_balance(seat), 1 - 2 * seat
    assert [found.luck, found.play, found.unexplained] == pytest.approx([sign * 0.4, sign * -0.2, sign * 0.3])
    assert found.total == pytest.approx(review.curve[-1][seat] - review.start[seat])


def test_a_balance_begins_with_the_first_choice() -> None:
    """While stones are placed the coach says nothing; whom that favored is neither luck nor play."""
    review = way(sight(-0.2), lost(1, 0.3), luck(0.4))
    assert review.first_judged_step == 1
    assert review.compute_balance(0).total == pytest.approx(0.7)
    assert review.compute_balance(0).unexplained == pytest.approx(0)
    assert Review((0.5, 0.5), ()).first_judged_step == 0


@pytest.mark.parametrize(
    ("kind", "winner", "parts"),
    [
        ("luck", 0, [luck(0.37), lost(1, 0.13)]),
        ("luck-against", 1, [lost(1, 0.3), luck(-0.8)]),
        ("play", 1, [lost(0, 0.45), luck(-0.05)]),
        ("play-against", 0, [luck(-0.3), lost(1, 0.39), lost(1, 0.39), sight(0.02)]),
        ("both", 0, [luck(0.3), lost(1, 0.2)]),
        ("close", 0, [luck(0.13), lost(1, 0.13), sight(0.1)]),
        # What only showed afterwards weighs as much as the rest.
        ("late", 0, [luck(0.24), sight(0.26)]),
        # What weighed against the winner weighed more than what weighed for them.
        ("close", 0, [luck(0.6), lost(0, 0.65), sight(0.55)]),
        ("drawn", None, [luck(0.05), lost(0, 0.05)]),
        ("drawn-against", 1, [lost(1, 0.3), luck(-0.3)]),
    ],
)
def test_a_verdict_is_what_weighed_more(kind: str, winner: int | None, parts: list[Contribution]) -> None:
    found = way(*parts).verdict
    assert (found.kind, found.winner, found.throwaway_step) == (kind, winner, None)
    # Nobody is told why a match went so that was given up.
    assert replace(way(*parts), is_decided=False).verdict.kind == "open"


@pytest.mark.parametrize(("seat", "kind"), [(0, "outplayed"), (1, "open")])
def test_who_gives_up_where_all_is_lost_was_beaten(seat: int, kind: str) -> None:
    """White has opened the way for a mate; Black has no reason to give up."""
    head = f"match 1\nid 1\ngame shamanic_chess\nedition 1\nseed {'ab' * 32}\noptions {{}}\nseats 2\n"
    said = f"sit 1 1\nsit 2 2\nbegin\n0 f2 f3\n1 e7 e5\n0 g2 g4\n{seat} !resign\n"
    review = review_match(parse_record(head + said))
    assert review.verdict.kind == kind


def test_a_match_is_thrown_away_by_the_last_mistake_of_whoever_was_ahead() -> None:
    review = way(luck(0.4), lost(0, 0.5), luck(-0.4))
    assert review.verdict.throwaway_step == review.steps[1]
    # Won back meanwhile.
    assert way(luck(0.4), lost(0, 0.5), luck(0.2), luck(-0.6)).verdict.throwaway_step is None
    # Behind already; and too little of a mistake.
    assert way(luck(-0.05), lost(0, 0.45)).verdict.throwaway_step is None
    assert way(luck(0.3), lost(0, 0.35), luck(-0.45)).verdict.throwaway_step is None


def test_of_a_turn_is_told_whose_luck_or_whose_mistake_it_was() -> None:
    first, second = way(luck(0.4), lost(0, 0.5), luck(-0.04), luck(-0.03), luck(-0.03)).turning_points[:2]
    assert (first.kind, first.responsible_seat, first.seat_gain) == ("luck", 0, 0.4)
    assert (second.kind, second.seat, second.responsible_seat, second.seat_gain) == ("mistake", 1, 0, -0.5)


def test_a_game_that_cannot_tell_refuses() -> None:
    with pytest.raises(Refused) as refused:
        review_match(Record(MORRA, MORRA.options_class(), 2))
    assert refused.value.key == "no-review"
