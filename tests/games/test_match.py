"""How a match of any game ends, and who may say what meanwhile."""

from __future__ import annotations

import pytest

from games.core import Seat, Word
from games.dice import PLAIN
from games.match import AGREE, CANCEL, LAPSE, OFFER, RESIGN, TIME, Match, begin
from games.refused import Refused
from tests.games.morra import GAME, Options


def table(seats: int = 2) -> Match:
    return begin(GAME, Options(start=0), seats, PLAIN)


def after(match: Match, *lines: str) -> Match:
    """The match after lines as a record has them, each checked."""
    for line in lines:
        seat, *word = line.split()
        who = None if seat == "-" else int(seat)
        match.check(who, tuple(word))
        match = match.said(who, tuple(word))
    return match


def refusal(match: Match, seat: Seat | None, word: Word) -> str:
    with pytest.raises(Refused) as no:
        match.check(seat, word)
    return no.value.key


ROUND = ("0 show 1", "1 show 2")


def test_a_step_resolves_when_the_last_has_chosen() -> None:
    match = after(table(), "0 show 1")
    assert match.step == 0
    assert match.waiting == {1}
    assert match.awaited == {0, 1}
    match = after(match, "1 show 2")
    assert (match.step, match.sealed, match.scores()) == (1, {}, (0, 1))


def test_a_mind_may_be_changed_until_the_last_has_chosen() -> None:
    match = after(table(), "0 show 1", "0 show 3")
    assert match.sealed == {0: ("show", "3")}
    assert after(match, "1 show 1").scores() == (1, 0)


def test_the_order_of_the_choices_means_nothing() -> None:
    assert after(table(), "0 show 1", "1 show 2").state == after(table(), "1 show 2", "0 show 1").state


def test_the_game_ends_itself() -> None:
    match = after(table(), *ROUND * 3)
    assert match.result
    assert (match.result.ranks, match.result.scores, match.result.reason) == ((2, 1), (0, 3), "points")
    assert refusal(match, 0, ("show", "1")) == refusal(match, 0, RESIGN) == refusal(match, None, TIME) == "ended"


def test_who_resigns_loses() -> None:
    match = after(table(), *ROUND, "1 !resign")
    assert match.result
    assert (match.result.ranks, match.result.scores, match.result.reason) == ((1, 2), (0, 1), "resign")
    assert not match.awaited


def test_whoever_is_late_loses_to_who_was_not() -> None:
    match = after(table(), "0 show 1", "1 !lapse")
    assert match.result
    assert (match.result.ranks, match.result.reason) == ((1, 2), "lapse")


def test_when_both_are_late_nobody_loses() -> None:
    match = after(table(), "0 !lapse")
    assert match.result
    assert (match.result.ranks, match.result.reason) == ((1, 1), "abandoned")


def test_who_has_chosen_is_not_late() -> None:
    assert refusal(after(table(), "0 show 1"), 0, LAPSE) == "in-time"


def test_a_draw_needs_everybody() -> None:
    match = after(table(), *ROUND, "0 !offer")
    assert not match.result
    assert refusal(match, 0, AGREE) == "said-so"
    assert refusal(match, 1, OFFER) == "offered"
    match = after(match, "1 !agree")
    assert match.result
    assert (match.result.ranks, match.result.reason) == ((1, 1), "agreed")


def test_an_offer_falls_with_the_step() -> None:
    match = after(table(), "0 !offer", *ROUND)
    assert refusal(match, 1, AGREE) == "not-offered"


def test_before_the_first_step_anybody_may_cancel() -> None:
    match = after(table(), "0 show 1", "0 !cancel")
    assert match.result
    assert (match.result.ranks, match.result.reason) == ((1, 1), "cancelled")


def test_afterwards_all_must_want_to_cancel() -> None:
    match = after(table(), *ROUND, "0 !cancel")
    assert not match.result
    assert refusal(match, 0, CANCEL) == "said-so"
    assert match.caller == 0
    match = after(match, "1 !cancel")
    assert match.caller == 0, "the one who agrees was not the one who asked"
    assert match.result
    assert match.result.reason == "cancelled"


def test_the_time_of_the_match_ends_it_by_scores_and_voids_what_is_sealed() -> None:
    match = after(table(), *ROUND, "0 show 3", "- !time")
    assert match.result
    assert (match.result.ranks, match.result.scores, match.result.reason) == ((2, 1), (0, 1), "time")
    assert not match.sealed
    assert refusal(table(), None, RESIGN) == refusal(table(), 0, TIME) == "illegal"


def test_three_and_more_play_on_with_the_house_in_the_seat_that_was_left() -> None:
    match = after(table(3), "1 !resign")
    assert match.left == {1}
    assert match.awaited == {0, 1, 2}
    assert refusal(match, 1, RESIGN) == "left"
    match = after(match, "0 show 1", "1 show 1", "2 show 2")
    assert match.scores() == (0, 1, 0)


def test_whoever_left_is_last_whatever_the_house_won_for_them() -> None:
    steal = ("0 show 1", "1 show 1", "2 show 2")
    match = after(table(3), "1 !resign", *steal * 3)
    assert match.result
    assert (match.result.ranks, match.result.scores, match.result.reason) == ((1, 3, 1), (0, 3, 0), "points")


def test_several_who_left_share_the_last_rank() -> None:
    match = after(table(4), "1 !resign", "3 !lapse", *("0 show 1", "1 show 1", "2 show 1", "3 show 1") * 3)
    assert match.result
    assert match.result.ranks == (1, 3, 2, 3)


def test_when_everybody_left_the_match_is_abandoned() -> None:
    match = after(table(3), "0 !lapse", "1 !lapse", "2 !lapse")
    assert match.result
    assert (match.result.ranks, match.result.reason) == ((1, 1, 1), "abandoned")


def test_those_who_left_need_not_agree() -> None:
    match = after(table(3), "0 show 1", "1 show 1", "2 show 1", "1 !resign", "0 !offer", "2 !agree")
    assert match.result
    assert (match.result.ranks, match.result.reason) == ((1, 3, 1), "agreed")


def test_no_game_seats_more_or_fewer_than_it_says() -> None:
    for seats in (-1, 0, 1, 5):
        with pytest.raises(Refused) as no:
            table(seats)
        assert no.value.key == "seats"


def test_what_may_be_said_is_worked_out_once_whatever_the_others_say() -> None:
    match = table()
    legal = match.legal(0)
    assert after(match, "1 show 2", "1 !offer").legal(0) is legal, "there can be ten thousand"
    assert after(match, "1 show 2", "0 show 1").legal(0) is not legal
