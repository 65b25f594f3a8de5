"""Plans faults from a seed, injects them and repairs them. The intervals are numbers of requests, not times."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tests.tools.storm.processes import BOT_NAME, StormProcess, StormProcesses
from tests.tools.storm.proxy import RequestTrap
from tests.tools.storm.witness import StormWitness


class FaultKind(StrEnum):
    KILL = "kill"
    KILL_AT_REQUEST = "kill at a request"
    PAUSE = "pause"
    VANISHED_HOST = "vanished host"
    DATABASE_CRASH = "database crash"
    FAILED_REQUEST = "failed request"
    GATEWAY_FAULT = "gateway"
    TIME_JUMP = "time jump"
    VERSION_CHANGE = "version change"
    """A process is shut down normally and restarted with the other version of the bot."""


@dataclass(frozen=True, slots=True)
class Fault:
    after_requests: int
    """The number of requests and commits since the previous fault."""
    kind: FaultKind
    process_index: int
    variant: str = ""
    route: str = ""
    times: int = 1
    duration_s: float = 0.0
    """The duration of the fault, or the length of the time jump."""


VANISHED_HOST_S: Final = 15.0
"""The time without a heartbeat after which other processes take over the deadlines of a process."""
TRAP_PATTERNS: Final[Mapping[str, str]] = {
    "post": r"POST /api/v10/channels/\d+/messages ",
    "edit": r"PATCH /api/v10/channels/\d+/messages/",
    "delete": r"DELETE /api/v10/channels/\d+/messages/",
    "edit by token": r"PATCH /api/v10/webhooks/",
    "follow-up": r"POST /api/v10/webhooks/",
    "answer": r"POST /api/v10/interactions/",
    "dm": r"POST /api/v10/users/@me/channels",
    "commit": r"COMMIT;\x00",
}
"""The requests at which a process can be killed, by name: before the request or its response arrives."""
FAULTY_ROUTES: Final = (
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "DELETE /channels/{channel_id}/messages/{message_id}",
    "GET /channels/{channel_id}",
    "GET /channels/{channel_id}/messages/{message_id}",
    "GET /guilds/{guild_id}",
    "GET /guilds/{guild_id}/members/{user_id}",
    "POST /users/@me/channels",
    "POST /interactions/{interaction_id}/{interaction_token}/callback",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "GET /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "*",
)
REQUEST_FAULTS: Final = ("503", "500", "429", "drop", "processed drop", "processed 503", "late")
FAULTS_PER_ROUND: Final = 32
GAP_REQUESTS: Final = (15, 200)
FAULTS_BETWEEN_CALMS: Final = 12
CALM_REQUESTS: Final = 600
"""The number of requests in a period without faults. Errors in such a period are errors of the bot."""
VERSION_CHANGE_GAP_REQUESTS: Final = 150
WEIGHT_BY_KIND: Final[Mapping[FaultKind, int]] = {
    FaultKind.KILL: 3, FaultKind.KILL_AT_REQUEST: 7, FaultKind.PAUSE: 1, FaultKind.VANISHED_HOST: 1,
    FaultKind.DATABASE_CRASH: 1, FaultKind.FAILED_REQUEST: 12, FaultKind.GATEWAY_FAULT: 2,
    FaultKind.TIME_JUMP: 3,
}  # fmt: skip
TIME_JUMPS_S: Final = (*[130.0] * 7, 700.0, 16 * 60.0, 3700.0)
"""The lengths of time jumps, after which players are inactive, nonces forgotten, tokens expired or cards too old."""


def plan_faults(seed: str, processes: int, *, has_server: bool) -> Iterator[Fault]:
    """Yield an endless random sequence of faults.

    It begins with one fault of each kind, so that even a short storm has all kinds.
    """
    dice = random.Random(seed)
    kinds = [kind for kind in WEIGHT_BY_KIND if has_server or kind is not FaultKind.DATABASE_CRASH]
    while True:
        dice.shuffle(kinds)
        yield from _space_out_faults(kinds, dice, processes, has_server=has_server)
        yield from _space_out_faults(
            dice.choices(kinds, [WEIGHT_BY_KIND[kind] for kind in kinds], k=FAULTS_PER_ROUND),
            dice,
            processes,
            has_server=has_server,
        )


def plan_version_changes(processes: int) -> Iterator[Fault]:
    """Yield an endless sequence of version changes, one process after the other."""
    while True:
        for process_index in range(processes):
            yield Fault(VERSION_CHANGE_GAP_REQUESTS, FaultKind.VERSION_CHANGE, process_index)


def _space_out_faults(
    kinds: Sequence[FaultKind], dice: random.Random, processes: int, *, has_server: bool
) -> Iterator[Fault]:
    for number, kind in enumerate(kinds):
        after = dice.randint(*GAP_REQUESTS) + (CALM_REQUESTS if number % FAULTS_BETWEEN_CALMS == 0 else 0)
        process = dice.randrange(processes)
        match kind:
            case FaultKind.KILL_AT_REQUEST:
                traps = [trap for trap in TRAP_PATTERNS if has_server or trap != "commit"]
                yield Fault(after, kind, process, dice.choice(("before", "after")), dice.choice(traps))
            case FaultKind.PAUSE:
                yield Fault(after, kind, process, duration_s=VANISHED_HOST_S + dice.uniform(1, 5))
            case FaultKind.VANISHED_HOST:
                variant = dice.choice(("all", "Discord", "database") if has_server else ("Discord",))
                variant += dice.choice((" and reconnects", " and is dropped"))
                yield Fault(after, kind, process, variant, duration_s=VANISHED_HOST_S + dice.uniform(1, 5))
            case FaultKind.DATABASE_CRASH:
                yield Fault(after, kind, process, dice.choice(("all", "session")), duration_s=dice.uniform(0, 4))
            case FaultKind.FAILED_REQUEST:
                yield Fault(
                    after, kind, process, dice.choice(REQUEST_FAULTS), dice.choice(FAULTY_ROUTES), dice.randint(1, 6)
                )
            case FaultKind.GATEWAY_FAULT:
                yield Fault(after, kind, process, dice.choice(("reconnect", "invalid", "drop")))
            case FaultKind.TIME_JUMP:
                yield Fault(after, kind, process, duration_s=dice.choice(TIME_JUMPS_S))
            case _:
                yield Fault(after, kind, process, duration_s=dice.choice((0.0, 0.0, 1.0, 6.0)))


MAX_FAULTS_AT_ONCE: Final = 5
MAX_IDLE_S: Final = 4.0
"""The time without requests after which the next fault is injected early, because play may depend on it."""
LATE_ANSWER_S: Final = 4.0
FAULT_GRACE_S: Final = 2.0
"""The time that people and processes need to recover from a fault."""
TRAP_TIMEOUT_S: Final = 5.0


class StormFaultInjector:
    def __init__(
        self, processes: StormProcesses, witness: StormWitness, plan: Iterator[Fault], dice: random.Random
    ) -> None:
        self._processes = processes
        self._witness = witness
        self._plan = plan
        self._dice = dice
        self._locks: defaultdict[object, asyncio.Lock] = defaultdict(asyncio.Lock)
        """One fault at a time for each process and each route."""
        self._long_fault_lock = asyncio.Lock()
        """One pause or vanished host at a time, so that another process can do the work."""
        self._running: set[asyncio.Task[None]] = set()

    async def inject_faults(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            fault = next(self._plan)
            is_after_calm = fault.after_requests > CALM_REQUESTS
            while len(self._running) >= (1 if is_after_calm else MAX_FAULTS_AT_ONCE):
                await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
            await self._wait_for_requests(fault.after_requests)
            task = asyncio.create_task(self._inject_fault(fault))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        await asyncio.gather(*self._running)
        await self._processes.playground.control("clear_faults")

    async def _wait_for_requests(self, count: int) -> None:
        seen, since = self._processes.request_count, time.monotonic()
        until = seen + count
        while (now := self._processes.request_count) < until:
            if now != seen:
                seen, since = now, time.monotonic()
            if time.monotonic() - since > MAX_IDLE_S:
                return
            await asyncio.sleep(0.01)

    async def _inject_fault(self, fault: Fault) -> None:
        process, control = self._processes.all_processes[fault.process_index], self._processes.playground.control
        record_fault = self._witness.record_fault
        match fault.kind:
            case FaultKind.KILL:
                async with self._locks[fault.process_index]:
                    with record_fault(f"{fault.kind} of {fault.process_index}", FAULT_GRACE_S):
                        await self._kill_process(process, fault.duration_s)
            case FaultKind.KILL_AT_REQUEST:
                async with self._locks[fault.process_index]:
                    await self._kill_at_request(process, fault)
            case FaultKind.PAUSE:
                async with self._long_fault_lock, self._locks[fault.process_index]:
                    with record_fault(fault.kind, FAULT_GRACE_S):
                        process.send_signal(signal.SIGSTOP)
                        await asyncio.sleep(fault.duration_s)
                        process.send_signal(signal.SIGCONT)
            case FaultKind.VANISHED_HOST:
                async with self._long_fault_lock, self._locks[fault.process_index]:
                    await self._cut_off(process, fault)
            case FaultKind.DATABASE_CRASH:
                async with self._locks[fault.kind]:
                    with record_fault(fault.kind, FAULT_GRACE_S):
                        await self._crash_database(fault)
            case FaultKind.FAILED_REQUEST:
                async with self._locks[fault.route]:
                    await self._fail_requests(fault)
            case FaultKind.GATEWAY_FAULT:
                with record_fault(fault.kind, FAULT_GRACE_S):
                    await control("disrupt_gateway", send=fault.variant, bot=BOT_NAME, shard=fault.process_index)
                    await asyncio.sleep(1.0)
            case FaultKind.VERSION_CHANGE:
                async with self._locks[FaultKind.VERSION_CHANGE]:
                    with record_fault(fault.kind, FAULT_GRACE_S):
                        await self._processes.change_version(process)
            case FaultKind.TIME_JUMP:
                with record_fault(f"{fault.kind} by {fault.duration_s:.0f} s", FAULT_GRACE_S):
                    await control("advance_time", seconds=fault.duration_s)

    async def _kill_process(self, process: StormProcess, downtime_s: float = 0.0) -> None:
        process.should_run = False
        process.send_signal(signal.SIGCONT)
        process.kill()
        process.discord.gateway_called.clear()
        await asyncio.sleep(downtime_s)
        process.should_run = True
        await process.wait_for_gateway()

    async def _kill_at_request(self, process: StormProcess, fault: Fault) -> None:
        proxy = process.database if fault.route == "commit" and process.database else process.discord
        was_killed = asyncio.Event()

        def kill() -> None:
            process.should_run = False
            process.kill()
            was_killed.set()

        proxy.trap = RequestTrap(re.compile(TRAP_PATTERNS[fault.route].encode()), fault.variant == "after", kill)
        with suppress(TimeoutError):
            async with asyncio.timeout(TRAP_TIMEOUT_S):
                await was_killed.wait()
        proxy.trap = None
        if was_killed.is_set():
            with self._witness.record_fault(f"{fault.kind}: {fault.variant} {fault.route}", FAULT_GRACE_S):
                await self._kill_process(process)

    async def _cut_off(self, process: StormProcess, fault: Fault) -> None:
        target, _, outcome = fault.variant.partition(" and ")
        proxies = [it for it in process.proxies if target == "all" or (it is process.discord) == (target == "Discord")]
        with self._witness.record_fault(f"{fault.kind}: {fault.variant}", 2 * FAULT_GRACE_S):
            for proxy in proxies:
                proxy.hold_bytes()
            await asyncio.sleep(fault.duration_s)
            for proxy in proxies:
                if outcome == "is dropped":
                    await proxy.drop_connections()
                proxy.release_bytes()

    async def _crash_database(self, fault: Fault) -> None:
        server = self._processes.server
        assert server
        if fault.variant == "session" and (sessions := server.list_sessions()):
            # PostgreSQL restarts when one of its sessions is killed.
            with suppress(ProcessLookupError):
                os.kill(self._dice.choice(sessions), signal.SIGKILL)
            return
        server.kill()
        await asyncio.sleep(fault.duration_s)
        await asyncio.to_thread(server.start)

    async def _fail_requests(self, fault: Fault) -> None:
        control = self._processes.playground.control
        with self._witness.record_fault(f"{fault.kind}: {fault.variant}", FAULT_GRACE_S):
            if fault.variant == "429":
                await control("set_rate_limit", route=fault.route, limit=1, seconds=1)
                await asyncio.sleep(FAULT_GRACE_S)
                await control("set_rate_limit", route=fault.route, limit=None)
                return
            is_processed, error = fault.variant.startswith("processed"), fault.variant.rpartition(" ")[2]
            status: int | str | None = None if error == "late" else error if error == "drop" else int(error)
            delay = LATE_ANSWER_S if status is None else 0.0
            await control(
                "add_fault", route=fault.route, times=fault.times, processed=is_processed, status=status, delay=delay
            )
            await asyncio.sleep(FAULT_GRACE_S)
            unused = (await control("clear_faults", route=fault.route))["remaining"]
            self._witness.fault_counts[f"{fault.kind}: {fault.variant}"] += fault.times - unused - 1
