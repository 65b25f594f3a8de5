"""What was luck in a Duel and what was skill: exact where all can be counted."""

from __future__ import annotations

from itertools import product

import pytest

from games.coach import review_match
from games.core import JointMove
from games.dice import UNSEEDED
from games.insight import Contribution
from games.match import Match
from games.matrix import MatrixSolution, solve_matrix
from games.record import parse_record
from games.schamanen import GAME
from games.schamanen.ai import compute_pairing_values
from games.schamanen.analysis import calibrate_probability, split_change, win_shares
from games.schamanen.state import BISON, COLUMNS, ROWS, WOLF
from tests.games.schamanen.boards import RULES_BOARD, begin_duel, draft_to, play_lines, play_to_exchange
from tests.games.schamanen.scenes import scene
from tests.records import RECORDS


def judge_step(match: Match, joint: JointMove) -> dict[object, Contribution]:
    """By cause, or by whose choice it was."""
    after = GAME.apply(match.state, joint, UNSEEDED.step_dice(match.step + 1))
    return {part.cause if part.seat is None else part.seat: part for part in split_change(match.state, joint, after)}


def choose_masks(row: int, column: int) -> JointMove:
    return {BISON: ("mask", ROWS[row]), WOLF: ("mask", COLUMNS[column])}


def solve_duel(match: Match) -> MatrixSolution:
    """Mix as the house does, which thinks a duel ahead."""
    tariff = compute_pairing_values(match.view_of(None), lambda: 1.0, 1)
    at = match.state.stone_spaces
    meetings = [10 * (at[0].index(space) + 1) + at[1].index(space) + 1 for space in range(9)]
    return solve_matrix([[tariff[meeting] for meeting in meetings[row : row + 3]] for row in (0, 3, 6)])


@pytest.mark.parametrize("limit", [1, 21])
def test_luck_of_a_mask_is_nothing_on_average_against_the_best_mix(limit: int) -> None:
    """Of a mask out of the mix too: what it costs is a mistake. Masks of the mix lose nothing."""
    match = begin_duel(board=RULES_BOARD, duel_limit=limit)
    mix = solve_duel(match)
    came = [[judge_step(match, choose_masks(row, column)) for column in range(3)] for row in range(3)]
    luck = [[part["meeting"].gains[BISON] for part in line] for line in came]
    for line, shares in (
        *((row, mix.columns) for row in luck),
        *((column, mix.rows) for column in zip(*luck, strict=True)),
    ):
        assert sum(float(share) * each for share, each in zip(shares, line, strict=True)) == pytest.approx(0, abs=1e-9)
    for row, column in product(range(3), repeat=2):
        assert not mix.rows[row] or came[row][column][BISON].gains[BISON] == 0
        assert not mix.columns[column] or came[row][column][WOLF].gains[WOLF] == 0


def test_last_duel_is_told_to_the_last_point() -> None:
    """Bison 9 1 5 / 2 8 4 / 6 3 7 against Wolf 1 9 4 / 8 2 5 / 7 6 3: who wins the duel wins the match."""
    match = begin_duel(board=RULES_BOARD, duel_limit=1)
    came = judge_step(match, choose_masks(1, 1))
    assert came.keys() == {"meeting", BISON, WOLF}
    # Row 1 beats A and C, row 2 beats B: whoever draws one or the other wins half of all duels, and so does Wolf.
    assert win_shares(match.state) == pytest.approx((0.5, 0.5))
    assert came["meeting"].gains[BISON] + came[BISON].gains[BISON] + came[WOLF].gains[BISON] == pytest.approx(0.5)


def test_mask_that_lets_a_sure_end_go_is_a_mistake_though_the_other_side_was_lost() -> None:
    """To the other all was equal then, so that they might as well have chosen what spares it."""
    match = begin_duel(board="5/4 1/9 9/1 | 2/8 8/2 4/5 | 6/7 3/6 7/3", duel_limit=1, shells=[7, 11])
    # Wolf pays no more than one shell on A, and loses the match on B or C, where Bison finds it.
    assert win_shares(match.state) == (0, 1)
    for row, column in product(range(3), range(1, 3)):
        came = judge_step(match, choose_masks(row, column))
        assert came[WOLF].gains == (1, -1), (row, column)
        assert came[BISON].gains == (0, 0)
        thought = came[WOLF].better
        assert thought
        assert (thought.facts["better"], thought.facts["chances"], thought.facts["instead"]) == ("A", 100, 0)
        # Where Bison did not find it, that was Wolf's luck.
        assert came["meeting"].gains[BISON] == ((row, column) in {(1, 1), (0, 2), (2, 2)}) - 1
    assert judge_step(match, choose_masks(1, 0))[WOLF].gains == (0, 0)


