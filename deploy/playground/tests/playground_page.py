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

from deploy.playground.tests.sandbox import reason_to_skip
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON, PersonClient, Playground

CHROMIUM_PATH = shutil.which("chromium") or shutil.which("chromium-browser")
SAMPLE_BOT_COMMAND = (sys.executable, "-m", "discord_playground.sample")
CHANNEL_NUMBERS = count(1)
LOOPBACK_HOSTS = {"127.0.0.1", "localhost"}
EXTERNAL_URL_PATTERN = re.compile(r"^(?!data:|blob:|https?://(127\.0\.0\.1|localhost)[:/])")
# Whoever stops requests by asking for each of them has none of the hundred files of a page kept: the browser itself
# finds nobody beyond this machine. And it draws by the processor, without playing a graphics card first.
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
PHONE_VIEWPORT = {"width": 390, "height": 780}
PERSON_BY_SIDE = {"left": "otter", "right": "heron"}
LOCALE_BY_PERSON = {"otter": "en-US", "heron": "de"}
DEFAULT_CONTEXT_OPTIONS: Final[Mapping[str, Any]] = {"viewport": {"width": 1400, "height": 900}, "color_scheme": "dark"}
NO_RESPONSE_TEXT = "The application did not respond"
# Two cores, and others at work on them.
TIMEOUT_MS = int(TIMEOUT_S * 1000)
expect.set_options(timeout=TIMEOUT_MS)


@dataclass(frozen=True)
class Pane:
    """One of the two panes, and who is in it."""

    person_name: str
    person: PersonClient
    locator: Locator

    @property
    def message_input(self) -> Locator:
        return self.locator.get_by_role("form", name="Write a message").locator("textarea")

    @property
    def options(self) -> Locator:
        return self.locator.get_by_role("option")

    @property
    def messages(self) -> Locator:
        return self.locator.get_by_role("log").locator(".message")

    @property
    def dialog(self) -> Locator:
        return self.locator.get_by_role("dialog")

    def message(self, text: str) -> Locator:
        return self.messages.filter(has_text=text).last

    def button(self, name: str) -> Locator:
        return self.locator.get_by_role("button", name=name, exact=True)

    async def press_keys(self, *keys: str) -> None:
        for key in keys:
            await self.locator.page.keyboard.press(key)

    async def type_text(self, text: str) -> None:
        await self.locator.page.keyboard.type(text)

    async def type_command(self, command: str) -> None:
        """Types as far as where the options begin."""
        await self.message_input.click()
        await self.type_text(f"/{command} ")
        await expect(self.locator.locator(".command-name")).to_be_visible()

    async def run_command(self, command: str) -> None:
        await self.type_command(command)
        await self.press_keys("Enter")

    async def choose_from_menu(self, message: Locator, *entries: str) -> None:
        """What a message's own menu has, from entry to entry."""
        await message.hover()
        await message.locator(".message-toolbar").get_by_role("button", name="More").click()
        for entry in entries:
            await self.locator.get_by_role("menuitem", name=entry).last.click()


@dataclass(frozen=True)
class PlaygroundPage:
    playground: Playground
    page: Page
    channel_name: str
    """The name of a channel that nobody else uses."""
    channel_id: str
    bot_token: str
    api_url: str
    errors: list[str]

    @property
    def left(self) -> Pane:
        return self.pane("left")

    @property
    def right(self) -> Pane:
        return self.pane("right")

    def pane(self, side: str) -> Pane:
        name = PERSON_BY_SIDE[side]
        return Pane(name, self.playground.person(name), self.page.locator(f".pane[data-side={side}]"))

    async def post_as_bot(
        self, body: Mapping[str, Any], files: Sequence[tuple[str, bytes]] = (), status: int = 200
    ) -> JSON:
        """What a bot sends, without a bot."""
        form = aiohttp.FormData()
        form.add_field("payload_json", aiohttp.payload.JsonPayload(dict(body)), content_type="application/json")
        for at, (name, data) in enumerate(files):
            form.add_field(f"files[{at}]", data, filename=name)
        path = f"{self.api_url}/channels/{self.channel_id}/messages"
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bot {self.bot_token}"}) as session,
            session.post(path, data=form) as answer,
        ):
            told: JSON = await answer.json()
            assert answer.status == status, told
            return told

    async def create_emoji(self, name: str, picture: bytes) -> JSON:
        """One that the bot owns."""
        owner = next(bot for bot in (await self.playground.load_setup())["bots"] if bot["token"] == self.bot_token)
        path = f"{self.api_url}/applications/{owner['application_id']}/emojis"
        body = {"name": name, "image": f"data:image/png;base64,{b64encode(picture).decode()}"}
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bot {self.bot_token}"}) as session,
            session.post(path, json=body) as answer,
        ):
            told: JSON = await answer.json()
            assert answer.status == 201, told
            return told


