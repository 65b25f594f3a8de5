"""Measures how the bot copes with 1, 10, 50 and 100 people who play at the same time.

Run it with `python -m tests.tools.bench load`. `python -m tests.tools.bench.load --seconds 20 --people 50` measures one
level only. `--before FOLDER` also measures the bot of another checkout, in turn with this one, so that two versions can
be compared in one run. `--evening` plays 500 matches instead, while an hour passes on the playground, and prints the
lowest and highest memory for every 50 of them. The CPU time of a click is given as a multiple of that of a minimal bot,
which one more person clicks the whole time.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import aiohttp

from bot.screens.custom_ids import Action
from discord_playground.client import JSON, InteractionResult, PersonClient, Playground, run_playground
from games import GAMES
from tests.kit.wire_person import has_button_for
from tests.tools.bench import trivial
from tests.tools.bench.timing import print_row, read_process_cpu_ms, read_process_memory_mb
from tests.tools.driver import (
    CARD_TIMEOUT_S,
    DrivenPerson,
    MatchPlayer,
    PlayerGroup,
    Recorder,
    ServerGroup,
    connect_to_playground,
    join_new_servers,
    list_match_buttons,
)

PEOPLE_COUNTS: Final = (1, 10, 50, 100)
MEASURED_S: Final = 60.0
WARM_UP_S: Final = 10.0
"""In this time, the matches of a level begin and the first boards are painted. It is not measured."""
REST_S: Final = 60.0
"""How long the bot rests after the last level before its memory is measured again."""
MEAN_THINK_TIME_S: Final = 1.0
TRIVIAL_PAUSE_S: Final = 0.1
SERVER_SIZE: Final = 10
EVENING_MATCHES: Final = 500
EVENING_PEOPLE: Final = 24
EVENING_S: Final = 3600
MEMORY_INTERVAL: Final = 50
"""The number of matches after which the memory of an evening is printed."""
MEMORY_MAX_MB: Final = 250
MEMORY_GROWTH_MAX_MB: Final = 10
"""The most by which the lowest memory may grow in the second half of an evening."""


@dataclass
class LoadRecorder(Recorder):
    """Records how long responses take, and how long it takes until another player sees the result of a choice."""

    acknowledged_ms: list[float] = field(default_factory=list)
    is_measuring: bool = False

    def add_answer(self, person_id: int, answer: InteractionResult) -> None:
        if self.is_measuring:
            super().add_answer(person_id, answer)
            self.acknowledged_ms.append(float(answer.body["ms"]))

    def record_resolved_step(self, match_id: int, step: int, person_id: int) -> None:
        """Record the step as seen since the press that completed it, and not since its response."""
        known = len(self.unseen_steps)
        super().record_resolved_step(match_id, step, person_id)
        own = (it for it in reversed(self.presses) if it.match_id == match_id and it.person_id == person_id)
        if len(self.unseen_steps) > known and (press := next(own, None)):
            self.unseen_steps[-1] = replace(self.unseen_steps[-1], since_s=press.pressed_s)

    def start_measuring(self) -> None:
        self.is_measuring, self.clicks, self.failures = True, 0, 0
        self.acknowledged_ms, self.seen_after_s = [], []


@dataclass(frozen=True, slots=True)
class LoadResult:
    """What one bot did with one number of people."""

    people: int
    clicks_per_s: float
    boards_per_s: float
    failures: int
    acknowledged_ms: Sequence[float]
    seen_ms: Sequence[float]
    cpu_ms: float
    """CPU time of the bot per click, without its AI workers."""
    trivial_cpu_ms: float
    memory_mb: Sequence[float]
    """Memory of the bot at the start, at its peak and at the end of the level."""


@dataclass(eq=False)
class RunningBot:
    """A bot under load, and the port of its metrics."""

    name: str
    process_id: int
    port: int
    peak_mb: float = 0.0

    async def count_boards(self) -> float:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{self.port}/metrics") as response:
            text = await response.text()
        return sum(map(float, re.findall(r'duel_paint_seconds_count\{kind="board"\} (\S+)', text)))

    def read_memory_mb(self) -> float:
        memory_mb = read_process_memory_mb(self.process_id)
        self.peak_mb = max(self.peak_mb, memory_mb)
        return memory_mb


def draw_think_time_s(dice: random.Random) -> float:
    return dice.uniform(0, 2 * MEAN_THINK_TIME_S)


async def practice(person: DrivenPerson, channel: str, dice: random.Random, leave: asyncio.Event) -> None:
    """Play one practice match after another against the bot."""
    while not leave.is_set():
        await person.send_command(channel, "duel practice", game=dice.choice([*GAMES]))
        message = await person.wait_for(lambda: person.find_private_message(is_asked_for_move))
        if message is None:
            continue
        match_id = next(it for action, it, _ in list_match_buttons(message) if action == Action.PICK_MOVE)
        await MatchPlayer(person, match_id, channel, dice, draw_think_time_s).play_until_over(leave)
        await person.dismiss_ephemeral_messages()


def is_asked_for_move(message: JSON) -> bool:
    return any(has_button_for(Action.PICK_MOVE, it)(message) for _, it, _ in list_match_buttons(message))


def list_pairs(servers: Sequence[ServerGroup]) -> list[tuple[Sequence[DrivenPerson], str]]:
    """Return pairs of people with their channel. If their number is odd, the last person has no partner."""
    return [
        (server.people[first : first + 2], server.channel)
        for server in servers
        for first in range(0, len(server.people), 2)
    ]


def create_players(
    groups: Sequence[tuple[Sequence[DrivenPerson], str]],
    leave: asyncio.Event,
    think: Callable[[random.Random], float] = draw_think_time_s,
) -> Iterator[Awaitable[None]]:
    """Yield one coroutine per pair of people, or per person without a partner."""
    games = [*GAMES]
    for number, (people, channel) in enumerate(groups):
        dice = random.Random(number)
        if len(people) == 1:
            yield practice(people[0], channel, dice, leave)
        else:
            options = {"game": games[number % len(games)]}
            yield PlayerGroup(people, channel, options, dice, think).play_matches(leave)


@dataclass(eq=False)
class TrivialClicker:
    """One person who clicks a message of the minimal bot, over and over."""

    person: PersonClient
    message: JSON
    process_id: int
    """The process of the minimal bot."""
    count: int = 0

    async def click(self) -> None:
        result = await self.person.click(self.message, custom_id=trivial.TOUCH_ACTION)
        assert result.state == "answered", result.body
        self.count += 1


async def post_trivial_message(playground: Playground, process_id: int) -> TrivialClicker:
    created = await playground.control(
        "create_server", name="Quarry", members=["otter"], bots=[trivial.BOT_NAME], channels=["stones"]
    )
    otter = playground.person("otter")
    server = next(it for it in (await otter.load_view())["servers"] if it["id"] == created["server"]["id"])
    channel = server["channels"][0]["id"]
    await otter.wait_for_command("stones", trivial.BOT_NAME)
    await otter.run_command(channel, "stones", bot=trivial.BOT_NAME, count=1)
    message = await otter.wait_for_message(channel, lambda it: "Stone 0" in str(it["components"]), CARD_TIMEOUT_S)
    return TrivialClicker(otter, message, process_id)


async def measure_level(
    playground: Playground, bot: RunningBot, trivial_clicker: TrivialClicker, people: int, seconds: float
) -> LoadResult:
    recorder, leave = LoadRecorder(), asyncio.Event()
    start_mb = bot.peak_mb = bot.read_memory_mb()
    async with join_new_servers(
        playground, bot.name, people, recorder, per_server=SERVER_SIZE, name=f"{bot.name} {people}"
    ) as servers:
        tasks = [asyncio.ensure_future(it) for it in create_players(list_pairs(servers), leave)]
        await asyncio.sleep(WARM_UP_S)
        boards = await bot.count_boards()
        cpu_ms, trivial_cpu_ms = (read_process_cpu_ms(it.process_id) for it in (bot, trivial_clicker))
        recorder.start_measuring()
        start_s, trivial_clicker.count = time.perf_counter(), 0
        while time.perf_counter() < start_s + seconds:
            await trivial_clicker.click()
            bot.read_memory_mb()
            await asyncio.sleep(TRIVIAL_PAUSE_S)
        duration_s = time.perf_counter() - start_s
        recorder.is_measuring = False
        cpu_ms = read_process_cpu_ms(bot.process_id) - cpu_ms
        trivial_cpu_ms = read_process_cpu_ms(trivial_clicker.process_id) - trivial_cpu_ms
        boards = await bot.count_boards() - boards
        leave.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if not recorder.clicks:
        raise SystemExit(f"{people} people pressed nothing")
    return LoadResult(
        people, recorder.clicks / duration_s, boards / duration_s, recorder.failures, recorder.acknowledged_ms,
        [1000 * it for it in recorder.seen_after_s], cpu_ms / recorder.clicks, trivial_cpu_ms / trivial_clicker.count,
        (start_mb, bot.peak_mb, bot.read_memory_mb()),
    )  # fmt: skip


async def measure_evening(playground: Playground, bot: RunningBot) -> bool:
    """Play `EVENING_MATCHES` matches, and print the bot's memory as they pass. Return whether it kept to its limits."""
    recorder, leave, passed_s = LoadRecorder(), asyncio.Event(), 0.0
    lowest_mb: list[float] = []
    async with join_new_servers(playground, bot.name, EVENING_PEOPLE, recorder, per_server=SERVER_SIZE) as servers:
        tasks = [asyncio.ensure_future(it) for it in create_players(list_pairs(servers), leave, lambda _: 0.0)]
        for end in range(MEMORY_INTERVAL, EVENING_MATCHES + 1, MEMORY_INTERVAL):
            memory_mb = [bot.read_memory_mb()]
            while (played := len(recorder.match_ids)) < end:
                if played * EVENING_S / EVENING_MATCHES > passed_s + 60:
                    passed_s += 60
                    await playground.control("advance_time", seconds=60)
                await asyncio.sleep(1)
                memory_mb.append(bot.read_memory_mb())
            lowest_mb.append(min(memory_mb))
            print_row(f"lowest and highest memory until match {end}, MB", f"{lowest_mb[-1]:.0f} {max(memory_mb):.0f}")
        leave.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    growth_mb = lowest_mb[-1] - lowest_mb[len(lowest_mb) // 2 - 1]
    return all(
        [
            print_row(
                f"peak memory of an evening of {EVENING_MATCHES} matches, MB", f"{bot.peak_mb:.0f}",
                f"≤ {MEMORY_MAX_MB}", holds=bot.peak_mb <= MEMORY_MAX_MB,
            ),
            print_row(
                "  growth of the lowest memory in its second half, MB", f"{growth_mb:.0f}",
                f"≤ {MEMORY_GROWTH_MAX_MB}", holds=growth_mb <= MEMORY_GROWTH_MAX_MB,
            ),
        ]
    )  # fmt: skip


def find_free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@asynccontextmanager
async def run_under_load(playground: Playground, name: str, python: str, folder: Path) -> AsyncIterator[RunningBot]:
    """Run the bot that is installed for this Python. `-P` keeps the current folder from replacing it."""
    folder.mkdir()
    port = find_free_port()
    async with playground.run_bot(
        python, "-P", "-m", "bot", "run", bot=name, DATABASE_URL=f"sqlite:///{folder / 'duel.db'}",
        DUEL_LOG="warning", DUEL_PRESSES="0", DUEL_OFFERS="0", DUEL_MATCHES="0", DUEL_HEALTH_PORT=str(port),
    ) as process:  # fmt: skip
        yield RunningBot(name, process.pid, port)


def print_result(result: LoadResult) -> None:
    def format_percentiles(times_ms: Sequence[float]) -> str:
        ordered = sorted(times_ms) or [0.0]
        return " ".join(f"{ordered[min(len(ordered) - 1, int(part * len(ordered)))]:.0f}" for part in (0.5, 0.95, 0.99))

    print_row(f"{result.people} people: clicks per second", f"{result.clicks_per_s:.1f}")
    print_row("  failed clicks", f"{result.failures}")
    print_row("  boards per second", f"{result.boards_per_s:.1f}")
    print_row("  acknowledged, p50 p95 p99, ms", format_percentiles(result.acknowledged_ms))
    print_row("  seen by the other player, p50 p95 p99, ms", format_percentiles(result.seen_ms))
    print_row("  CPU of a click, ms", f"{result.cpu_ms:.1f}")
    print_row("  CPU of a click, compared with a minimal bot", f"{result.cpu_ms / result.trivial_cpu_ms:.1f}×")
    print_row("  memory at the start, peak and end, MB", " ".join(f"{it:.0f}" for it in result.memory_mb))


async def measure_all(
    url: str, folder: Path, pythons: Mapping[str, str], counts: Sequence[int], seconds: float, *, is_evening: bool
) -> bool:
    async with connect_to_playground(url) as playground, AsyncExitStack() as stack:
        # A busy machine can take longer than Discord's timeout, and the clock of an evening is advanced by minutes.
        await playground.control("set_response_timeout", seconds=600)
        trivial_process = await stack.enter_async_context(
            playground.run_bot(sys.executable, "-m", "tests.tools.bench.trivial", bot=trivial.BOT_NAME)
        )
        trivial_clicker = await post_trivial_message(playground, trivial_process.pid)
        bots = {
            label: await stack.enter_async_context(
                run_under_load(playground, f"Load {number}", python, folder / str(number))
            )
            for number, (label, python) in enumerate(pythons.items(), 1)
        }
        if is_evening:
            return all([await measure_evening(playground, bot) for bot in bots.values()])
        for people in counts:
            for label, bot in bots.items():
                if len(bots) > 1:
                    print_row(label, "")
                print_result(await measure_level(playground, bot, trivial_clicker, people, seconds))
        await asyncio.sleep(REST_S)
        for label, bot in bots.items():
            print_row(f"memory after a rest, MB ({label})", f"{bot.read_memory_mb():.0f}")
    return True


def main(arguments: Sequence[str] = ()) -> bool:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.load", description="Measure the bot under load.")
    parser.add_argument("--people", type=int, nargs="*", default=PEOPLE_COUNTS, help="the numbers of people")
    parser.add_argument("--seconds", type=float, default=MEASURED_S, help="how long each level is measured")
    parser.add_argument("--before", type=Path, help="another checkout, with its own .venv, to compare with")
    parser.add_argument("--evening", action="store_true", help=f"play {EVENING_MATCHES} matches and measure memory")
    options = parser.parse_args(arguments)
    pythons = {"this checkout": sys.executable}
    if options.before:
        pythons = {"before": str(options.before / ".venv" / "bin" / "python"), **pythons}
    bots = [trivial.BOT_NAME, *(f"Load {number}" for number in range(1, len(pythons) + 1))]
    with tempfile.TemporaryDirectory() as folder, run_playground(skip_identify_limit=True, bots=bots) as url:
        measuring = measure_all(url, Path(folder), pythons, options.people, options.seconds, is_evening=options.evening)
        return asyncio.run(measuring)


if __name__ == "__main__":
    raise SystemExit(not main(sys.argv[1:]))
