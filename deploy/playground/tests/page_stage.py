"""A browser before the page: two people side by side, and a bot that they play with."""

from __future__ import annotations

import re
import shutil
import sys
from base64 import b64encode
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Error,
    FileChooser,
    Locator,
    Page,
    Request,
    WebSocket,
    async_playwright,
    expect,
)

from deploy.playground.tests.ground import missing
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON, Player, Playground

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SAMPLE = (sys.executable, "-m", "discord_playground.sample")
PLACES = count(1)
LOOPBACK = {"127.0.0.1", "localhost"}
ABROAD = re.compile(r"^(?!data:|blob:|https?://(127\.0\.0\.1|localhost)[:/])")
# Whoever stops requests by asking for each of them has none of the hundred files of a page kept: the browser itself
# finds nobody beyond this machine. And it draws by the processor, without playing a graphics card first.
ALONE = ("--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost")
PHONE = {"width": 390, "height": 780}
SIDES = {"left": "otter", "right": "heron"}
LANGUAGES = {"otter": "en-US", "heron": "de"}
USUAL: Final[Mapping[str, Any]] = {"viewport": {"width": 1400, "height": 900}, "color_scheme": "dark"}
FAILED = "The application did not respond"
# Two cores, and others at work on them.
SOON = int(TIMEOUT_S * 1000)
expect.set_options(timeout=SOON)


@dataclass(frozen=True)
class Side:
    """One of the two panes, and who is in it."""

    name: str
    player: Player
    pane: Locator

    @property
    def writing(self) -> Locator:
        return self.pane.get_by_role("form", name="Write a message").locator("textarea")

    @property
    def options(self) -> Locator:
        return self.pane.get_by_role("option")

    @property
    def messages(self) -> Locator:
        return self.pane.get_by_role("log").locator(".message")

    @property
    def dialog(self) -> Locator:
        return self.pane.get_by_role("dialog")

    def message(self, text: str) -> Locator:
        return self.messages.filter(has_text=text).last

    def button(self, name: str) -> Locator:
        return self.pane.get_by_role("button", name=name, exact=True)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pane.page.keyboard.press(key)

    async def type(self, text: str) -> None:
        await self.pane.page.keyboard.type(text)

    async def begin(self, command: str) -> None:
        """Types as far as where the options begin."""
        await self.writing.click()
        await self.type(f"/{command} ")
        await expect(self.pane.locator(".command-name")).to_be_visible()

    async def use(self, command: str) -> None:
        await self.begin(command)
        await self.press("Enter")

    async def menu(self, message: Locator, *entries: str) -> None:
        """What a message's own menu has, from entry to entry."""
        await message.hover()
        await message.locator(".message-toolbar").get_by_role("button", name="More").click()
        for entry in entries:
            await self.pane.get_by_role("menuitem", name=entry).last.click()


