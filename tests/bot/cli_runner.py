"""Runs the `duel` command, in this process or as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from tempfile import TemporaryFile
from typing import Any, BinaryIO, Final

import pytest
import typer.main

from bot.__main__ import main
from tests.waiting import TEST_TIMEOUT_S

SETTING_PREFIXES: Final = ("DISCORD_", "DUEL_", "DATABASE_")
"""What the settings of a host begin with."""
_get_cached_command: Final = cache(typer.main.get_command)
"""Of what it is told of all commands typer makes another thing; a process does that once."""


def run_in_process(
    *args: str, stdin: str | bytes = "", settings: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """By far most of what a command does needs no process of its own, and Python takes half a second to start."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    with TemporaryFile() as keyboard, TemporaryFile() as screen, TemporaryFile() as errors:
        keyboard.write(given)
        keyboard.seek(0)
        with pytest.MonkeyPatch.context() as here, _replace_standard_streams(keyboard, screen, errors):
            _set_environment(here, settings)
            here.setattr(sys, "argv", ["duel", *args])
            here.setattr(typer.main, "get_command", _get_cached_command)
            with pytest.raises(SystemExit) as left:
                main()
        out, err = (_read_from_start(stream) for stream in (screen, errors))
    code = left.value.code or 0
    assert isinstance(code, int)
    return subprocess.CompletedProcess(["duel", *args], code, out, err)


def run_subprocess(
    *args: str, stdin: str = "", settings: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Where the process is the point: locks, signals, how it ends."""
    with pytest.MonkeyPatch.context() as here:
        _set_environment(here, settings)
        done = subprocess.run(
            [sys.executable, "-m", "bot", *args], input=stdin, capture_output=True, text=True, timeout=TEST_TIMEOUT_S,
            check=False,
        )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return done


def _set_environment(monkeypatch: pytest.MonkeyPatch, settings: Mapping[str, str] | None) -> None:
    """These settings, and none that whoever runs the tests has."""
    for name in list(os.environ):
        if name.startswith(SETTING_PREFIXES):
            monkeypatch.delenv(name)
    for name, value in (settings or {}).items():
        monkeypatch.setenv(name, value)


@contextmanager
def _replace_standard_streams(*replacements: BinaryIO) -> Iterator[None]:
    """They are standard input, output and error: as Python has them, and as the system has."""
    kept = [os.dup(number) for number in range(3)]
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
            # Where a disk was full it still is.
            with suppress(OSError):
                stream.close()
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, before in enumerate(kept):
            os.dup2(before, number)
            os.close(before)


def _read_from_start(file: BinaryIO) -> str:
    file.seek(0)
    return file.read().decode()


def run_refused_command(*args: str, stdin: str | bytes = "") -> str:
    """The one clear line; exit code 2, and nothing on standard output."""
    done = run_in_process(*args, stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    return done.stderr


def replay_as_json(record_text: str, *args: str) -> dict[str, Any]:
    done = run_in_process("replay", "-", "--json", *args, stdin=record_text)
    assert done.returncode == 0
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def run_on_store(*args: str, url: str) -> subprocess.CompletedProcess[str]:
    return run_in_process(*args, settings={"DATABASE_URL": url})
