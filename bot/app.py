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

from bot.ai.workers import Minds
from bot.discord.client import Client
from bot.discord.commands import context_menus
from bot.discord.commands.definitions import Command, Ours
from bot.discord.commands.duel import DuelCommands
from bot.discord.commands.ladder import LadderCommands
from bot.discord.commands.settings import SettingsCommands
from bot.discord.emoji import Emblems
from bot.discord.emoji_upload import Engraver
from bot.discord.http_server import Porter
from bot.discord.interaction_bridge import Tube
from bot.discord.messages import Messages
from bot.discord.pending_responses import Waiting
from bot.discord.request_metrics import Spending
from bot.discord.responses import Reply
from bot.discord.router import Router
from bot.display_names import Known
from bot.errors import Afar, Barred
from bot.handlers.rate_limit import Fair, Usher
from bot.matches.deadline_loop import LATE, Clock
from bot.ops import garbage_collection
from bot.ops.config import Environment
from bot.ops.health import serve_health
from bot.ops.invite_links import invite
from bot.ops.metrics import Gauges, Timed
from bot.ops.playground_clock import follow_playground_clock
from bot.painting import Brush
from bot.wall_clock import WATCH, now
from bot.wiring import Rooms
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
    gauges = Gauges()
    if serves and environment.duel_shards:
        raise Barred("DUEL_SHARDS is for the gateway, and duel serve has none: any process takes any press")
    if environment.duel_shards and not environment.duel_shards.whole and find_folder(environment.database_url):
        raise Barred("DUEL_SHARDS leaves shards to other processes; they can share a PostgreSQL, but no file")
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
        raise Barred(str(wrong)) from wrong
    except (DatabaseInUse, StoreUnavailable, OSError) as away:
        raise Afar(str(away)) from away
    async with Store(cast(Database, Timed(opened.database, gauges.commits))) as store:
        try:
            await Bot(environment, store, gauges, tell, serves=serves).live()
        except DatabaseUnusable as wrong:
            raise Barred(str(wrong)) from wrong


def commands(router: Router, ours: Ours, rooms: Rooms) -> tuple[Command, ...]:
    return (
        DuelCommands(
            router, ours, rooms.offers, rooms.practice, rooms.moves, rooms.asides, rooms.lookback, rooms.which
        ),
        LadderCommands(router, rooms.ladders, rooms.profiles),
        SettingsCommands(router, rooms.panels),
        context_menus.challenge(router, ours, rooms.offers),
        context_menus.profile(router, rooms.profiles),
        *(context_menus.looked_back(verb, router, ours, rooms.desk) for verb in context_menus.LOOKED_BACK),
    )


class Bot:
    def __init__(
        self, environment: Environment, store: Store, gauges: Gauges, tell: Callable[[str], None], *, serves: bool
    ) -> None:
        self.environment = environment
        self.store = store
        self.waiting = Waiting()
        spending = Spending(gauges.requests)
        tube = Tube() if serves else None
        self.porter = Porter(tube.heard) if tube else None
        self.client = Client(environment, spending, tube)
        known = Known(store)
        emblems = Emblems(gauges.emoji.inc, known.names)
        self.engraver = Engraver(self.client, emblems, store.hold_lock)
        messages = Messages(self.client, Brush(timed=gauges.painting), known, emblems, store)
        minds = Minds(environment.duel_minds, environment.duel_pause)
        fair = Fair(environment.duel_presses, environment.duel_offers, environment.duel_matches)
        self.rooms = rooms = Rooms(store, messages, minds, now, self._lull, environment.duel_trail, fair)
        reply = Reply(store, messages, rooms.notice, rooms.hands, rooms.herald.stir)
        router = Router(
            rooms.desk, Usher(fair.presses), rooms.preferences, known, messages.learn, reply, self.waiting, gauges
        )
        for command in commands(router, self.client.is_ours, rooms):
            self.client.tree.add_command(command)
        self.client.opened(router.heard, self._connected, rooms.herald.woken)
        server = None if environment.duel_clock else store.read_server_time
        self.clock = Clock(rooms.tables, store, secrets.token_hex(8), rooms.herald.fired, server, rooms.share)
        gauges.watches(
            lambda: rooms.herald.queue,
            lambda: rooms.herald.stuck,
            spending.left,
            self.client.echoes,
        )
        self._gauges = gauges
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
        health = serve_health(self.environment, self._gauges, checks, self._weigh)
        clock = follow_playground_clock(self.environment.duel_clock, WATCH, self._time_moved)
        async with clock, health, porter:
            # Before anything else: nobody is charged for the time that we were away.
            try:
                await self.clock.beat(now())
            except (ClockDoubted, StoreUnavailable) as doubted:
                raise Afar(str(doubted)) from doubted
            token = self.environment.discord_token.get_secret_value()
            living = asyncio.create_task(self.client.living(token, self._entered))
            asked = asyncio.create_task(asked_to_stop.wait())
            watches = [
                asyncio.create_task(self.clock.run()),
                asyncio.create_task(self.rooms.herald.sweeping()),
                asyncio.create_task(self.store.listen_for_changes(self.rooms.ear.heard, self.rooms.ear.hears)),
                asyncio.create_task(self._seasons()),
                asyncio.create_task(self.engraver.engraving()),
                asyncio.create_task(self._checking()),
            ]
            tasks = (living, *watches, asked)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                await self._settled(*watches)
            self.rooms.house.leave()
            await self.rooms.herald.leave()
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
                    await self.rooms.herald.finish()
        except TimeoutError:
            log.warning("%d matches are told after the next start", self.rooms.herald.queue)

    async def _seasons(self) -> None:
        await self._there.wait()
        await self.rooms.finale.run()

    async def _checking(self) -> None:
        """Until it finds damage: whatever is written to a damaged file may damage more of it."""
        while True:
            if wrong := await self.store.find_file_damage():
                raise Barred(f"the database is damaged, duel restore brings a backup back: {'; '.join(wrong)}")
            await asyncio.sleep(CHECKED)

    async def _connected(self) -> None:
        self._there.set()
        self.engraver.connected()
        await self.rooms.herald.catch_up()
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
        self._gauges.weighed(await self.store.matches.count_live_by_status(), await self.store.measure_size())

    async def _clock_is_well(self) -> bool:
        return now() - self.clock.looked < LATE
