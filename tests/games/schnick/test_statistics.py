"""Checks that statistics of random play agree with figures from 20,000 matches per number of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import Final, NamedTuple

import pytest

from games.core import Seat
from games.dice import Dice
from games.schnick import GAME
from games.schnick.ai import random_move
from games.schnick.options import Options
from games.schnick.state import JOKER, DuelsEnded, Event, TiedForFirst
from tests.effort_level import IS_LITTLE_EFFORT, IS_MOST_EFFORT

pytestmark = pytest.mark.again
MATCH_COUNT: Final = 60 if IS_LITTLE_EFFORT else 3000 if IS_MOST_EFFORT else 300
PUBLISHED_MATCHES: Final = 20_000
"""The number of matches behind each expected figure."""
MAX_STANDARD_ERRORS: Final = 4


@dataclass(frozen=True)
class ExpectedFigures:
    mean: float
    median: int
    p95: int
    ended_by_hand: float
    """The share of matches that ended with an empty hand. All others ended with an empty pile."""
    tied: float
    """The share of matches in which several players were tied for the most cards."""
    wins: tuple[float, ...]
    """The share of matches won by each seat. Seat 0 is the first challenger."""


EXPECTED_BY_SEATS: Final = {
    2: ExpectedFigures(8.9, 9, 13, 1.00, 0.07, (0.50, 0.50)),
    3: ExpectedFigures(11.4, 11, 17, 1.00, 0.14, (0.34, 0.34, 0.32)),
    4: ExpectedFigures(13.5, 14, 20, 0.96, 0.17, (0.27, 0.26, 0.24, 0.23)),
    5: ExpectedFigures(14.6, 15, 19, 0.67, 0.20, (0.23, 0.22, 0.19, 0.18, 0.18)),
    6: ExpectedFigures(12.2, 13, 13, 0.21, 0.25, (0.22, 0.16, 0.16, 0.16, 0.15, 0.15)),
}


class MatchSummary(NamedTuple):
    duels: int
    steps: int
    ended_by_hand: bool
    tied: bool
    jokers: int
    winner: Seat


def play_match(seats: int, chance: Random) -> MatchSummary:
    state = GAME.initial_state(Options(first=0), seats, Dice(chance.randbytes(8)))
    phases: Counter[str] = Counter()
    events = set[Event]()
    while not state.end_reason:
        phases[state.phase] += 1
        joint = {
            seat: random_move(GAME.view(state, seat), Dice(chance.randbytes(8))) for seat in GAME.seats_to_move(state)
        }
        state = GAME.apply(state, joint, Dice(chance.randbytes(8)))
        events |= {event for event in state.recent_events if isinstance(event, DuelsEnded | TiedForFirst)}
    result = GAME.result(state)
    assert result
    tied, jokers = any(isinstance(event, TiedForFirst) for event in events), seats - "".join(state.hands).count(JOKER)
    return MatchSummary(
        phases["challenge"], phases["duel"], DuelsEnded(()) not in events, tied, jokers, result.ranks.index(1)
    )


def compare_figures(seats: int, matches: list[MatchSummary]) -> Iterator[tuple[str, float, float, float]]:
    """Yield the name, measured value, expected value, and largest allowed difference of each figure."""
    expected, count = EXPECTED_BY_SEATS[seats], len(matches)
    duels = [match.duels for match in matches]
    # Both samples have a random error. The constants below allow for rounding of the expected figures.
    spread = MAX_STANDARD_ERRORS * sqrt(1 / count + 1 / PUBLISHED_MATCHES)
    yield "duels", fmean(duels), expected.mean, 0.05 + spread * sqrt(pvariance(duels))
    for name, quantile, share in (("median", expected.median, 0.5), ("19 in 20", expected.p95, 0.95)):
        below, up_to = (sum(each < quantile for each in duels) / count, sum(each <= quantile for each in duels) / count)
        # The quantile is right if the share is between the share below it and the share up to it.
        yield name, min(max(share, below), up_to), share, spread * sqrt(share * (1 - share))
    wins = Counter(match.winner for match in matches)
    shares = [("by hand", fmean(match.ended_by_hand for match in matches), expected.ended_by_hand)]
    shares += [("tied", fmean(match.tied for match in matches), expected.tied)]
    shares += [(f"won by seat {seat}", wins[seat] / count, share) for seat, share in enumerate(expected.wins)]
    for name, measured, published in shares:
        yield name, measured, published, 0.005 + spread * sqrt(max(published * (1 - published), 1 / PUBLISHED_MATCHES))


def test_random_play_reaches_the_published_figures() -> None:
    duels = steps = 0
    for seats in EXPECTED_BY_SEATS:
        matches = [play_match(seats, Random(f"{seats}/{number}")) for number in range(MATCH_COUNT)]
        assert not [each for each in compare_figures(seats, matches) if abs(each[1] - each[2]) > each[3]]
        # Each decided duel takes at least one card from the pile.
        assert max(match.duels for match in matches) <= 49 - 6 * seats
        assert 0.3 < fmean(match.jokers for match in matches) < 2.1
        duels, steps = duels + sum(match.duels for match in matches), steps + sum(match.steps for match in matches)
    assert steps / duels == pytest.approx(1.25, abs=0.03)
