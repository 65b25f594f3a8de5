"""Whom the end of a season names beside the best: who improved most, which two met most, and the least likely win.

Pure: what counted in it, match by match, in the order of time. What comes out are candidates, the first before the
others, for some of them may not want to be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import nlargest
from itertools import combinations, groupby
from typing import Final, NamedTuple

from bot.ladder.rating import PLACED, chance
from storage import Result

CANDIDATES: Final = 50
IMPROVES: Final = 10
"""So many matches of a game somebody must have had who has improved at it; the first of them only placed them."""
MEETINGS: Final = 3
"""So often two must have met to be rivals."""


class Kind(StrEnum):
    PLACE = "place"
    FIRST = "first"
    IMPROVED = "improved"
    RIVAL = "rival"
    UPSET = "upset"
    FELLED = "felled"


class Improved(NamedTuple):
    by: int
    person: int
    game: str
    to: int


class Rivals(NamedTuple):
    met: int
    people: tuple[int, int]
    ahead: tuple[int, int]
    """How often each finished before the other."""


class Upset(NamedTuple):
    gap: int
    """So many points less the winner had before the match."""
    chance: int
    """In a hundred, that they would finish ahead of the other; 1 at least."""
    winner: int
    loser: int
    game: str


@dataclass(frozen=True, slots=True)
class Named:
    improved: Sequence[Improved] = ()
    rivals: Sequence[Rivals] = ()
    upsets: Sequence[Upset] = ()


@dataclass(slots=True)
class _Way:
    """Of somebody in a game."""

    matches: int = 0
    placed: float = 0.0
    """Their points once they had a rank."""
    last: float = 0.0


@dataclass(slots=True)
class _Meetings:
    met: int = 0
    ahead: list[int] = field(default_factory=lambda: [0, 0])
    latest: int = 0


class Awarding:
    """Of what counted in a season: `add` what has been read, whole matches, and `named` when that was all."""

    def __init__(self) -> None:
        self._ways: dict[tuple[int, str], _Way] = {}
        self._meetings: dict[tuple[int, int], _Meetings] = {}
        self._upsets: list[tuple[tuple[int, int], Upset]] = []
        self._matches = 0

    def add(self, results: Iterable[Result]) -> None:
        for _, rows in groupby(results, key=lambda it: it.match):
            table = list(rows)
            self._matches += 1
            self._upset(table)
            self._met(table)
            for it in table:
                self._moved(it)

    def named(self) -> Named:
        """Whoever was forgotten is nobody; of equals whoever did it first is first."""
        improved = (
            Improved(by, person, game, round(way.last))
            for (person, game), way in self._ways.items()
            if person > 0 and way.matches >= IMPROVES and (by := round(way.last - way.placed)) > 0
        )
        rivals = (
            (_rivalry(it), Rivals(it.met, pair, (it.ahead[0], it.ahead[1])))
            for pair, it in self._meetings.items()
            if min(pair) > 0 and it.met >= MEETINGS
        )
        return Named(
            nlargest(CANDIDATES, improved, key=lambda it: it.by),
            [each for _, each in nlargest(CANDIDATES, rivals, key=lambda it: it[0])],
            [upset for _, upset in sorted(self._upsets, key=lambda it: it[0], reverse=True)],
        )

    def _moved(self, it: Result) -> None:
        way = self._ways.setdefault((it.person or 0, it.game), _Way())
        way.matches += 1
        way.last = it.rating_after or 0.0
        if way.matches == PLACED:
            way.placed = way.last

    def _met(self, results: Sequence[Result]) -> None:
        """Everybody has met everybody."""
        seats = sorted(results, key=lambda it: it.person or 0)
        for one, other in combinations(seats, 2):
            meetings = self._meetings.setdefault((one.person or 0, other.person or 0), _Meetings())
            meetings.met += 1
            meetings.ahead[0] += one.rank < other.rank
            meetings.ahead[1] += other.rank < one.rank
            meetings.latest = self._matches

    def _upset(self, results: Sequence[Result]) -> None:
        """Somebody who was first alone had fewer points than the best of the others; both of them had a rank."""
        first = [it for it in results if it.rank == 1]
        if len(first) > 1:
            return
        (winner,) = first
        others = [it for it in results if it is not winner and self._known(it)]
        best = max(others, key=_before, default=None)
        if best is None or not self._known(winner):
            return
        gap = round(_before(best) - _before(winner))
        if gap > 0:
            upset = Upset(gap, max(1, round(100 * chance(gap))), winner.person or 0, best.person or 0, winner.game)
            self._upsets.append(((gap, -self._matches), upset))
            if len(self._upsets) >= 2 * CANDIDATES:
                self._upsets = nlargest(CANDIDATES, self._upsets, key=lambda it: it[0])

    def _known(self, it: Result) -> bool:
        way = self._ways.get((it.person or 0, it.game))
        return (it.person or 0) > 0 and way is not None and way.matches >= PLACED


def _rivalry(it: _Meetings) -> tuple[int, int, int]:
    """Most matches, then the closest, then the latest."""
    return it.met, -abs(it.ahead[0] - it.ahead[1]), it.latest


def _before(it: Result) -> float:
    return it.rating_before or 0.0
