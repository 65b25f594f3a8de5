"""Keeps each server's lobby card up to date: a public message with people who wait for an opponent, and matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from bot.caches import TtlCache
from bot.delivery.periodic import attempt, run_periodically
from bot.delivery.standing_cards import StandingCards
from bot.errors import DestinationUnreachable, MessageGone
from bot.matches.cache import MatchCache
from bot.matches.model import FinishedMatch, RunningMatch
from bot.matches.terms import QUICK_MATCH_LASTS_MS
from bot.messenger import TOKEN_LIFETIME_MS, Messenger
from bot.preferences import Preferences
from bot.ratings.rating_updates import ALL_GAMES, count_matches_to_rank
from bot.screens.lobby_card import LobbyContent, render_lobby, render_waiting, render_waiting_lapsed
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE_MS, WEEK_MS, week_end_ms
from storage import MatchHeader, QuickMatch, Store, build_quick_match_lock_name

CARD_KIND: Final = "lobby"
POLL_INTERVAL_S: Final = 30.0
UNREACHABLE_PAUSE_S: Final = 600.0
"""How long the bot waits before it tries again to post in a channel after a failure."""
BOT_OFFER_DELAY_MS: Final = MINUTE_MS
"""How long somebody waits for an opponent before their private message offers a match against the bot."""
MAX_SHOWN_MATCHES: Final = 3
MAX_SHOWN_RESULTS: Final = 3
MAX_SEARCHED_MATCHES: Final = 20
"""How many recent matches are loaded to find the few that the lobby card can show."""
MAX_SEARCHED_PLAYERS: Final = 20


@dataclass(eq=False)
class LobbyCards:
    _matches: MatchCache
    _store: Store
    _messenger: Messenger
    _preferences: Preferences
    _standing_cards: StandingCards
    _now: Callable[[], int]
    _woken: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    _unreachable: TtlCache[tuple[int, int], bool] = field(
        default_factory=lambda: TtlCache(UNREACHABLE_PAUSE_S), init=False
    )
    """The servers and channels in which the last attempt to post failed."""

    def wake(self) -> None:
        """Update the cards soon, because a setting has changed, or somebody has begun or stopped waiting."""
        self._woken.set()

    async def run(self) -> None:
        """Update the cards until canceled."""
        await run_periodically(self.update_all, POLL_INTERVAL_S, self._woken)

    async def update_all(self) -> None:
        """Bring the lobby card of each server up to date, and remove the cards of servers that no longer want one."""
        channel_ids = await self._preferences.list_lobby_channels()
        for server_id in await self._store.standing_cards.list_subjects(CARD_KIND):
            if server_id not in channel_ids and self._messenger.serves_server(server_id):
                await attempt(
                    self._standing_cards.remove_card(CARD_KIND, server_id), f"remove the lobby of server {server_id}"
                )
        for server_id, channel_id in channel_ids.items():
            if self._messenger.serves_server(server_id) and not self._unreachable.get((server_id, channel_id)):
                await attempt(self._update_card(server_id, channel_id), f"update the lobby of server {server_id}")
        for server_id in {each.server_id for each in await self._list_outdated_searches()}:
            if self._messenger.serves_server(server_id):
                await attempt(self._update_searches(server_id), f"update the searches on server {server_id}")

    async def _update_card(self, server_id: int, channel_id: int) -> None:
        locale = await self._preferences.load_server_locale(server_id, self._messenger.fetch_server_locale)
        scene = render_lobby(await self.load_lobby(server_id, channel_id), locale)
        if await self._standing_cards.show_card(CARD_KIND, server_id, channel_id, scene) is None:
            self._unreachable[server_id, channel_id] = True

    async def _list_outdated_searches(self) -> list[QuickMatch]:
        now_ms = self._now()
        return await self._store.quick_matches.list_with_outdated_message(
            now_ms - BOT_OFFER_DELAY_MS, now_ms - QUICK_MATCH_LASTS_MS
        )

    async def _update_searches(self, server_id: int) -> None:
        """Update or delete the private messages of people on a server who are searching for an opponent.

        The lock keeps other code from turning such a message into a match while it is edited here.
        """
        async with self._store.hold_lock(build_quick_match_lock_name(server_id)):
            for search in await self._list_outdated_searches():
                if search.server_id == server_id:
                    await self._update_search(search)

    async def _update_search(self, search: QuickMatch) -> None:
        now_ms = self._now()
        has_lapsed = search.since_ms + QUICK_MATCH_LASTS_MS <= now_ms
        if not has_lapsed and search.state == "waiting":
            search = replace(search, state="bot_offered")
        _, messages = await self._store.player_messages.load_presence_and_messages(search.person_id)
        is_usable = now_ms - search.since_ms < TOKEN_LIFETIME_MS
        # If the person has accepted the match against the bot, this message shows it.
        if is_usable and search.message_id and all(it.message_id != search.message_id for it in messages):
            with suppress(MessageGone, DestinationUnreachable):
                if search.state == "over":
                    await self._messenger.delete_by_token(search.token, search.message_id)
                else:
                    scene = await self._render_search(search, has_lapsed=has_lapsed)
                    await self._messenger.edit_by_token(search.token, search.message_id, scene)
        if has_lapsed or search.state == "over":
            await self._store.quick_matches.delete_search(search.interaction_id)
        else:
            await self._store.quick_matches.set_state(search.interaction_id, search.state)

    async def _render_search(self, search: QuickMatch, *, has_lapsed: bool) -> Scene:
        locale = await self._preferences.load_player_locale(search.person_id)
        if has_lapsed:
            return render_waiting_lapsed(search, locale)
        waiting = await self._store.quick_matches.list_waiting(search.server_id, self._now() - QUICK_MATCH_LASTS_MS)
        others = [each for each in waiting if each.person_id != search.person_id]
        return render_waiting(search, others, search.since_ms + QUICK_MATCH_LASTS_MS, locale)

    async def load_lobby(self, server_id: int, channel_id: int) -> LobbyContent:
        """Load the content of a server's lobby card. Matches in channels that not everybody can read are left out."""
        now_ms = self._now()
        open_channel_ids = {channel_id, *self._messenger.list_open_channels(server_id)}
        live = [
            header
            for header in await self._store.matches.list_live_on_server(server_id)
            if header.root_channel_id in open_channel_ids
        ]
        return LobbyContent(
            tuple(await self._store.quick_matches.list_waiting(server_id, now_ms - QUICK_MATCH_LASTS_MS)),
            await self._load_live_matches(live),
            await self._load_results(server_id, open_channel_ids),
            await self._find_week_leader(server_id, now_ms),
            (await self._preferences.load_server(server_id)).daily,
        )

    async def _load_live_matches(self, headers: Iterable[MatchHeader]) -> tuple[tuple[MatchHeader, RunningMatch], ...]:
        """Return the few running matches that the card shows, most recently changed first."""
        newest = sorted(headers, key=lambda header: header.changed_ms, reverse=True)[:MAX_SEARCHED_MATCHES]
        by_id = {header.id: header for header in newest}
        running = [
            (by_id[match.id], match)
            async for match in self._matches.load_readable(newest)
            if isinstance(match, RunningMatch) and not match.is_practice
        ]
        return tuple(running[:MAX_SHOWN_MATCHES])

    async def _load_results(self, server_id: int, open_channel_ids: Collection[int]) -> tuple[FinishedMatch, ...]:
        results: list[FinishedMatch] = []
        for match_id in await self._store.results.list_latest_rated_matches(server_id, MAX_SEARCHED_MATCHES):
            header = await self._store.matches.load_header(match_id)
            if header and header.root_channel_id in open_channel_ids:
                results += [it async for it in self._matches.load_readable([header]) if isinstance(it, FinishedMatch)]
            if len(results) == MAX_SHOWN_RESULTS:
                break
        return tuple(results)

    async def _find_week_leader(self, server_id: int, now_ms: int) -> int | None:
        """Return the ID of the best ranked player who has played a rated match this week."""
        season_number = await self._store.seasons.find_running_number(server_id)
        week_start_ms = week_end_ms(now_ms) - WEEK_MS
        ratings = [
            place.rating
            for place in await self._store.ratings.list_ladder_page(
                server_id, ALL_GAMES, season_number, count=MAX_SEARCHED_PLAYERS
            )
        ]
        ranked = [it for it in ratings if it.updated_ms >= week_start_ms and not count_matches_to_rank(it)]
        return ranked[0].person_id if ranked else None
