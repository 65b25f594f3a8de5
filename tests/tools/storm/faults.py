"""Faults: planned from a seed and by the number of requests in between, not by a clock; then injected and repaired."""

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
from tests.tools.storm.proxy import Trap
from tests.tools.storm.witness import Witness


class Kind(StrEnum):
    KILL = "kill"
    TRAP = "kill at a point"
    PAUSE = "pause"
    VANISH = "vanished host"
    CRASH = "database crash"
    WIRE = "wire"
    GATEWAY = "gateway"
    JUMP = "jump of time"
    ROLL = "another version"
    """A process is stopped in order and comes back as the other version."""


@dataclass(frozen=True, slots=True)
class Fault:
    after_requests: int
    """Requests and commits since the fault before."""
    kind: Kind
    process: int
    how: str = ""
    route: str = ""
    times: int = 1
    seconds: float = 0.0
    """How long it lasts, or how far time jumps."""


SILENT_S: Final = 15.0
"""The other processes take over the turns of one that is silent for so long."""
TRAPS: Final[Mapping[str, str]] = {
    "post": r"POST /api/v10/channels/\d+/messages ",
    "edit": r"PATCH /api/v10/channels/\d+/messages/",
    "delete": r"DELETE /api/v10/channels/\d+/messages/",
    "hand": r"PATCH /api/v10/webhooks/",
    "open": r"POST /api/v10/webhooks/",
    "answer": r"POST /api/v10/interactions/",
    "dm": r"POST /api/v10/users/@me/channels",
    "commit": r"COMMIT;\x00",
}
"""Requests at which a process can be killed: before the server receives them, or before the answer comes back."""
ROUTES: Final = (
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
WIRE_FAULTS: Final = ("503", "500", "429", "drop", "carried drop", "carried 503", "late")
ROUND: Final = 32
GAP_REQUESTS: Final = (15, 200)
FAULTS_BETWEEN_CALMS: Final = 12
CALM_REQUESTS: Final = 600
"""Without faults for so long, whatever goes wrong is the bot's own fault."""
ROLL_GAP_REQUESTS: Final = 150
WEIGHTS: Final[Mapping[Kind, int]] = {
    Kind.KILL: 3, Kind.TRAP: 7, Kind.PAUSE: 1, Kind.VANISH: 1, Kind.CRASH: 1, Kind.WIRE: 12, Kind.GATEWAY: 2,
    Kind.JUMP: 3,
}  # fmt: skip
JUMPS_S: Final = (*[130.0] * 7, 700.0, 16 * 60.0, 3700.0)
"""Until nobody counts as active; until calls are repeated; until tokens expire; until cards take no edits."""


def plan_faults(seed: str, processes: int, *, has_server: bool) -> Iterator[Fault]:
    """Yield faults for ever. Each kind comes once soon, so that a short storm has all of them."""
    dice = random.Random(seed)
    kinds = [kind for kind in WEIGHTS if has_server or kind is not Kind.CRASH]
    while True:
        dice.shuffle(kinds)
        yield from _space(kinds, dice, processes, has_server=has_server)
        yield from _space(
            dice.choices(kinds, [WEIGHTS[kind] for kind in kinds], k=ROUND), dice, processes, has_server=has_server
        )


def plan_rolls(processes: int) -> Iterator[Fault]:
    """Yield changes of version for ever, one process after the other."""
    while True:
        for process in range(processes):
            yield Fault(ROLL_GAP_REQUESTS, Kind.ROLL, process)


def _space(kinds: Sequence[Kind], dice: random.Random, processes: int, *, has_server: bool) -> Iterator[Fault]:
    for at, kind in enumerate(kinds):
        after = dice.randint(*GAP_REQUESTS) + (CALM_REQUESTS if at % FAULTS_BETWEEN_CALMS == 0 else 0)
        process = dice.randrange(processes)
        match kind:
            case Kind.TRAP:
                traps = [trap for trap in TRAPS if has_server or trap != "commit"]
                yield Fault(after, kind, process, dice.choice(("before", "after")), dice.choice(traps))
            case Kind.PAUSE:
                yield Fault(after, kind, process, seconds=SILENT_S + dice.uniform(1, 5))
            case Kind.VANISH:
                how = dice.choice(("all", "Discord", "database") if has_server else ("Discord",))
                how += dice.choice((" and comes back", " and is forgotten"))
                yield Fault(after, kind, process, how, seconds=SILENT_S + dice.uniform(1, 5))
            case Kind.CRASH:
                yield Fault(after, kind, process, dice.choice(("all", "session")), seconds=dice.uniform(0, 4))
            case Kind.WIRE:
                yield Fault(after, kind, process, dice.choice(WIRE_FAULTS), dice.choice(ROUTES), dice.randint(1, 6))
            case Kind.GATEWAY:
                yield Fault(after, kind, process, dice.choice(("reconnect", "invalid", "drop")))
            case Kind.JUMP:
                yield Fault(after, kind, process, seconds=dice.choice(JUMPS_S))
            case _:
                yield Fault(after, kind, process, seconds=dice.choice((0.0, 0.0, 1.0, 6.0)))


MAX_FAULTS_AT_ONCE: Final = 5
IDLE_S: Final = 4.0
"""The next fault comes when nothing has happened for so long: the storm may be waiting for it."""
LATE_ANSWER_S: Final = 4.0
GRACE_S: Final = 2.0
"""Time until everybody has recovered from a fault."""
TRAP_TIMEOUT_S: Final = 5.0


class FaultInjector:
    def __init__(self, processes: StormProcesses, witness: Witness, plan: Iterator[Fault], dice: random.Random) -> None:
        self._processes = processes
        self._witness = witness
        self._plan = plan
        self._dice = dice
        self._locks: defaultdict[object, asyncio.Lock] = defaultdict(asyncio.Lock)
        """One fault at a time for each process and each route."""
        self._long = asyncio.Lock()
        """One pause or vanished host at a time, so that somebody is left to do the work."""
        self._running: set[asyncio.Task[None]] = set()

    async def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            fault = next(self._plan)
            is_after_calm = fault.after_requests > CALM_REQUESTS
            while len(self._running) >= (1 if is_after_calm else MAX_FAULTS_AT_ONCE):
                await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
            await self._wait_for_requests(fault.after_requests)
            task = asyncio.create_task(self._inject(fault))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        await asyncio.gather(*self._running)
        await self._processes.playground.stage("clear_faults")

    async def _wait_for_requests(self, many: int) -> None:
        seen, since = self._processes.requests, time.monotonic()
        until = seen + many
        while (now := self._processes.requests) < until:
            if now != seen:
                seen, since = now, time.monotonic()
            if time.monotonic() - since > IDLE_S:
                return
            await asyncio.sleep(0.01)

    async def _inject(self, fault: Fault) -> None:
        each, stage = self._processes.all[fault.process], self._processes.playground.stage
        trouble = self._witness.trouble
        match fault.kind:
            case Kind.KILL:
                async with self._locks[fault.process]:
                    with trouble(f"{fault.kind} of {fault.process}", GRACE_S):
                        await self._kill(each, fault.seconds)
            case Kind.TRAP:
                async with self._locks[fault.process]:
                    await self._kill_at_request(each, fault)
            case Kind.PAUSE:
                async with self._long, self._locks[fault.process]:
                    with trouble(fault.kind, GRACE_S):
                        each.send_signal(signal.SIGSTOP)
                        await asyncio.sleep(fault.seconds)
                        each.send_signal(signal.SIGCONT)
            case Kind.VANISH:
                async with self._long, self._locks[fault.process]:
                    await self._cut_off(each, fault)
            case Kind.CRASH:
                async with self._locks[fault.kind]:
                    with trouble(fault.kind, GRACE_S):
                        await self._crash_database(fault)
            case Kind.WIRE:
                async with self._locks[fault.route]:
                    await self._fail_requests(fault)
            case Kind.GATEWAY:
                with trouble(fault.kind, GRACE_S):
                    await stage("disrupt_gateway", send=fault.how, bot=BOT_NAME, shard=fault.process)
                    await asyncio.sleep(1.0)
            case Kind.ROLL:
                async with self._locks[Kind.ROLL]:
                    with trouble(fault.kind, GRACE_S):
                        await self._processes.change_version(each)
            case Kind.JUMP:
                with trouble(f"{fault.kind} by {fault.seconds:.0f} s", GRACE_S):
                    await stage("advance_time", seconds=fault.seconds)

    async def _kill(self, each: StormProcess, away_s: float = 0.0) -> None:
        each.is_wanted = False
        each.send_signal(signal.SIGCONT)
        each.kill()
        each.discord.gateway_called.clear()
        await asyncio.sleep(away_s)
        each.is_wanted = True
        await each.wait_for_gateway()

    async def _kill_at_request(self, each: StormProcess, fault: Fault) -> None:
        proxy = each.database if fault.route == "commit" and each.database else each.discord
        sprung = asyncio.Event()

        def spring() -> None:
            each.is_wanted = False
            each.kill()
            sprung.set()

        proxy.trap = Trap(re.compile(TRAPS[fault.route].encode()), fault.how == "after", spring)
        with suppress(TimeoutError):
            async with asyncio.timeout(TRAP_TIMEOUT_S):
                await sprung.wait()
        proxy.trap = None
        if sprung.is_set():
            with self._witness.trouble(f"{fault.kind}: {fault.how} {fault.route}", GRACE_S):
                await self._kill(each)

    async def _cut_off(self, each: StormProcess, fault: Fault) -> None:
        what, _, how = fault.how.partition(" and ")
        proxies = [it for it in each.proxies if what == "all" or (it is each.discord) == (what == "Discord")]
        with self._witness.trouble(f"{fault.kind}: {fault.how}", 2 * GRACE_S):
            for proxy in proxies:
                proxy.block()
            await asyncio.sleep(fault.seconds)
            for proxy in proxies:
                if how == "is forgotten":
                    await proxy.drop_connections()
                proxy.unblock()

    async def _crash_database(self, fault: Fault) -> None:
        server = self._processes.server
        assert server
        if fault.how == "session" and (sessions := server.sessions()):
            # PostgreSQL restarts when one of its sessions is killed.
            with suppress(ProcessLookupError):
                os.kill(self._dice.choice(sessions), signal.SIGKILL)
            return
        server.killed()
        await asyncio.sleep(fault.seconds)
        await asyncio.to_thread(server.started)

    async def _fail_requests(self, fault: Fault) -> None:
        stage = self._processes.playground.stage
        with self._witness.trouble(f"{fault.kind}: {fault.how}", GRACE_S):
            if fault.how == "429":
                await stage("set_rate_limit", route=fault.route, limit=1, seconds=1)
                await asyncio.sleep(GRACE_S)
                await stage("set_rate_limit", route=fault.route, limit=None)
                return
            is_carried, what = fault.how.startswith("carried"), fault.how.rpartition(" ")[2]
            status: int | str | None = None if what == "late" else what if what == "drop" else int(what)
            delay = LATE_ANSWER_S if status is None else 0.0
            await stage(
                "add_fault", route=fault.route, times=fault.times, processed=is_carried, status=status, delay=delay
            )
            await asyncio.sleep(GRACE_S)
            unused = (await stage("clear_faults", route=fault.route))["remaining"]
            self._witness.faults[f"{fault.kind}: {fault.how}"] += fault.times - unused - 1
