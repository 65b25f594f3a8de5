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
from bot.ratings.rating_updates import (
    ALL_GAMES,
    RANK_MIN_MATCHES,
    compute_upset_chance,
    count_matches_to_rank,
    get_displayed_points,
)
from bot.wall_clock import DAY_MS
from games import GAMES
from storage import Award, Result, Season, Store

PODIUM_SIZE: Final = 3
AWARD_MEMBER_CHECK_TIMEOUT_S: Final = 30.0
"""Seconds that may pass until it is known who is still there; nobody waits."""
RESULTS_PAGE_SIZE: Final = 2_000
"""Results that are read at once: meanwhile nobody else reads."""
CANDIDATES_MAX: Final = 50
IMPROVED_MIN_MATCHES: Final = 10
"""So many matches of a game somebody must have had who has improved at it; the first of them only placed them."""
RIVALS_MIN_MATCHES: Final = 3
"""So often two must have met to be rivals."""


class AwardKind(StrEnum):
    SEASON_PLACE = "place"
    FIRST_IN_GAME = "first"
    IMPROVED = "improved"
    RIVAL = "rival"
    UPSET_WINNER = "upset"
    UPSET_LOSER = "felled"


class SeasonAward(NamedTuple):
    """What one person may be named for; `number` and `beside` are those of the award."""

    person_id: int
    kind: AwardKind
    game: str
    value: int
    second_value: int


AwardCandidates: TypeAlias = Sequence[tuple[SeasonAward, ...]]
"""What may be named together, of one person or of two; the best first."""


@dataclass(slots=True)
class _SeasonProgress:
    """Of somebody in a game."""

    match_count: int = 0
    points_when_ranked: float = 0.0
    """Their points once they had a rank."""
    latest_points: float = 0.0


@dataclass(slots=True)
class _PairMeetings:
    match_count: int = 0
    ahead_counts: list[int] = field(default_factory=lambda: [0, 0])
    latest_match_number: int = 0


class AwardCounter:
    """Of what counted in a season: `add` what has been read, whole matches, and `named` when that was all."""

    def __init__(self) -> None:
        self._progress: dict[tuple[int, str], _SeasonProgress] = {}
        self._meetings: dict[tuple[int, int], _PairMeetings] = {}
        self._upsets: list[tuple[tuple[int, int], tuple[SeasonAward, ...]]] = []
        self._match_count = 0

    def add_results(self, results: Iterable[Result]) -> None:
        for _, rows in groupby(results, key=lambda it: it.match_id):
            table = list(rows)
            self._match_count += 1
            self._record_upset(table)
            self._count_meetings(table)
            for it in table:
                self._record_progress(it)

    def list_candidates(self) -> tuple[AwardCandidates, AwardCandidates, AwardCandidates]:
        """Return who improved, who are rivals, and who won an upset. Whoever was forgotten is nobody; of equals whoever
        did it first is first.
        """
        improved = (
            (SeasonAward(person_id, AwardKind.IMPROVED, game, by, round(way.latest_points)),)
            for (person_id, game), way in self._progress.items()
            if person_id > 0
            and way.match_count >= IMPROVED_MIN_MATCHES
            and (by := round(way.latest_points - way.points_when_ranked)) > 0
        )
        rivals = (
            (
                _get_rivalry_sort_key(it),
                tuple(
                    SeasonAward(who, AwardKind.RIVAL, "", it.ahead_counts[at], it.match_count)
                    for at, who in enumerate(pair)
                ),
            )
            for pair, it in self._meetings.items()
            if min(pair) > 0 and it.match_count >= RIVALS_MIN_MATCHES
        )
        return (
            nlargest(CANDIDATES_MAX, improved, key=lambda it: it[0].value),
            [each for _, each in nlargest(CANDIDATES_MAX, rivals, key=lambda it: it[0])],
            [upset for _, upset in sorted(self._upsets, key=lambda it: it[0], reverse=True)],
        )

    def _record_progress(self, it: Result) -> None:
        way = self._progress.setdefault((it.person_id or 0, it.game), _SeasonProgress())
        way.match_count += 1
        way.latest_points = it.rating_after or 0.0
        if way.match_count == RANK_MIN_MATCHES:
            way.points_when_ranked = way.latest_points

    def _count_meetings(self, results: Sequence[Result]) -> None:
        """Everybody has met everybody."""
        seats = sorted(results, key=lambda it: it.person_id or 0)
        for one, other in combinations(seats, 2):
            meetings = self._meetings.setdefault((one.person_id or 0, other.person_id or 0), _PairMeetings())
            meetings.match_count += 1
            meetings.ahead_counts[0] += one.rank < other.rank
            meetings.ahead_counts[1] += other.rank < one.rank
            meetings.latest_match_number = self._match_count

    def _record_upset(self, results: Sequence[Result]) -> None:
        """Somebody who was first alone had fewer points than the best of the others; both of them had a rank."""
        first = [it for it in results if it.rank == 1]
        if len(first) > 1:
            return
        (winner,) = first
        others = [it for it in results if it is not winner and self._has_rank(it)]
        best = max(others, key=_get_rating_before, default=None)
        if best is None or not self._has_rank(winner):
            return
        gap = round(_get_rating_before(best) - _get_rating_before(winner))
        if gap > 0:
            # How likely it was in a hundred, 1 at least.
            likely = max(1, round(100 * compute_upset_chance(gap)))
            both = ((winner, AwardKind.UPSET_WINNER), (best, AwardKind.UPSET_LOSER))
            upset = tuple(SeasonAward(it.person_id or 0, kind, it.game, gap, likely) for it, kind in both)
            self._upsets.append(((gap, -self._match_count), upset))
            if len(self._upsets) >= 2 * CANDIDATES_MAX:
                self._upsets = nlargest(CANDIDATES_MAX, self._upsets, key=lambda it: it[0])

    def _has_rank(self, it: Result) -> bool:
        way = self._progress.get((it.person_id or 0, it.game))
        return (it.person_id or 0) > 0 and way is not None and way.match_count >= RANK_MIN_MATCHES


