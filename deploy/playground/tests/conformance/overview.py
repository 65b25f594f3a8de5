"""Rules from the documentation page interactions/overview: apps that receive interactions at an endpoint URL."""

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
    """Create a bot that receives its interactions at an endpoint URL, and yield the bot and the endpoint."""
    async with bot.create_separate_bot() as other, run_endpoint_bot() as endpoint:
        key = (await other.get_json("/applications/@me"))["verify_key"]
        endpoint.public_key = bytes.fromhex(key)
        reply = await other.request("PATCH", "/applications/@me", {"interactions_endpoint_url": endpoint.url})
        assert (reply.status, reply.body["interactions_endpoint_url"]) == (200, endpoint.url)
        yield other, endpoint


@rule("Acknowledging PING requests", "A new endpoint URL receives a ping of type 1 and must answer with type 1.")
async def endpoint_ping(bot: ConformanceBot) -> None:
    async with create_endpoint_bot(bot) as (_, endpoint):
        assert [interaction["type"] for interaction in endpoint.interactions] == [1]


@rule("Acknowledging PING requests", "An endpoint that answers the ping otherwise is refused.")
async def wrong_ping_response(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, run_endpoint_bot() as endpoint:
        endpoint.skips_verification, endpoint.ping_response_type = False, 4
        endpoint.public_key = bytes.fromhex((await other.get_json("/applications/@me"))["verify_key"])
        reply = await other.request("PATCH", "/applications/@me", {"interactions_endpoint_url": endpoint.url})
        assert reply.error_paths == {"interactions_endpoint_url"}


@rule("Validating Security Request Headers", "An endpoint that accepts an invalid signature is refused.")
async def unchecked_signature(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, run_endpoint_bot() as endpoint:
        endpoint.skips_verification = True
        reply = await other.request("PATCH", "/applications/@me", {"interactions_endpoint_url": endpoint.url})
        assert reply.error_paths == {"interactions_endpoint_url"}


@rule("Validating Security Request Headers", "Requests are signed with the app's key, over timestamp and body.")
async def signed_requests(bot: ConformanceBot) -> None:
    async with create_endpoint_bot(bot) as (other, endpoint):
        endpoint.next_response = {"type": 4, "data": {"content": "Hoo"}}
        data = {"id": "1", "name": "howl", "type": 1}
        answer = InteractionResult(
            await other.otter.perform_action(
                "forge", bot=other.sandbox.bot_name, channel=other.sandbox.duels_id, kind=2, data=data
            )
        )
        # The endpoint accepts only requests that are signed with the app's key.
        assert (answer.message["content"], endpoint.interactions[-1]["type"]) == ("Hoo", 2)


@rule("Preparing for Interactions", "An app with an endpoint URL receives no interactions over the gateway.")
async def endpoint_instead_of_gateway(bot: ConformanceBot) -> None:
    async with create_endpoint_bot(bot) as (other, endpoint), other.identify_at_gateway() as gateway:
        endpoint.next_response = {"type": 4, "data": {"content": "Hoo"}}
        data = {"id": "1", "name": "howl", "type": 1}
        await other.otter.perform_action(
            "forge", bot=other.sandbox.bot_name, channel=other.sandbox.duels_id, kind=2, data=data
        )
        message = await other.send_message()
        await gateway.wait_for_event("MESSAGE_CREATE", lambda event: event["id"] == message["id"])
        assert gateway.list_received_events("INTERACTION_CREATE") == []


@rule("Preparing for Interactions", "An app without an endpoint URL receives interactions over the gateway.")
async def gateway_by_default(bot: ConformanceBot) -> None:
    assert (await bot.get_json("/applications/@me"))["interactions_endpoint_url"] is None
    async with bot.identify_at_gateway() as gateway:
        assert (await bot.forge_command(gateway))["type"] == 2
