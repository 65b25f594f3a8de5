"""Runs a storm from the first challenge to the verdict."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from bot.delivery.sweep_schedule import LISTENING_SWEEP_INTERVAL_S, SWEEP_INTERVAL_S
from discord_playground.client import find_selects
from games import GAMES
from storage import Store
from tests.kit.fork_server import PROJECT_ROOT
from tests.seeded_dice import SEED_FILE_VARIABLE
from tests.storage.database_fixtures import create_database
from tests.storage.postgres_server import PostgresServer
from tests.tools.driver import DrivenPerson, PlayerGroup, ServerGroup, connect_to_playground, join_new_servers
from tests.tools.storm.faults import StormFaultInjector, plan_faults, plan_version_changes
from tests.tools.storm.processes import BOT_NAME, StormProcesses
from tests.tools.storm.verdict import StormEvidence, StormVerdict, judge_storm, read_final_messages
from tests.tools.storm.witness import StormWitness
from tests.waiting import TEST_TIMEOUT_S
from tests.wire.match_play import SHORT_MATCH_OPTIONS, list_variants
from tests.wire.playground_server import NO_OPTIONS, format_options

ANSWER_TIMEOUT_S: Final = 4.0
"""The response timeout. It is longer than Discord's because the machine may be busy, but after 5 s the bot exits."""
INACTIVE_AFTER_S: Final = 130.0
"""The time after which all players count as inactive."""
QUIET_TIMEOUT_S: Final = 150.0
QUIET_S: Final = 2 * SWEEP_INTERVAL_S + 1
"""A time that is longer than two sweeps of a process that is not notified of changes."""
LISTENING_QUIET_S: Final = LISTENING_SWEEP_INTERVAL_S + 5
"""A time that is longer than a sweep of a process that PostgreSQL notifies of changes.

Only sweeps find messages that are not recorded.
"""
PEOPLE_PER_SERVER: Final = 6
NOTIFICATION_MODES: Final = ("dm", "here", "both", "dm", "here", "none")
"""The notification settings of the people of a server."""
MAX_PAUSE_S: Final = 0.3
"""The longest pause before a choice. It is short, so people click as fast as the machine can respond."""
REVISION_PROBABILITY: Final = 0.5


@dataclass(frozen=True)
class StormSettings:
    seed: str
    duration_s: float
    match_count: int = 24
    process_count: int = 1
    program: Sequence[str] = ("bot", "run")
    newer_program: Sequence[str] = ()
    """The program of the bot's next version. If it is given, the only faults are version changes."""


