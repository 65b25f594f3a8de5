"""What was luck in a match of cards, and what cards and signs tell of the habits of those who show them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.coach import review_match
from games.core import JointMove, Move
from games.dice import UNSEEDED
from games.insight import Contribution, Habit
from games.match import Match
from games.record import parse_record
from games.schnick import GAME
from games.schnick.ai import list_policy_weights
from games.schnick.analysis import split_change, win_shares
from games.schnick.state import NAME_BY_SYMBOL
from tests.games.schnick.match_setup import PLENTY, play_lines, start_match
from tests.records import RECORDS

PLAYED = RECORDS / "schnick"


def parts(match: Match, joint: JointMove) -> dict[object, Contribution]:
    """By cause, or by whose choice it was."""
    after = GAME.apply(match.state, joint, UNSEEDED.step_dice(match.step + 1))
    return {part.cause if part.seat is None else part.seat: part for part in split_change(match.state, joint, after)}


def mix(match: Match, seat: int) -> dict[Move, float]:
    ways = list_policy_weights(match.view_of(seat))
    kind, whole = match.legal_moves(seat)[0][0], sum(many for _, many in ways)
    return {(kind, NAME_BY_SYMBOL[symbol]): many / whole for symbol, many in ways}


def duel() -> Match:
    return play_lines(start_match(f"stpfwsj ttppffj | {PLENTY}"), "0 challenge 1")


@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_meets_the_house_s_mix_has_no_luck_by_it_on_average(seat: int) -> None:
    match = duel()
    for mine in match.legal_moves(seat):
        met = [
            share * parts(match, {seat: mine, 1 - seat: theirs})["meeting"].gains[seat]
            for theirs, share in mix(match, 1 - seat).items()
        ]
        assert len(met) > 1
        assert sum(met) == pytest.approx(0, abs=1e-9)
        assert max(map(abs, met)) > 0.005


def test_it_is_worth_before_a_duel_what_it_is_worth_on_average_after_it() -> None:
    """Where the pile holds one kind of card nothing is drawn that could be luck."""
    match = play_lines(start_match("stp tpf | ssssssss"), "0 challenge 1")
    hope = 0.0
    for mine, one in mix(match, 0).items():
        for theirs, other in mix(match, 1).items():
            came = parts(match, {0: mine, 1: theirs})
            hope += one * other * sum(came[cause].gains[0] for cause in ("meeting", "sight", 0, 1))
    assert hope == pytest.approx(0, abs=1e-9)


def test_what_could_be_counted_out_is_held_against_who_did_not() -> None:
    """The rival's last card is a stone or a paper: scissors may lose to it, paper cannot."""
    match = play_lines(start_match("ssp t | ttpp" + "t" * 6 + "p" * 4), "0 challenge 1")
    best, worse = (
        parts(match, {0: ("card", name), 1: ("card", "stone")})[0].gains[0] for name in ("paper", "scissors")
    )
    assert best == 0
    assert worse < -0.05


def test_the_only_card_is_no_choice() -> None:
    match = play_lines(start_match(f"s ttppff | {PLENTY}"), "0 challenge 1")
    assert parts(match, {0: ("card", "scissors"), 1: ("card", "stone")})[0].gains == (0, 0)


def test_of_two_who_are_level_nobody_is_ahead_and_only_what_beats_least_is_a_loss() -> None:
    record = parse_record((PLAYED / "signs.match").read_text("utf-8"))
    review = review_match(record)
    last = review.steps[-1]
    level = [step for step in review.steps if sorted(step.win_shares, reverse=True)[:2] == [0.5, 0.5]]
    assert level
    assert {part.cause for part in last.parts} <= {"meeting", "choice"}
    assert sum(part.gains[0] for part in last.parts) == pytest.approx(review.curve[-1][0] - review.curve[-2][0])


@pytest.mark.parametrize("name", [pytest.param("two", marks=pytest.mark.gate), "three", "joker"])
def test_of_no_single_card_it_is_said_that_it_was_a_mistake(name: str) -> None:
    review = review_match(parse_record((PLAYED / f"{name}.match").read_text("utf-8")))
    assert not review.judges_single_moves
    assert not [part for step in review.steps for part in step.parts if part.better]
    assert sum(review.sum_luck(seat) for seat in review.seats) == pytest.approx(0, abs=1e-9)


def test_whoever_is_far_ahead_is_likely_to_win() -> None:
    match = duel()
    before = win_shares(match.state)
    after = play_lines(match, "well stone").state
    assert win_shares(after)[0] > before[0] > 0
    assert sum(before) == pytest.approx(1)


# Habits

ALL = tuple(NAME_BY_SYMBOL.values())


def test_a_card_is_chosen_from_a_hand_and_met_from_another() -> None:
    match = play_lines(start_match(f"stw ppf | {PLENTY}"), "0 challenge 1")
    one, other = GAME.list_habits(match.state, {0: ("card", "well"), 1: ("card", "fire")})
    assert one == Habit(0, "card", "well", ("scissors", "stone", "well"), "card-fire", "won")
    assert other == Habit(1, "card", "fire", ("paper", "fire"), "card-well", "lost")


def test_who_holds_one_kind_only_has_no_choice() -> None:
    match = play_lines(start_match(f"ttt ppf | {PLENTY}"), "0 challenge 1")
    one, _ = GAME.list_habits(match.state, {0: ("card", "stone"), 1: ("card", "fire")})
    assert one.among == ("stone",)


def test_who_has_laid_the_joker_shows_any_sign() -> None:
    match = play_lines(start_match(f"tj tf | {PLENTY}"), "0 challenge 1", "stone stone")
    assert match.legal_moves(0)[0][0] == "sign"
    one, *_ = GAME.list_habits(match.state, {0: ("sign", "fire"), 1: ("card", "fire")})
    assert (one.kind, one.among) == ("sign", ALL)
    assert (one.met, one.outcome) == ("sign-fire", "tied")


def test_between_three_no_sign_is_held_against_one_of_them() -> None:
    signing = replace(start_match(f"sj sj sj | {PLENTY}").state, phase="sign", tied_seats=(0, 1, 2))
    told = list(GAME.list_habits(signing, {0: ("sign", "well"), 1: ("sign", "fire"), 2: ("sign", "well")}))
    assert told == [Habit(seat, "sign", symbol, ALL) for seat, symbol in enumerate(("well", "fire", "well"))]
    level = replace(signing, tied_seats=(0, 2))
    both = GAME.list_habits(level, {0: ("sign", "well"), 2: ("sign", "fire")})
    assert [habit.outcome for habit in both] == ["won", "lost"]


def test_challenges_tell_nothing() -> None:
    assert list(GAME.list_habits(start_match(f"sj sj | {PLENTY}").state, {0: ("challenge", "1")})) == []
