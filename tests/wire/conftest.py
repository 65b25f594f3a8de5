"""Fixtures of the tests over the wire: a playground, bots as processes, and servers to play on."""

from __future__ import annotations

import json
import os
import re
from collections.abc import AsyncIterator, Generator, Iterable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

import pytest

from deploy.playground.tests.sandbox import get_skip_reason
from discord_playground.client import JSON, Playground, run_playground
from tests.kit.bot_process import BOT_NAME_BY_LOG, BotProcess
from tests.storage.database_fixtures import postgres_url
from tests.waiting import TEST_TIMEOUT_S
from tests.wire.playground_server import PlaygroundServer, create_server, get_last_wire_entry

__all__ = ["postgres_url"]

LOG_TAIL_LENGTH: Final = 6000
"""Characters of each log that a failed test shows."""
REQUEST_DELAY_S: Final = float(os.environ.get("LATE", "0"))
"""Maximum delay of Discord, which `make late` sets."""
ATTACHMENT_PATTERN: Final = re.compile(r'"attachment://([^"]+)"')
INVALID_FORM_CODE: Final = "50035"
UPDATE_RESPONSE: Final = 7
START_KEY: Final = pytest.StashKey[float]()
"""When the setup of a test began."""
BOT_NUMBERS: Final = count(1)
"""Bots have numbered names: a worker that returns to a transport starts another bot while the first still exists."""


@pytest.fixture(scope="session")
def playground_url() -> Iterator[str]:
    """One playground per worker. It validates each body against Discord's own API schema."""
    with run_playground(strict=True, skip_identify_limit=True) as url:
        yield url


@pytest.fixture
async def playground(playground_url: str) -> AsyncIterator[Playground]:
    async with Playground.connect(playground_url) as playground:
        # Together the tests open more direct messages than a bot may open in ten minutes.
        await playground.control("set_dm_limit", count=10_000, seconds=600)
        await playground.control("set_response_timeout", seconds=TEST_TIMEOUT_S)
        await playground.control("set_latency", seconds=REQUEST_DELAY_S)
        assert (await playground.load_setup())["schemas"] or get_skip_reason("Discord's document")
        before = await get_last_wire_entry(playground)
        yield playground
        assert [*_find_request_faults((await playground.load_traffic_log(before))["entries"])] == []


def _find_request_faults(entries: Iterable[JSON]) -> Iterator[str]:
    """Describe requests of bots that violate Discord's API schema, or show a file that would be missing.

    An edit keeps only the files that it lists by name or sends again.
    """
    for entry in entries:
        if entry["source"] != "rest" or entry["bot"] is None:
            continue
        refused = entry["refused"] or ""
        if refused.startswith(INVALID_FORM_CODE) and "injected fault" not in refused:
            yield f"{entry['what']}: {refused}"
        if isinstance(sent := entry["sent"], dict):
            route = entry["route"] or ""
            is_callback = route.endswith("/callback")
            message = (sent.get("data") or {}) if is_callback else sent
            is_edit = (
                sent.get("type") == UPDATE_RESPONSE
                if is_callback
                else route.startswith("PATCH") and "/messages/" in route
            )
            listed = message.get("attachments")
            if is_edit and "components" in message and listed is None:
                yield f"{entry['what']}: an edit without a list of its files"
            for name in {*ATTACHMENT_PATTERN.findall(json.dumps(message))} - {
                file.get("filename") for file in listed or ()
            }:
                yield f"{entry['what']}: {name} is shown and not listed"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests of the gateway for bots that receive interactions by HTTP."""
    deselected = [it for it in items if it.get_closest_marker("gateway") and "http" in it.name]
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = [it for it in items if it not in deselected]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the logs of the bots to the report of a failure, which may be hard to reproduce."""
    report = yield
    # A bot may have logged an error during the test that only the teardown finds.
    start_s = item.stash.setdefault(START_KEY, call.start)
    if report.failed:
        for log, name in BOT_NAME_BY_LOG.items():
            if log.exists() and log.stat().st_mtime >= start_s:
                report.sections.append((f"log of {name}", log.read_text(errors="replace")[-LOG_TAIL_LENGTH:]))
    return report


@pytest.fixture(scope="session", params=["gateway", pytest.param("http", marks=pytest.mark.nightly)])
def transport(request: pytest.FixtureRequest) -> str:
    """The way in which interactions reach the bot: `gateway`, or in nightly runs also `http`."""
    return str(request.param)


@pytest.fixture(scope="session")
def bot(transport: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BotProcess]:
    """The bot that most tests share."""
    bot = BotProcess(
        f"Bot {next(BOT_NUMBERS)} {transport}", tmp_path_factory.mktemp("bot"), receives_http=transport == "http"
    )
    yield bot
    assert bot.stop() == 0


@pytest.fixture(scope="session")
def killable_bot(transport: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BotProcess]:
    name = f"Killable bot {next(BOT_NUMBERS)} {transport}"
    bot = BotProcess(name, tmp_path_factory.mktemp("killable_bot"), receives_http=transport == "http")
    yield bot
    bot.stop()


@pytest.fixture
async def server(playground: Playground, bot: BotProcess) -> AsyncIterator[PlaygroundServer]:
    async with open_server(playground, bot) as server:
        yield server


@pytest.fixture
async def killable_server(playground: Playground, killable_bot: BotProcess) -> AsyncIterator[PlaygroundServer]:
    async with open_server(playground, killable_bot) as server:
        yield server


@asynccontextmanager
async def open_server(
    playground: Playground, bot: BotProcess, locale: str = "en-US"
) -> AsyncIterator[PlaygroundServer]:
    """Create a server for a running bot, and check afterwards that the bot has logged no errors."""
    if not bot.is_alive:
        await bot.start(playground)
    bot.read_errors()
    async with create_server(playground, bot, locale) as server:
        yield server
    # Faults that are still pending must not hit the next test.
    await playground.control("clear_faults")
    assert not bot.read_errors()
