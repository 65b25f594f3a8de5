"""Fit the chances by which the coach judges a position: `python -m tests.tools.bench.fit_chances woodwalkers >
games/woodwalkers/chances.toml`, or `… fit_chances schnick 2 4000` for one line of `games/schnick/chances.toml` (seats
and matches).

The house plays itself. From what is known of each seat now and then a logistic model predicts who wins; Newton's method
with a ridge penalty finds its weights. For Woodwalkers the Brier score on held-out matches goes to stderr.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp
from multiprocessing import get_context
from operator import mul
from random import Random
from statistics import fmean
from typing import Final, TypeAlias

from games import schnick, woodwalkers
from games.ai_players import find_player
from games.core import Level
from games.dice import Chance
from games.match import Match, begin_match
from games.options import validate_options
from games.schnick.analysis import list_win_features
from games.woodwalkers.evaluation import FEATURES, list_features, measure_lateness

Row: TypeAlias = Sequence[float]
Sample: TypeAlias = tuple[Sequence[Row], Sequence[float]]
"""The features of each seat, and its share of the win in the end."""

MATCHES_BY_SEATS: Final = {2: 160, 3: 100, 4: 100}
SAMPLE_EVERY_STEPS: Final = 9
LEVELS: Final = ("steady", "greedy", "steady", "playful")
FOLDS: Final = 4
RIDGE: Final = 0.3
NEWTON_STEPS: Final = 6
"""More steps change nothing."""
SCALES: Final = (20.0, 20.0, 5.0, 5.0, 3.0, 2.0, 2.0, 5.0)
"""A large value of each feature, so that the ridge weighs equally on all."""
SCHNICK_NEWTON_STEPS: Final = 12
SCHNICK_RIDGE_PER_SAMPLE: Final = 1e-3


def predict(weights: Row, rows: Sequence[Row]) -> list[float]:
    """Return the chance of each seat: the softmax of the weighted features."""
    sums = [sum(map(mul, weights, row)) for row in rows]
    top = max(sums)
    merits = [exp(each - top) for each in sums]
    return [merit / sum(merits) for merit in merits]


def fit(samples: Sequence[Sample], ridge: float, steps: int) -> Row:
    """Return the weights that make the results most likely."""
    width = len(samples[0][0][0])
    weights = [0.0] * width
    for _ in range(steps):
        gradient = [-ridge * weight for weight in weights]
        hessian = [[ridge * (row == column) for column in range(width)] for row in range(width)]
        for rows, results in samples:
            chances = predict(weights, rows)
            mean = [sum(chance * row[at] for chance, row in zip(chances, rows, strict=True)) for at in range(width)]
            for chance, row, result in zip(chances, rows, results, strict=True):
                centered = [feature - middle for feature, middle in zip(row, mean, strict=True)]
                for one in range(width):
                    gradient[one] += (result - chance) * row[one]
                    # Most features of most seats are 0.
                    if by := chance * centered[one]:
                        line = hessian[one]
                        for other in range(width):
                            line[other] += by * centered[other]
        weights = [weight + step for weight, step in zip(weights, solve(hessian, gradient), strict=True)]
    return weights


def solve(left: Sequence[Row], right: Row) -> Row:
    """Solve linear equations by Gauss-Jordan elimination with partial pivoting."""
    rows = [[*row, value] for row, value in zip(left, right, strict=True)]
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(rows)):
            if other != at:
                by = rows[other][at]
                rows[other] = [value - by * one for value, one in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]


def shares(engine: Match) -> list[float]:
    """Return the share of the win of each seat."""
    assert engine.result
    ranks = engine.result.ranks
    return [(rank == 1) / ranks.count(1) for rank in ranks]


def play_woodwalkers(seats: int, number: int) -> list[Sample]:
    """Play one match between levels that differ, by day or at midnight, and sample its positions."""
    draw = Random(f"{seats} {number}")
    options = validate_options(woodwalkers.GAME.options_class, {"variant": draw.choice(("day", "midnight"))})
    engine = begin_match(woodwalkers.GAME, options, seats, Chance.derive(f"woods {seats} {number}".encode(), ()))
    players = [find_player(woodwalkers.GAME, draw.choice(LEVELS)) for _ in range(seats)]
    states = []
    while engine.result is None:
        before = engine
        for seat in sorted(before.seats_asked):
            engine = engine.play_move(seat, players[seat](before.view_of(seat), before.house_dice(seat), lambda: 1.0))
        if engine.result is None and engine.step % SAMPLE_EVERY_STEPS == number % SAMPLE_EVERY_STEPS:
            states.append(engine.state)
    return [
        ([with_time(seat, measure_lateness(state)) for seat in list_features(state)], shares(engine))
        for state in states
    ]


def with_time(seat: Row, late: float) -> Row:
    """Return each scaled feature, by itself and multiplied by how late it is."""
    return [each * by / scale for each, scale in zip(seat, SCALES, strict=True) for by in (1.0, late)]


def brier(weights: Row, samples: Sequence[Sample]) -> float:
    return fmean(
        (p - share) ** 2 for seats, came in samples for p, share in zip(predict(weights, seats), came, strict=True)
    )


def fit_woodwalkers() -> None:
    print(  # noqa: T201 - its product
        "# Made by `python -m tests.tools.bench.fit_chances woodwalkers`. By seats: the weight of each feature,"
        f"\n# and what is added to it late in the match. {', '.join(FEATURES).capitalize()}.\n"
    )
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for seats, matches in MATCHES_BY_SEATS.items():
            found = list(pool.map(partial(play_woodwalkers, seats), range(matches), chunksize=8))
            scores = []
            for fold in range(FOLDS):
                training = [row for at, rows in enumerate(found) if at % FOLDS != fold for row in rows]
                held_out = [row for rows in found[fold::FOLDS] for row in rows]
                scores.append(brier(fit(training, RIDGE, NEWTON_STEPS), held_out))
            uninformed = (1 - 1 / seats) / seats
            print(f"{seats} seats: Brier {fmean(scores):.4f}, uninformed {uninformed:.4f}", file=sys.stderr)  # noqa: T201
            weights = fit([row for rows in found for row in rows], RIDGE, NEWTON_STEPS)
            pairs = [
                f"[{weights[2 * at] / scale:.4f}, {weights[2 * at + 1] / scale:.4f}]" for at, scale in enumerate(SCALES)
            ]
            print(f"seats{seats} = [{', '.join(pairs)}]", flush=True)  # noqa: T201 - its product


def play_schnick(seats: int, number: int) -> list[Sample]:
    """Play one match of the strong house and sample each challenge and duel."""
    seed = hashlib.sha256(f"cards {seats} {number}".encode()).digest()
    game = schnick.GAME
    engine, house = (
        begin_match(game, game.options_class(), seats, Chance.derive(seed, ())),
        find_player(game, Level.STRONG),
    )
    states = []
    while engine.result is None:
        if engine.state.phase in ("challenge", "duel"):
            states.append(engine.state)
        for seat in sorted(engine.seats_asked):
            engine = engine.play_move(seat, house(engine.view_of(seat), engine.house_dice(seat), lambda: 1.0))
    return [
        ([tuple(map(float, row)) for row in list_win_features(state, state.symbol_cards)], shares(engine))
        for state in states
    ]


def fit_schnick(seats: int, matches: int) -> None:
    samples = [sample for number in range(matches) for sample in play_schnick(seats, number)]
    # Features are scaled to the same size first, so that the ridge weighs equally on all.
    scale = [
        max(1e-9, (sum(row[at] ** 2 for rows, _ in samples for row in rows) / len(samples)) ** 0.5)
        for at in range(len(samples[0][0][0]))
    ]
    scaled = [
        ([[feature / by for feature, by in zip(row, scale, strict=True)] for row in rows], came)
        for rows, came in samples
    ]
    weights = fit(scaled, SCHNICK_RIDGE_PER_SAMPLE * len(samples), SCHNICK_NEWTON_STEPS)
    print([round(weight / by, 3) for weight, by in zip(weights, scale, strict=True)])  # noqa: T201 - its product


if __name__ == "__main__":
    if sys.argv[1] == "schnick":
        fit_schnick(*map(int, sys.argv[2:4]))
    else:
        fit_woodwalkers()
