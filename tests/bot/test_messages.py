"""Messages on their way to Discord: their layout, how they are found again, and what refusals mean."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import discord
import pytest

from bot.discord import api_errors, messages
from bot.discord.layout import MAX_TEXT_LENGTH, SceneLayout, render_layout
from bot.discord.messages import Messages
from bot.discord.scene_sender import EmojiCache, SceneSender
from bot.display_names import DisplayNames
from bot.errors import DiscordUnavailable, MessageGone
from bot.messenger import MessageLocation, SentMessage
from bot.painting import FRAME_DURATION_MS, LAST_FRAME_DURATION_MS, Painter
from bot.screens.custom_ids import Action
from bot.screens.scene import Attachment, Button, ButtonMenu, Film, Scene, SceneImage, SelectMenu
from games import art, canvas
from games.art import INK, PAPER, Palette, Picture, PlayerName
from storage import Store
from tests.kit.matches import ANN, BEN, CAT, CHANNEL_ID
from tests.kit.scene_reading import GALLERY_TYPE, SELECT_TYPE, TEXT_TYPE, walk_components
from tests.waiting import TEST_TIMEOUT_S

NAME_PLATES = tuple((PlayerName(seat, 300, 50, INK, PAPER), 0, 50 * seat) for seat in range(4))
TABLE_PICTURE = Picture(Palette("games.schnick", (PAPER,), (INK,)), 300, 200, PAPER, NAME_PLATES)
HELLO_SCENE: Final = Scene(above=("Hello",))
QUESTION_SCENE: Final = Scene(
    above=("### Hello",), below=("Choose! ",), rows=((Button("Choose", f"{Action.OPEN_MATCH}:7:1:"),),), footer="small"
)
AUTHOR_JSON: Final = {"id": "7", "username": "Wolf", "discriminator": "0000", "avatar": None}
MESSAGE_JSON: Final = {
    "id": "9", "channel_id": "1", "type": 0, "content": "", "attachments": [], "embeds": [], "mentions": [],
    "mention_roles": [], "mention_everyone": False, "pinned": False, "tts": False, "edited_timestamp": None,
    "timestamp": "2026-11-23T15:00:00+00:00", "author": AUTHOR_JSON, "flags": 1 << 15,
}  # fmt: skip


@pytest.fixture
def message_sender(store: Store) -> Messages:
    return create_messages(store)


def create_messages(store: Store) -> Messages:
    client = discord.Client(intents=discord.Intents.none(), application_id=1)
    return Messages(client, create_sender(store), store)


@pytest.fixture
def sender(store: Store) -> SceneSender:
    return create_sender(store)


def create_sender(store: Store) -> SceneSender:
    known = DisplayNames(store)
    known.remember_names({ANN: "Ann", BEN: "Ben"})
    return SceneSender(Painter(), known, EmojiCache(str))


@pytest.mark.parametrize(
    ("stands", "as_asked"),
    [
        (QUESTION_SCENE, True),
        (replace(QUESTION_SCENE, above=("Hello again",)), False),
        (replace(QUESTION_SCENE, rows=((Button("Choose", f"{Action.OPEN_MATCH}:7:2:"),),)), False),
        (replace(QUESTION_SCENE, rows=()), False),
    ],
)
async def test_message_of_an_earlier_attempt_is_known_by_its_texts_and_buttons(
    message_sender: Messages, monkeypatch: pytest.MonkeyPatch, stands: Scene, as_asked: bool
) -> None:
    components = [{**one, "id": number} for number, one in enumerate(render_layout(stands).components, 1)]

    async def send(*_: object, **__: object) -> dict[str, Any]:
        return MESSAGE_JSON | {"components": components, "mentions": [{**AUTHOR_JSON, "id": str(BEN)}]}

    monkeypatch.setattr(message_sender.client.http, "send_message", send)
    assert await message_sender.post_message(CHANNEL_ID, QUESTION_SCENE, "once") == SentMessage(
        MessageLocation(CHANNEL_ID, 9), as_asked, frozenset({BEN})
    )


async def test_nonce_is_the_same_for_the_same_and_reveals_nothing(
    message_sender: Messages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads it in the channel could try how long the journal may be, and so who has thought again."""
    seen: list[str] = []

    async def send(**message: Any) -> SimpleNamespace:
        seen.append(message["nonce"])
        return SimpleNamespace(id=1, components=[], mentions=[])

    async with await Store.open(f"sqlite:///{tmp_path / 'another.db'}") as another:
        for sender, once in (
            (message_sender, "7 12"),
            (message_sender, "7 12"),
            (message_sender, "7 13"),
            (create_messages(another), "7 12"),
        ):
            monkeypatch.setattr(sender.client, "get_partial_messageable", lambda _: SimpleNamespace(send=send))
            await sender.post_message(CHANNEL_ID, HELLO_SCENE, once)
    assert seen[0] == seen[1]
    assert len({*seen}) == 3
    assert {len(each) for each in seen} == {24}


