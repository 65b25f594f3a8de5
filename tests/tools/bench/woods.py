"""Makes the chances by which Woodwalkers is judged: `python -m tests.tools.bench.woods >
games/woodwalkers/chances.toml`.

The house plays itself, by day and at midnight, at levels that differ. What is glimpsed of each seat now and then is
weighed so that it foretells who wins. How good that is on matches it was not made from is told on the way.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import fmean
from typing import Final

from games.dice import Chance
from games.match import begin
from games.mind import player
from games.options import settled
from games.woodwalkers import GAME
from games.woodwalkers.chances import GLIMPSED, glimpsed, lateness
from tests.tools.bench.foretell import Seen, fitted, foretold

MATCHES: Final = {2: 160, 3: 100, 4: 100}
EVERY: Final = 9
"""Of so many steps one is kept."""
NAMES: Final = ("steady", "greedy", "steady", "playful")
FOLDS: Final = 4
RIDGE: Final = 0.3
STEPS: Final = 6
"""More change nothing."""
SCALES: Final = (20.0, 20.0, 5.0, 5.0, 3.0, 2.0, 2.0, 5.0)
"""How much of each is much: so the ridge weighs on all alike."""


def played(seats: int, number: int) -> list[Seen]:
    draw = Random(f"{seats} {number}")
    options = settled(GAME.options_class, {"variant": draw.choice(("day", "midnight"))})
    match = begin(GAME, options, seats, Chance.of(f"woods {seats} {number}".encode(), ()))
    players = [player(GAME, draw.choice(NAMES)) for _ in range(seats)]
    states = []
    while match.result is None:
        before = match
        for seat in sorted(before.awaited):
            match = match.said(seat, players[seat](before.view(seat), before.house(seat), lambda: 1.0))
        if match.result is None and match.step % EVERY == number % EVERY:
            states.append(match.state)
    first = match.result.ranks.count(1)
    shares = [(rank == 1) / first for rank in match.result.ranks]
    return [([widened(seat, lateness(state)) for seat in glimpsed(state)], shares) for state in states]


def widened(seat: Sequence[float], late: float) -> list[float]:
    return [each * by / scale for each, scale in zip(seat, SCALES, strict=True) for by in (1.0, late)]


def brier(weights: Sequence[float], rows: Sequence[Seen]) -> float:
    return fmean(
        (p - share) ** 2 for seats, shares in rows for p, share in zip(foretold(weights, seats), shares, strict=True)
    )


def main() -> None:
    told = partial(print, file=sys.stderr)
    print(  # noqa: T201 - its product
        "# Made by `python -m tests.tools.bench.woods`, by how many play: what each of these weighs, and what is added"
    )
    print(f"# the later it is. {', '.join(GLIMPSED).capitalize()}.\n")  # noqa: T201 - its product
    with ProcessPoolExecutor(2, get_context("spawn")) as crew:
        for seats, matches in MATCHES.items():
            found = list(crew.map(partial(played, seats), range(matches), chunksize=8))
            apart = []
            for fold in range(FOLDS):
                learnt = fitted(
                    [row for at, rows in enumerate(found) if at % FOLDS != fold for row in rows], RIDGE, STEPS
                )
                apart.append(brier(learnt, [row for rows in found[fold::FOLDS] for row in rows]))
            nothing = (1 - 1 / seats) / seats
            told(f"{seats} seats: Brier {fmean(apart):.4f}, of whoever knows nothing {nothing:.4f}")
            weights = fitted([row for rows in found for row in rows], RIDGE, STEPS)
            pairs = [
                f"[{weights[2 * at] / scale:.4f}, {weights[2 * at + 1] / scale:.4f}]" for at, scale in enumerate(SCALES)
            ]
            print(f"seats{seats} = [{', '.join(pairs)}]")  # noqa: T201 - its product


if __name__ == "__main__":
    main()
