"""Checks that random play matches the mean scores and numbers of duels on the rules page."""

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
from tests.effort_level import IS_LITTLE_EFFORT, IS_MOST_EFFORT

pytestmark = pytest.mark.again
MEAN_SCORE_BY_SEATS: Final = {2: 9.6, 3: 10.7, 4: 11.7}
"""The mean final score of a seat, by number of seats."""
MEAN_DUELS_BY_SEATS: Final = {2: 1.7, 3: 6.0, 4: 11.0}
"""The mean number of duels in a match, by number of seats."""
STANDARD_ERRORS_MAX: Final = 4
"""The largest allowed deviation of a mean in standard errors, in addition to the rounding of the published figure."""


def is_consistent(sample: Sequence[float], figure: float, rounding: float = 0.05) -> bool:
    return abs(fmean(sample) - figure) <= STANDARD_ERRORS_MAX * stdev(sample) / sqrt(len(sample)) + rounding


def play_random_match(seats: int, seed: int) -> tuple[float, float]:
    """Play a random match. Return the mean final score of its seats and the number of duels."""
    state: State = GAME.initial_state(validate_options(GAME.options_class, {}), seats, Dice(f"figures/{seed}".encode()))
    step = duels = 0
    last_duel: Duel | None = None
    while seats_to_move := GAME.seats_to_move(state):
        step += 1
        dice = {seat: Dice(f"figures/{seed}/{step}/{seat}".encode()) for seat in seats_to_move}
        joint = {seat: random_move(GAME.view(state, seat), dice[seat]) for seat in seats_to_move}
        state = GAME.apply(state, joint, Dice(f"figures/{seed}/{step}".encode()))
        duels += bool(state.duel is not last_duel and state.duel and state.duel.winner is not None)
        last_duel = state.duel
    return fmean(GAME.scores(state)), duels


@pytest.mark.parametrize(("seats", "matches"), [(4, 14)] if IS_LITTLE_EFFORT else [(2, 60), (3, 45), (4, 30)])
def test_random_play_matches_the_scores_and_duels_of_the_rules_page(seats: int, matches: int) -> None:
    scores, duels = zip(
        *(play_random_match(seats, seed) for seed in range(3000 if IS_MOST_EFFORT else matches)), strict=True
    )
    assert is_consistent(scores, MEAN_SCORE_BY_SEATS[seats])
    assert is_consistent(duels, MEAN_DUELS_BY_SEATS[seats], 0.5 if seats == 4 else 0.05)
    # The sample is large enough that another number of players would fail.
    assert not any(is_consistent(duels, figure) for other, figure in MEAN_DUELS_BY_SEATS.items() if other != seats)
