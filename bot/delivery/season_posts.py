"""Posts messages about a server's seasons: their start, last week and end, and weekly ladders."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.delivery.periodic import attempt, run_periodically
from bot.delivery.send_recovery import was_posted
from bot.errors import DestinationUnreachable, MessageGone
from bot.matches.cache import MatchCache
from bot.matches.model import FinishedMatch
from bot.messenger import Messenger
from bot.preferences import Preferences
from bot.ratings.awards import AWARD_MEMBER_CHECK_TIMEOUT_S, AwardKind, AwardService
from bot.ratings.ladder import Ladder, LadderPage
from bot.ratings.rating_updates import ALL_GAMES, group_by_match
from bot.ratings.seasons import Seasons
from bot.ratings.week_highlights import find_match_of_the_week, find_upset
from bot.screens import season_posts
from bot.screens.review_positions import list_positions
from bot.screens.scene import Scene
from bot.screens.season_posts import ChampionRole, SeasonPost, WeekHighlights
from bot.wall_clock import MINUTE_MS, WEEK_MS, current_time_ms, week_end_ms
from games.words import Locale
from storage import Announcement, Award, Season, SeatResult, Store

log: Final = logging.getLogger(__name__)

POLL_INTERVAL_S: Final = 60.0
CLAIM_TIMEOUT_MS: Final = 5 * MINUTE_MS
"""How long a process that claimed an announcement has to post it, before another process can claim it."""


@dataclass(eq=False)
class SeasonPosts:
    _matches: MatchCache
    _store: Store
    _messenger: Messenger
    _preferences: Preferences
    _seasons: Seasons
    _ladder: Ladder
    _awards: AwardService

    async def run(self) -> None:
        """Post announcements when they are due, until canceled."""
        await run_periodically(
            lambda: self.post_due_announcements(current_time_ms()), POLL_INTERVAL_S, self._seasons.changed
        )

    async def post_due_announcements(self, now_ms: int) -> None:
        """End the seasons and post the announcements that are due.

        Each announcement is claimed first, so that only one process posts it. A failed announcement is due again when
        its claim times out.
        """
        await self._seasons.close_due_seasons(now_ms)
        claimed_before_ms = now_ms - CLAIM_TIMEOUT_MS
        for season, claimed_ms in await self._store.seasons.list_unannounced(claimed_before_ms):
            is_ours = await self._store.seasons.claim_season(season, now_ms, claimed_before_ms)
            if is_ours and await attempt(
                self._post_season_end(season, now_ms, claimed_ms), f"post season end on server {season.server_id}"
            ):
                await self._store.seasons.mark_announced(season)
        for announcement in await self._store.seasons.list_due_announcements(now_ms, claimed_before_ms):
            is_ours = await self._store.seasons.claim_announcement(announcement, now_ms, claimed_before_ms)
            if is_ours and await attempt(
                self._post_announcement(announcement, now_ms), f"post announcement on server {announcement.server_id}"
            ):
                await self._finish_announcement(announcement, now_ms)

    async def _post_season_end(self, season: Season, now_ms: int, claimed_ms: int | None) -> None:
        """Post a season's awards, and ping award winners who are neither in their quiet hours nor on holiday."""
        awards = await self._awards.load_awards(season, now_ms)
        player_count = await self._store.ratings.count_players(season.server_id, ALL_GAMES, season.number)
        if not player_count:
            return
        awarded = season_posts.collect_awarded_people(awards)
        pinged = frozenset([it for it in awarded if await self._is_awake(it, now_ms)])
        role = await self._assign_champion_role(season, awards)
        assert season.ended_ms is not None
        announcement = Announcement(season.server_id, season.number, SeasonPost.ENDED, season.ended_ms, claimed_ms)
        await self._post_to_server(
            announcement,
            season.number,
            lambda locale: season_posts.render_season_end(season, awards, player_count, locale, pinged, role),
        )

    async def _assign_champion_role(self, season: Season, awards: Sequence[Award]) -> ChampionRole | None:
        """Take the champion role from earlier champions and give it to the new ones.

        Return the role and whether this worked, or None if the server has no such role or the season no champion.
        """
        server_id = season.server_id
        champion_ids = set(season_posts.list_champion_ids(awards))
        role_id = next(iter((await self._preferences.load_server(server_id)).crown), None)
        if role_id is None or not champion_ids:
            return None
        try:
            earlier_ids = await self._store.seasons.list_winners_before(season, AwardKind.SEASON_PLACE)
            for person_id in set(earlier_ids) - champion_ids:
                await self._messenger.remove_role(server_id, person_id, role_id)
            for person_id in champion_ids:
                await self._messenger.add_role(server_id, person_id, role_id)
        except (MessageGone, DestinationUnreachable) as error:
            log.info("role %d cannot be assigned", role_id, extra={"reason": str(error)})
            return ChampionRole(role_id, was_given=False)
        return ChampionRole(role_id, was_given=True)

    async def _finish_announcement(self, announcement: Announcement, now_ms: int) -> None:
        is_weekly = announcement.kind == SeasonPost.WEEKLY
        if is_weekly and (await self._preferences.load_server(announcement.server_id)).weekly:
            await self._store.seasons.repeat_announcement(announcement, week_end_ms(now_ms))
        else:
            await self._store.seasons.delete_announcement(announcement)

    async def _post_announcement(self, announcement: Announcement, now_ms: int) -> None:
        if announcement.kind == SeasonPost.WEEKLY:
            await self._post_weekly_ladder(announcement)
            return
        season = await self._store.seasons.load_season(announcement.server_id, announcement.season_number)
        if season is None or season.ended_ms is not None:
            return
        if announcement.kind == SeasonPost.STARTED:
            await self._post_to_server(
                announcement, season.number, lambda locale: season_posts.render_season_start(season, locale)
            )
        elif announcement.kind == SeasonPost.LAST_WEEK and season.scheduled_end_ms is not None:
            page = await self._load_ladder_page(announcement.server_id, season.number, now_ms)
            await self._post_to_server(
                announcement, season.number, lambda locale: season_posts.render_last_week(season, page.rows, locale)
            )

    async def _post_weekly_ladder(self, announcement: Announcement) -> None:
        """Post last week's ladder, if a rated match was played and the server still wants the post."""
        server_id = announcement.server_id
        rated = await self._store.results.list_rated(server_id, since_ms=announcement.due_ms - WEEK_MS)
        if not (await self._preferences.load_server(server_id)).weekly or not rated:
            return
        season_number = await self._store.seasons.find_running_number(server_id)
        page = await self._load_ladder_page(server_id, season_number, announcement.due_ms - 1)
        if page.rows:
            rated_in_week = [result for result in rated if result.ended_ms < announcement.due_ms]
            highlights = await self._load_highlights(server_id, rated_in_week)
            await self._post_to_server(
                announcement,
                season_number,
                lambda locale: season_posts.render_weekly_ladder(page, highlights, locale),
            )

    async def _load_highlights(self, server_id: int, rated: Sequence[SeatResult]) -> WeekHighlights:
        """Return the biggest upset and the best match of a week, from the rated results of that week.

        Matches in channels that not everybody can read, and matches of people who hide themselves, are left out.
        """
        channel_ids = {await self._find_channel(server_id), *self._messenger.list_open_channels(server_id)}
        matches = [it for it in group_by_match(rated) if await self._is_public(it, channel_ids)]
        upset, match_id = find_upset(matches), find_match_of_the_week(matches)
        header = await self._store.matches.load_header(match_id) if match_id else None
        match = await anext(self._matches.load_readable([header]), None) if header else None
        if not isinstance(match, FinishedMatch) or await self._matches.is_deal_secret(match):
            return WeekHighlights(upset)
        positions = await asyncio.to_thread(list_positions, await self._matches.load_journal(match.id))
        return WeekHighlights(upset, match, positions)

    async def _is_public(self, results: Sequence[SeatResult], channel_ids: Collection[int | None]) -> bool:
        header = await self._store.matches.load_header(results[0].match_id)
        if header is None or header.root_channel_id not in channel_ids:
            return False
        people = [result.person_id for result in results if result.person_id is not None]
        return all([it > 0 and (await self._preferences.reload_player(it)).listed for it in people])

    async def _load_ladder_page(self, server_id: int, season_number: int, now_ms: int) -> LadderPage:
        return await self._ladder.load_page(
            server_id, ALL_GAMES, season_number, None, now_ms, timeout_s=AWARD_MEMBER_CHECK_TIMEOUT_S
        )

    async def _is_awake(self, person_id: int, now_ms: int) -> bool:
        """Return whether a person is neither in their quiet hours nor on holiday."""
        is_quiet = (await self._preferences.reload_player(person_id)).next_notification_time_ms(now_ms) > now_ms
        return not is_quiet and self._matches.absences.find_holiday_end(person_id, now_ms) is None

    async def _post_to_server(
        self, announcement: Announcement, season_number: int, render: Callable[[Locale], Scene]
    ) -> None:
        """Post a scene in the channel that the server chose, or else in the channel of its latest match.

        If an earlier attempt was interrupted, look for its message first, and do nothing if it was posted.
        """
        server_id, kind = announcement.server_id, SeasonPost(announcement.kind)
        channel_id = await self._find_channel(server_id)
        if channel_id is None:
            return
        scene = render(await self._preferences.load_server_locale(server_id, self._messenger.fetch_server_locale))
        custom_id = season_posts.build_ladder_custom_id(season_number, kind)
        nonce_key = f"season {server_id} {season_number} {kind} {announcement.due_ms}"
        try:
            if announcement.claimed_ms and await was_posted(
                self._messenger, channel_id, custom_id, announcement.due_ms
            ):
                return
            await self._messenger.post_message(channel_id, scene, nonce_key)
        except DestinationUnreachable as error:
            log.info("cannot send to channel %d", channel_id, extra={"reason": error.reason_key})

    async def _find_channel(self, server_id: int) -> int | None:
        """Return the channel for posts about seasons, or None if there is none."""
        standing = (await self._preferences.load_server(server_id)).standing
        return standing[0] if standing else await self._store.results.find_last_channel(server_id)
