"""Checks that boards, exchanges, probabilities and samples of the computer opponent agree with the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import TypeAlias

import pytest

from games import matrix
from games.core import Seat
from games.dice import Dice
from games.match import Match
from games.schamanen import GAME, placement_search
from games.schamanen.ai import SEARCH_DEPTH
from games.schamanen.evaluation import Evaluator, make_board_scorer, win_probability_by_shells
from games.schamanen.known_board import (
    STACK_PAIRING_TIE,
    SingleStoneBoard,
    StackedBoard,
    apply_exchange,
    board_known_to_viewer,
    list_exchanges,
    single_stone_board,
    unknown_values,
)
from games.schamanen.state import DuelTerms, State, Variant, View, exchanging_seat
from tests.games.schamanen.boards import RULES_BOARD, begin_duel, play_lines, sample_different_states
from tests.games.schamanen.scenes import get_scene

SpaceValues: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The values of Bison's stones by space, and those of Wolf's stones."""


def find_seat_to_move(match: Match) -> Seat:
    return min(match.seats_asked)


@pytest.mark.gate
@pytest.mark.parametrize("name", ["wolf swap", "memory swap", "pro swap"])
def test_every_legal_exchange_is_considered(name: str) -> None:
    match, seat = get_scene(name), find_seat_to_move(get_scene(name))
    view = match.view_of(seat)
    board_by_move = dict(
        list_exchanges(
            board_known_to_viewer(view),
            view.terms,
            seat,
            make_board_scorer(seat, Evaluator.from_view(view).shell_values),
        )
    )
    assert list(board_by_move) == list(match.legal_moves(seat))
    for move, board in board_by_move.items():
        assert (
            board
            == apply_exchange(board_known_to_viewer(view), move, seat)
            == board_known_to_viewer(match.play_move(seat, move).view_of(seat))
        )


def test_considered_exchanges_with_stacks_are_few_and_legal() -> None:
    match = get_scene("stacks move")
    view, legal = match.view_of(0), set(match.legal_moves(0))
    board_by_move = dict(
        list_exchanges(
            board_known_to_viewer(view), view.terms, 0, make_board_scorer(0, Evaluator.from_view(view).shell_values)
        )
    )
    assert 100 < len(board_by_move) < 1000
    for move, board in board_by_move.items():
        assert move in legal
        later = match.play_move(0, move).view_of(0)
        assert board == apply_exchange(board_known_to_viewer(view), move, 0) == board_known_to_viewer(later)
        assert isinstance(board, StackedBoard)
        margins = [sum(bison) - sum(wolf) for bison, wolf in zip(*later.stones, strict=True)]
        assert [pairing - STACK_PAIRING_TIE for pairing in board.pairings] == margins


@pytest.mark.parametrize("name", ["empty", "place", "place face down", "relocate", "pro empty"])
def test_board_after_a_placement_agrees_with_the_rules(name: str) -> None:
    match, seat = get_scene(name), find_seat_to_move(get_scene(name))
    for move in match.legal_moves(seat):
        assert placement_search.apply_placement(match.view_of(seat), seat, move) == single_stone_board(
            match.play_move(seat, move).view_of(seat)
        )


