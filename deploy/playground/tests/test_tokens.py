"""What an interaction brings with it: its token, its channel, and the message that was pressed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import aiohttp

from deploy.playground.tests.raw_bot import RawBot, open_raw_bot
from deploy.playground.tests.sandbox import Sandbox, create_sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON, Playground

BUTTON_ROW = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]
TEXT_INPUT = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1}}
MODAL_RESPONSE = {"type": 9, "data": {"title": "Who?", "custom_id": "who", "components": [TEXT_INPUT]}}
EPHEMERAL_FLAG = 64
LOADING_FLAG = 128


@dataclass(frozen=True)
class InteractionBot:
    """A bot that hears interactions, and answers as it is told."""

    raw_bot: RawBot
    socket: aiohttp.ClientWebSocketResponse

    async def wait_for_interaction(self) -> JSON:
        while (event := await self.socket.receive_json(timeout=TIMEOUT_S))["t"] != "INTERACTION_CREATE":
            """Something else."""
        told: JSON = event["d"]
        return told

    async def respond(self, interaction: JSON, body: Any) -> None:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        assert await self.raw_bot.request("POST", path, body) == (204, None)

    async def request_by_token(self, interaction: JSON, method: str, where: str, body: Any = None) -> tuple[int, Any]:
        path = f"/webhooks/{interaction['application_id']}/{interaction['token']}{where}"
        return await self.raw_bot.request(method, path, body)

    async def send_and_click_button(self) -> tuple[JSON, JSON]:
        """A card that the otter has pressed, and the interaction."""
        card = await self.raw_bot.send_message(self.raw_bot.sandbox.duels_id, "Card", components=BUTTON_ROW)
        await self.raw_bot.sandbox.otter.click(card, "Go", wait=False)
        return card, await self.wait_for_interaction()


@asynccontextmanager
async def open_interaction_bot(ground: Sandbox) -> AsyncIterator[InteractionBot]:
    async with open_raw_bot(ground) as plain, plain.session.ws_connect(ground.setup["gateway"]) as socket:
        await socket.send_json(plain.identify_payload())
        while (await socket.receive_json(timeout=TIMEOUT_S))["t"] != "GUILD_CREATE":
            """Not there yet."""
        yield InteractionBot(plain, socket)


async def test_the_pressed_message_is_the_original_for_a_quarter_of_an_hour(sandbox: Sandbox) -> None:
    async with open_interaction_bot(sandbox) as bot:
        card, press = await bot.send_and_click_button()
        await bot.respond(press, {"type": 6})
        status, told = await bot.request_by_token(press, "GET", "/messages/@original")
        assert (status, told["id"]) == (200, card["id"])
        await sandbox.playground.control("advance_time", seconds=10 * 60)
        status, told = await bot.request_by_token(press, "PATCH", "/messages/@original", {"content": "Moved on"})
        assert (status, told["id"], told["content"]) == (200, card["id"], "Moved on")
        # Everybody sees it: it is the message of the channel.
        assert (await sandbox.heron.wait_for_message(sandbox.duels_id))["content"] == "Moved on"
        await sandbox.playground.control("advance_time", seconds=6 * 60)
        status, told = await bot.request_by_token(press, "PATCH", "/messages/@original", {"content": "Too late"})
        assert (status, told["code"]) == (401, 50027)


async def test_a_token_outlives_the_playground(tmp_path: Path) -> None:
    """As Discord does not forget what it gave a bot when the bot begins anew; only who still waits, waits in vain."""
    async with Playground.start(folder=tmp_path) as playground:
        ground = await create_sandbox(playground)
        async with open_interaction_bot(ground) as bot:
            card, press = await bot.send_and_click_button()
            await bot.respond(press, {"type": 6})
            _, aside = await bot.request_by_token(press, "POST", "", {"content": "For you", "flags": EPHEMERAL_FLAG})
            await ground.otter.click(card, "Go", wait=False)
            promise = await bot.wait_for_interaction()
            await bot.respond(promise, {"type": 5})
            await ground.otter.click(card, "Go", wait=False)
            waiting = await bot.wait_for_interaction()
    async with Playground.start(folder=tmp_path) as playground:
        ground = replace(ground, playground=playground, setup=await playground.load_setup())
        async with open_interaction_bot(ground) as bot:
            status, told = await bot.request_by_token(
                press, "PATCH", f"/messages/{aside['id']}", {"content": "Only for you"}
            )
            assert (status, told["content"]) == (200, "Only for you")
            assert (await bot.request_by_token(press, "PATCH", "/messages/@original", {"content": "Moved on"}))[
                0
            ] == 200
            last = (await ground.otter.load_messages(ground.duels_id))[-1]
            assert last["flags"] & LOADING_FLAG
            status, told = await bot.request_by_token(promise, "POST", "", {"content": "As promised"})
            assert (status, told["id"], told["flags"]) == (200, last["id"], 0)
            assert (await bot.request_by_token(waiting, "POST", "", {"content": "Hoo"}))[0] == 401
            await playground.control("advance_time", seconds=16 * 60)
            assert (await bot.request_by_token(press, "POST", "", {"content": "Too late"}))[0] == 401


async def test_beside_the_pressed_message_somebody_is_told_in_private(sandbox: Sandbox) -> None:
    async with open_interaction_bot(sandbox) as bot:
        card, press = await bot.send_and_click_button()
        await bot.respond(press, {"type": 6})
        status, told = await bot.request_by_token(press, "POST", "", {"content": "For you", "flags": EPHEMERAL_FLAG})
        assert status == 200
        assert told["id"] != card["id"]
        assert [it["content"] for it in await sandbox.otter.load_messages(sandbox.duels_id)] == ["Card", "For you"]
        assert [it["content"] for it in await sandbox.heron.load_messages(sandbox.duels_id)] == ["Card"]
        status, _ = await bot.request_by_token(press, "PATCH", f"/messages/{told['id']}", {"content": "Only for you"})
        assert status == 200


async def test_an_interaction_tells_the_last_message_of_its_channel(sandbox: Sandbox) -> None:
    """What only one person sees is no message of the channel; and the last may be gone."""
    async with open_interaction_bot(sandbox) as bot:
        card, press = await bot.send_and_click_button()
        assert press["channel"]["last_message_id"] == card["id"]
        await bot.respond(press, {"type": 4, "data": {"content": "For you", "flags": EPHEMERAL_FLAG}})
        await sandbox.otter.click(card, "Go", wait=False)
        press = await bot.wait_for_interaction()
        assert press["channel"]["last_message_id"] == card["id"]
        await bot.respond(press, {"type": 6})
        said = await sandbox.heron.send_message(sandbox.duels_id, "Hoo")
        await sandbox.heron.delete_message(said)
        await sandbox.otter.click(card, "Go", wait=False)
        press = await bot.wait_for_interaction()
        assert press["channel"]["last_message_id"] == said["id"]
        await bot.respond(press, {"type": 6})


async def test_a_modal_of_a_command_is_closed_without_a_word(sandbox: Sandbox) -> None:
    async with open_interaction_bot(sandbox) as bot:
        setup = await sandbox.playground.load_setup()
        [me] = [it["application_id"] for it in setup["bots"] if it["name"] == sandbox.bot_name]
        await bot.raw_bot.request("PUT", f"/applications/{me}/commands", [{"name": "call", "description": "Calls"}])
        await sandbox.otter.run_command(sandbox.duels_id, "call", wait=False)
        await bot.respond(await bot.wait_for_interaction(), MODAL_RESPONSE)
        await sandbox.otter.submit_modal({"name": "Otter"}, wait=False)
        submitted = await bot.wait_for_interaction()
        await bot.respond(submitted, {"type": 6})
        assert (await sandbox.otter.load_view())["modal"] is None
        # There is no message that would be its original, and what follows is a message of its own.
        status, told = await bot.request_by_token(submitted, "PATCH", "/messages/@original", {"content": "Un"})
        assert (status, told["code"]) == (404, 10008)
        status, told = await bot.request_by_token(
            submitted, "POST", "", {"content": "Thank you", "flags": EPHEMERAL_FLAG}
        )
        assert status == 200
        assert [it["content"] for it in await sandbox.otter.load_messages(sandbox.duels_id)] == ["Thank you"]


async def test_what_goes_by_a_token_is_not_bound_to_the_limit_for_everything(sandbox: Sandbox) -> None:
    async with open_interaction_bot(sandbox) as bot:
        _, press = await bot.send_and_click_button()
        await sandbox.playground.control("set_rate_limit", route="*", limit=1, seconds=600)
        try:
            await bot.respond(press, {"type": 6})
            for content in ("One", "Two"):
                assert (await bot.request_by_token(press, "PATCH", "/messages/@original", {"content": content}))[
                    0
                ] == 200
                assert (await bot.request_by_token(press, "POST", "", {"content": content}))[0] == 200
            where = f"/channels/{sandbox.duels_id}"
            assert [(await bot.raw_bot.request("GET", where))[0] for _ in range(2)] == [200, 429]
        finally:
            await sandbox.playground.control("set_rate_limit", route="*", limit=None)
