"""Tests for sending messages to Discord: layout, detection of earlier attempts, and errors."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import discord
import pytest

from bot.discord import api_errors, messages
from bot.discord.layout import MAX_TEXT_LENGTH, SceneLayout, fill_in_names, render_layout
from bot.discord.messages import Messages
from bot.discord.scene_sender import EmojiCache, SceneSender
from bot.display_names import DisplayNames
from bot.errors import DiscordUnavailable, MessageGone
from bot.messenger import MessageLocation, SentMessage
from bot.painting import FRAME_DURATION_MS, LAST_FRAME_DURATION_MS, Painter
from bot.screens.custom_ids import Action
from bot.screens.scene import (
    ALT_TEXT_MAX_LENGTH,
    Attachment,
    Button,
    ButtonMenu,
    Film,
    Scene,
    SceneImage,
    Section,
    SelectMenu,
)
from games import art, canvas
from games.art import INK, PAPER, Palette, Picture, PlayerName
from storage import Store
from tests.kit.matches import ANN, BEN, CAT, CHANNEL_ID
from tests.kit.scene_reading import (
    ACTION_ROW_TYPE,
    BUTTON_TYPE,
    CONTAINER_TYPE,
    GALLERY_TYPE,
    SECTION_TYPE,
    SELECT_TYPE,
    TEXT_TYPE,
    walk_components,
)
from tests.waiting import TEST_TIMEOUT_S

NAME_PLATES = tuple((PlayerName(seat, 300, 50, INK, PAPER), 0, 50 * seat) for seat in range(4))
TABLE_PICTURE = Picture(Palette("games.schnick", (PAPER,), (INK,)), 300, 200, PAPER, NAME_PLATES)
HELLO_SCENE: Final = Scene(above=("Hello",))
QUESTION_SCENE: Final = Scene(
    above=("### Hello",),
    below=("Choose! ",),
    rows=((Button("Choose", f"{Action.OPEN_MATCH}:7:1:"),),),
    footer="small",
    sections=(Section("Match 7", Button("Open", "1")),),
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
    names = DisplayNames(store)
    names.remember_names({ANN: "Ann", BEN: "Ben"})
    return SceneSender(Painter(), names, EmojiCache(str))


@pytest.mark.parametrize(
    ("earlier_scene", "is_same"),
    [
        (QUESTION_SCENE, True),
        (replace(QUESTION_SCENE, above=("Hello again",)), False),
        (replace(QUESTION_SCENE, rows=((Button("Choose", f"{Action.OPEN_MATCH}:7:2:"),),)), False),
        (replace(QUESTION_SCENE, rows=()), False),
        (replace(QUESTION_SCENE, sections=(replace(QUESTION_SCENE.sections[0], text="Match 8"),)), False),
        (replace(QUESTION_SCENE, sections=(replace(QUESTION_SCENE.sections[0], button=Button("Open", "2")),)), False),
    ],
)
async def test_message_of_an_earlier_attempt_is_compared_by_texts_and_buttons(
    message_sender: Messages, monkeypatch: pytest.MonkeyPatch, earlier_scene: Scene, is_same: bool
) -> None:
    components = [
        {**component, "id": number} for number, component in enumerate(render_layout(earlier_scene).components, 1)
    ]

    async def send(*_: object, **__: object) -> dict[str, Any]:
        return MESSAGE_JSON | {"components": components, "mentions": [{**AUTHOR_JSON, "id": str(BEN)}]}

    monkeypatch.setattr(message_sender.client.http, "send_message", send)
    assert await message_sender.post_message(CHANNEL_ID, QUESTION_SCENE, "once") == SentMessage(
        MessageLocation(CHANNEL_ID, 9), is_same, frozenset({BEN})
    )


async def test_nonce_is_the_same_for_a_retry_and_secret_otherwise(
    message_sender: Messages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a predictable nonce, people in the channel could work out who has changed a move."""
    nonces: list[str] = []

    async def send(**message: Any) -> SimpleNamespace:
        nonces.append(message["nonce"])
        return SimpleNamespace(id=1, components=[], mentions=[])

    async with await Store.open(f"sqlite:///{tmp_path / 'another.db'}") as other:
        for sender, nonce_key in (
            (message_sender, "7 12"),
            (message_sender, "7 12"),
            (message_sender, "7 13"),
            (create_messages(other), "7 12"),
        ):
            monkeypatch.setattr(sender.client, "get_partial_messageable", lambda _: SimpleNamespace(send=send))
            await sender.post_message(CHANNEL_ID, HELLO_SCENE, nonce_key)
    assert nonces[0] == nonces[1]
    assert len({*nonces}) == 3
    assert {len(nonce) for nonce in nonces} == {24}


