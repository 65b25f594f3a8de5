"""Win probabilities during a match, and how luck and the players' choices change them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import exp, log
from typing import Final

from games import matrix
from games.core import JointMove, Move, Seat, Suggestion
from games.insight import Contribution
from games.schamanen import views
from games.schamanen.evaluation import (
    EXACT_DUELS_LEFT,
    Evaluator,
    PairingValues,
    duel_value,
    evaluate_exchange,
    final_win_share,
    make_board_scorer,
    payoff_matrix,
    win_probability_by_shells,
)
from games.schamanen.known_board import KnownBoard, Pairing, apply_exchange, board_known_to_viewer, list_exchanges
from games.schamanen.state import BISON, COLUMNS, LINES, ROWS, SHELL_COUNT, SPACES, WOLF, State, View, exchanging_seat

EXCHANGES_JUDGED_MAX: Final = 10
"""The maximum number of promising exchanges to search. The limit saves time.

All exchanges are searched if the stones are visible, there are no stacks, and the search reaches the end of the match.
"""
EXCHANGES_JUDGED_IN_MEMORY_MAX: Final = 3
"""The maximum number of exchanges to search in the memory variant, where each step is judged from three views."""
CALIBRATED_DUELS_MAX: Final = 21
"""The number of duels in the matches used for calibration.

If more duels remain in a match, the calibration uses this number instead.
"""
LOG_ODDS_FACTOR: Final = 1.26
"""The calibration factor for the log odds found by the search. It was fitted to the outcomes of 600 matches."""
LOG_ODDS_PER_SPACE_AND_DUEL: Final = 0.01
"""The log odds that calibration adds per remaining duel for each space where Bison's stone is higher.

An exchange changes only a few spaces, so a lead in spaces lasts.
"""
DOUBTFUL_LOSS_RANGE: Final = (0.02, 0.1)
"""The range of win-probability losses for which an exchange is checked by a search one exchange and one duel deeper.

Larger losses are nearly always confirmed.
"""
ALTERNATIVES_RECHECKED: Final = 3
"""The number of best exchanges that are also searched deeper, for comparison with the chosen exchange."""
LOSS_TOLERANCE: Final = 1e-9
"""The largest loss of win probability that is treated as a rounding error."""


def win_shares(state: State, *, quickly: bool = False) -> tuple[float, ...]:
    """Return both seats' win probabilities, based on what an onlooker can know.

    During the placement, the layout of the stones is ignored. If `quickly` is set, it is ignored in all phases.
    """
    bison = (
        win_probability_by_shells(state.terms, state.duels_fought, state.shells[BISON])
        if quickly
        else _calibrated_bison_share(state)
    )
    return bison, 1 - bison


def _calibrated_bison_share(state: State) -> float:
    """Return Bison's win probability, with calibration where it applies.

    The calibration is based on matches in the classic variant with the usual prize, and applies only to such matches.
    It is not used for judging choices.
    """
    (bison, board), terms = _evaluate_state(state), state.terms
    if board is None or terms.variant != "classic" or terms.prize_is_one_shell:
        return bison
    return calibrate_probability(bison, terms.duel_limit - state.duels_fought, board.pairings)


def calibrate_probability(estimate: float, duels_to_come: int, pairings: Iterable[Pairing]) -> float:
    """Adjust Bison's estimated win probability to the real outcomes of similar matches. Exact values stay unchanged."""
    if duels_to_come <= EXACT_DUELS_LEFT or not 0 < estimate < 1:
        return estimate
    lead_in_spaces = sum(
        (bison > wolf) - (bison < wolf) for bison, wolf in (divmod(pairing, 10) for pairing in pairings)
    )
    return 1 / (
        1
        + exp(
            -LOG_ODDS_FACTOR * log(estimate / (1 - estimate))
            - LOG_ODDS_PER_SPACE_AND_DUEL * min(duels_to_come, CALIBRATED_DUELS_MAX) * lead_in_spaces
        )
    )


def _evaluate_state(state: State) -> tuple[float, KnownBoard | None]:
    """Return Bison's win probability and the board that it was computed from.

    The board is None during the placement and once the match is decided.
    """
    if state.phase == "over" or 0 in state.shells:
        return final_win_share(state.shells[BISON]), None
    if state.phase == "place":
        return 0.5, None
    view = views.view(state, None)
    if state.phase == "mask":
        duel = _solve_duel(view)
        return duel.value, duel.board
    best = _rank_exchanges(view)[0]
    return best.value, best.board


