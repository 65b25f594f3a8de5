"""The page, in a real browser, when the bot or the playground itself goes and comes back."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from deploy.playground.tests.page_stage import SAMPLE, staged
from discord_playground.client import Playground

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_bot_may_go_and_come_back(browser: Browser) -> None:
    async with Playground.started(bots=["Sample"], hasty=True) as playground, staged(browser, playground) as stage:
        left = stage.left
        connect = left.pane.get_by_role("heading", name="Connect a bot")
        await expect(connect).to_be_visible()
        await expect(left.pane.get_by_text("discord.http.Route.BASE")).to_be_visible()
        async with playground.hosting(*SAMPLE):
            await expect(connect).to_have_count(0)
            await left.use("toys")
            await left.message("Choose.").get_by_role("button", name="Sample", exact=True).click()
            await expect(left.pane.get_by_text("· online")).to_be_visible()
        # Who looks at somebody sees them go.
        await expect(left.pane.get_by_text("· offline")).to_be_visible()
        await left.press("Escape")
        async with playground.hosting(*SAMPLE):
            await left.message("Choose.").get_by_role("button", name="Leap").click()
            await expect(left.message("@Otter leaps.")).to_be_visible()
        assert stage.troubles == []


async def test_the_page_finds_its_playground_again(browser: Browser, tmp_path: Path) -> None:
    async with AsyncExitStack() as first:
        playground = await first.enter_async_context(Playground.started(bots=["Sample"], folder=tmp_path))
        port = int(playground.line.url.rpartition(":")[2])
        async with staged(browser, playground) as stage:
            left = stage.left
            await left.writing.fill("half a")
            away = left.pane.get_by_text("The playground is not answering. Reconnecting…")
            await first.aclose()
            await expect(away).to_be_visible()
            async with Playground.started(bots=["Sample"], folder=tmp_path, port=port):
                await expect(away).to_have_count(0)
                await expect(left.writing).to_have_value("half a")
                await left.writing.press("Enter")
                await expect(stage.right.message("half a")).to_be_visible()
            # A browser tells its console of every line that breaks.
            assert not [trouble for trouble in stage.troubles if "ERR_CONNECTION_REFUSED" not in trouble]


async def test_reactions_are_shown_joined_and_taken_back(browser: Browser) -> None:
    async with Playground.started(bots=["Sample"]) as playground, staged(browser, playground) as stage:
        await stage.left.writing.fill("Who howls?")
        await stage.left.writing.press("Enter")
        here, there = (side.message("Who howls?").locator(".reaction") for side in (stage.left, stage.right))
        await expect(stage.right.message("Who howls?")).to_be_visible()
        see = await playground.as_("heron").see()
        said = next(one for each in see["messages"].values() for one in each if one["content"] == "Who howls?")
        await playground.as_("heron").react(said, "🐺")
        await expect(here).to_have_text("🐺1")
        await expect(here).to_have_attribute("aria-pressed", "false")
        await here.click()
        await expect(there).to_have_text("🐺2")
        await expect(here).to_have_attribute("aria-pressed", "true")
        await here.click()
        await expect(there).to_have_text("🐺1")
        assert stage.troubles == []
