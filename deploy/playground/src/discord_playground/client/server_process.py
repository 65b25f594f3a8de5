"""The playground as a process of its own."""

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
"""Seconds in which a process may end by itself."""


class ServerOptions(TypedDict, total=False):
    bots: Sequence[str]
    strict: bool
    skip_identify_limit: bool
    """A bot may identify again at once."""
    port: int
    """Left out, or 0: one that is free."""
    folder: Path | None


@contextmanager
def run_playground(**options: Unpack[ServerOptions]) -> Iterator[str]:
    """It runs as long as the block does, which is given its address."""
    command = [sys.executable, "-m", "discord_playground", "--port", str(options.get("port", 0))]
    command += [part for bot in options.get("bots", ()) for part in ("--bot", bot)]
    command += ["--strict"] if options.get("strict") else []
    command += ["--skip-identify-limit"] if options.get("skip_identify_limit") else []
    command += ["--folder", str(folder.absolute())] if (folder := options.get("folder")) else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603  its own
        try:
            assert process.stdout
            url = process.stdout.readline().partition(" ")[2].strip()
            if not url:
                raise OSError(f"the playground ended with {process.wait()} before it was there")
            # Whatever else it prints must not fill the pipe.
            threading.Thread(target=deque, args=(process.stdout, 0), daemon=True).start()
            yield url
        finally:
            terminate_process(process)


def terminate_process(process: subprocess.Popen[str]) -> None:
    """Asked first, then killed."""
    process.terminate()
    try:
        process.wait(TERMINATE_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
