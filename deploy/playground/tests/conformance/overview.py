"""interactions/overview: an app that is asked at an address of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from deploy.playground.tests.conformance.conformance_bot import ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.endpoint_bot import EndpointBot, run_endpoint_bot
from discord_playground.client import InteractionResult

PAGE = DocumentationPage("interactions/overview")
rule = PAGE.rule


@asynccontextmanager
async def create_endpoint_bot(bot: ConformanceBot) -> AsyncIterator[tuple[ConformanceBot, EndpointBot]]:
    """A bot that has moved to an address of its own."""
    async with bot.create_separate_bot() as other, run_endpoint_bot() as here:
        key = (await other.get_json("/applications/@me"))["verify_key"]
        here.public_key = bytes.fromhex(key)
        moved = await other.request("PATCH", "/applications/@me", {"interactions_endpoint_url": here.url})
        assert (moved.status, moved.body["interactions_endpoint_url"]) == (200, here.url)
        yield other, here


@rule("Acknowledging PING requests", "before it is taken an address is asked with type 1, and answers so")
async def ping(bot: ConformanceBot) -> None:
    async with create_endpoint_bot(bot) as (_, here):
        assert [one["type"] for one in here.interactions] == [1]


@rule("Acknowledging PING requests", "an address that answers otherwise is not taken")
async def no_pong(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, run_endpoint_bot() as here:
        here.skips_verification, here.ping_response_type = False, 4
        here.public_key = bytes.fromhex((await other.get_json("/applications/@me"))["verify_key"])
        reply = await other.request("PATCH", "/applications/@me", {"interactions_endpoint_url": here.url})
        assert reply.fault_paths == {"interactions_endpoint_url"}


@rule("Validating Security Request Headers", "an address that does not turn a wrong signature away is not taken")
async def trusting(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, run_endpoint_bot() as here:
        here.skips_verification = True
        reply = await other.request("PATCH", "/applications/@me", {"interactions_endpoint_url": here.url})
        assert reply.fault_paths == {"interactions_endpoint_url"}


@rule("Validating Security Request Headers", "what is asked is signed, time and body, by the app's own key")
async def signed(bot: ConformanceBot) -> None:
    async with create_endpoint_bot(bot) as (other, here):
        here.next_response = {"type": 4, "data": {"content": "Hoo"}}
        data = {"id": "1", "name": "howl", "type": 1}
        answer = InteractionResult(
            await other.otter.perform_action(
                "forge", bot=other.sandbox.bot_name, channel=other.sandbox.duels_id, kind=2, data=data
            )
        )
        # The hut takes nothing whose signature is not that of its key.
        assert (answer.message["content"], here.interactions[-1]["type"]) == ("Hoo", 2)


@rule("Preparing for Interactions", "whoever has an address hears of no interaction at the gateway")
async def one_of_two(bot: ConformanceBot) -> None:
    async with create_endpoint_bot(bot) as (other, here), other.identify_at_gateway() as ear:
        here.next_response = {"type": 4, "data": {"content": "Hoo"}}
        data = {"id": "1", "name": "howl", "type": 1}
        await other.otter.perform_action(
            "forge", bot=other.sandbox.bot_name, channel=other.sandbox.duels_id, kind=2, data=data
        )
        said = await other.send_message()
        await ear.wait_for_event("MESSAGE_CREATE", lambda told: told["id"] == said["id"])
        assert ear.received_events("INTERACTION_CREATE") == []


@rule("Preparing for Interactions", "who has no address hears of them at the gateway")
async def by_default(bot: ConformanceBot) -> None:
    assert (await bot.get_json("/applications/@me"))["interactions_endpoint_url"] is None
    async with bot.identify_at_gateway() as ear:
        assert (await bot.forge_command(ear))["type"] == 2
