"""A page before a browser, with the bot behind it: two people who only click and type."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, Locator, expect

from bot.discord.engraver import drawings
from deploy.playground.client import JSON, Playground, labels
from deploy.playground.tests.page_stage import Side, Stage, staged
from tests.patience import PATIENCE

BOT: Final = "Wolf & Bison"
LINE: Final = re.compile(r"^([123]|[ABC])$")
"""What a mask's button says."""
OVER: Final = """() => [document.scrollingElement, ...document.querySelectorAll(".scroller")]
    .filter((element) => element.scrollWidth > element.clientWidth).length"""


@asynccontextmanager
async def met(browser: Browser, folder: Path, **options: Any) -> AsyncIterator[Stage]:
    """A playground, a bot and a page of one's own; nothing may go wrong on any of them."""
    async with Playground.started(bots=[BOT], strict=True, hasty=True) as playground:
        await playground.stage("patience", seconds=PATIENCE)
        # It has been there before: to draw its emoji and bring them takes longer than all the rest of its start.
        await playground.stage("emojis", bot=BOT, names=[*drawings()])
        program = (sys.executable, "-m", "tests.wire.traced", "run")
        async with playground.hosting(*program, bot=BOT, DATABASE_URL=f"sqlite:///{folder}/duel.db", DUEL_PRESSES="0"):
            await playground.as_("otter").learns("duel")
            async with staged(browser, playground, **options) as stage:
                yield stage
                assert stage.troubles == []
            entries = (await playground.wire())["entries"]
            assert [entry for entry in entries if (entry["refused"] or "").startswith("50035")] == []


def hand(side: Side) -> Locator:
    """The newest message that only this person sees."""
    return side.messages.filter(has_text="Only you can see this").last


async def challenges(side: Side, *options: tuple[str, str]) -> None:
    """`/duel challenge Heron …`, each option completed as it is typed."""
    await side.begin("duel challenge")
    await side.type("heron")
    await expect(side.options).to_have_count(1)
    await side.press("Enter")
    for name, value in options:
        await side.type(name)
        await expect(side.options.first).to_contain_text(name)
        await side.press("Enter")
        await side.type(value)
        await expect(side.options).to_have_count(1)
        await side.press("Enter")
    await side.press("Enter")


def holding(side: Side, label: str) -> Locator:
    """The newest message that has such a button; what is said in a reply to it does not count."""
    button = side.pane.page.locator(".button", has_text=re.compile(f"^{re.escape(label)}$"))
    return side.messages.filter(has=button).last


async def press(side: Side, label: str, within: Locator | None = None) -> None:
    message = within or holding(side, label)
    await message.locator(".button", has_text=re.compile(f"^{re.escape(label)}$")).last.click()


def boards(where: Locator) -> Locator:
    return where.locator('.gallery img[src*="board.png"]')


async def keeps_its_shape(board: Locator) -> None:
    """As wide and as high as it was painted, in proportion, and large enough to be read."""
    await expect(board).to_be_visible()
    sizes: JSON | None = None
    async with asyncio.timeout(PATIENCE):
        while not sizes:
            # Where its message is drawn anew meanwhile there is another one.
            sizes = await board.evaluate(
                "async (img) => { await img.decode(); const b = img.getBoundingClientRect(); return img.isConnected &&"
                " { painted: img.naturalWidth / img.naturalHeight, shown: b.width / b.height, width: b.width }; }"
            )
    assert abs(sizes["painted"] - sizes["shown"]) < 0.02, sizes
    assert sizes["width"] >= 220, sizes


async def begun(stage: Stage) -> None:
    """A match in which both are asked at once; how one comes to it is another test."""
    await stage.left.player.command(stage.channel, "duel challenge", opponent="heron", options="placement=random")
    await accepted(stage)


async def accepted(stage: Stage) -> None:
    """The newest card."""
    otter, heron = stage.left.player, stage.right.player
    card = await otter.waits_for(stage.channel, lambda it: "Accept" in labels(it))
    await heron.click(card, "Accept")
    await otter.waits_for(stage.channel, lambda it: it["id"] == card["id"] and "Choose" in labels(it))