@dataclass(frozen=True)
class Stage:
    playground: Playground
    page: Page
    place: str
    """The name of a channel that nobody else uses."""
    channel: str
    token: str
    api: str
    troubles: list[str]

    @property
    def left(self) -> Side:
        return self.side("left")

    @property
    def right(self) -> Side:
        return self.side("right")

    def side(self, side: str) -> Side:
        name = SIDES[side]
        return Side(name, self.playground.as_(name), self.page.locator(f".pane[data-side={side}]"))

    async def post(self, body: Mapping[str, Any], files: Sequence[tuple[str, bytes]] = (), status: int = 200) -> JSON:
        """What a bot sends, without a bot."""
        form = aiohttp.FormData()
        form.add_field("payload_json", aiohttp.payload.JsonPayload(dict(body)), content_type="application/json")
        for at, (name, data) in enumerate(files):
            form.add_field(f"files[{at}]", data, filename=name)
        path = f"{self.api}/channels/{self.channel}/messages"
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bot {self.token}"}) as session,
            session.post(path, data=form) as answer,
        ):
            told: JSON = await answer.json()
            assert answer.status == status, told
            return told

    async def emoji(self, name: str, picture: bytes) -> JSON:
        """One that the bot owns."""
        owner = next(bot for bot in (await self.playground.setup())["bots"] if bot["token"] == self.token)
        path = f"{self.api}/applications/{owner['application_id']}/emojis"
        body = {"name": name, "image": f"data:image/png;base64,{b64encode(picture).decode()}"}
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bot {self.token}"}) as session,
            session.post(path, json=body) as answer,
        ):
            told: JSON = await answer.json()
            assert answer.status == 201, told
            return told


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        if reason := missing("chromium"):
            pytest.skip(reason)
        raise AssertionError("CI needs chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ALONE)
        # The first is the one that all stages share whose page looks as usual.
        await (await browser.new_context(**USUAL)).new_page()
        yield browser
        await browser.close()


@asynccontextmanager
async def opened(browser: Browser, **options: Any) -> AsyncIterator[Page]:
    """An empty page. Another one and all it keeps takes two seconds of processor time: the usual one is used again."""
    if options:
        async with await browser.new_context(**{**USUAL, **options}) as context:
            yield await context.new_page()
        return
    [page] = browser.contexts[0].pages
    await page.mouse.move(0, 0)
    yield page
    await page.goto("about:blank")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def theatre() -> AsyncIterator[Playground]:
    """A playground of the pages' own, in which the sample bot lives."""
    async with Playground.started(bots=["Sample"]) as playground, playground.hosting(*SAMPLE):
        await playground.stage("set_response_timeout", seconds=TIMEOUT_S)
        await playground.as_("otter").learns("toys")
        yield playground


@pytest_asyncio.fixture(loop_scope="session")
async def stage(browser: Browser, theatre: Playground) -> AsyncIterator[Stage]:
    """An open page, on which both see a channel of their own; nothing may go out, and nothing may go wrong."""
    async with staged(browser, theatre) as stage:
        yield stage
    assert stage.troubles == []


@asynccontextmanager
async def staged(
    browser: Browser, playground: Playground, sides: Sequence[str] = tuple(SIDES), **options: Any
) -> AsyncIterator[Stage]:
    # Whatever an earlier stage left: a form that lies open covers the side.
    for name in LANGUAGES:
        await restored(playground.as_(name))
    place = f"oak-{next(PLACES)}"
    made = await playground.stage("create_channel", server="Clearing", name=place)
    channel = made["channel"]["id"]
    setup = await playground.setup()
    async with opened(browser, **options) as page:
        page.set_default_timeout(SOON)
        stage = Stage(playground, page, place, channel, setup["bots"][0]["token"], setup["api"], [])
        async with watched(stage):
            # Somewhere at the same address: what the page keeps is where they were last, and nothing else.
            await page.goto(f"{playground.line.url}/page/icon.svg")
            kept = {f"playground.{side}.{name}.channel": channel for side, name in SIDES.items()}
            await page.evaluate("kept => (localStorage.clear(), Object.assign(localStorage, kept))", kept)
            await page.goto(playground.line.url)
            for side in sides:
                await expect(stage.side(side).pane.get_by_role("heading", name=place, exact=True)).to_be_visible()
            yield stage


@asynccontextmanager
async def watched(stage: Stage) -> AsyncIterator[None]:
    """Whatever asks for something beyond this machine is stopped and told of, as is every error."""
    troubles, page = stage.troubles, stage.page

    def failed(request: Request) -> None:
        if ABROAD.match(request.url):
            troubles.append(f"asked for {request.url}")

    def connects(socket: WebSocket) -> None:
        if urlsplit(socket.url).hostname not in LOOPBACK:
            troubles.append(f"asked for {socket.url}")

    def said(message: ConsoleMessage) -> None:
        # A picture that is a page of its own names none, and the browser asks for one by itself.
        if message.type in {"error", "warning"} and not message.location["url"].endswith("/favicon.ico"):
            troubles.append(message.text)

    def broke(error: Error) -> None:
        troubles.append(str(error))

    def chooses(_: FileChooser) -> None:
        """A browser that is asked only then to wait for a choice of files may be too late for the next key."""

    page.on("requestfailed", failed)
    page.on("filechooser", chooses)
    page.on("websocket", connects)
    page.on("console", said)
    page.on("pageerror", broke)
    try:
        yield
        # All that it has said by now has been heard when it answers.
        await page.evaluate("null")
    finally:
        page.remove_listener("filechooser", chooses)
        page.remove_listener("websocket", connects)
        page.remove_listener("console", said)
        page.remove_listener("pageerror", broke)
        page.remove_listener("requestfailed", failed)


async def restored(player: Player) -> None:
    await player.close()
    await player.dms(open=True)
    await player.locale(LANGUAGES[player.name])
    for failed in (await player.see())["interactions"]:
        await player.dismiss(interaction=failed["id"])
