"""discord.py, unmodified: rate limits and trouble, as tests order them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import aiohttp
import discord
import pytest

from deploy.playground.tests.sandbox import DiscordPyBot, Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON, full_text

SEND_MESSAGE_ROUTE = "POST /channels/{channel_id}/messages"
LONG_WINDOW_S = 10 * TIMEOUT_S
"""Seconds of a limit that is not over while a busy machine asks twice."""


@asynccontextmanager
async def limit_route(ground: Sandbox, route: str, limit: int, seconds: float) -> AsyncIterator[None]:
    await ground.playground.control("set_rate_limit", route=route, limit=limit, seconds=seconds)
    try:
        yield
    finally:
        await ground.playground.control("set_rate_limit", route=route, limit=None)


async def load_send_statuses(ground: Sandbox) -> list[int]:
    """How the bot's attempts to say something in #duels ended."""
    path = f"/channels/{ground.duels_id}/messages"
    return [entry["status"] for entry in await ground.load_traffic_log() if entry["what"].endswith(path)]


async def test_headers_are_enough_for_a_client_that_heeds_them(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox), limit_route(sandbox, SEND_MESSAGE_ROUTE, 2, 0.4):
        begun = time.monotonic()
        for n in range(5):
            await bot.messageable(sandbox.duels_id).send(f"{n}")
        assert time.monotonic() - begun >= 0.8
        assert await load_send_statuses(sandbox) == [200] * 5


async def test_a_channel_s_limit_is_its_own(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox), limit_route(sandbox, SEND_MESSAGE_ROUTE, 2, LONG_WINDOW_S):
        # Were it one for both, whoever had used it up would now wait it out.
        async with asyncio.timeout(TIMEOUT_S):
            await asyncio.gather(
                *(bot.messageable(place).send("Hoo") for place in (sandbox.duels_id, sandbox.lounge_id))
            )


async def test_a_429_is_waited_out(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox), limit_route(sandbox, SEND_MESSAGE_ROUTE, 1, 0.5):
        async with asyncio.timeout(TIMEOUT_S):
            while (await load_send_statuses(sandbox))[-2:] != [429, 200]:
                # Only who was fast enough has been too fast; whoever has read no header yet does not know it.
                await _send_without_rate_limiter(sandbox, "Hoo")
                await bot.messageable(sandbox.duels_id).send("Hoo")
    refused = [entry for entry in await sandbox.load_traffic_log() if entry["status"] == 429]
    assert refused[0]["answered"]["global"] is False
    assert 0 < refused[0]["answered"]["retry_after"] <= 0.5


async def test_the_limit_for_everything_stops_everything(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox), limit_route(sandbox, "*", 1, 0.5):
        answered: list[JSON] = []
        async with asyncio.timeout(TIMEOUT_S):
            while not answered:
                # Only who was fast enough has been too fast.
                await asyncio.gather(
                    *(bot.messageable(place).send("Hoo") for place in (sandbox.duels_id, sandbox.lounge_id))
                )
                answered = [entry["answered"] for entry in await sandbox.load_traffic_log() if entry["status"] == 429]
        assert all(answer["global"] for answer in answered)


async def test_a_429_says_all_that_discord_says(sandbox: Sandbox) -> None:
    async with limit_route(sandbox, SEND_MESSAGE_ROUTE, 1, LONG_WINDOW_S):
        headers = [await _send_without_rate_limiter(sandbox, f"{n}") for n in range(2)]
    first, second = headers
    assert first["X-RateLimit-Limit"] == "1"
    assert first["X-RateLimit-Remaining"] == "0"
    assert LONG_WINDOW_S - 1 < float(first["X-RateLimit-Reset-After"]) <= LONG_WINDOW_S
    # The playground's clock, which other tests have moved on.
    now = datetime.fromisoformat((await sandbox.otter.load_view())["now"]).timestamp()
    assert 0 < float(first["X-RateLimit-Reset"]) - now <= LONG_WINDOW_S
    assert first["X-RateLimit-Bucket"] == second["X-RateLimit-Bucket"]
    assert {"Via", "Retry-After"} <= set(second)
    assert second["X-RateLimit-Scope"] == "user"
    assert first["Content-Type"] == second["Content-Type"] == "application/json"


