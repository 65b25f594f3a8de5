"""Rules from the documentation page topics/rate-limits: limits, headers and status 429."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Final

from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.timeout import TIMEOUT_S

PAGE = DocumentationPage("topics/rate-limits")
rule = PAGE.rule
READ_CHANNEL_ROUTE = "GET /channels/{channel_id}"
LIMIT_WINDOW_S: Final = 10 * TIMEOUT_S
"""A rate limit window in which even a slow machine can send two requests."""


@asynccontextmanager
async def limit_route(bot: ConformanceBot, requests: int, route: str = READ_CHANNEL_ROUTE) -> AsyncIterator[None]:
    await bot.control("set_rate_limit", route=route, limit=requests, seconds=LIMIT_WINDOW_S)
    try:
        yield
    finally:
        await bot.control("set_rate_limit", route=route, limit=None)


async def read_channel(bot: ConformanceBot, channel_id: str = "") -> ApiReply:
    return await bot.request("GET", f"/channels/{channel_id or bot.sandbox.duels_id}")


@rule("Header Format", "The headers show the limit, the remaining requests, the reset time and the bucket.")
async def limit_headers(bot: ConformanceBot) -> None:
    async with limit_route(bot, 2):
        headers = [(await read_channel(bot)).headers for _ in range(2)]
    assert [each["X-RateLimit-Limit"] for each in headers] == ["2", "2"]
    assert [each["X-RateLimit-Remaining"] for each in headers] == ["1", "0"]
    assert 0 < float(headers[0]["X-RateLimit-Reset-After"]) <= LIMIT_WINDOW_S
    now = datetime.fromisoformat((await bot.sandbox.playground.load_clock())["now"]).timestamp()
    assert 0 < float(headers[0]["X-RateLimit-Reset"]) - now <= LIMIT_WINDOW_S
    assert headers[0]["X-RateLimit-Bucket"]


@rule("Header Format", "A bucket covers all channels of a route, but no other route.")
async def bucket_per_route(bot: ConformanceBot) -> None:
    duels, lounge = [
        (await read_channel(bot, channel_id)).headers for channel_id in (bot.sandbox.duels_id, bot.sandbox.lounge_id)
    ]
    other = (await bot.request("GET", f"/channels/{bot.sandbox.duels_id}/messages")).headers
    header = "X-RateLimit-Bucket"
    assert duels[header] == lounge[header] != other[header]


@rule("Header Format", "Only refusals have a scope header.")
async def scope_header(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1):
        accepted, refused = [(await read_channel(bot)).headers for _ in range(2)]
    assert ("X-RateLimit-Scope" in accepted, refused["X-RateLimit-Scope"]) == (False, "user")
    assert "X-RateLimit-Global" not in refused


@rule("Exceeding A Rate Limit", "A refusal has status 429 and a JSON body with message, retry_after and global.")
async def refusal_body(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1):
        await read_channel(bot)
        refused = await read_channel(bot)
    assert refused.status == 429
    assert refused.body["message"]
    assert isinstance(refused.body["retry_after"], float)
    assert 0 < refused.body["retry_after"] <= LIMIT_WINDOW_S
    assert refused.body["global"] is False
    assert int(refused.headers["Retry-After"]) >= refused.body["retry_after"]


@rule("Exceeding A Rate Limit", "Requests succeed again after retry_after.")
async def after_reset(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1):
        await read_channel(bot)
        await bot.control("advance_time", seconds=(await read_channel(bot)).body["retry_after"])
        assert (await read_channel(bot)).status == 200


@rule("Exceeding A Rate Limit", "Refusals have the other rate limit headers too.")
async def refusal_headers(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1):
        await read_channel(bot)
        headers = (await read_channel(bot)).headers
    assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == ("1", "0")
    assert {"X-RateLimit-Reset", "X-RateLimit-Reset-After", "X-RateLimit-Bucket", "Via"} <= headers.keys()


@rule("Rate Limits", "Each channel, server and webhook has its own count.")
async def per_resource(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1):
        channel_ids = (bot.sandbox.duels_id, bot.sandbox.duels_id, bot.sandbox.lounge_id)
        assert [(await read_channel(bot, channel_id)).status for channel_id in channel_ids] == [200, 429, 200]


@rule("Rate Limits", "Each bot has its own count.")
async def per_bot(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("add_member", server=bot.guild_id, target=other.sandbox.bot_name)
        async with limit_route(bot, 1):
            replies = [await read_channel(client, bot.sandbox.duels_id) for client in (bot, bot, other)]
            assert [reply.status for reply in replies] == [200, 429, 200]
        await bot.control("remove_member", server=bot.guild_id, target=other.sandbox.bot_name)


@rule("Global Rate Limit", "A global limit applies to all routes and is marked as global.")
async def global_limit(bot: ConformanceBot) -> None:
    async with limit_route(bot, 1, "*"):
        await read_channel(bot)
        refused = await bot.request("GET", "/users/@me")
    assert (refused.status, refused.body["global"]) == (429, True)
    assert (refused.headers["X-RateLimit-Global"], refused.headers["X-RateLimit-Scope"]) == ("true", "global")


@rule("Global Rate Limit", "Interaction responses are exempt from the global limit.")
async def interaction_responses(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interactions = [await bot.forge_command(gateway) for _ in range(3)]
        async with limit_route(bot, 1, "*"):
            for interaction in interactions:
                assert (await bot.respond(interaction, 4, {"content": "Hoo"})).status == 204
            assert (await read_channel(bot)).status == 200
