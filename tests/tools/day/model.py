"""When how many people play what, and how fast: the model of a day, and from what public facts it is made.

FACTS have a source. GUESSES have none, and stand apart; whoever knows better changes them here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from operator import attrgetter
from typing import Final

SERVERS: Final = 100_000

# Facts.
MEMBERS: Final = 150 / 19
"""Discord, 2021 and 2023: 150 million people a month, 19 million servers that are active in a week."""
GAMES_A_DAY: Final = 31.7 / 10.0
"""Chess.com, 20 January 2023: 31.7 million games, 10 million members."""
PRACTICE: Final = 480.4 / 1057.3
"""Chess.com, February 2023: of 1,057.3 million games 480.4 million against the computer."""
REGIONS: Final[dict[int, float]] = {-5: 0.31, -3: 0.13, 1: 0.30, 3: 0.08, 7: 0.18}
"""By the hours that a region is ahead of UTC its share; of Discord's visitors 27 % are in the US, 13 % in Brazil, 4 %
each in Russia, India and Britain. How the rest is spread is a guess.
"""
# Guesses.
TIRED: Final = 1 / 12
"""Of the busiest hour of the evening what is left at four in the night, where somebody lives."""
PLAY: Final = 0.5
"""Of the people of a server who are there in a month, those who play with a bot that they have."""
DAYS: Final = 2.0
"""On which somebody who plays in a week plays."""
AWAY: Final = 0.1
"""Of the matches between people those in which they come back now and then; at Chess.com one in two hundred."""
GAMES: Final[dict[str, float]] = {"schnick": 0.45, "schamanen": 0.35, "woodwalkers": 0.20}
"""Chess is left out: whoever chooses at random plays no chess of a length that anybody would."""
THINKS: Final = (9.0, 0.8)
"""Seconds for a decision where one sits: their median, and how far they spread (of a lognormal)."""
RETURNS: Final = (2_400.0, 1.3)
"""The same of whoever is called."""
ANSWERS: Final = (40.0, 1.0)
"""Until whoever is challenged by somebody they sit with accepts."""

FIRST: Final = 1_000_000
MOST: Final = 1_000
"""People of a server: their numbers follow upon each other."""


@dataclass(frozen=True)
class Planned:
    """A match, as it is meant to be."""

    at: float
    """Seconds since the day began."""
    server: int
    people: tuple[int, ...]
    game: str
    away: bool


@dataclass(frozen=True)
class Day:
    matches: Sequence[Planned]
    """Of a sample, in their order."""
    factor: float
    """So many times as large is the whole."""
    hours: float = 24.0
    seed: int = 25


def drawn(servers: int, seed: int = 25, hours: float = 24.0, whole: int = SERVERS) -> Day:
    """What so many servers play, from midnight UTC on."""
    dice, matches = random.Random(seed), []
    # Evenly, and not by the dice: in a small sample a few more who are away would be most of all requests.
    alone, away = _evenly(PRACTICE), _evenly(AWAY)
    for server, region in enumerate(dice.choices([*REGIONS], [*REGIONS.values()], k=servers)):
        # Most servers are small, and a large one plays more.
        size = dice.expovariate(1)
        people = [FIRST + server * MOST + it for it in range(min(MOST, max(2, round(size * MEMBERS * PLAY))))]
        for _ in range(_poisson(dice, a_day() * size)):
            at = _moment(dice, region)
            them = tuple(dice.sample(people, 1 if next(alone) else 2))
            (game,) = dice.choices([*GAMES], [*GAMES.values()])
            matches.append(Planned(at, server, them, game, away=len(them) > 1 and next(away)))
    # However many these few happen to play, they stand for all that are played.
    factor = a_day() * whole / max(1, len(matches))
    matches = [it for it in matches if it.at < hours * 3600]
    return Day(sorted(matches, key=attrgetter("at")), factor, hours, seed)


def a_day() -> float:
    """Matches a day on a server."""
    return MEMBERS * PLAY * DAYS / 7 * GAMES_A_DAY


def busy(hour: float) -> float:
    """How many play at this hour where they live, of the busiest: most at eight in the evening."""
    away = min(abs(hour - 20), 24 - abs(hour - 20))
    # Up slowly over the day, down fast at night.
    wide = 8.0 if (hour - 20) % 24 > 12 else 4.2
    return max(TIRED, exp(-((away / wide) ** 2)))


def curve() -> list[float]:
    """Of a day's matches what begins in each hour of UTC."""
    local = [busy(hour) for hour in range(24)]
    whole = [sum(share * local[(hour + ahead) % 24] for ahead, share in REGIONS.items()) for hour in range(24)]
    return [it / sum(whole) for it in whole]


def takes(dice: random.Random, spread: tuple[float, float]) -> float:
    median, sigma = spread
    return dice.lognormvariate(log(median), sigma)


def _moment(dice: random.Random, region: int) -> float:
    while True:
        at = dice.uniform(0, 24)
        if dice.random() < busy((at + region) % 24):
            return at * 3600


def _evenly(share: float) -> Iterator[bool]:
    whole = 0.5
    while True:
        whole += share
        yield whole >= 1
        whole %= 1


def _poisson(dice: random.Random, mean: float) -> int:
    many, left = 0, dice.expovariate(1)
    while left < mean:
        many, left = many + 1, left + dice.expovariate(1)
    return many
