"""Test interaction tokens, and the channel and message objects that an interaction contains."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import aiohttp

from deploy.playground.tests.raw_bot import RawBot, open_raw_bot, wait_for_event
from deploy.playground.tests.sandbox import EPHEMERAL_FLAG, LOADING_FLAG, Sandbox, create_sandbox
from discord_playground.client import JSON, Playground

BUTTON_ROW = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]
TEXT_INPUT = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1}}
MODAL_RESPONSE = {"type": 9, "data": {"title": "Who?", "custom_id": "who", "components": [TEXT_INPUT]}}


@dataclass(frozen=True)
class InteractionBot:
    """A bot that receives interactions from the gateway and lets the test respond to them."""

    raw_bot: RawBot
    socket: aiohttp.ClientWebSocketResponse

    async def wait_for_interaction(self) -> JSON:
        return await wait_for_event(self.socket, "INTERACTION_CREATE")

    async def respond(self, interaction: JSON, body: Any) -> None:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        assert await self.raw_bot.request("POST", path, body) == (204, None)

    async def request_by_token(self, interaction: JSON, method: str, suffix: str, body: Any = None) -> tuple[int, Any]:
        path = f"/webhooks/{interaction['application_id']}/{interaction['token']}{suffix}"
        return await self.raw_bot.request(method, path, body)

    async def send_and_click_button(self) -> tuple[JSON, JSON]:
        """Send a message with a button, let the user otter click it, and return the message and the interaction."""
        message = await self.raw_bot.send_message(self.raw_bot.sandbox.duels_id, "Card", components=BUTTON_ROW)
        await self.raw_bot.sandbox.otter.click(message, "Go", wait=False)
        return message, await self.wait_for_interaction()


@asynccontextmanager
async def open_interaction_bot(sandbox: Sandbox) -> AsyncIterator[InteractionBot]:
    async with open_raw_bot(sandbox) as raw_bot, raw_bot.open_gateway() as socket:
        yield InteractionBot(raw_bot, socket)


async def test_clicked_message_is_original_for_15_minutes(sandbox: Sandbox) -> None:
    async with open_interaction_bot(sandbox) as bot:
        message, click = await bot.send_and_click_button()
        await bot.respond(click, {"type": 6})
        status, response = await bot.request_by_token(click, "GET", "/messages/@original")
        assert (status, response["id"]) == (200, message["id"])
        await sandbox.playground.control("advance_time", seconds=10 * 60)
        status, response = await bot.request_by_token(click, "PATCH", "/messages/@original", {"content": "Moved on"})
        assert (status, response["id"], response["content"]) == (200, message["id"], "Moved on")
        # Everybody sees the edit, because the original response is the message in the channel.
        assert (await sandbox.heron.wait_for_message(sandbox.duels_id))["content"] == "Moved on"
        await sandbox.playground.control("advance_time", seconds=6 * 60)
        status, response = await bot.request_by_token(click, "PATCH", "/messages/@original", {"content": "Too late"})
        assert (status, response["code"]) == (401, 50027)


async def test_tokens_stay_valid_after_playground_restart(tmp_path: Path) -> None:
    """As on Discord, a restart does not invalidate tokens, but pending interactions expire."""
    async with Playground.start(folder=tmp_path) as playground:
        sandbox = await create_sandbox(playground)
        async with open_interaction_bot(sandbox) as bot:
            message, click = await bot.send_and_click_button()
            await bot.respond(click, {"type": 6})
            _, ephemeral = await bot.request_by_token(
                click, "POST", "", {"content": "For you", "flags": EPHEMERAL_FLAG}
            )
            await sandbox.otter.click(message, "Go", wait=False)
            deferred = await bot.wait_for_interaction()
            await bot.respond(deferred, {"type": 5})
            await sandbox.otter.click(message, "Go", wait=False)
            pending = await bot.wait_for_interaction()
    async with Playground.start(folder=tmp_path) as playground:
        sandbox = replace(sandbox, playground=playground, setup=await playground.load_setup())
        async with open_interaction_bot(sandbox) as bot:
            status, response = await bot.request_by_token(
                click, "PATCH", f"/messages/{ephemeral['id']}", {"content": "Only for you"}
            )
            assert (status, response["content"]) == (200, "Only for you")
            status, _ = await bot.request_by_token(click, "PATCH", "/messages/@original", {"content": "Moved on"})
            assert status == 200
            last = (await sandbox.otter.load_messages(sandbox.duels_id))[-1]
            assert last["flags"] & LOADING_FLAG
            status, response = await bot.request_by_token(deferred, "POST", "", {"content": "As promised"})
            assert (status, response["id"], response["flags"]) == (200, last["id"], 0)
            assert (await bot.request_by_token(pending, "POST", "", {"content": "Hoo"}))[0] == 401
            await playground.control("advance_time", seconds=16 * 60)
            assert (await bot.request_by_token(click, "POST", "", {"content": "Too late"}))[0] == 401


async def test_ephemeral_follow_up_to_click_is_new_message(sandbox: Sandbox) -> None:
    async with open_interaction_bot(sandbox) as bot:
        message, click = await bot.send_and_click_button()
        await bot.respond(click, {"type": 6})
        status, response = await bot.request_by_token(
            click, "POST", "", {"content": "For you", "flags": EPHEMERAL_FLAG}
        )
        assert status == 200
        assert response["id"] != message["id"]
        assert [shown["content"] for shown in await sandbox.otter.load_messages(sandbox.duels_id)] == [
            "Card",
            "For you",
        ]
        assert [shown["content"] for shown in await sandbox.heron.load_messages(sandbox.duels_id)] == ["Card"]
        status, _ = await bot.request_by_token(
            click, "PATCH", f"/messages/{response['id']}", {"content": "Only for you"}
        )
        assert status == 200


async def test_interaction_contains_last_message_id_of_channel(sandbox: Sandbox) -> None:
    """The ID may be that of a deleted message, but not that of an ephemeral message."""
    async with open_interaction_bot(sandbox) as bot:
        message, click = await bot.send_and_click_button()
        assert click["channel"]["last_message_id"] == message["id"]
        await bot.respond(click, {"type": 4, "data": {"content": "For you", "flags": EPHEMERAL_FLAG}})
        await sandbox.otter.click(message, "Go", wait=False)
        click = await bot.wait_for_interaction()
        assert click["channel"]["last_message_id"] == message["id"]
        await bot.respond(click, {"type": 6})
        deleted = await sandbox.heron.send_message(sandbox.duels_id, "Hoo")
        await sandbox.heron.delete_message(deleted)
        await sandbox.otter.click(message, "Go", wait=False)
        click = await bot.wait_for_interaction()
        assert click["channel"]["last_message_id"] == deleted["id"]
        await bot.respond(click, {"type": 6})


async def test_modal_of_command_can_be_closed_without_message(sandbox: Sandbox) -> None:
    async with open_interaction_bot(sandbox) as bot:
        setup = await sandbox.playground.load_setup()
        [application_id] = [entry["application_id"] for entry in setup["bots"] if entry["name"] == sandbox.bot_name]
        await bot.raw_bot.request(
            "PUT", f"/applications/{application_id}/commands", [{"name": "call", "description": "Calls"}]
        )
        await sandbox.otter.run_command(sandbox.duels_id, "call", wait=False)
        await bot.respond(await bot.wait_for_interaction(), MODAL_RESPONSE)
        await sandbox.otter.submit_modal({"name": "Otter"}, wait=False)
        submitted = await bot.wait_for_interaction()
        await bot.respond(submitted, {"type": 6})
        assert (await sandbox.otter.load_view())["modal"] is None
        # The interaction has no original response to edit, but the bot can send a follow-up message.
        status, response = await bot.request_by_token(submitted, "PATCH", "/messages/@original", {"content": "Un"})
        assert (status, response["code"]) == (404, 10008)
        status, response = await bot.request_by_token(
            submitted, "POST", "", {"content": "Thank you", "flags": EPHEMERAL_FLAG}
        )
        assert status == 200
        assert [entry["content"] for entry in await sandbox.otter.load_messages(sandbox.duels_id)] == ["Thank you"]
