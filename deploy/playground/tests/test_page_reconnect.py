"""Test the page in a real browser when the bot or the playground restarts, and when people add reactions."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from deploy.playground.tests.playground_page import SAMPLE_BOT_COMMAND, open_playground_page
from discord_playground.client import Playground

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_page_follows_bot_going_offline_and_online(browser: Browser) -> None:
    async with (
        Playground.start(bots=["Sample"], skip_identify_limit=True) as playground,
        open_playground_page(browser, playground) as playground_page,
    ):
        left = playground_page.left
        connect_heading = left.locator.get_by_role("heading", name="Connect a bot")
        await expect(connect_heading).to_be_visible()
        await expect(left.locator.get_by_text("discord.http.Route.BASE")).to_be_visible()
        async with playground.run_bot(*SAMPLE_BOT_COMMAND):
            await expect(connect_heading).to_have_count(0)
            await left.run_command("toys")
            await left.message("Choose.").get_by_role("button", name="Sample", exact=True).click()
            await expect(left.locator.get_by_text("· online")).to_be_visible()
        # The open profile card must update its status.
        await expect(left.locator.get_by_text("· offline")).to_be_visible()
        await left.press_keys("Escape")
        async with playground.run_bot(*SAMPLE_BOT_COMMAND):
            await left.message("Choose.").get_by_role("button", name="Leap").click()
            await expect(left.message("@Otter leaps.")).to_be_visible()
        assert playground_page.errors == []


async def test_page_reconnects_after_playground_restart(browser: Browser, tmp_path: Path) -> None:
    async with AsyncExitStack() as first_run:
        playground = await first_run.enter_async_context(Playground.start(bots=["Sample"], folder=tmp_path))
        port = int(playground.api_client.url.rpartition(":")[2])
        async with open_playground_page(browser, playground) as playground_page:
            left = playground_page.left
            await left.message_input.fill("half a")
            reconnecting = left.locator.get_by_text("The playground is not answering. Reconnecting…")
            await first_run.aclose()
            await expect(reconnecting).to_be_visible()
            async with Playground.start(bots=["Sample"], folder=tmp_path, port=port):
                await expect(reconnecting).to_have_count(0)
                await expect(left.message_input).to_have_value("half a")
                await left.message_input.press("Enter")
                await expect(playground_page.right.message("half a")).to_be_visible()
            # The browser logs every broken connection to the console.
            assert not [error for error in playground_page.errors if "ERR_CONNECTION_REFUSED" not in error]


async def test_reactions_are_shown_added_and_removed(browser: Browser) -> None:
    async with (
        Playground.start(bots=["Sample"]) as playground,
        open_playground_page(browser, playground) as playground_page,
    ):
        await playground_page.left.message_input.fill("Who howls?")
        await playground_page.left.message_input.press("Enter")
        left_reaction, right_reaction = (
            pane.message("Who howls?").locator(".reaction") for pane in (playground_page.left, playground_page.right)
        )
        await expect(playground_page.right.message("Who howls?")).to_be_visible()
        view = await playground.person("heron").load_view()
        message = next(
            message
            for messages in view["messages"].values()
            for message in messages
            if message["content"] == "Who howls?"
        )
        await playground.person("heron").react(message, "🐺")
        await expect(left_reaction).to_have_text("🐺1")
        await expect(left_reaction).to_have_attribute("aria-pressed", "false")
        await left_reaction.click()
        await expect(right_reaction).to_have_text("🐺2")
        await expect(left_reaction).to_have_attribute("aria-pressed", "true")
        await left_reaction.click()
        await expect(right_reaction).to_have_text("🐺1")
        assert playground_page.errors == []
