"""A bot with an address of its own: pinged, signed to, and heard in its answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from deploy.playground.tests.ground import Ground
from deploy.playground.tests.hut import Hut, hut
from deploy.playground.tests.plain import Plain, plainly
from deploy.playground.tests.timeout import TIMEOUT_S


async def moved(bot: Plain, here: Hut) -> tuple[int, Any]:
    """To an address of its own."""
    here.public = bytes.fromhex((await bot.asks("GET", "/applications/@me"))[1]["verify_key"])
    return await bot.asks("PATCH", "/applications/@me", {"interactions_endpoint_url": here.url})


# «Acknowledging `PING` requests from Discord» and «Validate security-related request headers»; «If either of these are
# not complete, your Interactions Endpoint URL will not be validated»: interactions/overview, setting up an endpoint.
@pytest.mark.parametrize(("trusting", "pong"), [(True, 1), (False, 4)])
async def test_an_address_that_believes_anything_or_knows_no_ping_is_none(
    ground: Ground, trusting: bool, pong: int
) -> None:
    async with plainly(ground) as bot, hut() as here:
        here.trusting, here.pong = trusting, pong
        status, answer = await moved(bot, here)
        assert (status, [*answer["errors"]]) == (400, ["interactions_endpoint_url"])
        assert (await bot.asks("GET", "/applications/@me"))[1]["interactions_endpoint_url"] is None


async def test_nobody_beyond_this_machine_is_written_to(ground: Ground) -> None:
    async with plainly(ground) as bot:
        for url in ("https://example.org/", "http://127.0.0.1.example.org/", "http://10.0.0.1/", "wolf"):
            status, _ = await bot.asks("PATCH", "/applications/@me", {"interactions_endpoint_url": url})
            assert status == 400


# «two mutually-exclusive ways» to «receive interactions»: interactions/overview. What is answered is what a callback
# would say.
async def test_what_is_asked_is_signed_and_answered_there_and_not_at_the_gateway(ground: Ground) -> None:
    async with plainly(ground) as bot, hut() as here, bot.session.ws_connect(ground.setup["gateway"]) as socket:
        await socket.send_json(bot.identify())
        status, about = await moved(bot, here)
        assert (status, about["interactions_endpoint_url"]) == (200, here.url)
        app = about["id"]
        await bot.asks("POST", f"/applications/{app}/commands", {"name": "howl", "description": "Howls"})
        here.said = {"type": 4, "data": {"content": "Hoo", "components": [BUTTONS]}}
        answer = await ground.otter.command(ground.duels, "howl")
        assert answer.message["content"] == "Hoo"
        here.said = {"type": 7, "data": {"content": "Hee"}}
        await ground.otter.click(answer.message, "Again")
        here.said = None
        deferred = asyncio.create_task(ground.heron.command(ground.duels, "howl"))
        async with asyncio.timeout(TIMEOUT_S):
            while (told := await here.news.get()) != here.asked[-1] or len(here.asked) < 4:
                """Those that were answered at once."""
        body = {"type": 4, "data": {"content": "Later"}}
        await bot.asks("POST", f"/interactions/{told['id']}/{told['token']}/callback", body)
        assert (await deferred).message["content"] == "Later"
        assert [one["type"] for one in here.asked] == [1, 2, 3, 2]
        assert here.asked[1]["data"]["name"] == "howl"
        assert not [one for one in await ground.wire() if one["what"] == "INTERACTION_CREATE"]
        assert (await bot.asks("PATCH", "/applications/@me", {"interactions_endpoint_url": None}))[0] == 200
        back = asyncio.create_task(ground.otter.command(ground.duels, "howl"))
        async with asyncio.timeout(TIMEOUT_S):
            while (event := await socket.receive_json())["t"] != "INTERACTION_CREATE":
                """It is asked where it listens again."""
        await bot.asks("POST", f"/interactions/{event['d']['id']}/{event['d']['token']}/callback", body)
        assert (await back).message["content"] == "Later"


BUTTONS = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Again", "custom_id": "again"}]}
