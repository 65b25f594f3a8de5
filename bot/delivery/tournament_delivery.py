"""Advances tournaments, and shows each one by a card, a thread with the results, and a scheduled event of Discord."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from bot.delivery.notifications import TurnNotifier
from bot.delivery.periodic import attempt, run_periodically
from bot.delivery.send_recovery import was_posted
from bot.delivery.standing_cards import StandingCards, is_up_to_date
from bot.errors import DestinationUnreachable, MessageGone
from bot.messenger import MessageLocation, Messenger
from bot.preferences import Preferences
from bot.screens import tournaments as screens
from bot.tournaments import progress
from bot.tournaments.loaded import LoadedTournament
from bot.tournaments.model import Format
from bot.tournaments.service import TournamentService
from bot.wall_clock import MINUTE_MS
from storage import StandingCard, Store, StoredFixture

log: Final = logging.getLogger(__name__)

POLL_INTERVAL_S: Final = 5.0
"""How often tournaments are advanced. An arena pairs its players every ten seconds."""
RESULTS_INTERVAL_MS: Final = 30_000
"""The minimum time between two messages with results in the thread of a tournament."""
RESULTS_PER_MESSAGE: Final = 32
"""How many results a message may contain, because Discord limits its length. More are due after an outage."""
EVENT_MARGIN_MS: Final = 5 * MINUTE_MS
"""How long before its estimated end the scheduled event of a tournament that is still running is extended."""
EVENT_EXTENSION_MS: Final = 30 * MINUTE_MS
CARD_KIND: Final = "tournament"


@dataclass(eq=False)
class TournamentDelivery:
    _tournaments: TournamentService
    _store: Store
    _messenger: Messenger
    _preferences: Preferences
    _standing_cards: StandingCards
    _notifier: TurnNotifier
    _now: Callable[[], int]
    _woken: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def wake(self) -> None:
        """Advance and show all tournaments as soon as possible."""
        self._woken.set()

    async def run(self) -> None:
        """Advance and show tournaments until canceled."""
        await run_periodically(self.advance_all, POLL_INTERVAL_S, self._woken)

    async def advance_all(self) -> None:
        """Advance (start, pair or end) and show all tournaments that are not over or not completely shown."""
        for tournament_id in await self._store.tournaments.list_unfinished():
            await attempt(self._advance_and_show(tournament_id), f"advance tournament {tournament_id}")

    async def _advance_and_show(self, tournament_id: int) -> None:
        await self._tournaments.advance(tournament_id, self._now())
        await self._show_tournament(tournament_id)

    async def _show_tournament(self, tournament_id: int) -> None:
        """Bring the card and the thread up to date. Raises `DiscordUnavailable` if Discord does not respond."""
        # The lock keeps two processes from posting the same results.
        async with self._store.hold_lock(f"showing tournament {tournament_id}"):
            await self._update_messages(await self._tournaments.load(tournament_id))

    async def _update_messages(self, loaded: LoadedTournament) -> None:
        tournament = loaded.header
        locale = await self._preferences.load_server_locale(tournament.server_id, self._messenger.fetch_server_locale)
        scene, is_over = screens.render_tournament_card(loaded, locale), loaded.is_over
        # The start and the end are shown at once, because everybody is waiting for them.
        urgent_ms = tournament.ended_ms or tournament.started_ms or 0
        card = await self._standing_cards.show_card(
            CARD_KIND, loaded.id, tournament.channel_id, scene, urgent_ms=urgent_ms
        )
        if card:
            loaded = await self._open_thread(loaded, card, locale)
        await self._update_event(loaded, locale)
        begins_round = (
            tournament.announced_round < progress.get_round(loaded.fixtures) and loaded.rules.format is not Format.ARENA
        )
        await self._post_results(loaded, locale, is_last_of_round=is_over or begins_round)
        if begins_round:
            await self._announce_round(loaded, locale)
        if is_over and (card is None or is_up_to_date(card, scene)):
            await self._post_podium(loaded, locale)
            await self._store.tournaments.mark_shown(loaded.id)

    async def _open_thread(self, loaded: LoadedTournament, card: StandingCard, locale: str) -> LoadedTournament:
        """Create the thread below the card when the tournament starts, if the bot may create one."""
        tournament = loaded.header
        can_create = self._messenger.can_create_thread(tournament.server_id, card.channel_id)
        if loaded.status != "running" or tournament.thread_id or not can_create:
            return loaded
        name = screens.format_plain_name(tournament, locale)
        try:
            thread_id = await self._messenger.create_thread(MessageLocation(card.channel_id, card.message_id), name)
        except (MessageGone, DestinationUnreachable) as error:
            log.info("no thread could be created in channel %d", card.channel_id, extra={"reason": str(error)})
            return loaded
        await self._store.tournaments.set_thread(loaded.id, thread_id)
        return await self._tournaments.load(loaded.id)

    async def _update_event(self, loaded: LoadedTournament, locale: str) -> None:
        """Create, extend or end Discord's scheduled event of a tournament that starts at a fixed time.

        Discord starts the event itself. It would also end it at the estimated end, although the tournament goes on.
        """
        tournament = loaded.header
        server_id, event_id = tournament.server_id, tournament.event_id
        ends_ms = tournament.event_ends_ms
        try:
            if event_id is None:
                if loaded.status == "open" and tournament.starts_ms and ends_ms is None:
                    event = screens.build_event(loaded, locale)
                    # The estimated end is stored first: if this process dies, there is no event rather than two.
                    await self._store.tournaments.set_event(loaded.id, None, event.ends_ms)
                    event_id = await self._messenger.create_event(server_id, event)
                    await self._store.tournaments.set_event(loaded.id, event_id, event.ends_ms)
            elif loaded.is_over:
                await self._store.tournaments.set_event(loaded.id, None, ends_ms)
                await self._messenger.end_event(server_id, event_id)
            elif ends_ms and self._now() > ends_ms - EVENT_MARGIN_MS:
                ends_ms = self._now() + EVENT_EXTENSION_MS
                await self._messenger.extend_event(server_id, event_id, ends_ms)
                await self._store.tournaments.set_event(loaded.id, event_id, ends_ms)
        except (MessageGone, DestinationUnreachable) as error:
            log.info("the event of tournament %d cannot be changed", loaded.id, extra={"reason": str(error)})
            await self._store.tournaments.set_event(loaded.id, None, ends_ms or self._now())

    async def _post_podium(self, loaded: LoadedTournament, locale: str) -> None:
        """Post the first places in the thread, because the card may be far up in its channel."""
        tournament = loaded.header
        thread_id = tournament.thread_id
        if thread_id is not None and loaded.status == "finished":
            with suppress(MessageGone, DestinationUnreachable):
                # An interrupted attempt may have posted the podium.
                custom_id = screens.build_standings_custom_id(loaded.id)
                if await was_posted(self._messenger, thread_id, custom_id, tournament.ended_ms or 0):
                    return
                podium = screens.render_podium(loaded, locale)
                await self._messenger.post_message(thread_id, podium, f"tournament {loaded.id} podium")

    async def _announce_round(self, loaded: LoadedTournament, locale: str) -> None:
        """Post the pairings of a new round in the thread, and ping the players who want to be pinged in a channel.

        Everybody else gets a direct message about their match.
        """
        thread_id, round_number = loaded.header.thread_id, progress.get_round(loaded.fixtures)
        if thread_id is None or loaded.status != "running":
            return
        pinged: set[int] = set()
        for fixture in loaded.stored.fixtures:
            if fixture.round == round_number and fixture.outcome is None:
                people = (loaded.person_ids[number] for number in (fixture.first, fixture.second) if number)
                pinged |= {it for it in people if it > 0 and await self._wants_ping(it)}
        pinged |= {it.person_id for it in loaded.list_called_entrants()}
        scene = screens.render_round_start(loaded, round_number, frozenset(pinged), locale)
        with suppress(MessageGone, DestinationUnreachable):
            await self._messenger.post_message(thread_id, scene, f"tournament {loaded.id} round {round_number}")
        # Players who want both also get a direct message.
        notified = [it for it in pinged if await self._load_prompts(it) != "both"]
        await self._store.tournaments.mark_round_announced(loaded.id, round_number, notified, self._now())

    async def _wants_ping(self, person_id: int) -> bool:
        prompts = await self._load_prompts(person_id)
        return prompts in {"here", "both"} or (prompts == "dm" and self._notifier.has_closed_dms(person_id))

    async def _load_prompts(self, person_id: int) -> str:
        return (await self._preferences.load_player(person_id)).prompts

    async def _post_results(self, loaded: LoadedTournament, locale: str, *, is_last_of_round: bool) -> None:
        """Post the new results in the thread, one line each.

        The post also pings called players: those who have a match to play and could not be notified otherwise. At the
        end of a round, nobody is pinged, since the next message announces the next round. The contents of a message are
        stored before it is sent. So after a crash, the same message is sent again, and Discord recognizes it.
        """
        ended = [each for each in loaded.stored.fixtures if each.outcome and each.second]
        posted_ms = loaded.header.posted_ms
        interrupted = [each for each in ended if each.result_post == "sending"]
        interrupted_calls = [it.person_id for it in loaded.stored.entrants if it.call_state == "sending"]
        if interrupted or interrupted_calls:
            await self._send_results(loaded, interrupted, interrupted_calls, posted_ms, locale)
        if self._now() - posted_ms < RESULTS_INTERVAL_MS and not is_last_of_round:
            return
        new = [each for each in ended if each.result_post is None]
        if outdated_calls := loaded.list_called_entrants(must_play=False):
            await self._store.tournaments.finish_post(loaded.id, [], [it.person_id for it in outdated_calls])
        calls = [] if is_last_of_round else [it.person_id for it in loaded.list_called_entrants()]
        for start in range(0, max(len(new), 1 if calls else 0), RESULTS_PER_MESSAGE):
            results, calls_now = new[start : start + RESULTS_PER_MESSAGE], calls if start == 0 else []
            posted_ms = self._now()
            await self._store.tournaments.begin_post(loaded.id, results, calls_now, posted_ms)
            await self._send_results(loaded, results, calls_now, posted_ms, locale)

    async def _send_results(
        self,
        loaded: LoadedTournament,
        results: Sequence[StoredFixture],
        called_ids: Sequence[int],
        posted_ms: int,
        locale: str,
    ) -> None:
        tournament = loaded.header
        # The same people may be called again later, so the key contains the time.
        nonce_key = f"tournament {loaded.id} {[each.key for each in results]} {called_ids} {posted_ms}"
        # Without a thread, only called players are worth a message in the channel.
        if tournament.thread_id is not None or called_ids:
            scene = screens.render_results(loaded, results, called_ids, locale)
            with suppress(MessageGone, DestinationUnreachable):
                await self._messenger.post_message(tournament.thread_id or tournament.channel_id, scene, nonce_key)
        await self._store.tournaments.finish_post(loaded.id, results, called_ids)