def _get_rivalry_sort_key(it: _PairMeetings) -> tuple[int, int, int]:
    """Most matches, then the closest, then the latest."""
    return it.match_count, -abs(it.ahead_counts[0] - it.ahead_counts[1]), it.latest_match_number


def _get_rating_before(it: Result) -> float:
    return it.rating_before or 0.0


class AwardService:
    def __init__(self, store: Store, leaderboard: Leaderboard) -> None:
        self._store = store
        self._leaderboard = leaderboard

    async def load_awards(self, season: Season, now: int) -> list[Award]:
        """Of one that is over."""
        found = await self._store.seasons.load_awards(season)
        if found is None:
            await self._store.seasons.save_awards(season, await self._compute_awards(season, now))
            # Another process may have been faster, and has asked later who is still there.
            found = await self._store.seasons.load_awards(season)
        return found or []

    async def _compute_awards(self, season: Season, now: int) -> list[Award]:
        awards = [
            _build_award(
                season, line.rating.person_id, AwardKind.SEASON_PLACE, "", line.rank, get_displayed_points(line.rating)
            )
            for line in (await self._list_top_rows(season, ALL_GAMES, now))[:PODIUM_SIZE]
        ]
        for game in GAMES:
            best = [line for line in await self._list_top_rows(season, game, now) if line.rank == 1]
            awards += [
                _build_award(
                    season, line.rating.person_id, AwardKind.FIRST_IN_GAME, game, 1, get_displayed_points(line.rating)
                )
                for line in best[:PODIUM_SIZE]
            ]
        for candidates in await self._collect_candidates(season):
            for honours in candidates:
                # The first all of whose people may be named.
                if await self._leaderboard.can_show_all(
                    season.server_id, [it.person_id for it in honours], AWARD_MEMBER_CHECK_TIMEOUT_S
                ):
                    awards += [_build_award(season, *it) for it in honours]
                    break
        return awards

    async def _list_top_rows(self, season: Season, game: str, now: int) -> list[LeaderboardRow]:
        """Those on the first page who have a rank, without who is hidden or gone."""
        page = await self._leaderboard.load_page(
            season.server_id, game, season.number, None, now, timeout_s=AWARD_MEMBER_CHECK_TIMEOUT_S
        )
        return [line for line in page.rows if line.rank <= PODIUM_SIZE and not count_matches_to_rank(line.rating)]

    async def _collect_candidates(self, season: Season) -> tuple[AwardCandidates, AwardCandidates, AwardCandidates]:
        """Page by page, and off the loop: there may be a million."""
        assert season.ended_ms is not None
        awarding = AwardCounter()
        last: Result | None = None
        left: list[Result] = []
        while page := await self._store.results.list_rated(
            season.server_id, last, RESULTS_PAGE_SIZE, since_ms=season.started_ms - DAY_MS
        ):
            last = page[-1]
            here = [it for it in [*left, *page] if it.season_number == season.number and it.game in GAMES]
            # The page may end in the middle of a match.
            left = [it for it in here if it.match_id == last.match_id]
            await asyncio.to_thread(awarding.add_results, [it for it in here if it.match_id != last.match_id])
            # Watches differ by less, and so do the times of what counted from that of the end.
            if last.ended_ms > season.ended_ms + DAY_MS:
                break
        awarding.add_results(left)
        return await asyncio.to_thread(awarding.list_candidates)


def _build_award(season: Season, person_id: int, kind: AwardKind, game: str, value: int, second_value: int) -> Award:
    return Award(person_id, season.server_id, season.number, kind, game, value, second_value)
