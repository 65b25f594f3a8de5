"""Fits the weights with which the coach estimates win probabilities in Woodwalkers and Schnick.

- `python -m tests.tools.bench.fit_chances woodwalkers > games/woodwalkers/chances.toml`
- `python -m tests.tools.bench.fit_chances schnick 2 4000` prints one line of `games/schnick/chances.toml`. The numbers
  are the seats and the matches.

Computer players play matches against each other, and positions are sampled from them. A logistic model predicts the
winner from the features of each seat. Newton's method with a ridge penalty finds the weights. For Woodwalkers, the
Brier score on held-out matches is printed to standard error.
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

FeatureRow: TypeAlias = Sequence[float]
FittingSample: TypeAlias = tuple[Sequence[FeatureRow], Sequence[float]]
"""The features of each seat in a position, and the share of the win that each seat had in the end."""

MATCHES_BY_SEATS: Final = {2: 160, 3: 100, 4: 100}
SAMPLE_EVERY_STEPS: Final = 9
PLAYER_LEVELS: Final = ("medium", "greedy", "medium", "easy")
FOLD_COUNT: Final = 4
RIDGE_PENALTY: Final = 0.3
NEWTON_STEP_COUNT: Final = 6
"""The number of steps of Newton's method. Further steps would not change the weights."""
FEATURE_SCALES: Final = (20.0, 20.0, 5.0, 5.0, 3.0, 2.0, 2.0, 5.0)
"""A typical large value of each feature. Features are divided by it, so the ridge penalty affects all equally."""
SCHNICK_NEWTON_STEPS: Final = 12
SCHNICK_RIDGE_PER_SAMPLE: Final = 1e-3


def predict_win_shares(weights: FeatureRow, rows: Sequence[FeatureRow]) -> list[float]:
    """Return the predicted win share of each seat: the softmax of the weighted sums of features."""
    logits = [sum(map(mul, weights, row)) for row in rows]
    # Subtracting the highest logit keeps exp() from overflowing.
    highest = max(logits)
    shares = [exp(logit - highest) for logit in logits]
    return [share / sum(shares) for share in shares]


def fit_weights(samples: Sequence[FittingSample], ridge: float, steps: int) -> FeatureRow:
    """Return the weights that maximize the likelihood of the results, with a ridge penalty on large weights."""
    width = len(samples[0][0][0])
    weights = [0.0] * width
    for _ in range(steps):
        gradient = [-ridge * weight for weight in weights]
        hessian = [[ridge * (row == column) for column in range(width)] for row in range(width)]
        for rows, results in samples:
            shares = predict_win_shares(weights, rows)
            mean = [sum(share * row[i] for share, row in zip(shares, rows, strict=True)) for i in range(width)]
            for share, row, result in zip(shares, rows, results, strict=True):
                centered = [feature - average for feature, average in zip(row, mean, strict=True)]
                for i in range(width):
                    gradient[i] += (result - share) * row[i]
                    # Skip features that are 0, as most are.
                    if factor := share * centered[i]:
                        hessian_row = hessian[i]
                        for j in range(width):
                            hessian_row[j] += factor * centered[j]
        weights = [weight + step for weight, step in zip(weights, solve_linear(hessian, gradient), strict=True)]
    return weights