async def test_server_locale_comes_from_clicks_and_is_fetched_when_outdated(
    message_sender: Messages, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may handle this server, so the locale is fetched. In an outage, the last known one is used."""
    fetched_ids: list[int] = []

    async def fetch(server_id: int, **_: object) -> None:
        fetched_ids.append(server_id)
        raise discord.DiscordServerError(cast(Any, SimpleNamespace(status=502, reason="Bad Gateway")), "")

    monkeypatch.setattr(message_sender.client, "fetch_guild", fetch)
    with pytest.raises(DiscordUnavailable):
        await message_sender.fetch_server_locale(7)
    message_sender.remember_server_locale(7, "de")
    assert await message_sender.fetch_server_locale(7) == "de"
    assert fetched_ids == [7]
    monkeypatch.setattr(messages, "CACHE_TTL_S", 0.0)
    message_sender = Messages(message_sender.client, create_sender(store), store)
    message_sender.remember_server_locale(7, "de")
    assert await message_sender.fetch_server_locale(7) == "de"
    assert fetched_ids == [7, 7], "the known locale is outdated"


async def test_token_at_the_follow_up_limit_raises_message_gone(
    message_sender: Messages, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refusal = {"code": 40094, "message": "This interaction has hit the maximum number of follow up messages"}

    async def send(*_: object, **__: object) -> None:
        raise discord.HTTPException(cast(Any, SimpleNamespace(status=400, reason="Bad Request")), refusal)

    # A client without a connection cannot create a webhook.
    webhook = SimpleNamespace(type=None, send=send)
    monkeypatch.setattr(discord.Webhook, "partial", lambda *_, **__: webhook)
    with pytest.raises(MessageGone):
        await message_sender.send_ephemeral("token", HELLO_SCENE)
    assert not caplog.records


@pytest.mark.parametrize("problem", ["rate limit", "timeout"])
async def test_long_rate_limit_or_timeout_raises_discord_unavailable(
    message_sender: Messages, monkeypatch: pytest.MonkeyPatch, problem: str
) -> None:

    async def raise_rate_limited(_: object) -> discord.DMChannel:
        raise discord.RateLimited(60.0)

    async def hang(**_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(api_errors, "REQUEST_TIMEOUT_S", 0.01)
    monkeypatch.setattr(message_sender.client, "create_dm", raise_rate_limited)
    monkeypatch.setattr(message_sender.client, "get_partial_messageable", lambda _: SimpleNamespace(send=hang))
    async with asyncio.timeout(TEST_TIMEOUT_S):
        with pytest.raises(DiscordUnavailable):
            await (
                message_sender.send_dm(1, HELLO_SCENE, "once")
                if problem == "rate limit"
                else message_sender.post_message(CHANNEL_ID, HELLO_SCENE, "once")
            )


def test_long_text_is_cut_and_no_text_component_is_empty() -> None:
    scene = Scene(above=("a" * (MAX_TEXT_LENGTH - 10),), below=("b" * 100,), footer="c" * 200)
    texts = [item["content"] for item in walk_components(render_layout(scene), TEXT_TYPE)]
    assert sum(map(len, texts)) == MAX_TEXT_LENGTH
    assert all(texts)


def test_known_commands_become_mentions_unless_the_text_would_be_too_long() -> None:
    mentions = {"/duel eingang": "</duel inbox:81>"}
    menu = SelectMenu("`/duel eingang` hilft", "se:0:0:", (("a", "`/duel eingang`"),), "a")
    for padding, command in (("", "</duel inbox:81>"), ("a" * (MAX_TEXT_LENGTH - 70), "`/duel eingang`")):
        scene = Scene(above=("`/duel eingang` `/duel list`", padding), rows=(menu,), footer="`/duel eingang`")
        layout = render_layout(scene, command_mentions=mentions)
        texts = [item["content"] for item in walk_components(layout, TEXT_TYPE)]
        above = f"{command} `/duel list`"
        assert [texts[0].split("\n")[0], *texts[1:]] == [above, f"{command} hilft", f"-# {command}"]
        (option,) = next(iter(walk_components(layout, SELECT_TYPE)))["options"]
        assert option["label"] == "`/duel eingang`"


async def test_pictures_show_player_names_at_their_seats(sender: SceneSender) -> None:
    people, names = (BEN, CAT, "La maison", ANN), ["Ben", "", "La maison", "Ann"]
    (file,) = await sender.paint_files(Scene(above=(), board=SceneImage(TABLE_PICTURE, "", people)))
    assert (
        file.fp.read()
        == canvas.paint_png(TABLE_PICTURE, names)
        != canvas.paint_png(TABLE_PICTURE, ["Ben", "La maison", "Ann"])
    )
    (file,) = await sender.paint_files(Scene(above=(), board=Film((TABLE_PICTURE, TABLE_PICTURE), "", people)))
    assert file.fp.read() == canvas.paint_gif(
        [art.scale_for_film(TABLE_PICTURE)] * 2, names, frame_ms=FRAME_DURATION_MS, last_frame_ms=LAST_FRAME_DURATION_MS
    )


def test_description_of_a_picture_is_cut_after_its_names_are_filled_in() -> None:
    mentions = " ".join([f"<@{ANN}>"] * 100)
    assert fill_in_names(mentions, {ANN: "Ann"}) == " ".join(["Ann"] * 100)
    cut = fill_in_names(mentions, {ANN: "A" * 32})
    assert len(cut) == ALT_TEXT_MAX_LENGTH
    assert cut.endswith("…")


async def test_reveal_precedes_the_board_and_both_pictures_are_attached(sender: SceneSender) -> None:
    boards = {
        "reveal": SceneImage(TABLE_PICTURE, "What they chose", (ANN, BEN)),
        "board": SceneImage(TABLE_PICTURE, "How it stands", (ANN, BEN)),
    }
    scene = Scene(above=("Then",), below=("Now",), attachment=Attachment("1.match", b"word"))
    scene = replace(scene, reveal=boards["reveal"], board=boards["board"])
    galleries = [gallery["items"] for gallery in walk_components(render_layout(scene), GALLERY_TYPE)]
    images = [[(item["media"]["url"], item["description"]) for item in items] for items in galleries]
    assert images == [[(f"attachment://{name}.png", board.alt)] for name, board in boards.items()]
    (container,) = walk_components(render_layout(replace(scene, between=("Next",), attachment=None)), CONTAINER_TYPE)
    assert [part.get("content", "picture") for part in container["components"]] == [
        "Then",
        "picture",
        "Next",
        "picture",
        "Now",
    ]
    files = [(file.filename, file.description) for file in await sender.paint_files(scene)]
    assert files == [*((f"{name}.png", board.alt) for name, board in boards.items()), ("1.match", None)]
    assert [file.filename for file in await sender.paint_files(replace(scene, reveal=None))] == ["board.png", "1.match"]


def test_content_is_in_a_container_and_buttons_are_below() -> None:
    scene = Scene(
        above=("Duel",),
        board=SceneImage(TABLE_PICTURE, "The table"),
        sections=(Section("Match 1", Button("Open", "1")),),
        rows=((Button("More", "2"),),),
        footer="Sealed",
        accent_color=0xC8553D,
    )
    view = render_layout(scene)
    container, row = view.components
    assert (container["type"], container["accent_color"], row["type"]) == (CONTAINER_TYPE, 0xC8553D, ACTION_ROW_TYPE)
    assert [it["type"] for it in container["components"]] == [TEXT_TYPE, GALLERY_TYPE, SECTION_TYPE, TEXT_TYPE]
    assert [it["custom_id"] for it in walk_components(view, BUTTON_TYPE)] == ["1", "2"]
    assert [it["content"] for it in walk_components(view, TEXT_TYPE)] == ["Duel", "Match 1", "-# Sealed"]


@pytest.mark.parametrize(("lines", "first_type"), [(("Saved.",), TEXT_TYPE), (("### Saved", "One"), CONTAINER_TYPE)])
def test_single_line_has_no_container(lines: tuple[str, ...], first_type: int) -> None:
    view = render_layout(Scene(above=lines, rows=((Button("Back", "1"),),)))
    assert [it["type"] for it in view.components] == [first_type, ACTION_ROW_TYPE]


def test_settings_menus_are_in_the_container_with_their_headings() -> None:
    language = SelectMenu("Language", "1", (("en", "English"), ("de", "Deutsch")), "en")
    view_menu = SelectMenu("Whose eyes?", "3", (("0", "Bison"), ("1", "Wolf")), "0")
    scene = Scene(above=("Settings",), rows=(language, (Button("Back", "2"),), view_menu))
    container, *below = render_layout(scene).components
    assert [it["type"] for it in container["components"]] == [TEXT_TYPE, TEXT_TYPE, ACTION_ROW_TYPE]
    assert [it["type"] for it in below] == [ACTION_ROW_TYPE, TEXT_TYPE, ACTION_ROW_TYPE], "rows keep their order"


async def test_menu_labels_contain_names_instead_of_mentions(sender: SceneSender) -> None:
    text = f"<@{ANN}> beats <@{CAT}>"
    names = ((ANN, "Bison"), (CAT, "Wolf"))
    jump_menu = ButtonMenu("Jump to …", "to", (Button(text, "1"), Button(f"{text} {'x' * 200}", "2")), names)
    view_menu = SelectMenu("Whose eyes?", "eyes", (("0", f"<@{ANN}> (Bison)"), ("1", f"<@{CAT}> (Wolf)")), "0", names)
    labels: list[list[str]] = []

    async def send(view: SceneLayout, files: list[discord.File]) -> None:
        labels.extend(
            [option["label"] for option in select["options"]] for select in walk_components(view, SELECT_TYPE)
        )

    await sender.send_with_fallback(Scene(above=("Hello",), rows=(jump_menu, view_menu)), [], send)
    assert labels == [["Ann beats Wolf", f"Ann beats Wolf {'x' * 84}…"], ["Ann (Bison)", "Wolf (Wolf)"]]
