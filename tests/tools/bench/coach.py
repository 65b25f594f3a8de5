"""`make coach`: how good the coach is. Is its luck fair on average, are its chances right, does it find mistakes?

Duel: a rival that thinks as far as the coach plays itself, for the chances and for luck. Random choices are planted
into more of its matches, and a judge who thinks further says what they cost. Flags on the strong house, which thinks
further too, count as false. Schnick: the house plays itself, then a random player. Chess: random turns are planted into
matches of a rival that looks two turns ahead, and a search of fifteen times as many boards says what they cost.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from statistics import fmean, pvariance
from typing import Final

from games import GAMES
from games.dice import Chance, Dice
from games.match import begin
from games.options import settled
from games.schamanen.outlook import at_leisure
from games.shamanic_chess import judge as chess
from tests.tools.bench.baselines import find_player
from tests.tools.bench.coach_matches import (
    ReviewedMatch,
    brier,
    calibration_bins,
    check_no_luck,
    play,
    play_and_review,
    review,
)
from tests.tools.bench.coach_woodwalkers import measure_woodwalkers
from tests.tools.bench.timing import row

DUELS: Final = 500
PLANTED_DUELS: Final = 150
SCHNICK_MATCHES: Final = 800
CHESS_MATCHES: Final = 160
WOODWALKERS_MATCHES: Final = 40
DUEL_MISTAKE: Final = 0.02
CHESS_MISTAKE: Final = 0.2
"""A planted choice that costs less is no mistake."""
JUDGE_BOARDS: Final = 1_500_000


def plant_in_duel(key: str, number: int) -> ReviewedMatch:
    game = GAMES[key]
    seed = hashlib.sha256(f"planted {key} {number}".encode()).digest()
    match = begin(game, settled(game.options_class, {"placement": "random"}), 2, Chance.of(seed, ()))
    return review(seed, *play(match, [find_player(game, "nash3")] * 2, plant=1 + number % 4))


def review_strong(key: str, number: int) -> ReviewedMatch:
    """Plant nothing: all that is flagged the house chose at its strongest."""
    return play_and_review(key, {"placement": "random"}, ("strong", "strong"), number)


def check_chances(game: str, found: Sequence[ReviewedMatch], most: float, apart: float, fewer: float) -> bool:
    """Check calibration, the mean of luck, and CPU."""
    told = calibration_bins(found)
    gap = fmean(abs(point - share) for point, share in told)
    shares = [each.share for each in found]
    ratio = pvariance(shares) / pvariance([each.share - each.luck for each in found])
    seconds = fmean(each.seconds for each in found)
    held = row(f"{game}: Brier", f"{brier(found):.3f}", f"≤ {most:g}", holds=brier(found) <= most)
    held &= row(f"{game}: gap, in ten bins", f"{gap:.3f}", f"≤ {apart:g}", holds=gap <= apart)
    print("  " + " ".join(f"{point:.2f}:{share:.2f}" for point, share in told))  # noqa: T201 - its product
    held &= check_no_luck(f"{game}: luck of the first seat a match", found)
    held &= row(f"{game}: fewer matches with luck taken out", f"{ratio:.1f}×", f"≥ {fewer:g}×", holds=ratio >= fewer)
    return row(f"{game}: CPU a match", f"{seconds:.2f} s", "≤ 0.2 s", holds=seconds <= 0.2) and held


def measure_duel(pool: ProcessPoolExecutor, matches: int, mistakes: int) -> bool:
    found = list(pool.map(partial(play_and_review, "schamanen", {}, ("nash3", "nash3")), range(matches), chunksize=4))
    held = check_chances("Duel", found, 0.17, 0.04, 4.5)
    tried = list(pool.map(partial(plant_in_duel, "schamanen"), range(mistakes), chunksize=2))
    cost = [each for each in tried if each.planted > DUEL_MISTAKE]
    hits = sum(each.found for each in cost) / len(cost)
    held &= row(f"Duel: planted mistakes found, of {len(cost)}", f"{hits:.0%}", "≥ 95 %", holds=hits >= 0.95)
    strong = list(pool.map(partial(review_strong, "schamanen"), range(mistakes // 8), chunksize=1))
    others = fmean(each.mistakes for each in strong)
    held &= row(f"Duel: others flagged a match, of {len(strong)}", f"{others:.2f}", "≤ 0.5", holds=others <= 0.5)
    dark = pool.map(
        partial(play_and_review, "schamanen", {"variant": "memory"}, ("steady", "steady")), range(mistakes // 8)
    )
    seconds = fmean(each.seconds for each in dark)
    return row("Memory: CPU a match", f"{seconds:.2f} s", "≤ 0.2 s", holds=seconds <= 0.2) and held


def measure_schnick(pool: ProcessPoolExecutor, matches: int) -> bool:
    found = list(pool.map(partial(play_and_review, "schnick", {}, ("strong", "strong")), range(matches), chunksize=16))
    held = check_chances("Schnick", found, 0.175, 0.03, 1)
    others = list(pool.map(partial(play_and_review, "schnick", {}, ("strong", "random")), range(matches), chunksize=16))
    share = fmean(each.share for each in others)
    return check_no_luck(f"Schnick: luck of the house, which wins {share:.2f} against chance", others) and held


def plant_in_chess(number: int) -> tuple[float, bool]:
    """Plant a random turn; return what it cost by the deeper search, and whether the coach flagged it."""
    game = GAMES["shamanic_chess"]
    seed = hashlib.sha256(f"slipped {number}".encode()).digest()
    match, rival = begin(game, settled(game.options_class, {}), 2, Chance.of(seed, ())), find_player(game, "depth2")
    while match.result is None:
        (seat,) = match.awaited
        plant = match.step == 6 + number % 60
        word = (
            (Dice(seed).choice(match.legal(seat))) if plant else rival(match.view(seat), match.house(seat), at_leisure)
        )
        before, match = match, match.said(seat, word)
        if plant:
            lost = chess.lost(before.state, word, match.state, JUDGE_BOARDS)
            return lost, any(part.better for part in game.judged(before.state, {seat: word}, match.state))
    return 0.0, False


def measure_chess(pool: ProcessPoolExecutor, mistakes: int) -> bool:
    cost = [(lost, hit) for lost, hit in pool.map(plant_in_chess, range(mistakes), chunksize=2) if lost > CHESS_MISTAKE]
    hits = fmean(hit for _, hit in cost)
    held = row(f"Chess: planted mistakes found, of {len(cost)}", f"{hits:.0%}", "≥ 80 %", holds=hits >= 0.8)
    strong = list(
        pool.map(
            partial(play_and_review, "shamanic_chess", {}, ("strong", "strong")), range(mistakes // 16), chunksize=1
        )
    )
    others = fmean(each.mistakes for each in strong)
    seconds = max(each.seconds for each in strong) / 2
    held &= row(f"Chess: others flagged a match, of {len(strong)}", f"{others:.2f}", "≤ 0.3", holds=others <= 0.3)
    return row("Chess: CPU a side, at most", f"{seconds:.1f} s", "≤ 20 s", holds=seconds <= 20) and held


def main(
    duels: int = DUELS,
    mistakes: int = PLANTED_DUELS,
    cards: int = SCHNICK_MATCHES,
    chess_matches: int = CHESS_MATCHES,
    woodwalkers: int = WOODWALKERS_MATCHES,
) -> bool:
    """Take the matches of each kind; 0 leaves a kind out."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        held = [measure_schnick(pool, cards)] if cards else []
        held += [measure_chess(pool, chess_matches)] if chess_matches else []
        held += [measure_woodwalkers(pool, woodwalkers)] if woodwalkers else []
        return all([*held, measure_duel(pool, duels, mistakes)] if duels else held)


if __name__ == "__main__":
    raise SystemExit(not main(*map(int, sys.argv[1:6])))