def solve_linear(left: Sequence[FeatureRow], right: FeatureRow) -> FeatureRow:
    """Solve a system of linear equations by Gauss-Jordan elimination with partial pivoting."""
    rows = [[*row, value] for row, value in zip(left, right, strict=True)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for other in range(len(rows)):
            if other != i:
                factor = rows[other][i]
                rows[other] = [value - factor * own for value, own in zip(rows[other], rows[i], strict=True)]
    return [row[-1] for row in rows]


def compute_final_win_shares(engine: Match) -> list[float]:
    """Return each seat's share of the win in a finished match."""
    assert engine.result
    ranks = engine.result.ranks
    return [(rank == 1) / ranks.count(1) for rank in ranks]


def sample_woodwalkers_match(seats: int, number: int) -> list[FittingSample]:
    """Play a match between random levels in a random variant, and return samples of its positions."""
    draw = Random(f"{seats} {number}")
    options = validate_options(woodwalkers.GAME.options_class, {"variant": draw.choice(("day", "midnight"))})
    engine = begin_match(woodwalkers.GAME, options, seats, Chance.derive(f"woods {seats} {number}".encode(), ()))
    players = [find_player(woodwalkers.GAME, draw.choice(PLAYER_LEVELS)) for _ in range(seats)]
    states = []
    while engine.result is None:
        before = engine
        for seat in sorted(before.seats_asked):
            engine = engine.play_move(seat, players[seat](before.view_of(seat), before.house_dice(seat), lambda: 1.0))
        if engine.result is None and engine.step % SAMPLE_EVERY_STEPS == number % SAMPLE_EVERY_STEPS:
            states.append(engine.state)
    return [
        (
            [add_lateness(features, measure_lateness(state)) for features in list_features(state)],
            compute_final_win_shares(engine),
        )
        for state in states
    ]


def add_lateness(features: FeatureRow, lateness: float) -> FeatureRow:
    """Return the scaled features, each followed by the same feature multiplied by `lateness`.

    `lateness` is the progress of the match.
    """
    return [
        feature * factor / scale
        for feature, scale in zip(features, FEATURE_SCALES, strict=True)
        for factor in (1.0, lateness)
    ]


def compute_brier_score(weights: FeatureRow, samples: Sequence[FittingSample]) -> float:
    return fmean(
        (predicted - result) ** 2
        for rows, results in samples
        for predicted, result in zip(predict_win_shares(weights, rows), results, strict=True)
    )


def fit_woodwalkers() -> None:
    print(  # noqa: T201 - the program's output
        "# Made by `python -m tests.tools.bench.fit_chances woodwalkers`. By number of seats: the weight"
        f"\n# of each feature and the growth of this weight toward the end. Features: {', '.join(FEATURES)}.\n"
    )
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for seats, matches in MATCHES_BY_SEATS.items():
            samples_by_match = list(pool.map(partial(sample_woodwalkers_match, seats), range(matches), chunksize=8))
            scores = []
            for fold in range(FOLD_COUNT):
                training = [
                    sample
                    for number, samples in enumerate(samples_by_match)
                    if number % FOLD_COUNT != fold
                    for sample in samples
                ]
                held_out = [sample for samples in samples_by_match[fold::FOLD_COUNT] for sample in samples]
                scores.append(compute_brier_score(fit_weights(training, RIDGE_PENALTY, NEWTON_STEP_COUNT), held_out))
            uninformed = (1 - 1 / seats) / seats
            print(f"{seats} seats: Brier {fmean(scores):.4f}, uninformed {uninformed:.4f}", file=sys.stderr)  # noqa: T201
            weights = fit_weights(
                [sample for samples in samples_by_match for sample in samples], RIDGE_PENALTY, NEWTON_STEP_COUNT
            )
            pairs = [
                f"[{weights[2 * i] / scale:.4f}, {weights[2 * i + 1] / scale:.4f}]"
                for i, scale in enumerate(FEATURE_SCALES)
            ]
            print(f"seats{seats} = [{', '.join(pairs)}]", flush=True)  # noqa: T201 - the program's output


def sample_schnick_match(seats: int, number: int) -> list[FittingSample]:
    """Let the hard level play against itself, and return samples of the positions before each challenge and duel."""
    seed = hashlib.sha256(f"cards {seats} {number}".encode()).digest()
    game = schnick.GAME
    engine, player = (
        begin_match(game, game.options_class(), seats, Chance.derive(seed, ())),
        find_player(game, Level.HARD),
    )
    states = []
    while engine.result is None:
        if engine.state.phase in ("challenge", "duel"):
            states.append(engine.state)
        for seat in sorted(engine.seats_asked):
            engine = engine.play_move(seat, player(engine.view_of(seat), engine.house_dice(seat), lambda: 1.0))
    return [
        (
            [tuple(map(float, row)) for row in list_win_features(state, state.symbol_cards)],
            compute_final_win_shares(engine),
        )
        for state in states
    ]


def fit_schnick(seats: int, matches: int) -> None:
    samples = [sample for number in range(matches) for sample in sample_schnick_match(seats, number)]
    # Features are scaled to the same size first, so the ridge penalty affects all equally.
    scales = [
        max(1e-9, (sum(row[i] ** 2 for rows, _ in samples for row in rows) / len(samples)) ** 0.5)
        for i in range(len(samples[0][0][0]))
    ]
    scaled = [
        ([[feature / scale for feature, scale in zip(row, scales, strict=True)] for row in rows], results)
        for rows, results in samples
    ]
    weights = fit_weights(scaled, SCHNICK_RIDGE_PER_SAMPLE * len(samples), SCHNICK_NEWTON_STEPS)
    print([round(weight / scale, 3) for weight, scale in zip(weights, scales, strict=True)])  # noqa: T201 - the program's output


if __name__ == "__main__":
    if sys.argv[1] == "schnick":
        fit_schnick(*map(int, sys.argv[2:4]))
    else:
        fit_woodwalkers()
