"""Runs the playground's server in its own process."""

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
"""Time that a process has to exit after SIGTERM before it is killed."""


class ServerOptions(TypedDict, total=False):
    """Options of the `playground` command. All of them have defaults."""

    bots: Sequence[str]
    """Names of the bot applications. The default is `Sample`."""
    strict: bool
    """Whether to also reject fields that Discord does not know."""
    skip_identify_limit: bool
    """Whether bots may identify again immediately."""
    port: int
    """The port of the server. The default, 0, selects a free port."""
    folder: Path | None
    """The folder that keeps the world between runs. Without a folder, nothing is written to disk."""


@contextmanager
def run_playground(**options: Unpack[ServerOptions]) -> Iterator[str]:
    """Run a playground until the block ends and yield its address. This does not require asyncio.

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
            # Discard further output, which would otherwise fill the pipe.
            threading.Thread(target=deque, args=(process.stdout, 0), daemon=True).start()
            yield url
        finally:
            terminate_process(process)


def terminate_process(process: subprocess.Popen[str]) -> None:
    """End a process with SIGTERM. If it does not exit in time, kill it."""
    process.terminate()
    try:
        process.wait(TERMINATE_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
