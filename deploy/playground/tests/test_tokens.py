"""What an interaction brings with it: its token, its channel, and the message that was pressed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import aiohttp

from deploy.playground.tests.ground import Ground, grounds
from deploy.playground.tests.plain import Plain, plainly
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON, Playground

BUTTON = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]
INPUT = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1}}
MODAL = {"type": 9, "data": {"title": "Who?", "custom_id": "who", "components": [INPUT]}}
EPHEMERAL = 64
LOADING = 128


@dataclass(frozen=True)
class Heard:
    """A bot that hears interactions, and answers as it is told."""

    plain: Plain
    socket: aiohttp.ClientWebSocketResponse

    async def asked(self) -> JSON:
        while (event := await self.socket.receive_json(timeout=TIMEOUT_S))["t"] != "INTERACTION_CREATE":
            """Something else."""
        told: JSON = event["d"]
        return told

    async def answers(self, interaction: JSON, body: Any) -> None:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        assert await self.plain.asks("POST", path, body) == (204, None)

    async def by_token(self, interaction: JSON, method: str, where: str, body: Any = None) -> tuple[int, Any]:
        path = f"/webhooks/{interaction['application_id']}/{interaction['token']}{where}"
        return await self.plain.asks(method, path, body)

    async def pressed(self) -> tuple[JSON, JSON]:
        """A card that the otter has pressed, and the interaction."""
        card = await self.plain.says(self.plain.ground.duels, "Card", components=BUTTON)
        await self.plain.ground.otter.click(card, "Go", wait=False)
        return card, await self.asked()


@asynccontextmanager
async def hearing(ground: Ground) -> AsyncIterator[Heard]:
    async with plainly(ground) as plain, plain.session.ws_connect(ground.setup["gateway"]) as socket:
        await socket.send_json(plain.identify())
        while (await socket.receive_json(timeout=TIMEOUT_S))["t"] != "GUILD_CREATE":
            """Not there yet."""
        yield Heard(plain, socket)


async def test_the_pressed_message_is_the_original_for_a_quarter_of_an_hour(ground: Ground) -> None:
    async with hearing(ground) as bot:
        card, press = await bot.pressed()
        await bot.answers(press, {"type": 6})
        status, told = await bot.by_token(press, "GET", "/messages/@original")
        assert (status, told["id"]) == (200, card["id"])
        await ground.playground.stage("advance_time", seconds=10 * 60)
        status, told = await bot.by_token(press, "PATCH", "/messages/@original", {"content": "Moved on"})
        assert (status, told["id"], told["content"]) == (200, card["id"], "Moved on")
        # Everybody sees it: it is the message of the channel.
        assert (await ground.heron.waits_for(ground.duels))["content"] == "Moved on"
        await ground.playground.stage("advance_time", seconds=6 * 60)
        status, told = await bot.by_token(press, "PATCH", "/messages/@original", {"content": "Too late"})
        assert (status, told["code"]) == (401, 50027)


async def test_a_token_outlives_the_playground(tmp_path: Path) -> None:
    """As Discord does not forget what it gave a bot when the bot begins anew; only who still waits, waits in vain."""
    async with Playground.started(folder=tmp_path) as playground:
        ground = await grounds(playground)
        async with hearing(ground) as bot:
            card, press = await bot.pressed()
            await bot.answers(press, {"type": 6})
            _, aside = await bot.by_token(press, "POST", "", {"content": "For you", "flags": EPHEMERAL})
            await ground.otter.click(card, "Go", wait=False)
            promise = await bot.asked()
            await bot.answers(promise, {"type": 5})
            await ground.otter.click(card, "Go", wait=False)
            waiting = await bot.asked()
    async with Playground.started(folder=tmp_path) as playground:
        ground = replace(ground, playground=playground, setup=await playground.setup())
        async with hearing(ground) as bot:
            status, told = await bot.by_token(press, "PATCH", f"/messages/{aside['id']}", {"content": "Only for you"})
            assert (status, told["content"]) == (200, "Only for you")
            assert (await bot.by_token(press, "PATCH", "/messages/@original", {"content": "Moved on"}))[0] == 200
            last = (await ground.otter.messages(ground.duels))[-1]
            assert last["flags"] & LOADING
            status, told = await bot.by_token(promise, "POST", "", {"content": "As promised"})
            assert (status, told["id"], told["flags"]) == (200, last["id"], 0)
            assert (await bot.by_token(waiting, "POST", "", {"content": "Hoo"}))[0] == 401
            await playground.stage("advance_time", seconds=16 * 60)
            assert (await bot.by_token(press, "POST", "", {"content": "Too late"}))[0] == 401


async def test_beside_the_pressed_message_somebody_is_told_in_private(ground: Ground) -> None:
    async with hearing(ground) as bot:
        card, press = await bot.pressed()
        await bot.answers(press, {"type": 6})
        status, told = await bot.by_token(press, "POST", "", {"content": "For you", "flags": EPHEMERAL})
        assert status == 200
        assert told["id"] != card["id"]
        assert [it["content"] for it in await ground.otter.messages(ground.duels)] == ["Card", "For you"]
        assert [it["content"] for it in await ground.heron.messages(ground.duels)] == ["Card"]
        status, _ = await bot.by_token(press, "PATCH", f"/messages/{told['id']}", {"content": "Only for you"})
        assert status == 200


async def test_an_interaction_tells_the_last_message_of_its_channel(ground: Ground) -> None:
    """What only one person sees is no message of the channel; and the last may be gone."""
    async with hearing(ground) as bot:
        card, press = await bot.pressed()
        assert press["channel"]["last_message_id"] == card["id"]
        await bot.answers(press, {"type": 4, "data": {"content": "For you", "flags": EPHEMERAL}})
        await ground.otter.click(card, "Go", wait=False)
        press = await bot.asked()
        assert press["channel"]["last_message_id"] == card["id"]
        await bot.answers(press, {"type": 6})
        said = await ground.heron.say(ground.duels, "Hoo")
        await ground.heron.delete(said)
        await ground.otter.click(card, "Go", wait=False)
        press = await bot.asked()
        assert press["channel"]["last_message_id"] == said["id"]
        await bot.answers(press, {"type": 6})


async def test_a_modal_of_a_command_is_closed_without_a_word(ground: Ground) -> None:
    async with hearing(ground) as bot:
        setup = await ground.playground.setup()
        [me] = [it["application_id"] for it in setup["bots"] if it["name"] == ground.name]
        await bot.plain.asks("PUT", f"/applications/{me}/commands", [{"name": "call", "description": "Calls"}])
        await ground.otter.command(ground.duels, "call", wait=False)
        await bot.answers(await bot.asked(), MODAL)
        await ground.otter.submit({"name": "Otter"}, wait=False)
        submitted = await bot.asked()
        await bot.answers(submitted, {"type": 6})
        assert (await ground.otter.see())["modal"] is None
        # There is no message that would be its original, and what follows is a message of its own.
        status, told = await bot.by_token(submitted, "PATCH", "/messages/@original", {"content": "Un"})
        assert (status, told["code"]) == (404, 10008)
        status, told = await bot.by_token(submitted, "POST", "", {"content": "Thank you", "flags": EPHEMERAL})
        assert status == 200
        assert [it["content"] for it in await ground.otter.messages(ground.duels)] == ["Thank you"]


async def test_what_goes_by_a_token_is_not_bound_to_the_limit_for_everything(ground: Ground) -> None:
    async with hearing(ground) as bot:
        _, press = await bot.pressed()
        await ground.playground.stage("set_rate_limit", route="*", limit=1, seconds=600)
        try:
            await bot.answers(press, {"type": 6})
            for content in ("One", "Two"):
                assert (await bot.by_token(press, "PATCH", "/messages/@original", {"content": content}))[0] == 200
                assert (await bot.by_token(press, "POST", "", {"content": content}))[0] == 200
            where = f"/channels/{ground.duels}"
            assert [(await bot.plain.asks("GET", where))[0] for _ in range(2)] == [200, 429]
        finally:
            await ground.playground.stage("set_rate_limit", route="*", limit=None)