async def test_interactions_have_no_rate_limits(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    seen: asyncio.Future[set[str]] = asyncio.get_running_loop().create_future()

    @bot.tree.command()
    async def greet(interaction: discord.Interaction) -> None:
        url = f"{sandbox.setup['api']}/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        async with aiohttp.ClientSession() as session, session.post(url, json={"type": 5}) as response:
            assert response.status == 200
            seen.set_result({name.lower() for name in response.headers})

    async with bot.run_in(sandbox):
        await sandbox.otter.run_command(sandbox.duels_id, "greet")
        headers = await asyncio.wait_for(seen, TIMEOUT_S)
    assert headers
    assert not [name for name in headers if name.startswith("x-ratelimit")]


async def test_a_5xx_is_tried_again(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, status=502)
        await bot.messageable(sandbox.duels_id).send("Hoo")
        assert await load_send_statuses(sandbox) == [502, 200]
        assert [full_text(one) for one in await sandbox.otter.load_messages(sandbox.duels_id)] == ["Hoo"]
        await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, status=503)
        with pytest.raises(discord.DiscordServerError):
            await bot.messageable(sandbox.duels_id).send("Hoo")


@pytest.mark.parametrize("carried", [False, True])
async def test_a_lost_answer_leaves_open_whether_the_work_was_done(sandbox: Sandbox, carried: bool) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, status="drop", processed=carried)
        with pytest.raises(aiohttp.ClientError):
            await bot.messageable(sandbox.duels_id).send("Hoo", nonce="acorn")
        assert len(await sandbox.otter.load_messages(sandbox.duels_id)) == carried
        # The nonce makes the second attempt harmless.
        await bot.messageable(sandbox.duels_id).send("Hoo", nonce="acorn")
        assert len(await sandbox.otter.load_messages(sandbox.duels_id)) == 1


async def test_a_late_answer_is_late(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, delay=0.3)
        begun = time.monotonic()
        await bot.messageable(sandbox.duels_id).send("Hoo")
        assert time.monotonic() - begun >= 0.3


async def test_an_answer_that_is_lost_for_once_is_given_again_in_time(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()

    @bot.tree.command()
    async def greet(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Hello.")

    async with bot.run_in(sandbox):
        route = "POST /interactions/{interaction_id}/{interaction_token}/callback"
        await sandbox.playground.control("add_fault", route=route, status=500)
        answer = await sandbox.otter.run_command(sandbox.duels_id, "greet")
        assert full_text(answer.message) == "Hello."
        # The work was done, its answer lost: to try again is one time too many.
        await sandbox.playground.control("add_fault", route=route, status=500, processed=True)
        answer = await sandbox.otter.run_command(sandbox.duels_id, "greet")
        assert full_text(answer.message) == "Hello."
        async with asyncio.timeout(TIMEOUT_S):
            while not bot.raised_errors:
                await asyncio.sleep(0.01)
        error = bot.raised_errors.pop()
        assert isinstance(error, discord.HTTPException)
        assert error.code == 40060


async def _send_without_rate_limiter(ground: Sandbox, content: str) -> dict[str, str]:
    """The headers of what a client gets that heeds none."""
    url = f"{ground.setup['api']}/channels/{ground.duels_id}/messages"
    headers = {"Authorization": f"Bot {ground.bot_token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(url, json={"content": content}) as response,
    ):
        return dict(response.headers)


async def test_trouble_that_has_not_come_can_be_called_off(sandbox: Sandbox) -> None:
    """Of one route, or all of it."""
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        for called_off in ({"route": SEND_MESSAGE_ROUTE}, {}):
            await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, status=503, times=9)
            await sandbox.playground.control("clear_faults", **called_off)
            await bot.messageable(sandbox.duels_id).send("Hoo")
        await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, status=503)
        await sandbox.playground.control("clear_faults", route="GET /channels/{channel_id}")
        with pytest.raises(discord.DiscordServerError):
            await bot.messageable(sandbox.duels_id).send("Hoo")
