"""Rules from the documentation page resources/webhook: webhooks of channels."""

from __future__ import annotations

from deploy.playground.tests.conformance.conformance_bot import ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage

PAGE = DocumentationPage("resources/webhook")


@PAGE.rule("Create Webhook", "A bot with MANAGE_WEBHOOKS can create a webhook for a channel.")
async def create_webhook(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await bot.set_permissions(channel_id, "manage_webhooks")
    assert (await bot.request("POST", f"/channels/{channel_id}/webhooks", {"name": "Echo"})).status == 200
