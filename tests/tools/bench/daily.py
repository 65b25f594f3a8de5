"""Simulates the daily duel, to see what guessing people earns, on all days and on Sundays alone.

Each server has a guesser, somebody who mixes perfectly (equilibrium play), and people of a crowd.
`docs/daily.md` explains the model and lists the results.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from random import Random
from statistics import correlation, fmean
from typing import Final

from games.daily import DailyChoice, score_choice
from games.schamanen.daily import SchamanenDailyBoard, find_board
from tests.tools.bench.timing import print_row
from tests.tools.daily.crowd import (
    MODEL_SHARES,
    SHARP_SHARES,
    Mix,
    Side,
    Strategy,
    list_sides,
    model_crowd,
    model_strategies,
)

CROWDS: Final = {
    "naive": {"naive": 1.0},
    "level 1": {"level 1": 1.0},
    "level 2": {"level 2": 1.0},
    "level 3": {"level 3": 1.0},
    "equilibrium": {"equilibrium": 1.0},
    "random": {"random": 1.0},
    "sharp": SHARP_SHARES,
    "mixed": MODEL_SHARES,
}
"""The shares of each kind of person in a crowd. Everybody stays of the same kind."""
CROWDS_WITH_TARGET: Final = ("sharp", "mixed")
SERVER_COUNT: Final = 200
SIZES: Final = (4, 10, 30)
SIZE_WITH_TARGET: Final = 10
DAY_COUNT: Final = 100
RACE_DAYS: Final = 30
"""The number of days after which the guesser should be ahead of the equilibrium player."""
CORRELATION_DAYS: Final = (7, 30)
GUESSING_ERROR_SHELLS: Final = 1.0
"""The standard deviation of the guesser's error about what a line wins."""
MIN_LEAD_SHELLS: Final = 0.3
MIN_SHARE_AHEAD: Final = 0.9
WEEKDAYS: Final = 7


@dataclass(frozen=True)
class ServerSample:
    """The daily scores on one simulated server."""

    guesser: list[float]
    equilibrium: list[float]

    @property
    def guesser_is_ahead(self) -> bool:
        return sum(self.guesser[:RACE_DAYS]) > sum(self.equilibrium[:RACE_DAYS])


def find_board_of_day(day: int, *, only_sundays: bool) -> SchamanenDailyBoard:
    """Return the board of a day; every seventh day is a Sunday."""
    if only_sundays:
        return find_board(day, is_match_point=True)
    week, weekday = divmod(day, WEEKDAYS)
    is_sunday = weekday == WEEKDAYS - 1
    return find_board(week if is_sunday else day - week, is_match_point=is_sunday)


def simulate_server(crowd: str, size: int, only_sundays: bool, seed: int) -> ServerSample:
    """Simulate a guesser, an equilibrium player and a crowd, from a random day on."""
    dice = Random(f"{crowd}/{size}/{only_sundays}/{seed}")
    kinds = dice.choices(list(CROWDS[crowd]), list(CROWDS[crowd].values()), k=size - 2)
    first_day = dice.randrange(800)
    sample = ServerSample([], [])
    for day in range(first_day, first_day + DAY_COUNT):
        board = find_board_of_day(day, only_sundays=only_sundays)
        strategies = model_strategies(board)
        guesser = guess(board, model_crowd(board, CROWDS[crowd]), dice)
        equilibrium = draw_choice(strategies["equilibrium"], dice)
        others = [draw_choice(strategies[kind], dice) for kind in kinds]
        sample.guesser.append(score(board, guesser, [equilibrium, *others]))
        sample.equilibrium.append(score(board, equilibrium, [guesser, *others]))
    return sample


def simulate_skills(only_sundays: bool, seed: int) -> list[float]:
    """Simulate ten people of different skill, and return the rank correlation of skill and total.

    Skill is how often somebody guesses well. On other days, they choose as people of the mixed crowd.
    """
    dice = Random(f"skills/{only_sundays}/{seed}")
    skills = [number / SIZE_WITH_TARGET for number in range(SIZE_WITH_TARGET)]
    totals = [0.0] * len(skills)
    first_day = dice.randrange(800)
    correlations = []
    for day in range(max(CORRELATION_DAYS)):
        board = find_board_of_day(first_day + day, only_sundays=only_sundays)
        crowd = model_crowd(board)
        choices = [guess(board, crowd, dice) if dice.random() < skill else draw_choice(crowd, dice) for skill in skills]
        for number, choice in enumerate(choices):
            totals[number] += score(board, choice, choices[:number] + choices[number + 1 :])
        if day + 1 in CORRELATION_DAYS:
            correlations.append(correlation(list_ranks(totals), list_ranks(skills)))
    return correlations


def guess(board: SchamanenDailyBoard, crowd: Strategy, dice: Random) -> DailyChoice:
    """Choose the best reply to a crowd's true strategy, with an error about what each line wins."""
    rows, columns = list_sides(board)
    row_mix, column_mix = crowd
    return DailyChoice(_guess_line(rows, column_mix, dice), _guess_line(columns, row_mix, dice))


def _guess_line(side: Side, opponent: Mix, dice: Random) -> int:
    gains = [gain + dice.gauss(0, GUESSING_ERROR_SHELLS) for gain in side.compute_gains(opponent)]
    return gains.index(max(gains))


def draw_choice(strategy: Strategy, dice: Random) -> DailyChoice:
    row, column = (dice.choices(range(len(mix)), cum_weights=list(accumulate(mix)))[0] for mix in strategy)
    return DailyChoice(row, column)


def score(board: SchamanenDailyBoard, own: DailyChoice, others: Sequence[DailyChoice]) -> float:
    return float(score_choice(board.payoffs, own, others).average)


def list_ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, and the mean rank for equal values."""
    return [sum(other < value for other in values) + sum(other == value for other in values) / 2 for value in values]


def print_samples(label: str, crowd: str, size: int, samples: Sequence[ServerSample]) -> bool:
    guesser = fmean(fmean(sample.guesser) for sample in samples)
    equilibrium = fmean(fmean(sample.equilibrium) for sample in samples)
    share_ahead = fmean(sample.guesser_is_ahead for sample in samples)
    value = f"{guesser:+.2f} {equilibrium:+.2f} {share_ahead:4.0%}"
    target, holds = "", True
    if crowd in CROWDS_WITH_TARGET:
        target, holds = f"lead ≥ {MIN_LEAD_SHELLS}", guesser - equilibrium >= MIN_LEAD_SHELLS
        if size == SIZE_WITH_TARGET:
            target, holds = f"{target}, ≥ {MIN_SHARE_AHEAD:.0%}", holds and share_ahead >= MIN_SHARE_AHEAD
    return print_row(label, value, target, holds=holds)


def main() -> bool:
    holds = True
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for only_sundays, days in ((False, "all days"), (True, "Sundays")):
            print_row(f"{days}: shells per duel, and after {RACE_DAYS} days", "guess  mix ahead")
            for crowd in CROWDS:
                for size in SIZES:
                    simulate = partial(simulate_server, crowd, size, only_sundays)
                    samples = list(executor.map(simulate, range(SERVER_COUNT), chunksize=20))
                    holds &= print_samples(f"  {crowd}, {size} people", crowd, size, samples)
            correlations = list(executor.map(partial(simulate_skills, only_sundays), range(SERVER_COUNT), chunksize=20))
            for day_count, values in zip(CORRELATION_DAYS, zip(*correlations, strict=True), strict=True):
                print_row(f"  rank correlation with skill after {day_count} days", f"{fmean(values):.2f}")
    return holds
