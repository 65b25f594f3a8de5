"""The review of a match: win shares, contributions of luck and choices, and habits of players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.coach import review_match
from games.core import Move
from games.insight import Habit
from games.match import Match
from games.record import parse_record
from games.schnick import GAME
from games.schnick.ai import list_policy_weights
from games.schnick.analysis import win_shares
from games.schnick.state import NAME_BY_SYMBOL
from tests.games.match_lines import judge_step
from tests.games.schnick.match_setup import LARGE_PILE, play_lines, start_match
from tests.records import RECORDS_FOLDER

RECORD_FOLDER = RECORDS_FOLDER / "schnick"


def get_policy(match: Match, seat: int) -> dict[Move, float]:
    weights = list_policy_weights(match.view_of(seat))
    kind, total = match.legal_moves(seat)[0][0], sum(weight for _, weight in weights)
    return {(kind, NAME_BY_SYMBOL[symbol]): weight / total for symbol, weight in weights}


def start_duel() -> Match:
    return play_lines(start_match(f"stpfwsj ttppffj | {LARGE_PILE}"), "0 challenge 1")


@pytest.mark.parametrize("seat", [0, 1])
def test_average_luck_against_policy_is_zero(seat: int) -> None:
    match = start_duel()
    for own_move in match.legal_moves(seat):
        luck = [
            share * judge_step(match, {seat: own_move, 1 - seat: rival_move})["meeting"].gains[seat]
            for rival_move, share in get_policy(match, 1 - seat).items()
        ]
        assert len(luck) > 1
        assert sum(luck) == pytest.approx(0, abs=1e-9)
        assert max(map(abs, luck)) > 0.005


def test_win_share_before_step_is_average_after_it() -> None:
    """All cards in the pile are the same, so drawing cards adds no luck."""
    match = play_lines(start_match("stp tpf | ssssssss"), "0 challenge 1")
    expected_change = 0.0
    for own_move, share in get_policy(match, 0).items():
        for rival_move, rival_share in get_policy(match, 1).items():
            contributions = judge_step(match, {0: own_move, 1: rival_move})
            expected_change += (
                share * rival_share * sum(contributions[cause].gains[0] for cause in ("meeting", "sight", 0, 1))
            )
    assert expected_change == pytest.approx(0, abs=1e-9)


def test_choice_loses_share_if_better_card_could_be_worked_out() -> None:
    """The rival's last card must be stone or paper. Scissors may lose to it, but paper cannot."""
    match = play_lines(start_match("ssp t | ttpp" + "t" * 6 + "p" * 4), "0 challenge 1")
    best, worse = (
        judge_step(match, {0: ("card", name), 1: ("card", "stone")})[0].gains[0] for name in ("paper", "scissors")
    )
    assert best == 0
    assert worse < -0.05


def test_choice_of_the_only_card_loses_no_win_share() -> None:
    match = play_lines(start_match(f"s ttppff | {LARGE_PILE}"), "0 challenge 1")
    assert judge_step(match, {0: ("card", "scissors"), 1: ("card", "stone")})[0].gains == (0, 0)


def test_tiebreak_of_two_is_even_and_split_into_meeting_and_choices() -> None:
    record = parse_record((RECORD_FOLDER / "signs.match").read_text("utf-8"))
    review = review_match(record)
    last = review.steps[-1]
    level = [step for step in review.steps if sorted(step.win_shares, reverse=True)[:2] == [0.5, 0.5]]
    assert level
    assert {part.cause for part in last.parts} <= {"meeting", "choice"}
    assert sum(part.gains[0] for part in last.parts) == pytest.approx(review.curve[-1][0] - review.curve[-2][0])


@pytest.mark.parametrize("name", [pytest.param("two", marks=pytest.mark.gate), "three", "joker"])
def test_review_calls_no_single_card_a_mistake(name: str) -> None:
    review = review_match(parse_record((RECORD_FOLDER / f"{name}.match").read_text("utf-8")))
    assert not review.judges_single_moves
    assert not [part for step in review.steps for part in step.parts if part.better]
    assert sum(review.sum_luck(seat) for seat in review.seats) == pytest.approx(0, abs=1e-9)


def test_win_share_rises_after_won_duel() -> None:
    match = start_duel()
    before = win_shares(match.state)
    after = play_lines(match, "well stone").state
    assert win_shares(after)[0] > before[0] > 0
    assert sum(before) == pytest.approx(1)


# Habits

ALL_SYMBOLS = tuple(NAME_BY_SYMBOL.values())


def test_habit_records_alternatives_and_rival_choice() -> None:
    match = play_lines(start_match(f"stw ppf | {LARGE_PILE}"), "0 challenge 1")
    first, second = GAME.list_habits(match.state, {0: ("card", "well"), 1: ("card", "fire")})
    assert first == Habit(0, "card", "well", ("scissors", "stone", "well"), "card-fire", "won")
    assert second == Habit(1, "card", "fire", ("paper", "fire"), "card-well", "lost")


def test_habit_with_one_kind_of_card_has_one_alternative() -> None:
    match = play_lines(start_match(f"ttt ppf | {LARGE_PILE}"), "0 challenge 1")
    first, _ = GAME.list_habits(match.state, {0: ("card", "stone"), 1: ("card", "fire")})
    assert first.possible_symbols == ("stone",)


def test_habit_after_joker_has_all_signs_as_alternatives() -> None:
    match = play_lines(start_match(f"tj tf | {LARGE_PILE}"), "0 challenge 1", "stone stone")
    assert match.legal_moves(0)[0][0] == "sign"
    first, *_ = GAME.list_habits(match.state, {0: ("sign", "fire"), 1: ("card", "fire")})
    assert (first.kind, first.possible_symbols) == ("sign", ALL_SYMBOLS)
    assert (first.opposing_choice, first.outcome) == ("sign-fire", "tied")


def test_habit_in_tiebreak_of_three_has_no_rival_choice() -> None:
    signing = replace(start_match(f"sj sj sj | {LARGE_PILE}").state, phase="sign", tied_seats=(0, 1, 2))
    habits = list(GAME.list_habits(signing, {0: ("sign", "well"), 1: ("sign", "fire"), 2: ("sign", "well")}))
    assert habits == [Habit(seat, "sign", symbol, ALL_SYMBOLS) for seat, symbol in enumerate(("well", "fire", "well"))]
    level = replace(signing, tied_seats=(0, 2))
    both = GAME.list_habits(level, {0: ("sign", "well"), 2: ("sign", "fire")})
    assert [habit.outcome for habit in both] == ["won", "lost"]


def test_challenges_are_no_habits() -> None:
    assert list(GAME.list_habits(start_match(f"sj sj | {LARGE_PILE}").state, {0: ("challenge", "1")})) == []
