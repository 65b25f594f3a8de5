"""topics/rate-limits: how much is too much, and how it is told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Reply, Witness
from deploy.playground.tests.timeout import TIMEOUT_S

PAGE = Page("topics/rate-limits")
says = PAGE.says
READING = "GET /channels/{channel_id}"
SECONDS: Final = 10 * TIMEOUT_S
"""None of which is over while a busy machine asks twice."""


@asynccontextmanager
async def limited(bot: Witness, requests: int, route: str = READING) -> AsyncIterator[None]:
    await bot.stage("set_rate_limit", route=route, limit=requests, seconds=SECONDS)
    try:
        yield
    finally:
        await bot.stage("set_rate_limit", route=route, limit=None)


async def reads(bot: Witness, place: str = "") -> Reply:
    return await bot.asks("GET", f"/channels/{place or bot.ground.duels}")


@says("Header Format", "how many there are, how many remain, when all remain again, and which limit it is")
async def headers(bot: Witness) -> None:
    async with limited(bot, 2):
        told = [(await reads(bot)).headers for _ in range(2)]
    assert [one["X-RateLimit-Limit"] for one in told] == ["2", "2"]
    assert [one["X-RateLimit-Remaining"] for one in told] == ["1", "0"]
    assert 0 < float(told[0]["X-RateLimit-Reset-After"]) <= SECONDS
    assert float(told[0]["X-RateLimit-Reset"]) > 1_700_000_000
    assert told[0]["X-RateLimit-Bucket"]


@says("Header Format", "a limit's name is the same for all channels of a route, and another for another route")
async def bucket(bot: Witness) -> None:
    duels, lounge = [(await reads(bot, place)).headers for place in (bot.ground.duels, bot.ground.lounge)]
    other = (await bot.asks("GET", f"/channels/{bot.ground.duels}/messages")).headers
    name = "X-RateLimit-Bucket"
    assert duels[name] == lounge[name] != other[name]


@says("Header Format", "which kind of limit it was stands on refusals alone")
async def scope(bot: Witness) -> None:
    async with limited(bot, 1):
        taken, refused = [(await reads(bot)).headers for _ in range(2)]
    assert ("X-RateLimit-Scope" in taken, refused["X-RateLimit-Scope"]) == (False, "user")
    assert "X-RateLimit-Global" not in refused


@says(
    "Exceeding A Rate Limit", "it is answered with 429 and JSON: a sentence, seconds to wait, and whether it is for all"
)
async def exceeded(bot: Witness) -> None:
    async with limited(bot, 1):
        await reads(bot)
        refused = await reads(bot)
    assert refused.status == 429
    assert refused.body["message"]
    assert isinstance(refused.body["retry_after"], float)
    assert 0 < refused.body["retry_after"] <= SECONDS
    assert refused.body["global"] is False
    assert int(refused.headers["Retry-After"]) >= refused.body["retry_after"]


@says("Exceeding A Rate Limit", "after that time it goes on")
async def goes_on(bot: Witness) -> None:
    async with limited(bot, 1):
        await reads(bot)
        await bot.stage("advance_time", seconds=(await reads(bot)).body["retry_after"])
        assert (await reads(bot)).status == 200


@says("Exceeding A Rate Limit", "what is told of a limit otherwise is told with a refusal, too")
async def headers_of_refusals(bot: Witness) -> None:
    async with limited(bot, 1):
        await reads(bot)
        told = (await reads(bot)).headers
    assert (told["X-RateLimit-Limit"], told["X-RateLimit-Remaining"]) == ("1", "0")
    assert {"X-RateLimit-Reset", "X-RateLimit-Reset-After", "X-RateLimit-Bucket"} <= told.keys()


@says("Rate Limits", "each channel, server and webhook is counted by itself")
async def by_resource(bot: Witness) -> None:
    async with limited(bot, 1):
        places = (bot.ground.duels, bot.ground.duels, bot.ground.lounge)
        assert [(await reads(bot, place)).status for place in places] == [200, 429, 200]


@says("Rate Limits", "each bot is counted by itself")
async def by_bot(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("add_member", server=bot.guild, target=other.ground.name)
        async with limited(bot, 1):
            assert [(await reads(one, bot.ground.duels)).status for one in (bot, bot, other)] == [200, 429, 200]
        await bot.stage("remove_member", server=bot.guild, target=other.ground.name)


@says("Global Rate Limit", "beside those of the routes there is one for everything, and it says so")
async def everything(bot: Witness) -> None:
    async with limited(bot, 1, "*"):
        await reads(bot)
        refused = await bot.asks("GET", "/users/@me")
    assert (refused.status, refused.body["global"]) == (429, True)
    assert (refused.headers["X-RateLimit-Global"], refused.headers["X-RateLimit-Scope"]) == ("true", "global")


@says("Global Rate Limit", "answers to interactions do not count")
async def interactions(bot: Witness) -> None:
    async with bot.hearing() as ear:
        calls = [await bot.called(ear) for _ in range(3)]
        async with limited(bot, 1, "*"):
            assert [(await bot.answers(call, 4, {"content": "Hoo"})).status for call in calls] == [204] * 3
            assert (await reads(bot)).status == 200
