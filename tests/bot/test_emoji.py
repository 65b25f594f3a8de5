"""Tests for game emoji: uploads, display, and resending messages whose emoji Discord refuses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from io import BytesIO
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.discord import emoji_upload
from bot.discord.client import Client
from bot.discord.emoji_upload import EmojiUploader, drawings_by_emoji_name, emoji_names_by_key
from bot.discord.layout import EmojiByKey, JsonObject, SceneLayout, render_layout
from bot.discord.scene_sender import EmojiCache, SceneSender
from bot.display_names import DisplayNames
from bot.matches.service import MatchService
from bot.painting import Painter
from bot.screens.move_buttons import build_choice_rows, find_choice_emblems
from bot.screens.move_menu import build_menu_page
from bot.screens.scene import Button, ButtonMenu, Row, Scene
from games.art import Emblem
from games.dice import UNSEEDED
from games.match import begin_match
from games.options import validate_options
from games.shamanic_chess import GAME as CHESS
from storage import StoreUnavailable
from tests.games.morra import GAME as MORRA
from tests.kit.scene_reading import BUTTON_TYPE, SELECT_TYPE, walk_components
from tests.kit.world import begin_match_with_ben
from tests.waiting import wait_until


def make_http_error(status: int, errors: object = None, code: int = 50035) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, {"message": "Invalid Form Body", "code": code, "errors": errors})


# Messages

KNOWN_EMOJI: EmojiByKey = {"wolf 7": discord.PartialEmoji(name="duel_wolf_7_0badc0", id=7)}
WOLF_JSON = {"name": "duel_wolf_7_0badc0", "id": 7}
EMOJI_BUTTONS = (Button("Wolf 7", "a", emoji="wolf 7"), Button("Bison 7", "b", emoji="bison 7"), Button("Neither", "c"))
INVALID_EMOJI_ERRORS = {"data": {"components": {"1": {"components": {"0": {"emoji": {"id": {"_errors": [
    {"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"},
]}}}}}}}}  # fmt: skip


def list_emoji_by_label(view: SceneLayout) -> list[tuple[str, JsonObject | None]]:
    components = (each for it in walk_components(view, BUTTON_TYPE, SELECT_TYPE) for each in it.get("options", [it]))
    return [(each["label"], each.get("emoji")) for each in components]


@pytest.mark.parametrize("row", [EMOJI_BUTTONS, ButtonMenu("Choose", "z", EMOJI_BUTTONS)], ids=["buttons", "menu"])
def test_known_emoji_is_shown_with_its_label(row: Row) -> None:
    scene = Scene(above=("Hello",), rows=(row,))
    assert list_emoji_by_label(render_layout(scene, KNOWN_EMOJI)) == [
        ("Wolf 7", WOLF_JSON),
        ("Bison 7", None),
        ("Neither", None),
    ]
    assert list_emoji_by_label(render_layout(scene)) == [("Wolf 7", None), ("Bison 7", None), ("Neither", None)]


async def send_board(*errors: Exception) -> tuple[list[list[JsonObject | None]], bool]:
    """Send a message that first fails with these errors. Return the emoji per attempt, and whether any were refused."""
    pending_errors, sent, refused = list(errors), [], list[int]()

    async def post(view: SceneLayout, files: list[discord.File]) -> int:
        sent.append([emoji for _, emoji in list_emoji_by_label(view)])
        assert [file.fp.read() for file in files] == [b"a board"]
        if pending_errors:
            raise pending_errors.pop(0)
        return len(sent)

    cache = EmojiCache(lambda: refused.append(1))
    cache.emoji_by_key = KNOWN_EMOJI
    sender = SceneSender(Painter(), cast(DisplayNames, None), cache)
    files = [discord.File(BytesIO(b"a board"), "board.png", description="A board")]
    assert await sender.send_with_fallback(Scene(above=("Hello",), rows=(EMOJI_BUTTONS,)), files, post) == len(sent)
    assert cache.refresh_requested.is_set() == bool(refused)
    return sent, bool(refused)


async def test_message_refused_for_an_emoji_is_sent_without_emoji() -> None:
    assert await send_board() == ([[WOLF_JSON, None, None]], False)
    assert await send_board(make_http_error(400, INVALID_EMOJI_ERRORS)) == ([[WOLF_JSON, None, None], [None] * 3], True)


@pytest.mark.parametrize(
    "errors",
    [
        [
            make_http_error(
                400, {"components": {"0": {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "No emoji here"}]}}}
            )
        ],
        [make_http_error(400, INVALID_EMOJI_ERRORS, 50006)],
        [make_http_error(400)],
        [make_http_error(400, INVALID_EMOJI_ERRORS), make_http_error(400, INVALID_EMOJI_ERRORS)],
    ],
    ids=["another field", "another code", "no field", "twice"],
)
async def test_errors_that_are_not_about_emoji_are_raised(errors: list[Exception]) -> None:
    with pytest.raises(discord.HTTPException) as refusal:
        await send_board(*errors)
    assert refusal.value is errors[-1]


async def test_choices_have_the_emoji_of_their_first_token(matches: MatchService) -> None:
    match = await begin_match_with_ben(matches, "schamanen")
    page = build_menu_page(match.engine.legal_moves(0))
    assert page
    rows = build_choice_rows(match, 0, page, "", "en")
    buttons = [button for row in rows if isinstance(row, tuple) for button in row]
    assert [button.emoji for button in buttons] == [f"schamanen bison {value}" for value in range(1, 10)]
    assert [button.label for button in buttons] == [f"Stone {value}" for value in range(1, 10)]
    engine = begin_match(CHESS, validate_options(CHESS.options_class, {}), 2, UNSEEDED)
    view, legal = engine.view_of(0), engine.legal_moves(0)
    first_page, second_page = build_menu_page(legal), build_menu_page(legal, "e2.")
    assert first_page
    assert second_page
    tokens = [choice.tokens[0] for choice in first_page.choices]
    emblems = dict(zip(tokens, find_choice_emblems(CHESS, view, first_page), strict=True))
    assert (emblems["e2"], emblems["g1"]) == (None, Emblem("white_knight"))
    # The first page shows the piece; destinations have no emoji.
    assert find_choice_emblems(CHESS, view, second_page) == [None] * len(second_page.choices)
    assert find_choice_emblems(MORRA, view, first_page) == [None] * len(first_page.choices)


# Uploads

EMOJI_IDS = count(1)
BOT_USER, OTHER_USER = SimpleNamespace(id=1), SimpleNamespace(id=2)
FEW_EMOJI_KEYS = {"schamanen wolf 7", "schnick card_fire", "woodwalkers otter"}


class FakeEmoji:
    def __init__(self, application: FakeApplication, name: str, user: Any) -> None:
        self.application, self.name, self.user, self.id = application, name, user, next(EMOJI_IDS)

    async def delete(self) -> None:
        self.application.emojis.remove(self)


class FakeApplication:
    """A Discord application that stores emoji, and whose next requests fail with planned errors."""

    def __init__(self, *errors: Exception | None, is_leader: bool = True) -> None:
        self.is_leader = is_leader
        self.emojis: list[FakeEmoji] = []
        self.uploads: list[str] = []
        self.listing_count = 0
        self.planned_errors: Iterator[Exception | None] = iter(errors)

    def is_this_bot(self, user: Any) -> bool:
        return user is BOT_USER

    async def fetch_application_emojis(self) -> list[FakeEmoji]:
        self.listing_count += 1
        await self._raise_planned_error()
        return list(self.emojis)

    async def create_application_emoji(self, *, name: str, image: bytes) -> FakeEmoji:
        await self._raise_planned_error()
        assert image.startswith(b"\x89PNG")
        assert name not in self.names
        self.uploads.append(name)
        return self.add(name)

    def add(self, name: str, user: Any = BOT_USER) -> FakeEmoji:
        self.emojis.append(FakeEmoji(self, name, user))
        return self.emojis[-1]

    @property
    def names(self) -> set[str]:
        return {each.name for each in self.emojis}

    async def _raise_planned_error(self) -> None:
        await asyncio.sleep(0)
        if error := next(self.planned_errors, None):
            raise error


@pytest.fixture
def few_emoji(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use only three emoji, which are fast to paint, and remove the retry delay."""
    names_by_key = {key: name for key, name in emoji_names_by_key().items() if key in FEW_EMOJI_KEYS}
    drawings = {name: drawings_by_emoji_name()[name] for name in names_by_key.values()}
    monkeypatch.setattr(emoji_upload, "drawings_by_emoji_name", lambda: drawings)
    monkeypatch.setattr(emoji_upload, "emoji_names_by_key", lambda: names_by_key)
    monkeypatch.setattr(emoji_upload, "MIN_RETRY_DELAY_S", 0.0)


