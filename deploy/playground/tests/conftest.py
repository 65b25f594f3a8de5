"""Fixtures for the tests of the playground."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser

from deploy.playground.tests.playground_page import launch_browser, page_playground, playground_page
from deploy.playground.tests.sandbox import Sandbox, create_sandbox, get_skip_reason
from deploy.playground.tests.schema_check import check_traffic
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import Playground, run_playground
from discord_playground.schemas import SCHEMAS_PATH, Schemas

__all__ = ["page_playground", "playground_page"]

# Hypothesis examples have no deadline, because their duration depends on the load of the machine.
settings.register_profile(
    "playground",
    max_examples=250,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("playground")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A browser that all tests of a worker share, because starting one takes as long as a test."""
    async with launch_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def playground_url() -> Iterator[str]:
    """The URL of a playground that all tests of a worker share. Each test has its own bot and server."""
    with run_playground(strict=True, skip_identify_limit=True) as url:
        yield url


@pytest.fixture
async def playground(playground_url: str) -> AsyncIterator[Playground]:
    async with Playground.connect(playground_url) as playground:
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        yield playground


@pytest.fixture(scope="session")
def schemas() -> Schemas | None:
    """Discord's API schemas, or None if they are missing. In that case, responses and events are not checked."""
    assert SCHEMAS_PATH.exists() or get_skip_reason("Discord's document"), "run `make schemas` first"
    return Schemas.load_file(SCHEMAS_PATH) if SCHEMAS_PATH.exists() else None


@pytest.fixture
async def sandbox(playground: Playground, schemas: Schemas | None) -> AsyncIterator[Sandbox]:
    """A new bot in a new server. The test fails if a response or event does not match Discord's schemas."""
    async with check_traffic(playground, schemas):
        new_sandbox = await create_sandbox(playground)
        yield new_sandbox
        await new_sandbox.reset_people()
    await new_sandbox.remove_people()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sample_playground(playground_url: str, schemas: Schemas | None) -> AsyncIterator[Playground]:
    """The playground while the sample bot runs. All tests of a module share the bot."""
    async with Playground.connect(playground_url) as playground:
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        sample_bot = playground.run_bot(sys.executable, "-m", "discord_playground.sample", bot="Sample")
        async with check_traffic(playground, schemas), sample_bot:
            yield playground
