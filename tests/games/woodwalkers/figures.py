"""What random play comes to. `python -m tests.games.woodwalkers.figures` plays 3,000 matches each and compares."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Final

from games.core import Seat, Word
from games.dice import Dice
from games.options import settled
from games.woodwalkers import GAME
from games.woodwalkers.mind import random_move
from games.woodwalkers.state import State
from games.woodwalkers.story import Duel

# By how many play: the mean score of a seat, and the duels of a match.
SCORES: Final = {2: 9.6, 3: 10.7, 4: 11.7}
DUELS: Final = {2: 1.7, 3: 6.0, 4: 11.0}
ERRORS: Final = 4
"""So many standard errors a mean may be off, beside the half of the last digit that is printed."""


@dataclass(frozen=True)
class Mean:
    value: float
    error: float

    def agrees(self, figure: float, printed: float = 0.05) -> bool:
        return abs(self.value - figure) <= ERRORS * self.error + printed


def mean(sample: Sequence[float]) -> Mean:
    return Mean(fmean(sample), stdev(sample) / len(sample) ** 0.5)


def played(seats: int, seed: int) -> tuple[tuple[int, ...], int]:
    """The scores at the end, and how many duels there were."""
    state: State = GAME.start(settled(GAME.options_class, {}), seats, Dice(f"figures/{seed}".encode()))
    step = duels = 0
    fought: Duel | None = None
    while awaited := GAME.awaited(state):
        step += 1
        joint: dict[Seat, Word] = {
            seat: random_move(GAME.view(state, seat), Dice(f"figures/{seed}/{step}/{seat}".encode()))
            for seat in awaited
        }
        state = GAME.apply(state, joint, Dice(f"figures/{seed}/{step}".encode()))
        if state.duel is not fought and state.duel and state.duel.winner is not None:
            duels += 1
        fought = state.duel
    return GAME.scores(state), duels


def figures(seats: int, matches: int) -> tuple[Mean, Mean]:
    """The mean score of a seat, each match counted once, and the mean number of duels."""
    ends = [played(seats, seed) for seed in range(matches)]
    return mean([fmean(scores) for scores, _ in ends]), mean([float(duels) for _, duels in ends])


def main(matches: int = 3000) -> bool:
    holds = True
    for seats in SCORES:
        score, duels = figures(seats, matches)
        for name, found, figure in (("score", score, SCORES[seats]), ("duels", duels, DUELS[seats])):
            agrees = found.agrees(figure, 0.5 if figure == 11 else 0.05)
            holds &= agrees
            line = f"{seats} players, {name}: {found.value:.2f} ± {found.error:.2f}, expected {figure}"
            sys.stdout.write(f"{line}, {'agrees' if agrees else 'DIFFERS'}\n")
    return holds


if __name__ == "__main__":
    sys.exit(not main(*map(int, sys.argv[1:])))
