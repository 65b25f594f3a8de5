"""The trail: which test was running when a probe was passed, in whatever process of that test.

A page of shared memory says which test runs now; each process writes down a probe once a test.
"""

from __future__ import annotations

import mmap
import os
from pathlib import Path
from typing import Final

FOLDER: Final = "MUTANTS_TRAIL"
PAGE: Final = "MUTANTS_PAGE"
_SIZE: Final = 4096
_TURN: Final = 8


class Trail:
    """What this process has passed since the test began that stands on the page."""

    def __init__(self) -> None:
        self._page: mmap.mmap | None = None
        self._turn = b""
        self._passed: set[int] = set()
        if page := os.environ.get(PAGE):
            self._follow(Path(page))

    def begin(self) -> None:
        """In a process that runs tests: a page of its own, which all that it starts follow."""
        page = Path(os.environ[FOLDER], f"{os.getpid()}.page")
        page.write_bytes(bytes(_SIZE))
        os.environ[PAGE] = str(page)
        self._follow(page)

    def turn(self, number: int, test: str) -> None:
        assert self._page
        self._page[:] = (number.to_bytes(_TURN, "big") + test.encode()).ljust(_SIZE, b"\0")

    def passed(self, number: int) -> None:
        """What a probe says."""
        if self._page is None:
            return
        if (turn := self._page[:_TURN]) != self._turn:
            self._turn = turn
            self._passed.clear()
        if number not in self._passed:
            self._passed.add(number)
            test = self._page[_TURN:].rstrip(b"\0").decode()
            os.write(self._log, f"{test}\t{number}\n".encode())

    def _follow(self, page: Path) -> None:
        with page.open("r+b") as file:
            self._page = mmap.mmap(file.fileno(), _SIZE)
        self._log = os.open(page.parent / "passed", os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o666)


TRAIL: Final = Trail()
