"""What is told of ladders: each week where a server wants it, that a season has begun, its last week, and its end."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.errors import DiscordUnavailable, DiscordUnreachable, MessageGone
from bot.matches.cache import MatchCache
from bot.messenger import Messenger
from bot.preferences import Preferences
from bot.ratings.awards import PATIENCE, AwardKind, AwardService
from bot.ratings.leaderboard import Leaderboard, LeaderboardPage
from bot.ratings.rating_updates import EVERYTHING
from bot.ratings.seasons import Seasons
from bot.screens import season_posts
from bot.screens.scene import Scene
from bot.screens.season_posts import ChampionRole, SeasonPost
from bot.wall_clock import MINUTE, WEEK, week_end
from bot.wall_clock import now as at_once
from games.words import Locale
from storage import Announcement, Award, Season, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

PAUSE: Final = 60.0
"""Seconds between two looks at the calendar."""
CLAIMED: Final = 5 * MINUTE
"""So long whoever took it upon themselves to tell something has time for it."""
EARLIER: Final = 10_000
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
                await self.tick(at_once())
            except StoreUnavailable:
                log.exception("the store is out of reach; trying again")
            await self._seasons.stirred(PAUSE)

    async def tick(self, now: int) -> None:
        """Closes what is due, and tells what has not been told. Of several processes one does either."""
        await self._seasons.close(now)
        before = now - CLAIMED
        for season, claimed_ms in await self._store.seasons.list_unannounced(before):
            ours = await self._store.seasons.claim_season(season, now, before)
            if ours and await _done(season.server_id, self._over(season, now, claimed_ms)):
                await self._store.seasons.mark_announced(season)
        for news in await self._store.seasons.list_due_announcements(now, before):
            ours = await self._store.seasons.claim_announcement(news, now, before)
            if ours and await _done(news.server_id, self._tell(news, now)):
                await self._settled(news, now)

    async def _over(self, season: Season, now: int, claimed_ms: int | None) -> None:
        """With everybody whom it names, who are called for it once, and not while they sleep."""
        awards = await self._awards.of(season, now)
        players = await self._store.ratings.count_players(season.server_id, EVERYTHING, season.number)
        if not players:
            return
        called = frozenset([it for it in season_posts.people(awards) if await self._is_up(it, now)])
        crowned = await self._crown(season, awards)
        assert season.ended_ms is not None
        news = Announcement(season.server_id, season.number, SeasonPost.OVER, season.ended_ms, claimed_ms)
        await self._post(
            news, season.number, lambda locale: season_posts.over(season, awards, players, locale, called, crowned)
        )

    async def _crown(self, season: Season, awards: Sequence[Award]) -> ChampionRole | None:
        """The role of the champion goes on, where the server has one."""
        server_id = season.server_id
        champions = set(season_posts.champions(awards))
        role = next(iter((await self._preferences.server(server_id)).crown), None)
        if role is None or not champions:
            return None
        try:
            before = await self._store.seasons.list_winners_before(season, AwardKind.PLACE)
            for person_id in set(before) - champions:
                await self._messenger.take(server_id, person_id, role)
            for person_id in champions:
                await self._messenger.give(server_id, person_id, role)
        except (MessageGone, DiscordUnreachable) as lost:
            log.info("role %d cannot be given", role, extra={"why": str(lost)})
            return ChampionRole(role, given=False)
        return ChampionRole(role, given=True)

    async def _settled(self, news: Announcement, now: int) -> None:
        if news.kind == SeasonPost.WEEK and (await self._preferences.server(news.server_id)).weekly:
            await self._store.seasons.repeat_announcement(news, week_end(now))
        else:
            await self._store.seasons.delete_announcement(news)

    async def _tell(self, news: Announcement, now: int) -> None:
        if news.kind == SeasonPost.WEEK:
            await self._week(news)
            return
        season = await self._store.seasons.load_season(news.server_id, news.season_number)
        if season is None or season.ended_ms is not None:
            return
        if news.kind == SeasonPost.BEGUN:
            await self._post(news, season.number, lambda locale: season_posts.begun(season, locale))
        elif news.kind == SeasonPost.LAST and season.scheduled_end_ms is not None:
            page = await self._page(news.server_id, season.number, now)
            await self._post(news, season.number, lambda locale: season_posts.last_week(season, page.lines, locale))

    async def _week(self, news: Announcement) -> None:
        """Where nothing has counted there is nothing to tell."""
        server_id = news.server_id
        played = await self._store.results.list_rated(server_id, since_ms=news.due_ms - WEEK, count=1)
        if not (await self._preferences.server(server_id)).weekly or not played:
            return
        running = await self._store.seasons.load_season(server_id)
        number = running.number if running else 0
        page = await self._page(server_id, number, news.due_ms - 1)
        if page.lines:
            await self._post(news, number, lambda locale: season_posts.weekly(page, locale))

    async def _page(self, server_id: int, season: int, now: int) -> LeaderboardPage:
        return await self._leaderboard.page(server_id, EVERYTHING, season, None, now, patience=PATIENCE)

    async def _is_up(self, person_id: int, now: int) -> bool:
        quiet = (await self._preferences.stored(person_id)).quiet_until(now) > now
        return not quiet and self._matches.absences.away(person_id, now) is None

    async def _post(self, news: Announcement, season: int, scene: Callable[[Locale], Scene]) -> None:
        """Where the server wants it, or else where its last match was played. Where it was tried before it may be there
        already: whoever did has died, or had no answer.
        """
        server_id, what = news.server_id, SeasonPost(news.kind)
        settings = await self._preferences.server(server_id)
        channel_id = settings.standing[0] if settings.standing else await self._last_channel(server_id, season)
        if channel_id is None:
            return
        shown = scene(settings.speaks(await self._messenger.locale(server_id)))
        since = news.due_ms - EARLIER
        try:
            if not (news.claimed_ms and await self._is_there(channel_id, season_posts.to(season, what), since)):
                await self._messenger.post(channel_id, shown, f"season {server_id} {season} {what} {news.due_ms}")
        except DiscordUnreachable as lost:
            log.info("channel %d is out of reach", channel_id, extra={"why": lost.why})

    async def _last_channel(self, server_id: int, season: int) -> int | None:
        """One that has just begun has none yet."""
        for number in (season, season - 1):
            if (found := await self._store.results.find_last_channel(server_id, number)) is not None:
                return found
        return None

    async def _is_there(self, channel_id: int, button: str, since: int) -> bool:
        """Where we may not read back it is told once more: that is better than never."""
        try:
            return await self._messenger.stands(channel_id, button, since)
        except (MessageGone, DiscordUnreachable):
            return False


async def _done(server_id: int, telling: Awaitable[None]) -> bool:
    """What could not be done is tried later."""
    try:
        await telling
    except DiscordUnavailable:
        log.warning("Discord is out of reach; the news of a season are told later")
        return False
    except Exception:
        log.exception("the news of a season could not be told on server %d", server_id)
        return False
    return True
