"""The README's pictures of the playground: `python -m tests.wire.picture FOLDER`. The dice are new each time."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.async_api import Locator, Page, ViewportSize, async_playwright, expect

from deploy.playground.client import Playground, text
from deploy.playground.tests.page_stage import CHROMIUM
from tests.kit.process import Process
from tests.kit.wire_person import WirePerson, picks, says
from tests.wire.asked import prompted
from tests.wire.browsed import BOT, LINE
from tests.wire.glade import Glade, practises
from tests.wire.ladder import duel, ladder

SIZE: Final = ViewportSize(width=1440, height=940)
LOOKS: Final = {"left": "dark", "right": "light"}
PLACE: Final = "duels"
PEOPLE: Final = ("otter", "heron", "lynx", "badger")
BOARD: Final = "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"
DUELS: Final = ((2, 2), (1, 0), (1, 1))
"""Row and column: Bison is ahead, falls behind, and comes back."""
WON: Final = ("otter heron", "heron lynx", "otter badger", "lynx badger", "badger heron", "otter lynx", "lynx heron")
"""Who won against whom before the ladder is looked at."""


async def _picks(guest: WirePerson, match: int, step: int, *clicks: int) -> None:
    """In the hand, from page to page."""
    hand = await prompted(guest, match, step)
    for click in clicks:
        hand = (await guest.click(hand, custom_id=picks(hand)[click])).message


async def _played(glade: Glade) -> None:
    """One duel and an exchange; then Otter has chosen, and Heron is asked."""
    otter, heron = glade.otter, glade.heron
    match = await glade.begun(otter, heron, form={"placement": "random"})
    await asyncio.gather(_picks(otter, match, 0, 1), _picks(heron, match, 0, 1))
    table = await glade.table(match, 1)
    bison = otter if f"{otter.mention} (Bison)" in text(table) else heron
    await _picks(bison, match, 1, 0, 0)
    await _picks(otter, match, 2, 2)
    await otter.waits_for(PLACE, says("has chosen"))


async def _chosen(left: Locator, right: Locator) -> None:
    """Otter has sealed it, Heron still thinks."""
    await expect(left.get_by_text("has chosen")).to_be_visible()
    await expect(right.get_by_role("button", name=LINE)).to_have_count(3)


async def _ended(glade: Glade) -> None:
    """Three duels with two exchanges between them, and one of both looks back."""
    otter, heron = glade.otter, glade.heron
    match = await glade.begun(otter, heron, form={"board": BOARD, "duel_limit": str(len(DUELS))})
    bison, wolf = (otter, heron) if f"{otter.mention} (Bison)" in text(await glade.table(match)) else (heron, otter)
    for number, (row, column) in enumerate(DUELS):
        if number:
            await _picks((bison, wolf)[number % 2 - 1], match, 2 * number - 1, 0, 0)
        await asyncio.gather(_picks(bison, match, 2 * number, row), _picks(wolf, match, 2 * number, column))
    over = await glade.over(match, otter)
    await heron.click(over, "Review")
    await heron.handed(says("Where it turned"))


async def _looked_back(left: Locator, right: Locator) -> None:
    await expect(left.get_by_text("wins with").last).to_be_visible()
    verdict = right.get_by_text("won by").last
    await expect(verdict).to_be_visible()
    await verdict.evaluate("it => it.scrollIntoView()")


async def _practised(glade: Glade) -> None:
    """Some matches that count; then Otter asks the house what it would do, and Heron who plays how well."""
    for names in WON:
        winner, loser = names.split()
        await duel(glade, glade.guests[winner], glade.guests[loser])
    match = await practises(glade, glade.otter, glade.otter.dm, level="strong")
    await glade.otter.click(await prompted(glade.otter, match), "Hint")
    await glade.otter.handed(says("💡 I’d go for"))
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
        bot = Process(BOT, Path(folder))
        bot.environment = await playground.environment() | {"DATABASE_URL": f"sqlite:///{bot.database}"}
        await bot.opened(playground)
        await bot.engraved(playground)
        stack.callback(bot.shut)
        see = await playground.as_("otter").see()
        ids = {one["username"]: one["id"] for one in see["people"]}
        guests = {
            name: await stack.enter_async_context(WirePerson(playground.line, name, ids[name], BOT)) for name in PEOPLE
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
        ("playground", _played, _chosen),
        ("house", _practised, _hinted),
        ("end", _ended, _looked_back),
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
                    # What lies far up would come only if somebody went there.
                    await image.evaluate("image => { image.loading = 'eager'; return image.decode(); }")
                await page.screenshot(path=folder / f"{name}.png")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
