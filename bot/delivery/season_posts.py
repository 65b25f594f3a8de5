"""What is told of ladders: each week where a server wants it, that a season has begun, its last week, and its end."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.errors import DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.matches.cache import MatchCache
from bot.messenger import Messenger
from bot.preferences import Preferences
from bot.ratings.awards import AWARD_MEMBER_CHECK_TIMEOUT_S, AwardKind, AwardService
from bot.ratings.leaderboard import Leaderboard, LeaderboardPage
from bot.ratings.rating_updates import ALL_GAMES
from bot.ratings.seasons import Seasons
from bot.screens import season_posts
from bot.screens.scene import Scene
from bot.screens.season_posts import ChampionRole, SeasonPost
from bot.wall_clock import MINUTE_MS, WEEK_MS, week_end_ms
from bot.wall_clock import current_time_ms as at_once
from games.words import Locale
from storage import Announcement, Award, Season, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

POLL_INTERVAL_S: Final = 60.0
"""Seconds between two looks at the calendar."""
CLAIM_TIMEOUT_MS: Final = 5 * MINUTE_MS
"""So long whoever took it upon themselves to tell something has time for it."""
DISCORD_CLOCK_SKEW_MS: Final = 10_000
"""Milliseconds by which Discord's watch may be behind ours."""


