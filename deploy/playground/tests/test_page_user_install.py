"""Test user-installed bots on the page in a real browser: how to install them, and commands in groups and DMs."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from deploy.playground.tests.playground_page import Pane, PlaygroundPage
from discord_playground.client import Playground

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session", autouse=True)
async def uninstall_afterwards(page_playground: Playground) -> AsyncIterator[None]:
    yield
    await page_playground.person("otter").set_bot_installed("Sample", installed=False)


def locate_bot(pane: Pane) -> Locator:
    members = pane.locator.get_by_role("complementary", name="Members")
    return members.get_by_role("button", name=re.compile("^Sample"))


async def choose_from_bot_card(pane: Pane, entry: str = "Add to my apps") -> None:
    """Open the member list and the bot's card, choose an entry of the card, and close the list."""
    await pane.button("Members").click()
    await locate_bot(pane).click()
    await pane.locator.get_by_role("menuitem", name=entry).click()
    await pane.button("Members").click()


async def open_dm(pane: Pane, entry: str) -> None:
    await pane.button("Direct messages").click()
    await pane.button("New message").click()
    await pane.locator.get_by_role("menuitem", name=entry).click()


async def expect_heading(pane: Pane, name: str) -> None:
    """Wait until the channel with this name is open. Otherwise, typed text could go to the previous channel."""
    await expect(pane.locator.get_by_role("heading", name=name).first).to_be_visible()


async def test_open_bot_card_follows_installation(playground_page: PlaygroundPage, page_playground: Playground) -> None:
    left = playground_page.left
    await left.button("Members").click()
    await locate_bot(left).click()
    for installed, entry in ((True, "Remove from my apps"), (False, "Add to my apps")):
        await page_playground.person("otter").set_bot_installed("Sample", installed=installed)
        await expect(left.locator.get_by_role("menuitem", name=entry)).to_be_visible()
    await left.press_keys("Escape")
    await expect(left.locator.get_by_role("menu")).to_have_count(0)
    await left.button("Members").click()


async def test_installed_bot_has_commands_in_group(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await choose_from_bot_card(left)
    await open_dm(left, "New group")
    await left.dialog.get_by_role("combobox").first.click()
    for name in ("Heron", "Lynx"):
        await left.locator.get_by_role("option", name=name).click()
    await left.press_keys("Tab")
    await left.dialog.get_by_role("textbox").last.fill(f"Reeds {playground_page.channel_name}")
    await left.dialog.get_by_role("button", name="Create").click()
    await expect_heading(left, f"Reeds {playground_page.channel_name}")
    await right.button("Direct messages").click()
    await right.locator.get_by_role("button", name=f"Reeds {playground_page.channel_name}").first.click()
    await left.run_command("toys")
    # Everyone in the group sees the response, but only people who installed the bot have its commands.
    await expect(right.message("Choose.")).to_contain_text("Otter used /toys")
    await right.message_input.click()
    await right.type_text("/toys")
    await expect(right.options).to_have_count(0)
    await right.press_keys("Control+a", "Backspace")


async def test_installed_bot_has_commands_in_dm_until_removed(playground_page: PlaygroundPage) -> None:
    left, right = playground_page.left, playground_page.right
    await choose_from_bot_card(left)
    await open_dm(left, "Heron")
    await expect_heading(left, "Heron")
    await left.run_command("toys")
    await right.button("Direct messages").click()
    await right.locator.get_by_role("button", name=re.compile("^Otter")).last.click()
    await expect(right.message("Choose.")).to_contain_text("Otter used /toys")
    await left.locator.get_by_role("button", name="Clearing").click()
    await choose_from_bot_card(left, "Remove from my apps")
    await left.button("Direct messages").click()
    await left.message_input.click()
    await left.type_text("/toys")
    await expect(left.options).to_have_count(0)
    await left.press_keys("Control+a", "Backspace")
