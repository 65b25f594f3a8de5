"""The plugin of pytest that says which test runs, how long each took, and whether it held."""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from tests.tools.mutants.trail import FOLDER, TRAIL

_OURS: Final = ("games", "storage", "bot", "tests")


class Watch:
    """In each process that runs tests."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._file = ""
        TRAIL.begin()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        file = nodeid.partition("::")[0]
        if file != self._file:
            self._file = file
            _forget()
        TRAIL.turn(next(self._numbers), nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        with Path(os.environ[FOLDER], "took").open("a", encoding="utf-8") as took:
            took.write(f"{report.nodeid}\t{report.when}\t{report.duration:.4f}\t{report.outcome}\n")


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("numprocesses", None):
        config.pluginmanager.register(Watch())


def _forget() -> None:
    """What one file's tests left in a cache, those of the next would not reach any more."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in _OURS:
            for value in list(vars(module).values()):
                if forget := getattr(value, "cache_clear", None):
                    forget()
