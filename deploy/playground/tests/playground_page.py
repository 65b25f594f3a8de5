"""Helpers for tests of the page in a real browser, which shows a channel with a bot to two people."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
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

from deploy.playground.tests.raw_bot import image_data_uri
from deploy.playground.tests.sandbox import get_skip_reason
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON, PersonClient, Playground

CHROMIUM_PATH = shutil.which("chromium") or shutil.which("chromium-browser")
SAMPLE_BOT_COMMAND = (sys.executable, "-m", "discord_playground.sample")
CHANNEL_NUMBERS = count(1)
LOOPBACK_HOSTS = {"127.0.0.1", "localhost"}
EXTERNAL_URL_PATTERN = re.compile(r"^(?!data:|blob:|https?://(127\.0\.0\.1|localhost)[:/])")
# The browser cannot resolve external host names. Intercepting requests instead would disable its cache.
# Software rendering starts faster without a GPU process.
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
# This timeout is long enough for a busy machine with two cores.
TIMEOUT_MS = int(TIMEOUT_S * 1000)
expect.set_options(timeout=TIMEOUT_MS)


@dataclass(frozen=True)
class Pane:
    """One of the two panes of the page. Each pane shows the view of one person."""

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
        """Type the name of a command, so that the page shows the input of its options."""
        await self.message_input.click()
        await self.type_text(f"/{command} ")
        await expect(self.locator.locator(".command-name")).to_be_visible()

    async def run_command(self, command: str) -> None:
        await self.type_command(command)
        await self.press_keys("Enter")

    async def open_modal(self, name: str) -> None:
        """Open a modal of the sample bot with its command `write`."""
        await self.type_command("write")
        await self.type_text(name)
        await self.press_keys("Enter", "Enter")

    async def choose_from_menu(self, message: Locator, *entries: str) -> None:
        """Open the menu of a message, and choose entries one after another, such as a submenu and its entry."""
        await message.hover()
        await message.locator(".message-toolbar").get_by_role("button", name="More").click()
        for entry in entries:
            await self.locator.get_by_role("menuitem", name=entry).last.click()


@dataclass(frozen=True)
class PlaygroundPage:
    playground: Playground
    page: Page
    channel_name: str
    """The name of the channel on the page, which no other test uses."""
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

    async def request_as_bot(self, path: str, status: int, **body: Any) -> JSON:
        """Send a POST request to the REST API with the bot's token, and return the response."""
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bot {self.bot_token}"}) as session,
            session.post(f"{self.api_url}{path}", **body) as response,
        ):
            answer: JSON = await response.json()
            assert response.status == status, answer
            return answer

    async def post_as_bot(
        self, body: Mapping[str, Any], files: Sequence[tuple[str, bytes]] = (), status: int = 200
    ) -> JSON:
        """Post a message as the bot, and return the response."""
        form = aiohttp.FormData()
        form.add_field("payload_json", aiohttp.payload.JsonPayload(dict(body)), content_type="application/json")
        for index, (name, data) in enumerate(files):
            form.add_field(f"files[{index}]", data, filename=name)
        return await self.request_as_bot(f"/channels/{self.channel_id}/messages", status, data=form)

    async def create_emoji(self, name: str, picture: bytes) -> JSON:
        """Create an application emoji as the bot, and return it."""
        owner = next(bot for bot in (await self.playground.load_setup())["bots"] if bot["token"] == self.bot_token)
        body = {"name": name, "image": image_data_uri(picture)}
        return await self.request_as_bot(f"/applications/{owner['application_id']}/emojis", 201, json=body)

    async def create_event(self, name: str, location: str) -> tuple[str, JSON]:
        """Create an event in an hour that takes an hour, as the bot. Return the ID of its server, and the event."""
        view = await self.left.person.load_view()
        server_id = next(it["id"] for it in view["servers"] if self.channel_id in str(it["channels"]))
        await self.playground.control("set_permissions", server=server_id, allow=["create_events"])
        start = datetime.fromisoformat(view["now"]) + timedelta(hours=1)
        body = {
            "name": name,
            "privacy_level": 2,
            "entity_type": 3,
            "entity_metadata": {"location": location},
            "scheduled_start_time": start.isoformat(),
            "scheduled_end_time": (start + timedelta(hours=1)).isoformat(),
        }
        return str(server_id), await self.request_as_bot(f"/guilds/{server_id}/scheduled-events", 200, json=body)


