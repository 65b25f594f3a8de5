"""Computes the table of win probabilities that the computer opponent uses in Duel of the Shamans.

Run it with `python -m tests.tools.bench.duel_chances > games/schamanen/chances.toml`.

A baseline plays matches against itself. For a sample of its exchanges, the program lists the duels that could follow.
Backward induction then starts at the last duel. The win probability for a number of shells and of remaining duels is
that of the best duel with optimal mixes of masks, averaged over the sample. The result does not depend on the current
table, because no baseline reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final, TypeAlias

from games import matrix
from games.dice import Chance, Dice
from games.match import begin_match
from games.options import validate_options
from games.schamanen import GAME
from games.schamanen.evaluation import Evaluator, make_board_scorer
from games.schamanen.known_board import SINGLE_PAIRING_COUNT, STACK_PAIRING_TIE, board_known_to_viewer, list_exchanges
from games.schamanen.state import BISON, View
from tests.tools.bench.baselines import choose_nash1_move, choose_nash2_move

DuelMargins: TypeAlias = Sequence[int]
"""The shells that each of a duel's nine pairings of masks wins for the player who has just exchanged.

The rows are the masks of that player.
"""

MATCH_COUNT: Final = 40
SAMPLED_EXCHANGES: Final = 150
BEST_DUELS_KEPT: Final = 6
DUELS_MAX: Final = 30
"""The maximum number of remaining duels in the table. With more duels, the probabilities hardly change."""
BASELINE_BY_VARIANT: Final = {"classic": choose_nash2_move, "pro": choose_nash2_move, "pro_stacks": choose_nash1_move}
"""The baseline that plays each variant. With stacks, `nash2` would take ten times as long."""


def sample_exchanges(variant: str, prize: str) -> list[list[DuelMargins]]:
    """Play a baseline against itself and return, for a sample of its exchanges, the best duels that could follow."""
    placement = "random" if variant == "classic" else "draft"
    options = validate_options(GAME.options_class, {"variant": variant, "prize": prize, "placement": placement})
    exchanges: list[list[DuelMargins]] = []
    for number in range(MATCH_COUNT):
        engine = begin_match(GAME, options, 2, Chance.derive(f"{number}".encode(), ()))
        move_count = 0
        while not engine.result:
            view = engine.view_of(min(engine.to_move))
            if view.phase == "exchange":
                exchanges.append(_list_best_duels(view))
            move = BASELINE_BY_VARIANT[variant](view, Dice(f"{number}/{move_count}".encode()))
            engine = engine.play_move(view.seat, move)
            move_count += 1
    return Random(1).sample(exchanges, SAMPLED_EXCHANGES)


def _list_best_duels(view: View) -> list[DuelMargins]:
    """Return the duels that win the most shells and those that are won most often.

    A good player would choose no others.
    """
    assert view.seat is not None
    score_board = make_board_scorer(view.seat, Evaluator.from_view(view).shell_values)
    boards = [board for _, board in list_exchanges(board_known_to_viewer(view), view.terms, view.seat, score_board)]
    duels = [_list_margins(board.pairings, view.seat) for board in boards]
    most_shells, most_wins = (
        sorted(duels, key=partial(_solve_duel, value_by_margin=values))[-BEST_DUELS_KEPT:]
        for values in (_SHELLS_BY_MARGIN, _WIN_BY_MARGIN)
    )
    if view.terms.prize_is_one_shell:
        most_shells = most_wins = [[(margin > 0) - (margin < 0) for margin in duel] for duel in most_wins]
    return [*most_shells, *most_wins]


def _list_margins(pairings: Sequence[int], seat: int) -> DuelMargins:
    """Return the margins of pairings for this seat, whose masks are the rows."""
    margins = [
        pairing - STACK_PAIRING_TIE if pairing >= SINGLE_PAIRING_COUNT else pairing // 10 - pairing % 10
        for pairing in pairings
    ]
    return margins if seat == BISON else [-margins[row * 3 + column] for column in range(3) for row in range(3)]


def compute_win_probabilities(exchanges: Sequence[Sequence[DuelMargins]]) -> list[list[float]]:
    """Return a table of win probabilities: one row per number of remaining duels, one column per number of shells.

    The probabilities are those of the player who makes the next exchange.
    """
    by_shells = [0.0] * 9 + [0.5] + [1.0] * 9
    """The win probability after the next duel, for 0 to 18 shells."""
    rows: list[list[float]] = []
    for _ in range(DUELS_MAX):
        rows.append([_average_best_duel(exchanges, shells, by_shells) for shells in range(1, 18)])
        # After the duel, the other player exchanges next.
        by_shells = [0.0, *(1 - probability for probability in reversed(rows[-1])), 1.0]
    return rows


def _average_best_duel(exchanges: Sequence[Sequence[DuelMargins]], shells: int, by_shells: Sequence[float]) -> float:
    value_by_margin = [by_shells[min(18, max(0, shells + margin))] for margin in _MARGINS_BY_INDEX]
    return sum(max(_solve_duel(duel, value_by_margin) for duel in duels) for duels in exchanges) / len(exchanges)


def _solve_duel(duel: DuelMargins, value_by_margin: Sequence[float]) -> float:
    """Return the value of a duel with optimal mixes of masks."""
    a, b, c, d, e, f, g, h, i = (value_by_margin[margin] for margin in duel)
    return matrix.value_3x3(a, b, c, d, e, f, g, h, i)


_MARGINS_BY_INDEX: Final = (*range(46), *range(-45, 0))
"""All margins, each at its own index. Negative margins are at the end, where negative indices find them."""
_SHELLS_BY_MARGIN: Final = [float(max(-9, min(9, margin))) for margin in _MARGINS_BY_INDEX]
_WIN_BY_MARGIN: Final = [float((margin > 0) - (margin < 0)) for margin in _MARGINS_BY_INDEX]


def main() -> None:
    lines = [
        "# Generated by tests/tools/bench/duel_chances.py.",
        "# Each row lists the win probabilities of the player who exchanges next, with 1 to 17 shells.",
        "# The first row of a table is for the last duel, the second for two duels to come, and so on.",
    ]
    for prize in ("difference", "one"):
        lines += ["", f"[{prize}]"]
        for variant in BASELINE_BY_VARIANT:
            rows = compute_win_probabilities(sample_exchanges(variant, prize))
            lines += [f"{variant.removeprefix('pro_')} = ["]
            lines += ["  [" + ", ".join(f"{probability:.3f}" for probability in row) + "]," for row in rows]
            lines += ["]"]
    print("\n".join(lines))  # noqa: T201 - the program's output


if __name__ == "__main__":
    main()
