"""Random play comes to the figures of the rules: scores and duels by how many play."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

import pytest

from games.dice import Dice
from games.options import validate_options
from games.woodwalkers import GAME
from games.woodwalkers.ai import random_move
from games.woodwalkers.events import Duel
from games.woodwalkers.state import State
from tests.effort import LITTLE, MOST

pytestmark = pytest.mark.again
SCORES: Final = {2: 9.6, 3: 10.7, 4: 11.7}
"""The mean score of a seat."""
DUELS: Final = {2: 1.7, 3: 6.0, 4: 11.0}
"""The mean number of duels of a match."""
ERRORS: Final = 4
"""Standard errors that a mean may be off, beside the half of the last digit that is printed."""


def agrees(sample: Sequence[float], figure: float, printed: float = 0.05) -> bool:
    return abs(fmean(sample) - figure) <= ERRORS * stdev(sample) / sqrt(len(sample)) + printed


def play(seats: int, seed: int) -> tuple[float, float]:
    """The mean score at the end, and how many duels there were."""
    state: State = GAME.initial_state(validate_options(GAME.options_class, {}), seats, Dice(f"figures/{seed}".encode()))
    step = duels = 0
    fought: Duel | None = None
    while awaited := GAME.seats_to_move(state):
        step += 1
        dice = {seat: Dice(f"figures/{seed}/{step}/{seat}".encode()) for seat in awaited}
        joint = {seat: random_move(GAME.view(state, seat), dice[seat]) for seat in awaited}
        state = GAME.apply(state, joint, Dice(f"figures/{seed}/{step}".encode()))
        duels += bool(state.duel is not fought and state.duel and state.duel.winner is not None)
        fought = state.duel
    return fmean(GAME.scores(state)), duels


@pytest.mark.parametrize(("seats", "matches"), [(4, 14)] if LITTLE else [(2, 60), (3, 45), (4, 30)])
def test_random_play_scores_and_fights_as_much_as_it_should(seats: int, matches: int) -> None:
    scores, duels = zip(*(play(seats, seed) for seed in range(3000 if MOST else matches)), strict=True)
    assert agrees(scores, SCORES[seats])
    assert agrees(duels, DUELS[seats], 0.5 if seats == 4 else 0.05)
    # The sample is large enough to tell the numbers of players apart by their duels.
    assert not any(agrees(duels, figure) for other, figure in DUELS.items() if other != seats)
