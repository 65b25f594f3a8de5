"""Reviews of matches: total luck and play, turning points, and verdicts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import find_game
from games.coach import review_match
from games.core import Suggestion
from games.insight import Contribution
from games.options import validate_options
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


def test_largest_mistake_replaces_the_smallest_lucky_turning_point() -> None:
    """The mistake counts although luck in the same step made up for it. A small mistake must not replace a turn."""
    lucky = [make_step(step_number, make_luck(swing)) for step_number, swing in enumerate((0.3, 0.1, 0.2), 1)]
    lucky_mistake = make_step(4, make_luck(0.6), make_mistake(0, 0.58), make_mistake(1, 0))
    review = Review((0.5, 0.5), (*lucky, lucky_mistake))
    assert [(turn.step.step_number, turn.kind, turn.responsible_seat) for turn in review.list_turning_points(1)] == [
        (1, "luck", 0),
        (3, "luck", 0),
        (4, "mistake", 0),
    ]
    assert review.list_turning_points(1)[-1].seat_gain == pytest.approx(-0.58)
    assert [review.count_mistakes(seat) for seat in (0, 1)] == [1, 0]
    with_small_mistake = Review((0.5, 0.5), (*lucky, make_step(4, make_luck(0.03), make_mistake(0, 0.04))))
    assert [turn.kind for turn in with_small_mistake.list_turning_points(0)] == ["luck"] * 3


def test_mistakes_of_the_reader_come_first() -> None:
    """The reader's worst mistake is listed even if others made larger ones."""
    review = Review(
        (0.5, 0.5),
        (
            make_step(1, make_luck(0.3)),
            make_step(2, make_mistake(1, 0.5)),
            make_step(3, make_mistake(1, 0.2)),
            make_step(4, make_mistake(0, 0.1)),
        ),
    )
    steps = [[turn.step.step_number for turn in review.list_turning_points(seat)] for seat in (0, 1)]
    assert steps == [[4, 1, 2], [2, 3, 1]]


def test_advantage_by_the_deal_counts_as_luck() -> None:
    review = Review((0.7, 0.3), (make_step(1, make_luck(0.1), make_mistake(1, 0)),), is_dealt=True)
    assert [review.compute_balance(seat).luck for seat in (0, 1)] == pytest.approx([0.3, -0.3])
    assert review.compute_balance(0).total == pytest.approx(review.curve[-1][0] - 0.5)
    assert replace(review, is_dealt=False).compute_balance(0).luck == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("key", "options", "is_dealt"),
    [
        ("schamanen", {"placement": "random"}, True),
        ("schamanen", {}, False),
        ("schnick", {}, True),
        ("shamanic_chess", {}, False),
        ("woodwalkers", {}, False),
    ],
)
def test_only_a_deal_that_changes_the_chances_is_luck(key: str, options: dict[str, object], *, is_dealt: bool) -> None:
    game = find_game(key)
    record = Record(game, validate_options(game.options_class, options), game.SEATS[0], (), seed=bytes(range(32)))
    assert review_match(record).is_dealt == is_dealt


def test_mistake_and_luck_in_one_step_are_one_turning_point() -> None:
    (turn,) = Review((0.5, 0.5), (make_step(1, make_luck(0.4), make_mistake(1, 0.2)),)).list_turning_points(0)
    assert (turn.kind, turn.responsible_seat) == ("mistake", 1)


def test_three_largest_swings_are_listed_in_order_of_steps() -> None:
    swings = [0.06, 0.3, -0.2, 0.04, 0.25]
    review = Review(
        (0.5, 0.5), tuple(make_step(step_number, make_luck(swing)) for step_number, swing in enumerate(swings, 1))
    )
    assert [(turn.step.step_number, turn.seat) for turn in review.list_turning_points(0)] == [(2, 0), (3, 1), (5, 0)]
    assert [turn.swing for turn in review.list_turning_points(0)] == [0.3, 0.2, 0.25]


def test_luck_losses_and_gifts_are_summed_by_seat() -> None:
    review = Review(
        (0.5, 0.5),
        (make_step(1, make_luck(0.1), make_mistake(1, 0.2)), make_step(2, make_luck(-0.3), make_mistake(0, 0.05))),
    )
    assert [review.sum_luck(seat) for seat in review.seats] == pytest.approx([-0.2, 0.2])
    assert [review.sum_losses(seat) for seat in review.seats] == pytest.approx([0.05, 0.2])
    assert [review.sum_gifts(seat) for seat in review.seats] == pytest.approx([0.2, 0.05])
    first, _ = review.list_turning_points(1)
    assert first.part.seat == 1
    assert first.swing == pytest.approx(0.3)
    # Hindsight is not a turning point.
    assert not Review((0.5, 0.5), (make_step(1, make_luck(0.01), make_hindsight(0.4)),)).list_turning_points(0)


def make_hindsight(bison_gain: float) -> Contribution:
    return Contribution("sight", (bison_gain, -bison_gain))


