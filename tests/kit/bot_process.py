"""A bot that runs as a separate process at a playground, and that tests can stop, kill and restart."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Final

import aiohttp

from bot.discord.emoji_upload import drawings_by_emoji_name
from discord_playground.client import JSON, Playground
from tests.kit.fork_server import PROJECT_ROOT, ForkedProcess, fork_program
from tests.waiting import TEST_TIMEOUT_S

BOT_NAME_BY_LOG: Final[dict[Path, str]] = {}
"""The name of each bot, by the path of its log. The report of a failed test includes these logs."""


@dataclass
class BotProcess:
    """A bot at a playground: its application, its store, and the process that runs it, which can be replaced."""

    name: str
    folder: Path
    shards: int = 1
    process: ForkedProcess | subprocess.Popen[bytes] | None = None
    log_start: int = 0
    """The position in the log file where the output of the current process begins."""
    log_chars_read: int = 0
    """The number of characters of the log that `read_errors` has read."""
    environment: dict[str, str] = field(default_factory=dict)
    program: Sequence[str] = ("tests.wire.bot_program", "run")
    """The module to run, followed by its arguments."""
    receives_http: bool = False
    """Whether Discord sends interactions to the bot over HTTP instead of the gateway."""
    uses_fork_server: bool = True
    """Whether to fork a process that has imported everything. A new process takes ten times as long to start."""

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def database_path(self) -> Path:
        return self.folder / "duel.db"

    @property
    def log_path(self) -> Path:
        return self.folder / "log"

    async def register_application(self, playground: Playground, *, with_emoji: bool = True) -> None:
        """Create the application, by default with its emoji. Without them, the bot would spend long uploading them."""
        application = await playground.control("create_bot", name=self.name)
        if with_emoji:
            await playground.control("set_emojis", bot=self.name, names=[*drawings_by_emoji_name()])
        setup = await playground.load_setup()
        self.environment = {
            "DISCORD_TOKEN": application["token"],
            "DUEL_API": setup["api"],
            "DUEL_GATEWAY": setup["gateway"],
            "DUEL_CDN": setup["cdn"],
            "DUEL_CLOCK": setup["clock"],
            "DATABASE_URL": f"sqlite:///{self.database_path}",
            "DUEL_PAUSE": "0.05",
            "DUEL_TRAIL": "0",
            # Disable the rate limits: tests press buttons faster than people do, and play more matches.
            "DUEL_PRESSES": "0",
            "DUEL_OFFERS": "0",
            "DUEL_MATCHES": "0",
            "DUEL_PORT": "0",
        }

    async def start(self, playground: Playground) -> None:
        """Start a process and wait until the bot can receive interactions.

        This means that every shard is ready or, with `receives_http`, that the playground knows the bot's address.
        """
        if not self.environment:
            await self.register_application(playground)
        last_entry = (await playground.load_traffic_log(1 << 60))["last"]
        self.launch_process()
        if self.receives_http:
            await self.set_interactions_endpoint(playground, await self.wait_for_address())
            return
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while await self.count_ready_events(playground, last_entry) < self.shards:
                assert self.is_alive, self.log_path.read_text()[-2000:]
                await asyncio.sleep(0.05)

    def launch_process(self) -> None:
        environment = {**os.environ, **self.environment}
        BOT_NAME_BY_LOG[self.log_path] = self.name
        with self.log_path.open("ab") as log:
            self.log_start = log.tell()
            program = [*self.program[:-1], "serve"] if self.receives_http else self.program
            if self.uses_fork_server:
                self.process = fork_program(program, environment, log.fileno())
            else:
                command = [sys.executable, "-m", *program]
                self.process = subprocess.Popen(command, cwd=PROJECT_ROOT, env=environment, stderr=log)

    async def wait_for_address(self) -> str:
        """Wait until the log names the HTTP port of the bot, and return the address."""
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while not (
                port := re.search(r"for interactions on port (\d+)", self.log_path.read_text()[self.log_start :])
            ):
                assert self.is_alive, self.log_path.read_text()[-2000:]
                await asyncio.sleep(0.05)
        return f"http://127.0.0.1:{port[1]}/"

    async def set_interactions_endpoint(self, playground: Playground, address: str) -> None:
        """Configure Discord to send interactions to this address."""
        url = f"{(await playground.load_setup())['api']}/applications/@me"
        fields = {"interactions_endpoint_url": address}
        async with aiohttp.ClientSession(headers=self.headers) as session, session.patch(url, json=fields) as response:
            assert response.ok, await response.text()

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bot {self.environment['DISCORD_TOKEN']}"}

    async def count_ready_events(self, playground: Playground, after: int) -> int:
        entries: list[JSON] = (await playground.load_traffic_log(after))["entries"]
        return sum(entry["bot"] == self.name and entry["what"] == "READY" for entry in entries)

    async def request_emoji(
        self, playground: Playground, method: str, path: str = "", body: JSON | None = None
    ) -> JSON:
        """Send a request for the application's emoji, authorized as the bot. Return the JSON response."""
        setup = await playground.load_setup()
        [application] = [it["application_id"] for it in setup["bots"] if it["name"] == self.name]
        url = f"{setup['api']}/applications/{application}/emojis{path}"
        async with (
            aiohttp.ClientSession(headers=self.headers) as session,
            session.request(method, url, json=body) as response,
        ):
            assert response.ok, await response.text()
            content: JSON = await response.json() if response.status != HTTPStatus.NO_CONTENT else JSON()
            return content

    async def list_emoji(self, playground: Playground) -> list[str]:
        return [it["name"] for it in (await self.request_emoji(playground, "GET"))["items"]]

    async def wait_for_emoji(self, playground: Playground) -> None:
        """Wait until the uploaded emoji are exactly those that the bot draws."""
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while {
                name for name in await self.list_emoji(playground) if name.startswith("duel_")
            } != drawings_by_emoji_name().keys():
                await asyncio.sleep(0.05)

    def kill(self) -> None:
        """Kill the process without warning, like a power failure."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask the process to shut down, as for an update. Return its exit code."""
        if not self.process:
            return 0
        if self.is_alive:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(TEST_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    async def kill_and_restart(self, playground: Playground) -> None:
        """Kill the process and start a new one, which knows only what was stored."""
        self.kill()
        await self.start(playground)

    async def restart_later(self, playground: Playground, hours: float) -> None:
        """Kill the process, make all stored data this many hours older, and start a new process."""
        self.kill()
        self.age_store(hours)
        await self.start(playground)

    def read_errors(self) -> str:
        """Return the log lines that report an error and were written since the last call."""
        text = self.log_path.read_text() if self.log_path.exists() else ""
        new_text, self.log_chars_read = text[self.log_chars_read :], len(text)
        return "".join(line for line in new_text.splitlines(keepends=True) if "Traceback" in line or "ERROR" in line)

    def query_store(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(f"file:{self.database_path}?mode=ro", uri=True)) as store:
            return store.execute(query, values).fetchall()

    async def wait_for_row(self, query: str, *values: object) -> None:
        """Wait until a query returns a single 1, because the bot may write to the store after it responds."""
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while self.query_store(query, *values) != [(1,)]:
                await asyncio.sleep(0.02)

    @contextmanager
    def hide_table(self, table: str) -> Iterator[None]:
        """Make a table unreadable for the bot inside the `with` block."""
        for old_name, new_name in ((table, "away"), ("away", table)):
            with closing(sqlite3.connect(self.database_path)) as store, store:
                store.execute(f"ALTER TABLE {old_name} RENAME TO {new_name}")
            if new_name == "away":
                yield

    def undo_stored_notification(self, match_id: int, message_id: int) -> None:
        """Mark a sent notification as pending, as if the bot had died before it stored the result."""
        with closing(sqlite3.connect(self.database_path)) as store, store:
            ((person_id, last_used_ms),) = store.execute(
                "SELECT person_id, last_used_ms FROM player_message WHERE message_id = ?", (message_id,)
            )
            store.execute("DELETE FROM player_message WHERE message_id = ?", (message_id,))
            store.execute("INSERT INTO pending_send VALUES (?, ?, NULL, ?)", (match_id, person_id, last_used_ms))
            store.execute("UPDATE deadline SET outcome = NULL WHERE match_id = ? AND kind = 'call'", (match_id,))
            store.execute("UPDATE presence SET last_notified_ms = 0 WHERE person_id = ?", (person_id,))

    def undo_stored_card(self, match_id: int) -> None:
        """Remove the card from the store, as if the bot had died right after posting it."""
        assert not self.is_alive
        with closing(sqlite3.connect(self.database_path)) as store, store:
            store.execute(
                "UPDATE match SET events_shown = 0, events_on_card = 0, card_message_id = NULL WHERE id = ?",
                (match_id,),
            )
            store.execute("UPDATE interaction_token SET message_id = NULL WHERE match_id = ?", (match_id,))

    def undo_stored_greeting(self, server_id: int, channel_id: int) -> None:
        """Mark a greeting as being sent, as if the bot had died before it stored the result."""
        assert not self.is_alive
        with closing(sqlite3.connect(self.database_path)) as store, store:
            store.execute("UPDATE greeting SET pending_channel_id = ? WHERE server_id = ?", (channel_id, server_id))

    def age_store(self, by_hours: float) -> None:
        """Make all stored data this many hours older, as if the bot had been running all that time."""
        assert not self.is_alive
        age_ms = int(by_hours * 3_600_000)
        with closing(sqlite3.connect(self.database_path)) as store, store:
            store.execute("UPDATE event SET created_ms = created_ms - ?", (age_ms,))
            store.execute("UPDATE deadline SET due_ms = due_ms - ?", (age_ms,))
            store.execute(
                "UPDATE presence SET last_active_ms = last_active_ms - ?, last_notified_ms = last_notified_ms - ?",
                (age_ms, age_ms),
            )
            store.execute("UPDATE match_presence SET last_active_ms = last_active_ms - ?", (age_ms,))
            store.execute("UPDATE player_message SET last_used_ms = last_used_ms - ?", (age_ms,))
            store.execute("UPDATE interaction_token SET issued_ms = issued_ms - ?", (age_ms,))
            # Downtime does not count as thinking time, so it must move back together with the events.
            store.execute("UPDATE downtime SET start_ms = start_ms - ?, end_ms = end_ms - ?", (age_ms, age_ms))
