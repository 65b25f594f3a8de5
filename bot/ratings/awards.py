"""Season awards: the best players, the most improved player, the top rivals, and the biggest upset.

Awards are computed from a season's matches after the season has ended, and then stored. Most awards have a list of
candidates, because the best candidates may be hidden or may have left the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import nlargest
from itertools import combinations
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from bot.ratings.ladder import Ladder, LadderRow
from bot.ratings.rating_updates import (
    ALL_GAMES,
    RANK_MIN_MATCHES,
    compute_upset_chance,
    count_matches_to_rank,
    get_displayed_points,
    get_rating_before,
    group_by_match,
)
from bot.wall_clock import DAY_MS
from games import GAMES
from storage import Award, Season, SeatResult, Store

PODIUM_SIZE: Final = 3
AWARD_MEMBER_CHECK_TIMEOUT_S: Final = 30.0
"""How long to wait for Discord to say who is still a member. The limit is long, because no person is waiting."""
RESULTS_PAGE_SIZE: Final = 2_000
"""How many results to load at once. The number is limited, because loading them blocks all other reads."""
CANDIDATES_MAX: Final = 50
IMPROVED_MIN_MATCHES: Final = 10
"""How many matches of a game a player needs for the award for the most improved player.

Improvement is measured from the points that the player had after `RANK_MIN_MATCHES` matches.
"""
RIVALS_MIN_MATCHES: Final = 3


class AwardKind(StrEnum):
    SEASON_PLACE = "place"
    FIRST_IN_GAME = "first"
    IMPROVED = "improved"
    RIVAL = "rival"
    UPSET_WINNER = "upset"
    UPSET_LOSER = "felled"


class SeasonAward(NamedTuple):
    """A person's award. `value` and `second_value` have the same meaning as in `storage.Award`."""

    person_id: int
    kind: AwardKind
    game: str
    value: int
    second_value: int


AwardCandidates: TypeAlias = Sequence[tuple[SeasonAward, ...]]
"""Candidates for an award, the best first. Each candidate is one person or two people, with an award for each."""


@dataclass(slots=True)
class _SeasonProgress:
    """The change of a player's points in a game during a season."""

    match_count: int = 0
    points_when_ranked: float = 0.0
    """The player's points after the match that gave them a rank."""
    latest_points: float = 0.0


@dataclass(slots=True)
class _PairMeetings:
    match_count: int = 0
    ahead_counts: list[int] = field(default_factory=lambda: [0, 0])
    latest_match_number: int = 0


class AwardCounter:
    """Finds award candidates in a season's results. Each call of `add_results` needs all results of its matches."""

    def __init__(self) -> None:
        self._progress: dict[tuple[int, str], _SeasonProgress] = {}
        self._meetings: dict[tuple[int, int], _PairMeetings] = {}
        self._upsets: list[tuple[tuple[int, int], tuple[SeasonAward, ...]]] = []
        self._match_count = 0

    def add_results(self, results: Iterable[SeatResult]) -> None:
        for match_results in group_by_match(results):
            self._match_count += 1
            self._record_upset(match_results)
            self._count_meetings(match_results)
            for result in match_results:
                self._record_progress(result)

    def list_candidates(self) -> tuple[AwardCandidates, AwardCandidates, AwardCandidates]:
        """Return the candidates for the most improved player, the top rivals, and the biggest upset.

        People whose data was deleted are left out. If candidates are equal, the earlier one comes first.
        """
        improved = (
            (SeasonAward(person_id, AwardKind.IMPROVED, game, gain, round(progress.latest_points)),)
            for (person_id, game), progress in self._progress.items()
            if person_id > 0
            and progress.match_count >= IMPROVED_MIN_MATCHES
            and (gain := round(progress.latest_points - progress.points_when_ranked)) > 0
        )
        rivals = (
            (
                _get_rivalry_sort_key(meetings),
                tuple(
                    SeasonAward(person_id, AwardKind.RIVAL, "", ahead_count, meetings.match_count)
                    for person_id, ahead_count in zip(pair, meetings.ahead_counts, strict=True)
                ),
            )
            for pair, meetings in self._meetings.items()
            if min(pair) > 0 and meetings.match_count >= RIVALS_MIN_MATCHES
        )
        return (
            nlargest(CANDIDATES_MAX, improved, key=lambda awards: awards[0].value),
            [awards for _, awards in nlargest(CANDIDATES_MAX, rivals, key=itemgetter(0))],
            [awards for _, awards in sorted(self._upsets, key=itemgetter(0), reverse=True)],
        )

    def _record_progress(self, result: SeatResult) -> None:
        progress = self._progress.setdefault((result.person_id or 0, result.game), _SeasonProgress())
        progress.match_count += 1
        progress.latest_points = result.rating_after or 0.0
        if progress.match_count == RANK_MIN_MATCHES:
            progress.points_when_ranked = progress.latest_points

    def _count_meetings(self, results: Sequence[SeatResult]) -> None:
        for one, other in combinations(sorted(results, key=lambda result: result.person_id or 0), 2):
            meetings = self._meetings.setdefault((one.person_id or 0, other.person_id or 0), _PairMeetings())
            meetings.match_count += 1
            meetings.ahead_counts[0] += one.rank < other.rank
            meetings.ahead_counts[1] += other.rank < one.rank
            meetings.latest_match_number = self._match_count

    def _record_upset(self, results: Sequence[SeatResult]) -> None:
        """Record an upset if the only winner was rated below another player. Players without a rank do not count."""
        winners = [result for result in results if result.rank == 1]
        if len(winners) > 1:
            return
        (winner,) = winners
        others = [result for result in results if result is not winner and self._has_rank(result)]
        best = max(others, key=get_rating_before, default=None)
        if best is None or not self._has_rank(winner):
            return
        gap = round(get_rating_before(best) - get_rating_before(winner))
        if gap > 0:
            chance_percent = max(1, round(100 * compute_upset_chance(gap)))
            awards = tuple(
                SeasonAward(result.person_id or 0, kind, result.game, gap, chance_percent)
                for result, kind in ((winner, AwardKind.UPSET_WINNER), (best, AwardKind.UPSET_LOSER))
            )
            self._upsets.append(((gap, -self._match_count), awards))
            if len(self._upsets) >= 2 * CANDIDATES_MAX:
                self._upsets = nlargest(CANDIDATES_MAX, self._upsets, key=itemgetter(0))

    def _has_rank(self, result: SeatResult) -> bool:
        progress = self._progress.get((result.person_id or 0, result.game))
        return (result.person_id or 0) > 0 and progress is not None and progress.match_count >= RANK_MIN_MATCHES


