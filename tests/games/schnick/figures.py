"""What random play comes to, beside the figures of 20,000 matches at each table.

`python -m tests.games.schnick.figures` plays 3,000 matches a table and compares; the tests play fewer.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import Final

from games.core import Seat
from games.dice import Dice
from games.schnick import GAME
from games.schnick.mind import random_move
from games.schnick.options import Options
from games.schnick.state import JOKER, Ended, Fact, Level

PUBLISHED: Final = 20_000
"""So many matches are behind each figure."""
ERRORS: Final = 4
"""Standard errors that chance may be off."""


@dataclass(frozen=True, slots=True)
class Figures:
    mean: float
    median: int
    p95: int
    longest: int
    by_hand: float
    """Which share of the matches ended with an empty hand, the others with an empty pile."""
    level: float
    """In which share several had most cards."""
    wins: tuple[float, ...]
    """Shares of the first places, from the first challenger on."""


FOUND: Final = {
    2: Figures(8.9, 9, 13, 17, 1.00, 0.07, (0.50, 0.50)),
    3: Figures(11.4, 11, 17, 24, 1.00, 0.14, (0.34, 0.34, 0.32)),
    4: Figures(13.5, 14, 20, 23, 0.96, 0.17, (0.27, 0.26, 0.24, 0.23)),
    5: Figures(14.6, 15, 19, 19, 0.67, 0.20, (0.23, 0.22, 0.19, 0.18, 0.18)),
    6: Figures(12.2, 13, 13, 13, 0.21, 0.25, (0.22, 0.16, 0.16, 0.16, 0.15, 0.15)),
}


@dataclass(frozen=True, slots=True)
class Match:
    duels: int
    steps: int
    by_hand: bool
    level: bool
    jokers: int
    winner: Seat


def played(seats: int, matches: int) -> list[Match]:
    return [_played(seats, Random(f"{seats}/{number}")) for number in range(matches)]


def _played(seats: int, chance: Random) -> Match:
    state = GAME.start(Options(first=0), seats, Dice(chance.randbytes(8)))
    duels = steps = 0
    facts: set[Fact] = set()
    while not state.reason:
        duels += state.phase == "challenge"
        steps += state.phase == "duel"
        joint = {seat: random_move(GAME.view(state, seat), Dice(chance.randbytes(8))) for seat in GAME.awaited(state)}
        state = GAME.apply(state, joint, Dice(chance.randbytes(8)))
        facts |= {fact for fact in state.last if isinstance(fact, Ended | Level)}
    result = GAME.result(state)
    assert result
    return Match(
        duels=duels,
        steps=steps,
        by_hand=Ended(()) not in facts,
        level=any(isinstance(fact, Level) for fact in facts),
        jokers=seats - "".join(state.hands).count(JOKER),
        winner=result.ranks.index(1),
    )


def compared(seats: int, matches: Sequence[Match]) -> Iterator[tuple[str, float, float, float]]:
    """What was compared, what came out, what was found, and how far apart they may be."""
    found, count = FOUND[seats], len(matches)
    duels = [match.duels for match in matches]
    # Figures are rounded; chance had its part in theirs as in ours.
    spread = ERRORS * sqrt(1 / count + 1 / PUBLISHED)
    yield "duels", fmean(duels), found.mean, 0.05 + spread * sqrt(pvariance(duels))
    for name, at, share in (("half have fewer duels than", found.median, 0.5), ("19 in 20", found.p95, 0.95)):
        less, most = (sum(each < at for each in duels) / count, sum(each <= at for each in duels) / count)
        # The quantile is right if the share lies between those below it and those up to it.
        yield f"{name} {at}", min(max(share, less), most), share, spread * sqrt(share * (1 - share))
    shares = [("by hand", fmean(match.by_hand for match in matches), found.by_hand, 0.005)]
    shares += [("level", fmean(match.level for match in matches), found.level, 0.005)]
    wins = Counter(match.winner for match in matches)
    shares += [(f"won by seat {seat}", wins[seat] / count, share, 0.005) for seat, share in enumerate(found.wins)]
    for name, ours, theirs, rounding in shares:
        yield name, ours, theirs, rounding + spread * sqrt(max(theirs * (1 - theirs), 1 / PUBLISHED))


def main(matches: int = 3000) -> bool:
    holds = True
    for seats in FOUND:
        for name, ours, theirs, apart in compared(seats, played(seats, matches)):
            held = abs(ours - theirs) <= apart
            holds = holds and held
            line = f"{seats} seats, {name:<30}{ours:9.3f}   found {theirs:.3f} ± {apart:.3f}   "
            sys.stdout.write(line + ("holds\n" if held else "MISSED\n"))
    return holds


if __name__ == "__main__":
    sys.exit(not main())
