"""Luck and mistakes in a match. The values are exact where the match can be searched to its end."""

from __future__ import annotations

from itertools import product

import pytest

from games.coach import review_match
from games.core import JointMove
from games.match import Match
from games.matrix import MatrixSolution, solve_matrix
from games.record import parse_record
from games.schamanen.ai import compute_pairing_values
from games.schamanen.analysis import calibrate_probability, win_shares
from games.schamanen.state import BISON, COLUMNS, ROWS, WOLF
from tests.games.match_lines import judge_step
from tests.games.schamanen.boards import RULES_BOARD, begin_duel, draft_board, play_lines, play_to_exchange
from tests.games.schamanen.scenes import get_scene
from tests.records import RECORDS_FOLDER


def choose_masks(row: int, column: int) -> JointMove:
    return {BISON: ("mask", ROWS[row]), WOLF: ("mask", COLUMNS[column])}


def solve_duel(match: Match) -> MatrixSolution:
    """Return the optimal mixes of the next duel, valued by a search one exchange and one duel deeper."""
    values = compute_pairing_values(match.view_of(None), lambda: 1.0, 1)
    bison, wolf = match.state.stone_spaces
    pairings = [10 * (bison.index(space) + 1) + wolf.index(space) + 1 for space in range(9)]
    return solve_matrix([[values[pairing] for pairing in pairings[row : row + 3]] for row in (0, 3, 6)])


@pytest.mark.parametrize("limit", [1, 21])
def test_luck_is_zero_on_average_against_an_optimal_mix(limit: int) -> None:
    """A mask in the optimal mix loses nothing. The loss of any other mask is a mistake, not bad luck."""
    match = begin_duel(board=RULES_BOARD, duel_limit=limit)
    mix = solve_duel(match)
    parts = [[judge_step(match, choose_masks(row, column)) for column in range(3)] for row in range(3)]
    luck = [[part["meeting"].gains[BISON] for part in line] for line in parts]
    for line, shares in (
        *((row, mix.columns) for row in luck),
        *((column, mix.rows) for column in zip(*luck, strict=True)),
    ):
        assert sum(float(share) * each for share, each in zip(shares, line, strict=True)) == pytest.approx(0, abs=1e-9)
    for row, column in product(range(3), repeat=2):
        assert not mix.rows[row] or parts[row][column][BISON].gains[BISON] == 0
        assert not mix.columns[column] or parts[row][column][WOLF].gains[WOLF] == 0


def test_last_duel_is_judged_exactly() -> None:
    """The winner of the last duel wins the match here, so all probabilities can be computed by hand."""
    match = begin_duel(board=RULES_BOARD, duel_limit=1)
    parts = judge_step(match, choose_masks(1, 1))
    assert parts.keys() == {"meeting", BISON, WOLF}
    # Row 1 beats A and C, and row 2 beats B. So both sides win half of the duels with optimal mixes.
    assert win_shares(match.state) == pytest.approx((0.5, 0.5))
    assert parts["meeting"].gains[BISON] + parts[BISON].gains[BISON] + parts[WOLF].gains[BISON] == pytest.approx(0.5)


def test_mask_that_gives_up_a_certain_win_is_a_mistake() -> None:
    """If several mixes are optimal for the opponent, the mistake is judged against the one that punishes it most."""
    match = begin_duel(board="5/4 1/9 9/1 | 2/8 8/2 4/5 | 6/7 3/6 7/3", duel_limit=1, shells=[7, 11])
    # Wolf pays at most one shell on A. On B or C Bison can win the match.
    assert win_shares(match.state) == (0, 1)
    for row, column in product(range(3), range(1, 3)):
        parts = judge_step(match, choose_masks(row, column))
        assert parts[WOLF].gains == (1, -1), (row, column)
        assert parts[BISON].gains == (0, 0)
        better = parts[WOLF].better
        assert better
        assert (better.facts["better"], better.facts["chances"], better.facts["instead"]) == ("A", 100, 0)
        # Wolf is lucky if Bison misses the winning row.
        assert parts["meeting"].gains[BISON] == ((row, column) in {(1, 1), (0, 2), (2, 2)}) - 1
    assert judge_step(match, choose_masks(1, 0))[WOLF].gains == (0, 0)


