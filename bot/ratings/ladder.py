"""Loads the rating changes of a match, and ladder pages. The pages hide players who have left the server."""

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
    START_POINTS,
    UNRANKED_OFFSET,
    convert_to_points,
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
"""How many times a page may be read again. This is needed if players on it turn out to have left or opted out."""
MEMBER_CHECK_TIMEOUT_S: Final = 1.2
"""How long to wait for Discord to say who is still a member. The limit is short, because a person is waiting."""
MEMBER_CACHE_TTL_S: Final = 600.0
UNRANKED_POINTS_MAX: Final = -UNRANKED_OFFSET / 2
"""A limit for sort keys: players with a rank are above it, and players without a rank are below it."""
NO_RANK_POINTS: Final = float("-inf")
"""Used in place of the points of a player who had no rank."""


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A player on a ladder."""

    ladder_place: LadderPlace
    recent_form: tuple[RatedOutcome, ...]
    """The latest outcomes, the newest first."""
    points_gained_this_week: int | None
    """None for a player who first played this week."""

    @property
    def rank(self) -> int:
        return self.ladder_place.rank

    @property
    def rating(self) -> Rating:
        return self.ladder_place.rating


@dataclass(frozen=True, slots=True)
class LadderPage:
    game: str
    """The key of a game, or `ALL_GAMES`."""
    season_number: int
    season: Season | None
    """None for the ladder of matches outside of any season."""
    rows: tuple[LadderRow, ...]
    own_row: LadderRow | None
    player_count: int
    has_next_page: bool


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The change that a match made to a player's points and place on the game's ladder."""

    points_before: float
    points_after: float
    rank: int
    ranks_gained: int = 0
    matches_to_rank: int = 0
    """The number of matches that the player still needs for a rank. The rank is shown only if the number is 0."""
    opponents_to_rank: int = 0
    """The number of new opponents that the player has to meet in these matches."""


@dataclass(frozen=True, slots=True)
class MatchRatingChanges:
    unrated_reason: str | None
    """The key of the reason why the match did not count, or None if it counted."""
    limit: int | None = None
    """The limit that the reason mentions, if any."""
    seat_changes: tuple[tuple[Seat, RatingChange], ...] = ()
    """Each seat's change, without the seats of hidden players."""