async def run_storm(storm: StormSettings, url: str, folder: Path, server: PostgresServer | None) -> StormVerdict:
    """Run a storm on the playground at this URL, with this PostgreSQL server or else with SQLite."""
    database = await create_database(server.url) if server else f"sqlite:///{folder / 'duel.db'}"
    witness, dice = StormWitness(), random.Random(storm.seed)
    async with connect_to_playground(url) as playground:
        await playground.control("set_dm_limit", count=100_000, seconds=600)
        await playground.control("set_response_timeout", seconds=ANSWER_TIMEOUT_S)
        processes = StormProcesses(
            playground, folder, witness, storm.process_count, database, server, storm.program, storm.newer_program
        )
        async with (
            processes.run_all(),
            join_new_servers(
                playground, BOT_NAME, -(-storm.match_count * 2 // PEOPLE_PER_SERVER) * PEOPLE_PER_SERVER, witness,
                per_server=PEOPLE_PER_SERVER, notification_modes=NOTIFICATION_MODES,
            ) as groups,
        ):  # fmt: skip
            for group in groups:
                for person in group.people:
                    await set_notification_mode(person, group.channel)
            await processes.all_processes[0].bot.wait_for_emoji(playground)
            player_groups = create_player_groups(groups, storm.match_count, dice)
            leave = asyncio.Event()
            playing = [asyncio.create_task(it.play_matches(leave)) for it in player_groups]
            async with asyncio.timeout(TEST_TIMEOUT_S * 2):
                await asyncio.gather(*(it.has_begun.wait() for it in player_groups))
            plan = (
                plan_version_changes(storm.process_count)
                if storm.newer_program
                else plan_faults(storm.seed, storm.process_count, has_server=server is not None)
            )
            await StormFaultInjector(processes, witness, plan, dice).inject_faults(storm.duration_s)
            await asyncio.sleep(5.0)
            leave.set()
            await asyncio.gather(*playing)
            for each in processes.all_processes if storm.newer_program else ():
                if each.bot.program == storm.program:
                    await processes.change_version(each)
            await wait_until_settled(processes)
            messages = [it for group in groups for it in await read_final_messages(group)]
            ended_s = datetime.fromisoformat((await playground.load_clock())["now"]).timestamp()
            unnotified_ids = frozenset(
                it.person_id for group in groups for it in group.people if it.notification_mode == "none"
            )
            witness.tried_ids.update(*(each.discord.answered_ids for each in processes.all_processes))
            (folder / "diary").write_text("\n".join(witness.diary), "utf-8")
            await processes.shut_down()
    journals, cards = {}, {}
    async with await Store.open_read_only(database) as store:
        matches = store.matches
        for header in [it for is_live in (True, False) async for it in matches.iterate_all(is_live=is_live)]:
            journal = await store.journal.load_match(header.id)
            assert journal
            journals[header.id] = journal
            cards[header.id] = header.card_message_id or 0
    doctor = run_doctor(database, (storm.newer_program or storm.program)[0])
    return judge_storm(StormEvidence(witness, journals, cards, messages, unnotified_ids, round(ended_s * 1000), doctor))


def run_doctor(database: str, program: str) -> str:
    """Run `duel doctor` and return the problems that it finds, or an empty string."""
    done = subprocess.run(
        [sys.executable, "-m", program, "doctor"], cwd=PROJECT_ROOT,
        env={**os.environ, "DATABASE_URL": database, SEED_FILE_VARIABLE: ""},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    # The times in the database are those of the playground, whose clock was advanced.
    lines = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("time:")]
    return "" if done.returncode == 0 else "; ".join(lines)


def create_player_groups(groups: Sequence[ServerGroup], matches: int, dice: random.Random) -> list[PlayerGroup]:
    """Return groups of two or three people, to which all games and variants are distributed."""
    variants = list_variants()
    player_groups = []
    for number in range(matches):
        group = groups[number * 2 // PEOPLE_PER_SERVER % len(groups)]
        key, variant = variants[number % len(variants)]
        first = number * 2 % PEOPLE_PER_SERVER
        people = group.people[first : first + 2]
        if GAMES[key].SEATS[-1] > 2 and number % 2:
            people = [*people, group.people[(first + 2) % PEOPLE_PER_SERVER]]
        options = {"game": key, "options": format_options(SHORT_MATCH_OPTIONS.get(key, NO_OPTIONS))}
        options |= {"variant": variant} if variant else {}
        group_dice = random.Random(f"{dice.random()}")
        player_groups.append(
            PlayerGroup(
                people, group.channel, options, group_dice, lambda it: it.uniform(0, MAX_PAUSE_S), REVISION_PROBABILITY
            )
        )
    return player_groups


async def set_notification_mode(person: DrivenPerson, channel: str) -> None:
    """Set the person's notification mode with the command `/settings me`."""
    if person.notification_mode == "dm":
        return
    panel = (await person.run_command(channel, "settings me", bot=BOT_NAME)).message
    custom_id = next(it["custom_id"] for it in find_selects(panel) if it["custom_id"].endswith(".prompts"))
    await person.select_values(panel, custom_id, [person.notification_mode])
    await person.dismiss(message=panel)


async def wait_until_settled(processes: StormProcesses) -> None:
    """Wait until all processes are connected, all players count as inactive, and no work is pending."""
    for each in processes.all_processes:
        await each.wait_for_gateway()
    for _ in range(3):
        await wait_until_quiet(processes)
        await processes.playground.control("advance_time", seconds=INACTIVE_AFTER_S)
    await wait_until_quiet(processes, LISTENING_QUIET_S if processes.server else QUIET_S)


async def wait_until_quiet(processes: StormProcesses, quiet_s: float = QUIET_S) -> None:
    end_s, count, since_s = time.monotonic() + QUIET_TIMEOUT_S, processes.discord_request_count, time.monotonic()
    while time.monotonic() < end_s and time.monotonic() - since_s < quiet_s:
        if (new_count := processes.discord_request_count) > count:
            count, since_s = new_count, time.monotonic()
        await asyncio.sleep(0.2)
