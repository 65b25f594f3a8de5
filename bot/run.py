"""`duel run`: everything that lives as long as the bot does, put together."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import signal
import sys
from collections.abc import Callable
from typing import Final

from bot.allowance import Absences
from bot.barred import Barred
from bot.client import Client
from bot.clock import SILENCE, Clock, now
from bot.commands import register
from bot.desk import Desk
from bot.errands import Errands
from bot.gauges import Gauges, Timed
from bot.health import Health
from bot.herald import Herald
from bot.invite import invite
from bot.minds import Minds
from bot.preferences import Preferences
from bot.settings import Settings
from bot.table import Done, Tables
from storage import Busy, Damaged, Deadline, Store, Unstored, folder

log: Final = logging.getLogger(__name__)

DRAIN: Final = 10.0
"""Seconds for what is still to be told when the bot is asked to stop."""
TURN: Final = 0.0002
"""Seconds after which a thread lets another one on. Choices are stored and boards painted beside the loop; at Python's
own five milliseconds a commit that takes one took twenty while others were being answered.
"""
LOOKS: Final = (5_000, 5, 100)
"""After how many new things one looks for what nobody reaches any more, and after how many such looks among older ones.
Hardly anything here goes that way: values refer to none that refer back.
"""


async def run(settings: Settings, tell: Callable[[str], None]) -> None:
    """`tell` hears where the bot can be invited, once it is there."""
    sys.setswitchinterval(TURN)
    gc.set_threshold(*LOOKS)
    gauges = Gauges()
    if settings.duel_shards and not settings.duel_shards.whole and folder(settings.database_url):
        raise Barred("DUEL_SHARDS leaves shards to other processes; they can share a PostgreSQL, but no file")
    try:
        opened = await Store.open(settings.database_url)
    except (Busy, Damaged, Unstored, OSError, ValueError) as wrong:
        raise Barred(str(wrong)) from wrong
    async with Store(Timed(opened.database, gauges.commits)) as store:
        await Bot(settings, store, gauges, tell).live()


class Bot:
    def __init__(self, settings: Settings, store: Store, gauges: Gauges, tell: Callable[[str], None]) -> None:
        self.settings = settings
        self.store = store
        self.tables = Tables(store, Absences())
        self.client = Client(settings, gauges, store.turn)
        preferences = Preferences(store)
        minds = Minds(settings.duel_minds, settings.duel_pause)
        self.herald = Herald(self.tables, self.client.post, preferences, now, self.client.lull, minds)
        desk = Desk(self.tables, self.herald, preferences)
        self.seasons = desk.seasons
        self.client.opened(desk, self._connected)
        register(self.client, Errands(desk))
        self.clock = Clock(self.tables, secrets.token_hex(8), self._fired)
        gauges.watches(lambda: self.herald.queue, self.client.echoes)
        self.health = Health(
            gauges, {"gateway": self._gateway_is_well, "store": self._store_is_well, "clock": self._clock_is_well}
        )
        self._tell = tell
        self._there = asyncio.Event()
        """At Discord, once; what happens to the connection afterwards is its own affair."""

    async def live(self) -> None:
        """Until somebody asks it to stop; then no new clicks, and what is stored is told."""
        # Before anything else: nobody is charged for the time that we were away.
        await self.clock.beat(now())
        asked_to_stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, asked_to_stop.set)
        async with self.health.served(self.settings):
            token = self.settings.discord_token.get_secret_value()
            living = asyncio.create_task(self.client.living(token, self._entered))
            ticking = asyncio.create_task(self.clock.run())
            sweeping = asyncio.create_task(self.herald.sweeping())
            turning = asyncio.create_task(self._seasons())
            asked = asyncio.create_task(asked_to_stop.wait())
            tasks = (living, ticking, sweeping, turning, asked)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                await self._settled(ticking, sweeping, turning)
            await self.herald.leave()
            await self.client.close()
            ended = [task for task in tasks if task.done()]
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
        for watch in watches:
            watch.cancel()
        try:
            async with asyncio.timeout(DRAIN):
                await self.client.answered()
                await self.herald.settle()
        except TimeoutError:
            log.warning("%d matches are told after the next start", self.herald.queue)

    async def _seasons(self) -> None:
        await self._there.wait()
        await self.seasons.run()

    async def _connected(self) -> None:
        self._there.set()
        await self.herald.catch_up()
        # What is there by now stays: to look through it all for what has gone, those who click would have to wait.
        gc.collect()
        gc.freeze()

    def _entered(self, application: int) -> None:
        self._tell(f"Invite the bot to a server: {invite(application)}")

    async def _fired(self, deadline: Deadline, _: Done) -> None:
        await self.herald.fired(deadline)

    # for the host

    async def _gateway_is_well(self) -> bool:
        echoes = self.client.echoes()
        return bool(echoes) and None not in echoes.values()

    async def _store_is_well(self) -> bool:
        await self.store.earliest()
        return True

    async def _clock_is_well(self) -> bool:
        return now() - self.clock.looked < SILENCE