class UploaderProcess:
    def __init__(self, application: Any, hold_lock: emoji_upload.HoldLock | None = None) -> None:
        def hold_nothing(_: str) -> AbstractAsyncContextManager[None]:
            return nullcontext()

        self.emoji_cache = EmojiCache(str)
        client: Client = application
        self.uploader = EmojiUploader(client, self.emoji_cache, hold_lock or hold_nothing)

    @asynccontextmanager
    async def run_uploader(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self.uploader.sync_forever())
        self.uploader.on_connected()
        yield
        assert not task.done()
        task.cancel()

    async def wait_until_known(self, keys: set[str] = FEW_EMOJI_KEYS) -> None:
        await wait_until(
            lambda: self.emoji_cache.emoji_by_key.keys() == keys and not self.emoji_cache.refresh_requested.is_set()
        )


async def test_missing_emoji_are_uploaded_and_own_old_ones_deleted(few_emoji: None) -> None:
    application = FakeApplication()
    old = application.add("duel_wolf_7_0badc0")
    kept = [application.add("party"), application.add("duel_party"), application.add("duel_wolf_7_c0ffee", OTHER_USER)]
    process = UploaderProcess(application)
    async with process.run_uploader():
        await process.wait_until_known()
        assert application.uploads == list(emoji_upload.drawings_by_emoji_name())
        await wait_until(lambda: old not in application.emojis)
        assert set(kept) < set(application.emojis)
        assert len(application.emojis) == len(kept) + len(FEW_EMOJI_KEYS)
        emoji = process.emoji_cache.emoji_by_key["schamanen wolf 7"]
        assert emoji.name == emoji_upload.emoji_names_by_key()["schamanen wolf 7"]
        assert emoji.id in {each.id for each in application.emojis}
        # A deleted emoji is uploaded again after a reconnect, or after a message was refused for it.
        for trigger in (process.uploader.on_connected, process.emoji_cache.refresh_requested.set):
            await next(each for each in application.emojis if each.name == emoji.name).delete()
            trigger()
            await wait_until(lambda: emoji.name in application.names)
            await process.wait_until_known()
        assert application.uploads[len(FEW_EMOJI_KEYS) :] == [emoji.name] * 2


