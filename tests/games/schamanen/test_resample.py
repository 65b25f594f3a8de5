"""Checks that resampling finds exactly the states that fit a view. The expected numbers were counted by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from games.dice import Dice
from games.match import Match
from games.schamanen import GAME
from tests.games.schamanen.boards import (
    EQUAL_VALUES_BOARD,
    RULES_BOARD,
    VIEWERS,
    begin_duel,
    draft_board,
    play_lines,
    sample_different_states,
)

# Duels on these spaces are ties. A1 and B1 are exchanged between the duels.
ALL_BUT_TWO = ("c1", "a2", "b2", "c2", "a3", "b3", "c3")


def play_reveals(match: Match, *spaces: str) -> Match:
    for number, space in enumerate(spaces):
        match = play_lines(match, *([f"{min(match.seats_asked)} swap a1 b1"] if number else []), space)
    return match


def play_hidden(*lines: str) -> Match:
    return play_lines(begin_duel(variant="memory"), *lines)


def reveal_seven(**options: object) -> Match:
    return play_reveals(begin_duel(variant="memory", board=EQUAL_VALUES_BOARD, **options), *ALL_BUT_TWO)


def reveal_seven_of_a_draft() -> Match:
    return play_reveals(draft_board(EQUAL_VALUES_BOARD, variant="memory"), *ALL_BUT_TWO)


def count_sampled_states(match: Match, rolls: int) -> list[int]:
    """Return the numbers of states found for Bison, Wolf and spectators. Check that all of them fit the view."""
    samples_by_seat = {seat: sample_different_states(match.view_of(seat), rolls) for seat in VIEWERS}
    for seat, samples in samples_by_seat.items():
        assert {GAME.view(sample, seat) for sample in samples} == {match.view_of(seat)}
        assert match.state in samples or match.state.unseen_by_owners, "the real state is among them"
    return [len(samples) for samples in samples_by_seat.values()]


@pytest.mark.parametrize(
    ("match", "rolls", "counts"),
    [
        pytest.param(play_hidden, 5, [1, 1, 1], id="before the first stone"),
        # Only its owner has seen the value.
        pytest.param(lambda: play_hidden("0 place 5 b2"), 200, [1, 9, 9], id="one stone"),
        # For spectators there are 9 * 9 states, since equal values may meet in memory.
        pytest.param(lambda: play_hidden("0 place 5 b2", "1 place 5 b2"), 1000, [9, 9, 81], id="a stone of each side"),
        # The two stones on A1 and B1 may lie either way.
        pytest.param(reveal_seven_of_a_draft, 60, [2, 2, 4], id="two unknown"),
        # Three unknown stones have 3! orders.
        pytest.param(
            lambda: play_reveals(draft_board(EQUAL_VALUES_BOARD, variant="memory"), *ALL_BUT_TWO[1:]),
            400,
            [6, 6, 36],
            id="three unknown",
        ),
        # A duel on A1 reveals one of Wolf's two unknown stones, which also determines the other.
        pytest.param(
            lambda: play_lines(reveal_seven_of_a_draft(), "0 swap a1 a2", "a1"), 60, [1, 2, 2], id="the ninth follows"
        ),
        # On a preset board, two stones of each side are unknown to every seat.
        pytest.param(reveal_seven, 60, [4, 4, 4], id="drawn start hides one's own"),
        pytest.param(lambda: reveal_seven(memory_help="own"), 60, [2, 2, 4], id="help tells one's own"),
        pytest.param(
            lambda: play_reveals(draft_board(EQUAL_VALUES_BOARD, variant="memory", duel_limit=3), "c1", "c2", "c3"),
            9,
            [1, 1, 1],
            id="end",
        ),
    ],
)
def test_number_of_possible_states_is_as_counted_by_hand(
    match: Callable[[], Match], rolls: int, counts: list[int]
) -> None:
    assert count_sampled_states(match(), rolls) == counts


@pytest.mark.parametrize(
    ("variant", "lines"),
    [
        ("classic", ("c3", "0 swap a1 c3", "b3")),
        ("pro", ("c3", "0 swap wolf a1 c3")),
        ("pro_stacks", ("c3", "0 move b9 b2 w1 b2", "c3")),
    ],
)
def test_open_stones_leave_one_possible_state(variant: str, lines: tuple[str, ...]) -> None:
    for match in (
        draft_board("9/1 1/9 -/- | -/- -/- -/- | -/- -/- -/-", variant=variant),
        play_lines(begin_duel(variant=variant, board=RULES_BOARD), *lines),
    ):
        for seat in VIEWERS:
            assert sample_different_states(match.view_of(seat), 5) == {match.state}


def test_own_stones_are_known_after_the_placement() -> None:
    match = draft_board(RULES_BOARD, variant="memory")
    for seat in (0, 1):
        samples = sample_different_states(match.view_of(seat), 50)
        assert len(samples) == 50
        assert {sample.stone_spaces[seat] for sample in samples} == {match.state.stone_spaces[seat]}


def test_forgotten_view_allows_many_states() -> None:
    for seat in VIEWERS:
        assert len(sample_different_states(GAME.forget(reveal_seven_of_a_draft().view_of(seat)), 100)) == 100


def test_possible_states_are_equally_likely() -> None:
    view = reveal_seven_of_a_draft().view_of(None)
    counts = Counter(GAME.resample(view, Dice(roll.to_bytes(4, "big"))) for roll in range(800))
    # Within five standard deviations of 200.
    assert all(138 < count < 262 for count in counts.values())
