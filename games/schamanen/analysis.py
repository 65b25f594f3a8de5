"""What was luck in a Duel, what was skill: each step held against what both could have known."""

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
from games.schamanen.evaluation import (
    Evaluator,
    PairingValues,
    evaluate_exchange,
    final_win_share,
    make_board_scorer,
    payoff_matrix,
    win_probability_by_shells,
)
from games.schamanen.evaluation import duel_value as value
from games.schamanen.known_board import KnownBoard, Pairing, apply_exchange, board_known_to_viewer, list_exchanges
from games.schamanen.state import BISON, COLUMNS, LINES, ROWS, SPACES, WOLF, State, View, exchanging_seat
from games.schamanen.views import view

EXCHANGES_JUDGED_MAX: Final = 10
"""As many exchanges are thought through, those that look best; all where stones lie open and that leads to the end."""
EXCHANGES_JUDGED_IN_MEMORY_MAX: Final = 3
"""As many in memory, where each step is looked at with three pairs of eyes."""
CALIBRATED_DUELS_MAX: Final = 21
"""Duels of a match of those in which it was counted what came true."""
LOG_ODDS_FACTOR: Final = 1.26
"""So much greater are the odds, as a power, than who thinks two duels ahead believes, if more than two are to come."""
LOG_ODDS_PER_SPACE_AND_DUEL: Final = 0.01
"""And by so much, in logarithms, for each duel to come and each space more on which one has the greater stone:
an exchange changes few of those.
"""
DOUBTFUL_LOSS_RANGE: Final = (0.02, 0.1)
"""What seems to have lost so much is thought through once more, an exchange and a duel further; of what seems to have
lost more hardly anything comes to nothing.
"""
ALTERNATIVES_RECHECKED: Final = 3
"""And so are as many of the best, one of which it has to be worse than."""
LOSS_TOLERANCE: Final = 1e-9
"""What is lost by rounding is not lost."""


def win_shares(state: State, *, quickly: bool = False) -> tuple[float, ...]:
    """As everybody could know it who looks on; while stones are still being placed nobody is ahead. Quickly, by the
    shells: how the stones lie is no matter of chance.
    """
    bison = (
        win_probability_by_shells(state.terms, state.duels_fought, state.shells[BISON])
        if quickly
        else _calibrated_bison_share(state)
    )
    return bison, 1 - bison


def _calibrated_bison_share(state: State) -> float:
    """The chances as they came true where matches were counted; what decides which choice is best stays as it is."""
    (bison, ground), terms = _evaluate_state(state), state.terms
    if ground is None or terms.variant != "classic" or terms.prize_is_one_shell:
        return bison
    return calibrate_probability(bison, terms.duel_limit - state.duels_fought, ground.pairings)


def calibrate_probability(believed: float, to_come: int, meetings: Iterable[Pairing]) -> float:
    """What is counted to the end is so already."""
    if to_come <= 2 or not 0 < believed < 1:
        return believed
    spaces = sum((one > other) - (one < other) for one, other in (divmod(meeting, 10) for meeting in meetings))
    return 1 / (
        1
        + exp(
            -LOG_ODDS_FACTOR * log(believed / (1 - believed))
            - LOG_ODDS_PER_SPACE_AND_DUEL * min(to_come, CALIBRATED_DUELS_MAX) * spaces
        )
    )


def _evaluate_state(state: State) -> tuple[float, KnownBoard | None]:
    """And on which ground, where there is something to come on one."""
    if state.phase == "over" or 0 in state.shells:
        return final_win_share(state.shells[BISON]), None
    if state.phase == "place":
        return 0.5, None
    looked = view(state, None)
    if state.phase == "mask":
        masks = _solve_duel(looked)
        return masks.value, masks.board
    best = _rank_exchanges(looked)[0]
    return best.value, best.board