@pytest.mark.parametrize("shells", [[5, 13], [13, 5]])
@pytest.mark.parametrize("duels", [3, 1])
def test_calibration_moves_win_shares_away_from_one_half_unless_exact(shells: list[int], duels: int) -> None:
    match = begin_duel(board=RULES_BOARD, duel_limit=duels, shells=shells)
    estimate, calibrated = float(solve_duel(match).value), win_shares(match.state)[BISON]
    assert (calibrated > 0.5) == (estimate > 0.5) == (shells[BISON] > 9)
    if duels < 3:
        assert calibrated == pytest.approx(estimate)
    else:
        assert abs(calibrated - 0.5) > abs(estimate - 0.5) + 0.01


def test_calibration_counts_at_most_21_duels_and_only_classic() -> None:
    without_limit, with_usual_limit = (calibrate_probability(0.6, duels, range(12, 99, 11)) for duels in (201, 21))
    assert without_limit == with_usual_limit < 0.6
    assert calibrate_probability(0.6, 2, range(12, 99, 11)) == 0.6
    # Other variants are not calibrated.
    match = begin_duel(board=RULES_BOARD, shells=[5, 13], variant="pro")
    assert win_shares(match.state)[BISON] == pytest.approx(float(solve_duel(match).value))


def test_exchange_is_compared_with_the_best_one() -> None:
    match = play_to_exchange(0, RULES_BOARD)
    lost = {move: judge_step(match, {BISON: move})[BISON].gains[BISON] for move in match.legal_moves(BISON)}
    best = [move for move, gain in lost.items() if gain == 0]
    assert best
    for move, gain in lost.items():
        better = judge_step(match, {BISON: move})[BISON].better
        assert (better is None) == (gain == 0)
        assert better is None or better.move in best
    assert min(lost.values()) < -0.1


def test_exchange_that_seems_to_lose_is_searched_deeper() -> None:
    """At the usual depth another exchange looks better than a1 b3. One duel deeper, no other exchange does."""
    match = play_lines(begin_duel(board="2/4 6/2 5/7 | 1/9 3/5 9/8 | 4/6 8/1 7/3"), "a1")
    assert match.state.shells == (7, 11)
    assert judge_step(match, {BISON: ("swap", "a1", "b3")})[BISON].gains[BISON] == 0


def test_threat_that_an_exchange_leaves_open_is_named() -> None:
    """Wolf's 8 meets Bison's 2 on A2, which would cost Bison all five shells. The exchange ignores that threat."""
    match = play_lines(begin_duel(board=RULES_BOARD, shells=[6, 12]), "c2")
    assert match.state.shells == (5, 13)
    better = judge_step(match, {BISON: ("swap", "a1", "b2")})[BISON].better
    assert better
    assert better.why == "judged-swap-open"


def test_placement_is_not_judged() -> None:
    match = get_scene("place")
    (seat,) = match.seats_asked
    parts = judge_step(match, {seat: match.legal_moves(seat)[0]})
    assert not parts.keys() - {"sight"}


def test_mask_in_memory_is_judged_by_its_players_knowledge() -> None:
    """Spectators see no stone, so for them no row is better. Bison knows that row 3 is worse."""
    match = draft_board("9/1 8/2 7/3 | 6/4 5/6 4/5 | 1/9 2/8 3/7", variant="memory")
    first, last = (judge_step(match, choose_masks(row, 0))[BISON].gains[BISON] for row in (0, 2))
    assert first == 0
    assert last < -0.1


@pytest.mark.gate
def test_exact_judgment_of_an_exchange_is_not_corrected_later() -> None:
    review = review_match(parse_record((RECORDS_FOLDER / "schamanen" / "professional.match").read_text("utf-8")))
    exact_steps = {
        step.step_number
        for step in review.steps
        for part in step.parts
        if part.better and part.better.facts.get("sure") and part.better.why == "judged-swap"
    }
    assert exact_steps
    assert not [part for step in review.steps[min(exact_steps) - 1 :] for part in step.parts if part.cause == "sight"]
