"""The README's picture of the playground: `python -m tests.bot.discord.picture OUT.png`. The dice are new each time."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.async_api import Page, ViewportSize, async_playwright, expect

from deploy.playground.client import JSON, Player, Playground, buttons, labels
from tests.bot.discord.browsed import BOT, LINE
from tests.playground.page_stage import CHROMIUM

SIZE: Final = ViewportSize(width=1440, height=940)
LOOKS: Final = {"left": "dark", "right": "light"}
PLACE: Final = "duels"


async def _picks(player: Player, *clicks: int) -> None:
    """By direct message, from page to page."""
    prompt = await player.waits_for(f"@{BOT}", _asks)
    for click in clicks:
        choices = [one["custom_id"] for one in buttons(prompt) if one["custom_id"].startswith("pi:")]
        prompt = (await player.click(prompt, custom_id=choices[click])).message


def _asks(message: JSON) -> bool:
    return any(one.get("custom_id", "").startswith("pi:") for one in buttons(message))


async def _played(otter: Player, heron: Player) -> None:
    """One duel and an exchange; then Otter has chosen, and Heron is asked."""
    offered = await otter.command(PLACE, "duel challenge", opponent="heron")
    await otter.dismiss(message=offered.message)
    card = await otter.waits_for(PLACE, lambda it: "Accept" in labels(it))
    parts = (await otter.click(card, "Options")).message
    await otter.click(parts, labels(parts)[0])
    await otter.submit({"placement": ["random"]})
    await otter.dismiss(message=parts)
    await heron.click(card, "Accept")
    await asyncio.gather(_picks(otter, 1), _picks(heron, 1))
    table = await otter.waits_for(PLACE, lambda it: "step 2" in str(it))
    bison = otter if f"Bison (<@{(await otter.see())['me']['id']}>)" in str(table) else heron
    await _picks(bison, 0, 0)
    await otter.waits_for(PLACE, lambda it: "step 3" in str(it))
    await _picks(otter, 2)


async def _taken(page: Page, out: Path) -> None:
    left, right = (page.locator(f".pane[data-side={side}]") for side in LOOKS)
    await expect(left.get_by_text("has chosen")).to_be_visible()
    await right.get_by_role("button", name="Direct messages").click()
    await right.get_by_role("navigation", name="Channels").get_by_role("button", name=BOT).click()
    await expect(right.get_by_role("button", name=LINE)).to_have_count(3)
    # Who has come this far knows how to begin.
    for side in (left, right):
        await side.get_by_role("button", name="Close the hint").click()
    await page.mouse.move(0, 0)
    for image in await page.locator(".gallery img").all():
        await image.evaluate("image => image.decode()")
    await page.screenshot(path=out)


async def main(out: Path) -> None:
    with TemporaryDirectory() as folder:
        async with Playground.started(bots=[BOT]) as playground, async_playwright() as playwright:
            program = (sys.executable, "-m", "bot", "run")
            async with playground.hosting(*program, bot=BOT, DATABASE_URL=f"sqlite:///{folder}/duel.db"):
                otter, heron = playground.as_("otter"), playground.as_("heron")
                await otter.learns("duel")
                await heron.locale("en-US")
                await _played(otter, heron)
                browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                context = await browser.new_context(viewport=SIZE)
                for side, look in LOOKS.items():
                    await context.add_init_script(f"localStorage.setItem('playground.{side}.theme', '{look}')")
                page = await context.new_page()
                await page.goto(playground.line.url)
                await _taken(page, out)
                await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
