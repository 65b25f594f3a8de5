"""Records which tests execute which probes, including the processes that a test starts.

A pytest plugin writes the name of the running test to a page of shared memory, which these processes read. Each process
logs a probe at most once per test.
"""

from __future__ import annotations

import mmap
import os
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    # The bot's processes also import this module, and should not import pytest.
    import pytest

FOLDER_VARIABLE: Final = "MUTANTS_FOLDER"
PAGE_VARIABLE: Final = "MUTANTS_PAGE"
_PAGE_SIZE: Final = 4096
_NUMBER_SIZE: Final = 8
_OWN_PACKAGES: Final = ("games", "storage", "bot", "tests")


class ProbeCoverage:
    """Logs the probes that this process executes, each once per test."""

    def __init__(self) -> None:
        self._page: mmap.mmap | None = None
        self._number = b""
        self._passed_probes: set[int] = set()
        if page := os.environ.get(PAGE_VARIABLE):
            self._open_page(Path(page))

    def create_page(self) -> None:
        """Create the shared memory page and put its path into the environment, where child processes find it."""
        page = Path(os.environ[FOLDER_VARIABLE], f"{os.getpid()}.page")
        page.write_bytes(bytes(_PAGE_SIZE))
        os.environ[PAGE_VARIABLE] = str(page)
        self._open_page(page)

    def begin_test(self, number: int, test: str) -> None:
        assert self._page
        self._page[:] = (number.to_bytes(_NUMBER_SIZE, "big") + test.encode()).ljust(_PAGE_SIZE, b"\0")

    def record_probe(self, probe: int) -> None:
        """Log that the running test has executed this probe."""
        if self._page is None:
            return
        if (number := self._page[:_NUMBER_SIZE]) != self._number:
            self._number = number
            self._passed_probes.clear()
        if probe not in self._passed_probes:
            self._passed_probes.add(probe)
            test = self._page[_NUMBER_SIZE:].rstrip(b"\0").decode()
            os.write(self._log, f"{test}\t{probe}\n".encode())

    def _open_page(self, page: Path) -> None:
        with page.open("r+b") as file:
            self._page = mmap.mmap(file.fileno(), _PAGE_SIZE)
        self._log = os.open(page.parent / "passed", os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o666)


PROBE_COVERAGE: Final = ProbeCoverage()


class CoveragePlugin:
    """Writes the name of the running test to the shared memory page, and logs the duration and outcome of each test."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._file = ""
        PROBE_COVERAGE.create_page()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        file = nodeid.partition("::")[0]
        if file != self._file:
            self._file = file
            clear_caches()
        PROBE_COVERAGE.begin_test(next(self._numbers), nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        with Path(os.environ[FOLDER_VARIABLE], "durations").open("a", encoding="utf-8") as durations:
            durations.write(f"{report.nodeid}\t{report.when}\t{report.duration:.4f}\t{report.outcome}\n")


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("numprocesses", None):
        config.pluginmanager.register(CoveragePlugin())


def clear_caches() -> None:
    """Clear all function caches. A cached result would keep a test from executing the probes in that function."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in _OWN_PACKAGES:
            for value in list(vars(module).values()):
                if clear := getattr(value, "cache_clear", None):
                    clear()
