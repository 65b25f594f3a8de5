"""How all tests are collected and run: workers, memory, kept drawings, and seeded dice.

The gains were measured on two cores, as the share of the processor's time: see each function.
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
"""Bytes. A run needs a tenth of it, mostly for PostgreSQL."""
GC_THRESHOLDS: Final = (20_000, 5, 20)
"""Python's own are 700, 10 and 10."""
WHOLE_FILE_IN_GATE_PATTERN: Final = re.compile(r"^pytestmark = .*\bpytest\.mark\.gate\b", re.MULTILINE)
SOME_TEST_IN_GATE_PATTERN: Final = re.compile(r"\bmark\.(?:gate|again)\b")
MARKED_IN_CONFTEST_PATTERN: Final = re.compile(r"/tests/(?:laws|storage|bot)/[^/]+$")
"""Folders whose conftest marks tests for the gate, by their table or their database."""


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are processors, since tests wait for bots and databases; at the gate two."""
    return (os.cpu_count() or 1) + (1 if IS_LITTLE_EFFORT else 2)


def pytest_configure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")
    if not is_worker:
        use_memory_for_temporary_files()
    if kept := getattr(config, "cache", None):
        # Workers, and later runs, share what one of them has drawn: a tenth of what the laws take.
        folder = kept.mkdir("drawn")
        if not is_worker:
            limit_cache(folder)
        patch = pytest.MonkeyPatch()
        patch.setattr(resvg_py, "svg_to_bytes", cache_drawings(folder, resvg_py.svg_to_bytes))
        patch.setenv(CACHE_FOLDER_VARIABLE, str(folder))


def use_memory_for_temporary_files() -> None:
    """Keep the databases of the tests in memory where there is room: a commit then waits for no disk.

    Whether data that was acknowledged survives a power cut is tested below SQLite, in `storage/simulated_disk.py`.
    """
    if "TMPDIR" in os.environ or not SHARED_MEMORY_FOLDER.is_dir():
        return
    status = os.statvfs(SHARED_MEMORY_FOLDER)
    has_room = status.f_bavail * status.f_frsize >= MIN_FREE_MEMORY_BYTES and not status.f_flag & os.ST_NOEXEC
    if has_room and os.access(SHARED_MEMORY_FOLDER, os.W_OK):
        os.environ["TMPDIR"] = str(SHARED_MEMORY_FOLDER)
        tempfile.tempdir = None  # it is looked up again


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import files without a test that is asked for: each worker would import all of them."""
    asked = config.getoption("markexpr")
    if "gate" not in asked or not collection_path.name.startswith("test_"):
        return None
    if "not gate" in asked:
        return True if WHOLE_FILE_IN_GATE_PATTERN.search(collection_path.read_text("utf-8")) else None
    return None if may_have_gate_tests(collection_path) else True


@cache
def may_have_gate_tests(path: Path) -> bool:
    return bool(
        MARKED_IN_CONFTEST_PATTERN.search(path.as_posix()) or SOME_TEST_IN_GATE_PATTERN.search(path.read_text("utf-8"))
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Fail where a test of the gate stands in a file that `pytest_ignore_collect` would skip there."""
    if "not gate" in config.getoption("markexpr"):
        marked = {
            item.path: item.nodeid for item in items if {"gate", "again"} & {it.name for it in item.iter_markers()}
        }
        for path, name in marked.items():
            if not may_have_gate_tests(path):
                raise pytest.UsageError(f"{name} belongs to the gate, and its file does not say so")


def pytest_itemcollected(item: pytest.Item) -> None:
    # The marker of hypothesis' own plugin comes later than this.
    if IS_MOST_EFFORT and isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
        item.add_marker(pytest.mark.again)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect garbage rarely, and never among modules and tests, which stay until the end: a tenth of all time."""
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
    """Make the dice of a shared fixture independent of the test that happens to need it first."""
    if fixturedef.scope == "function":
        return (yield)
    with seed_dice(f"{fixturedef.argname} {getattr(request, 'param', '')}"):
        return (yield)


@pytest.fixture
def real_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people bring the ids of their interactions to the dice, as they do outside the tests.

    A test needs it that reads what a bot without seeded dice has stored.
    """
    monkeypatch.setattr(fold, "JoinedPlayer", JoinedPlayer)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[object]:
    """A browser that all tests of a worker share: to start one takes as long as to look at a page."""
    from deploy.playground.tests.playground_page import launch_browser  # noqa: PLC0415 - most tests need no browser

    async with launch_browser() as opened:
        yield opened
