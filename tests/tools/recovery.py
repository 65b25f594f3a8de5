"""How much is lost with a disk that dies, for each way of copying the database elsewhere: `make recovery`.

A bot writes as fast as it can; then the copying program, the bot and the whole folder of the database are gone.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncpg

from storage import Event, Store
from tests.storage.postgres_server import find_binaries, run_server
from tests.storage.stored_matches import create_match
from tests.storage.subprograms import PROJECT_ROOT
from tests.waiting import TEST_TIMEOUT_S

APPEND_COUNT: Final = 300
"""Before the disk dies. By then the copying has begun."""
PAUSE_S: Final = 0.004

Acknowledged = list[tuple[int, float]]
"""The number of each append, and when it was acknowledged."""


@dataclass(frozen=True)
class DiskLoss:
    acknowledged_count: int
    restored_count: int
    seconds: float
    """From the last append that was restored to the last that was acknowledged."""

    def __str__(self) -> str:
        return (
            f"{self.acknowledged_count} acknowledged, {self.restored_count} restored: "
            f"the last {self.seconds:.1f} s are lost"
        )


def find_litestream() -> Path | None:
    """Find the program beside this Python, or on the path."""
    found = shutil.which("litestream", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    return Path(found) if found else None


async def append_until_killed(url: str) -> None:
    async with await Store.open(url) as store:
        match_id = (await create_match(store)).match_id
        seq = 1
        while True:
            await store.journal.append_events(match_id, seq, [Event("said", "a1", seq)])
            seq += 1
            print(f"{seq} {time.time()}\n", end="", flush=True)  # noqa: T201 - `run_writer` reads it
            await asyncio.sleep(PAUSE_S)


def run_writer(url: str, kill_others: Callable[[], object]) -> Acknowledged:
    """Let a process append, kill the copying program and then the process, and return what was acknowledged."""
    program = [sys.executable, "-m", "tests.tools.recovery", url]
    with subprocess.Popen(
        program, cwd=PROJECT_ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as writer:
        assert writer.stdout
        acknowledged = []
        for line in writer.stdout:
            if not line.endswith("\n"):
                # It was killed in the middle of the line.
                break
            seq, at = line.split()
            acknowledged.append((int(seq), float(at)))
            if len(acknowledged) == APPEND_COUNT:
                kill_others()
                writer.kill()
    return acknowledged


def measure_loss(url: str, acknowledged: Acknowledged) -> DiskLoss:
    async def read_seq() -> int:
        async with await Store.open(url) as store:
            assert (await store.find_file_damage(), await store.journal.list_matches_with_gaps()) == ([], [])
            (header,) = await store.matches.list_live()
            return header.event_count

    restored, (last, end) = asyncio.run(read_seq()), acknowledged[-1]
    return DiskLoss(last, min(restored, last), end - max(at for seq, at in acknowledged if seq <= restored))


async def create_store(url: str) -> None:
    await (await Store.open(url)).close()


def lose_sqlite_disk(tool: Path) -> DiskLoss:
    """With litestream, as docs/hosting.md sets it up."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data, file, back, settings = (
            folder / "data",
            folder / "data/duel.db",
            folder / "back.db",
            folder / "litestream.yml",
        )
        data.mkdir()
        replica = f"file://{folder / 'elsewhere'}"
        settings.write_text(f"dbs:\n  - path: {file}\n    replica:\n      url: {replica}\n      sync-interval: 1s\n")
        asyncio.run(create_store(f"sqlite:///{file}"))
        silent = subprocess.DEVNULL
        with subprocess.Popen([tool, "replicate", "-config", settings], stdout=silent, stderr=silent) as copying:
            try:
                acknowledged = run_writer(f"sqlite:///{file}", copying.kill)
            finally:
                copying.kill()
        shutil.rmtree(data)
        subprocess.run([tool, "restore", "-config", settings, "-o", back, file], capture_output=True, check=True)
        return measure_loss(f"sqlite:///{back}", acknowledged)


def lose_postgres_disk(binaries_folder: Path, *, waits_for_copy: bool) -> DiskLoss:
    """With a base backup and pg_receivewal, as docs/hosting.md sets it up; `waits` lets commits wait for the copy."""
    with run_server((binaries_folder / "postgres").resolve().parent, ["wal_level=replica"]) as server:
        log, base, url = server.folder / "archive", server.folder / "base", server.url.format("postgres")
        log.mkdir()
        if server.user:
            shutil.chown(log, server.user)
        server.run_program("pg_basebackup", "-h", server.folder, "-U", "duel", "-D", base, "-c", "fast")
        asyncio.run(create_store(url))
        address = f"host={server.folder} user=duel application_name=elsewhere"

        def kill_both() -> None:
            copying.kill()
            copying.wait()
            server.kill()

        receive = server.make_command("pg_receivewal", "-d", address, "-D", log, "--synchronous")
        with subprocess.Popen(receive, cwd=server.folder, user=server.user, stderr=subprocess.DEVNULL) as copying:
            try:
                asyncio.run(_wait_for_copying(url, waits_for_copy=waits_for_copy))
                acknowledged = run_writer(url, kill_both)
            finally:
                copying.kill()
        shutil.rmtree(server.data)
        for part in log.glob("*.partial"):
            part.rename(part.with_suffix(""))
        (base / "recovery.signal").touch()
        if server.user:
            shutil.chown(base / "recovery.signal", server.user)
        with (base / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"restore_command = 'cp {log}/%f %p'\n")
        server.data = base
        server.start()
        return measure_loss(url, acknowledged)


async def _wait_for_copying(url: str, *, waits_for_copy: bool) -> None:
    session = await asyncpg.connect(url)
    if waits_for_copy:
        await session.execute("ALTER SYSTEM SET synchronous_standby_names = 'elsewhere'")
        await session.execute("SELECT pg_reload_conf()")
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while not await session.fetchval("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"):
            await asyncio.sleep(0.05)
    await session.close()


def measure_all() -> Iterator[str]:
    if tool := find_litestream():
        yield f"SQLite, litestream: {lose_sqlite_disk(tool)}"
    if place := find_binaries():
        yield f"PostgreSQL, pg_receivewal: {lose_postgres_disk(place, waits_for_copy=False)}"
        yield f"PostgreSQL, pg_receivewal, commits wait for it: {lose_postgres_disk(place, waits_for_copy=True)}"


if __name__ == "__main__":
    if sys.argv[1:]:
        asyncio.run(append_until_killed(sys.argv[1]))
    for line in measure_all():
        print(line)  # noqa: T201 - it is a program
