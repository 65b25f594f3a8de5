"""The end of a match: flag points, ties and the score track."""

from __future__ import annotations

from typing import Any

import pytest

from games.match import RESIGN
from games.woodwalkers import GAME
from games.woodwalkers.pieces import find_track_space
from tests.games.match_lines import play_lines
from tests.games.woodwalkers.match_setup import ONE_ROUND_STACK, play_to_end, start_preset_match


def play_to_final_ranks(board: str, seats: int = 2, **options: Any) -> tuple[int, ...]:
    match = play_to_end(board, seats, **options)
    assert match.result
    assert match.result.reason == "points"
    return match.result.ranks


def test_flag_values_are_added_at_the_end() -> None:
    board = "4 - . . 0wo+5\n3 - . . . 0be+7\n5 - . +12"
    assert start_preset_match(board, stack=ONE_ROUND_STACK, scores=[3, 4]).scores() == (3, 4)
    ended = play_to_end(board, scores=[3, 4])
    assert ended.result
    assert ended.result.scores == ended.scores() == (15, 4)
    assert ended.result.ranks == (1, 2)
    # Flags count only face up and with an animal on them.
    assert play_to_end("4 - . . +15\n5 - . . 0wo").scores() == play_to_end("4 - . . ?15").scores() == (0, 0)


@pytest.mark.parametrize(
    ("board", "scores", "expected"),
    [
        ("", [3, 2], (1, 2)),
        ("", [2, 3], (2, 1)),
        # With equal points, more animals on flags win.
        ("4 - . . 0wo+5 . 0be+5", [0, 10], (1, 2)),
        ("4 - . . 0wo+5 . 1be+5\n6 - . . 1wo+6", [6, 0], (2, 1)),
        # Then fewer wounds win.
        ("4 - . . 0wo1+5 . 1be+5", [0, 0], (2, 1)),
        ("4 - . . 0wo2 . 1be1 1wo1", [4, 4], (1, 1)),
        ("4 - . . 0wo2 . 1be1", [4, 4], (2, 1)),
        # Animals on flags count before wounds.
        ("4 - . . 0wo2+5 . 0be2+5", [0, 10], (1, 2)),
        ("", [7, 7], (1, 1)),
    ],
)
def test_ties_are_broken_by_animals_on_flags_and_then_wounds(
    board: str, scores: list[int], expected: tuple[int, int]
) -> None:
    assert play_to_final_ranks(board, scores=scores) == expected


def test_wounds_of_removed_animals_do_not_count() -> None:
    assert play_to_final_ranks("", alone=True, scores=[4, 4]) == (1, 1)
    assert play_to_final_ranks("4 - . . 0wo", alone=True, scores=[4, 4]) == (1, 1)
    assert play_to_final_ranks("4 - . . 0wo1", alone=True, scores=[4, 4]) == (2, 1)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([5, 5, 3], (1, 1, 3)),
        ([5, 3, 3], (1, 2, 2)),
        ([3, 5, 4], (3, 1, 2)),
        ([3, 3, 3], (1, 1, 1)),
        ([1, 1, 5, 1], (2, 2, 1, 2)),
        ([5, 5, 5, 1], (1, 1, 1, 4)),
    ],
)
def test_ranks_after_a_tie_are_skipped(scores: list[int], expected: tuple[int, ...]) -> None:
    assert play_to_final_ranks("", len(scores), scores=scores) == expected


def test_ties_are_broken_for_all_ranks() -> None:
    assert play_to_final_ranks("4 - . . 1wo+5", 3, scores=[9, 0, 5]) == (1, 2, 3)
    assert play_to_final_ranks("4 - . . 1wo1", 4, scores=[9, 5, 5, 5]) == (1, 4, 2, 2)


@pytest.mark.parametrize(
    ("points", "space"),
    [(0, (0, 1)), (1, (1, 1)), (50, (50, 1)), (51, (1, 2)), (100, (50, 2)), (101, (1, 3))],
)
def test_scores_above_the_last_track_space_continue_in_the_next_lap(points: int, space: tuple[int, int]) -> None:
    assert find_track_space(points) == space


def test_score_in_the_second_lap_beats_the_last_space() -> None:
    """A duel raises a score from 49 to 51. It is shown on space 1 of lap 2, and must still beat a score of 50."""
    match = start_preset_match("4 - . . 1ot\n2 - . . 0wo", stack=ONE_ROUND_STACK, scores=[49, 50], rolls=[2, 6, 1])
    match = play_lines(match, "0 mode strength", "1 skip", "0 roll", "0 move d2 d4", "1 home f9")
    assert match.result
    assert (match.result.scores, match.result.ranks) == ((51, 50), (1, 2))
    assert "space 1, lap 2" in GAME.describe_board(match.view_of(None), "en")


def test_flag_values_are_not_added_after_a_resignation() -> None:
    match = start_preset_match("4 - . . 0wo+5", scores=[3, 4]).play_move(0, RESIGN)
    assert match.result
    assert (match.result.scores, match.result.reason) == ((3, 4), "resign")
    assert not match.view_of(None).has_ended_by_rules


def test_match_ends_after_the_last_duel_is_settled() -> None:
    match = start_preset_match("4 - . . 1ot\n2 - . . 0wo", stack=ONE_ROUND_STACK, rolls=[2, 1, 6])
    match = play_lines(match, "0 mode strength", "1 skip", "0 roll", "0 move d2 d4")
    assert not match.result
    assert play_lines(match, "0 home d1").result
