"""A bot with an address of its own: pinged, signed to, and heard in its answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from deploy.playground.tests.endpoint_bot import EndpointBot, run_endpoint_bot
from deploy.playground.tests.raw_bot import RawBot, open_raw_bot
from deploy.playground.tests.sandbox import Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S


async def set_endpoint(bot: RawBot, endpoint_bot: EndpointBot) -> tuple[int, Any]:
    """To an address of its own."""
    endpoint_bot.public_key = bytes.fromhex((await bot.request("GET", "/applications/@me"))[1]["verify_key"])
    return await bot.request("PATCH", "/applications/@me", {"interactions_endpoint_url": endpoint_bot.url})


# «Acknowledging `PING` requests from Discord» and «Validate security-related request headers»; «If either of these are
# not complete, your Interactions Endpoint URL will not be validated»: interactions/overview, setting up an endpoint.
@pytest.mark.parametrize(("trusting", "pong"), [(True, 1), (False, 4)])
async def test_an_address_that_believes_anything_or_knows_no_ping_is_none(
    sandbox: Sandbox, trusting: bool, pong: int
) -> None:
    async with open_raw_bot(sandbox) as bot, run_endpoint_bot() as here:
        here.skips_verification, here.ping_response_type = trusting, pong
        status, answer = await set_endpoint(bot, here)
        assert (status, [*answer["errors"]]) == (400, ["interactions_endpoint_url"])
        assert (await bot.request("GET", "/applications/@me"))[1]["interactions_endpoint_url"] is None


async def test_nobody_beyond_this_machine_is_written_to(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        for url in ("https://example.org/", "http://127.0.0.1.example.org/", "http://10.0.0.1/", "wolf"):
            status, _ = await bot.request("PATCH", "/applications/@me", {"interactions_endpoint_url": url})
            assert status == 400


# «two mutually-exclusive ways» to «receive interactions»: interactions/overview. What is answered is what a callback
# would say.
async def test_what_is_asked_is_signed_and_answered_there_and_not_at_the_gateway(sandbox: Sandbox) -> None:
    async with (
        open_raw_bot(sandbox) as bot,
        run_endpoint_bot() as here,
        bot.session.ws_connect(sandbox.setup["gateway"]) as socket,
    ):
        await socket.send_json(bot.identify_payload())
        status, about = await set_endpoint(bot, here)
        assert (status, about["interactions_endpoint_url"]) == (200, here.url)
        app = about["id"]
        await bot.request("POST", f"/applications/{app}/commands", {"name": "howl", "description": "Howls"})
        here.next_response = {"type": 4, "data": {"content": "Hoo", "components": [BUTTON_ROW]}}
        answer = await sandbox.otter.run_command(sandbox.duels_id, "howl")
        assert answer.message["content"] == "Hoo"
        here.next_response = {"type": 7, "data": {"content": "Hee"}}
        await sandbox.otter.click(answer.message, "Again")
        here.next_response = None
        deferred = asyncio.create_task(sandbox.heron.run_command(sandbox.duels_id, "howl"))
        async with asyncio.timeout(TIMEOUT_S):
            while (told := await here.new_interactions.get()) != here.interactions[-1] or len(here.interactions) < 4:
                """Those that were answered at once."""
        body = {"type": 4, "data": {"content": "Later"}}
        await bot.request("POST", f"/interactions/{told['id']}/{told['token']}/callback", body)
        assert (await deferred).message["content"] == "Later"
        assert [one["type"] for one in here.interactions] == [1, 2, 3, 2]
        assert here.interactions[1]["data"]["name"] == "howl"
        assert not [one for one in await sandbox.load_traffic_log() if one["what"] == "INTERACTION_CREATE"]
        assert (await bot.request("PATCH", "/applications/@me", {"interactions_endpoint_url": None}))[0] == 200
        back = asyncio.create_task(sandbox.otter.run_command(sandbox.duels_id, "howl"))
        async with asyncio.timeout(TIMEOUT_S):
            while (event := await socket.receive_json())["t"] != "INTERACTION_CREATE":
                """It is asked where it listens again."""
        await bot.request("POST", f"/interactions/{event['d']['id']}/{event['d']['token']}/callback", body)
        assert (await back).message["content"] == "Later"


BUTTON_ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Again", "custom_id": "again"}]}