def get_shells_after_duel(state: State, space: int) -> int:
    return GAME.apply(state, {0: ("mask", "123"[space // 3]), 1: ("mask", "abc"[space % 3])}, Dice(b"")).shells[0]


def build_half_known_view(seat: Seat | None) -> View:
    """Return a view in the memory variant with two unknown stones on each side."""
    match = begin_duel(board=RULES_BOARD, variant="memory", prize="one")
    for number, space in enumerate(("a1", "b1", "c1", "a2", "b2", "c2", "a3")):
        match = play_lines(match, space)
        if number < 6:
            match = play_lines(match, f"{find_seat_to_move(match)} swap b3 c3")
    view: View = play_lines(match, f"{find_seat_to_move(match)} swap a1 b3").view_of(seat)
    return replace(view, terms=replace(view.terms, prize_is_one_shell=False))


@pytest.mark.parametrize("seat", [0, 1])
def test_values_with_unknown_stones_are_the_mean_over_all_possible_states(seat: Seat) -> None:
    view = build_half_known_view(seat)
    assert [len(side) for side in unknown_values(view)] == [2, 2]
    states = sample_different_states(view, 60)
    assert len(states) == 4
    evaluator = Evaluator.from_view(view)
    for space, pairing in enumerate(board_known_to_viewer(view).pairings):
        shells = [get_shells_after_duel(state, space) for state in states]
        assert evaluator.shell_values[pairing] == pytest.approx(Fraction(sum(shells), 4))
        values = [win_probability_by_shells(view.terms, view.duels_fought + 1, count) for count in shells]
        assert evaluator.win_values[pairing] == pytest.approx(sum(values) / 4)


@pytest.mark.parametrize("variant", ["classic", "pro", "pro_stacks", "memory"])
@pytest.mark.parametrize(("prize", "limit"), [("difference", 21), ("one", 21), ("difference", "none"), ("one", 1)])
def test_win_probability_grows_with_shells_and_is_exact_at_the_end(variant: str, prize: str, limit: int | str) -> None:
    terms = begin_duel(variant=variant, prize=prize, duel_limit=limit).state.terms
    assert [win_probability_by_shells(terms, terms.duel_limit, shells) for shells in (8, 9, 10)] == [0, 0.5, 1]
    for duels in range(1, terms.duel_limit):
        probabilities = [win_probability_by_shells(terms, duels, shells) for shells in range(19)]
        assert probabilities == sorted(probabilities)
        assert (probabilities[0], probabilities[18]) == (0, 1)
        # With stacks, being the next to exchange can be worth more than four shells.
        assert probabilities[2] < 0.5 < probabilities[16]


@pytest.mark.parametrize("name", ["place", "relocate", "pro empty", "place face down"])
def test_sampled_boards_fit_the_view(name: str) -> None:
    view = get_scene(name).view_of(find_seat_to_move(get_scene(name)))
    for roll in range(10):
        board = placement_search.sample_final_board(view, Dice(bytes([roll])))
        for side, known_values in zip(board.values, single_stone_board(view).values, strict=True):
            assert sorted(side) == list(range(1, 10))
            assert all(value in (known_value, 0) for value, known_value in zip(known_values, side, strict=True))
        if name == "place":
            assert not any(bison == wolf for bison, wolf in zip(*board.values, strict=True))


def draw_boards(count: int) -> Iterator[SpaceValues]:
    """Yield random boards in which the two stones on a space never have equal values."""
    random = Random(7)
    while count:
        sides = [tuple(random.sample(range(1, 10), 9)) for _ in (0, 1)]
        if all(bison != wolf for bison, wolf in zip(*sides, strict=True)):
            yield sides[0], sides[1]
            count -= 1


def compute_all_duels(board: SpaceValues, shells: int) -> list[int]:
    """Return the number of shells that Bison would have after each of the nine possible duels."""
    return [min(18, max(0, shells + bison - wolf)) for bison, wolf in zip(*board, strict=True)]


def list_boards_after_exchange(board: SpaceValues, sides: Iterable[int]) -> Iterator[SpaceValues]:
    """Yield the boards that a legal exchange of two stones can lead to, for each of these sides."""
    for side, first, second in product(sides, range(9), range(9)):
        stones = list(board[side])
        stones[first], stones[second] = stones[second], stones[first]
        exchanged = (tuple(stones), board[1]) if side == 0 else (board[0], tuple(stones))
        if first < second and all(bison != wolf for bison, wolf in zip(*exchanged, strict=True)):
            yield exchanged


def search_to_the_end(board: SpaceValues, terms: DuelTerms, shells: int, duels: int) -> list[float]:
    """Return Bison's win probability after each possible duel, computed by trying every later exchange."""
    seat, after = exchanging_seat(duels + 1), duels + 1

    @cache
    def win_probability(shells_left: int) -> float:
        if after == terms.duel_limit or shells_left in (0, 18):
            return (1 + (shells_left > 9) - (shells_left < 9)) / 2
        answers = list_boards_after_exchange(board, (0, 1) if terms.may_handle_both_sides else (seat,))
        values = (matrix.value_3x3(*search_to_the_end(answer, terms, shells_left, after)) for answer in answers)
        return max(values) if seat == 0 else min(values)

    return [win_probability(shells_left) for shells_left in compute_all_duels(board, shells)]


def measure_exploitability(board: SpaceValues, terms: DuelTerms, shells: int, duels: int, depth: int) -> float:
    """Return the total win probability that both mixes from a search of this depth lose to best responses."""
    values = Evaluator(terms, ((), ()), shells, duels).search_values(SingleStoneBoard(board), depth)
    payoffs = [values[pairing] for pairing in SingleStoneBoard(board).pairings]
    mix = matrix.solve_matrix([payoffs[row : row + 3] for row in (0, 3, 6)])
    exact = search_to_the_end(board, terms, shells, duels)
    rows = [sum(share * exact[row * 3 + column] for column, share in enumerate(mix.columns)) for row in range(3)]
    columns = [sum(share * exact[row * 3 + column] for row, share in enumerate(mix.rows)) for column in range(3)]
    return max(rows) - min(columns)


@pytest.mark.parametrize(("variant", "count"), [("classic", 40), ("pro", 12)])
@pytest.mark.parametrize("limit", [20, 21])
def test_mix_with_two_duels_to_go_cannot_be_exploited(variant: Variant, count: int, limit: int) -> None:
    terms = DuelTerms(variant, limit, is_unlimited=False, prize_is_one_shell=False, may_see_own_stones=False)
    for number, board in enumerate(draw_boards(count)):
        assert measure_exploitability(board, terms, 1 + number % 17, limit - 2, 1) < 1e-9


@pytest.mark.parametrize(
    "limit", [pytest.param(20, marks=pytest.mark.gate), pytest.param(21, marks=pytest.mark.nightly)]
)
def test_mix_with_three_duels_to_go_loses_a_point_at_most(limit: int) -> None:
    terms = DuelTerms("classic", limit, is_unlimited=False, prize_is_one_shell=False, may_see_own_stones=False)
    for number, board in enumerate(draw_boards(12)):
        assert measure_exploitability(board, terms, 2 + number, limit - 3, SEARCH_DEPTH) < 0.01
