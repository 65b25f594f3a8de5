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

SERVER_COUNT: Final = 100_000

# Facts.
ACTIVE_MEMBERS_PER_SERVER: Final = 150 / 19
"""Discord, 2021 and 2023: 150 million people a month, 19 million servers that are active in a week."""
GAMES_PER_PLAYER_AND_DAY: Final = 31.7 / 10.0
"""Chess.com, 20 January 2023: 31.7 million games, 10 million members."""
PRACTICE_SHARE: Final = 480.4 / 1057.3
"""Chess.com, February 2023: of 1,057.3 million games 480.4 million against the computer."""
SHARE_BY_UTC_OFFSET: Final[dict[int, float]] = {-5: 0.31, -3: 0.13, 1: 0.30, 3: 0.08, 7: 0.18}
"""Share of the people by hours ahead of UTC.

Of Discord's visitors 27 % are in the US, 13 % in Brazil, 4 % each in Russia, India and Britain. The rest is a guess.
"""
# Guesses.
NIGHT_ACTIVITY_RATIO: Final = 1 / 12
"""Activity at four in the night, of that in the busiest hour, local time."""
PLAYER_SHARE: Final = 0.5
"""Share of a server's monthly people who play with the bot."""
PLAYING_DAYS_PER_WEEK: Final = 2.0
"""Days a week on which a player plays."""
AWAY_MATCH_SHARE: Final = 0.1
"""Share of the matches between people who come back now and then; at Chess.com one in two hundred."""
SHARE_BY_GAME: Final[dict[str, float]] = {"schnick": 0.45, "schamanen": 0.35, "woodwalkers": 0.20}
"""Without chess: random moves make matches of unrealistic length."""
DECISION_TIME_S: Final = (9.0, 0.8)
"""Seconds for a decision of somebody who is there: median and sigma of a lognormal."""
RETURN_TIME_S: Final = (2_400.0, 1.3)
"""The same for somebody who has to be called."""
ACCEPT_TIME_S: Final = (40.0, 1.0)
"""The same until a challenge is accepted."""

FIRST_PERSON_ID: Final = 1_000_000
MAX_PEOPLE_PER_SERVER: Final = 1_000
"""Most people of a server. Their ids are consecutive."""


@dataclass(frozen=True)
class PlannedMatch:
    """A match that is to be played."""

    at_s: float
    """Seconds since midnight."""
    server: int
    person_ids: tuple[int, ...]
    game: str
    is_away: bool = False
    """The players come back now and then."""


@dataclass(frozen=True)
class PlannedDay:
    matches: Sequence[PlannedMatch]
    """Those of a sample, in order."""
    scale_factor: float
    """How many times as large the whole is."""
    hours: float = 24.0
    seed: int = 25


def draw_day(server_count: int, seed: int = 25, hours: float = 24.0, total_servers: int = SERVER_COUNT) -> PlannedDay:
    """Draw what so many servers play, from midnight UTC on."""
    dice, matches = random.Random(seed), []
    # Spread evenly: in a small sample a few more away players would cause most of all requests.
    alone, away = _spread_evenly(PRACTICE_SHARE), _spread_evenly(AWAY_MATCH_SHARE)
    for server_id, region in enumerate(
        dice.choices([*SHARE_BY_UTC_OFFSET], [*SHARE_BY_UTC_OFFSET.values()], k=server_count)
    ):
        # Most servers are small, and a large one plays more.
        size = dice.expovariate(1)
        people = [
            FIRST_PERSON_ID + server_id * MAX_PEOPLE_PER_SERVER + it
            for it in range(min(MAX_PEOPLE_PER_SERVER, max(2, round(size * ACTIVE_MEMBERS_PER_SERVER * PLAYER_SHARE))))
        ]
        for _ in range(_draw_poisson(dice, compute_matches_per_day() * size)):
            at = _draw_start_s(dice, region)
            them = tuple(dice.sample(people, 1 if next(alone) else 2))
            (game,) = dice.choices([*SHARE_BY_GAME], [*SHARE_BY_GAME.values()])
            matches.append(PlannedMatch(at, server_id, them, game, is_away=len(them) > 1 and next(away)))
    factor = compute_matches_per_day() * total_servers / max(1, len(matches))
    matches = [it for it in matches if it.at_s < hours * 3600]
    return PlannedDay(sorted(matches, key=attrgetter("at_s")), factor, hours, seed)


def compute_matches_per_day() -> float:
    """Return the matches a day of a server."""
    return ACTIVE_MEMBERS_PER_SERVER * PLAYER_SHARE * PLAYING_DAYS_PER_WEEK / 7 * GAMES_PER_PLAYER_AND_DAY


def compute_activity(hour: float) -> float:
    """Return the activity at a local hour, of that in the busiest one, eight in the evening."""
    away = min(abs(hour - 20), 24 - abs(hour - 20))
    # Up slowly over the day, down fast at night.
    wide = 8.0 if (hour - 20) % 24 > 12 else 4.2
    return max(NIGHT_ACTIVITY_RATIO, exp(-((away / wide) ** 2)))


def compute_hourly_shares() -> list[float]:
    """Return the share of a day's matches that begins in each hour of UTC."""
    local = [compute_activity(hour) for hour in range(24)]
    whole = [
        sum(share * local[(hour + ahead) % 24] for ahead, share in SHARE_BY_UTC_OFFSET.items()) for hour in range(24)
    ]
    return [it / sum(whole) for it in whole]


def draw_lognormal_s(dice: random.Random, spread: tuple[float, float]) -> float:
    median, sigma = spread
    return dice.lognormvariate(log(median), sigma)


def _draw_start_s(dice: random.Random, region: int) -> float:
    while True:
        at = dice.uniform(0, 24)
        if dice.random() < compute_activity((at + region) % 24):
            return at * 3600


def _spread_evenly(share: float) -> Iterator[bool]:
    whole = 0.5
    while True:
        whole += share
        yield whole >= 1
        whole %= 1


def _draw_poisson(dice: random.Random, mean: float) -> int:
    many, left = 0, dice.expovariate(1)
    while left < mean:
        many, left = many + 1, left + dice.expovariate(1)
    return many
