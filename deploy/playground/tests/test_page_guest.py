"""In a real browser: somebody takes a bot along, into a group and into a direct message of two."""

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


def locate_bot(side: Pane) -> Locator:
    members = side.locator.get_by_role("complementary", name="Members")
    return members.get_by_role("button", name=re.compile("^Sample"))


async def choose_from_bot_card(side: Pane, entry: str = "Add to my apps") -> None:
    """On the card of the bot, among the members."""
    await side.button("Members").click()
    await locate_bot(side).click()
    await side.locator.get_by_role("menuitem", name=entry).click()
    await side.button("Members").click()


async def open_dm(side: Pane, to: str) -> None:
    await side.button("Direct messages").click()
    await side.button("New message").click()
    await side.locator.get_by_role("menuitem", name=to).click()


async def expect_heading(side: Pane, name: str) -> None:
    """Whoever types before writes where they were."""
    await expect(side.locator.get_by_role("heading", name=name).first).to_be_visible()


async def test_the_card_of_a_bot_offers_what_is_left_to_do_also_while_it_lies_open(
    playground_page: PlaygroundPage, page_playground: Playground
) -> None:
    left = playground_page.left
    await left.button("Members").click()
    await (
        left.locator.get_by_role("complementary", name="Members")
        .get_by_role("button", name=re.compile("^Sample"))
        .click()
    )
    for installed, entry in ((True, "Remove from my apps"), (False, "Add to my apps")):
        await page_playground.person("otter").set_bot_installed("Sample", installed=installed)
        await expect(left.locator.get_by_role("menuitem", name=entry)).to_be_visible()
    await left.press_keys("Escape")
    await expect(left.locator.get_by_role("menu")).to_have_count(0)
    await left.button("Members").click()


async def test_a_bot_is_taken_along_into_a_group(playground_page: PlaygroundPage) -> None:
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
    # Everybody there sees it, and presses; whoever has not installed it has no command there.
    await expect(right.message("Choose.")).to_contain_text("Otter used /toys")
    await right.message_input.click()
    await right.type_text("/toys")
    await expect(right.options).to_have_count(0)
    await right.press_keys("Control+a", "Backspace")


async def test_a_bot_is_taken_along_into_a_direct_message_and_put_away(playground_page: PlaygroundPage) -> None:
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
