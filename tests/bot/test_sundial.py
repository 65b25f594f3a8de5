"""The time of a playground, as the bot follows it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from bot.errors import Barred
from bot.host import sundial
from bot.host.sundial import follow_playground_clock
from bot.time import HOUR, MINUTE, Watch
from deploy.playground.tests.http_server import serve
from tests.patience import PATIENCE


class Tower:
    """It tells how far ahead it is, or breaks off; whoever knows already waits."""

    def __init__(self) -> None:
        self.ahead = 0
        self.broken = 0
        self._moved = asyncio.Condition()

    async def move(self, by: int) -> None:
        async with self._moved:
            self.ahead += by
            self._moved.notify_all()

    async def tell(self, request: web.Request) -> web.Response:
        if self.broken:
            self.broken -= 1
            raise web.HTTPBadGateway
        async with self._moved:
            await self._moved.wait_for(lambda: request.query.get("ahead") != str(self.ahead))
        return web.json_response({"ahead": self.ahead})


@pytest.fixture
def tower() -> Tower:
    return Tower()


@asynccontextmanager
async def built(tower: Tower) -> AsyncIterator[str]:
    async with serve([web.get("/clock", tower.tell)]) as url:
        yield f"{url}/clock"


async def test_it_is_right_from_the_beginning_and_goes_along(tower: Tower) -> None:
    watch, moved = Watch(), asyncio.Queue[int]()
    await tower.move(HOUR)
    async with built(tower) as url, follow_playground_clock(url, watch, moved.put_nowait):
        assert watch.ahead == HOUR
        # That was so before we came: nobody has moved it while we were there.
        assert moved.empty()
        async with asyncio.timeout(PATIENCE):
            for by in (MINUTE, 2 * HOUR):
                await tower.move(by)
                assert await moved.get() == by
        assert watch.ahead == 3 * HOUR + MINUTE


async def test_it_asks_again_when_nobody_answered(tower: Tower, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sundial, "AGAIN", 0.001)
    watch, moved = Watch(), asyncio.Queue[int]()
    async with built(tower) as url, follow_playground_clock(url, watch, moved.put_nowait):
        tower.broken = 3
        async with asyncio.timeout(PATIENCE):
            await tower.move(MINUTE)
            assert await moved.get() == MINUTE
            await tower.move(MINUTE)
            assert await moved.get() == MINUTE
    assert tower.broken == 0


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/clock", "no address"])
async def test_a_clock_that_is_not_there_is_named(url: str) -> None:
    with pytest.raises(Barred, match="DUEL_CLOCK"):
        async with follow_playground_clock(url, Watch(), print):
            raise AssertionError("nobody lives without the time")


async def test_without_an_address_time_is_what_it_is() -> None:
    watch = Watch()
    async with follow_playground_clock("", watch, print):
        assert watch.ahead == 0
