"""The page, in a real browser, when the bot or the playground itself goes and comes back."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from deploy.playground.tests.playground_page import SAMPLE_BOT_COMMAND, open_playground_page
from discord_playground.client import Playground

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_bot_may_go_and_come_back(browser: Browser) -> None:
    async with (
        Playground.start(bots=["Sample"], skip_identify_limit=True) as playground,
        open_playground_page(browser, playground) as stage,
    ):
        left = stage.left
        connect = left.locator.get_by_role("heading", name="Connect a bot")
        await expect(connect).to_be_visible()
        await expect(left.locator.get_by_text("discord.http.Route.BASE")).to_be_visible()
        async with playground.run_bot(*SAMPLE_BOT_COMMAND):
            await expect(connect).to_have_count(0)
            await left.run_command("toys")
            await left.message("Choose.").get_by_role("button", name="Sample", exact=True).click()
            await expect(left.locator.get_by_text("· online")).to_be_visible()
        # Who looks at somebody sees them go.
        await expect(left.locator.get_by_text("· offline")).to_be_visible()
        await left.press_keys("Escape")
        async with playground.run_bot(*SAMPLE_BOT_COMMAND):
            await left.message("Choose.").get_by_role("button", name="Leap").click()
            await expect(left.message("@Otter leaps.")).to_be_visible()
        assert stage.errors == []


async def test_the_page_finds_its_playground_again(browser: Browser, tmp_path: Path) -> None:
    async with AsyncExitStack() as first:
        playground = await first.enter_async_context(Playground.start(bots=["Sample"], folder=tmp_path))
        port = int(playground.api_client.url.rpartition(":")[2])
        async with open_playground_page(browser, playground) as stage:
            left = stage.left
            await left.message_input.fill("half a")
            away = left.locator.get_by_text("The playground is not answering. Reconnecting…")
            await first.aclose()
            await expect(away).to_be_visible()
            async with Playground.start(bots=["Sample"], folder=tmp_path, port=port):
                await expect(away).to_have_count(0)
                await expect(left.message_input).to_have_value("half a")
                await left.message_input.press("Enter")
                await expect(stage.right.message("half a")).to_be_visible()
            # A browser tells its console of every line that breaks.
            assert not [trouble for trouble in stage.errors if "ERR_CONNECTION_REFUSED" not in trouble]


async def test_reactions_are_shown_joined_and_taken_back(browser: Browser) -> None:
    async with Playground.start(bots=["Sample"]) as playground, open_playground_page(browser, playground) as stage:
        await stage.left.message_input.fill("Who howls?")
        await stage.left.message_input.press("Enter")
        here, there = (side.message("Who howls?").locator(".reaction") for side in (stage.left, stage.right))
        await expect(stage.right.message("Who howls?")).to_be_visible()
        see = await playground.person("heron").load_view()
        said = next(one for each in see["messages"].values() for one in each if one["content"] == "Who howls?")
        await playground.person("heron").react(said, "🐺")
        await expect(here).to_have_text("🐺1")
        await expect(here).to_have_attribute("aria-pressed", "false")
        await here.click()
        await expect(there).to_have_text("🐺2")
        await expect(here).to_have_attribute("aria-pressed", "true")
        await here.click()
        await expect(there).to_have_text("🐺1")
        assert stage.errors == []
