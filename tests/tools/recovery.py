"""Measures how much data is lost if a disk fails, for each way to replicate the database: `make recovery`.

A process writes to the database as fast as it can. Then the replication and the process are killed, and the database
folder is deleted.
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
from tests.kit.fork_server import PROJECT_ROOT
from tests.storage.postgres_server import find_binaries, run_server
from tests.storage.stored_matches import create_match
from tests.waiting import TEST_TIMEOUT_S

APPEND_COUNT: Final = 300
"""The number of appends before the disk fails. It is large enough for the replication to begin."""
PAUSE_S: Final = 0.004

Acknowledged = list[tuple[int, float]]
"""The number of each acknowledged append, and when it was acknowledged."""


@dataclass(frozen=True)
class DiskLoss:
    acknowledged_count: int
    restored_count: int
    seconds: float
    """The seconds between the acknowledgments of the last restored append and of the last append."""

    def __str__(self) -> str:
        return (
            f"{self.acknowledged_count} acknowledged, {self.restored_count} restored: "
            f"the last {self.seconds:.1f} s are lost"
        )


def find_litestream() -> Path | None:
    """Return the path of litestream, or None. It is searched next to this Python and in `PATH`."""
    folders = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    program = shutil.which("litestream", path=folders)
    return Path(program) if program else None


async def append_until_killed(url: str) -> None:
    async with await Store.open(url) as store:
        match_id = await create_match(store)
        seq = 1
        while True:
            await store.journal.append_events(match_id, seq, [Event("said", "a1", seq)])
            seq += 1
            print(f"{seq} {time.time()}\n", end="", flush=True)  # noqa: T201 - `run_writer` reads it
            await asyncio.sleep(PAUSE_S)


def run_writer(url: str, kill_others: Callable[[], object]) -> Acknowledged:
    """Run a process that appends events, and return the appends that it acknowledged.

    After `APPEND_COUNT` appends, call `kill_others` to kill the replication, and then kill the process.
    """
    program = [sys.executable, "-m", "tests.tools.recovery", url]
    with subprocess.Popen(
        program, cwd=PROJECT_ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as writer:
        assert writer.stdout
        acknowledged = []
        for line in writer.stdout:
            if not line.endswith("\n"):
                # The process was killed while it wrote this line.
                break
            seq, time_s = line.split()
            acknowledged.append((int(seq), float(time_s)))
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
    """Destroy an SQLite database that litestream replicates as in docs/hosting.md, restore it, and measure the loss."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data, restored, settings = folder / "data", folder / "restored.db", folder / "litestream.yml"
        file = data / "duel.db"
        data.mkdir()
        replica = f"file://{folder / 'elsewhere'}"
        settings.write_text(f"dbs:\n  - path: {file}\n    replica:\n      url: {replica}\n      sync-interval: 1s\n")
        asyncio.run(create_store(f"sqlite:///{file}"))
        silent = subprocess.DEVNULL
        with subprocess.Popen([tool, "replicate", "-config", settings], stdout=silent, stderr=silent) as replication:
            try:
                acknowledged = run_writer(f"sqlite:///{file}", replication.kill)
            finally:
                replication.kill()
        shutil.rmtree(data)
        subprocess.run([tool, "restore", "-config", settings, "-o", restored, file], capture_output=True, check=True)
        return measure_loss(f"sqlite:///{restored}", acknowledged)


def lose_postgres_disk(binaries_folder: Path, *, waits_for_copy: bool) -> DiskLoss:
    """Destroy a PostgreSQL database that pg_receivewal archives as in docs/hosting.md, restore it and measure the loss.

    With `waits_for_copy`, each commit waits until pg_receivewal has written it.
    """
    with run_server((binaries_folder / "postgres").resolve().parent, ["wal_level=replica"]) as server:
        log, base, url = server.folder / "archive", server.folder / "base", server.url.format("postgres")
        log.mkdir()
        if server.user:
            shutil.chown(log, server.user)
        server.run_program("pg_basebackup", "-h", server.folder, "-U", "duel", "-D", base, "-c", "fast")
        asyncio.run(create_store(url))
        address = f"host={server.folder} user=duel application_name=elsewhere"

        def kill_both() -> None:
            replication.kill()
            replication.wait()
            server.kill()

        receive = server.make_command("pg_receivewal", "-d", address, "-D", log, "--synchronous")
        with subprocess.Popen(receive, cwd=server.folder, user=server.user, stderr=subprocess.DEVNULL) as replication:
            try:
                asyncio.run(_wait_for_replication(url, waits_for_copy=waits_for_copy))
                acknowledged = run_writer(url, kill_both)
            finally:
                replication.kill()
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


async def _wait_for_replication(url: str, *, waits_for_copy: bool) -> None:
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
    if folder := find_binaries():
        yield f"PostgreSQL, pg_receivewal: {lose_postgres_disk(folder, waits_for_copy=False)}"
        yield f"PostgreSQL, pg_receivewal, commits wait for the copy: {lose_postgres_disk(folder, waits_for_copy=True)}"


if __name__ == "__main__":
    if sys.argv[1:]:
        asyncio.run(append_until_killed(sys.argv[1]))
    for line in measure_all():
        print(line)  # noqa: T201 - it is a program
