"""HTTP requests from and to Discord: signed interactions, how discord.py receives them, responses, and metrics."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from io import BytesIO
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, interaction_message_response_params
from nacl.signing import SigningKey

from bot.discord import http_server as porters
from bot.discord.http_server import MAX_SIGNATURE_AGE_MS, InteractionServer
from bot.discord.interaction_bridge import InteractionBridge
from bot.discord.interaction_data import SlimMessage, install_slim_message
from bot.discord.layout import render_layout
from bot.discord.raw_responses import MAX_UNSTREAMED_BYTES, RAW_ADAPTER, edit_webhook_message
from bot.discord.request_metrics import GLOBAL_LIMIT_PER_S, MEASURED_WINDOW_S, RequestMetrics
from bot.errors import ConfigError
from bot.ops.config import Environment
from bot.ops.metrics import Metrics
from bot.screens.custom_ids import Action
from bot.screens.scene import Button, Scene
from deploy.playground.tests.http_server import serve
from tests.kit.matches import NOON_MS

# Interactions by HTTP

SIGNING_KEY = SigningKey(bytes(range(32)))
PRESS_BODY = json.dumps({"type": 3, "id": "7", "token": "t"}).encode()


@dataclass
class Endpoint:
    url: str
    received_bodies: list[str]
    time_ms: list[int] = field(default_factory=lambda: [NOON_MS])

    async def post_signed(
        self,
        body: bytes = PRESS_BODY,
        signed_at_ms: int = NOON_MS,
        key: SigningKey = SIGNING_KEY,
        session: aiohttp.ClientSession | None = None,
        **changed: str | None,
    ) -> tuple[int, bytes]:
        """Post what Discord would, but for what is changed."""
        stamp = str(signed_at_ms // 1000)
        signed = {"Timestamp": stamp, "Ed25519": key.sign(stamp.encode() + body).signature.hex()} | changed
        headers = {f"X-Signature-{name}": value for name, value in signed.items() if value is not None}
        async with AsyncExitStack() as stack:
            line = await stack.enter_async_context(aiohttp.ClientSession()) if session is None else session
            answer = await stack.enter_async_context(line.post(self.url, data=body, headers=headers))
            return answer.status, await answer.read()


@pytest.fixture
async def endpoint() -> AsyncIterator[Endpoint]:
    heard, now = list[str](), [NOON_MS]
    porter = InteractionServer(heard.append, lambda: now[0])
    porter.set_public_key(SIGNING_KEY.verify_key.encode().hex())
    async with serve([web.post("/", porter.handle_request)]) as url:
        yield Endpoint(f"{url}/", heard, now)


async def test_signed_interaction_is_accepted_and_a_ping_answered(endpoint: Endpoint) -> None:
    assert await endpoint.post_signed() == (202, b"")
    assert endpoint.received_bodies == [PRESS_BODY.decode()]
    status, body = await endpoint.post_signed(b'{"type": 1, "version": 1}')
    assert (status, json.loads(body)) == (200, {"type": 1})
    assert endpoint.received_bodies == [PRESS_BODY.decode()]


async def test_wrong_signature_is_refused(endpoint: Endpoint) -> None:
    signed = SIGNING_KEY.sign(f"{NOON_MS // 1000}".encode() + PRESS_BODY).signature.hex()
    wrong = [
        await endpoint.post_signed(key=SigningKey(bytes(32))),
        await endpoint.post_signed(PRESS_BODY + b" ", Ed25519=signed),
        # What is signed is the time, too.
        await endpoint.post_signed(signed_at_ms=NOON_MS + 1000, Ed25519=signed),
        *[
            await endpoint.post_signed(Ed25519=bad)
            for bad in (None, "", "wolf", "00", "00" * 64, signed[:-2], f"{signed}00")
        ],
        *[await endpoint.post_signed(Timestamp=bad) for bad in (None, "", "wolf", "²", "-1")],
        await endpoint.post_signed(b'{"type": 1}', key=SigningKey(bytes(32))),
    ]
    assert {status for status, _ in wrong} == {401}
    assert endpoint.received_bodies == []


# A clock that is behind Discord's makes nobody wait: the time that it says is signed.
@pytest.mark.parametrize(
    ("late", "status"), [(MAX_SIGNATURE_AGE_MS, 202), (MAX_SIGNATURE_AGE_MS + 1, 401), (-MAX_SIGNATURE_AGE_MS, 202)]
)
async def test_old_signature_is_refused(endpoint: Endpoint, late: int, status: int) -> None:
    endpoint.time_ms[0] = NOON_MS + late
    assert (await endpoint.post_signed())[0] == status


@pytest.mark.parametrize("body", [b"", b"wolf", b"[]", b"{}", b'{"type": "1"}', b"\xff", b'{"type": 3}, {}'])
async def test_signed_body_that_is_no_interaction_is_a_bad_request(endpoint: Endpoint, body: bytes) -> None:
    assert (await endpoint.post_signed(body))[0] == 400
    assert endpoint.received_bodies == []


async def test_bot_that_starts_or_stops_takes_no_interactions(monkeypatch: pytest.MonkeyPatch) -> None:
    # No time for a balancer to notice.
    monkeypatch.setattr(porters, "BALANCER_NOTICE_S", 0)
    heard: list[str] = []
    porter = InteractionServer(heard.append, lambda: NOON_MS)
    async with porter.serve_interactions(Environment(duel_port=0)), aiohttp.ClientSession() as session:
        there = Endpoint(f"http://127.0.0.1:{porter.port}/", heard)
        assert (await there.post_signed())[0] == 503
        porter.set_public_key(SIGNING_KEY.verify_key.encode().hex())
        assert porter.is_accepting
        assert (await there.post_signed())[0] == 202
        async with session.post(there.url) as answer:
            assert answer.status == 401
        await porter.stop_accepting()
        assert not porter.is_accepting
        # Neither by a new connection nor by one that stood open.
        for by in (None, session):
            with pytest.raises(aiohttp.ClientConnectionError):
                await there.post_signed(session=by)
    assert heard == [PRESS_BODY.decode()]


async def test_occupied_port_is_named(endpoint: Endpoint) -> None:
    taken = int(endpoint.url.rstrip("/").rpartition(":")[2])
    with pytest.raises(ConfigError, match=f"cannot listen on 127.0.0.1:{taken}: "):
        async with InteractionServer(endpoint.received_bodies.append).serve_interactions(Environment(duel_port=taken)):
            pass


async def test_library_hears_interactions_as_from_its_gateway_and_may_reconnect() -> None:
    user = SimpleNamespace(id=7, name="raven", discriminator="0", global_name=None, avatar=None)
    client: Any = SimpleNamespace(user=user, http=SimpleNamespace(ws_connect=None))
    tube = InteractionBridge()

    async def receive() -> Any:
        said = await tube.receive()
        assert said.type is aiohttp.WSMsgType.TEXT
        return json.loads(said.data)

    tube.attach_to_client(client)
    assert await client.http.ws_connect("wss://gateway.discord.gg", compress=0) is tube
    hello = await receive()
    assert hello["op"] == 10
    # The echo of a heartbeat would be taken for a late one.
    assert hello["d"]["heartbeat_interval"] > 30 * 24 * 60 * 60 * 1000
    tube.deliver_interaction('{"type": 3, "id": "1"}')
    await tube.send_str('{"op": 2, "d": {"token": "secret"}}')
    await tube.send_str('{"op": 1, "d": null}')
    tube.deliver_interaction('{"type": 2, "id": "2"}')
    first, ready, echo, second = [await receive() for _ in range(4)]
    assert (first["t"], first["d"]) == ("INTERACTION_CREATE", {"type": 3, "id": "1"})
    assert (ready["t"], ready["d"]["user"]["id"], ready["d"]["guilds"]) == ("READY", "7", [])
    assert echo == {"op": 11}
    assert second["d"]["id"] == "2"
    assert [it["s"] for it in (first, ready, second)] == [1, 2, 3]
    await tube.close(4000)
    assert (tube.closed, tube.close_code) == (True, 4000)
    assert (await tube.receive()).type is aiohttp.WSMsgType.CLOSED
    await client.http.ws_connect("wss://gateway.discord.gg")
    assert not tube.closed
    assert (await receive())["op"] == 10


EPHEMERAL_FLAG = 1 << 6


@pytest.fixture
def slim_message_patch() -> Iterator[None]:
    """The library reads no more of a message that was pressed than the bot needs."""
    with pytest.MonkeyPatch.context() as theirs:
        # It is put back as it was.
        theirs.setattr("discord.interactions.Message", discord.Message)
        install_slim_message()
        yield


@pytest.mark.parametrize(
    ("message", "ephemeral"),
    [
        ({"id": "9", "flags": EPHEMERAL_FLAG | 1 << 15, "components": "whatever is written there nobody reads"}, True),
        ({"id": "9", "flags": 1 << 15}, False),
        ({"flags": 0}, None),
    ],
)
def test_pressed_message_has_an_id_and_is_ephemeral_or_not(
    slim_message_patch: None, message: dict[str, Any], ephemeral: bool | None
) -> None:
    told: Any = {
        "version": 1, "id": "1", "application_id": "2", "type": 3, "token": "t",
        "data": {"component_type": 2, "custom_id": f"{Action.PICK_MOVE}:1:0:", "id": 5},
        "user": {"id": "7", "username": "otter", "discriminator": "0", "avatar": None},
        "attachment_size_limit": 1, "context": 1, "entitlements": [], "authorizing_integration_owners": {},
        "message": message,
    }  # fmt: skip
    pressed = discord.Interaction(data=told, state=MagicMock()).message
    assert isinstance(pressed, SlimMessage) == (ephemeral is not None)
    if pressed:
        assert (pressed.id, pressed.flags.ephemeral) == (9, ephemeral)


# Answers

SCENE_WITH_BUTTONS = Scene(above=("Hé",), rows=((Button("One", "a"), Button("Two", "b", disabled=True)),))
UPDATE_RESPONSE = 7
PICTURE_BYTES = (b"", b"board", b"--\r\n\x00", b"film" * (MAX_UNSTREAMED_BYTES // 4))
MESSAGE_JSON = {
    "id": "9", "channel_id": "1", "type": 0, "content": "", "attachments": [], "embeds": [], "mentions": [],
    "mention_roles": [], "mention_everyone": False, "pinned": False, "tts": False, "edited_timestamp": None,
    "timestamp": "2026-11-23T15:00:00+00:00",
    "author": {"id": "7", "username": "Wolf", "discriminator": "0000", "avatar": None},
}  # fmt: skip
RATE_LIMIT_BODY = {"message": "later", "retry_after": 0.0, "global": False}


@dataclass
class FakeApi:
    """A Discord that answers as it is told to, and keeps what it hears."""

    planned_responses: list[tuple[int, object]] = field(default_factory=list)
    received_requests: list[Any] = field(default_factory=list)

    async def handle_request(self, request: web.Request) -> web.Response:
        plain = request.content_type == "application/json"
        body = await request.json() if plain else await _read_parts(request)
        self.received_requests.append((request.path, request.query_string, body))
        status, said = self.planned_responses.pop(0) if self.planned_responses else (200, {})
        headers = {"Content-Type": "application/json", "Via": "1.1 google"}
        return web.Response(body=json.dumps(said).encode(), status=status, headers=headers)


async def _read_parts(request: web.Request) -> list[tuple[object, ...]]:
    return [
        (part.name, part.filename, part.filename and part.headers.get("Content-Type"), bytes(await part.read()))
        async for part in await request.multipart()
        if isinstance(part, aiohttp.BodyPartReader)
    ]


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeApi]:
    api, app = FakeApi(), web.Application(client_max_size=1 << 24)
    app.router.add_route("*", "/{path:.*}", api.handle_request)
    async with TestServer(app) as server:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api")))
        yield api


def make_files(pictures: tuple[bytes, ...]) -> list[discord.File]:
    return [discord.File(BytesIO(data), f"{at}.png", description="Ä") for at, data in enumerate(pictures)]


async def send_response(adapter: AsyncWebhookAdapter, pictures: tuple[bytes, ...] = PICTURE_BYTES) -> None:
    params: MultipartParameters = interaction_message_response_params(
        type=UPDATE_RESPONSE,
        view=render_layout(SCENE_WITH_BUTTONS),
        attachments=make_files(pictures),
        previous_allowed_mentions=discord.AllowedMentions.none(),
    )
    async with aiohttp.ClientSession() as session:
        await adapter.create_interaction_response(7, "to/ken", session=session, params=params)


async def edit_response(pictures: tuple[bytes, ...] = PICTURE_BYTES) -> None:
    async with aiohttp.ClientSession() as session:
        await edit_webhook_message(
            discord.Webhook.partial(7, "to/ken", session=session),
            9,
            render_layout(SCENE_WITH_BUTTONS),
            make_files(pictures),
        )


@pytest.mark.parametrize("pictures", [(), PICTURE_BYTES[:1], PICTURE_BYTES])
async def test_answer_and_edit_are_what_the_library_sends(api: FakeApi, pictures: tuple[bytes, ...]) -> None:
    await send_response(AsyncWebhookAdapter(), pictures)  # type: ignore[no-untyped-call]
    await send_response(RAW_ADAPTER, pictures)
    (path, asks, body), (ours, nods, same) = api.received_requests
    assert (ours, same) == (path, body)
    assert (asks, nods) == ("with_response=1", "")
    api.received_requests.clear()
    api.planned_responses = [(200, MESSAGE_JSON)]
    async with aiohttp.ClientSession() as session:
        silent = discord.AllowedMentions.none()
        webhook = discord.Webhook.partial(7, "to/ken", session=session)
        await webhook.edit_message(
            9, view=render_layout(SCENE_WITH_BUTTONS), attachments=make_files(pictures), allowed_mentions=silent
        )
    await edit_response(pictures)
    theirs, our = api.received_requests
    assert our == theirs


async def test_answer_and_edit_are_sent_again_where_discord_says_so(api: FakeApi) -> None:
    for send in (send_response(RAW_ADAPTER), send_response(RAW_ADAPTER, ()), edit_response()):
        api.received_requests.clear()
        api.planned_responses = [(429, RATE_LIMIT_BODY), (429, RATE_LIMIT_BODY)]
        await send
        first, second, third = api.received_requests
        assert first == second == third


@pytest.mark.parametrize(
    ("status", "kind"), [(400, discord.HTTPException), (403, discord.Forbidden), (404, discord.NotFound)]
)
async def test_refused_answer_is_sent_once(api: FakeApi, status: int, kind: type[discord.HTTPException]) -> None:
    api.planned_responses = [(status, {"code": 10062, "message": "Unknown interaction"})]
    with pytest.raises(kind) as no:
        await send_response(RAW_ADAPTER)
    assert (type(no.value), no.value.status, no.value.code) == (kind, status, 10062)
    assert len(api.received_requests) == 1
    api.planned_responses = [(404, {"code": 10008, "message": "Unknown message"})]
    with pytest.raises(discord.NotFound):
        await edit_response()


async def test_requests_with_a_token_do_not_count_against_the_limit() -> None:
    second, gauges = [100.0], Metrics()
    spending = RequestMetrics(gauges.requests, lambda: second[0])

    async def respond(request: web.Request) -> web.Response:
        return web.Response(status=int(request.query.get("status", "200")))

    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", respond)
    async with (
        TestServer(application) as server,
        aiohttp.ClientSession(trace_configs=[spending.build_trace_config()]) as session,
    ):

        async def get(path: str) -> None:
            async with session.get(server.make_url(path)):
                pass

        for path in ("/interactions/1/token/callback", "/webhooks/1/token/messages/@original"):
            await get(path)
        assert spending.count_requests_left() == GLOBAL_LIMIT_PER_S
        for at, times in ((0.0, 2), (0.9, 3), (1.0, 4)):
            second[0] = 100.0 + at
            for _ in range(times):
                await get("/channels/1/messages")
        await get("/channels/1/messages?status=429")
        assert spending.count_requests_left() == GLOBAL_LIMIT_PER_S - 5, "two and three in one second, five in the next"
        second[0] = 100.0 + MEASURED_WINDOW_S
        assert spending.count_requests_left() == GLOBAL_LIMIT_PER_S - 5
        second[0] += 1.0
        assert spending.count_requests_left() == GLOBAL_LIMIT_PER_S
        closed = server.make_url("/channels/1")
    async with aiohttp.ClientSession(trace_configs=[spending.build_trace_config()]) as session:
        with pytest.raises(OSError, match="onnect"):
            await session.get(closed)
    page = gauges.format_for_prometheus().decode()
    for came, counts, times in (("200", "no", 2), ("200", "yes", 9), ("429", "yes", 1), ("lost", "yes", 1)):
        assert f'duel_requests_total{{came="{came}",counts="{counts}"}} {times}.0' in page
