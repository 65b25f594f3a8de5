from __future__ import annotations

import os
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

import pytest

from deploy.playground.client import Playground, running
from deploy.playground.tests.ground import NEWEST, missing
from tests.kit.process import LOGS, Process
from tests.patience import PATIENCE
from tests.wire.bodies import faults
from tests.wire.glade import Glade, founded

SAID: Final = 6000
"""Characters."""
LATE: Final = float(os.environ.get("LATE", "0"))
"""Seconds: so late is Discord at the most, where `make late` is run."""


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """One playground a worker; it checks each body against Discord's own document."""
    with running(strict=True, hasty=True) as url:
        yield url


@pytest.fixture
async def playground(url: str) -> AsyncIterator[Playground]:
    """Afterwards every body that a bot has sent is held against Discord's document, and the rule of files."""
    async with Playground.at(url) as playground:
        # Each test brings people of its own: together they are more than a bot may write to in ten minutes.
        await playground.stage("dms", opens=10_000, seconds=600)
        await playground.stage("patience", seconds=PATIENCE)
        await playground.stage("late", seconds=LATE)
        assert (await playground.setup())["schemas"] or missing("Discord's document")
        before = (await playground.wire(NEWEST))["last"]
        yield playground
        assert [*faults((await playground.wire(before))["entries"])] == []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is about the gateway itself is nothing to whoever has none."""
    idle = [it for it in items if it.get_closest_marker("gateway") and "http" in it.name]
    if idle:
        config.hook.pytest_deselected(items=idle)
        items[:] = [it for it in items if it not in idle]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What happens by chance may not happen again: whatever failed tells at once what the bots said meanwhile."""
    report = yield
    if report.failed:
        for log, name in LOGS.items():
            if log.exists() and log.stat().st_mtime >= call.start:
                report.sections.append((f"what {name} said at the end", log.read_text(errors="replace")[-SAID:]))
    return report


LIVES: Final = count(1)
"""A worker that goes from one way to the other and back has another bot of its kind: the first is still there."""


@pytest.fixture(scope="session", params=["gateway", pytest.param("http", marks=pytest.mark.nightly)])
def way(request: pytest.FixtureRequest) -> str:
    """How the bot hears what people ask: whatever a test is about, it holds by both."""
    return str(request.param)


@pytest.fixture(scope="session")
def raven(way: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """The bot that most tests share."""
    bot = Process(f"Raven {next(LIVES)} by {way}", tmp_path_factory.mktemp("raven"), serves=way == "http")
    yield bot
    assert bot.shut() == 0


@pytest.fixture(scope="session")
def phoenix(way: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """The bot that is killed again and again."""
    bot = Process(f"Phoenix {next(LIVES)} by {way}", tmp_path_factory.mktemp("phoenix"), serves=way == "http")
    yield bot
    bot.shut()


@pytest.fixture(scope="session")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """The bot with two shards."""
    bot = Process("Twins", tmp_path_factory.mktemp("twins"), shards=2)
    yield bot
    bot.shut()


@pytest.fixture
async def glade(playground: Playground, raven: Process) -> AsyncIterator[Glade]:
    async with met(playground, raven) as glade:
        yield glade


@pytest.fixture
async def ashes(playground: Playground, phoenix: Process) -> AsyncIterator[Glade]:
    """Where the bot will be killed."""
    async with met(playground, phoenix) as glade:
        yield glade


@asynccontextmanager
async def met(playground: Playground, bot: Process, locale: str = "en-US") -> AsyncIterator[Glade]:
    """Afterwards the log of the bot must be clean."""
    if not bot.alive:
        await bot.opened(playground)
    bot.complained()
    async with founded(playground, bot, locale) as glade:
        yield glade
    # Trouble that was ordered here and has not come is nobody else's.
    await playground.stage("mend")
    assert not bot.complained()
