"""Ladders as they are shown: a page of those who are still there, and what the end of a match has changed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.caches import TtlCache
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.preferences import Preferences
from bot.ratings.rating_updates import (
    UNRANKED_OFFSET,
    count_matches_to_rank,
    count_opponents_to_rank,
    get_displayed_points,
)
from bot.wall_clock import NEW_ACCOUNT_DAYS, week_number
from games.core import Seat
from storage import LadderPlace, RatedOutcome, Rating, Season, Store

log: Final = logging.getLogger(__name__)

PAGE_SIZE: Final = 10
REFILL_ROUNDS_MAX: Final = 5
"""So often a page is filled up after somebody on it was found gone."""
MEMBER_CHECK_TIMEOUT_S: Final = 1.2
"""Seconds that Discord may take to say who is there: somebody waits for an answer."""
MEMBER_CACHE_TTL_S: Final = 600.0
"""Seconds."""
UNRANKED_POINTS_MAX: Final = -UNRANKED_OFFSET / 2
"""Whoever has a rank has more points."""
NO_RANK_POINTS: Final = float("-inf")
"""Points of who has no rank."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """Somebody on a ladder."""

    standing: LadderPlace
    recent_form: tuple[RatedOutcome, ...]
    """The newest first."""
    points_gained_this_week: int | None
    """Points gained since the week began; None for who is new in it."""

    @property
    def rank(self) -> int:
        return self.standing.rank

    @property
    def rating(self) -> Rating:
        return self.standing.rating


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    game: str
    """The key of a game, or of all games together."""
    season_number: int
    season: Season | None
    """None for what counts while no season runs."""
    rows: tuple[LeaderboardRow, ...]
    own_row: LeaderboardRow | None
    player_count: int
    has_next_page: bool
    """Does another page follow?"""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What the end of a match did to a seat's place on the ladder of its game."""

    points_before: float
    points_after: float
    rank: int
    ranks_gained: int = 0
    points_to_next_rank: int | None = None
    """Points to the next better rank; None for the first."""
    matches_to_rank: int = 0
    """Matches until they have a rank at all; nothing of it is told before."""
    opponents_to_rank: int = 0
    """So many of them are to be against people they have not met."""


@dataclass(frozen=True, slots=True)
class MatchRatingChanges:
    unrated_reason: str
    """Why it did not count, as a key; empty where it did."""
    limit: int | None = None
    """The number that was reached, where the reason is one."""
    seat_changes: tuple[tuple[Seat, RatingChange], ...] = ()
    """Without those who do not want to be seen."""


