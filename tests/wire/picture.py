"""The README's pictures of the playground: `python -m tests.wire.picture FOLDER`. The dice are new each time."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.async_api import Locator, Page, ViewportSize, async_playwright, expect

from deploy.playground.tests.page_stage import CHROMIUM
from discord_playground.client import Playground, text
from tests.kit.process import Process
from tests.kit.wire_person import WirePerson, picks, says
from tests.wire.play import open_ladder, play_rated_match, wait_for_choice
from tests.wire.server import Server

SIZE: Final = ViewportSize(width=1440, height=940)
LOOKS: Final = {"left": "dark", "right": "light"}
BOT: Final = "Wolf & Bison"
LINE: Final = re.compile(r"^([123]|[ABC])$")
"""Labels of the buttons that choose a mask."""
PLACE: Final = "duels"
PEOPLE: Final = ("otter", "heron", "lynx", "badger")
BOARD: Final = "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"
DUELS: Final = ((2, 2), (1, 0), (1, 1))
"""Row and column: Bison is ahead, falls behind, and comes back."""
WON: Final = ("otter heron", "heron lynx", "otter badger", "lynx badger", "badger heron", "otter lynx", "lynx heron")
"""Who won against whom before the ladder is looked at."""


async def _choose(guest: WirePerson, match_id: int, step: int, *clicks: int) -> None:
    """Choose in the player message, page by page."""
    prompt = await wait_for_choice(guest, match_id, step)
    for click in clicks:
        prompt = (await guest.click(prompt, custom_id=picks(prompt)[click])).message


async def _play_until_one_has_chosen(server: Server) -> None:
    """One duel and an exchange; then Otter has chosen, and Heron is asked."""
    otter, heron = server.otter, server.heron
    match_id = await server.begin_match(otter, heron, form={"placement": "random"})
    await asyncio.gather(_choose(otter, match_id, 0, 1), _choose(heron, match_id, 0, 1))
    table = await server.wait_for_card(match_id, 1)
    bison = otter if f"{otter.mention} (Bison)" in text(table) else heron
    await _choose(bison, match_id, 1, 0, 0)
    await _choose(otter, match_id, 2, 2)
    await otter.waits_for(PLACE, says("has chosen"))


async def _show_choice(left: Locator, right: Locator) -> None:
    """Otter has chosen, Heron is asked."""
    await expect(left.get_by_text("has chosen")).to_be_visible()
    await expect(right.get_by_role("button", name=LINE)).to_have_count(3)


async def _play_to_the_end(server: Server) -> None:
    """Three duels with two exchanges between them, and one of both looks back."""
    otter, heron = server.otter, server.heron
    match_id = await server.begin_match(otter, heron, form={"board": BOARD, "duel_limit": str(len(DUELS))})
    bison, wolf = (
        (otter, heron) if f"{otter.mention} (Bison)" in text(await server.wait_for_card(match_id)) else (heron, otter)
    )
    for number, (row, column) in enumerate(DUELS):
        if number:
            await _choose((bison, wolf)[number % 2 - 1], match_id, 2 * number - 1, 0, 0)
        await asyncio.gather(_choose(bison, match_id, 2 * number, row), _choose(wolf, match_id, 2 * number, column))
    over = await server.wait_for_end(match_id, otter)
    await heron.click(over, "Review")
    await heron.handed(says("Where it turned"))


async def _show_review(left: Locator, right: Locator) -> None:
    await expect(left.get_by_text("wins with").last).to_be_visible()
    verdict = right.get_by_text("won by").last
    await expect(verdict).to_be_visible()
    await verdict.evaluate("it => it.scrollIntoView()")


async def _ask_for_a_hint(server: Server) -> None:
    """Some matches that count; then Otter asks the house what it would do, and Heron who plays how well."""
    for names in WON:
        winner, loser = names.split()
        await play_rated_match(server, server.guests[winner], server.guests[loser])
    match_id = await server.begin_practice(server.otter, server.otter.dm, level="strong")
    await server.otter.click(await wait_for_choice(server.otter, match_id), "Hint")
    await server.otter.handed(says("💡 I’d go for"))
    await open_ladder(server, server.heron)


async def _show_hint(left: Locator, right: Locator) -> None:
    await _open_direct_messages(left)
    await expect(left.get_by_text("I’d go for")).to_be_visible()
    await expect(right.get_by_text("Ladder: all games")).to_be_visible()


async def _open_direct_messages(side: Locator) -> None:
    await side.get_by_role("button", name="Direct messages").click()
    await side.get_by_role("navigation", name="Channels").get_by_role("button", name=BOT).click()


@asynccontextmanager
async def _open_server() -> AsyncIterator[Server]:
    """The server that everybody finds in a new playground, with the bot in it."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        playground = await stack.enter_async_context(Playground.started(bots=[BOT]))
        bot = Process(BOT, Path(folder))
        bot.environment = await playground.environment() | {"DATABASE_URL": f"sqlite:///{bot.database}"}
        await bot.start(playground)
        await bot.wait_for_emoji(playground)
        stack.callback(bot.stop)
        see = await playground.as_("otter").see()
        ids = {one["username"]: one["id"] for one in see["people"]}
        guests = {
            name: await stack.enter_async_context(WirePerson(playground.line, name, ids[name], BOT)) for name in PEOPLE
        }
        for guest in guests.values():
            await guest.locale("en-US")
        await guests["otter"].learns("duel")
        yield Server(playground, bot, see["servers"][0]["id"], PLACE, guests)


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
        ("playground", _play_until_one_has_chosen, _show_choice),
        ("house", _ask_for_a_hint, _show_hint),
        ("end", _play_to_the_end, _show_review),
    ):
        async with _open_server() as server:
            await happens(server)
            async with _page(server.playground) as page:
                sides = [page.locator(f".pane[data-side={side}]") for side in LOOKS]
                await shown(*sides)
                # The hint is for beginners.
                for side in sides:
                    await side.get_by_role("button", name="Close the hint").click()
                await page.mouse.move(0, 0)
                for image in await page.locator(".gallery img").all():
                    # Images far up are loaded only when somebody scrolls there.
                    await image.evaluate("image => { image.loading = 'eager'; return image.decode(); }")
                await page.screenshot(path=folder / f"{name}.png")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
