from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser

from deploy.playground.tests.document import faults
from deploy.playground.tests.ground import NEWEST, Ground, grounds, missing
from deploy.playground.tests.page_stage import launched, stage, theatre
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import Playground, running
from discord_playground.schemas import SCHEMAS_PATH, Schemas

__all__ = ["stage", "theatre"]

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
    async with launched() as opened:
        yield opened


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """One playground a worker; each test has a bot and a server of its own there."""
    with running(strict=True, hasty=True) as url:
        yield url


@pytest.fixture
async def playground(url: str) -> AsyncIterator[Playground]:
    async with Playground.at(url) as playground:
        await playground.stage("set_response_timeout", seconds=TIMEOUT_S)
        yield playground


@pytest.fixture(scope="session")
def schemas() -> Schemas | None:
    """Discord's document; without it what the server answers is held against nothing."""
    assert SCHEMAS_PATH.exists() or missing("Discord's document"), "make schemas comes first"
    return Schemas.load_file(SCHEMAS_PATH) if SCHEMAS_PATH.exists() else None


@pytest.fixture
async def ground(playground: Playground, schemas: Schemas | None) -> AsyncIterator[Ground]:
    """A bot of its own, in a server of its own; all that it was told must be as Discord would tell it."""
    before = (await playground.wire(NEWEST))["last"]
    ground = await grounds(playground)
    yield ground
    await ground.restored()
    if schemas:
        assert faults(schemas, (await playground.wire(before))["entries"]) == []
    await ground.left()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def forest(url: str, schemas: Schemas | None) -> AsyncIterator[Playground]:
    """Where the sample bot lives, as long as the tests of a module run."""
    async with Playground.at(url) as playground:
        await playground.stage("set_response_timeout", seconds=TIMEOUT_S)
        before = (await playground.wire(NEWEST))["last"]
        async with playground.hosting(sys.executable, "-m", "discord_playground.sample", bot="Sample"):
            yield playground
        if schemas:
            assert faults(schemas, (await playground.wire(before))["entries"]) == []
