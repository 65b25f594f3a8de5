"""Take the README's screenshots: `python -m tests.wire.readme_pictures FOLDER`. The dice differ each time."""

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

from bot.i18n import say
from deploy.playground.tests.playground_page import CHROMIUM_PATH
from discord_playground.client import Playground, full_text
from tests.kit.bot_process import BotProcess
from tests.kit.wire_person import WirePerson, contains_text, list_move_buttons
from tests.wire.match_play import open_ladder, play_rated_match, wait_for_choice
from tests.wire.playground_server import PlaygroundServer

VIEWPORT_SIZE: Final = ViewportSize(width=1440, height=940)
THEME_BY_SIDE: Final = {"left": "dark", "right": "light"}
BOT_NAME: Final = "Wolf & Bison"
MASK_LABEL_PATTERN: Final = re.compile(r"^([123]|[ABC])$")
"""Labels of the buttons that choose a mask."""
REVIEW_LEGEND: Final = say("review-legend", "en")
"""A line that only a complete review contains."""
CHANNEL_NAME: Final = "duels"
PLAYER_NAMES: Final = ("otter", "heron", "lynx", "badger")
START_BOARD: Final = "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"
DUEL_POSITIONS: Final = ((2, 2), (1, 0), (1, 1))
"""Rows and columns with which Bison is ahead, falls behind and comes back."""
RATED_RESULTS: Final = (
    "otter heron",
    "heron lynx",
    "otter badger",
    "lynx badger",
    "badger heron",
    "otter lynx",
    "lynx heron",
)
"""Winner and loser of each match on the ladder."""


async def _choose_by_clicks(guest: WirePerson, match_id: int, step: int, *clicks: int) -> None:
    """Choose a move in the player message. `clicks` are the indexes of the buttons to click, one for each page."""
    prompt = await wait_for_choice(guest, match_id, step)
    for click in clicks:
        prompt = (await guest.click(prompt, custom_id=list_move_buttons(prompt)[click])).message


async def _play_until_otter_has_chosen(server: PlaygroundServer) -> None:
    """Play a duel and an exchange, then let only Otter choose."""
    otter, heron = server.otter, server.heron
    match_id = await server.begin_match(otter, heron, form={"placement": "random"})
    await asyncio.gather(_choose_by_clicks(otter, match_id, 0, 1), _choose_by_clicks(heron, match_id, 0, 1))
    card = await server.wait_for_card(match_id, 1)
    bison = otter if f"{otter.mention} (Bison)" in full_text(card) else heron
    await _choose_by_clicks(bison, match_id, 1, 0, 0)
    await _choose_by_clicks(otter, match_id, 2, 2)
    await otter.wait_for_message(CHANNEL_NAME, contains_text("has chosen"))


async def _show_choice(left: Locator, right: Locator) -> None:
    await expect(left.get_by_text("has chosen")).to_be_visible()
    await expect(right.get_by_role("button", name=MASK_LABEL_PATTERN)).to_have_count(3)


async def _play_to_the_end(server: PlaygroundServer) -> None:
    """Play three duels with two exchanges between them, and open the review for Heron."""
    otter, heron = server.otter, server.heron
    match_id = await server.begin_match(
        otter, heron, form={"board": START_BOARD, "duel_limit": str(len(DUEL_POSITIONS))}
    )
    bison, wolf = (
        (otter, heron)
        if f"{otter.mention} (Bison)" in full_text(await server.wait_for_card(match_id))
        else (heron, otter)
    )
    for number, (row, column) in enumerate(DUEL_POSITIONS):
        if number:
            await _choose_by_clicks((bison, wolf)[number % 2 - 1], match_id, 2 * number - 1, 0, 0)
        await asyncio.gather(
            _choose_by_clicks(bison, match_id, 2 * number, row), _choose_by_clicks(wolf, match_id, 2 * number, column)
        )
    end_card = await server.wait_for_end(match_id, otter)
    await heron.click(end_card, "Review")
    await heron.wait_for_private_message(contains_text(REVIEW_LEGEND))