async def test_locale_of_a_server_is_learned_from_presses_and_asked_for_else(
    message_sender: Messages, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another process has its shard; while Discord does not answer it is what it was."""
    asked: list[int] = []

    async def fetch(server_id: int, **_: object) -> None:
        asked.append(server_id)
        raise discord.DiscordServerError(cast(Any, SimpleNamespace(status=502, reason="Bad Gateway")), "")

    monkeypatch.setattr(message_sender.client, "fetch_guild", fetch)
    with pytest.raises(DiscordUnavailable):
        await message_sender.fetch_server_locale(7)
    message_sender.remember_server_locale(7, "de")
    assert await message_sender.fetch_server_locale(7) == "de"
    assert asked == [7]
    monkeypatch.setattr(messages, "CACHE_TTL_S", 0.0)
    message_sender = Messages(message_sender.client, create_sender(store), store)
    message_sender.remember_server_locale(7, "de")
    assert await message_sender.fetch_server_locale(7) == "de"
    assert asked == [7, 7], "it might speak otherwise by now"


async def test_token_that_has_opened_all_it_may_is_lost(
    message_sender: Messages, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refusal = {"code": 40094, "message": "This interaction has hit the maximum number of follow up messages"}

    async def send(*_: object, **__: object) -> None:
        raise discord.HTTPException(cast(Any, SimpleNamespace(status=400, reason="Bad Request")), refusal)

    # Without a connection there is none; it is nobody's but for this.
    webhook = SimpleNamespace(type=None, send=send)
    monkeypatch.setattr(discord.Webhook, "partial", lambda *_, **__: webhook)
    with pytest.raises(MessageGone):
        await message_sender.send_ephemeral("token", HELLO_SCENE)
    assert not caplog.records


@pytest.mark.parametrize("trouble", ["limit", "silence"])
async def test_message_is_sent_later_where_discord_makes_us_wait(
    message_sender: Messages, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    """For a limit that is too long, or because the line is dead without a word: the message may have come."""

    async def limit(_: object) -> discord.DMChannel:
        raise discord.RateLimited(60.0)

    async def hang(**_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(api_errors, "REQUEST_TIMEOUT_S", 0.01)
    monkeypatch.setattr(message_sender.client, "create_dm", limit)
    monkeypatch.setattr(message_sender.client, "get_partial_messageable", lambda _: SimpleNamespace(send=hang))
    async with asyncio.timeout(TEST_TIMEOUT_S):
        with pytest.raises(DiscordUnavailable):
            await (
                message_sender.send_dm(1, HELLO_SCENE, "once")
                if trouble == "limit"
                else message_sender.post_message(CHANNEL_ID, HELLO_SCENE, "once")
            )


def test_long_text_is_cut_and_no_text_is_empty() -> None:
    scene = Scene(above=("a" * (MAX_TEXT_LENGTH - 10),), below=("b" * 100,), footer="c" * 200)
    texts = [item["content"] for item in walk_components(render_layout(scene), TEXT_TYPE)]
    assert sum(map(len, texts)) == MAX_TEXT_LENGTH
    assert all(texts)


async def test_pictures_name_people_where_they_sit(sender: SceneSender) -> None:
    people, names = (BEN, CAT, "La maison", ANN), ["Ben", "", "La maison", "Ann"]
    (file,) = await sender.paint_files(Scene(above=(), board=SceneImage(TABLE_PICTURE, "", people)))
    assert (
        file.fp.read()
        == canvas.paint_png(TABLE_PICTURE, names)
        != canvas.paint_png(TABLE_PICTURE, ["Ben", "La maison", "Ann"])
    )
    (file,) = await sender.paint_files(Scene(above=(), board=Film((TABLE_PICTURE, TABLE_PICTURE), "", people)))
    assert file.fp.read() == canvas.paint_gif(
        [art.scale_for_film(TABLE_PICTURE)] * 2, names, pause=FRAME_DURATION_MS, last=LAST_FRAME_DURATION_MS
    )


async def test_reveal_is_shown_before_the_board_and_each_picture_is_attached(sender: SceneSender) -> None:
    boards = {
        "reveal": SceneImage(TABLE_PICTURE, "What they chose", (ANN, BEN)),
        "board": SceneImage(TABLE_PICTURE, "How it stands", (ANN, BEN)),
    }
    scene = Scene(above=("Then",), below=("Now",), attachment=Attachment("1.match", b"word"))
    scene = replace(scene, reveal=boards["reveal"], board=boards["board"])
    galleries = [gallery["items"] for gallery in walk_components(render_layout(scene), GALLERY_TYPE)]
    shown = [[(item["media"]["url"], item["description"]) for item in items] for items in galleries]
    assert shown == [[(f"attachment://{name}.png", board.alt)] for name, board in boards.items()]
    files = [(file.filename, file.description) for file in await sender.paint_files(scene)]
    assert files == [*((f"{name}.png", board.alt) for name, board in boards.items()), ("1.match", None)]
    assert [file.filename for file in await sender.paint_files(replace(scene, reveal=None))] == ["board.png", "1.match"]


async def test_list_calls_people_by_their_names(sender: SceneSender) -> None:
    told = f"<@{ANN}> beats <@{CAT}>"
    named = ((ANN, "Bison"), (CAT, "Wolf"))
    jumps = ButtonMenu("Jump to …", "to", (Button(told, "1"), Button(f"{told} {'x' * 200}", "2")), named)
    eyes = SelectMenu("Whose eyes?", "eyes", (("0", f"<@{ANN}> (Bison)"), ("1", f"<@{CAT}> (Wolf)")), "0", named)
    shown: list[list[str]] = []

    async def send(view: SceneLayout, files: list[discord.File]) -> None:
        shown.extend([option["label"] for option in select["options"]] for select in walk_components(view, SELECT_TYPE))

    await sender.send_with_fallback(Scene(above=("Hello",), rows=(jumps, eyes)), [], send)
    assert shown == [["Ann beats Wolf", f"Ann beats Wolf {'x' * 84}…"], ["Ann (Bison)", "Wolf (Wolf)"]]
