"""resources/webhook: addresses at which anybody who knows the token speaks."""

from __future__ import annotations

from deploy.playground.tests.conformance.conformance_bot import ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage

PAGE = DocumentationPage("resources/webhook")


@PAGE.rule("Create Webhook", "a bot makes webhooks of a channel, for MANAGE_WEBHOOKS")
async def create(bot: ConformanceBot) -> None:
    made = await bot.create_channel()
    await bot.set_permissions(made, "manage_webhooks")
    assert (await bot.request("POST", f"/channels/{made}/webhooks", {"name": "Echo"})).status == 200
