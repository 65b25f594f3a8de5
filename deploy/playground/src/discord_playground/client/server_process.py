"""Runs the playground's server as a process of its own."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypedDict, Unpack

TERMINATE_TIMEOUT_S: Final = 10.0
"""How long a process may take to end after SIGTERM, before it is killed."""


class ServerOptions(TypedDict, total=False):
    """Options of `playground`; each has a default."""

    bots: Sequence[str]
    """Names of the bot applications; `Sample` by default."""
    strict: bool
    """Also refuse fields that Discord does not know."""
    skip_identify_limit: bool
    """Let a bot identify again immediately."""
    port: int
    """0, the default, picks a free port."""
    folder: Path | None
    """Where to keep the world between runs; nothing is written without it."""


@contextmanager
def run_playground(**options: Unpack[ServerOptions]) -> Iterator[str]:
    """Run a playground until the block ends, and yield its address. Does not need asyncio.

    with run_playground(bots=["Duels"]) as url: ...
    """
    command = [sys.executable, "-m", "discord_playground", "--port", str(options.get("port", 0))]
    command += [part for bot in options.get("bots", ()) for part in ("--bot", bot)]
    command += ["--strict"] if options.get("strict") else []
    command += ["--skip-identify-limit"] if options.get("skip_identify_limit") else []
    command += ["--folder", str(folder.absolute())] if (folder := options.get("folder")) else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own program
        try:
            assert process.stdout
            url = process.stdout.readline().partition(" ")[2].strip()
            if not url:
                raise OSError(f"the playground ended with {process.wait()} before it was ready")
            # Discard the rest of its output, so that the pipe does not fill up.
            threading.Thread(target=deque, args=(process.stdout, 0), daemon=True).start()
            yield url
        finally:
            terminate_process(process)


def terminate_process(process: subprocess.Popen[str]) -> None:
    """End a process with SIGTERM, and with SIGKILL if that takes too long."""
    process.terminate()
    try:
        process.wait(TERMINATE_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
