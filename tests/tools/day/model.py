"""The model of a day: when how many people play what, and how fast.

Facts have a public source. Guesses have none and stand apart. Change them here if you know better.
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
"""Share of the people by hours ahead of UTC.

Of Discord's visitors 27 % are in the US, 13 % in Brazil, 4 % each in Russia, India and Britain. The rest is a guess.
"""
# Guesses.
QUIETEST: Final = 1 / 12
"""Activity at four in the night, of that in the busiest hour, local time."""
PLAY: Final = 0.5
"""Share of a server's monthly people who play with the bot."""
DAYS: Final = 2.0
"""Days a week on which a player plays."""
AWAY: Final = 0.1
"""Share of the matches between people who come back now and then; at Chess.com one in two hundred."""
GAMES: Final[dict[str, float]] = {"schnick": 0.45, "schamanen": 0.35, "woodwalkers": 0.20}
"""Without chess: random moves make matches of unrealistic length."""
THINKS: Final = (9.0, 0.8)
"""Seconds for a decision of somebody who is there: median and sigma of a lognormal."""
RETURNS: Final = (2_400.0, 1.3)
"""The same for somebody who has to be called."""
ANSWERS: Final = (40.0, 1.0)
"""The same until a challenge is accepted."""

FIRST: Final = 1_000_000
MOST: Final = 1_000
"""Most people of a server. Their ids are consecutive."""


@dataclass(frozen=True)
class PlannedMatch:
    """A match that is to be played."""

    at_s: float
    """Seconds since midnight."""
    server: int
    people: tuple[int, ...]
    game: str
    is_away: bool = False
    """The players come back now and then."""


@dataclass(frozen=True)
class Day:
    matches: Sequence[PlannedMatch]
    """Those of a sample, in order."""
    factor: float
    """How many times as large the whole is."""
    hours: float = 24.0
    seed: int = 25


def draw_day(servers: int, seed: int = 25, hours: float = 24.0, whole: int = SERVERS) -> Day:
    """Draw what so many servers play, from midnight UTC on."""
    dice, matches = random.Random(seed), []
    # Spread evenly: in a small sample a few more away players would cause most of all requests.
    alone, away = _spread_evenly(PRACTICE), _spread_evenly(AWAY)
    for server_id, region in enumerate(dice.choices([*REGIONS], [*REGIONS.values()], k=servers)):
        # Most servers are small, and a large one plays more.
        size = dice.expovariate(1)
        people = [FIRST + server_id * MOST + it for it in range(min(MOST, max(2, round(size * MEMBERS * PLAY))))]
        for _ in range(_poisson(dice, matches_a_day() * size)):
            at = _moment(dice, region)
            them = tuple(dice.sample(people, 1 if next(alone) else 2))
            (game,) = dice.choices([*GAMES], [*GAMES.values()])
            matches.append(PlannedMatch(at, server_id, them, game, is_away=len(them) > 1 and next(away)))
    factor = matches_a_day() * whole / max(1, len(matches))
    matches = [it for it in matches if it.at_s < hours * 3600]
    return Day(sorted(matches, key=attrgetter("at_s")), factor, hours, seed)


def matches_a_day() -> float:
    """Return the matches a day of a server."""
    return MEMBERS * PLAY * DAYS / 7 * GAMES_A_DAY


def activity(hour: float) -> float:
    """Return the activity at a local hour, of that in the busiest one, eight in the evening."""
    away = min(abs(hour - 20), 24 - abs(hour - 20))
    # Up slowly over the day, down fast at night.
    wide = 8.0 if (hour - 20) % 24 > 12 else 4.2
    return max(QUIETEST, exp(-((away / wide) ** 2)))


def hourly_shares() -> list[float]:
    """Return the share of a day's matches that begins in each hour of UTC."""
    local = [activity(hour) for hour in range(24)]
    whole = [sum(share * local[(hour + ahead) % 24] for ahead, share in REGIONS.items()) for hour in range(24)]
    return [it / sum(whole) for it in whole]


def draw_time(dice: random.Random, spread: tuple[float, float]) -> float:
    median, sigma = spread
    return dice.lognormvariate(log(median), sigma)


def _moment(dice: random.Random, region: int) -> float:
    while True:
        at = dice.uniform(0, 24)
        if dice.random() < activity((at + region) % 24):
            return at * 3600


def _spread_evenly(share: float) -> Iterator[bool]:
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
