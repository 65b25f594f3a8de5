from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser

from deploy.playground.tests.playground_page import launch_browser, page_playground, playground_page
from deploy.playground.tests.sandbox import PAST_LAST_ENTRY, Sandbox, create_sandbox, reason_to_skip
from deploy.playground.tests.schema_check import find_schema_faults
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import Playground, run_playground
from discord_playground.schemas import SCHEMAS_PATH, Schemas

__all__ = ["page_playground", "playground_page"]

# How long an example takes depends on what else runs on the machine.
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
    """One browser per worker: starting another takes as long as looking at a page."""
    async with launch_browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def playground_url() -> Iterator[str]:
    """One playground a worker; each test has a bot and a server of its own there."""
    with run_playground(strict=True, skip_identify_limit=True) as url:
        yield url


@pytest.fixture
async def playground(playground_url: str) -> AsyncIterator[Playground]:
    async with Playground.connect(playground_url) as playground:
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        yield playground


@pytest.fixture(scope="session")
def schemas() -> Schemas | None:
    """Discord's document; without it what the server answers is held against nothing."""
    assert SCHEMAS_PATH.exists() or reason_to_skip("Discord's document"), "make schemas comes first"
    return Schemas.load_file(SCHEMAS_PATH) if SCHEMAS_PATH.exists() else None


@pytest.fixture
async def sandbox(playground: Playground, schemas: Schemas | None) -> AsyncIterator[Sandbox]:
    """A bot of its own, in a server of its own; all that it was told must be as Discord would tell it."""
    before = (await playground.load_traffic_log(PAST_LAST_ENTRY))["last"]
    ground = await create_sandbox(playground)
    yield ground
    await ground.reset_people()
    if schemas:
        assert find_schema_faults(schemas, (await playground.load_traffic_log(before))["entries"]) == []
    await ground.remove_people()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sample_playground(playground_url: str, schemas: Schemas | None) -> AsyncIterator[Playground]:
    """Where the sample bot lives, as long as the tests of a module run."""
    async with Playground.connect(playground_url) as playground:
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        before = (await playground.load_traffic_log(PAST_LAST_ENTRY))["last"]
        async with playground.run_bot(sys.executable, "-m", "discord_playground.sample", bot="Sample"):
            yield playground
        if schemas:
            assert find_schema_faults(schemas, (await playground.load_traffic_log(before))["entries"]) == []
