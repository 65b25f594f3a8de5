"""How good the coach of Woodwalkers is: a part of `make coach`.

A judge who plays on for longer, in more worlds, says what random moves cost in matches of the house, and whether the
flags cost anything in matches of players who look no further than their own turn. The house's own moves are compared
with those that look better in some worlds, judged in others.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean, pvariance
from typing import Final

from bot.ladder.mean import Mean
from games import GAMES
from games.coach import looked
from games.core import Seat, Word
from games.dice import Chance, Dice
from games.match import Match, begin
from games.mind import player
from games.options import settled
from games.record import Record
from games.review import MISTAKE
from games.schamanen.outlook import at_leisure
from games.woodwalkers import judge as forest
from tests.tools.bench.coach_matches import brier, calibration_bins, check_no_luck, play, play_and_review
from tests.tools.bench.timing import row

MIN_COST: Final = 0.08
JUDGE_SEEDS: Final = range(2_000, 2_160)
"""One seed per world."""
JUDGE_TURNS: Final = 3
ALTERNATIVES: Final = 5
"""Other moves that the house may have overlooked."""


def play_to_late_move(number: int) -> tuple[Match, Seat]:
    """Return a position before a move in the last third of a match of the house: earlier few moves cost much."""
    game = GAMES["woodwalkers"]
    seats, options = 2 + number % 3, {"variant": ("day", "midnight")[number % 2]}
    seed = hashlib.sha256(f"strayed {number}".encode()).digest()
    match, rival = begin(game, settled(game.options_class, options), seats, Chance.of(seed, ())), player(game, "steady")
    moves = 12 * seats + number % (6 * seats)
    while True:
        for seat in sorted(match.awaited):
            moves -= match.state.phase == "move"
            if match.state.phase == "move" and not moves:
                return match, seat
            match = match.said(seat, rival(match.view(seat), match.house(seat), at_leisure))


def plant_move(number: int) -> tuple[float, bool]:
    """Plant a random move; return what it cost by the judge, and whether the coach flagged it."""
    match, seat = play_to_late_move(number)
    word = Dice(f"strayed {number}".encode()).choice(match.legal(seat))
    # Most moves cost little, which a few worlds show; those are left out.
    lost, _ = forest.losses(match.view(seat), seat, word, range(1_000, 1_016), JUDGE_TURNS)
    if lost > MIN_COST / 2:
        lost, _ = forest.losses(match.view(seat), seat, word, JUDGE_SEEDS, JUDGE_TURNS)
    if lost <= MIN_COST:
        return lost, False
    parts = forest.judged(match.state, {seat: word}, match.said(seat, word).state)
    return lost, any(part.better for part in parts)


def review_greedy(number: int) -> tuple[int, int, float]:
    """Review a match of players who look no further than their own turn.

    Returns the flags, how many of them cost too little by the judge, and the CPU seconds of a seat.
    """
    game = GAMES["woodwalkers"]
    seats, options = 2 + number % 3, {"variant": ("day", "midnight")[number % 2]}
    seed = hashlib.sha256(f"blamed {number}".encode()).digest()
    match = begin(game, settled(game.options_class, options), seats, Chance.of(seed, ()))
    match, lines, _, _ = play(match, [player(game, "greedy")] * seats)
    record = Record(game, match.options, seats, tuple(lines), seed=seed)
    began = time.process_time()
    back = looked(record)
    seconds = (time.process_time() - began) / seats
    told = [
        forest.losses(before.view(part.seat), part.seat, step.joint[part.seat], JUDGE_SEEDS, JUDGE_TURNS)[0]
        for before, step in zip(back.passed, back.review.steps, strict=False)
        for part in step.mistakes
        if part.seat is not None
    ]
    return len(told), sum(lost < MISTAKE for lost in told), seconds


def house_loss(number: int) -> float:
    """Return what the house's move lost against the best alternative, chosen in some worlds and judged in others."""
    match, seat = play_to_late_move(number)
    looked = match.view(seat)

    def loses(worlds: range, turns: int, words: Iterable[Word]) -> list[tuple[float, Word]]:
        return sorted((forest.losses(looked, seat, word, worlds, turns)[0], word) for word in words)

    found = [word for _, word in loses(range(3_000, 3_004), 1, match.legal(seat))[:ALTERNATIVES]]
    (lost, best), *_ = loses(range(3_100, 3_132), 2, found)
    return -forest.losses(looked, seat, best, range(3_200, 3_264), 2)[0] if lost < 0 else 0.0


def measure_woodwalkers(pool: ProcessPoolExecutor, matches: int) -> bool:
    """Measure by day and at midnight, for two, three and four seats."""
    held, worst = True, 0.0
    for seats in (2, 3, 4):
        found = [
            each
            for variant in ("day", "midnight")
            for each in pool.map(
                partial(play_and_review, "woodwalkers", {"variant": variant}, ("steady",) * seats),
                range(matches),
                chunksize=4,
            )
        ]
        name = f"Woodwalkers for {seats}"
        held &= check_no_luck(f"{name}: luck of the first seat a match", found)
        told = calibration_bins(found)
        gap = fmean(abs(point - share) for point, share in told)
        worst = max(worst, *(each.seconds / seats for each in found))
        row(f"{name}: Brier", f"{brier(found):.3f}")
        row(f"{name}: gap, in ten bins", f"{gap:.3f}")
        shares = [each.share for each in found]
        ratio = pvariance(shares) / pvariance([each.share - each.luck for each in found])
        row(f"{name}: fewer matches with luck taken out", f"{ratio:.1f}×")
    cost = [(lost, hit) for lost, hit in pool.map(plant_move, range(8 * matches), chunksize=2) if lost > MIN_COST]
    hits = fmean(hit for _, hit in cost)
    held &= row(f"Woodwalkers: planted mistakes found, of {len(cost)}", f"{hits:.0%}", "≥ 90 %", holds=hits >= 0.9)
    flagged = list(pool.map(review_greedy, range(matches * 3 // 10), chunksize=1))
    every, others, _ = map(fmean, zip(*flagged, strict=True))
    name = f"Woodwalkers: others flagged a match, beside {every - others:.1f}, of {len(flagged)}"
    held &= row(name, f"{others:.2f}", "≤ 0.5", holds=others <= 0.5)
    worst = max(worst, *(each for _, _, each in flagged))
    held &= row("Woodwalkers: CPU a seat, at most", f"{worst:.1f} s", "≤ 20 s", holds=worst <= 20)
    lost, unsure = Mean.of(list(pool.map(house_loss, range(matches), chunksize=2)))
    points = f"{100 * lost:.1f} ±{100 * unsure:.1f}"
    return row("Woodwalkers: what a move of the house loses", points, "≤ 2 points", holds=lost <= 0.02) and held