async def _show_review(left: Locator, right: Locator) -> None:
    await expect(left.get_by_text("wins with").last).to_be_visible()
    review = right.locator(".message").filter(has_text=REVIEW_LEGEND).last
    await expect(review).to_be_visible()
    await review.evaluate("it => it.scrollIntoView()")


async def _open_hint_and_ladder(server: PlaygroundServer) -> None:
    """Play rated matches; then Otter gets a hint in a practice match, and Heron opens the ladder."""
    for names in RATED_RESULTS:
        winner, loser = names.split()
        await play_rated_match(server, server.guests[winner], server.guests[loser])
    match_id = await server.begin_practice(server.otter, server.otter.dm_channel, level="hard")
    await server.otter.click(await wait_for_choice(server.otter, match_id), "Hint")
    await server.otter.wait_for_private_message(contains_text("💡"))
    await open_ladder(server, server.heron)


async def _show_hint_and_ladder(left: Locator, right: Locator) -> None:
    await _open_direct_messages(left)
    await expect(left.get_by_text("💡")).to_be_visible()
    await expect(right.get_by_text("Ladder: all games")).to_be_visible()


async def _open_direct_messages(side: Locator) -> None:
    await side.get_by_role("button", name="Direct messages").click()
    await side.get_by_role("navigation", name="Channels").get_by_role("button", name=BOT_NAME).click()


@asynccontextmanager
async def _open_server() -> AsyncIterator[PlaygroundServer]:
    """Open the default server of a new playground, with the bot in it."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        playground = await stack.enter_async_context(Playground.start(bots=[BOT_NAME]))
        bot = BotProcess(BOT_NAME, Path(folder))
        bot.environment = await playground.bot_environment() | {"DATABASE_URL": f"sqlite:///{bot.database_path}"}
        await bot.start(playground)
        await bot.wait_for_emoji(playground)
        stack.callback(bot.stop)
        view = await playground.person("otter").load_view()
        ids = {person["username"]: person["id"] for person in view["people"]}
        guests = {
            name: await stack.enter_async_context(WirePerson(playground.api_client, name, ids[name], BOT_NAME))
            for name in PLAYER_NAMES
        }
        for guest in guests.values():
            await guest.set_locale("en-US")
        await guests["otter"].wait_for_command("duel")
        # The matches stay in the channel that the page shows.
        await playground.control(
            "set_permissions", channel=CHANNEL_NAME, target=BOT_NAME, deny=["create_public_threads"]
        )
        yield PlaygroundServer(playground, bot, view["servers"][0]["id"], CHANNEL_NAME, guests)


@asynccontextmanager
async def _open_browser_page(playground: Playground) -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM_PATH, args=["--no-sandbox"])
        context = await browser.new_context(viewport=VIEWPORT_SIZE)
        for side, theme in THEME_BY_SIDE.items():
            await context.add_init_script(f"localStorage.setItem('playground.{side}.theme', '{theme}')")
        page = await context.new_page()
        await page.goto(playground.api_client.url)
        yield page
        await browser.close()


async def main(folder: Path) -> None:
    for name, play, show in (
        ("playground", _play_until_otter_has_chosen, _show_choice),
        ("house", _open_hint_and_ladder, _show_hint_and_ladder),
        ("end", _play_to_the_end, _show_review),
    ):
        async with _open_server() as server:
            await play(server)
            async with _open_browser_page(server.playground) as page:
                sides = [page.locator(f".pane[data-side={side}]") for side in THEME_BY_SIDE]
                await show(*sides)
                # The playground opens with a hint for beginners.
                for side in sides:
                    await side.get_by_role("button", name="Close hint").click()
                await page.mouse.move(0, 0)
                for image in await page.locator(".gallery img").all():
                    # Images outside the viewport are loaded only on scrolling.
                    await image.evaluate("image => { image.loading = 'eager'; return image.decode(); }")
                await page.screenshot(path=folder / f"{name}.png")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