@asynccontextmanager
async def launch_browser() -> AsyncIterator[Browser]:
    if CHROMIUM_PATH is None:
        if reason := get_skip_reason("chromium"):
            pytest.skip(reason)
        raise AssertionError("CI needs chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM_PATH, args=CHROMIUM_ARGUMENTS)
        # Tests with default options share this page.
        await (await browser.new_context(**DEFAULT_CONTEXT_OPTIONS)).new_page()
        yield browser
        await browser.close()


@asynccontextmanager
async def open_blank_page(browser: Browser, **options: Any) -> AsyncIterator[Page]:
    """Yield an empty page in a new browser context with these options.

    Without options, yield the shared page, because a new one takes two seconds of CPU time.
    """
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
    """A playground with the running sample bot. All tests of the page share it."""
    async with Playground.start(bots=["Sample"]) as playground, playground.run_bot(*SAMPLE_BOT_COMMAND):
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        await playground.person("otter").wait_for_command("toys")
        yield playground


@pytest_asyncio.fixture(loop_scope="session")
async def playground_page(browser: Browser, page_playground: Playground) -> AsyncIterator[PlaygroundPage]:
    """The page with a new channel open in both panes.

    The test fails if the page logs an error or requests anything from another machine.
    """
    async with open_playground_page(browser, page_playground) as opened_page:
        yield opened_page
    assert opened_page.errors == []


@asynccontextmanager
async def open_playground_page(
    browser: Browser, playground: Playground, sides: Sequence[str] = tuple(PERSON_BY_SIDE), **options: Any
) -> AsyncIterator[PlaygroundPage]:
    # Reset both people, because an earlier test may have left a modal open that covers the pane.
    for name in LOCALE_BY_PERSON:
        await reset_person(playground.person(name))
    channel_name = f"oak-{next(CHANNEL_NUMBERS)}"
    created = await playground.control("create_channel", server="Clearing", name=channel_name)
    channel_id = created["channel"]["id"]
    setup = await playground.load_setup()
    async with open_blank_page(browser, **options) as page:
        page.set_default_timeout(TIMEOUT_MS)
        playground_page = PlaygroundPage(
            playground, page, channel_name, channel_id, setup["bots"][0]["token"], setup["api"], []
        )
        async with record_page_errors(playground_page):
            # Before the page loads, set the last open channels in its local storage, from another URL of its origin.
            await page.goto(f"{playground.api_client.url}/page/icon.svg")
            last_channels = {f"playground.{side}.{name}.channel": channel_id for side, name in PERSON_BY_SIDE.items()}
            await page.evaluate(
                "channels => (localStorage.clear(), Object.assign(localStorage, channels))", last_channels
            )
            await page.goto(playground.api_client.url)
            for side in sides:
                await expect(
                    playground_page.pane(side).locator.get_by_role("heading", name=channel_name, exact=True)
                ).to_be_visible()
            yield playground_page


@asynccontextmanager
async def record_page_errors(playground_page: PlaygroundPage) -> AsyncIterator[None]:
    """Record page errors, console warnings and attempted requests to other machines."""
    errors, page = playground_page.errors, playground_page.page

    def record_external_request(request: Request) -> None:
        if EXTERNAL_URL_PATTERN.match(request.url):
            errors.append(f"requested {request.url}")

    def record_external_socket(socket: WebSocket) -> None:
        if urlsplit(socket.url).hostname not in LOOPBACK_HOSTS:
            errors.append(f"requested {socket.url}")

    def record_console_message(message: ConsoleMessage) -> None:
        # When the browser opens an image, it also requests a favicon, which does not exist.
        if message.type in {"error", "warning"} and not message.location["url"].endswith("/favicon.ico"):
            errors.append(message.text)

    def record_error(error: Error) -> None:
        errors.append(str(error))

    def ignore_file_chooser(_: FileChooser) -> None:
        """Do nothing. The listener keeps file choosers intercepted, because enabling this later can be too slow."""

    page.on("requestfailed", record_external_request)
    page.on("filechooser", ignore_file_chooser)
    page.on("websocket", record_external_socket)
    page.on("console", record_console_message)
    page.on("pageerror", record_error)
    try:
        yield
        # After this call returns, all earlier page events have been received.
        await page.evaluate("null")
    finally:
        page.remove_listener("filechooser", ignore_file_chooser)
        page.remove_listener("websocket", record_external_socket)
        page.remove_listener("console", record_console_message)
        page.remove_listener("pageerror", record_error)
        page.remove_listener("requestfailed", record_external_request)


async def reset_person(person: PersonClient) -> None:
    await person.close_modal()
    await person.set_dms_open(open=True)
    await person.set_locale(LOCALE_BY_PERSON[person.name])
    for interaction in (await person.load_view())["interactions"]:
        await person.dismiss(interaction=interaction["id"])
