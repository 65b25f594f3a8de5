"""Measures how accurate the coach's reviews are: `make coach`, which takes hours on two cores.

`python -m tests.tools.bench.coach GAME PERCENT` measures one game, with fewer matches for a quick look.

- Matches between computer players show whether the win probabilities are accurate, and whether luck averages zero.
- In further matches, one choice is replaced with a random one. A judge that searches deeper than the coach measures
  its cost. The coach should flag the choice as a mistake if the cost is high enough.
- Mistakes that the coach flags in matches of the hard level count as false.

The exit code is 1 if a target is missed. `docs/review.md` lists the results.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from statistics import fmean, pvariance
from typing import Final

from bot.ratings.stats import MeanInterval
from games import GAMES
from games.chain import RecordLine
from games.coach import review_match
from games.core import Move, Seat
from games.dice import Chance, Dice
from games.match import Match, begin_match
from games.options import validate_options
from games.record import Record
from games.schamanen.evaluation import Evaluator, duel_value, evaluate_exchange, make_board_scorer, unlimited_time
from games.schamanen.known_board import apply_exchange, board_known_to_viewer, list_exchanges
from games.schamanen.state import BISON
from games.shamanic_chess import analysis as chess_analysis
from games.woodwalkers import analysis as woodwalkers_analysis
from tests.tools.bench.baselines import find_player
from tests.tools.bench.timing import print_row

JUDGED_EXCHANGE_COUNT: Final = 4
"""The number of exchanges that the judge searches: those that look best before the search."""
JUDGE_SEARCH_NODES: Final = 1_500_000
JUDGE_WORLD_SEEDS: Final = range(2_000, 2_160)
"""The seeds of the judge's random worlds. The coach uses other seeds."""
JUDGE_TURN_COUNT: Final = 3


@dataclass(frozen=True, slots=True)
class MeasuredReview:
    """The result of a match between computer players, and figures from its review.

    The win share, the luck and the win probabilities are those of the first seat.
    """

    win_share: float
    luck: float
    win_probabilities: Sequence[float]
    """The win probability before each step that the coach judges."""
    mistake_count: int
    cpu_s: float
    """The CPU time of the review."""


def begin_named_match(key: str, options: Mapping[str, object], seats: int, name: str) -> tuple[Match, bytes]:
    """Begin a match with a seed derived from a name, and return the match and the seed."""
    seed = hashlib.sha256(name.encode()).digest()
    return begin_match(
        GAMES[key], validate_options(GAMES[key].options_class, dict(options)), seats, Chance.derive(seed, ())
    ), seed


def play_and_review(key: str, options: Mapping[str, object], names: Sequence[str], match_number: int) -> MeasuredReview:
    """Play a match between the named computer players, review it and return figures from the review."""
    engine, seed = begin_named_match(key, options, len(names), f"coach {key} {match_number}")
    players = [find_player(engine.game, name) for name in names]
    lines: list[RecordLine] = []
    while engine.result is None:
        before = engine
        for seat in sorted(before.seats_asked):
            move = players[seat](before.view_of(seat), before.house_dice(seat), unlimited_time)
            lines.append(RecordLine(seat, move))
            engine = engine.play_move(seat, move)
    # Usually, the process that reviews a match has not played it, so its cache is empty.
    evaluate_exchange.cache_clear()
    start_s = time.process_time()
    review = review_match(Record(engine.game, engine.options, engine.seats, tuple(lines), seed=seed))
    cpu_s = time.process_time() - start_s
    win_probabilities = [
        before[0]
        for before, step in zip(review.curve, review.steps, strict=False)
        if any(part.seat is not None for part in step.parts)
    ]
    mistakes = [part for step in review.steps for part in step.mistakes]
    win_share = (engine.result.ranks[0] == 1) / engine.result.ranks.count(1)
    return MeasuredReview(win_share, review.sum_luck_of_steps(0), win_probabilities, len(mistakes), cpu_s)


