"""In a real browser: somebody takes a bot along, into a group and into a direct message of two."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from deploy.playground.tests.page_stage import Side, Stage
from discord_playground.client import Playground

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session", autouse=True)
async def removed(theatre: Playground) -> AsyncIterator[None]:
    yield
    await theatre.as_("otter").install("Sample", installed=False)


def bot(side: Side) -> Locator:
    members = side.pane.get_by_role("complementary", name="Members")
    return members.get_by_role("button", name=re.compile("^Sample"))


async def adds(side: Side, entry: str = "Add to my apps") -> None:
    """On the card of the bot, among the members."""
    await side.button("Members").click()
    await bot(side).click()
    await side.pane.get_by_role("menuitem", name=entry).click()
    await side.button("Members").click()


async def writes(side: Side, to: str) -> None:
    await side.button("Direct messages").click()
    await side.button("New message").click()
    await side.pane.get_by_role("menuitem", name=to).click()


async def arrived(side: Side, name: str) -> None:
    """Whoever types before writes where they were."""
    await expect(side.pane.get_by_role("heading", name=name).first).to_be_visible()


async def test_the_card_of_a_bot_offers_what_is_left_to_do_also_while_it_lies_open(
    stage: Stage, theatre: Playground
) -> None:
    left = stage.left
    await left.button("Members").click()
    await (
        left.pane.get_by_role("complementary", name="Members").get_by_role("button", name=re.compile("^Sample")).click()
    )
    for installed, entry in ((True, "Remove from my apps"), (False, "Add to my apps")):
        await theatre.as_("otter").install("Sample", installed=installed)
        await expect(left.pane.get_by_role("menuitem", name=entry)).to_be_visible()
    await left.press("Escape")
    await expect(left.pane.get_by_role("menu")).to_have_count(0)
    await left.button("Members").click()


async def test_a_bot_is_taken_along_into_a_group(stage: Stage) -> None:
    left, right = stage.left, stage.right
    await adds(left)
    await writes(left, "New group")
    await left.dialog.get_by_role("combobox").first.click()
    for name in ("Heron", "Lynx"):
        await left.pane.get_by_role("option", name=name).click()
    await left.press("Tab")
    await left.dialog.get_by_role("textbox").last.fill(f"Reeds {stage.place}")
    await left.dialog.get_by_role("button", name="Create").click()
    await arrived(left, f"Reeds {stage.place}")
    await right.button("Direct messages").click()
    await right.pane.get_by_role("button", name=f"Reeds {stage.place}").first.click()
    await left.use("toys")
    # Everybody there sees it, and presses; whoever has not installed it has no command there.
    await expect(right.message("Choose.")).to_contain_text("Otter used /toys")
    await right.writing.click()
    await right.type("/toys")
    await expect(right.options).to_have_count(0)
    await right.press("Control+a", "Backspace")


async def test_a_bot_is_taken_along_into_a_direct_message_and_put_away(stage: Stage) -> None:
    left, right = stage.left, stage.right
    await adds(left)
    await writes(left, "Heron")
    await arrived(left, "Heron")
    await left.use("toys")
    await right.button("Direct messages").click()
    await right.pane.get_by_role("button", name=re.compile("^Otter")).last.click()
    await expect(right.message("Choose.")).to_contain_text("Otter used /toys")
    await left.pane.get_by_role("button", name="Clearing").click()
    await adds(left, "Remove from my apps")
    await left.button("Direct messages").click()
    await left.writing.click()
    await left.type("/toys")
    await expect(left.options).to_have_count(0)
    await left.press("Control+a", "Backspace")