class Ladder:
    def __init__(
        self, store: Store, preferences: Preferences, find_member_name: Callable[[int, int], Awaitable[str | None]]
    ) -> None:
        """Create a ladder that checks on Discord whether players are still on the server.

        `find_member_name` takes a server ID and a person ID. It returns None if the person has left the server.
        """
        self.store = store
        self.preferences = preferences
        self._find_member_name = find_member_name
        self._membership_cache: TtlCache[tuple[int, int], bool] = TtlCache(MEMBER_CACHE_TTL_S)
        self._member_checks: dict[tuple[int, int], asyncio.Task[bool]] = {}

    async def load_points(self, server_id: int, game: str, person_id: int) -> float:
        """Return a person's points in a game in the current season, or a newcomer's points."""
        season_number = await self.store.seasons.find_running_number(server_id)
        rating = await self.store.ratings.load_rating(server_id, game, season_number, person_id)
        return convert_to_points(rating.mu) if rating else START_POINTS

    async def load_page(
        self,
        server_id: int,
        game: str,
        season_number: int,
        viewer_id: int | None,
        now_ms: int,
        *,
        start: int = 0,
        timeout_s: float = MEMBER_CHECK_TIMEOUT_S,
    ) -> LadderPage:
        """Return a page of the ladder that skips the first `start` players.

        If no players remain, return the first page. Players who turn out to have left the server are hidden until they
        are seen there again.
        """
        if viewer_id is not None:
            await self._mark_viewer_present(server_id, game, season_number, viewer_id)
        season = await self.store.seasons.load_season(server_id, season_number)
        deadline = time.monotonic() + timeout_s
        places, has_next_page = await self._read_page(server_id, game, season_number, start)
        for _ in range(REFILL_ROUNDS_MAX):
            person_ids = [place.rating.person_id for place in places]
            hidden_ids = await self._find_unlisted(person_ids) or await self._find_departed(
                server_id, person_ids, deadline - time.monotonic()
            )
            if not hidden_ids:
                break
            for person_id in hidden_ids:
                await self.store.ratings.set_hidden(person_id, is_hidden=True, server_id=server_id)
            places, has_next_page = await self._read_page(server_id, game, season_number, start)
        own = (
            None
            if viewer_id is None
            else await self.store.ratings.find_ladder_place(server_id, game, season_number, viewer_id)
        )
        is_on_other_page = own is not None and own.rating.person_id not in {place.rating.person_id for place in places}
        rows = await self._build_rows(
            server_id, game, season_number, [*places, *([own] if own and is_on_other_page else [])], now_ms
        )
        return LadderPage(
            game,
            season_number,
            season,
            rows[: len(places)],
            next((row for row in rows if row.rating.person_id == viewer_id), None),
            await self.store.ratings.count_players(server_id, game, season_number),
            has_next_page,
        )

    async def find_page_start(self, server_id: int, game: str, season_number: int, person_id: int) -> int:
        """Return the `start` argument with which `load_page` shows this player in the middle of a page."""
        own = await self.store.ratings.find_ladder_place(server_id, game, season_number, person_id)
        return max(0, own.place - 1 - PAGE_SIZE // 2) if own else 0

    async def _read_page(
        self, server_id: int, game: str, season_number: int, start: int
    ) -> tuple[list[LadderPlace], bool]:
        """Return the places of a page, and whether another page follows."""
        places = await self.store.ratings.list_ladder_page(server_id, game, season_number, PAGE_SIZE + 1, start)
        if start and not places:
            # The players on this page have left in the meantime.
            return await self._read_page(server_id, game, season_number, 0)
        return places[:PAGE_SIZE], len(places) > PAGE_SIZE

    async def count_ranked(self, server_id: int, game: str, season_number: int) -> int:
        """Return how many players of a ladder have a rank."""
        [count] = await self.store.ratings.count_players_above(server_id, game, season_number, UNRANKED_POINTS_MAX)
        return count

    async def _build_rows(
        self, server_id: int, game: str, season_number: int, places: Sequence[LadderPlace], now_ms: int
    ) -> tuple[LadderRow, ...]:
        forms = await self.store.results.load_recent_form(
            server_id, game, season_number, [place.rating.person_id for place in places]
        )

        def compute_weekly_gain(rating: Rating) -> int | None:
            if week_number(rating.updated_ms) != week_number(now_ms):
                # The player has not played this week.
                return 0
            if rating.week_start_rating is None:
                return None
            return get_displayed_points(rating) - round(rating.week_start_rating)

        return tuple(
            LadderRow(place, form, compute_weekly_gain(place.rating)) for place, form in zip(places, forms, strict=True)
        )

    async def _mark_viewer_present(self, server_id: int, game: str, season_number: int, viewer_id: int) -> None:
        """Record that the reader is on the server, and show their rating again if it was hidden."""
        self._membership_cache[server_id, viewer_id] = True
        rating = await self.store.ratings.load_rating(server_id, game, season_number, viewer_id)
        # Reload the preferences: the reader may just have opted out of ladders in another process.
        if rating and rating.is_hidden and (await self.preferences.reload_player(viewer_id)).listed:
            await self.store.ratings.set_hidden(viewer_id, is_hidden=False, server_id=server_id)

    async def can_show_all(self, server_id: int, person_ids: Sequence[int], timeout_s: float) -> bool:
        """Return whether all these people want to be listed and are still on the server."""
        return not (
            await self._find_unlisted(person_ids) or await self._find_departed(server_id, person_ids, timeout_s)
        )

    async def _find_unlisted(self, person_ids: Sequence[int]) -> list[int]:
        """Return the people who do not want to be listed.

        Their ratings are usually hidden already, but a match that just ended may have stored a visible rating.
        """
        preferences = await asyncio.gather(*map(self.preferences.load_player, person_ids))
        return [person_id for person_id, player in zip(person_ids, preferences, strict=True) if not player.listed]

    async def _find_departed(self, server_id: int, person_ids: Sequence[int], timeout_s: float) -> list[int]:
        """Return the people who have left the server. If Discord is slow, use the last known memberships."""
        checks = [
            self._start_member_check(server_id, player)
            for player in person_ids
            if (server_id, player) not in self._membership_cache
        ]
        if checks:
            # Checks that exceed the timeout continue, and the next page uses their results.
            done, _ = await asyncio.wait(checks, timeout=max(0.0, timeout_s))
            for task in done:
                task.result()
        return [
            player
            for player in person_ids
            if not self._membership_cache.get_even_if_expired((server_id, player), default=True)
        ]

    def _start_member_check(self, server_id: int, person_id: int) -> asyncio.Task[bool]:
        key = server_id, person_id
        if key not in self._member_checks:
            self._member_checks[key] = asyncio.create_task(
                self._is_member(server_id, person_id), name=f"member {person_id}"
            )
        return self._member_checks[key]

    async def _is_member(self, server_id: int, person_id: int) -> bool:
        try:
            is_member = await self._find_member_name(server_id, person_id) is not None
            self._membership_cache[server_id, person_id] = is_member
        except (DiscordUnavailable, DestinationUnreachable):
            log.warning("cannot find out whether a player is still on the server", exc_info=True)
            is_member = True
        finally:
            del self._member_checks[server_id, person_id]
        return is_member

    async def load_match_rating_changes(self, match_id: int) -> MatchRatingChanges | None:
        """Return a match's rating changes and its players' current ranks, or None if the match has no results."""
        results = await self.store.results.list_of_match(match_id)
        if not results:
            return None
        first = results[0]
        if not first.is_rated or first.server_id is None:
            settings = await self.preferences.load_server(first.server_id)
            # These are the server's current limits. 0 means that the limit was removed; then the text omits the number.
            limit = {"short": settings.steps, "pair": settings.pair or 0, "young": NEW_ACCOUNT_DAYS}.get(
                first.unrated_reason or ""
            )
            return MatchRatingChanges(first.unrated_reason, limit)
        points_by_result = [(result.rating_before or 0.0, result.rating_after or 0.0) for result in results]
        points = [points for before_and_after in points_by_result for points in before_and_after]
        counts_above = await self.store.ratings.count_players_above(
            first.server_id, first.game, first.season_number, *points
        )
        game_and_person = [(first.game, result.person_id or 0) for result in results]
        ratings = await self.store.ratings.load_ratings(first.server_id, first.season_number, game_and_person)
        ranked_points = [
            (NO_RANK_POINTS if _had_no_rank_before(rating) else before, after)
            for (before, after), rating in zip(points_by_result, ratings, strict=True)
            if rating and not rating.is_hidden and not count_matches_to_rank(rating)
        ]
        seat_changes = []
        for index, (result, rating) in enumerate(zip(results, ratings, strict=True)):
            before, after = points_by_result[index]
            above_old_points, above = counts_above[2 * index : 2 * index + 2]
            if rating is None or rating.is_hidden:
                continue
            # The store counted with the new points of this match's players, so use their old points for the old rank.
            above_before = above_old_points + sum((old > before) - (new > before) for old, new in ranked_points)
            seat_changes.append(
                (
                    result.seat,
                    RatingChange(
                        before,
                        after,
                        rank=above + 1,
                        ranks_gained=0 if _had_no_rank_before(rating) else above_before - above,
                        matches_to_rank=count_matches_to_rank(rating),
                        opponents_to_rank=count_opponents_to_rank(rating),
                    ),
                )
            )
        return MatchRatingChanges(None, None, tuple(seat_changes))


def _had_no_rank_before(rating: Rating) -> bool:
    """Return whether the player had no rank before their last match."""
    return rating.match_count == 1 or count_matches_to_rank(replace(rating, match_count=rating.match_count - 1)) > 0
