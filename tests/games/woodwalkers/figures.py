"""What random play comes to. `python -m tests.games.woodwalkers.figures` plays 3,000 matches each and compares."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Final

from games.core import Seat, Word
from games.dice import Dice
from games.options import settled
from games.woodwalkers import GAME
from games.woodwalkers.state import State, View
from games.woodwalkers.story import Duel
from games.woodwalkers.things import ANIMALS

# By how many play: the mean score of a seat, and the duels of a match.
SCORES: Final = {2: 9.6, 3: 10.7, 4: 11.7}
DUELS: Final = {2: 1.7, 3: 6.0, 4: 11.0}
ERRORS: Final = 4
"""So many standard errors a mean may be off, beside the half of the last digit that is printed."""
STAKE: Final = 0.8
DUEL_STAKE: Final = 2.5
"""Two points and half a point for the wound, as the opponent's recipe weighs a duel won."""


@dataclass(frozen=True)
class Mean:
    value: float
    error: float

    def agrees(self, figure: float, printed: float = 0.05) -> bool:
        return abs(self.value - figure) <= ERRORS * self.error + printed


def mean(sample: Sequence[float]) -> Mean:
    return Mean(fmean(sample), stdev(sample) / len(sample) ** 0.5)


def worth_a_roll(view: View) -> bool:
    """Would a new die turn the duel often enough for what it is about?"""
    duel = view.duel
    assert duel
    mine, theirs = duel.sums if duel.behind == 0 else duel.sums[::-1]
    without = mine - duel.dice[duel.behind]
    # When equal the challenger loses.
    turns = sum(without + die > theirs - (duel.behind == 1) for die in range(1, 7)) / 6
    flag = dict(view.flags).get(duel.space, 0)
    return turns * (DUEL_STAKE + flag) >= STAKE


def random_word(view: View, chance: Random) -> Word:
    """Never skips, is uniform over animal and target, heals the most wounded at once, re-rolls no movement."""
    legal = GAME.legal(view)
    heals = [word for word in legal if word[0] == "heal"]
    if heals and view.seat is not None:
        wounds = view.camps[view.seat].wounds
        return max(heals, key=lambda word: wounds[ANIMALS.index(word[1])])
    match view.phase:
        case "roll":
            return ("roll",)
        case "reroll":
            return ("keep",)
        case "duel":
            return ("reroll",) if worth_a_roll(view) and chance.random() < 0.5 else ("keep",)
        case "move":
            return chance.choice([word for word in legal if word[0] == "move"] or legal)
        case _:
            return chance.choice(legal)


def played(seats: int, seed: int) -> tuple[tuple[int, ...], int]:
    """The scores at the end, and how many duels there were."""
    chance = Random(seed)
    state: State = GAME.start(settled(GAME.Options, {}), seats, Dice(f"figures/{seed}".encode()))
    step = duels = 0
    fought: Duel | None = None
    while awaited := GAME.awaited(state):
        step += 1
        joint: dict[Seat, Word] = {seat: random_word(GAME.view(state, seat), chance) for seat in sorted(awaited)}
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
