"""Habits in the choice of masks, and how the computer opponent predicts and exploits them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games import matrix
from games.core import JointMove, Level, Seat, Suggestion, TimeLeft
from games.dice import Dice
from games.insight import Habit, OpponentChoice, Outcome
from games.mind_reader import MindReader
from games.schamanen.ai import compute_pairing_values, think
from games.schamanen.evaluation import Evaluator, average_by_mask, draw_mask_from_mix, optimal_mix, payoff_matrix
from games.schamanen.known_board import board_known_to_viewer
from games.schamanen.state import BISON, COLUMNS, LINES, ROWS, SPACES, WOLF, State, View

STRENGTHS: Final = ("strong", "middle", "weak")
"""Symbols for choosing the strongest, middle or weakest line."""


def list_habits(state: State, joint: JointMove) -> Iterator[Habit]:
    if state.phase != "mask":
        return
    row, column = joint[BISON][1], joint[WOLF][1]
    margins = _margins_by_line(state)
    bison_outcome, wolf_outcome = _outcomes(margins[row, column])
    yield Habit(BISON, "row", row, tuple(ROWS), f"column-{column}", bison_outcome)
    yield Habit(WOLF, "column", column, tuple(COLUMNS), f"row-{row}", wolf_outcome)
    if state.terms.stones_are_hidden:
        # With hidden stones, the players cannot know which line is strong.
        return
    rows = _rank_lines({line: sum(margins[line, other] for other in COLUMNS) for line in ROWS})
    columns = _rank_lines({line: -sum(margins[other, line] for other in ROWS) for line in COLUMNS})
    row_strength, column_strength = rows.get(row, ""), columns.get(column, "")
    if row_strength:
        yield Habit(
            BISON, "line", row_strength, STRENGTHS, f"line-{column_strength}" if column_strength else "", bison_outcome
        )
    if column_strength:
        yield Habit(
            WOLF, "line", column_strength, STRENGTHS, f"line-{row_strength}" if row_strength else "", wolf_outcome
        )


def _margins_by_line(state: State) -> Mapping[tuple[str, str], int]:
    """Return the margin of a duel on each space, by row and column. The margin is Bison's sum minus Wolf's."""
    sums = [[0] * len(SPACES), [0] * len(SPACES)]
    for side in (BISON, WOLF):
        for value, space in enumerate(state.stone_spaces[side], 1):
            sums[side][space] += value
    return {
        (row, column): sums[BISON][SPACES.index(column + row)] - sums[WOLF][SPACES.index(column + row)]
        for row in ROWS
        for column in COLUMNS
    }


def _outcomes(margin: int) -> Sequence[Outcome]:
    """Return a duel's outcome for Bison, then for Wolf, for example `("won", "lost")` for a margin of 3."""
    return ("won", "lost") if margin > 0 else ("lost", "won") if margin < 0 else ("tied", "tied")


def _rank_lines(totals: Mapping[str, int]) -> Mapping[str, str]:
    """Map each line to `strong`, `middle` or `weak`, from the highest to the lowest of `totals`.

    A total is a line's margin over all of its spaces. Return an empty mapping if two lines are equally strong.
    """
    if len(set(totals.values())) < len(totals):
        return {}
    return dict(zip(sorted(totals, key=totals.__getitem__, reverse=True), STRENGTHS, strict=True))


TRUST_RESOLUTION: Final = 1 << 20
"""The number of equally likely results of the draw that decides whether to follow a prediction."""
LINE_SYMBOLS: Final = ("1", "2", "3")
"""Symbols for rows from the top and for columns from the left.

Both sides share these symbols, so a player's habits survive a change of sides.
"""


