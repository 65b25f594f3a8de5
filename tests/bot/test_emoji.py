"""The emoji of the games: how they are uploaded and shown, and how a message is sent again if Discord refuses them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
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
from bot.matches.model import RunningMatch
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
from tests.kit import world
from tests.kit.scene_reading import BUTTON_TYPE, SELECT_TYPE, walk_components
from tests.waiting import TEST_TIMEOUT_S


def make_http_error(status: int, errors: object = None, code: int = 50035) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, {"message": "Invalid Form Body", "code": code, "errors": errors})


# In messages

KNOWN_EMOJI: EmojiByKey = {"wolf 7": discord.PartialEmoji(name="duel_wolf_7_0badc0", id=7)}
WOLF_JSON = {"name": "duel_wolf_7_0badc0", "id": 7}
EMOJI_BUTTONS = (Button("Wolf 7", "a", emoji="wolf 7"), Button("Bison 7", "b", emoji="bison 7"), Button("Neither", "c"))
INVALID_EMOJI_ERRORS = {"data": {"components": {"1": {"components": {"0": {"emoji": {"id": {"_errors": [
    {"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"},
]}}}}}}}}  # fmt: skip


def list_emoji_by_label(view: SceneLayout) -> list[tuple[str, JsonObject | None]]:
    worded = (each for it in walk_components(view, BUTTON_TYPE, SELECT_TYPE) for each in it.get("options", [it]))
    return [(each["label"], each.get("emoji")) for each in worded]


@pytest.mark.parametrize("row", [EMOJI_BUTTONS, ButtonMenu("Choose", "z", EMOJI_BUTTONS)], ids=["buttons", "a list"])
def test_known_emoji_stands_beside_its_label(row: Row) -> None:
    scene = Scene(above=("Hello",), rows=(row,))
    assert list_emoji_by_label(render_layout(scene, KNOWN_EMOJI)) == [
        ("Wolf 7", WOLF_JSON),
        ("Bison 7", None),
        ("Neither", None),
    ]
    assert list_emoji_by_label(render_layout(scene)) == [("Wolf 7", None), ("Bison 7", None), ("Neither", None)]


async def send_board(*errors: Exception) -> tuple[list[list[JsonObject | None]], bool]:
    """Send a message with a board, where Discord refuses with these errors. Return what was sent."""
    left, sent, refused = list(errors), [], list[int]()

    async def deed(view: SceneLayout, files: list[discord.File]) -> int:
        sent.append([emoji for _, emoji in list_emoji_by_label(view)])
        assert [file.fp.read() for file in files] == [b"a board"]
        if left:
            raise left.pop(0)
        return len(sent)

    known = EmojiCache(lambda: refused.append(1))
    known.emoji_by_key = KNOWN_EMOJI
    sender = SceneSender(Painter(), cast(DisplayNames, None), known)
    files = [discord.File(BytesIO(b"a board"), "board.png", description="A board")]
    assert await sender.send_with_fallback(Scene(above=("Hello",), rows=(EMOJI_BUTTONS,)), files, deed) == len(sent)
    assert known.refresh_requested.is_set() == bool(refused)
    return sent, bool(refused)


async def test_message_refused_for_an_emoji_is_sent_again_without_any() -> None:
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
async def test_other_refusals_are_raised(errors: list[Exception]) -> None:
    with pytest.raises(discord.HTTPException) as no:
        await send_board(*errors)
    assert no.value is errors[-1]


async def test_choices_name_the_emoji_of_what_is_chosen_first(matches: MatchService) -> None:
    match = await world.begin_match_with_ben(matches, "schamanen", placement="random")
    assert isinstance(match, RunningMatch)
    for seat, (way, lines) in enumerate((("row", "123"), ("column", "ABC"))):
        shown = build_menu_page(match.engine.legal_moves(seat))
        assert shown
        [row] = build_choice_rows(match, seat, shown, "", "en")
        assert isinstance(row, tuple)
        assert [button.emoji for button in row] == [f"schamanen {way}_mask {line}" for line in lines]
        assert all(button.label for button in row)
    engine = begin_match(CHESS, validate_options(CHESS.options_class, {}), 2, UNSEEDED)
    view, legal = engine.view_of(0), engine.legal_moves(0)
    first, then = build_menu_page(legal), build_menu_page(legal, "e2.")
    assert first
    assert then
    found = dict(
        zip([choice.tokens[0] for choice in first.choices], find_choice_emblems(CHESS, view, first), strict=True)
    )
    assert (found["e2"], found["g1"]) == (Emblem("white_pawn"), Emblem("white_knight"))
    # Which piece it is was said before; where it goes has no emoji.
    assert find_choice_emblems(CHESS, view, then) == [None] * len(then.choices)
    assert find_choice_emblems(MORRA, view, first) == [None] * len(first.choices)


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
    """The emoji of an application at Discord, and the errors of its next requests."""

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
    """Three emoji, which are fast to paint, and no pause between two looks."""
    known = {key: name for key, name in emoji_names_by_key().items() if key in FEW_EMOJI_KEYS}
    drawn = {name: drawings_by_emoji_name()[name] for name in known.values()}
    monkeypatch.setattr(emoji_upload, "drawings_by_emoji_name", lambda: drawn)
    monkeypatch.setattr(emoji_upload, "emoji_names_by_key", lambda: known)
    monkeypatch.setattr(emoji_upload, "MIN_RETRY_DELAY_S", 0.0)


async def wait_until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while not holds():
            await asyncio.sleep(0.001)


class UploaderProcess:
    def __init__(self, application: Any, hold_lock: emoji_upload.HoldLock | None = None) -> None:
        def alone(_: str) -> AbstractAsyncContextManager[None]:
            return nullcontext()

        self.emoji_cache = EmojiCache(str)
        client: Client = application
        self.uploader = EmojiUploader(client, self.emoji_cache, hold_lock or alone)

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


async def test_missing_emoji_are_uploaded_and_old_ones_of_ours_deleted(few_emoji: None) -> None:
    there = FakeApplication()
    old = there.add("duel_wolf_7_0badc0")
    kept = [there.add("party"), there.add("duel_party"), there.add("duel_wolf_7_c0ffee", OTHER_USER)]
    process = UploaderProcess(there)
    async with process.run_uploader():
        await process.wait_until_known()
        assert there.uploads == list(emoji_upload.drawings_by_emoji_name())
        await wait_until(lambda: old not in there.emojis)
        assert set(kept) < set(there.emojis)
        assert len(there.emojis) == len(kept) + len(FEW_EMOJI_KEYS)
        known = process.emoji_cache.emoji_by_key["schamanen wolf 7"]
        assert known.name == emoji_upload.emoji_names_by_key()["schamanen wolf 7"]
        assert known.id in {each.id for each in there.emojis}
        # One that somebody deletes comes back alone: once we connect anew, or a message was refused for it.
        for missed in (process.uploader.on_connected, process.emoji_cache.refresh_requested.set):
            await next(each for each in there.emojis if each.name == known.name).delete()
            missed()
            await wait_until(lambda: known.name in there.names)
            await process.wait_until_known()
        assert there.uploads[len(FEW_EMOJI_KEYS) :] == [known.name] * 2


async def test_process_that_does_not_lead_only_lists_until_all_are_there(few_emoji: None) -> None:
    there = FakeApplication(is_leader=False)
    process = UploaderProcess(there)
    async with process.run_uploader():
        await wait_until(lambda: there.listing_count >= 3)
        assert there.emojis == []
        for name in emoji_upload.drawings_by_emoji_name():
            there.add(name)
        await process.wait_until_known()
        asked = there.listing_count
        for _ in range(100):
            await asyncio.sleep(0)
        assert there.listing_count == asked
        await there.emojis[0].delete()
        process.emoji_cache.refresh_requested.set()
        await process.wait_until_known(
            FEW_EMOJI_KEYS - {key for key, name in emoji_upload.emoji_names_by_key().items() if name not in there.names}
        )
        assert there.uploads == []


async def test_two_processes_that_lead_upload_each_emoji_once(few_emoji: None) -> None:
    there, lock = FakeApplication(), asyncio.Lock()

    def take_turn(name: str) -> AbstractAsyncContextManager[None]:
        assert name == "emoji"
        return lock

    one, other = UploaderProcess(there, take_turn), UploaderProcess(there, take_turn)
    async with one.run_uploader(), other.run_uploader():
        await one.wait_until_known()
        await other.wait_until_known()
    assert sorted(there.uploads) == sorted(emoji_upload.drawings_by_emoji_name())


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
@pytest.mark.parametrize("at", [0, 1, 3])
async def test_upload_goes_on_after_an_error(few_emoji: None, error: Exception, at: int) -> None:
    there = FakeApplication(*[None] * at, error)
    process = UploaderProcess(there)
    async with process.run_uploader():
        await process.wait_until_known()
    assert there.uploads == list(emoji_upload.drawings_by_emoji_name())
