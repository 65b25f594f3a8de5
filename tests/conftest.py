"""How all tests are collected and run: workers, memory, cached drawings, and seeded dice.

The gains in the docstrings were measured on two cores, as shares of the processor time.
"""

import gc
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
import resvg_py
from hypothesis import is_hypothesis_test

from bot.matches import fold
from bot.matches.model import JoinedPlayer
from tests.drawing_cache import CACHE_FOLDER_VARIABLE, cache_drawings, limit_cache
from tests.effort_level import IS_LITTLE_EFFORT, IS_MOST_EFFORT  # importing it also sets the effort of hypothesis
from tests.seeded_dice import seed_dice

SHARED_MEMORY_FOLDER: Final = Path("/dev/shm")  # noqa: S108 - temporary folders are made below it
MIN_FREE_MEMORY_BYTES: Final = 2 << 30
"""A run needs a tenth of it, mostly for PostgreSQL."""
GC_THRESHOLDS: Final = (20_000, 5, 20)
"""Python's defaults are 700, 10 and 10."""
WHOLE_FILE_IN_GATE_PATTERN: Final = re.compile(r"^pytestmark = .*\bpytest\.mark\.gate\b", re.MULTILINE)
SOME_TEST_IN_GATE_PATTERN: Final = re.compile(r"\bmark\.(?:gate|again)\b")
MARKED_IN_CONFTEST_PATTERN: Final = re.compile(r"/tests/(?:laws|storage|bot)/[^/]+$")
"""Folders whose conftest adds tests to the gate because of their table or database."""


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than processors, or two more at the gate, since tests wait for bots and databases."""
    return (os.cpu_count() or 1) + (1 if IS_LITTLE_EFFORT else 2)


def pytest_configure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")
    if not is_worker:
        use_memory_for_temporary_files()
    if pytest_cache := getattr(config, "cache", None):
        # All workers and later runs share the drawings. This saves a tenth of the time of the laws.
        folder = pytest_cache.mkdir("drawn")
        if not is_worker:
            limit_cache(folder)
        patch = pytest.MonkeyPatch()
        patch.setattr(resvg_py, "svg_to_bytes", cache_drawings(folder, resvg_py.svg_to_bytes))
        patch.setenv(CACHE_FOLDER_VARIABLE, str(folder))


def use_memory_for_temporary_files() -> None:
    """Keep the databases of the tests in memory if there is room, so that commits do not wait for a disk.

    Durability after a power cut is tested below SQLite, in `storage/simulated_disk.py`.
    """
    if "TMPDIR" in os.environ or not SHARED_MEMORY_FOLDER.is_dir():
        return
    status = os.statvfs(SHARED_MEMORY_FOLDER)
    has_room = status.f_bavail * status.f_frsize >= MIN_FREE_MEMORY_BYTES and not status.f_flag & os.ST_NOEXEC
    if has_room and os.access(SHARED_MEMORY_FOLDER, os.W_OK):
        os.environ["TMPDIR"] = str(SHARED_MEMORY_FOLDER)
        tempfile.tempdir = None  # makes `tempfile` read TMPDIR again


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without a selected test, since each worker would import all of them."""
    mark_expression = config.getoption("markexpr")
    if "gate" not in mark_expression or not collection_path.name.startswith("test_"):
        return None
    if "not gate" in mark_expression:
        return True if WHOLE_FILE_IN_GATE_PATTERN.search(collection_path.read_text("utf-8")) else None
    return None if may_have_gate_tests(collection_path) else True


@cache
def may_have_gate_tests(path: Path) -> bool:
    return bool(
        MARKED_IN_CONFTEST_PATTERN.search(path.as_posix()) or SOME_TEST_IN_GATE_PATTERN.search(path.read_text("utf-8"))
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Fail if a test of the gate is in a file that `pytest_ignore_collect` would skip at the gate."""
    if "not gate" in config.getoption("markexpr"):
        name_by_path = {
            item.path: item.nodeid
            for item in items
            if {"gate", "again"} & {marker.name for marker in item.iter_markers()}
        }
        for path, name in name_by_path.items():
            if not may_have_gate_tests(path):
                raise pytest.UsageError(f"{name} belongs to the gate, but its file has no marker that says so")


def pytest_itemcollected(item: pytest.Item) -> None:
    # The plugin of Hypothesis adds its own marker only later.
    if IS_MOST_EFFORT and isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
        item.add_marker(pytest.mark.again)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect garbage rarely, and never modules and tests, which live until the end. This saves a tenth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    with seed_dice(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> Iterator[None]:
    """Make the dice of a shared fixture independent of the test that requests it first."""
    if fixturedef.scope == "function":
        return (yield)
    with seed_dice(f"{fixturedef.argname} {getattr(request, 'param', '')}"):
        return (yield)


@pytest.fixture
def real_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Derive the dice from interaction ids, as outside the tests.

    Tests that read data of a bot without seeded dice need this.
    """
    monkeypatch.setattr(fold, "JoinedPlayer", JoinedPlayer)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[object]:
    """A browser that all tests of a worker share, since starting one takes as long as testing a page."""
    from deploy.playground.tests.playground_page import launch_browser  # noqa: PLC0415 - most tests need no browser

    async with launch_browser() as opened:
        yield opened
