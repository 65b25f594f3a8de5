"""topics/rate-limits: how much is too much, and how it is told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.timeout import TIMEOUT_S

PAGE = DocumentationPage("topics/rate-limits")
rule = PAGE.rule
READ_CHANNEL_ROUTE = "GET /channels/{channel_id}"
LIMIT_WINDOW_S: Final = 10 * TIMEOUT_S
"""None of which is over while a busy machine asks twice."""


@asynccontextmanager
async def limit_route(bot: ConformanceBot, requests: int, route: str = READ_CHANNEL_ROUTE) -> AsyncIterator[None]:
    await bot.control("set_rate_limit", route=route, limit=requests, seconds=LIMIT_WINDOW_S)
    try:
        yield
    finally:
        await bot.control("set_rate_limit", route=route, limit=None)


async def read_channel(bot: ConformanceBot, place: str = "") -> ApiReply:
    return await bot.request("GET", f"/channels/{place or bot.sandbox.duels_id}")


@rule("Header Format", "how many there are, how many remain, when all remain again, and which limit it is")
async def headers(bot: ConformanceBot) -> None:
    async with limit_route(bot, 2):
        told = [(await read_channel(bot)).headers for _ in range(2)]
    assert [one["X-RateLimit-Limit"] for one in told] == ["2", "2"]
    assert [one["X-RateLimit-Remaining"] for one in told] == ["1", "0"]
    assert 0 < float(told[0]["X-RateLimit-Reset-After"]) <= LIMIT_WINDOW_S
    assert float(told[0]["X-RateLimit-Reset"]) > 1_700_000_000
    assert told[0]["X-RateLimit-Bucket"]


@rule("Header Format", "a limit's name is the same for all channels of a route, and another for another route")
async def bucket(bot: ConformanceBot) -> None:
    duels, lounge = [
        (await read_channel(bot, place)).headers for place in (bot.sandbox.duels_id, bot.sandbox.lounge_id)
    ]
    other = (await bot.request("GET", f"/channels/{bot.sandbox.duels_id}/messages")).headers
    name = "X-RateLimit-Bucket"
    assert duels[name] == lounge[name] != other[name]


@rule("Header Format", "which kind of limit it was stands on refusals alone")
async def scope(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1):
        taken, refused = [(await read_channel(bot)).headers for _ in range(2)]
    assert ("X-RateLimit-Scope" in taken, refused["X-RateLimit-Scope"]) == (False, "user")
    assert "X-RateLimit-Global" not in refused


@rule(
    "Exceeding A Rate Limit", "it is answered with 429 and JSON: a sentence, seconds to wait, and whether it is for all"
)
async def exceeded(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1):
        await read_channel(bot)
        refused = await read_channel(bot)
    assert refused.status == 429
    assert refused.body["message"]
    assert isinstance(refused.body["retry_after"], float)
    assert 0 < refused.body["retry_after"] <= LIMIT_WINDOW_S
    assert refused.body["global"] is False
    assert int(refused.headers["Retry-After"]) >= refused.body["retry_after"]


@rule("Exceeding A Rate Limit", "after that time it goes on")
async def goes_on(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1):
        await read_channel(bot)
        await bot.control("advance_time", seconds=(await read_channel(bot)).body["retry_after"])
        assert (await read_channel(bot)).status == 200


@rule("Exceeding A Rate Limit", "what is told of a limit otherwise is told with a refusal, too")
async def headers_of_refusals(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1):
        await read_channel(bot)
        told = (await read_channel(bot)).headers
    assert (told["X-RateLimit-Limit"], told["X-RateLimit-Remaining"]) == ("1", "0")
    assert {"X-RateLimit-Reset", "X-RateLimit-Reset-After", "X-RateLimit-Bucket"} <= told.keys()


@rule("Rate Limits", "each channel, server and webhook is counted by itself")
async def by_resource(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1):
        places = (bot.sandbox.duels_id, bot.sandbox.duels_id, bot.sandbox.lounge_id)
        assert [(await read_channel(bot, place)).status for place in places] == [200, 429, 200]


@rule("Rate Limits", "each bot is counted by itself")
async def by_bot(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("add_member", server=bot.guild_id, target=other.sandbox.bot_name)
        async with limit_route(bot, 1):
            assert [(await read_channel(one, bot.sandbox.duels_id)).status for one in (bot, bot, other)] == [
                200,
                429,
                200,
            ]
        await bot.control("remove_member", server=bot.guild_id, target=other.sandbox.bot_name)


@rule("Global Rate Limit", "beside those of the routes there is one for everything, and it says so")
async def everything(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1, "*"):
        await read_channel(bot)
        refused = await bot.request("GET", "/users/@me")
    assert (refused.status, refused.body["global"]) == (429, True)
    assert (refused.headers["X-RateLimit-Global"], refused.headers["X-RateLimit-Scope"]) == ("true", "global")


@rule("Global Rate Limit", "answers to interactions do not count")
async def interactions(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        calls = [await bot.forge_command(ear) for _ in range(3)]
        async with limit_route(bot, 1, "*"):
            assert [(await bot.respond(call, 4, {"content": "Hoo"})).status for call in calls] == [204] * 3
            assert (await read_channel(bot)).status == 200
