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

from deploy.playground.tests.ground import Bot, Ground
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON, text

SEND = "POST /channels/{channel_id}/messages"
LONG = 10 * TIMEOUT_S
"""Seconds of a limit that is not over while a busy machine asks twice."""


@asynccontextmanager
async def limited(ground: Ground, route: str, limit: int, seconds: float) -> AsyncIterator[None]:
    await ground.playground.stage("set_rate_limit", route=route, limit=limit, seconds=seconds)
    try:
        yield
    finally:
        await ground.playground.stage("set_rate_limit", route=route, limit=None)


async def statuses(ground: Ground) -> list[int]:
    """How the bot's attempts to say something in #duels ended."""
    path = f"/channels/{ground.duels}/messages"
    return [entry["status"] for entry in await ground.wire() if entry["what"].endswith(path)]


async def test_headers_are_enough_for_a_client_that_heeds_them(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground), limited(ground, SEND, 2, 0.4):
        begun = time.monotonic()
        for n in range(5):
            await bot.told(ground.duels).send(f"{n}")
        assert time.monotonic() - begun >= 0.8
        assert await statuses(ground) == [200] * 5


async def test_a_channel_s_limit_is_its_own(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground), limited(ground, SEND, 2, LONG):
        # Were it one for both, whoever had used it up would now wait it out.
        async with asyncio.timeout(TIMEOUT_S):
            await asyncio.gather(*(bot.told(place).send("Hoo") for place in (ground.duels, ground.lounge)))


async def test_a_429_is_waited_out(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground), limited(ground, SEND, 1, 0.5):
        async with asyncio.timeout(TIMEOUT_S):
            while (await statuses(ground))[-2:] != [429, 200]:
                # Only who was fast enough has been too fast; whoever has read no header yet does not know it.
                await _raw(ground, "Hoo")
                await bot.told(ground.duels).send("Hoo")
    refused = [entry for entry in await ground.wire() if entry["status"] == 429]
    assert refused[0]["answered"]["global"] is False
    assert 0 < refused[0]["answered"]["retry_after"] <= 0.5


async def test_the_limit_for_everything_stops_everything(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground), limited(ground, "*", 1, 0.5):
        answered: list[JSON] = []
        async with asyncio.timeout(TIMEOUT_S):
            while not answered:
                # Only who was fast enough has been too fast.
                await asyncio.gather(*(bot.told(place).send("Hoo") for place in (ground.duels, ground.lounge)))
                answered = [entry["answered"] for entry in await ground.wire() if entry["status"] == 429]
        assert all(answer["global"] for answer in answered)


async def test_a_429_says_all_that_discord_says(ground: Ground) -> None:
    async with limited(ground, SEND, 1, LONG):
        headers = [await _raw(ground, f"{n}") for n in range(2)]
    first, second = headers
    assert first["X-RateLimit-Limit"] == "1"
    assert first["X-RateLimit-Remaining"] == "0"
    assert LONG - 1 < float(first["X-RateLimit-Reset-After"]) <= LONG
    # The playground's clock, which other tests have moved on.
    now = datetime.fromisoformat((await ground.otter.see())["now"]).timestamp()
    assert 0 < float(first["X-RateLimit-Reset"]) - now <= LONG
    assert first["X-RateLimit-Bucket"] == second["X-RateLimit-Bucket"]
    assert {"Via", "Retry-After"} <= set(second)
    assert second["X-RateLimit-Scope"] == "user"
    assert first["Content-Type"] == second["Content-Type"] == "application/json"


async def test_interactions_have_no_rate_limits(ground: Ground) -> None:
    bot = Bot()
    seen: asyncio.Future[set[str]] = asyncio.get_running_loop().create_future()

    @bot.tree.command()
    async def greet(interaction: discord.Interaction) -> None:
        url = f"{ground.setup['api']}/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        async with aiohttp.ClientSession() as session, session.post(url, json={"type": 5}) as response:
            assert response.status == 200
            seen.set_result({name.lower() for name in response.headers})

    async with bot.living(ground):
        await ground.otter.command(ground.duels, "greet")
        headers = await asyncio.wait_for(seen, TIMEOUT_S)
    assert headers
    assert not [name for name in headers if name.startswith("x-ratelimit")]


async def test_a_5xx_is_tried_again(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        await ground.playground.stage("add_fault", route=SEND, status=502)
        await bot.told(ground.duels).send("Hoo")
        assert await statuses(ground) == [502, 200]
        assert [text(one) for one in await ground.otter.messages(ground.duels)] == ["Hoo"]
        await ground.playground.stage("add_fault", route=SEND, status=503)
        with pytest.raises(discord.DiscordServerError):
            await bot.told(ground.duels).send("Hoo")


@pytest.mark.parametrize("carried", [False, True])
async def test_a_lost_answer_leaves_open_whether_the_work_was_done(ground: Ground, carried: bool) -> None:
    bot = Bot()
    async with bot.living(ground):
        await ground.playground.stage("add_fault", route=SEND, status="drop", processed=carried)
        with pytest.raises(aiohttp.ClientError):
            await bot.told(ground.duels).send("Hoo", nonce="acorn")
        assert len(await ground.otter.messages(ground.duels)) == carried
        # The nonce makes the second attempt harmless.
        await bot.told(ground.duels).send("Hoo", nonce="acorn")
        assert len(await ground.otter.messages(ground.duels)) == 1


async def test_a_late_answer_is_late(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        await ground.playground.stage("add_fault", route=SEND, delay=0.3)
        begun = time.monotonic()
        await bot.told(ground.duels).send("Hoo")
        assert time.monotonic() - begun >= 0.3


async def test_an_answer_that_is_lost_for_once_is_given_again_in_time(ground: Ground) -> None:
    bot = Bot()

    @bot.tree.command()
    async def greet(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Hello.")

    async with bot.living(ground):
        route = "POST /interactions/{interaction_id}/{interaction_token}/callback"
        await ground.playground.stage("add_fault", route=route, status=500)
        answer = await ground.otter.command(ground.duels, "greet")
        assert text(answer.message) == "Hello."
        # The work was done, its answer lost: to try again is one time too many.
        await ground.playground.stage("add_fault", route=route, status=500, processed=True)
        answer = await ground.otter.command(ground.duels, "greet")
        assert text(answer.message) == "Hello."
        async with asyncio.timeout(TIMEOUT_S):
            while not bot.raised:
                await asyncio.sleep(0.01)
        error = bot.raised.pop()
        assert isinstance(error, discord.HTTPException)
        assert error.code == 40060


async def _raw(ground: Ground, content: str) -> dict[str, str]:
    """The headers of what a client gets that heeds none."""
    url = f"{ground.setup['api']}/channels/{ground.duels}/messages"
    headers = {"Authorization": f"Bot {ground.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(url, json={"content": content}) as response,
    ):
        return dict(response.headers)


async def test_trouble_that_has_not_come_can_be_called_off(ground: Ground) -> None:
    """Of one route, or all of it."""
    bot = Bot()
    async with bot.living(ground):
        for called_off in ({"route": SEND}, {}):
            await ground.playground.stage("add_fault", route=SEND, status=503, times=9)
            await ground.playground.stage("clear_faults", **called_off)
            await bot.told(ground.duels).send("Hoo")
        await ground.playground.stage("add_fault", route=SEND, status=503)
        await ground.playground.stage("clear_faults", route="GET /channels/{channel_id}")
        with pytest.raises(discord.DiscordServerError):
            await bot.told(ground.duels).send("Hoo")
