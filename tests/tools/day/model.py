"""The model of a day: how many people play which game, when, and how fast.

Each fact names its public source. The guesses have no source, so replace them if you have better data.
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
"""The source is Discord, 2021 and 2023: 150 million monthly users, and 19 million servers active in a week."""
GAMES_PER_PLAYER_AND_DAY: Final = 31.7 / 10.0
"""The source is Chess.com: on 20 January 2023, 10 million members played 31.7 million games."""
PRACTICE_SHARE: Final = 480.4 / 1057.3
"""The source is Chess.com: in February 2023, 480.4 of 1,057.3 million games were against the computer."""
SHARE_BY_UTC_OFFSET: Final[dict[int, float]] = {-5: 0.31, -3: 0.13, 1: 0.30, 3: 0.08, 7: 0.18}
"""The share of people in each time zone, by hours ahead of UTC.

Of Discord's visitors, 27 % are in the US, 13 % in Brazil, and 4 % each in Russia, India and Britain. The rest is a
guess.
"""
# Guesses.
NIGHT_ACTIVITY_RATIO: Final = 1 / 12
"""The activity at 04:00 local time, as a fraction of the activity in the busiest hour."""
PLAYER_SHARE: Final = 0.5
"""The share of a server's active members who play with the bot."""
PLAYING_DAYS_PER_WEEK: Final = 2.0
"""The days per week on which a player plays."""
AWAY_MATCH_SHARE: Final = 0.1
"""The share of matches between people in which the players are absent, and return only when they are notified.

At Chess.com, it is one in two hundred.
"""
SHARE_BY_GAME: Final[dict[str, float]] = {"schnick": 0.45, "schamanen": 0.35, "woodwalkers": 0.20}
"""The share of matches by game. Chess is left out, because random moves would make its matches unrealistically long."""
DECISION_TIME_S: Final = (9.0, 0.8)
"""The seconds that a present player takes for a decision: median and sigma of a log-normal distribution."""
RETURN_TIME_S: Final = (2_400.0, 1.3)
"""The seconds that an absent player takes to return and decide: median and sigma of a log-normal distribution."""
ACCEPT_TIME_S: Final = (40.0, 1.0)
"""The seconds until a present player accepts a challenge: median and sigma of a log-normal distribution."""

FIRST_PERSON_ID: Final = 1_000_000
MAX_PEOPLE_PER_SERVER: Final = 1_000
"""The number of IDs that are reserved for the people of each server."""


@dataclass(frozen=True)
class PlannedMatch:
    """A match that simulated people will play."""

    at_s: float
    """The start of the match, in seconds since midnight."""
    server: int
    person_ids: tuple[int, ...]
    game: str
    is_away: bool = False
    """Whether the players are absent, and return only when they are notified."""


@dataclass(frozen=True)
class PlannedDay:
    matches: Sequence[PlannedMatch]
    """The matches of the sample, in the order in which they start."""
    scale_factor: float
    """The number of matches on all servers, divided by the number in the sample."""
    hours: float = 24.0
    seed: int = 25


def draw_day(server_count: int, seed: int = 25, hours: float = 24.0, total_servers: int = SERVER_COUNT) -> PlannedDay:
    """Return a random plan of the matches on `server_count` servers, starting at midnight UTC."""
    dice, matches = random.Random(seed), []
    # Spread evenly instead of at random: in a small sample, a few more absent players would distort the results.
    practice, away = _spread_evenly(PRACTICE_SHARE), _spread_evenly(AWAY_MATCH_SHARE)
    for server_id, region in enumerate(
        dice.choices([*SHARE_BY_UTC_OFFSET], [*SHARE_BY_UTC_OFFSET.values()], k=server_count)
    ):
        # Most servers are small. Matches are proportional to the size of the server.
        size = dice.expovariate(1)
        people = [
            FIRST_PERSON_ID + server_id * MAX_PEOPLE_PER_SERVER + it
            for it in range(min(MAX_PEOPLE_PER_SERVER, max(2, round(size * ACTIVE_MEMBERS_PER_SERVER * PLAYER_SHARE))))
        ]
        for _ in range(_draw_poisson(dice, compute_matches_per_day() * size)):
            start_s = _draw_start_s(dice, region)
            players = tuple(dice.sample(people, 1 if next(practice) else 2))
            (game,) = dice.choices([*SHARE_BY_GAME], [*SHARE_BY_GAME.values()])
            matches.append(PlannedMatch(start_s, server_id, players, game, is_away=len(players) > 1 and next(away)))
    factor = compute_matches_per_day() * total_servers / max(1, len(matches))
    matches = [it for it in matches if it.at_s < hours * 3600]
    return PlannedDay(sorted(matches, key=attrgetter("at_s")), factor, hours, seed)


def compute_matches_per_day() -> float:
    """Return the average number of matches on a server in a day."""
    return ACTIVE_MEMBERS_PER_SERVER * PLAYER_SHARE * PLAYING_DAYS_PER_WEEK / 7 * GAMES_PER_PLAYER_AND_DAY


def compute_activity(hour: float) -> float:
    """Return the activity at a local hour, as a fraction of the activity at 20:00, the busiest hour."""
    distance = min(abs(hour - 20), 24 - abs(hour - 20))
    # Activity rises slowly during the day and falls quickly at night.
    width = 8.0 if (hour - 20) % 24 > 12 else 4.2
    return max(NIGHT_ACTIVITY_RATIO, exp(-((distance / width) ** 2)))


def compute_hourly_shares() -> list[float]:
    """Return the share of the day's matches that begin in each hour of UTC."""
    activity = [compute_activity(hour) for hour in range(24)]
    totals = [
        sum(share * activity[(hour + offset) % 24] for offset, share in SHARE_BY_UTC_OFFSET.items())
        for hour in range(24)
    ]
    return [it / sum(totals) for it in totals]


def draw_lognormal_s(dice: random.Random, spread: tuple[float, float]) -> float:
    median, sigma = spread
    return dice.lognormvariate(log(median), sigma)


def _draw_start_s(dice: random.Random, region: int) -> float:
    while True:
        hour = dice.uniform(0, 24)
        if dice.random() < compute_activity((hour + region) % 24):
            return hour * 3600


def _spread_evenly(share: float) -> Iterator[bool]:
    total = 0.5
    while True:
        total += share
        yield total >= 1
        total %= 1


def _draw_poisson(dice: random.Random, mean: float) -> int:
    count, position = 0, dice.expovariate(1)
    while position < mean:
        count, position = count + 1, position + dice.expovariate(1)
    return count
