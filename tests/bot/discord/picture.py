"""The README's pictures of the playground: `python -m tests.bot.discord.picture FOLDER`. The dice are new each time."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.async_api import Locator, Page, ViewportSize, async_playwright, expect

from deploy.playground.client import JSON, Player, Playground, buttons, labels
from tests.bot.discord.asked import RANDOM, prompted
from tests.bot.discord.bot import Bot
from tests.bot.discord.browsed import BOT, LINE
from tests.bot.discord.glade import Glade
from tests.bot.discord.guest import Guest, says
from tests.bot.discord.test_ladder import duel, ladder
from tests.bot.discord.test_practice import practises
from tests.playground.page_stage import CHROMIUM

SIZE: Final = ViewportSize(width=1440, height=940)
LOOKS: Final = {"left": "dark", "right": "light"}
PLACE: Final = "duels"
PEOPLE: Final = ("otter", "heron", "lynx", "badger")
WON: Final = ("otter heron", "heron lynx", "otter badger", "lynx badger", "badger heron", "otter lynx", "lynx heron")
"""Who won against whom before the ladder is looked at."""


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
    bison = otter if f"<@{(await otter.see())['me']['id']}> (Bison)" in str(table) else heron
    await _picks(bison, 0, 0)
    await otter.waits_for(PLACE, lambda it: "step 3" in str(it))
    await _picks(otter, 2)


async def _chosen(left: Locator, right: Locator) -> None:
    """Otter looks at the table, Heron at the question."""
    await expect(left.get_by_text("has chosen")).to_be_visible()
    await _at_the_bot(right)
    await expect(right.get_by_role("button", name=LINE)).to_have_count(3)


async def _practised(glade: Glade) -> None:
    """Some matches that count; then Otter asks the house what it would do, and Heron who plays how well."""
    for names in WON:
        winner, loser = names.split()
        await duel(glade, glade.guests[winner], glade.guests[loser])
    match = await practises(glade, glade.otter, form=RANDOM, level="strong")
    await prompted(glade.otter, match)
    prompt = await glade.otter.waits_for(glade.otter.dm, says("Everyone’s waiting for you!"))
    hint = next(it for it in buttons(prompt) if it["label"] == "Hint")
    await glade.otter.click(prompt, custom_id=hint["custom_id"])
    await glade.otter.waits_for(glade.otter.dm, says("💡 I’d go for"))
    await ladder(glade, glade.heron)


async def _hinted(left: Locator, right: Locator) -> None:
    await _at_the_bot(left)
    await expect(left.get_by_text("I’d go for")).to_be_visible()
    await expect(right.get_by_text("Ladder: all games")).to_be_visible()


async def _at_the_bot(side: Locator) -> None:
    await side.get_by_role("button", name="Direct messages").click()
    await side.get_by_role("navigation", name="Channels").get_by_role("button", name=BOT).click()


@asynccontextmanager
async def _clearing() -> AsyncIterator[Glade]:
    """The world as everybody finds it, with the bot in it."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        playground = await stack.enter_async_context(Playground.started(bots=[BOT]))
        bot = Bot(BOT, Path(folder))
        bot.environment = await playground.environment() | {"DATABASE_URL": f"sqlite:///{bot.database}"}
        await bot.opened(playground)
        stack.callback(bot.shut)
        see = await playground.as_("otter").see()
        ids = {one["username"]: one["id"] for one in see["people"]}
        guests = {
            name: await stack.enter_async_context(Guest(playground.line, name, ids[name], BOT)) for name in PEOPLE
        }
        for guest in guests.values():
            await guest.locale("en-US")
        await guests["otter"].learns("duel")
        yield Glade(playground, bot, see["servers"][0]["id"], PLACE, guests)


@asynccontextmanager
async def _page(playground: Playground) -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = await browser.new_context(viewport=SIZE)
        for side, look in LOOKS.items():
            await context.add_init_script(f"localStorage.setItem('playground.{side}.theme', '{look}')")
        page = await context.new_page()
        await page.goto(playground.line.url)
        yield page
        await browser.close()


async def main(folder: Path) -> None:
    for name, happens, shown in (
        ("playground", lambda glade: _played(glade.otter, glade.heron), _chosen),
        ("house", _practised, _hinted),
    ):
        async with _clearing() as glade:
            await happens(glade)
            async with _page(glade.playground) as page:
                sides = [page.locator(f".pane[data-side={side}]") for side in LOOKS]
                await shown(*sides)
                # Who has come this far knows how to begin.
                for side in sides:
                    await side.get_by_role("button", name="Close the hint").click()
                await page.mouse.move(0, 0)
                for image in await page.locator(".gallery img").all():
                    await image.evaluate("image => image.decode()")
                await page.screenshot(path=folder / f"{name}.png")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
