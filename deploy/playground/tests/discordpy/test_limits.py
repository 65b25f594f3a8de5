"""Test how unmodified discord.py handles rate limits and injected faults."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord
import pytest

from deploy.playground.tests.sandbox import DiscordPyBot, Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import full_text

SEND_MESSAGE_ROUTE = "POST /channels/{channel_id}/messages"


@asynccontextmanager
async def limit_route(sandbox: Sandbox, route: str, limit: int, seconds: float) -> AsyncIterator[None]:
    await sandbox.playground.control("set_rate_limit", route=route, limit=limit, seconds=seconds)
    try:
        yield
    finally:
        await sandbox.playground.control("set_rate_limit", route=route, limit=None)


async def load_send_statuses(sandbox: Sandbox) -> list[int]:
    """Return the status codes of all requests that sent a message to #duels, including failed ones."""
    path = f"/channels/{sandbox.duels_id}/messages"
    return [entry["status"] for entry in await sandbox.load_traffic_log() if entry["what"].endswith(path)]


async def test_client_that_follows_headers_gets_no_429(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox), limit_route(sandbox, SEND_MESSAGE_ROUTE, 2, 0.4):
        started = time.monotonic()
        for n in range(5):
            await bot.messageable(sandbox.duels_id).send(f"{n}")
        assert time.monotonic() - started >= 0.8
        assert await load_send_statuses(sandbox) == [200] * 5


async def test_client_waits_after_429(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox), limit_route(sandbox, SEND_MESSAGE_ROUTE, 1, 0.5):
        async with asyncio.timeout(TIMEOUT_S):
            while (await load_send_statuses(sandbox))[-2:] != [429, 200]:
                # The bot does not see the headers of this request, so its own request gets status 429. On a slow
                # machine, the window may end between the two requests, so try again.
                await _send_without_rate_limiter(sandbox, "Hoo")
                await bot.messageable(sandbox.duels_id).send("Hoo")
    refused = [entry for entry in await sandbox.load_traffic_log() if entry["status"] == 429]
    assert refused[0]["answered"]["global"] is False
    assert 0 < refused[0]["answered"]["retry_after"] <= 0.5


async def test_interaction_responses_have_no_rate_limit_headers(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    header_names: asyncio.Future[set[str]] = asyncio.get_running_loop().create_future()

    @bot.tree.command()
    async def greet(interaction: discord.Interaction) -> None:
        url = f"{sandbox.setup['api']}/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        async with aiohttp.ClientSession() as session, session.post(url, json={"type": 5}) as response:
            assert response.status == 200
            header_names.set_result({name.lower() for name in response.headers})

    async with bot.run_in(sandbox):
        await sandbox.otter.run_command(sandbox.duels_id, "greet")
        headers = await asyncio.wait_for(header_names, TIMEOUT_S)
    assert headers
    assert not [name for name in headers if name.startswith("x-ratelimit")]


async def test_502_is_retried_and_503_is_raised(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, status=502)
        await bot.messageable(sandbox.duels_id).send("Hoo")
        assert await load_send_statuses(sandbox) == [502, 200]
        assert [full_text(message) for message in await sandbox.otter.load_messages(sandbox.duels_id)] == ["Hoo"]
        await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, status=503)
        with pytest.raises(discord.DiscordServerError):
            await bot.messageable(sandbox.duels_id).send("Hoo")


@pytest.mark.parametrize("is_processed", [False, True])
async def test_nonce_prevents_duplicate_after_lost_response(sandbox: Sandbox, is_processed: bool) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, status="drop", processed=is_processed)
        with pytest.raises(aiohttp.ClientError):
            await bot.messageable(sandbox.duels_id).send("Hoo", nonce="acorn")
        assert len(await sandbox.otter.load_messages(sandbox.duels_id)) == is_processed
        # Because of the nonce, the second attempt does not create a duplicate.
        await bot.messageable(sandbox.duels_id).send("Hoo", nonce="acorn")
        assert len(await sandbox.otter.load_messages(sandbox.duels_id)) == 1


async def test_delay_fault_delays_the_response(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, delay=0.3)
        started = time.monotonic()
        await bot.messageable(sandbox.duels_id).send("Hoo")
        assert time.monotonic() - started >= 0.3


async def test_failed_interaction_response_is_retried(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()

    @bot.tree.command()
    async def greet(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Hello.")

    async with bot.run_in(sandbox):
        route = "POST /interactions/{interaction_id}/{interaction_token}/callback"
        await sandbox.playground.control("add_fault", route=route, status=500)
        result = await sandbox.otter.run_command(sandbox.duels_id, "greet")
        assert full_text(result.message) == "Hello."
        # The response is processed although discord.py gets status 500, so the retry is refused.
        await sandbox.playground.control("add_fault", route=route, status=500, processed=True)
        result = await sandbox.otter.run_command(sandbox.duels_id, "greet")
        assert full_text(result.message) == "Hello."
        async with asyncio.timeout(TIMEOUT_S):
            while not bot.raised_errors:
                await asyncio.sleep(0.01)
        error = bot.raised_errors.pop()
        assert isinstance(error, discord.HTTPException)
        assert error.code == 40060


async def _send_without_rate_limiter(sandbox: Sandbox, content: str) -> dict[str, str]:
    """Send a message with a client that ignores rate limits, and return the headers of the reply."""
    url = f"{sandbox.setup['api']}/channels/{sandbox.duels_id}/messages"
    headers = {"Authorization": f"Bot {sandbox.bot_token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(url, json={"content": content}) as response,
    ):
        return dict(response.headers)


async def test_clear_faults_cancels_pending_faults(sandbox: Sandbox) -> None:
    """`clear_faults` can cancel the faults of one route or of all routes."""
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        for selection in ({"route": SEND_MESSAGE_ROUTE}, {}):
            await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, status=503, times=9)
            await sandbox.playground.control("clear_faults", **selection)
            await bot.messageable(sandbox.duels_id).send("Hoo")
        await sandbox.playground.control("add_fault", route=SEND_MESSAGE_ROUTE, status=503)
        await sandbox.playground.control("clear_faults", route="GET /channels/{channel_id}")
        with pytest.raises(discord.DiscordServerError):
            await bot.messageable(sandbox.duels_id).send("Hoo")
