"""How good the coach of Woodwalkers is: a part of `make coach`.

The house plays itself, and what a move by chance cost says who plays on for longer, in more worlds; who also says of
what is flagged where others play, who look no further than their own turn, whether it cost anything. And the house,
which all are held against there, is held against the moves that look better in some worlds, in others.
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
from tests.tools.bench.clock import row
from tests.tools.bench.sample import bins, brier, fought, nobodys, played

STRAY: Final = 0.08
PLAYED: Final = 160
TURNS: Final = 3
"""In so many worlds, and for so many turns, for the judge."""
TRIED: Final = 5
"""As many other moves as the house may have overlooked."""


def wandered(number: int) -> tuple[Match, Seat]:
    """Somewhere in the last third of a match of the house in the forest, before a move: earlier few cost much."""
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


def strayed(number: int) -> tuple[float, bool]:
    """A move by chance: what it cost, as who plays on for longer says, and whether it was found."""
    match, seat = wandered(number)
    word = Dice(f"strayed {number}".encode()).choice(match.legal(seat))
    # Most cost little, which is soon seen, and those are left out.
    lost, _ = forest.losses(match.view(seat), seat, word, range(1_000, 1_016), TURNS)
    if lost > STRAY / 2:
        lost, _ = forest.losses(match.view(seat), seat, word, range(2_000, 2_000 + PLAYED), TURNS)
    if lost <= STRAY:
        return lost, False
    parts = forest.judged(match.state, {seat: word}, match.said(seat, word).state)
    return lost, any(part.better for part in parts)


def blamed(number: int) -> tuple[int, int, float]:
    """Where those play who look no further than their own turn: what is flagged, how much of it cost nothing that
    counts, as who plays on for longer says, and how long a seat took.
    """
    game = GAMES["woodwalkers"]
    seats, options = 2 + number % 3, {"variant": ("day", "midnight")[number % 2]}
    seed = hashlib.sha256(f"blamed {number}".encode()).digest()
    match = begin(game, settled(game.options_class, options), seats, Chance.of(seed, ()))
    match, lines, _, _ = played(match, [player(game, "greedy")] * seats)
    record = Record(game, match.options, seats, tuple(lines), seed=seed)
    began = time.process_time()
    back = looked(record)
    seconds = (time.process_time() - began) / seats
    told = [
        forest.losses(before.view(part.seat), part.seat, step.joint[part.seat], range(2_000, 2_000 + PLAYED), TURNS)[0]
        for before, step in zip(back.passed, back.review.steps, strict=False)
        for part in step.mistakes
        if part.seat is not None
    ]
    return len(told), sum(lost < MISTAKE for lost in told), seconds


def overlooked(number: int) -> float:
    """What the house's own move lost against the best of those that looked good: chosen in some worlds, and told in
    others.
    """
    match, seat = wandered(number)
    looked = match.view(seat)

    def loses(worlds: range, turns: int, words: Iterable[Word]) -> list[tuple[float, Word]]:
        return sorted((forest.losses(looked, seat, word, worlds, turns)[0], word) for word in words)

    found = [word for _, word in loses(range(3_000, 3_004), 1, match.legal(seat))[:TRIED]]
    (lost, best), *_ = loses(range(3_100, 3_132), 2, found)
    return -forest.losses(looked, seat, best, range(3_200, 3_264), 2)[0] if lost < 0 else 0.0


def woodwalkers(crew: ProcessPoolExecutor, matches: int) -> bool:
    """By day and at midnight, for two, three and four."""
    held, worst = True, 0.0
    for seats in (2, 3, 4):
        found = [
            each
            for variant in ("day", "midnight")
            for each in crew.map(
                partial(fought, "woodwalkers", {"variant": variant}, ("steady",) * seats), range(matches), chunksize=4
            )
        ]
        name = f"Woodwalkers for {seats}"
        held &= nobodys(f"{name}: luck of the first seat a match", found)
        told = bins(found)
        gap = fmean(abs(point - share) for point, share in told)
        worst = max(worst, *(each.seconds / seats for each in found))
        row(f"{name}: Brier", f"{brier(found):.3f}", "is told", holds=True)
        row(f"{name}: gap, in ten bins", f"{gap:.3f}", "is told", holds=True)
        shares = [each.share for each in found]
        ratio = pvariance(shares) / pvariance([each.share - each.luck for each in found])
        row(f"{name}: fewer matches with luck taken out", f"{ratio:.1f}×", "is told", holds=True)
    cost = [(lost, hit) for lost, hit in crew.map(strayed, range(8 * matches), chunksize=2) if lost > STRAY]
    hits = fmean(hit for _, hit in cost)
    held &= row(f"Woodwalkers: planted mistakes found, of {len(cost)}", f"{hits:.0%}", "≥ 90 %", holds=hits >= 0.9)
    flagged = list(crew.map(blamed, range(matches * 3 // 10), chunksize=1))
    every, others, _ = map(fmean, zip(*flagged, strict=True))
    name = f"Woodwalkers: others flagged a match, beside {every - others:.1f}, of {len(flagged)}"
    held &= row(name, f"{others:.2f}", "≤ 0.5", holds=others <= 0.5)
    worst = max(worst, *(each for _, _, each in flagged))
    held &= row("Woodwalkers: CPU a seat, at most", f"{worst:.1f} s", "≤ 20 s", holds=worst <= 20)
    lost, unsure = Mean.of(list(crew.map(overlooked, range(matches), chunksize=2)))
    points = f"{100 * lost:.1f} ±{100 * unsure:.1f}"
    return row("Woodwalkers: what a move of the house loses", points, "≤ 2 points", holds=lost <= 0.02) and held
