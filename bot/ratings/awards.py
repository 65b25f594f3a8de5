"""Who has won a season and who is named at its end: who improved most, which two met most, and the least likely win.

It is counted once the season is over, match by match in the order of time, written down, and the same ever after. Of
each there are candidates, the first before the others, for some of them may not want to be seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import nlargest
from itertools import combinations, groupby
from typing import Final, NamedTuple, TypeAlias

from bot.ratings.leaderboard import Leaderboard, LeaderboardRow
from bot.ratings.rating_updates import EVERYTHING, PLACED, chance, figure, missing
from bot.wall_clock import DAY
from games import GAMES
from storage import Award, Result, Season, Store

PODIUM: Final = 3
PATIENCE: Final = 30.0
"""Seconds that may pass until it is known who is still there; nobody waits."""
PAGE: Final = 2_000
"""Results that are read at once: meanwhile nobody else reads."""
CANDIDATES: Final = 50
IMPROVES: Final = 10
"""So many matches of a game somebody must have had who has improved at it; the first of them only placed them."""
MEETINGS: Final = 3
"""So often two must have met to be rivals."""


class AwardKind(StrEnum):
    PLACE = "place"
    FIRST = "first"
    IMPROVED = "improved"
    RIVAL = "rival"
    UPSET = "upset"
    FELLED = "felled"


class SeasonAward(NamedTuple):
    """What one person may be named for; `number` and `beside` are those of the award."""

    person_id: int
    kind: AwardKind
    game: str
    number: int
    beside: int


Candidates: TypeAlias = Sequence[tuple[SeasonAward, ...]]
"""What may be named together, of one person or of two; the best first."""


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


class AwardCounter:
    """Of what counted in a season: `add` what has been read, whole matches, and `named` when that was all."""

    def __init__(self) -> None:
        self._ways: dict[tuple[int, str], _Way] = {}
        self._meetings: dict[tuple[int, int], _Meetings] = {}
        self._upsets: list[tuple[tuple[int, int], tuple[SeasonAward, ...]]] = []
        self._matches = 0

    def add(self, results: Iterable[Result]) -> None:
        for _, rows in groupby(results, key=lambda it: it.match_id):
            table = list(rows)
            self._matches += 1
            self._upset(table)
            self._met(table)
            for it in table:
                self._moved(it)

    def named(self) -> tuple[Candidates, Candidates, Candidates]:
        """Return who improved, who are rivals, and who won an upset. Whoever was forgotten is nobody; of equals whoever
        did it first is first.
        """
        improved = (
            (SeasonAward(person_id, AwardKind.IMPROVED, game, by, round(way.last)),)
            for (person_id, game), way in self._ways.items()
            if person_id > 0 and way.matches >= IMPROVES and (by := round(way.last - way.placed)) > 0
        )
        rivals = (
            (
                _rivalry(it),
                tuple(SeasonAward(who, AwardKind.RIVAL, "", it.ahead[at], it.met) for at, who in enumerate(pair)),
            )
            for pair, it in self._meetings.items()
            if min(pair) > 0 and it.met >= MEETINGS
        )
        return (
            nlargest(CANDIDATES, improved, key=lambda it: it[0].number),
            [each for _, each in nlargest(CANDIDATES, rivals, key=lambda it: it[0])],
            [upset for _, upset in sorted(self._upsets, key=lambda it: it[0], reverse=True)],
        )

    def _moved(self, it: Result) -> None:
        way = self._ways.setdefault((it.person_id or 0, it.game), _Way())
        way.matches += 1
        way.last = it.rating_after or 0.0
        if way.matches == PLACED:
            way.placed = way.last

    def _met(self, results: Sequence[Result]) -> None:
        """Everybody has met everybody."""
        seats = sorted(results, key=lambda it: it.person_id or 0)
        for one, other in combinations(seats, 2):
            meetings = self._meetings.setdefault((one.person_id or 0, other.person_id or 0), _Meetings())
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
            # How likely it was in a hundred, 1 at least.
            likely = max(1, round(100 * chance(gap)))
            both = ((winner, AwardKind.UPSET), (best, AwardKind.FELLED))
            upset = tuple(SeasonAward(it.person_id or 0, kind, it.game, gap, likely) for it, kind in both)
            self._upsets.append(((gap, -self._matches), upset))
            if len(self._upsets) >= 2 * CANDIDATES:
                self._upsets = nlargest(CANDIDATES, self._upsets, key=lambda it: it[0])

    def _known(self, it: Result) -> bool:
        way = self._ways.get((it.person_id or 0, it.game))
        return (it.person_id or 0) > 0 and way is not None and way.matches >= PLACED


def _rivalry(it: _Meetings) -> tuple[int, int, int]:
    """Most matches, then the closest, then the latest."""
    return it.met, -abs(it.ahead[0] - it.ahead[1]), it.latest


def _before(it: Result) -> float:
    return it.rating_before or 0.0


class AwardService:
    def __init__(self, store: Store, leaderboard: Leaderboard) -> None:
        self._store = store
        self._leaderboard = leaderboard

    async def of(self, season: Season, now: int) -> list[Award]:
        """Of one that is over."""
        found = await self._store.seasons.load_awards(season)
        if found is None:
            await self._store.seasons.save_awards(season, await self._counted(season, now))
            # Another process may have been faster, and has asked later who is still there.
            found = await self._store.seasons.load_awards(season)
        return found or []

    async def _counted(self, season: Season, now: int) -> list[Award]:
        awards = [
            _award(season, line.rating.person_id, AwardKind.PLACE, "", line.rank, figure(line.rating))
            for line in (await self._best(season, EVERYTHING, now))[:PODIUM]
        ]
        for game in GAMES:
            best = [line for line in await self._best(season, game, now) if line.rank == 1]
            awards += [
                _award(season, line.rating.person_id, AwardKind.FIRST, game, 1, figure(line.rating))
                for line in best[:PODIUM]
            ]
        for candidates in await self._named(season):
            for honours in candidates:
                # The first all of whose people may be named.
                if await self._leaderboard.seen(season.server_id, [it.person_id for it in honours], PATIENCE):
                    awards += [_award(season, *it) for it in honours]
                    break
        return awards

    async def _best(self, season: Season, game: str, now: int) -> list[LeaderboardRow]:
        """Those on the first page who have a rank, without who is hidden or gone."""
        page = await self._leaderboard.page(season.server_id, game, season.number, None, now, patience=PATIENCE)
        return [line for line in page.lines if line.rank <= PODIUM and not missing(line.rating)]

    async def _named(self, season: Season) -> tuple[Candidates, Candidates, Candidates]:
        """Page by page, and off the loop: there may be a million."""
        assert season.ended_ms is not None
        awarding = AwardCounter()
        last: Result | None = None
        left: list[Result] = []
        while page := await self._store.results.list_rated(
            season.server_id, last, PAGE, since_ms=season.started_ms - DAY
        ):
            last = page[-1]
            here = [it for it in [*left, *page] if it.season_number == season.number and it.game in GAMES]
            # The page may end in the middle of a match.
            left = [it for it in here if it.match_id == last.match_id]
            await asyncio.to_thread(awarding.add, [it for it in here if it.match_id != last.match_id])
            # Watches differ by less, and so do the times of what counted from that of the end.
            if last.ended_ms > season.ended_ms + DAY:
                break
        awarding.add(left)
        return await asyncio.to_thread(awarding.named)


def _award(season: Season, person_id: int, kind: AwardKind, game: str, number: int, beside: int) -> Award:
    return Award(person_id, season.server_id, season.number, kind, game, number, beside)
