"""interactions/overview: an app that is asked at an address of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from deploy.playground.tests.hut import Hut, hut
from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Witness
from discord_playground.client import Answer

PAGE = Page("interactions/overview")
says = PAGE.says


@asynccontextmanager
async def settled(bot: Witness) -> AsyncIterator[tuple[Witness, Hut]]:
    """A bot that has moved to an address of its own."""
    async with bot.apart() as other, hut() as here:
        key = (await other.get("/applications/@me"))["verify_key"]
        here.public = bytes.fromhex(key)
        moved = await other.asks("PATCH", "/applications/@me", {"interactions_endpoint_url": here.url})
        assert (moved.status, moved.body["interactions_endpoint_url"]) == (200, here.url)
        yield other, here


@says("Acknowledging PING requests", "before it is taken an address is asked with type 1, and answers so")
async def ping(bot: Witness) -> None:
    async with settled(bot) as (_, here):
        assert [one["type"] for one in here.asked] == [1]


@says("Acknowledging PING requests", "an address that answers otherwise is not taken")
async def no_pong(bot: Witness) -> None:
    async with bot.apart() as other, hut() as here:
        here.trusting, here.pong = False, 4
        here.public = bytes.fromhex((await other.get("/applications/@me"))["verify_key"])
        reply = await other.asks("PATCH", "/applications/@me", {"interactions_endpoint_url": here.url})
        assert reply.wrong == {"interactions_endpoint_url"}


@says("Validating Security Request Headers", "an address that does not turn a wrong signature away is not taken")
async def trusting(bot: Witness) -> None:
    async with bot.apart() as other, hut() as here:
        here.trusting = True
        reply = await other.asks("PATCH", "/applications/@me", {"interactions_endpoint_url": here.url})
        assert reply.wrong == {"interactions_endpoint_url"}


@says("Validating Security Request Headers", "what is asked is signed, time and body, by the app's own key")
async def signed(bot: Witness) -> None:
    async with settled(bot) as (other, here):
        here.said = {"type": 4, "data": {"content": "Hoo"}}
        data = {"id": "1", "name": "howl", "type": 1}
        answer = Answer(
            await other.otter.act("forge", bot=other.ground.name, channel=other.ground.duels, kind=2, data=data)
        )
        # The hut takes nothing whose signature is not that of its key.
        assert (answer.message["content"], here.asked[-1]["type"]) == ("Hoo", 2)


@says("Preparing for Interactions", "whoever has an address hears of no interaction at the gateway")
async def one_of_two(bot: Witness) -> None:
    async with settled(bot) as (other, here), other.hearing() as ear:
        here.said = {"type": 4, "data": {"content": "Hoo"}}
        data = {"id": "1", "name": "howl", "type": 1}
        await other.otter.act("forge", bot=other.ground.name, channel=other.ground.duels, kind=2, data=data)
        said = await other.says()
        await ear.until("MESSAGE_CREATE", lambda told: told["id"] == said["id"])
        assert ear.told("INTERACTION_CREATE") == []


@says("Preparing for Interactions", "who has no address hears of them at the gateway")
async def by_default(bot: Witness) -> None:
    assert (await bot.get("/applications/@me"))["interactions_endpoint_url"] is None
    async with bot.hearing() as ear:
        assert (await bot.called(ear))["type"] == 2