@asynccontextmanager
async def launch_browser() -> AsyncIterator[Browser]:
    if CHROMIUM_PATH is None:
        if reason := reason_to_skip("chromium"):
            pytest.skip(reason)
        raise AssertionError("CI needs chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM_PATH, args=CHROMIUM_ARGUMENTS)
        # The first is the one that all stages share whose page looks as usual.
        await (await browser.new_context(**DEFAULT_CONTEXT_OPTIONS)).new_page()
        yield browser
        await browser.close()


@asynccontextmanager
async def open_blank_page(browser: Browser, **options: Any) -> AsyncIterator[Page]:
    """An empty page. Another one and all it keeps takes two seconds of processor time: the usual one is used again."""
    if options:
        async with await browser.new_context(**{**DEFAULT_CONTEXT_OPTIONS, **options}) as context:
            yield await context.new_page()
        return
    [page] = browser.contexts[0].pages
    await page.mouse.move(0, 0)
    yield page
    await page.goto("about:blank")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def page_playground() -> AsyncIterator[Playground]:
    """A playground of the pages' own, in which the sample bot lives."""
    async with Playground.start(bots=["Sample"]) as playground, playground.run_bot(*SAMPLE_BOT_COMMAND):
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        await playground.person("otter").wait_for_command("toys")
        yield playground


@pytest_asyncio.fixture(loop_scope="session")
async def playground_page(browser: Browser, page_playground: Playground) -> AsyncIterator[PlaygroundPage]:
    """An open page, on which both see a channel of their own; nothing may go out, and nothing may go wrong."""
    async with open_playground_page(browser, page_playground) as stage:
        yield stage
    assert stage.errors == []


@asynccontextmanager
async def open_playground_page(
    browser: Browser, playground: Playground, sides: Sequence[str] = tuple(PERSON_BY_SIDE), **options: Any
) -> AsyncIterator[PlaygroundPage]:
    # Whatever an earlier stage left: a form that lies open covers the side.
    for name in LOCALE_BY_PERSON:
        await reset_person(playground.person(name))
    place = f"oak-{next(CHANNEL_NUMBERS)}"
    made = await playground.control("create_channel", server="Clearing", name=place)
    channel = made["channel"]["id"]
    setup = await playground.load_setup()
    async with open_blank_page(browser, **options) as page:
        page.set_default_timeout(TIMEOUT_MS)
        stage = PlaygroundPage(playground, page, place, channel, setup["bots"][0]["token"], setup["api"], [])
        async with record_page_errors(stage):
            # Somewhere at the same address: what the page keeps is where they were last, and nothing else.
            await page.goto(f"{playground.api_client.url}/page/icon.svg")
            kept = {f"playground.{side}.{name}.channel": channel for side, name in PERSON_BY_SIDE.items()}
            await page.evaluate("kept => (localStorage.clear(), Object.assign(localStorage, kept))", kept)
            await page.goto(playground.api_client.url)
            for side in sides:
                await expect(stage.pane(side).locator.get_by_role("heading", name=place, exact=True)).to_be_visible()
            yield stage


@asynccontextmanager
async def record_page_errors(stage: PlaygroundPage) -> AsyncIterator[None]:
    """Whatever asks for something beyond this machine is stopped and told of, as is every error."""
    troubles, page = stage.errors, stage.page

    def failed(request: Request) -> None:
        if EXTERNAL_URL_PATTERN.match(request.url):
            troubles.append(f"asked for {request.url}")

    def connects(socket: WebSocket) -> None:
        if urlsplit(socket.url).hostname not in LOOPBACK_HOSTS:
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


async def reset_person(player: PersonClient) -> None:
    await player.close_modal()
    await player.set_dms_open(open=True)
    await player.set_locale(LOCALE_BY_PERSON[player.name])
    for failed in (await player.load_view())["interactions"]:
        await player.dismiss(interaction=failed["id"])
