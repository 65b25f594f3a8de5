"""`make coach`: how good the coach is. Is its luck fair on average, are its chances right, does it find mistakes?

Matches of the house say whether chances come true. Into other matches one random choice is planted, and a judge who
thinks further than the coach says what it cost. What is flagged in matches of the strong house counts as false.
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
from games.schamanen.known_board import apply_exchange, list_exchanges
from games.schamanen.known_board import board_known_to_viewer as ground_of
from games.schamanen.state import BISON
from games.shamanic_chess import analysis as chess
from games.woodwalkers import analysis as forest
from tests.tools.bench.baselines import find_player
from tests.tools.bench.timing import row

JUDGED_EXCHANGES: Final = 4
JUDGE_NODES: Final = 1_500_000
JUDGE_WORLDS: Final = range(2_000, 2_160)
JUDGE_TURNS: Final = 3


@dataclass(frozen=True, slots=True)
class ReviewedMatch:
    share: float
    """Share of the win of the first seat."""
    luck: float
    chances: Sequence[float]
    """Chance of the first seat before each step that the coach judges."""
    flagged: int
    cpu_s: float


def begin_named_match(key: str, options: Mapping[str, object], seats: int, name: str) -> tuple[Match, bytes]:
    """Begin a match with dice made from a name."""
    seed = hashlib.sha256(name.encode()).digest()
    return begin_match(
        GAMES[key], validate_options(GAMES[key].options_class, dict(options)), seats, Chance.derive(seed, ())
    ), seed


def play_and_review(key: str, options: Mapping[str, object], names: Sequence[str], number: int) -> ReviewedMatch:
    """Play a match of the named players and review it."""
    engine, seed = begin_named_match(key, options, len(names), f"coach {key} {number}")
    players = [find_player(engine.game, name) for name in names]
    lines: list[RecordLine] = []
    while engine.result is None:
        before = engine
        for seat in sorted(before.seats_asked):
            word = players[seat](before.view_of(seat), before.house_dice(seat), unlimited_time)
            lines.append(RecordLine(seat, word))
            engine = engine.play_move(seat, word)
    # A reviewer has not just thought through the same duels.
    evaluate_exchange.cache_clear()
    began = time.process_time()
    review = review_match(Record(engine.game, engine.options, engine.seats, tuple(lines), seed=seed))
    cpu_s = time.process_time() - began
    chances = [
        before[0]
        for before, step in zip(review.curve, review.steps, strict=False)
        if any(part.seat is not None for part in step.parts)
    ]
    flagged = [part for step in review.steps for part in step.mistakes]
    share = (engine.result.ranks[0] == 1) / engine.result.ranks.count(1)
    return ReviewedMatch(share, review.sum_luck(0), chances, len(flagged), cpu_s)


def duel_cost(before: Match, _: Match, seat: Seat, word: Move) -> float:
    """Return what an exchange loses, thinking two duels ahead."""
    view = before.view_of(None)
    outlook, sign = Evaluator.from_view(view), 1 if seat == BISON else -1
    ground = ground_of(view)
    made = apply_exchange(ground, word, seat)
    best = sorted(
        (sign * duel_value(other.pairings, outlook.search_values(other)), at, other)
        for at, (_, other) in enumerate(
            list_exchanges(ground, view.terms, seat, make_board_scorer(seat, outlook.win_values))
        )
    )[-JUDGED_EXCHANGES:]
    deep = [sign * duel_value(other.pairings, outlook.search_values(other, 2)) for _, _, other in best]
    return max(0.0, max(deep) - sign * duel_value(made.pairings, outlook.search_values(made, 2)))


def chess_cost(before: Match, made: Match, _: Seat, word: Move) -> float:
    """Return what a turn loses, searching fifteen times as many boards."""
    return chess.measure_loss(before.state, word, made.state, JUDGE_NODES)


def woodwalkers_cost(before: Match, _: Match, seat: Seat, word: Move) -> float:
    """Return what a move loses, playing on for three turns in 160 worlds."""
    return forest.measure_loss(before.view_of(seat), seat, word, JUDGE_WORLDS, JUDGE_TURNS)[0]


@dataclass(frozen=True)
class Planting:
    """Where a random choice is planted, and from what cost on it is a mistake."""

    rival: str
    options: Mapping[str, object]
    phase: str | None
    at: Callable[[int, int], int]
    """Which choice of the phase, by seats and the number of the match."""
    cost: Callable[[Match, Match, Seat, Move], float]
    least_cost: float
    least_found: float
    seats: tuple[int, ...] = (2,)


PLANTINGS: Final = {
    "schamanen": Planting(
        "nash3", {"placement": "random"}, "exchange", lambda _, number: 1 + number % 4, duel_cost, 0.02, 0.95
    ),
    "shamanic_chess": Planting("depth2", {}, None, lambda _, number: 7 + number % 60, chess_cost, 0.2, 0.8),
    "woodwalkers": Planting(
        "steady", {}, "move", lambda seats, number: 12 * seats + number % (6 * seats), woodwalkers_cost, 0.08, 0.9,
        (2, 3, 4),
    ),
}  # fmt: skip


def plant_mistake(key: str, number: int) -> tuple[float, bool]:
    """Plant a random choice; return what it cost, and whether the coach flags it."""
    planting = PLANTINGS[key]
    seats = planting.seats[number % len(planting.seats)]
    engine, seed = begin_named_match(key, planting.options, seats, f"planted {key} {number}")
    rival, left = find_player(engine.game, planting.rival), planting.at(seats, number)
    while engine.result is None:
        before = engine
        is_choice = len(before.seats_asked) == 1 and planting.phase in (None, getattr(before.state, "phase", None))
        left -= is_choice
        for seat in sorted(before.seats_asked):
            if is_choice and not left:
                word = Dice(seed).choose(before.legal_moves(seat))
                made = before.play_move(seat, word)
                parts = before.game.split_change(before.state, {seat: word}, made.state)
                return planting.cost(before, made, seat, word), any(part.better for part in parts)
            engine = engine.play_move(seat, rival(before.view_of(seat), before.house_dice(seat), unlimited_time))
    return 0.0, False


def check_mistakes(pool: Executor, key: str, matches: int) -> bool:
    planting = PLANTINGS[key]
    planted = pool.map(partial(plant_mistake, key), range(matches))
    found = [is_flagged for cost, is_flagged in planted if cost > planting.least_cost]
    share = fmean(found)
    what, least = f"{key}: planted mistakes found, of {len(found)}", planting.least_found
    return row(what, f"{share:.0%}", f"≥ {least:.0%}", holds=share >= least)


def check_false_flags(pool: Executor, key: str, matches: int, most: float) -> bool:
    options = PLANTINGS[key].options
    found = list(pool.map(partial(play_and_review, key, options, ("strong", "strong")), range(matches)))
    flagged = fmean(each.flagged for each in found)
    row(f"{key}: CPU a match, at most", f"{max(each.cpu_s for each in found):.1f} s")
    what = f"{key}: flagged a match of the house, of {matches}"
    return row(what, f"{flagged:.2f}", f"≤ {most}", holds=flagged <= most)


def check_chances(
    pool: Executor, key: str, names: Sequence[str], matches: int, most_brier: float = 1, most_gap: float = 1
) -> bool:
    """Check calibration, and that luck is 0 on average."""
    found = list(pool.map(partial(play_and_review, key, {}, names), range(matches), chunksize=4))
    predicted = sorted((chance, each.share) for each in found for chance in each.chances)
    brier = fmean((chance - share) ** 2 for chance, share in predicted)
    size = len(predicted) / 10
    bins = [predicted[round(at * size) : round((at + 1) * size)] for at in range(10)]
    gap = fmean(abs(fmean(chance for chance, _ in each) - fmean(share for _, share in each)) for each in bins)
    luck, unsure = MeanInterval.from_samples([each.luck for each in found])
    shares = [each.share for each in found]
    ratio = pvariance(shares) / pvariance([each.share - each.luck for each in found])
    name = f"{key} for {len(names)}"
    held = row(f"{name}: Brier", f"{brier:.3f}", f"≤ {most_brier:g}", holds=brier <= most_brier)
    held &= row(f"{name}: gap, in ten bins", f"{gap:.3f}", f"≤ {most_gap:g}", holds=gap <= most_gap)
    held &= row(f"{name}: luck of the first seat a match", f"{luck:+.3f} ±{unsure:.3f}", "0", holds=abs(luck) <= unsure)
    row(f"{name}: fewer matches with luck taken out", f"{ratio:.1f}×")
    row(f"{name}: CPU a match", f"{fmean(each.cpu_s for each in found):.2f} s")
    return held


def main(wanted: str = "", percent: int = 100) -> bool:
    """Measure one game, or all of them; with fewer matches for a quick look."""

    def many(matches: int) -> int:
        return max(2, matches * percent // 100)

    held = []
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        if wanted in "schnick":
            held += [check_chances(pool, "schnick", ("strong", "strong"), many(800), 0.175, 0.03)]
        if wanted in "shamanic_chess":
            held += [check_mistakes(pool, "shamanic_chess", many(160))]
            held += [check_false_flags(pool, "shamanic_chess", many(10), 0.3)]
        if wanted in "woodwalkers":
            held += [check_chances(pool, "woodwalkers", ("steady",) * seats, many(40)) for seats in (2, 3, 4)]
            held += [check_mistakes(pool, "woodwalkers", many(320))]
        if wanted in "schamanen":
            held += [check_chances(pool, "schamanen", ("nash3", "nash3"), many(500), 0.17, 0.04)]
            held += [check_mistakes(pool, "schamanen", many(150))]
            held += [check_false_flags(pool, "schamanen", many(18), 0.5)]
    return all(held)


if __name__ == "__main__":
    raise SystemExit(not main("".join(sys.argv[1:2]), int(*sys.argv[2:3] or ["100"])))
