"""Runs the simulation of a day with the bot's processes and simulated people, and measures its costs."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import Final
from unittest import mock

import asyncpg

from bot.delivery import sweep_schedule
from bot.matches.deadline_loop import DeadlineLoop
from bot.wall_clock import DAY_MS, DISCORD_EPOCH_MS, WALL_CLOCK
from bot.wiring import Services
from storage import Store, locks, notify
from tests.bot.traffic_recorder import InstantAiWorkers
from tests.tools.day.discord import RequestQueue, SimulatedDiscord
from tests.tools.day.model import PlannedDay, compute_hourly_shares
from tests.tools.day.people import DayRecord, SimulatedPeople
from tests.tools.day.simulated_loop import SimulatedLoop, TimeFreeDatabase, get_simulated_loop, stop_time_in
from tests.tools.day.verdict import DayVerdict, judge_day

MIDNIGHT_MS: Final = DISCORD_EPOCH_MS + 4_000 * DAY_MS
SETTLE_TIME_S: Final = 900.0
"""The simulated time that pending work has after the end of the day."""
AI_PAUSE_S: Final = 1.2
"""The minimum time that the computer opponent takes for a move. This is the bot's default."""


@dataclass
class DayProcess:
    """A process of the bot without a gateway connection. Simulated people call its handlers directly."""

    store: Store
    database: TimeFreeDatabase
    services: Services


@dataclass
class Simulation:
    """The results of a simulated day."""

    day: PlannedDay
    processes: int
    record: DayRecord
    discord: SimulatedDiscord
    verdict: DayVerdict
    cpu_s: float
    """The CPU time of the simulation, which includes that of the simulated people."""
    wall_s: float
    writes: int


def simulate_day(url: str, day: PlannedDay, processes: int) -> Simulation:
    with make_polling_rare(), asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        return runner.run(_simulate_day(url, day, processes))


@contextmanager
def make_polling_rare() -> Iterator[None]:
    """Make the bot poll its database less often in the block.

    In a small sample, polling would be nearly all the work. Notifications replace the polls, and the deadline loop runs
    as usual.
    """
    with ExitStack() as stack:
        for module, name, value in (
            (asyncpg, "connect", stop_time_in(asyncpg.connect)),
            (locks, "KEEP_ALIVE_INTERVAL_S", 60.0),
            (notify, "LISTEN_CHECK_S", 60.0),
            (sweep_schedule, "SWEEP_INTERVAL_S", 60.0),
            (sweep_schedule, "LISTENING_SWEEP_INTERVAL_S", 300.0),
        ):
            stack.enter_context(mock.patch.object(module, name, value))
        yield


@asynccontextmanager
async def run_process(
    url: str, name: str, discord: SimulatedDiscord, now_ms: Callable[[], int]
) -> AsyncIterator[DayProcess]:
    with get_simulated_loop().stop_time():
        opened = await Store.open(url)
    database = TimeFreeDatabase(opened.database)
    async with Store(database) as store:

        async def yield_to_loop() -> None:
            await asyncio.sleep(0)

        services = Services(store, discord, InstantAiWorkers(min_move_time_s=AI_PAUSE_S), now_ms, yield_to_loop)
        clock = DeadlineLoop(
            services.matches, store, name, services.scheduler.handle_deadline, None, services.match_partition
        )
        await clock.record_heartbeat(now_ms())
        loops = (
            clock.run(),
            services.scheduler.run_sweeps(),
            store.listen_for_changes(services.sweep_schedule.schedule_check, services.sweep_schedule.set_listening),
        )
        tasks = [asyncio.create_task(it) for it in loops]
        await services.scheduler.catch_up()
        try:
            yield DayProcess(store, database, services)
        finally:
            services.ai_seats.stop_thinking()
            await services.scheduler.cancel_deliveries()
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError):
                    await task


async def _simulate_day(url: str, day: PlannedDay, processes: int) -> Simulation:
    loop = get_simulated_loop()

    def now_ms() -> int:
        return MIDNIGHT_MS + round(loop.time() * 1000)

    with mock.patch.object(WALL_CLOCK, "current_time_ms", now_ms):
        queue = RequestQueue(day.scale_factor, day.seed, compute_hourly_shares())
        discord = SimulatedDiscord(now_ms, queue=queue, now_s=loop.time)
        async with AsyncExitStack() as stack:
            running_processes = [
                await stack.enter_async_context(run_process(url, f"p{number}", discord, now_ms))
                for number in range(processes)
            ]
            start_s, cpu_s = time.perf_counter(), read_cpu_time_s()
            people = SimulatedPeople(discord, running_processes, now_ms, day.seed)
            playing = [asyncio.create_task(people.play_planned_match(match)) for match in day.matches]
            await asyncio.sleep(day.hours * 3600 - loop.time())
            for task in playing:
                task.cancel()
            for result in await asyncio.gather(*playing, return_exceptions=True):
                if isinstance(result, Exception):
                    raise result
            await asyncio.sleep(SETTLE_TIME_S)
            cpu_s, wall_s = read_cpu_time_s() - cpu_s, time.perf_counter() - start_s
            queue.advance_second(int(loop.time()))
            verdict = await judge_day(running_processes[0].store, discord, people.record, people.match_ids)
            writes = sum(it.database.write_count for it in running_processes)
        return Simulation(day, processes, people.record, discord, verdict, cpu_s, wall_s, writes)


def read_cpu_time_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
