"""Helpers that run the `duel` command, either in this process or in a new one."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import Any, BinaryIO, Final

import pytest
import typer.main

from bot.__main__ import main
from bot.cli.doctor import find_problems
from storage import Store
from tests.kit.matches import NOON_MS
from tests.waiting import TEST_TIMEOUT_S

SETTING_PREFIXES: Final = ("DISCORD_", "DUEL_", "DATABASE_")
"""Prefixes of the environment variables that configure the bot."""
UNKNOWN_TOKEN: Final = f"{base64.b64encode(b'123456789012345678').decode()}.abcdef.ghijklmnop"
"""A well-formed token that belongs to no bot. The application ID in it is 123456789012345678."""
_get_cached_command: Final = cache(typer.main.get_command)
"""Return the Click command, which Typer builds only once per process because it is slow."""


def run_in_process(
    *args: str, stdin: str | bytes = "", settings: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, to save the half second that a new Python process takes to start."""
    input_bytes = stdin.encode() if isinstance(stdin, str) else stdin
    with TemporaryFile() as stdin_file, TemporaryFile() as stdout_file, TemporaryFile() as stderr_file:
        stdin_file.write(input_bytes)
        stdin_file.seek(0)
        with pytest.MonkeyPatch.context() as patch, _replace_standard_streams(stdin_file, stdout_file, stderr_file):
            _set_environment(patch, settings)
            patch.setattr(sys, "argv", ["duel", *args])
            patch.setattr(typer.main, "get_command", _get_cached_command)
            with pytest.raises(SystemExit) as exit_info:
                main()
        out, err = (_read_from_start(stream) for stream in (stdout_file, stderr_file))
    code = exit_info.value.code or 0
    assert isinstance(code, int)
    return subprocess.CompletedProcess(["duel", *args], code, out, err)


def run_subprocess(
    *args: str, stdin: str = "", settings: Mapping[str, str] | None = None, folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in a new process, for tests of locks, signals, exit codes and the working directory.

    By default, it runs in the folder for temporary files. In the checkout, it would read the .env of a developer's bot.
    """
    with pytest.MonkeyPatch.context() as patch:
        _set_environment(patch, settings)
        done = subprocess.run(
            [sys.executable, "-m", "bot", *args], input=stdin, capture_output=True, text=True, timeout=TEST_TIMEOUT_S,
            check=False, cwd=folder or gettempdir(),
        )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return done


def get_environment_without_settings() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(SETTING_PREFIXES)}


def _set_environment(monkeypatch: pytest.MonkeyPatch, settings: Mapping[str, str] | None) -> None:
    """Remove all settings of the bot from the environment, and set these instead."""
    for name in list(os.environ):
        if name.startswith(SETTING_PREFIXES):
            monkeypatch.delenv(name)
    for name, value in (settings or {}).items():
        monkeypatch.setenv(name, value)


@contextmanager
def _replace_standard_streams(*replacements: BinaryIO) -> Iterator[None]:
    """Replace standard input, output and error, both the file descriptors and the objects in `sys`."""
    saved_fds = [os.dup(number) for number in range(3)]
    streams = sys.stdin, sys.stdout, sys.stderr
    try:
        for number, file in enumerate(replacements):
            os.dup2(file.fileno(), number)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - closed below
            for number, mode in enumerate("rww")
        )
        yield
    finally:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            # Closing flushes the stream, which fails again if the disk is full.
            with suppress(OSError):
                stream.close()
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, saved_fd in enumerate(saved_fds):
            os.dup2(saved_fd, number)
            os.close(saved_fd)


def _read_from_start(file: BinaryIO) -> str:
    file.seek(0)
    return file.read().decode()


def run_refused_command(*args: str, stdin: str | bytes = "") -> str:
    """Run a command that must fail with exit code 2 and a single line on standard error. Return that line."""
    done = run_in_process(*args, stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    return done.stderr


def replay_as_json(record_text: str, *args: str) -> dict[str, Any]:
    done = run_in_process("replay", "-", "--json", *args, stdin=record_text)
    assert done.returncode == 0
    report: dict[str, Any] = json.loads(done.stdout)
    return report


async def run_doctor(store: Store, folder: Path, now_ms: int = NOON_MS) -> list[str]:
    """Return the problems that `duel doctor` reports."""
    return [line async for line in find_problems(store, folder, now_ms)]


def run_on_store(*args: str, url: str) -> subprocess.CompletedProcess[str]:
    return run_in_process(*args, settings={"DATABASE_URL": url})
