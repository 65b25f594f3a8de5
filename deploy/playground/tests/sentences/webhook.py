"""resources/webhook: addresses at which anybody who knows the token speaks."""

from __future__ import annotations

from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Witness

PAGE = Page("resources/webhook")


@PAGE.says("Create Webhook", "a bot makes webhooks of a channel, for MANAGE_WEBHOOKS")
async def create(bot: Witness) -> None:
    made = await bot.channel()
    await bot.may(made, "manage_webhooks")
    assert (await bot.asks("POST", f"/channels/{made}/webhooks", {"name": "Echo"})).status == 200
