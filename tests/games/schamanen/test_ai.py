"""The computer opponent: its reasons reveal no hidden values, and it finds the best move where that is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from games.core import Level, MixedSuggestion, Seat, Suggestion
from games.dice import Dice
from games.match import Match
from games.matrix import solve_matrix
from games.schamanen import GAME
from tests.games.schamanen.boards import RULES_BOARD, begin_duel, play_lines, play_randomly
from tests.games.schamanen.scenes import get_scene
from tests.tools.bench.baselines import choose_nash3_move

OPEN_REASON_KEYS = {
    "why-mask-mix",
    "why-place-beats",
    "why-place-yields",
    "why-swap-threat",
    "why-swap-chances",
    "why-swap-least",
    "why-swap-ahead",
    "why-swap-open",
    "why-swap-behind",
}
"""Reasons that are only given when stones lie open."""


def get_unlimited_time() -> float:
    return 1.0


def get_no_time() -> float:
    return 0.0


def suggest_move(match: Match, seat: Seat, level: Level = Level.HARD, seed: int = 0) -> Suggestion:
    return GAME.think(match.view_of(seat), level, Dice(f"{seed}".encode()), get_unlimited_time)


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
def test_reason_in_memory_reveals_no_hidden_value(level: Level) -> None:
    for match in play_randomly(0, variant="memory", duel_limit=9):
        for seat in match.seats_asked:
            suggestion = GAME.think(match.view_of(seat), level, Dice(b"0"), get_no_time)
            assert suggestion.why not in OPEN_REASON_KEYS
            # In particular, the reason contains no stone value.
            assert suggestion.facts.keys() <= {"seat", "line", "space", "boards"}


def test_easy_level_ignores_remembered_stones() -> None:
    match = play_lines(begin_duel(board=RULES_BOARD, variant="memory", prize="one"), "c3")
    view = play_lines(match, "0 " + " ".join(match.legal_moves(0)[0])).view_of(0)
    blank = replace(view, known_stones=view.stones)
    assert view.known_stones != view.stones
    for roll in range(20):
        thoughts = [
            GAME.think(each, Level.EASY, Dice(f"{roll}".encode()), get_unlimited_time) for each in (view, blank)
        ]
        assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize(
    ("board", "options", "mask"),
    [
        # Bison's 9 8 7 in row 1 win by more in every column than the other rows do.
        ("9/1 8/2 7/3 | 1/9 2/8 3/7 | 4/6 5/4 6/5", {}, "1"),
        # With two duels to go, Wolf's 9 could win five shells on A1 and the next exchange all others.
        ("4/9 6/1 5/4 | 9/8 8/3 7/2 | 1/6 2/5 3/7", {"shells": (14, 4), "duels_fought": 19}, "2"),
    ],
)
def test_dominant_mask_is_chosen_and_called_sure(board: str, options: dict[str, object], mask: str) -> None:
    view = replace(begin_duel(board=board).view_of(0), **options)
    for roll in range(5):
        suggestion = GAME.think(view, Level.HARD, Dice(f"{roll}".encode()), get_unlimited_time)
        assert suggestion == Suggestion(("mask", mask), "why-mask-sure")


def test_masks_of_the_last_duel_are_drawn_from_the_optimal_mix() -> None:
    """In the last duel only a win counts: +-+ / -+- / --+. The optimal mix is half row 1, half row 2, never row 3."""
    match = begin_duel(board=RULES_BOARD, duel_limit=1)
    masks = [suggest_move(match, 0, seed=roll).move[1] for roll in range(200)]
    assert masks.count("3") == 0
    assert abs(masks.count("1") - 100) < 33
    suggestion = suggest_move(match, 0)
    assert isinstance(suggestion, MixedSuggestion)
    assert [(each.move[1], percent) for each, percent in suggestion.mix] == [("1", 50), ("2", 50)]


@pytest.mark.parametrize("checks", [0, 2])
def test_mask_without_time_is_that_of_a_shallower_search(checks: int) -> None:
    view, times = get_scene("mask").view_of(0), iter([1.0] * checks)
    suggestion = GAME.think(view, Level.HARD, Dice(b"3"), lambda: next(times, 0.0))
    assert suggestion.move == choose_nash3_move(view, Dice(b"3"))


@pytest.mark.parametrize(("variant", "shells"), [("classic", [9, 9]), ("pro", [11, 7]), ("classic", [6, 12])])
def test_exchange_before_the_last_duel_is_optimal(variant: str, shells: list[int]) -> None:
    match = play_lines(begin_duel(board=RULES_BOARD, shells=shells, variant=variant, duel_limit=3), "c3")
    match = play_lines(match, f"0 swap {'bison ' if variant == 'pro' else ''}a1 b2", "c2")
    probability_by_move = {
        move: compute_exact_win_probability(play_lines(match, "1 " + " ".join(move))) for move in match.legal_moves(1)
    }
    assert probability_by_move[suggest_move(match, 1).move] == min(probability_by_move.values())


def compute_exact_win_probability(match: Match) -> Fraction:
    """Return Bison's exact win probability, computed by trying all moves until the end of the match."""
    if match.result:
        return Fraction(1 + (match.scores()[0] > 9) - (match.scores()[0] < 9), 2)
    if match.state.phase == "exchange":
        (seat,) = match.to_move
        return (max, min)[seat](
            compute_exact_win_probability(match.play_move(seat, move)) for move in match.legal_moves(seat)
        )
    ends = [[play_lines(match, f"{column}{row}") for column in "abc"] for row in "123"]
    worths = {
        shells: compute_exact_win_probability(after)
        for shells, after in {it.scores(): it for row in ends for it in row}.items()
    }
    return solve_matrix([[worths[after.scores()] for after in row] for row in ends]).value