async def test_process_without_leadership_only_lists_emoji(few_emoji: None) -> None:
    application = FakeApplication(is_leader=False)
    process = UploaderProcess(application)
    async with process.run_uploader():
        await wait_until(lambda: application.listing_count >= 3)
        assert application.emojis == []
        for name in emoji_upload.drawings_by_emoji_name():
            application.add(name)
        await process.wait_until_known()
        listing_count = application.listing_count
        for _ in range(100):
            await asyncio.sleep(0)
        assert application.listing_count == listing_count
        await application.emojis[0].delete()
        process.emoji_cache.refresh_requested.set()
        emoji_names = emoji_upload.emoji_names_by_key()
        await process.wait_until_known({key for key in FEW_EMOJI_KEYS if emoji_names[key] in application.names})
        assert application.uploads == []


async def test_two_leading_processes_upload_each_emoji_once(few_emoji: None) -> None:
    application, lock = FakeApplication(), asyncio.Lock()

    def take_turn(name: str) -> AbstractAsyncContextManager[None]:
        assert name == "emoji"
        return lock

    first, second = UploaderProcess(application, take_turn), UploaderProcess(application, take_turn)
    async with first.run_uploader(), second.run_uploader():
        await first.wait_until_known()
        await second.wait_until_known()
    assert sorted(application.uploads) == sorted(emoji_upload.drawings_by_emoji_name())


@pytest.mark.parametrize(
    "error",
    [
        make_http_error(403),
        make_http_error(500),
        discord.RateLimited(0.0),
        OSError("offline"),
        TimeoutError(),
        StoreUnavailable("no store"),
    ],
    ids=lambda it: type(it).__name__,
)
@pytest.mark.parametrize("request_index", [0, 1, 3])
async def test_upload_continues_after_an_error(few_emoji: None, error: Exception, request_index: int) -> None:
    application = FakeApplication(*[None] * request_index, error)
    process = UploaderProcess(application)
    async with process.run_uploader():
        await process.wait_until_known()
    assert application.uploads == list(emoji_upload.drawings_by_emoji_name())