def measure_duel_cost(before: Match, _: Match, seat: Seat, move: Move) -> float:
    """Return how much win probability an exchange lost, with a search one duel deeper than the coach's."""
    view = before.view_of(None)
    evaluator, sign = Evaluator.from_view(view), 1 if seat == BISON else -1
    board = board_known_to_viewer(view)
    chosen = apply_exchange(board, move, seat)
    best = sorted(
        (sign * duel_value(other.pairings, evaluator.search_values(other)), index, other)
        for index, (_, other) in enumerate(
            list_exchanges(board, view.terms, seat, make_board_scorer(seat, evaluator.win_values))
        )
    )[-JUDGED_EXCHANGE_COUNT:]
    values = [sign * duel_value(other.pairings, evaluator.search_values(other, 2)) for _, _, other in best]
    return max(0.0, max(values) - sign * duel_value(chosen.pairings, evaluator.search_values(chosen, 2)))


def measure_chess_cost(before: Match, after: Match, _: Seat, move: Move) -> float:
    """Return how much win probability a turn lost, with a search of fifteen times as many positions as the coach's."""
    return chess_analysis.measure_loss(before.state, move, after.state, JUDGE_SEARCH_NODES)


def measure_woodwalkers_cost(before: Match, _: Match, seat: Seat, move: Move) -> float:
    """Return how much win probability a move lost, by simulating three more turns in 160 random worlds."""
    return woodwalkers_analysis.measure_loss(before.view_of(seat), seat, move, JUDGE_WORLD_SEEDS, JUDGE_TURN_COUNT)[0]


@dataclass(frozen=True)
class PlantedChoice:
    """Which choice of a match is replaced with a random one, and how its cost is measured."""

    player: str
    """The computer player that makes all other choices."""
    options: Mapping[str, object]
    phase: str | None
    """The phase of the choice, or None for any phase."""
    choice_number: Callable[[int, int], int]
    """Returns which choice of the phase is replaced, counted from 1, given the seats and the number of the match."""
    measure_cost: Callable[[Match, Match, Seat, Move], float]
    min_cost: float
    """The cost above which the coach should flag the choice."""
    min_found: float
    """The share of choices with at least this cost that the coach must flag."""
    seats: tuple[int, ...] = (2,)


PLANTED_CHOICES: Final = {
    "schamanen": PlantedChoice(
        player="nash3",
        options={"placement": "random"},
        phase="exchange",
        choice_number=lambda _, number: 1 + number % 4,
        measure_cost=measure_duel_cost,
        min_cost=0.02,
        min_found=0.95,
    ),
    "shamanic_chess": PlantedChoice(
        player="depth2",
        options={},
        phase=None,
        choice_number=lambda _, number: 7 + number % 60,
        measure_cost=measure_chess_cost,
        min_cost=0.2,
        min_found=0.8,
    ),
    "woodwalkers": PlantedChoice(
        player="medium",
        options={},
        phase="move",
        choice_number=lambda seats, number: 12 * seats + number % (6 * seats),
        measure_cost=measure_woodwalkers_cost,
        min_cost=0.08,
        min_found=0.9,
        seats=(2, 3, 4),
    ),
}


def plant_choice(key: str, number: int) -> tuple[float, bool]:
    """Play a match up to a random choice. Return the cost of the choice, and whether the coach flags it.

    If the match ends before the choice, the cost is 0.
    """
    planted = PLANTED_CHOICES[key]
    seats = planted.seats[number % len(planted.seats)]
    engine, seed = begin_named_match(key, planted.options, seats, f"planted {key} {number}")
    player, choices_left = find_player(engine.game, planted.player), planted.choice_number(seats, number)
    while engine.result is None:
        before = engine
        is_choice = len(before.seats_asked) == 1 and planted.phase in (None, getattr(before.state, "phase", None))
        choices_left -= is_choice
        for seat in sorted(before.seats_asked):
            if is_choice and not choices_left:
                move = Dice(seed).choose(before.legal_moves(seat))
                after = before.play_move(seat, move)
                parts = before.game.split_change(before.state, {seat: move}, after.state)
                return planted.measure_cost(before, after, seat, move), any(part.better for part in parts)
            engine = engine.play_move(seat, player(before.view_of(seat), before.house_dice(seat), unlimited_time))
    return 0.0, False