def _get_rivalry_sort_key(meetings: _PairMeetings) -> tuple[int, int, int]:
    """Return a sort key that prefers more matches, then the closer score, then the more recent last meeting."""
    return meetings.match_count, -abs(meetings.ahead_counts[0] - meetings.ahead_counts[1]), meetings.latest_match_number


class AwardService:
    def __init__(self, store: Store, ladder: Ladder) -> None:
        self._store = store
        self._ladder = ladder

    async def load_awards(self, season: Season, now_ms: int) -> list[Award]:
        """Return the awards of a season that has ended, computing them first if necessary."""
        awards = await self._store.seasons.load_awards(season)
        if awards is None:
            await self._store.seasons.save_awards(season, await self._compute_awards(season, now_ms))
            # Another process may have saved different awards first, because a member has left in between.
            awards = await self._store.seasons.load_awards(season)
        return awards or []

    async def _compute_awards(self, season: Season, now_ms: int) -> list[Award]:
        awards = [
            _build_award(
                season, row.rating.person_id, AwardKind.SEASON_PLACE, "", row.rank, get_displayed_points(row.rating)
            )
            for row in (await self._list_top_rows(season, ALL_GAMES, now_ms))[:PODIUM_SIZE]
        ]
        for game in GAMES:
            winner_rows = [row for row in await self._list_top_rows(season, game, now_ms) if row.rank == 1]
            awards += [
                _build_award(
                    season, row.rating.person_id, AwardKind.FIRST_IN_GAME, game, 1, get_displayed_points(row.rating)
                )
                for row in winner_rows[:PODIUM_SIZE]
            ]
        for candidates in await self._collect_candidates(season):
            for group in candidates:
                if await self._ladder.can_show_all(
                    season.server_id, [award.person_id for award in group], AWARD_MEMBER_CHECK_TIMEOUT_S
                ):
                    awards += [_build_award(season, *award) for award in group]
                    break
        return awards

    async def _list_top_rows(self, season: Season, game: str, now_ms: int) -> list[LadderRow]:
        """Return the ladder rows of the best players, without those who are hidden or have left the server."""
        page = await self._ladder.load_page(
            season.server_id, game, season.number, None, now_ms, timeout_s=AWARD_MEMBER_CHECK_TIMEOUT_S
        )
        return [row for row in page.rows if row.rank <= PODIUM_SIZE and not count_matches_to_rank(row.rating)]

    async def _collect_candidates(self, season: Season) -> tuple[AwardCandidates, AwardCandidates, AwardCandidates]:
        """Return the award candidates, loading a season's results page by page.

        A season may have a million results, so they are counted in a thread.
        """
        assert season.ended_ms is not None
        counter = AwardCounter()
        last: SeatResult | None = None
        rest: list[SeatResult] = []
        while page := await self._store.results.list_rated(
            season.server_id, last, RESULTS_PAGE_SIZE, since_ms=season.started_ms - DAY_MS
        ):
            last = page[-1]
            results = [
                result for result in [*rest, *page] if result.season_number == season.number and result.game in GAMES
            ]
            # The page may end in the middle of a match.
            rest = [result for result in results if result.match_id == last.match_id]
            await asyncio.to_thread(
                counter.add_results, [result for result in results if result.match_id != last.match_id]
            )
            # The processes' clocks differ by less than a day, so no later result can belong to the season.
            if last.ended_ms > season.ended_ms + DAY_MS:
                break
        counter.add_results(rest)
        return await asyncio.to_thread(counter.list_candidates)


def _build_award(season: Season, person_id: int, kind: AwardKind, game: str, value: int, second_value: int) -> Award:
    return Award(person_id, season.server_id, season.number, kind, game, value, second_value)
