"""Every test is begun with as much effort as was asked for."""

import gc
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
import resvg_py
from hypothesis import is_hypothesis_test

from bot.table import journal
from bot.table.table import Sitter
from tests.dice import falling
from tests.drawn import PLACE, kept, thinned
from tests.effort import LITTLE, MOST  # it tells hypothesis, too

MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a file system, in which folders of our own are made
ROOM: Final = 2 << 30
"""Bytes: a run needs a tenth of it, most of it for PostgreSQL."""
LOOKS: Final = (20_000, 5, 20)
"""After how many new things Python looks for what nobody reaches any more; it would after 700, 10, 10."""
_THE_GATE_S: Final = re.compile(r"^pytestmark = .*\bpytest\.mark\.gate\b", re.MULTILINE)
_THERE_TOO: Final = re.compile(r"\bmark\.(?:gate|again)\b")
_MARKED_BY_OTHERS: Final = re.compile(r"/tests/(?:laws|storage|bot)/[^/]+$")
"""Where a `conftest` or a shared decorator says that a test belongs to the gate: for a table, or a database."""


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: many a test waits for a bot, a browser or a database. At the gate, where
    that is most of them, two more.
    """
    return (os.cpu_count() or 1) + (1 if LITTLE else 2)


def pytest_configure(config: pytest.Config) -> None:
    """Four workers paint the same boards of the same drawings, and so does the next run. Their stores lie in memory."""
    if not hasattr(config, "workerinput"):
        _lightened()
    if cache := getattr(config, "cache", None):
        folder = cache.mkdir("drawn")
        if not hasattr(config, "workerinput"):
            thinned(folder)
        patch = pytest.MonkeyPatch()
        patch.setattr(resvg_py, "svg_to_bytes", kept(folder, resvg_py.svg_to_bytes))
        patch.setenv(PLACE, str(folder))


def _lightened() -> None:
    """To wait for the disk after each commit is two fifths of a test that stores much; what is stored is asked for to
    be on the disk all the same, and whether it is, is looked at below a disk that loses its power, see `storage/disk`.
    """
    if "TMPDIR" in os.environ or not MEMORY.is_dir():
        return
    about = os.statvfs(MEMORY)
    if about.f_bavail * about.f_frsize >= ROOM and not about.f_flag & os.ST_NOEXEC and os.access(MEMORY, os.W_OK):
        os.environ["TMPDIR"] = str(MEMORY)
        # Found anew.
        tempfile.tempdir = None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where the gate's tests are not asked for, files that have no others are not even imported: browsers and further
    libraries are what takes longest to import. Where they are, files that have none are not: each worker would collect
    two tests that it leaves out for one that it runs.
    """
    asked = config.getoption("markexpr")
    if "gate" not in asked or not collection_path.name.startswith("test_"):
        return None
    if "not gate" in asked:
        return True if _THE_GATE_S.search(collection_path.read_text("utf-8")) else None
    return None if _has_the_gate_s(collection_path) else True


@cache
def _has_the_gate_s(path: Path) -> bool:
    return bool(_MARKED_BY_OTHERS.search(path.as_posix()) or _THERE_TOO.search(path.read_text("utf-8")))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Nobody at the gate's is overlooked there."""
    if "not gate" not in config.getoption("markexpr"):
        return
    for item in items:
        if not _has_the_gate_s(item.path) and {"gate", "again"} & {mark.name for mark in item.iter_markers()}:
            raise pytest.UsageError(f"{item.nodeid} is the gate's, and its file does not say so")


def pytest_itemcollected(item: pytest.Item) -> None:
    # The plugin of hypothesis marks its own later than this.
    if MOST and isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
        item.add_marker(pytest.mark.again)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """What is collected stays until the end, and most of what a test makes goes with it, unlooked for: looking through
    it all again and again takes a tenth of the time.
    """
    gc.disable()
    try:
        _imported(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*LOOKS)
        gc.enable()


def _imported(config: pytest.Config) -> None:
    """Workers that import all files in one order compile each of them at the same time: each begins elsewhere, and
    finds in a new clone what the others have compiled.
    """
    if not (worker := getattr(config, "workerinput", None)):
        return
    folders = [path for path in (config.invocation_params.dir / name for name in config.args) if path.is_dir()]
    files = sorted(path for folder in folders for path in folder.rglob("test_*.py"))
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for path in files[first:] + files[:first]:
        # What cannot be imported is told where it is collected.
        with suppress(Exception, pytest.skip.Exception):
            if not pytest_ignore_collect(path, config):
                import_module(".".join(path.relative_to(config.rootpath).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    with falling(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> Iterator[None]:
    """What is there for several tests hangs on none of them, whichever comes first."""
    if fixturedef.scope == "function":
        return (yield)
    with falling(f"{fixturedef.argname} {getattr(request, 'param', '')}"):
        return (yield)


@pytest.fixture
def by_what_each_did(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each brings to the dice what they do everywhere but in tests: whoever reads what a bot stored that knows no
    tests reads it so.
    """
    monkeypatch.setattr(journal, "Sitter", Sitter)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[object]:
    """One a worker, for all who open pages: to start another takes as long as to look at a page."""
    from deploy.playground.tests.page_stage import launched  # noqa: PLC0415 - who opens none need not know of browsers

    async with launched() as opened:
        yield opened
