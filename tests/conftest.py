"""Hooks and fixtures for all tests: workers, temporary files, cached drawings, and seeded dice.

Savings in the docstrings are shares of processor time, measured on two cores.
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
from bot.ops.config import Environment
from games import GAMES
from tests.drawing_cache import CACHE_FOLDER_VARIABLE, cache_drawings, limit_cache
from tests.effort_level import IS_LITTLE_EFFORT, IS_MOST_EFFORT  # importing it also sets the effort of hypothesis
from tests.seeded_dice import seed_dice

SHARED_MEMORY_FOLDER: Final = Path("/dev/shm")  # noqa: S108 - temporary folders are made below it
MIN_FREE_MEMORY_BYTES: Final = 2 << 30
"""The free space that temporary files in memory require. A test run uses a tenth of this, mostly for PostgreSQL."""
GC_THRESHOLDS: Final = (20_000, 5, 20)
"""Thresholds of the garbage collector, which are higher than Python's defaults of 700, 10 and 10."""
WHOLE_FILE_IN_GATE_PATTERN: Final = re.compile(r"^pytestmark = .*\bpytest\.mark\.gate\b", re.MULTILINE)
SOME_TEST_IN_GATE_PATTERN: Final = re.compile(r"\bmark\.(?:gate|again)\b")
MARKED_IN_CONFTEST_PATTERN: Final = re.compile(r"/tests/(?:laws|storage|bot)/[^/]+$")
"""Matches files in folders whose conftest.py adds the marker of the gate to some tests."""


def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers: one or two more than processors, since tests often wait for other processes."""
    return (os.cpu_count() or 1) + (1 if IS_LITTLE_EFFORT else 2)


def pytest_configure(config: pytest.Config) -> None:
    # Otherwise, the settings of a developer's own bot would apply to tests.
    Environment.model_config["env_file"] = None
    # A developer may also have installed games of other packages.
    GAMES.use_plugins([], keeps_own_games=True)
    is_worker = hasattr(config, "workerinput")
    if not is_worker:
        use_memory_for_temporary_files()
    if pytest_cache := getattr(config, "cache", None):
        # All workers and later runs share the cached drawings. This saves a tenth of the time of the laws.
        folder = pytest_cache.mkdir("drawn")
        if not is_worker:
            limit_cache(folder)
        patch = pytest.MonkeyPatch()
        patch.setattr(resvg_py, "svg_to_bytes", cache_drawings(folder, resvg_py.svg_to_bytes))
        patch.setenv(CACHE_FOLDER_VARIABLE, str(folder))


def use_memory_for_temporary_files() -> None:
    """Keep test databases in memory if there is enough, because commits to a disk are slow.

    Durability does not need a real disk: `storage/simulated_disk.py` simulates power cuts.
    """
    if "TMPDIR" in os.environ or not SHARED_MEMORY_FOLDER.is_dir():
        return
    status = os.statvfs(SHARED_MEMORY_FOLDER)
    has_room = status.f_bavail * status.f_frsize >= MIN_FREE_MEMORY_BYTES and not status.f_flag & os.ST_NOEXEC
    if has_room and os.access(SHARED_MEMORY_FOLDER, os.W_OK):
        os.environ["TMPDIR"] = str(SHARED_MEMORY_FOLDER)
        tempfile.tempdir = None  # makes `tempfile` read TMPDIR again


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files in which `-m` selects no test, to save each worker from importing them.

    The markers `gate` and `again` are searched in the text of the file.
    """
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
    """Fail if a test has the marker `gate` or `again` but the text of its file does not show this.

    `pytest_ignore_collect` would wrongly skip such a file in `make gate`.
    """
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
    # The Hypothesis plugin adds its own marker only after this hook.
    if IS_MOST_EFFORT and isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
        item.add_marker(pytest.mark.again)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Disable the garbage collector during collection, and run it rarely afterwards. This saves a tenth of the time."""
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
    """Seed the dice of shared fixtures by the name of the fixture, not by the test that happens to request it first."""
    if fixturedef.scope == "function":
        return (yield)
    with seed_dice(f"{fixturedef.argname} {getattr(request, 'param', '')}"):
        return (yield)


@pytest.fixture
def real_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Derive the dice from interaction IDs, as the real bot does, to read matches of a bot without seeded dice."""
    monkeypatch.setattr(fold, "JoinedPlayer", JoinedPlayer)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[object]:
    """A browser that all tests of a worker share, because starting one takes as long as testing a page."""
    from deploy.playground.tests.playground_page import launch_browser  # noqa: PLC0415 - most tests need no browser

    async with launch_browser() as opened:
        yield opened
