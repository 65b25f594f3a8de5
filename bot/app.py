"""`duel run` and `duel serve`: where everything that lives as long as the bot does is put together, top to bottom.

Each part is handed what it needs, and reaches through nobody to get it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from collections.abc import Callable
from contextlib import nullcontext
from typing import Final, cast

from bot.ai.workers import AiWorkers
from bot.discord.client import Client
from bot.discord.commands import context_menus
from bot.discord.commands.definitions import Command, Ours
from bot.discord.commands.duel import DuelCommands
from bot.discord.commands.ladder import LadderCommands
from bot.discord.commands.settings import SettingsCommands
from bot.discord.emoji import EmojiCache
from bot.discord.emoji_upload import EmojiUploader
from bot.discord.http_server import InteractionServer
from bot.discord.interaction_bridge import InteractionBridge
from bot.discord.messages import Messages
from bot.discord.pending_responses import PendingResponses
from bot.discord.request_metrics import RequestMetrics
from bot.discord.responses import Responder
from bot.discord.router import Router
from bot.display_names import DisplayNames
from bot.errors import ConfigError, StartupUnavailable
from bot.handlers.rate_limit import RateLimiter, RateLimits
from bot.matches.deadline_loop import LATE, DeadlineLoop
from bot.ops import garbage_collection
from bot.ops.config import Environment
from bot.ops.health import serve_health
from bot.ops.invite_links import invite
from bot.ops.metrics import Metrics, TimedStore
from bot.ops.playground_clock import follow_playground_clock
from bot.painting import Painter
from bot.wall_clock import WATCH, now
from bot.wiring import Services
from storage import (
    AccessDenied,
    ClockDoubted,
    Database,
    DatabaseInUse,
    DatabaseUnusable,
    Store,
    StoreUnavailable,
    find_folder,
)

log: Final = logging.getLogger(__name__)

DRAIN: Final = 10.0
"""Seconds for what is still to be told when the bot is asked to stop."""


CHECKED: Final = 86_400.0
"""Seconds between two looks through the whole file, beside all that is going on; the first is at the start."""


async def run(environment: Environment, tell: Callable[[str], None], *, serves: bool = False) -> None:
    """`tell` hears where the bot can be invited, once it is there. Who serves hears interactions at an address of its
    own, and else by the gateway.
    """
    gauges = Metrics()
    if serves and environment.duel_shards:
        raise ConfigError("DUEL_SHARDS is for the gateway, and duel serve has none: any process takes any press")
    if environment.duel_shards and not environment.duel_shards.whole and find_folder(environment.database_url):
        raise ConfigError("DUEL_SHARDS leaves shards to other processes; they can share a PostgreSQL, but no file")
    try:
        opened = await Store.open(environment.database_url)
    except (
        DatabaseUnusable,
        AccessDenied,
        FileNotFoundError,
        NotADirectoryError,
        PermissionError,
        ValueError,
    ) as wrong:
        raise ConfigError(str(wrong)) from wrong
    except (DatabaseInUse, StoreUnavailable, OSError) as away:
        raise StartupUnavailable(str(away)) from away
    async with Store(cast(Database, TimedStore(opened.database, gauges.commits))) as store:
        try:
            await Bot(environment, store, gauges, tell, serves=serves).live()
        except DatabaseUnusable as wrong:
            raise ConfigError(str(wrong)) from wrong


def commands(router: Router, ours: Ours, services: Services) -> tuple[Command, ...]:
    return (
        DuelCommands(
            router,
            ours,
            services.offers,
            services.practice,
            services.moves,
            services.match_actions,
            services.review,
            services.match_lookup,
        ),
        LadderCommands(router, services.leaderboards, services.profiles),
        SettingsCommands(router, services.settings),
        context_menus.challenge(router, ours, services.offers),
        context_menus.profile(router, services.profiles),
        *(context_menus.looked_back(verb, router, ours, services.dispatcher) for verb in context_menus.LOOKED_BACK),
    )


class Bot:
    def __init__(
        self, environment: Environment, store: Store, gauges: Metrics, tell: Callable[[str], None], *, serves: bool
    ) -> None:
        self.environment = environment
        self.store = store
        self.waiting = PendingResponses()
        spending = RequestMetrics(gauges.requests)
        tube = InteractionBridge() if serves else None
        self.porter = InteractionServer(tube.heard) if tube else None
        self.client = Client(environment, spending, tube)
        known = DisplayNames(store)
        emblems = EmojiCache(gauges.emoji.inc, known.names)
        self.engraver = EmojiUploader(self.client, emblems, store.hold_lock)
        messages = Messages(self.client, Painter(timed=gauges.painting), known, emblems, store)
        ai_workers = AiWorkers(environment.duel_minds, environment.duel_pause)
        fair = RateLimits(environment.duel_presses, environment.duel_offers, environment.duel_matches)
        self.rooms = services = Services(store, messages, ai_workers, now, self._lull, environment.duel_trail, fair)
        reply = Responder(messages, services.card_renderer, services.response_recorder, services.scheduler.stir)
        router = Router(
            services.dispatcher,
            RateLimiter(fair.presses),
            services.preferences,
            known,
            messages.learn,
            reply,
            self.waiting,
            gauges,
        )
        for command in commands(router, self.client.is_ours, services):
            self.client.tree.add_command(command)
        self.client.opened(router.heard, self._connected, services.scheduler.woken)
        server = None if environment.duel_clock else store.read_server_time
        self.clock = DeadlineLoop(
            services.matches, store, secrets.token_hex(8), services.scheduler.fired, server, services.share
        )
        gauges.watches(
            lambda: services.scheduler.queue,
            lambda: services.scheduler.stuck,
            spending.left,
            self.client.echoes,
        )
        self._metrics = gauges
        self._tell = tell
        self._let_in = asyncio.Event()
        """Discord has said who we are."""
        self._there = asyncio.Event()
        """At Discord, once; what happens to the connection afterwards is its own affair."""

    async def live(self) -> None:
        """Until somebody asks it to stop; then no new clicks, and what is stored is told."""
        asked_to_stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, asked_to_stop.set)
        porter = self.porter.open(self.environment) if self.porter else nullcontext()
        checks = {
            "address" if self.porter else "gateway": self._are_heard,
            "store": self._store_is_well,
            "clock": self._clock_is_well,
        }
        health = serve_health(self.environment, self._metrics, checks, self._weigh)
        clock = follow_playground_clock(self.environment.duel_clock, WATCH, self._time_moved)
        async with clock, health, porter:
            # Before anything else: nobody is charged for the time that we were away.
            try:
                await self.clock.beat(now())
            except (ClockDoubted, StoreUnavailable) as doubted:
                raise StartupUnavailable(str(doubted)) from doubted
            token = self.environment.discord_token.get_secret_value()
            living = asyncio.create_task(self.client.living(token, self._entered))
            asked = asyncio.create_task(asked_to_stop.wait())
            watches = [
                asyncio.create_task(self.clock.run()),
                asyncio.create_task(self.rooms.scheduler.sweeping()),
                asyncio.create_task(
                    self.store.listen_for_changes(self.rooms.change_listener.heard, self.rooms.change_listener.hears)
                ),
                asyncio.create_task(self._seasons()),
                asyncio.create_task(self.engraver.engraving()),
                asyncio.create_task(self._checking()),
            ]
            tasks = (living, *watches, asked)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                await self._settled(*watches)
            self.rooms.ai_seats.leave()
            await self.rooms.scheduler.leave()
            # Closing the client makes its own task fail, which is not why the bot ends.
            ended = [task for task in tasks if task.done()]
            await self.client.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for task in ended:
                # What ended unasked says why.
                if not task.cancelled():
                    task.result()

    async def _settled(self, *watches: asyncio.Task[None]) -> None:
        """As far as the time allows; what stays untold is told by another process, or after the next start."""
        log.info("asked to stop")
        if self.porter:
            await self.porter.leave()
        for watch in watches:
            watch.cancel()
        try:
            async with asyncio.timeout(DRAIN):
                await self.waiting.answered()
                if self._let_in.is_set():
                    await self.rooms.scheduler.finish()
        except TimeoutError:
            log.warning("%d matches are told after the next start", self.rooms.scheduler.queue)

    async def _seasons(self) -> None:
        await self._there.wait()
        await self.rooms.season_posts.run()

    async def _checking(self) -> None:
        """Until it finds damage: whatever is written to a damaged file may damage more of it."""
        while True:
            if wrong := await self.store.find_file_damage():
                raise ConfigError(f"the database is damaged, duel restore brings a backup back: {'; '.join(wrong)}")
            await asyncio.sleep(CHECKED)

    async def _connected(self) -> None:
        self._there.set()
        self.engraver.connected()
        await self.rooms.scheduler.catch_up()
        garbage_collection.keep()

    async def _lull(self) -> None:
        """Before anybody is told anything. Private messages are found by our own number: while we do not know it each
        of them would seem to be gone.
        """
        await self._let_in.wait()
        await self.waiting.lull()

    def _entered(self, application: int, key: str) -> None:
        self._let_in.set()
        if self.porter:
            self.porter.knows(key)
        self._tell(f"Invite the bot to a server: {invite(application)}")

    def _time_moved(self, by: int) -> None:
        self.clock.moved(by)
        self.rooms.seasons.stir()

    # for the host

    async def _are_heard(self) -> bool:
        if self.porter:
            return self.porter.is_there
        echoes = self.client.echoes()
        return bool(echoes) and None not in echoes.values()

    async def _store_is_well(self) -> bool:
        await self.store.deadlines.find_next_due()
        return True

    async def _weigh(self) -> None:
        self._metrics.weighed(await self.store.matches.count_live_by_status(), await self.store.measure_size())

    async def _clock_is_well(self) -> bool:
        return now() - self.clock.looked < LATE
