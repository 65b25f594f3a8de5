"""Discord receives an answer to a press as the library would have sent it, and what it says to that is understood."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, cast

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, interaction_message_response_params

from bot.discord.layout import layout
from bot.discord.nod import NOD, WHOLE, edited
from bot.scenes.scene import Button, Scene

SCENE = Scene(above=("Hé",), rows=((Button("One", "a"), Button("Two", "b", off=True)),))
UPDATE = 7
PICTURES = (b"", b"board", b"--\r\n\x00", b"film" * (WHOLE // 4))
MESSAGE = {
    "id": "9", "channel_id": "1", "type": 0, "content": "", "attachments": [], "embeds": [], "mentions": [],
    "mention_roles": [], "mention_everyone": False, "pinned": False, "tts": False, "edited_timestamp": None,
    "timestamp": "2026-11-23T15:00:00+00:00",
    "author": {"id": "7", "username": "Wolf", "discriminator": "0000", "avatar": None},
}  # fmt: skip
LATER = {"message": "later", "retry_after": 0.0, "global": False}


@dataclass
class Ear:
    """A Discord that says what it is told to, and writes down what it hears."""

    says: list[tuple[int, object]] = field(default_factory=list)
    heard: list[object] = field(default_factory=list)

    async def hear(self, request: web.Request) -> web.Response:
        plain = request.content_type == "application/json"
        self.heard.append(
            (request.path, request.query_string, await request.json() if plain else await _parts(request))
        )
        status, said = self.says.pop(0) if self.says else (200, {})
        return web.Response(
            body=json.dumps(said).encode(),
            status=status,
            headers={"Content-Type": "application/json", "Via": "1.1 google"},
        )


async def _parts(request: web.Request) -> list[tuple[str | None, str | None, str | None, bytes]]:
    return [
        (
            part.name,
            part.filename,
            part.headers.get("Content-Type") if part.filename else None,
            bytes(await part.read()),
        )
        async for part in await request.multipart()
        if isinstance(part, aiohttp.BodyPartReader)
    ]


@pytest.fixture
async def ear(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ear]:
    ear, app = Ear(), web.Application(client_max_size=1 << 24)
    app.router.add_route("*", "/{path:.*}", ear.hear)
    async with TestServer(app) as server:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api")))
        yield ear


def answer(*pictures: bytes) -> MultipartParameters:
    files = [discord.File(BytesIO(data), f"{at}.png", description="Ä") for at, data in enumerate(pictures)]
    return interaction_message_response_params(
        type=UPDATE,
        view=layout(SCENE),
        attachments=files,
        previous_allowed_mentions=discord.AllowedMentions.none(),
    )


async def answered(by: AsyncWebhookAdapter, params: MultipartParameters) -> None:
    async with aiohttp.ClientSession() as session:
        await by.create_interaction_response(7, "to/ken", session=session, params=params)


@pytest.mark.parametrize("pictures", [(), PICTURES[:1], PICTURES[1:3], PICTURES])
async def test_what_is_sent_is_what_the_library_sends(ear: Ear, pictures: tuple[bytes, ...]) -> None:
    await answered(AsyncWebhookAdapter(), answer(*pictures))  # type: ignore[no-untyped-call]
    await answered(NOD, answer(*pictures))
    (path, asks, body), (ours, nods, same) = cast(list[Any], ear.heard)
    assert (ours, same) == (path, body)
    assert (asks, nods) == ("with_response=1", "")


@pytest.mark.parametrize("pictures", [(), PICTURES])
async def test_whom_discord_tells_to_wait_asks_once_more_for_the_same(ear: Ear, pictures: tuple[bytes, ...]) -> None:
    ear.says = [(429, LATER), (429, LATER)]
    await answered(NOD, answer(*pictures))
    first, second, third = ear.heard
    assert first == second == third


async def rewritten(*pictures: bytes) -> None:
    async with aiohttp.ClientSession() as session:
        files = [discord.File(BytesIO(data), f"{at}.png", description="Ä") for at, data in enumerate(pictures)]
        await edited(discord.Webhook.partial(7, "to/ken", session=session), 9, layout(SCENE), files)


@pytest.mark.parametrize("pictures", [(), PICTURES])
async def test_a_message_is_changed_by_a_token_as_the_library_changes_it(ear: Ear, pictures: tuple[bytes, ...]) -> None:
    ear.says = [(200, MESSAGE)]
    async with aiohttp.ClientSession() as session:
        files = [discord.File(BytesIO(data), f"{at}.png", description="Ä") for at, data in enumerate(pictures)]
        silent = discord.AllowedMentions.none()
        webhook = discord.Webhook.partial(7, "to/ken", session=session)
        await webhook.edit_message(9, view=layout(SCENE), attachments=files, allowed_mentions=silent)
    await rewritten(*pictures)
    theirs, ours = ear.heard
    assert ours == theirs


async def test_a_change_by_a_token_is_tried_as_often_as_the_library_tries_it(ear: Ear) -> None:
    ear.says = [(429, LATER), (429, LATER)]
    await rewritten(*PICTURES)
    first, second, third = ear.heard
    assert first == second == third


async def test_a_message_that_is_gone_cannot_be_changed_by_a_token(ear: Ear) -> None:
    ear.says = [(404, {"code": 10008, "message": "Unknown message"})]
    with pytest.raises(discord.NotFound) as no:
        await rewritten(b"board")
    assert no.value.code == 10008


@pytest.mark.parametrize(
    ("status", "kind"), [(400, discord.HTTPException), (403, discord.Forbidden), (404, discord.NotFound)]
)
async def test_a_no_is_heard_once_and_as_what_it_is(ear: Ear, status: int, kind: type[discord.HTTPException]) -> None:
    ear.says = [(status, {"code": 10062, "message": "Unknown interaction"})]
    with pytest.raises(kind) as no:
        await answered(NOD, answer(b"board"))
    assert (type(no.value), no.value.status, no.value.code) == (kind, status, 10062)
    assert len(ear.heard) == 1