def make_review(*contributions: Contribution, start_probability: float = 0.5) -> Review:
    """Return a review with one step for each contribution."""
    steps, win_share = list[ReviewedStep](), start_probability
    for step_number, contribution in enumerate(contributions, 1):
        win_share += contribution.gains[0]
        # A meeting follows from the choices of both players.
        choices = (make_mistake(0, 0), make_mistake(1, 0)) if contribution.cause == "meeting" else ()
        steps.append(ReviewedStep(step_number, {}, (contribution, *choices), (win_share, 1 - win_share)))
    return Review((start_probability, 1 - start_probability), tuple(steps))


@pytest.mark.parametrize("seat", [0, 1])
def test_balance_of_a_seat_adds_up_to_its_curve(seat: int) -> None:
    review = make_review(make_luck(0.4), make_mistake(0, 0.3), make_mistake(1, 0.1), make_hindsight(0.3))
    balance, sign = review.compute_balance(seat), 1 - 2 * seat
    assert [balance.luck, balance.play, balance.unexplained] == pytest.approx([sign * 0.4, sign * -0.2, sign * 0.3])
    assert balance.total == pytest.approx(review.curve[-1][seat] - review.start[seat])


def test_balance_begins_with_the_first_judged_choice() -> None:
    """Earlier steps, such as placements, are not analyzed and count as neither luck nor play."""
    review = make_review(make_hindsight(-0.2), make_mistake(1, 0.3), make_luck(0.4))
    assert review.first_judged_step == 1
    assert review.compute_balance(0).total == pytest.approx(0.7)
    assert review.compute_balance(0).unexplained == pytest.approx(0)
    assert Review((0.5, 0.5), ()).first_judged_step == 0


@pytest.mark.parametrize(
    ("kind", "winner", "contributions"),
    [
        ("luck", 0, [make_luck(0.37), make_mistake(1, 0.13)]),
        ("luck-against", 1, [make_mistake(1, 0.3), make_luck(-0.8)]),
        ("play", 1, [make_mistake(0, 0.45), make_luck(-0.05)]),
        ("play-against", 0, [make_luck(-0.3), make_mistake(1, 0.39), make_mistake(1, 0.39), make_hindsight(0.02)]),
        ("both", 0, [make_luck(0.3), make_mistake(1, 0.2)]),
        ("close", 0, [make_luck(0.13), make_mistake(1, 0.13), make_hindsight(0.1)]),
        # Hindsight has as much weight as luck and play.
        ("late", 0, [make_luck(0.24), make_hindsight(0.26)]),
        # The winner's losses are larger than their gains.
        ("close", 0, [make_luck(0.6), make_mistake(0, 0.65), make_hindsight(0.55)]),
        ("drawn", None, [make_luck(0.05), make_mistake(0, 0.05)]),
        ("drawn-against", 1, [make_mistake(1, 0.3), make_luck(-0.3)]),
    ],
)
def test_verdict_names_the_larger_of_luck_and_play(
    kind: str, winner: int | None, contributions: list[Contribution]
) -> None:
    verdict = make_review(*contributions).verdict
    assert (verdict.kind, verdict.winner, verdict.throwaway_step) == (kind, winner, None)
    # The verdict on an undecided match is open.
    assert replace(make_review(*contributions), is_decided=False).verdict.kind == "open"


@pytest.mark.parametrize(("seat", "kind"), [(0, "play"), (1, "open")])
def test_player_who_resigns_a_lost_position_was_outplayed(seat: int, kind: str) -> None:
    """If White (seat 0) resigns just before being mated, the verdict is "play", but not if Black resigns."""
    head = f"match 1\nid 1\ngame shamanic_chess\nedition 1\nseed {'ab' * 32}\noptions {{}}\nseats 2\n"
    moves = f"sit 1 1\nsit 2 2\nbegin\n0 f2 f3\n1 e7 e5\n0 g2 g4\n{seat} !resign\n"
    review = review_match(parse_record(head + moves))
    assert review.verdict.kind == kind


def test_throwaway_is_the_last_mistake_of_the_leader() -> None:
    review = make_review(make_luck(0.4), make_mistake(0, 0.5), make_luck(-0.4))
    assert review.verdict.throwaway_step == review.steps[1]
    # The lead was regained after the mistake.
    regained = make_review(make_luck(0.4), make_mistake(0, 0.5), make_luck(0.2), make_luck(-0.6))
    assert regained.verdict.throwaway_step is None
    # The player was behind already, or the mistake is too small.
    assert make_review(make_luck(-0.05), make_mistake(0, 0.45)).verdict.throwaway_step is None
    assert make_review(make_luck(0.3), make_mistake(0, 0.35), make_luck(-0.45)).verdict.throwaway_step is None


def test_turning_point_names_the_responsible_seat() -> None:
    first, second = make_review(
        make_luck(0.4), make_mistake(0, 0.5), make_luck(-0.04), make_luck(-0.03), make_luck(-0.03)
    ).list_turning_points(1)[:2]
    assert (first.kind, first.responsible_seat, first.seat_gain) == ("luck", 0, 0.4)
    assert (second.kind, second.seat, second.responsible_seat, second.seat_gain) == ("mistake", 1, 0, -0.5)


def test_review_of_a_game_without_analysis_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        review_match(Record(MORRA, MORRA.options_class(), 2))
    assert refused.value.key == "no-review"