@dataclass(eq=False)
class SeasonPosts:
    _matches: MatchCache
    _store: Store
    _messenger: Messenger
    _preferences: Preferences
    _seasons: Seasons
    _leaderboard: Leaderboard
    _awards: AwardService

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            try:
                await self.post_due_announcements(at_once())
            except StoreUnavailable:
                log.exception("the store is out of reach; trying again")
            await self._seasons.wait_for_change(POLL_INTERVAL_S)

    async def post_due_announcements(self, now: int) -> None:
        """Closes what is due, and tells what has not been told. Of several processes one does either."""
        await self._seasons.close_due_seasons(now)
        before = now - CLAIM_TIMEOUT_MS
        for season, claimed_ms in await self._store.seasons.list_unannounced(before):
            ours = await self._store.seasons.claim_season(season, now, before)
            if ours and await _try_posting(season.server_id, self._post_season_end(season, now, claimed_ms)):
                await self._store.seasons.mark_announced(season)
        for news in await self._store.seasons.list_due_announcements(now, before):
            ours = await self._store.seasons.claim_announcement(news, now, before)
            if ours and await _try_posting(news.server_id, self._post_announcement(news, now)):
                await self._finish_announcement(news, now)

    async def _post_season_end(self, season: Season, now: int, claimed_ms: int | None) -> None:
        """With everybody whom it names, who are called for it once, and not while they sleep."""
        awards = await self._awards.load_awards(season, now)
        players = await self._store.ratings.count_players(season.server_id, ALL_GAMES, season.number)
        if not players:
            return
        called = frozenset([it for it in season_posts.collect_awarded_people(awards) if await self._is_awake(it, now)])
        crowned = await self._assign_champion_role(season, awards)
        assert season.ended_ms is not None
        news = Announcement(season.server_id, season.number, SeasonPost.ENDED, season.ended_ms, claimed_ms)
        await self._post_to_server(
            news,
            season.number,
            lambda locale: season_posts.render_season_end(season, awards, players, locale, called, crowned),
        )

    async def _assign_champion_role(self, season: Season, awards: Sequence[Award]) -> ChampionRole | None:
        """The role of the champion goes on, where the server has one."""
        server_id = season.server_id
        champions = set(season_posts.list_champion_ids(awards))
        role = next(iter((await self._preferences.load_server(server_id)).crown), None)
        if role is None or not champions:
            return None
        try:
            before = await self._store.seasons.list_winners_before(season, AwardKind.SEASON_PLACE)
            for person_id in set(before) - champions:
                await self._messenger.remove_role(server_id, person_id, role)
            for person_id in champions:
                await self._messenger.add_role(server_id, person_id, role)
        except (MessageGone, DestinationUnreachable) as lost:
            log.info("role %d cannot be given", role, extra={"why": str(lost)})
            return ChampionRole(role, was_given=False)
        return ChampionRole(role, was_given=True)

    async def _finish_announcement(self, announcement: Announcement, now: int) -> None:
        if (
            announcement.kind == SeasonPost.WEEKLY
            and (await self._preferences.load_server(announcement.server_id)).weekly
        ):
            await self._store.seasons.repeat_announcement(announcement, week_end_ms(now))
        else:
            await self._store.seasons.delete_announcement(announcement)

    async def _post_announcement(self, announcement: Announcement, now: int) -> None:
        if announcement.kind == SeasonPost.WEEKLY:
            await self._post_weekly_standings(announcement)
            return
        season = await self._store.seasons.load_season(announcement.server_id, announcement.season_number)
        if season is None or season.ended_ms is not None:
            return
        if announcement.kind == SeasonPost.STARTED:
            await self._post_to_server(
                announcement, season.number, lambda locale: season_posts.render_season_start(season, locale)
            )
        elif announcement.kind == SeasonPost.LAST_WEEK and season.scheduled_end_ms is not None:
            page = await self._load_leaderboard_page(announcement.server_id, season.number, now)
            await self._post_to_server(
                announcement, season.number, lambda locale: season_posts.render_last_week(season, page.rows, locale)
            )

    async def _post_weekly_standings(self, announcement: Announcement) -> None:
        """Where nothing has counted there is nothing to tell."""
        server_id = announcement.server_id
        played = await self._store.results.list_rated(server_id, since_ms=announcement.due_ms - WEEK_MS, count=1)
        if not (await self._preferences.load_server(server_id)).weekly or not played:
            return
        running = await self._store.seasons.load_season(server_id)
        number = running.number if running else 0
        page = await self._load_leaderboard_page(server_id, number, announcement.due_ms - 1)
        if page.rows:
            await self._post_to_server(
                announcement, number, lambda locale: season_posts.render_weekly_leaderboard(page, locale)
            )

    async def _load_leaderboard_page(self, server_id: int, season_number: int, now: int) -> LeaderboardPage:
        return await self._leaderboard.load_page(
            server_id, ALL_GAMES, season_number, None, now, timeout_s=AWARD_MEMBER_CHECK_TIMEOUT_S
        )

    async def _is_awake(self, person_id: int, now: int) -> bool:
        quiet = (await self._preferences.reload_player(person_id)).next_notification_time_ms(now) > now
        return not quiet and self._matches.absences.find_holiday_end(person_id, now) is None

    async def _post_to_server(
        self, announcement: Announcement, season_number: int, render: Callable[[Locale], Scene]
    ) -> None:
        """Where the server wants it, or else where its last match was played. Where it was tried before it may be there
        already: whoever did has died, or had no answer.
        """
        server_id, what = announcement.server_id, SeasonPost(announcement.kind)
        settings = await self._preferences.load_server(server_id)
        channel_id = (
            settings.standing[0] if settings.standing else await self._find_last_channel(server_id, season_number)
        )
        if channel_id is None:
            return
        shown = render(settings.effective_locale(await self._messenger.fetch_server_locale(server_id)))
        since = announcement.due_ms - DISCORD_CLOCK_SKEW_MS
        try:
            if not (
                announcement.claimed_ms
                and await self._was_posted(
                    channel_id, season_posts.build_leaderboard_custom_id(season_number, what), since
                )
            ):
                await self._messenger.post_message(
                    channel_id, shown, f"season {server_id} {season_number} {what} {announcement.due_ms}"
                )
        except DestinationUnreachable as lost:
            log.info("channel %d is out of reach", channel_id, extra={"why": lost.reason_key})

    async def _find_last_channel(self, server_id: int, season_number: int) -> int | None:
        """One that has just begun has none yet."""
        for number in (season_number, season_number - 1):
            if (found := await self._store.results.find_last_channel(server_id, number)) is not None:
                return found
        return None

    async def _was_posted(self, channel_id: int, custom_id: str, since_ms: int) -> bool:
        """Where we may not read back it is told once more: that is better than never."""
        try:
            return await self._messenger.has_posted_button(channel_id, custom_id, since_ms)
        except (MessageGone, DestinationUnreachable):
            return False


async def _try_posting(server_id: int, posting: Awaitable[None]) -> bool:
    """What could not be done is tried later."""
    try:
        await posting
    except DiscordUnavailable:
        log.warning("Discord is out of reach; the news of a season are told later")
        return False
    except Exception:
        log.exception("the news of a season could not be told on server %d", server_id)
        return False
    return True
