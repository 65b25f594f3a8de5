"""Test bots that receive interactions at an HTTP endpoint: endpoint validation, signatures and responses."""

from __future__ import annotations

import asyncio
from typing import Any

from deploy.playground.tests.endpoint_bot import EndpointBot, run_endpoint_bot
from deploy.playground.tests.raw_bot import RawBot, open_raw_bot, wait_for_event
from deploy.playground.tests.sandbox import Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S


async def set_endpoint(bot: RawBot, endpoint_bot: EndpointBot) -> tuple[int, Any]:
    """Set the bot's interactions endpoint URL to this endpoint, and return the status and body of the reply."""
    endpoint_bot.public_key = bytes.fromhex((await bot.request("GET", "/applications/@me"))[1]["verify_key"])
    return await bot.request("PATCH", "/applications/@me", {"interactions_endpoint_url": endpoint_bot.url})


async def test_endpoint_on_other_machine_is_refused(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        for url in ("https://example.org/", "http://127.0.0.1.example.org/", "http://10.0.0.1/", "wolf"):
            status, _ = await bot.request("PATCH", "/applications/@me", {"interactions_endpoint_url": url})
            assert status == 400


# There are "two mutually-exclusive ways" to "receive interactions" (interactions/overview). The HTTP response has the
# same body as a callback.
async def test_endpoint_receives_signed_interactions_instead_of_gateway(sandbox: Sandbox) -> None:
    async with (
        open_raw_bot(sandbox) as bot,
        run_endpoint_bot() as endpoint,
        bot.open_gateway() as socket,
    ):
        status, application = await set_endpoint(bot, endpoint)
        assert (status, application["interactions_endpoint_url"]) == (200, endpoint.url)
        application_id = application["id"]
        await bot.request("POST", f"/applications/{application_id}/commands", {"name": "howl", "description": "Howls"})
        endpoint.next_response = {"type": 4, "data": {"content": "Hoo", "components": [BUTTON_ROW]}}
        result = await sandbox.otter.run_command(sandbox.duels_id, "howl")
        assert result.message["content"] == "Hoo"
        endpoint.next_response = {"type": 7, "data": {"content": "Hee"}}
        await sandbox.otter.click(result.message, "Again")
        endpoint.next_response = None
        deferred_task = asyncio.create_task(sandbox.heron.run_command(sandbox.duels_id, "howl"))
        async with asyncio.timeout(TIMEOUT_S):
            while len(endpoint.interactions) < 4:
                await endpoint.new_interactions.get()
        interaction = endpoint.interactions[3]
        body = {"type": 4, "data": {"content": "Later"}}
        await bot.request("POST", f"/interactions/{interaction['id']}/{interaction['token']}/callback", body)
        assert (await deferred_task).message["content"] == "Later"
        assert [received["type"] for received in endpoint.interactions] == [1, 2, 3, 2]
        assert endpoint.interactions[1]["data"]["name"] == "howl"
        assert not [entry for entry in await sandbox.load_traffic_log() if entry["what"] == "INTERACTION_CREATE"]
        assert (await bot.request("PATCH", "/applications/@me", {"interactions_endpoint_url": None}))[0] == 200
        waiting_task = asyncio.create_task(sandbox.otter.run_command(sandbox.duels_id, "howl"))
        interaction = await wait_for_event(socket, "INTERACTION_CREATE")
        await bot.request("POST", f"/interactions/{interaction['id']}/{interaction['token']}/callback", body)
        assert (await waiting_task).message["content"] == "Later"


BUTTON_ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Again", "custom_id": "again"}]}
