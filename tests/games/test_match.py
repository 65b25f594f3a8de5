"""Tests of steps, player actions and the end of a match, using the game Morra."""

from __future__ import annotations

import pytest

from games.dice import UNSEEDED
from games.match import Match, begin_match
from games.refused import Refused
from tests.games.match_lines import find_refusal_key, play_lines
from tests.games.morra import GAME, Options


def begin_morra(seats: int = 2) -> Match:
    return begin_match(GAME, Options(start=0), seats, UNSEEDED)


ROUND_LINES = ("0 show 1", "1 show 2")
STEAL_LINES = ("0 show 1", "1 show 1", "2 show 2")
THREE_ONES_LINES = ("0 show 1", "1 show 1", "2 show 1")
FOUR_ONES_LINES = (*THREE_ONES_LINES, "3 show 1")


def test_step_is_resolved_after_the_last_choice() -> None:
    match = play_lines(begin_morra(), "0 show 1")
    assert match.step == 0
    assert match.to_move == {1}
    assert match.seats_asked == {0, 1}
    match = play_lines(match, "1 show 2")
    assert (match.step, match.sealed, match.scores()) == (1, {}, (0, 1))


def test_choice_may_be_revised_until_the_step_is_resolved() -> None:
    match = play_lines(begin_morra(), "0 show 1", "0 show 3")
    assert match.sealed == {0: ("show", "3")}
    assert play_lines(match, "1 show 1").scores() == (1, 0)


def test_order_of_choices_does_not_matter() -> None:
    assert (
        play_lines(begin_morra(), "0 show 1", "1 show 2").state
        == play_lines(begin_morra(), "1 show 2", "0 show 1").state
    )


@pytest.mark.parametrize(
    ("seats", "lines", "ranks", "scores", "reason"),
    [
        (2, ROUND_LINES * 3, (2, 1), (0, 3), "points"),
        # A player who resigns, or is late while the other is not, loses. If both are late, neither loses.
        (2, (*ROUND_LINES, "1 !resign"), (1, 2), (0, 1), "resign"),
        (2, ("0 show 1", "1 !lapse"), (1, 2), (0, 0), "lapse"),
        (2, ("0 !lapse",), (1, 1), (0, 0), "abandoned"),
        (2, (*ROUND_LINES, "0 !offer", "1 !agree"), (1, 1), (0, 1), "agreed"),
        # Before the first step any player may cancel. Afterwards all must agree.
        (2, ("0 show 1", "0 !cancel"), (1, 1), (0, 0), "cancelled"),
        (2, (*ROUND_LINES, "0 !cancel", "1 !cancel"), (1, 1), (0, 1), "cancelled"),
        # When the match time is over, scores decide, and sealed moves do not count.
        (2, (*ROUND_LINES, "0 show 3", "- !time"), (2, 1), (0, 1), "time"),
        # Players who left share the last rank, even if the computer opponent wins points in their seats.
        (3, ("1 !resign", *STEAL_LINES * 3), (1, 3, 1), (0, 3, 0), "points"),
        (4, ("1 !resign", "3 !lapse", *FOUR_ONES_LINES * 3), (1, 3, 2, 3), (3, 0, 0, 0), "points"),
        (3, ("0 !lapse", "1 !lapse", "2 !lapse"), (1, 1, 1), (0, 0, 0), "abandoned"),
        # Players who left need not agree.
        (3, (*THREE_ONES_LINES, "1 !resign", "0 !offer", "2 !agree"), (1, 3, 1), (1, 0, 0), "agreed"),
    ],
)
def test_match_end_has_ranks_scores_and_reason(
    seats: int, lines: tuple[str, ...], ranks: tuple[int, ...], scores: tuple[int, ...], reason: str
) -> None:
    before = play_lines(begin_morra(seats), *lines[:-1])
    assert not before.result
    match = play_lines(before, lines[-1])
    assert match.result
    assert (match.result.ranks, match.result.scores, match.result.reason) == (ranks, scores, reason)
    assert not match.seats_asked
    assert not match.sealed
    assert {find_refusal_key(match, line) for line in ("0 show 1", "0 !resign", "- !time")} == {"ended"}


@pytest.mark.parametrize(
    ("lines", "action", "key"),
    [
        (("0 show 1",), "0 !lapse", "in-time"),
        ((*ROUND_LINES, "0 !offer"), "0 !agree", "said-so"),
        ((*ROUND_LINES, "0 !offer"), "1 !offer", "offered"),
        # An offer expires with the step.
        (("0 !offer", *ROUND_LINES), "1 !agree", "not-offered"),
        ((*ROUND_LINES, "0 !cancel"), "0 !cancel", "said-so"),
        ((), "- !resign", "illegal"),
        ((), "0 !time", "illegal"),
    ],
)
def test_illegal_player_action_is_refused(lines: tuple[str, ...], action: str, key: str) -> None:
    assert find_refusal_key(play_lines(begin_morra(), *lines), action) == key


def test_first_canceller_is_recorded() -> None:
    assert (
        play_lines(begin_morra(), *ROUND_LINES, "0 !cancel").first_canceller
        == play_lines(begin_morra(), *ROUND_LINES, "0 !cancel", "1 !cancel").first_canceller
        == 0
    )


def test_left_seat_keeps_playing_with_three_players() -> None:
    match = play_lines(begin_morra(3), "1 !resign")
    assert match.left_seats == {1}
    assert match.seats_asked == {0, 1, 2}
    assert find_refusal_key(match, "1 !resign") == "left"
    match = play_lines(match, "0 show 1", "1 show 1", "2 show 2")
    assert match.scores() == (0, 1, 0)


def test_wrong_number_of_seats_is_refused() -> None:
    for seats in (-1, 0, 1, 5):
        with pytest.raises(Refused, match="'seats'"):
            begin_morra(seats)


def test_legal_moves_are_cached_within_a_step() -> None:
    match = begin_morra()
    legal = match.legal_moves(0)
    assert play_lines(match, "1 show 2", "1 !offer").legal_moves(0) is legal
    assert play_lines(match, "1 show 2", "0 show 1").legal_moves(0) is not legal
