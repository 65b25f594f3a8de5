"""How a match of any game ends, and who may say what meanwhile."""

from __future__ import annotations

import pytest

from games.core import Move, Seat
from games.dice import UNSEEDED
from games.match import AGREE_DRAW, CANCEL, MATCH_TIME_OVER, OFFER_DRAW, RESIGN, TIME_OUT, Match, begin_match
from games.refused import Refused
from tests.games.morra import GAME, Options


def begin_morra(seats: int = 2) -> Match:
    return begin_match(GAME, Options(start=0), seats, UNSEEDED)


def play_lines(match: Match, *lines: str) -> Match:
    """The match after lines as a record has them, each checked."""
    for line in lines:
        seat, *word = line.split()
        who = None if seat == "-" else int(seat)
        match.check_move(who, tuple(word))
        match = match.play_move(who, tuple(word))
    return match


def find_refusal_key(match: Match, seat: Seat | None, move: Move) -> str:
    with pytest.raises(Refused) as no:
        match.check_move(seat, move)
    return no.value.key


ROUND_LINES = ("0 show 1", "1 show 2")
STEAL_LINES = ("0 show 1", "1 show 1", "2 show 2")
THREE_ONES_LINES = ("0 show 1", "1 show 1", "2 show 1")
FOUR_ONES_LINES = (*THREE_ONES_LINES, "3 show 1")


def test_a_step_resolves_when_the_last_has_chosen() -> None:
    match = play_lines(begin_morra(), "0 show 1")
    assert match.step == 0
    assert match.to_move == {1}
    assert match.seats_asked == {0, 1}
    match = play_lines(match, "1 show 2")
    assert (match.step, match.sealed, match.scores()) == (1, {}, (0, 1))


def test_a_mind_may_be_changed_until_the_last_has_chosen() -> None:
    match = play_lines(begin_morra(), "0 show 1", "0 show 3")
    assert match.sealed == {0: ("show", "3")}
    assert play_lines(match, "1 show 1").scores() == (1, 0)


def test_the_order_of_the_choices_means_nothing() -> None:
    assert (
        play_lines(begin_morra(), "0 show 1", "1 show 2").state
        == play_lines(begin_morra(), "1 show 2", "0 show 1").state
    )


@pytest.mark.parametrize(
    ("seats", "lines", "ranks", "scores", "reason"),
    [
        (2, ROUND_LINES * 3, (2, 1), (0, 3), "points"),
        # A player who resigns, or is late where the other is not, loses; late both, nobody does.
        (2, (*ROUND_LINES, "1 !resign"), (1, 2), (0, 1), "resign"),
        (2, ("0 show 1", "1 !lapse"), (1, 2), (0, 0), "lapse"),
        (2, ("0 !lapse",), (1, 1), (0, 0), "abandoned"),
        (2, (*ROUND_LINES, "0 !offer", "1 !agree"), (1, 1), (0, 1), "agreed"),
        # Before the first step anybody may cancel, afterwards all must want to.
        (2, ("0 show 1", "0 !cancel"), (1, 1), (0, 0), "cancelled"),
        (2, (*ROUND_LINES, "0 !cancel", "1 !cancel"), (1, 1), (0, 1), "cancelled"),
        # The time of the match ends it by scores, and what is sealed counts no more.
        (2, (*ROUND_LINES, "0 show 3", "- !time"), (2, 1), (0, 1), "time"),
        # A player who left is last whatever the house won for them; several share that rank.
        (3, ("1 !resign", *STEAL_LINES * 3), (1, 3, 1), (0, 3, 0), "points"),
        (4, ("1 !resign", "3 !lapse", *FOUR_ONES_LINES * 3), (1, 3, 2, 3), (3, 0, 0, 0), "points"),
        (3, ("0 !lapse", "1 !lapse", "2 !lapse"), (1, 1, 1), (0, 0, 0), "abandoned"),
        # Players who left need not agree.
        (3, (*THREE_ONES_LINES, "1 !resign", "0 !offer", "2 !agree"), (1, 3, 1), (1, 0, 0), "agreed"),
    ],
)
def test_a_match_ends(
    seats: int, lines: tuple[str, ...], ranks: tuple[int, ...], scores: tuple[int, ...], reason: str
) -> None:
    before = play_lines(begin_morra(seats), *lines[:-1])
    assert not before.result
    match = play_lines(before, lines[-1])
    assert match.result
    assert (match.result.ranks, match.result.scores, match.result.reason) == (ranks, scores, reason)
    assert not match.seats_asked
    assert not match.sealed
    assert (
        find_refusal_key(match, 0, ("show", "1"))
        == find_refusal_key(match, 0, RESIGN)
        == find_refusal_key(match, None, MATCH_TIME_OVER)
        == "ended"
    )


@pytest.mark.parametrize(
    ("lines", "seat", "word", "key"),
    [
        (("0 show 1",), 0, TIME_OUT, "in-time"),
        ((*ROUND_LINES, "0 !offer"), 0, AGREE_DRAW, "said-so"),
        ((*ROUND_LINES, "0 !offer"), 1, OFFER_DRAW, "offered"),
        # An offer falls with the step.
        (("0 !offer", *ROUND_LINES), 1, AGREE_DRAW, "not-offered"),
        ((*ROUND_LINES, "0 !cancel"), 0, CANCEL, "said-so"),
        ((), None, RESIGN, "illegal"),
        ((), 0, MATCH_TIME_OVER, "illegal"),
    ],
)
def test_what_may_not_be_said_is_refused(lines: tuple[str, ...], seat: Seat | None, word: Move, key: str) -> None:
    assert find_refusal_key(play_lines(begin_morra(), *lines), seat, word) == key


def test_the_first_to_cancel_is_known() -> None:
    assert (
        play_lines(begin_morra(), *ROUND_LINES, "0 !cancel").first_canceller
        == play_lines(begin_morra(), *ROUND_LINES, "0 !cancel", "1 !cancel").first_canceller
        == 0
    )


def test_three_and_more_play_on_with_the_house_in_the_seat_that_was_left() -> None:
    match = play_lines(begin_morra(3), "1 !resign")
    assert match.left_seats == {1}
    assert match.seats_asked == {0, 1, 2}
    assert find_refusal_key(match, 1, RESIGN) == "left"
    match = play_lines(match, "0 show 1", "1 show 1", "2 show 2")
    assert match.scores() == (0, 1, 0)


def test_no_game_seats_more_or_fewer_than_it_says() -> None:
    for seats in (-1, 0, 1, 5):
        with pytest.raises(Refused) as no:
            begin_morra(seats)
        assert no.value.key == "seats"


def test_what_may_be_said_is_worked_out_once_whatever_the_others_say() -> None:
    match = begin_morra()
    legal = match.legal_moves(0)
    assert play_lines(match, "1 show 2", "1 !offer").legal_moves(0) is legal, "there can be ten thousand"
    assert play_lines(match, "1 show 2", "0 show 1").legal_moves(0) is not legal