class Leaderboard:
    def __init__(
        self, store: Store, preferences: Preferences, find_member_name: Callable[[int, int], Awaitable[str | None]]
    ) -> None:
        """`member` asks Discord what somebody is called on a server; nobody is who is not there any more."""
        self.store = store
        self.preferences = preferences
        self._find_member_name = find_member_name
        self._membership_cache: TtlCache[tuple[int, int], bool] = TtlCache(MEMBER_CACHE_TTL_S)
        self._member_checks: dict[tuple[int, int], asyncio.Task[bool]] = {}

    # a page

    async def load_page(
        self,
        server_id: int,
        game: str,
        season_number: int,
        viewer_id: int | None,
        now: int,
        *,
        start: int = 0,
        timeout_s: float = MEMBER_CHECK_TIMEOUT_S,
    ) -> LeaderboardPage:
        """Return the page that begins below the `start` best, or the first page if there are not so many.

        Those who have left the server are left out, and stay so until they are seen again.
        """
        if viewer_id is not None:
            await self._mark_viewer_present(server_id, game, season_number, viewer_id)
        season = await self.store.seasons.load_season(server_id, season_number)
        deadline = time.monotonic() + timeout_s
        standings, more = await self._read_page(server_id, game, season_number, start)
        for _ in range(REFILL_ROUNDS_MAX):
            players = [it.rating.person_id for it in standings]
            gone = await self._find_unlisted(players) or await self._find_departed(
                server_id, players, deadline - time.monotonic()
            )
            if not gone:
                break
            for player in gone:
                await self.store.ratings.set_hidden(player, is_hidden=True, server_id=server_id)
            standings, more = await self._read_page(server_id, game, season_number, start)
        own = (
            None
            if viewer_id is None
            else await self.store.ratings.find_ladder_place(server_id, game, season_number, viewer_id)
        )
        elsewhere = own is not None and own.rating.person_id not in {it.rating.person_id for it in standings}
        shown = [*standings, *([own] if own and elsewhere else [])]
        lines = await self._build_rows(server_id, game, season_number, shown, now)
        mine = [line for line in lines if line.rating.person_id == viewer_id]
        return LeaderboardPage(
            game, season_number, season, lines[: len(standings)], mine[0] if mine else None,
            await self.store.ratings.count_players(server_id, game, season_number), more,
        )  # fmt: skip

    async def find_page_start(self, server_id: int, game: str, season_number: int, person_id: int) -> int:
        """Return where the page with a player in its middle starts."""
        own = await self.store.ratings.find_ladder_place(server_id, game, season_number, person_id)
        return max(0, own.place - 1 - PAGE_SIZE // 2) if own else 0

    async def _read_page(
        self, server_id: int, game: str, season_number: int, start: int
    ) -> tuple[list[LadderPlace], bool]:
        """Return the standings of a page, and whether another page follows."""
        found = await self.store.ratings.list_ladder_page(server_id, game, season_number, PAGE_SIZE + 1, start)
        if start and not found:
            # Those who were there have left meanwhile.
            return await self._read_page(server_id, game, season_number, 0)
        return found[:PAGE_SIZE], len(found) > PAGE_SIZE

    async def count_ranked(self, server_id: int, game: str, season_number: int) -> int:
        """Return how many players of a ladder have a rank."""
        [(count, _)] = await self.store.ratings.count_players_above(server_id, game, season_number, UNRANKED_POINTS_MAX)
        return count

    async def _build_rows(
        self, server_id: int, game: str, season_number: int, standings: Sequence[LadderPlace], now: int
    ) -> tuple[LeaderboardRow, ...]:
        forms = await self.store.results.load_recent_form(
            server_id, game, season_number, [it.rating.person_id for it in standings]
        )

        def moved(rating: Rating) -> int | None:
            if week_number(rating.updated_ms) != week_number(now):
                # Of who has played since, what it was in that week is gone.
                return 0
            return (
                None
                if rating.week_start_rating is None
                else get_displayed_points(rating) - round(rating.week_start_rating)
            )

        return tuple(LeaderboardRow(it, form, moved(it.rating)) for it, form in zip(standings, forms, strict=True))

    # who is there

    async def _mark_viewer_present(self, server_id: int, game: str, season_number: int, viewer_id: int) -> None:
        """Whoever asks is there."""
        self._membership_cache[server_id, viewer_id] = True
        rating = await self.store.ratings.load_rating(server_id, game, season_number, viewer_id)
        # Not as somebody remembers it: they may have said otherwise elsewhere a moment ago.
        if rating and rating.is_hidden and (await self.preferences.reload_player(viewer_id)).listed:
            await self.store.ratings.set_hidden(viewer_id, is_hidden=False, server_id=server_id)

    async def can_show_all(self, server_id: int, person_ids: Sequence[int], timeout_s: float) -> bool:
        """May all of them be named there?"""
        return not (
            await self._find_unlisted(person_ids) or await self._find_departed(server_id, person_ids, timeout_s)
        )

    async def _find_unlisted(self, person_ids: Sequence[int]) -> list[int]:
        """Who does not want to be seen: they may have said so while a match of theirs ended, and its rating came
        after.
        """
        known = await asyncio.gather(*map(self.preferences.load_player, person_ids))
        return [player for player, told in zip(person_ids, known, strict=True) if not told.listed]

    async def _find_departed(self, server_id: int, person_ids: Sequence[int], timeout_s: float) -> list[int]:
        """Who of them is not there any more; nobody whom Discord could not tell us of in time."""
        asking = [
            self._start_member_check(server_id, player)
            for player in person_ids
            if (server_id, player) not in self._membership_cache
        ]
        if asking:
            # Those who are late will be known the next time.
            done, _ = await asyncio.wait(asking, timeout=max(0.0, timeout_s))
            for task in done:
                task.result()
        return [
            player
            for player in person_ids
            if not self._membership_cache.get_even_if_expired((server_id, player), default=True)
        ]

    def _start_member_check(self, server_id: int, person_id: int) -> asyncio.Task[bool]:
        place = server_id, person_id
        if place not in self._member_checks:
            self._member_checks[place] = asyncio.create_task(
                self._is_member(server_id, person_id), name=f"member {person_id}"
            )
        return self._member_checks[place]

    async def _is_member(self, server_id: int, person_id: int) -> bool:
        try:
            there = await self._find_member_name(server_id, person_id) is not None
            self._membership_cache[server_id, person_id] = there
        except (DiscordUnavailable, DestinationUnreachable):
            log.warning("nobody says whether a player is still there", exc_info=True)
            there = True
        finally:
            del self._member_checks[server_id, person_id]
        return there

    # the end of a match

    async def load_match_rating_changes(self, match_id: int) -> MatchRatingChanges | None:
        """What its results say and where everybody stands by now; None for one without results."""
        results = await self.store.results.list_of_match(match_id)
        if not results:
            return None
        first = results[0]
        if not first.is_rated or first.server_id is None:
            settings = await self.preferences.load_server(first.server_id)
            # As the server has it by now; by 0 it counts nothing any more, and the text names no number.
            reason = first.unrated_reason or ""
            limit = {"short": settings.steps, "pair": settings.pair or 0, "young": NEW_ACCOUNT_DAYS}.get(reason)
            return MatchRatingChanges(reason, limit)
        ends = [(it.rating_before or 0.0, it.rating_after or 0.0) for it in results]
        points = [each for end in ends for each in end]
        found = await self.store.ratings.count_players_above(first.server_id, first.game, first.season_number, *points)
        where = [(first.game, it.person_id or 0) for it in results]
        ratings = await self.store.ratings.load_ratings(first.server_id, first.season_number, where)
        # Whoever had no rank before stood nowhere.
        here = [
            (NO_RANK_POINTS if _had_no_rank_before(rating) else old, new)
            for (old, new), rating in zip(ends, ratings, strict=True)
            if rating and not rating.is_hidden and not count_matches_to_rank(rating)
        ]
        seats = []
        for at, (it, rating) in enumerate(zip(results, ratings, strict=True)):
            before, after = ends[at]
            (above_before, _), (above, better) = found[2 * at], found[2 * at + 1]
            if rating is None or rating.is_hidden:
                continue
            # Those at this table stood elsewhere when it began.
            stood = above_before + sum((old > before) - (new > before) for old, new in here)
            behind = None if better is None else max(1, round(better) - round(after))
            rose = 0 if _had_no_rank_before(rating) else stood - above
            left = count_matches_to_rank(rating), count_opponents_to_rank(rating)
            seats.append((it.seat, RatingChange(before, after, above + 1, rose, behind, *left)))
        return MatchRatingChanges("", None, tuple(seats))


def _had_no_rank_before(rating: Rating) -> bool:
    """Had they no rank before their last match?"""
    return rating.match_count == 1 or count_matches_to_rank(replace(rating, match_count=rating.match_count - 1)) > 0
