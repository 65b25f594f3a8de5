"""`make coach`: how good the coach is. Is what it calls luck nobody's, are its chances right, does it find mistakes?

Of the Duel: a rival that thinks as far as the coach plays itself, for the chances and for luck. Into more of its
matches a choice by chance is planted, and what that cost says a judge who thinks further. What else is flagged is
counted where the house plays itself at its strongest, which thinks further, too. Of Schnick the house plays itself, and
then somebody who plays by chance: luck must be nobody's there, too. Of chess a turn by chance is planted into matches
of a rival that looks two turns ahead, and what it cost says who looks at fifteen times as many boards.
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
from tests.tools.bench import prophet
from tests.tools.bench.baselines import find_player
from tests.tools.bench.clock import row
from tests.tools.bench.sample import Seen, bins, brier, fought, nobodys, played, seen, twice
from tests.tools.bench.walks import woodwalkers

MATCHES: Final = 500
PLANTED: Final = 150
CARDS: Final = 800
TWICE: Final = 6
"""Of so many steps of those matches it is played on from one."""
SLIPS: Final = 160
WALKS: Final = 40
COSTS: Final = 0.02
DEAR: Final = 0.2
DEEP: Final = 1_500_000
"""Boards, for the judge of chess."""


def planted(key: str, number: int) -> Seen:
    game = GAMES[key]
    seed = hashlib.sha256(f"planted {key} {number}".encode()).digest()
    match = begin(game, settled(game.options_class, {"placement": "random"}), 2, Chance.of(seed, ()))
    return seen(seed, *played(match, [find_player(game, "nash3")] * 2, plant=1 + number % 4))


def judged_strong(key: str, number: int) -> Seen:
    """Nothing is planted: what is flagged, the house at its strongest chose."""
    return fought(key, {"placement": "random"}, ("strong", "strong"), number)


def foretold(game: str, found: Sequence[Seen], most: float, apart: float, fewer: float) -> bool:
    """Are its chances right, is its luck nobody's, and does it take little time?"""
    told = bins(found)
    gap = fmean(abs(point - share) for point, share in told)
    shares = [each.share for each in found]
    ratio = pvariance(shares) / pvariance([each.share - each.luck for each in found])
    seconds = fmean(each.seconds for each in found)
    held = row(f"{game}: Brier", f"{brier(found):.3f}", f"≤ {most:g}", holds=brier(found) <= most)
    held &= row(f"{game}: gap, in ten bins", f"{gap:.3f}", f"≤ {apart:g}", holds=gap <= apart)
    print("  " + " ".join(f"{point:.2f}:{share:.2f}" for point, share in told))  # noqa: T201 - its product
    held &= nobodys(f"{game}: luck of the first seat a match", found)
    held &= row(f"{game}: fewer matches with luck taken out", f"{ratio:.1f}×", f"≥ {fewer:g}×", holds=ratio >= fewer)
    return row(f"{game}: CPU a match", f"{seconds:.2f} s", "≤ 0.2 s", holds=seconds <= 0.2) and held


def duel(crew: ProcessPoolExecutor, matches: int, mistakes: int) -> bool:
    found = list(crew.map(partial(fought, "schamanen", {}, ("nash3", "nash3")), range(matches), chunksize=4))
    held = foretold("Duel", found, 0.17, 0.04, 4.5)
    prophet.told(crew)
    tried = list(crew.map(partial(planted, "schamanen"), range(mistakes), chunksize=2))
    cost = [each for each in tried if each.planted > COSTS]
    hits = sum(each.found for each in cost) / len(cost)
    held &= row(f"Duel: planted mistakes found, of {len(cost)}", f"{hits:.0%}", "≥ 95 %", holds=hits >= 0.95)
    strong = list(crew.map(partial(judged_strong, "schamanen"), range(mistakes // 8), chunksize=1))
    others = fmean(each.mistakes for each in strong)
    held &= row(f"Duel: others flagged a match, of {len(strong)}", f"{others:.2f}", "≤ 0.5", holds=others <= 0.5)
    dark = crew.map(partial(fought, "schamanen", {"variant": "memory"}, ("steady", "steady")), range(mistakes // 8))
    seconds = fmean(each.seconds for each in dark)
    return row("Memory: CPU a match", f"{seconds:.2f} s", "≤ 0.2 s", holds=seconds <= 0.2) and held


def schnick(crew: ProcessPoolExecutor, matches: int) -> bool:
    found = list(crew.map(partial(fought, "schnick", {}, ("strong", "strong")), range(matches), chunksize=16))
    held = foretold("Schnick", found, 0.175, 0.03, 1)
    twos = crew.map(partial(twice, "schnick", "strong", {"duel", "sign"}, TWICE), range(matches), chunksize=16)
    least = fmean((one - other) ** 2 / 2 for pairs in twos for one, other in pairs)
    row("Schnick: Brier of whoever knew all cards and the house", f"{least:.3f}", "is told", holds=True)
    others = list(crew.map(partial(fought, "schnick", {}, ("strong", "random")), range(matches), chunksize=16))
    share = fmean(each.share for each in others)
    return nobodys(f"Schnick: luck of the house, which wins {share:.2f} against chance", others) and held


def slipped(number: int) -> tuple[float, bool]:
    """A turn by chance: what it cost, as who looks further says, and whether it was found."""
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
            lost = chess.lost(before.state, word, match.state, DEEP)
            return lost, any(part.better for part in game.judged(before.state, {seat: word}, match.state))
    return 0.0, False


def shamanic(crew: ProcessPoolExecutor, mistakes: int) -> bool:
    cost = [(lost, hit) for lost, hit in crew.map(slipped, range(mistakes), chunksize=2) if lost > DEAR]
    hits = fmean(hit for _, hit in cost)
    held = row(f"Chess: planted mistakes found, of {len(cost)}", f"{hits:.0%}", "≥ 80 %", holds=hits >= 0.8)
    strong = list(
        crew.map(partial(fought, "shamanic_chess", {}, ("strong", "strong")), range(mistakes // 16), chunksize=1)
    )
    others = fmean(each.mistakes for each in strong)
    seconds = max(each.seconds for each in strong) / 2
    held &= row(f"Chess: others flagged a match, of {len(strong)}", f"{others:.2f}", "≤ 0.3", holds=others <= 0.3)
    return row("Chess: CPU a side, at most", f"{seconds:.1f} s", "≤ 20 s", holds=seconds <= 20) and held


def main(
    duels: int = MATCHES, mistakes: int = PLANTED, cards: int = CARDS, slips: int = SLIPS, walks: int = WALKS
) -> bool:
    """None of a kind, and it is left out."""
    with ProcessPoolExecutor(2, get_context("spawn")) as crew:
        held = [schnick(crew, cards)] if cards else []
        held += [shamanic(crew, slips)] if slips else []
        held += [woodwalkers(crew, walks)] if walks else []
        return all([*held, duel(crew, duels, mistakes)] if duels else held)


if __name__ == "__main__":
    raise SystemExit(not main(*map(int, sys.argv[1:6])))