@pytest.mark.parametrize("shells", [[5, 13], [13, 5]])
@pytest.mark.parametrize("duels", [3, 1])
def test_chances_are_bolder_than_believed_unless_counted_to_the_end(shells: list[int], duels: int) -> None:
    match = begin_duel(board=RULES_BOARD, duel_limit=duels, shells=shells)
    believed, told = float(solve_duel(match).value), win_shares(match.state)[BISON]
    assert (told > 0.5) == (believed > 0.5) == (shells[BISON] > 9)
    assert told == pytest.approx(believed) if duels < 3 else abs(told - 0.5) > abs(believed - 0.5) + 0.01


def test_ground_without_a_limit_is_worth_no_more_than_where_it_was_counted() -> None:
    endless, counted = (calibrate_probability(0.6, duels, range(12, 99, 11)) for duels in (201, 21))
    assert endless == counted < 0.6
    assert calibrate_probability(0.6, 2, range(12, 99, 11)) == 0.6
    # Nobody has counted in other variants how it came true.
    match = begin_duel(board=RULES_BOARD, shells=[5, 13], variant="pro")
    assert win_shares(match.state)[BISON] == pytest.approx(float(solve_duel(match).value))


def test_exchange_is_held_against_the_best_there_was() -> None:
    match = play_to_exchange(0, RULES_BOARD)
    lost = {word: judge_step(match, {BISON: word})[BISON].gains[BISON] for word in match.legal_moves(BISON)}
    best = [word for word, gain in lost.items() if gain == 0]
    assert best
    for word, gain in lost.items():
        better = judge_step(match, {BISON: word})[BISON].better
        assert (better is None) == (gain == 0)
        assert better is None or better.move in best
    assert min(lost.values()) < -0.1


def test_exchange_that_seems_worse_is_thought_of_again_before_it_is_called_so() -> None:
    """Two duels ahead another one looks better, three ahead none does."""
    match = play_lines(begin_duel(board="2/4 6/2 5/7 | 1/9 3/5 9/8 | 4/6 8/1 7/3"), "a1")
    assert match.state.shells == (7, 11)
    assert judge_step(match, {BISON: ("swap", "a1", "b3")})[BISON].gains[BISON] == 0


def test_threat_that_an_exchange_leaves_open_is_named() -> None:
    """Wolf has all but five shells, and 8 against 2 on A2: Bison has to take that away."""
    match = play_lines(begin_duel(board=RULES_BOARD, shells=[6, 12]), "c2")
    assert match.state.shells == (5, 13)
    better = judge_step(match, {BISON: ("swap", "a1", "b2")})[BISON].better
    assert better
    assert better.why == "judged-swap-open"


def test_placement_is_not_judged() -> None:
    match = scene("place")
    (seat,) = match.seats_asked
    came = judge_step(match, {seat: match.legal_moves(seat)[0]})
    assert not came.keys() - {"sight"}


def test_mask_in_memory_is_judged_by_what_its_player_remembers() -> None:
    """Everybody else sees eighteen backs, before which no row is better than another."""
    match = draft_to("9/1 8/2 7/3 | 6/4 5/6 4/5 | 1/9 2/8 3/7", variant="memory")
    first, last = (judge_step(match, choose_masks(row, 0))[BISON].gains[BISON] for row in (0, 2))
    assert first == 0
    assert last < -0.1


@pytest.mark.gate
def test_exchange_counted_to_the_end_is_not_seen_better_later() -> None:
    review = review_match(parse_record((RECORDS / "schamanen" / "professional.match").read_text("utf-8")))
    sure = {
        step.step_number
        for step in review.steps
        for part in step.parts
        if part.better and part.better.facts.get("sure") and part.better.why == "judged-swap"
    }
    assert sure
    assert not [part for step in review.steps[min(sure) - 1 :] for part in step.parts if part.cause == "sight"]