def split_change(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    change = _calibrated_bison_share(later) - _calibrated_bison_share(state)
    match state.phase:
        case "mask":
            parts = list(_split_duel(state, joint, later))
        case "exchange":
            ((seat, word),) = joint.items()
            parts = [_judge_exchange(view(state, seat), seat, word)]
        case _:
            parts = []
    rest = change - sum(part.gains[BISON] for part in parts)
    return [*parts, Contribution("sight", _gains_by_seat(rest))] if abs(rest) > LOSS_TOLERANCE else parts


def _gains_by_seat(bison: float) -> tuple[float, ...]:
    return bison, -bison


@dataclass(frozen=True, slots=True)
class _SolvedDuel:
    """A duel before it is fought, as somebody knows it: to Bison."""

    value: float
    board: KnownBoard
    payoffs: Sequence[Sequence[float]]
    """What it leads to, by row and column."""
    mixes: tuple[Sequence[Fraction], Sequence[Fraction]]
    """The best of either."""

    def value_of_line(self, seat: Seat, line: int) -> float:
        """What a line leaves against the other's best mix; of several against the one that punishes it most."""
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
    move: Move
    board: KnownBoard


@lru_cache(maxsize=1 << 8)
def _solve_duel(looked: View) -> _SolvedDuel:
    ground = board_known_to_viewer(looked)
    table = payoff_matrix(ground.pairings, _search_values(Evaluator.from_view(looked), ground))
    solved = matrix.solve_matrix(table)
    return _SolvedDuel(float(solved.value), ground, table, (solved.rows, solved.columns))


def _search_values(outlook: Evaluator, ground: KnownBoard) -> PairingValues:
    """Of stacks there are ten thousand exchanges, so none is thought of that comes after the next duel."""
    return outlook.win_values if outlook.terms.allows_stacks else outlook.search_values(ground)


@lru_cache(maxsize=1 << 8)
def _rank_exchanges(looked: View) -> Sequence[_EvaluatedExchange]:
    """Those that were thought through, the best first."""
    outlook, seat = Evaluator.from_view(looked), exchanging_seat(looked.duels_fought)
    liking = make_board_scorer(seat, outlook.win_values)
    found = sorted(
        list_exchanges(board_known_to_viewer(looked), looked.terms, seat, liking),
        key=lambda each: liking(each[1].pairings),
        reverse=True,
    )
    if looked.terms.stones_are_hidden:
        found = found[:EXCHANGES_JUDGED_IN_MEMORY_MAX]
    elif looked.duels_fought + 2 < looked.terms.duel_limit or looked.terms.allows_stacks:
        found = found[:EXCHANGES_JUDGED_MAX]
    sign = 1 if seat == BISON else -1
    thought = [
        _EvaluatedExchange(value(made.pairings, _search_values(outlook, made)), word, made) for word, made in found
    ]
    return sorted(thought, key=lambda each: -sign * each.value)


def _split_duel(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    row, column = ROWS.index(joint[BISON][1]), COLUMNS.index(joint[WOLF][1])
    looked = _solve_duel(view(state, None))
    cell = looked.payoffs[row][column]
    # What neither could help where both mix as well as can be: it is nothing on average, whatever either draws.
    luck = cell - looked.value_of_line(BISON, row) - looked.value_of_line(WOLF, column) + looked.value
    parts = [Contribution("meeting", _gains_by_seat(luck))]
    if state.terms.stones_are_hidden:
        parts.append(Contribution("dice", _gains_by_seat(_evaluate_after_reveal(later) - cell)))
    return [*parts, _judge_mask(view(state, BISON), BISON, row), _judge_mask(view(state, WOLF), WOLF, column)]


def _evaluate_after_reveal(later: State) -> float:
    """What was turned up, looked at no further than before it was."""
    if later.phase == "over":
        return final_win_share(later.shells[BISON])
    looked = view(later, None)
    return evaluate_exchange(Evaluator.from_view(looked), board_known_to_viewer(looked))


def _judge_mask(looked: View, seat: Seat, line: int) -> Contribution:
    """Held against the other's best mix, whatever they chose: nobody could know that."""
    masks = _solve_duel(looked)
    left, sign = masks.value_of_line(seat, line), 1 if seat == BISON else -1
    lost = sign * (masks.value - left)
    if lost <= LOSS_TOLERANCE:
        return Contribution("choice", _gains_by_seat(0.0), seat)
    against = masks.payoffs[line] if seat == BISON else [row[line] for row in masks.payoffs]
    answer = min(range(3), key=lambda each: sign * against[each])
    best = max(range(3), key=lambda each: masks.mixes[seat][each])
    facts: dict[str, str | int] = {
        "seat": seat,
        "line": LINES[seat][line].upper(),
        "answer": LINES[1 - seat][answer].upper(),
        "better": LINES[seat][best].upper(),
        **_compare_chances(seat, masks.value, left),
    }
    return Contribution(
        "choice", _gains_by_seat(-sign * lost), seat, Suggestion(("mask", LINES[seat][best]), "judged-mask", facts)
    )


def _compare_chances(seat: Seat, best: float, chosen: float) -> dict[str, int]:
    """In chances of a hundred, to this seat."""
    return {
        "chances": round(100 * (best if seat == BISON else 1 - best)),
        "instead": round(100 * (chosen if seat == BISON else 1 - chosen)),
    }


def _judge_exchange(looked: View, seat: Seat, word: Move) -> Contribution:
    found, sign = _rank_exchanges(looked), 1 if seat == BISON else -1
    outlook, made = Evaluator.from_view(looked), apply_exchange(board_known_to_viewer(looked), word, seat)
    best, chosen = found[0], _EvaluatedExchange(value(made.pairings, _search_values(outlook, made)), word, made)
    unclear = looked.terms.stones_are_hidden or looked.terms.allows_stacks
    # In the last two duels of stones that lie open nothing is left to guess.
    sure = looked.duels_fought + 2 >= looked.terms.duel_limit and not unclear
    doubtful = DOUBTFUL_LOSS_RANGE[0] <= sign * (best.value - chosen.value) < DOUBTFUL_LOSS_RANGE[1]
    if doubtful and not (sure or unclear):
        chosen = _evaluate_deeper(outlook, chosen)
        best = max(
            (_evaluate_deeper(outlook, each) for each in found[:ALTERNATIVES_RECHECKED]),
            key=lambda each: sign * each.value,
        )
    lost = sign * (best.value - chosen.value)
    if lost <= LOSS_TOLERANCE:
        # Of those that were not thought through one may be better than all that were.
        return Contribution("choice", _gains_by_seat(0.0), seat)
    thought = _explain_better_exchange(
        outlook, seat, best, made, {**_compare_chances(seat, best.value, chosen.value), "sure": int(sure)}
    )
    return Contribution("choice", _gains_by_seat(-sign * lost), seat, thought)


def _evaluate_deeper(outlook: Evaluator, each: _EvaluatedExchange) -> _EvaluatedExchange:
    return replace(each, value=value(each.board.pairings, outlook.search_values(each.board, 2)))


def _explain_better_exchange(
    outlook: Evaluator, seat: Seat, best: _EvaluatedExchange, made: KnownBoard, compared: dict[str, int]
) -> Suggestion:
    """Why another exchange was better: what it threatens, what it does not leave open, what it brings together."""
    facts: dict[str, str | int] = {"better": _format_exchange(best.move), **compared}
    takings = outlook.shell_values
    mine, theirs = (18, 0) if seat == BISON else (0, 18)
    won = [space for space, meeting in enumerate(best.board.pairings) if takings[meeting] == mine]
    open_ = [space for space, meeting in enumerate(made.pairings) if takings[meeting] == theirs]
    kept = {space for space, meeting in enumerate(best.board.pairings) if takings[meeting] == theirs}
    if shut := [space for space in open_ if space not in kept]:
        return Suggestion(best.move, "judged-swap-open", {**facts, "space": SPACES[shut[0]].upper()})
    if won and not any(takings[meeting] == mine for meeting in made.pairings):
        return Suggestion(best.move, "judged-swap-threat", {**facts, "space": SPACES[won[0]].upper()})
    return Suggestion(best.move, "judged-swap", facts)


def _format_exchange(word: Move) -> str:
    """An exchange as it is written in a sentence: A3⇄B1, or b7→A1, w3→C2 where stones are moved."""
    if word[0] == "move":
        _, one, here, other, there = word
        return f"{one.upper()}→{here.upper()}, {other.upper()}→{there.upper()}"
    return "⇄".join(space.upper() for space in word[-2:])
