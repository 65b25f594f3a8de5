"""Requests to Discord that count are told from those that do not; what is left is of the busiest second."""

from __future__ import annotations

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from bot.discord.spending import LATELY, LIMIT, Spending
from bot.host.gauges import Gauges

pytestmark = pytest.mark.asyncio


async def answered(request: web.Request) -> web.Response:
    return web.Response(status=int(request.query.get("status", "200")))


async def test_what_goes_by_a_token_does_not_count() -> None:
    second, gauges = [100.0], Gauges()
    spending = Spending(gauges.requests, lambda: second[0])
    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", answered)
    async with TestServer(application) as server, ClientSession(trace_configs=[spending.trace()]) as session:

        async def asks(path: str) -> None:
            async with session.get(server.make_url(path)):
                pass

        for path in ("/interactions/1/token/callback", "/webhooks/1/token/messages/@original"):
            await asks(path)
        assert spending.left() == LIMIT
        for at, times in ((0.0, 2), (0.9, 3), (1.0, 4)):
            second[0] = 100.0 + at
            for _ in range(times):
                await asks("/channels/1/messages")
        await asks("/channels/1/messages?status=429")
        assert spending.left() == LIMIT - 5, "two and three in one second, five in the next"
        second[0] = 100.0 + LATELY
        assert spending.left() == LIMIT - 5
        second[0] += 1.0
        assert spending.left() == LIMIT
        unheard = server.make_url("/channels/1")
    async with ClientSession(trace_configs=[spending.trace()]) as session:
        with pytest.raises(OSError, match="onnect"):
            await session.get(unheard)
    page = gauges.page().decode()
    assert 'duel_requests_total{came="200",counts="no"} 2.0' in page
    assert 'duel_requests_total{came="200",counts="yes"} 9.0' in page
    assert 'duel_requests_total{came="429",counts="yes"} 1.0' in page
    assert 'duel_requests_total{came="lost",counts="yes"} 1.0' in page
