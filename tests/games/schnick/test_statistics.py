"""Random play comes to the figures of 20,000 matches at each table, within what chance allows."""

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
from tests.effort import LITTLE, MOST

pytestmark = pytest.mark.again
MATCHES: Final = 60 if LITTLE else 3000 if MOST else 300
PUBLISHED: Final = 20_000
"""How many matches are behind each figure."""
ERRORS: Final = 4
"""Standard errors that chance may be off."""


@dataclass(frozen=True)
class Figures:
    mean: float
    median: int
    p95: int
    by_hand: float
    """Which share of the matches ended with an empty hand, the others with an empty pile."""
    level: float
    """In which share several had most cards."""
    wins: tuple[float, ...]
    """Shares of the first places, from the first challenger on."""


FOUND: Final = {
    2: Figures(8.9, 9, 13, 1.00, 0.07, (0.50, 0.50)),
    3: Figures(11.4, 11, 17, 1.00, 0.14, (0.34, 0.34, 0.32)),
    4: Figures(13.5, 14, 20, 0.96, 0.17, (0.27, 0.26, 0.24, 0.23)),
    5: Figures(14.6, 15, 19, 0.67, 0.20, (0.23, 0.22, 0.19, 0.18, 0.18)),
    6: Figures(12.2, 13, 13, 0.21, 0.25, (0.22, 0.16, 0.16, 0.16, 0.15, 0.15)),
}


class Played(NamedTuple):
    duels: int
    steps: int
    by_hand: bool
    level: bool
    jokers: int
    winner: Seat


def play(seats: int, chance: Random) -> Played:
    state = GAME.initial_state(Options(first=0), seats, Dice(chance.randbytes(8)))
    phases: Counter[str] = Counter()
    facts = set[Event]()
    while not state.end_reason:
        phases[state.phase] += 1
        joint = {
            seat: random_move(GAME.view(state, seat), Dice(chance.randbytes(8))) for seat in GAME.seats_to_move(state)
        }
        state = GAME.apply(state, joint, Dice(chance.randbytes(8)))
        facts |= {fact for fact in state.recent_events if isinstance(fact, DuelsEnded | TiedForFirst)}
    result = GAME.result(state)
    assert result
    level, jokers = any(isinstance(fact, TiedForFirst) for fact in facts), seats - "".join(state.hands).count(JOKER)
    return Played(
        phases["challenge"], phases["duel"], DuelsEnded(()) not in facts, level, jokers, result.ranks.index(1)
    )


def compare(seats: int, matches: list[Played]) -> Iterator[tuple[str, float, float, float]]:
    """What was compared, what came out, what was found, and how far apart they may be."""
    found, count = FOUND[seats], len(matches)
    duels = [match.duels for match in matches]
    # Figures are rounded; chance had its part in theirs as in ours.
    spread = ERRORS * sqrt(1 / count + 1 / PUBLISHED)
    yield "duels", fmean(duels), found.mean, 0.05 + spread * sqrt(pvariance(duels))
    for name, at, share in (("median", found.median, 0.5), ("19 in 20", found.p95, 0.95)):
        less, most = (sum(each < at for each in duels) / count, sum(each <= at for each in duels) / count)
        # The quantile is right if the share lies between those below it and those up to it.
        yield name, min(max(share, less), most), share, spread * sqrt(share * (1 - share))
    wins = Counter(match.winner for match in matches)
    shares = [("by hand", fmean(match.by_hand for match in matches), found.by_hand)]
    shares += [("level", fmean(match.level for match in matches), found.level)]
    shares += [(f"won by seat {seat}", wins[seat] / count, share) for seat, share in enumerate(found.wins)]
    for name, ours, theirs in shares:
        yield name, ours, theirs, 0.005 + spread * sqrt(max(theirs * (1 - theirs), 1 / PUBLISHED))


def test_random_play_comes_to_the_known_figures() -> None:
    duels = steps = 0
    for seats in FOUND:
        matches = [play(seats, Random(f"{seats}/{number}")) for number in range(MATCHES)]
        assert not [each for each in compare(seats, matches) if abs(each[1] - each[2]) > each[3]]
        # Each decided duel takes a card of the pile.
        assert max(match.duels for match in matches) <= 49 - 6 * seats
        assert 0.3 < fmean(match.jokers for match in matches) < 2.1
        duels, steps = duels + sum(match.duels for match in matches), steps + sum(match.steps for match in matches)
    assert steps / duels == pytest.approx(1.25, abs=0.03)