@pytest.mark.parametrize(("to_go", "seeds"), [(1, 16), pytest.param(2, 8, marks=pytest.mark.gate)])
def test_shown_chances_are_right_within_three_points(to_go: int, seeds: int) -> None:
    """Chances may be shown as numbers only if they are exact, even if no time is left."""
    checked = 0
    for match in list_matches_before_exchange(seeds, to_go):
        (seat,) = match.to_move
        for timer in (get_unlimited_time, get_no_time):
            suggestion = GAME.think(match.view_of(seat), Level.HARD, Dice(b"0"), timer)
            if "chances" in suggestion.facts:
                assert (suggestion.why == "why-swap-chances") == (int(suggestion.facts["chances"]) >= 50)
                bison = compute_exact_win_probability(match.play_move(seat, suggestion.move))
                assert abs(int(suggestion.facts["chances"]) - 100 * (1 - bison if seat else bison)) <= 3
                checked += 1
    assert checked > 4


def list_matches_before_exchange(seeds: int, duels_left: int) -> Iterator[Match]:
    """Yield positions of random matches in which an exchange is next, and `duels_left` duels are still to come."""
    for seed in range(seeds):
        for match in play_randomly(seed, placement="random", duel_limit=5, prize=("difference", "one")[seed % 2]):
            if match.state.phase == "exchange" and match.state.duels_fought == 5 - duels_left:
                yield match


@pytest.mark.parametrize(("shells", "reason"), [([9, 9], "open"), ([14, 4], "ahead"), ([4, 14], "behind")])
def test_no_number_is_shown_long_before_the_end(shells: list[int], reason: str) -> None:
    """Far from the end the search cannot compute an exact value."""
    board = "1/9 2/1 3/2 | 4/3 5/4 6/5 | 7/6 8/7 9/8"
    match = play_lines(begin_duel(board=board, shells=shells), "c3")
    suggestion = GAME.think(match.view_of(0), Level.HARD, Dice(b"0"), get_no_time)
    assert suggestion.facts.keys() <= {"space"}
    assert suggestion.why in {f"why-swap-{reason}", "why-swap-threat"}


@pytest.mark.parametrize("level", Level)
def test_stone_without_a_legal_space_is_relocated(level: Level) -> None:
    suggestion = suggest_move(get_scene("relocate"), 1, level)
    assert suggestion.move in get_scene("relocate").legal_moves(1)
    assert level != Level.HARD or suggestion.why == "why-relocate"
