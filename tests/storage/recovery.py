"""How much is lost with a disk that dies: matches are written as fast as can be, then the whole folder is gone.

python -m tests.storage.recovery                    each way there is here: what was acknowledged, and what came back
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import asyncpg

from storage import Event, Store
from tests.patience import PATIENCE
from tests.storage.matches import opened
from tests.storage.server import binaries, somebody_else

ROOT: Final = Path(__file__).parents[2]
SETTLES: Final = 300
"""Appends before the disk may die: by then whatever copies is at it."""
PAUSE: Final = 0.004

Ended: TypeAlias = Callable[[], object]


@dataclass(frozen=True)
class Loss:
    """Of what was acknowledged."""

    acknowledged: int
    restored: int
    seconds: float
    """From the last that came back to the last that was acknowledged."""

    def __str__(self) -> str:
        return f"{self.acknowledged} acknowledged, {self.restored} came back: the last {self.seconds:.1f} s are lost"


def litestream() -> Path | None:
    """Beside this Python, or on the path."""
    found = shutil.which("litestream", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    return Path(found) if found else None


async def written(url: str) -> None:
    """Until it is killed; a line is printed when an append is acknowledged."""
    async with await Store.open(url) as store:
        match = (await opened(store)).match
        seq = 1
        while True:
            await store.append(match, seq, [Event("said", "a1", seq)])
            seq += 1
            print(seq, time.time(), flush=True)  # noqa: T201 - whoever started it reads it
            await asyncio.sleep(PAUSE)


def came_back(url: str, told: list[tuple[int, float]]) -> Loss:
    async def read() -> int:
        async with await Store.open(url) as store:
            assert await store.check() == []
            assert await store.broken() == []
            (header,) = await store.live()
            return header.seq

    seq = asyncio.run(read())
    kept = max(at for told_seq, at in told if told_seq <= seq)
    return Loss(told[-1][0], min(seq, told[-1][0]), told[-1][1] - kept)


def acknowledged(url: str, stops: Ended) -> list[tuple[int, float]]:
    """What a writer was told until it was killed; `stops` ends whatever has to be gone before it."""
    program = [sys.executable, "-m", "tests.storage.recovery", url]
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as writer:
        assert writer.stdout
        told = []
        for line in writer.stdout:
            seq, at = line.split()
            told.append((int(seq), float(at)))
            if len(told) == SETTLES:
                # First whoever copies: nothing that is acknowledged from here on is copied any more.
                stops()
                writer.kill()
    # What was said before it died was acknowledged, too.
    return told


def killed(*processes: subprocess.Popen[bytes]) -> None:
    for process in processes:
        process.send_signal(signal.SIGKILL)
        process.wait()


def of_sqlite(tool: Path) -> Loss:
    """With litestream beside it, as docs/operating.md sets it up."""
    with tempfile.TemporaryDirectory() as folder:
        data, elsewhere = Path(folder, "data"), Path(folder, "elsewhere")
        data.mkdir()
        elsewhere.mkdir()
        file = data / "duel.db"
        asyncio.run(_made(f"sqlite:///{file}"))
        settings = Path(folder, "litestream.yml")
        settings.write_text(
            f"dbs:\n  - path: {file}\n    replica:\n      url: file://{elsewhere}\n      sync-interval: 1s\n"
        )
        with subprocess.Popen(
            [tool, "replicate", "-config", settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as copying:
            try:
                told = acknowledged(f"sqlite:///{file}", partial(killed, copying))
            finally:
                copying.kill()
        shutil.rmtree(data)
        back = Path(folder, "back.db")
        done = subprocess.run(
            [tool, "restore", "-config", settings, "-o", back, file], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return came_back(f"sqlite:///{back}", told)


async def _made(url: str) -> None:
    await (await Store.open(url)).close()


def of_postgres(place: Path, *, waits: bool) -> Loss:
    """With a base backup and pg_receivewal, as docs/operating.md sets it up; `waits` has each commit wait for that."""
    user, place = somebody_else(), (place / "postgres").resolve().parent
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        log, data, base = folder / "log", folder / "data", folder / "base"
        log.mkdir()
        _own(folder, user)
        _done([place / "initdb", "-D", data, "-U", "duel", "-A", "trust", "-E", "UTF8"], folder, user)
        url = f"postgresql://duel@/postgres?host={folder}"
        with _serving(place, data, folder, user, url) as server:
            _done([place / "pg_basebackup", "-h", folder, "-U", "duel", "-D", base, "-c", "fast"], folder, user)
            asyncio.run(_made(url))
            receives: list[str | Path] = [
                "-d",
                f"host={folder} user=duel application_name=elsewhere",
                "-D",
                log,
                "--synchronous",
            ]
            with subprocess.Popen(
                [place / "pg_receivewal", *receives], cwd=folder, user=user, stderr=subprocess.DEVNULL
            ) as copying:
                try:
                    asyncio.run(_attached(url, waits=waits))
                    told = acknowledged(url, partial(killed, copying, server))
                finally:
                    copying.kill()
        shutil.rmtree(data)
        for part in log.glob("*.partial"):
            part.rename(part.with_suffix(""))
        (base / "recovery.signal").touch()
        with (base / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"restore_command = 'cp {log}/%f %p'\n")
        _own(folder, user)
        with _serving(place, base, folder, user, url):
            return came_back(url, told)


def _own(folder: Path, user: str | None) -> None:
    if user:
        for path in [folder, *folder.rglob("*")]:
            if not path.is_socket():
                shutil.chown(path, user)


async def _attached(url: str, *, waits: bool) -> None:
    """Until what is written goes to the other disk, too."""
    session = await asyncpg.connect(url)
    try:
        if waits:
            await session.execute("ALTER SYSTEM SET synchronous_standby_names = 'elsewhere'")
            await session.execute("SELECT pg_reload_conf()")
        async with asyncio.timeout(PATIENCE):
            while not await session.fetchval("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"):
                await asyncio.sleep(0.05)
    finally:
        await session.close()


@contextmanager
def _serving(place: Path, data: Path, folder: Path, user: str | None, url: str) -> Iterator[subprocess.Popen[bytes]]:
    asks = ["-c", "listen_addresses=", "-c", "wal_level=replica", "-k", str(folder)]
    with subprocess.Popen(
        [place / "postgres", "-D", data, *asks],
        cwd=folder,
        user=user,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            asyncio.run(_answers(url, server))
            yield server
        finally:
            server.terminate()
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                server.kill()


async def _answers(url: str, server: subprocess.Popen[bytes]) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            assert server.poll() is None
            with suppress(OSError, asyncpg.PostgresError):
                session = await asyncpg.connect(url)
                recovers = await session.fetchval("SELECT pg_is_in_recovery()")
                await session.close()
                if not recovers:
                    return
            await asyncio.sleep(0.05)


def _done(command: list[str | Path], folder: Path, user: str | None) -> None:
    done = subprocess.run(command, cwd=folder, user=user, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def measured() -> Iterator[str]:
    if tool := litestream():
        yield f"SQLite, litestream: {of_sqlite(tool)}"
    if place := binaries():
        yield f"PostgreSQL, pg_receivewal: {of_postgres(place, waits=False)}"
        yield f"PostgreSQL, pg_receivewal, commits wait for it: {of_postgres(place, waits=True)}"


if __name__ == "__main__":
    if sys.argv[1:]:
        asyncio.run(written(sys.argv[1]))
    for line in measured():
        print(line)  # noqa: T201 - whoever asks reads it