def observe_opponent(view: View, after: View, joint: JointMove) -> OpponentChoice | None:
    if view.phase != "mask" or view.seat is None:
        return None
    seat, rival = view.seat, 1 - view.seat
    rival_line, own_line = (LINES[side].index(joint[side][1]) for side in (rival, seat))
    pairings, shell_values = board_known_to_viewer(view).pairings, Evaluator.from_view(view).shell_values
    bison_gains = [
        shell_values[pairings[_space_of_lines(rival, line, own_line)]] - view.shells[BISON] for line in range(3)
    ]
    rival_gain = after.shells[rival] - view.shells[rival]
    return OpponentChoice(
        symbol=LINE_SYMBOLS[rival_line],
        answer=LINE_SYMBOLS[own_line],
        beats=tuple(
            symbol
            for symbol, gain in zip(LINE_SYMBOLS, bison_gains, strict=True)
            if (gain > 0 if rival == BISON else gain < 0)
        ),
        won=(rival_gain > 0) - (rival_gain < 0),
        usual=_mix_without_habits(view, rival),
        plain=_best_average_line(view, rival),
    )


def exploit(view: View, runs: Sequence[Sequence[OpponentChoice]], dice: Dice, time_left: TimeLeft) -> Suggestion:
    if view.phase != "mask" or view.seat is None or not any(runs):
        return think(view, Level.HARD, dice, time_left)
    seat, rival = view.seat, 1 - view.seat
    prediction = MindReader.read_matches(runs).predict_choice(
        _mix_without_habits(view, rival), _best_average_line(view, rival)
    )
    trust, pairings = prediction.trust, board_known_to_viewer(view).pairings
    if view.terms.stones_are_hidden:
        # With hidden stones, the optimal mix cannot be blended with a prediction, so either one or the other is used.
        if dice.draw_below(TRUST_RESOLUTION) >= trust * TRUST_RESOLUTION:
            return think(view, Level.HARD, dice, time_left)
        trust = 1.0
    payoffs = _blend_payoffs(
        payoff_matrix(pairings, compute_pairing_values(view, time_left)), rival, trust, [*prediction.chances.values()]
    )
    solution = matrix.solve_matrix(payoffs)
    move, _ = draw_mask_from_mix(seat, solution.rows if seat == BISON else solution.columns, dice)
    return Suggestion(move, "why-read")


def _blend_payoffs(
    payoffs: Sequence[Sequence[float]], rival: Seat, trust: float, chances: Sequence[float]
) -> Sequence[Sequence[float]]:
    """Return payoffs against a rival who follows `chances` with probability `trust` and otherwise plays optimally.

    An optimal mix for these payoffs is a restricted Nash response: the higher the trust, the more it exploits the
    rival.
    """
    if rival == WOLF:
        means = [sum(chance * value for chance, value in zip(chances, row, strict=True)) for row in payoffs]
        return [[trust * mean + (1 - trust) * value for value in row] for mean, row in zip(means, payoffs, strict=True)]
    means = [
        sum(chance * value for chance, value in zip(chances, column, strict=True))
        for column in zip(*payoffs, strict=True)
    ]
    return [[trust * mean + (1 - trust) * value for mean, value in zip(means, row, strict=True)] for row in payoffs]


def _mix_without_habits(view: View, rival: Seat) -> Mapping[str, float]:
    """Return the probability of each line for a rival without habits."""
    mix = optimal_mix(rival, board_known_to_viewer(view).pairings, Evaluator.from_view(view).win_values)
    return {symbol: float(share) for symbol, share in zip(LINE_SYMBOLS, mix, strict=True)}


def _best_average_line(view: View, rival: Seat) -> str:
    """Return the symbol of the rival's line that wins the most shells on average."""
    averages = average_by_mask(rival, board_known_to_viewer(view).pairings, Evaluator.from_view(view).shell_values)
    return LINE_SYMBOLS[averages.index(max(averages))]


def _space_of_lines(side: Seat, line: int, opposing_line: int) -> int:
    """Return the space where a line of this side meets a line of the other side."""
    return 3 * line + opposing_line if side == BISON else 3 * opposing_line + line
