"""Where mutants are made: the rooms whose faults a player would meet, by the files they have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

ROOMS: Final[Mapping[str, Sequence[str]]] = {
    "games": ["games/**/*.py"],
    "storage": ["storage/**/*.py"],
    "table": ["bot/table/*.py"],
    "herald": ["bot/herald/*.py"],
    "ladder": ["bot/ladder/*.py"],
}
ASKED: Final = "not gate and not nightly"
"""Which tests are to notice: those of `make test`."""
LEFT_OUT: Final = ("deploy/playground/tests", "tests/deploy", "tests/docs", "tests/lint", "tests/wire")
"""Tests of other rooms, and those that drive a bot of its own process: too slow to be run for each mutant."""


def files(root: Path, room: str) -> list[Path]:
    found = sorted({path for pattern in ROOMS[room] for path in root.glob(pattern)})
    missing = [pattern for pattern in ROOMS[room] if not any(root.glob(pattern))]
    assert not missing, f"no file is {missing}: has the room moved?"
    return found