def split_change(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    change = _calibrated_bison_share(later) - _calibrated_bison_share(state)
    match state.phase:
        case "mask":
            parts = list(_split_duel(state, joint, later))
        case "exchange":
            ((seat, move),) = joint.items()
            parts = [_judge_exchange(views.view(state, seat), seat, move)]
        case _:
            parts = []
    rest = change - sum(part.gains[BISON] for part in parts)
    return [*parts, Contribution("sight", _gains_by_seat(rest))] if abs(rest) > LOSS_TOLERANCE else parts


def _gains_by_seat(bison: float) -> tuple[float, ...]:
    return bison, -bison


@dataclass(frozen=True, slots=True)
class _SolvedDuel:
    """The next duel of a view, solved as a matrix game. All values are Bison's win probabilities."""

    value: float
    board: KnownBoard
    payoffs: Sequence[Sequence[float]]
    """The payoffs by row and column."""
    mixes: tuple[Sequence[Fraction], Sequence[Fraction]]
    """An optimal mix for each seat."""

    def value_of_line(self, seat: Seat, line: int) -> float:
        """Return the value of a line against an optimal mix of the opponent.

        If several mixes are optimal for the opponent, use the mix that is worst for this line.
        """
        if self.mixes[seat][line]:
            return self.value
        if seat == BISON:
            return float(matrix.worst_payoff_of_row(self.payoffs, line))
        return -float(
            matrix.worst_payoff_of_row([[-cell for cell in column] for column in zip(*self.payoffs, strict=True)], line)
        )


@dataclass(frozen=True, slots=True)
class _EvaluatedExchange:
    value: float
    """Bison's win probability after the exchange."""
    move: Move
    board: KnownBoard


@lru_cache(maxsize=1 << 8)
def _solve_duel(view: View) -> _SolvedDuel:
    board = board_known_to_viewer(view)
    payoffs = payoff_matrix(board.pairings, _search_values(Evaluator.from_view(view), board))
    solution = matrix.solve_matrix(payoffs)
    return _SolvedDuel(float(solution.value), board, payoffs, (solution.rows, solution.columns))


def _search_values(evaluator: Evaluator, board: KnownBoard) -> PairingValues:
    """Return Bison's win probability after each pairing in the next duel.

    The exchange after the duel is searched, except in the variant with stacks, which has too many exchanges.
    """
    return evaluator.win_values if evaluator.terms.allows_stacks else evaluator.search_values(board)


@lru_cache(maxsize=1 << 8)
def _rank_exchanges(view: View) -> Sequence[_EvaluatedExchange]:
    """Search the most promising exchanges, and return them with the best for the exchanging seat first."""
    evaluator, seat = Evaluator.from_view(view), exchanging_seat(view.duels_fought)
    score_board = make_board_scorer(seat, evaluator.win_values)
    exchanges = sorted(
        list_exchanges(board_known_to_viewer(view), view.terms, seat, score_board),
        key=lambda exchange: score_board(exchange[1].pairings),
        reverse=True,
    )
    if view.terms.stones_are_hidden:
        exchanges = exchanges[:EXCHANGES_JUDGED_IN_MEMORY_MAX]
    elif view.duels_fought + EXACT_DUELS_LEFT < view.terms.duel_limit or view.terms.allows_stacks:
        exchanges = exchanges[:EXCHANGES_JUDGED_MAX]
    sign = 1 if seat == BISON else -1
    evaluated = [
        _EvaluatedExchange(duel_value(board.pairings, _search_values(evaluator, board)), move, board)
        for move, board in exchanges
    ]
    return sorted(evaluated, key=lambda exchange: -sign * exchange.value)


def _split_duel(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    row, column = ROWS.index(joint[BISON][1]), COLUMNS.index(joint[WOLF][1])
    duel = _solve_duel(views.view(state, None))
    payoff = duel.payoffs[row][column]
    # If both players mix optimally, this part is zero on average, so neither of them is responsible for it.
    luck = payoff - duel.value_of_line(BISON, row) - duel.value_of_line(WOLF, column) + duel.value
    parts = [Contribution("meeting", _gains_by_seat(luck))]
    if state.terms.stones_are_hidden:
        parts.append(Contribution("dice", _gains_by_seat(_evaluate_after_reveal(later) - payoff)))
    return [
        *parts,
        _judge_mask(views.view(state, BISON), BISON, row),
        _judge_mask(views.view(state, WOLF), WOLF, column),
    ]


def _evaluate_after_reveal(later: State) -> float:
    """Return Bison's win probability after a duel has revealed its stones.

    This search looks as far ahead as the search before the duel did, which makes the two results comparable.
    """
    if later.phase == "over":
        return final_win_share(later.shells[BISON])
    view = views.view(later, None)
    return evaluate_exchange(Evaluator.from_view(view), board_known_to_viewer(view))


def _judge_mask(view: View, seat: Seat, line: int) -> Contribution:
    """Compare a mask with the best mask, both against the rival's optimal mix.

    The rival's actual choice does not matter, because the player could not know it.
    """
    duel = _solve_duel(view)
    value, sign = duel.value_of_line(seat, line), 1 if seat == BISON else -1
    loss = sign * (duel.value - value)
    if loss <= LOSS_TOLERANCE:
        return Contribution("choice", _gains_by_seat(0.0), seat)
    payoffs = duel.payoffs[line] if seat == BISON else [row[line] for row in duel.payoffs]
    answer = min(range(3), key=lambda other: sign * payoffs[other])
    best = max(range(3), key=lambda own: duel.mixes[seat][own])
    facts: dict[str, str | int] = {
        "seat": seat,
        "line": LINES[seat][line].upper(),
        "answer": LINES[1 - seat][answer].upper(),
        "better": LINES[seat][best].upper(),
        **_compare_chances(seat, duel.value, value),
    }
    return Contribution(
        "choice", _gains_by_seat(-sign * loss), seat, Suggestion(("mask", LINES[seat][best]), "judged-mask", facts)
    )


def _compare_chances(seat: Seat, best: float, chosen: float) -> dict[str, int]:
    """Convert two of Bison's win probabilities to percentages for this seat."""
    return {
        "chances": round(100 * (best if seat == BISON else 1 - best)),
        "instead": round(100 * (chosen if seat == BISON else 1 - chosen)),
    }


def _judge_exchange(view: View, seat: Seat, move: Move) -> Contribution:
    ranked, sign = _rank_exchanges(view), 1 if seat == BISON else -1
    evaluator, board = Evaluator.from_view(view), apply_exchange(board_known_to_viewer(view), move, seat)
    best = ranked[0]
    chosen = _EvaluatedExchange(duel_value(board.pairings, _search_values(evaluator, board)), move, board)
    is_estimate = view.terms.stones_are_hidden or view.terms.allows_stacks
    is_exact = view.duels_fought + EXACT_DUELS_LEFT >= view.terms.duel_limit and not is_estimate
    is_doubtful = DOUBTFUL_LOSS_RANGE[0] <= sign * (best.value - chosen.value) < DOUBTFUL_LOSS_RANGE[1]
    if is_doubtful and not (is_exact or is_estimate):
        chosen = _evaluate_deeper(evaluator, chosen)
        best = max(
            (_evaluate_deeper(evaluator, exchange) for exchange in ranked[:ALTERNATIVES_RECHECKED]),
            key=lambda exchange: sign * exchange.value,
        )
    loss = sign * (best.value - chosen.value)
    if loss <= LOSS_TOLERANCE:
        # The chosen exchange can even be better than all the searched exchanges.
        return Contribution("choice", _gains_by_seat(0.0), seat)
    better = _explain_better_exchange(
        evaluator, seat, best, board, {**_compare_chances(seat, best.value, chosen.value), "sure": int(is_exact)}
    )
    return Contribution("choice", _gains_by_seat(-sign * loss), seat, better)


def _evaluate_deeper(evaluator: Evaluator, exchange: _EvaluatedExchange) -> _EvaluatedExchange:
    values = evaluator.search_values(exchange.board, 2)
    return replace(exchange, value=duel_value(exchange.board.pairings, values))


def _explain_better_exchange(
    evaluator: Evaluator, seat: Seat, best: _EvaluatedExchange, chosen: KnownBoard, comparison: dict[str, int]
) -> Suggestion:
    """Explain why an exchange was better: it prevents a knockout, threatens a knockout, or is better in general."""
    facts: dict[str, str | int] = {"better": _format_exchange(best.move), **comparison}
    shell_values = evaluator.shell_values
    win, loss = (SHELL_COUNT, 0) if seat == BISON else (0, SHELL_COUNT)
    wins_of_best = [space for space, pairing in enumerate(best.board.pairings) if shell_values[pairing] == win]
    losses_of_best = {space for space, pairing in enumerate(best.board.pairings) if shell_values[pairing] == loss}
    losses_of_chosen = [space for space, pairing in enumerate(chosen.pairings) if shell_values[pairing] == loss]
    if prevented := [space for space in losses_of_chosen if space not in losses_of_best]:
        return Suggestion(best.move, "judged-swap-open", {**facts, "space": SPACES[prevented[0]].upper()})
    if wins_of_best and not any(shell_values[pairing] == win for pairing in chosen.pairings):
        return Suggestion(best.move, "judged-swap-threat", {**facts, "space": SPACES[wins_of_best[0]].upper()})
    return Suggestion(best.move, "judged-swap", facts)


def _format_exchange(move: Move) -> str:
    """Format an exchange for use in a sentence, such as `A3⇄B1`, or `B7→A1, W3→C2` with stacks."""
    if move[0] == "move":
        _, first, first_target, second, second_target = move
        return f"{first.upper()}→{first_target.upper()}, {second.upper()}→{second_target.upper()}"
    return "⇄".join(space.upper() for space in move[-2:])