def measure_found_mistakes(pool: Executor, key: str, matches: int) -> bool:
    """Measure the share of random mistakes that the coach flags, and return whether it meets the target."""
    planted = PLANTED_CHOICES[key]
    results = pool.map(partial(plant_choice, key), range(matches))
    found = [is_flagged for cost, is_flagged in results if cost > planted.min_cost]
    share, least = fmean(found), planted.min_found
    return print_row(
        f"{key}: planted mistakes found, of {len(found)}", f"{share:.0%}", f"≥ {least:.0%}", holds=share >= least
    )


def measure_false_mistakes(pool: Executor, key: str, matches: int, most: float) -> bool:
    """Measure the mistakes that the coach flags per match of the hard level.

    Return whether there are at most `most`.
    """
    options = PLANTED_CHOICES[key].options
    reviewed = list(pool.map(partial(play_and_review, key, options, ("hard", "hard")), range(matches)))
    flagged = fmean(each.mistake_count for each in reviewed)
    print_row(f"{key}: maximum CPU time of a review", f"{max(each.cpu_s for each in reviewed):.1f} s")
    label = f"{key}: mistakes flagged per hard match, of {matches}"
    return print_row(label, f"{flagged:.2f}", f"≤ {most}", holds=flagged <= most)


def measure_win_probabilities(
    pool: Executor, key: str, names: Sequence[str], matches: int, most_brier: float = 1, most_gap: float = 1
) -> bool:
    """Measure the accuracy of win probabilities and the average luck, and return whether both meet their targets."""
    reviewed = list(pool.map(partial(play_and_review, key, {}, names), range(matches), chunksize=4))
    predictions = sorted((probability, each.win_share) for each in reviewed for probability in each.win_probabilities)
    brier = fmean((probability - share) ** 2 for probability, share in predictions)
    size = len(predictions) / 10
    bins = [predictions[round(index * size) : round((index + 1) * size)] for index in range(10)]
    gap = fmean(abs(fmean(probability for probability, _ in each) - fmean(share for _, share in each)) for each in bins)
    luck, within = MeanInterval.from_samples([each.luck for each in reviewed])
    shares = [each.win_share for each in reviewed]
    ratio = pvariance(shares) / pvariance([each.win_share - each.luck for each in reviewed])
    name = f"{key} with {len(names)} seats"
    holds = print_row(f"{name}: Brier score", f"{brier:.3f}", f"≤ {most_brier:g}", holds=brier <= most_brier)
    holds &= print_row(f"{name}: calibration gap", f"{gap:.3f}", f"≤ {most_gap:g}", holds=gap <= most_gap)
    holds &= print_row(f"{name}: luck of the first seat", f"{luck:+.3f} ±{within:.3f}", "0", holds=abs(luck) <= within)
    print_row(f"{name}: fewer matches, luck removed", f"{ratio:.1f}×")
    print_row(f"{name}: CPU time per review", f"{fmean(each.cpu_s for each in reviewed):.2f} s")
    return holds


def main(game: str = "", percent: int = 100) -> bool:
    """Measure one game, or all if `game` is empty, with a percentage of the usual number of matches.

    Return whether all targets are met.
    """

    def scale(matches: int) -> int:
        return max(2, matches * percent // 100)

    holds = []
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        if game in "schnick":
            holds += [measure_win_probabilities(pool, "schnick", ("hard", "hard"), scale(800), 0.175, 0.03)]
        if game in "shamanic_chess":
            holds += [measure_found_mistakes(pool, "shamanic_chess", scale(160))]
            holds += [measure_false_mistakes(pool, "shamanic_chess", scale(10), 0.3)]
        if game in "woodwalkers":
            holds += [
                measure_win_probabilities(pool, "woodwalkers", ("medium",) * seats, scale(40)) for seats in (2, 3, 4)
            ]
            holds += [measure_found_mistakes(pool, "woodwalkers", scale(320))]
        if game in "schamanen":
            holds += [measure_win_probabilities(pool, "schamanen", ("nash3", "nash3"), scale(500), 0.17, 0.04)]
            holds += [measure_found_mistakes(pool, "schamanen", scale(150))]
            holds += [measure_false_mistakes(pool, "schamanen", scale(18), 0.5)]
    return all(holds)


if __name__ == "__main__":
    raise SystemExit(not main("".join(sys.argv[1:2]), int(*sys.argv[2:3] or ["100"])))
