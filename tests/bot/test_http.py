"""Tests for HTTP traffic with Discord: signed interactions, the bridge to discord.py, and metrics."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from nacl.signing import SigningKey

from bot.discord import http_server
from bot.discord.http_server import MAX_BODY_BYTES, MAX_TIMESTAMP_OFFSET_MS, InteractionServer
from bot.discord.interaction_bridge import InteractionBridge
from bot.discord.interaction_data import check_user_ids
from bot.discord.request_metrics import GLOBAL_LIMIT_PER_S, MEASURED_WINDOW_S, RequestMetrics
from bot.errors import ConfigError
from bot.ops.config import Environment
from bot.ops.metrics import Metrics
from bot.screens.custom_ids import MAX_DISCORD_ID, Action
from deploy.playground.tests.http_server import serve
from games.refused import Refused
from tests.kit.matches import NOON_MS

# Interactions over HTTP

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
        **changed_headers: str | None,
    ) -> tuple[int, bytes]:
        """Post a request signed as by Discord. `changed_headers` replaces or removes signature headers."""
        timestamp = str(signed_at_ms // 1000)
        signature = key.sign(timestamp.encode() + body).signature.hex()
        signed = {"Timestamp": timestamp, "Ed25519": signature} | changed_headers
        headers = {f"X-Signature-{name}": value for name, value in signed.items() if value is not None}
        async with AsyncExitStack() as stack:
            client = await stack.enter_async_context(aiohttp.ClientSession()) if session is None else session
            response = await stack.enter_async_context(client.post(self.url, data=body, headers=headers))
            return response.status, await response.read()


@pytest.fixture
async def endpoint() -> AsyncIterator[Endpoint]:
    received_bodies, time_ms = list[str](), [NOON_MS]
    server = InteractionServer(received_bodies.append, lambda: time_ms[0])
    server.set_public_key(SIGNING_KEY.verify_key.encode().hex())
    async with serve([web.post("/", server.handle_request)]) as url:
        yield Endpoint(f"{url}/", received_bodies, time_ms)


async def test_signed_interaction_is_accepted_and_ping_is_answered(endpoint: Endpoint) -> None:
    assert await endpoint.post_signed() == (202, b"")
    assert endpoint.received_bodies == [PRESS_BODY.decode()]
    status, body = await endpoint.post_signed(b'{"type": 1, "version": 1}')
    assert (status, json.loads(body)) == (200, {"type": 1})
    assert endpoint.received_bodies == [PRESS_BODY.decode()]


async def test_wrong_signature_gets_401(endpoint: Endpoint) -> None:
    signed = SIGNING_KEY.sign(f"{NOON_MS // 1000}".encode() + PRESS_BODY).signature.hex()
    wrong = [
        await endpoint.post_signed(key=SigningKey(bytes(32))),
        await endpoint.post_signed(PRESS_BODY + b" ", Ed25519=signed),
        # The signature covers the timestamp too.
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


@pytest.mark.parametrize(
    ("age_ms", "status"),
    [
        (MAX_TIMESTAMP_OFFSET_MS, 202),
        (MAX_TIMESTAMP_OFFSET_MS + 1, 401),
        # This machine's clock may be behind Discord's.
        (-MAX_TIMESTAMP_OFFSET_MS, 202),
        (-MAX_TIMESTAMP_OFFSET_MS - 1, 401),
    ],
)
async def test_signature_far_from_the_current_time_gets_401(endpoint: Endpoint, age_ms: int, status: int) -> None:
    endpoint.time_ms[0] = NOON_MS + age_ms
    assert (await endpoint.post_signed())[0] == status


@pytest.mark.parametrize("body", [b"", b"wolf", b"[]", b"{}", b'{"type": "1"}', b"\xff", b'{"type": 3}, {}'])
async def test_signed_body_that_is_not_an_interaction_gets_400(endpoint: Endpoint, body: bytes) -> None:
    assert (await endpoint.post_signed(body))[0] == 400
    assert endpoint.received_bodies == []


async def test_interactions_are_refused_before_start_and_after_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    # Stop without waiting until a load balancer notices.
    monkeypatch.setattr(http_server, "BALANCER_NOTICE_S", 0)
    received_bodies: list[str] = []
    server = InteractionServer(received_bodies.append, lambda: NOON_MS)
    async with server.serve_interactions(Environment(duel_port=0)), aiohttp.ClientSession() as session:
        endpoint = Endpoint(f"http://127.0.0.1:{server.port}/", received_bodies)
        assert (await endpoint.post_signed())[0] == 503
        server.set_public_key(SIGNING_KEY.verify_key.encode().hex())
        assert server.is_accepting
        assert (await endpoint.post_signed())[0] == 202
        async with session.post(endpoint.url) as response:
            assert response.status == 401
        await server.stop_accepting()
        assert not server.is_accepting
        # Refused on a new connection and on the open one.
        for client in (None, session):
            with pytest.raises(aiohttp.ClientConnectionError):
                await endpoint.post_signed(session=client)
    assert received_bodies == [PRESS_BODY.decode()]


UNSIGNED_HEADERS = b"POST / HTTP/1.1\r\nHost: duel\r\nContent-Length: 400000\r\n\r\n"


async def test_body_that_is_sent_too_slowly_is_cut_off() -> None:
    received_bodies: list[str] = []
    # Without any time, a request is only complete if its body arrives together with its headers.
    server = InteractionServer(received_bodies.append, lambda: NOON_MS, body_timeout_s=0)
    async with server.serve_interactions(Environment(duel_port=0)):
        server.set_public_key(SIGNING_KEY.verify_key.encode().hex())
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(UNSIGNED_HEADERS + b"{" * 300_000)
        status_line, _, _ = (await reader.read()).partition(b"\r\n")
        assert status_line == b"HTTP/1.1 408 Request Timeout"
        writer.close()
    assert received_bodies == []


async def test_body_that_is_too_large_is_refused() -> None:
    server = InteractionServer(lambda _: None, lambda: NOON_MS)
    async with server.serve_interactions(Environment(duel_port=0)):
        server.set_public_key(SIGNING_KEY.verify_key.encode().hex())
        endpoint = Endpoint(f"http://127.0.0.1:{server.port}/", [])
        assert (await endpoint.post_signed(json.dumps({"type": 3, "data": "x" * MAX_BODY_BYTES}).encode()))[0] == 413


async def test_connections_above_the_limit_are_closed() -> None:
    received_bodies: list[str] = []
    server = InteractionServer(received_bodies.append, lambda: NOON_MS, max_connections=2)
    async with server.serve_interactions(Environment(duel_port=0)), aiohttp.ClientSession() as session:
        server.set_public_key(SIGNING_KEY.verify_key.encode().hex())
        endpoint = Endpoint(f"http://127.0.0.1:{server.port}/", received_bodies)
        # The session keeps its connection open.
        assert (await endpoint.post_signed(session=session))[0] == 202
        _, waiting = await asyncio.open_connection("127.0.0.1", server.port)
        waiting.write(UNSIGNED_HEADERS)
        reader, refused = await asyncio.open_connection("127.0.0.1", server.port)
        assert await reader.read() == b""
        refused.close()
        assert (await endpoint.post_signed(session=session))[0] == 202
        waiting.close()
    assert len(received_bodies) == 2


async def test_error_for_an_occupied_port_names_it(endpoint: Endpoint) -> None:
    port = int(endpoint.url.rstrip("/").rpartition(":")[2])
    with pytest.raises(ConfigError, match=f"cannot listen on 127.0.0.1:{port}: "):
        async with InteractionServer(endpoint.received_bodies.append).serve_interactions(Environment(duel_port=port)):
            pass


async def test_bridge_delivers_interactions_like_a_gateway_and_allows_reconnecting() -> None:
    user = SimpleNamespace(id=7, name="raven", discriminator="0", global_name=None, avatar=None)
    client: Any = SimpleNamespace(user=user, http=SimpleNamespace(ws_connect=None))
    bridge = InteractionBridge()

    async def receive() -> Any:
        message = await bridge.receive()
        assert message.type is aiohttp.WSMsgType.TEXT
        return json.loads(message.data)

    bridge.attach_to_client(client)
    assert await client.http.ws_connect("wss://gateway.discord.gg", compress=0) is bridge
    hello = await receive()
    assert hello["op"] == 10
    # discord.py must send no second heartbeat: it would measure a false latency.
    assert hello["d"]["heartbeat_interval"] > 30 * 24 * 60 * 60 * 1000
    bridge.deliver_interaction('{"type": 3, "id": "1"}')
    await bridge.send_str('{"op": 2, "d": {"token": "secret"}}')
    await bridge.send_str('{"op": 1, "d": null}')
    bridge.deliver_interaction('{"type": 2, "id": "2"}')
    first, ready, echo, second = [await receive() for _ in range(4)]
    assert (first["t"], first["d"]) == ("INTERACTION_CREATE", {"type": 3, "id": "1"})
    assert (ready["t"], ready["d"]["user"]["id"], ready["d"]["guilds"]) == ("READY", "7", [])
    assert echo == {"op": 11}
    assert second["d"]["id"] == "2"
    assert [event["s"] for event in (first, ready, second)] == [1, 2, 3]
    await bridge.close(4000)
    assert (bridge.closed, bridge.close_code) == (True, 4000)
    assert (await bridge.receive()).type is aiohttp.WSMsgType.CLOSED
    await client.http.ws_connect("wss://gateway.discord.gg")
    assert not bridge.closed
    assert (await receive())["op"] == 10


def make_click(user_id: int = 7, **fields: Any) -> discord.Interaction:
    payload: Any = {
        "version": 1, "id": "1", "application_id": "2", "type": 3, "token": "t",
        "data": {"component_type": 2, "custom_id": f"{Action.PICK_MOVE}:1:0:", "id": 5},
        "user": {"id": str(user_id), "username": "otter", "discriminator": "0", "avatar": None},
        "attachment_size_limit": 1, "context": 1, "entitlements": [], "authorizing_integration_owners": {},
        **fields,
    }  # fmt: skip
    return discord.Interaction(data=payload, state=MagicMock())


def test_sender_whose_id_does_not_fit_into_the_store_is_refused() -> None:
    check_user_ids(make_click(user_id=MAX_DISCORD_ID))
    with pytest.raises(Refused, match="unknown-person"):
        check_user_ids(make_click(user_id=MAX_DISCORD_ID + 1))


async def test_interaction_token_requests_do_not_count_against_the_limit() -> None:
    time_s, metrics = [100.0], Metrics()
    counter = RequestMetrics(metrics.requests, lambda: time_s[0])

    async def respond(request: web.Request) -> web.Response:
        return web.Response(status=int(request.query.get("status", "200")))

    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", respond)
    async with (
        TestServer(application) as server,
        aiohttp.ClientSession(trace_configs=[counter.build_trace_config()]) as session,
    ):

        async def get(path: str) -> None:
            async with session.get(server.make_url(path)):
                pass

        for path in ("/interactions/1/token/callback", "/webhooks/1/token/messages/@original"):
            await get(path)
        assert counter.count_requests_left() == GLOBAL_LIMIT_PER_S
        for after_s, times in ((0.0, 2), (0.9, 3), (1.0, 4)):
            time_s[0] = 100.0 + after_s
            for _ in range(times):
                await get("/channels/1/messages")
        await get("/channels/1/messages?status=429")
        assert counter.count_requests_left() == GLOBAL_LIMIT_PER_S - 5, "2 and 3 in one second, 5 in the next"
        time_s[0] = 100.0 + MEASURED_WINDOW_S
        assert counter.count_requests_left() == GLOBAL_LIMIT_PER_S - 5
        time_s[0] += 1.0
        assert counter.count_requests_left() == GLOBAL_LIMIT_PER_S
        closed_url = server.make_url("/channels/1")
    async with aiohttp.ClientSession(trace_configs=[counter.build_trace_config()]) as session:
        with pytest.raises(OSError, match="onnect"):
            await session.get(closed_url)
    page = metrics.format_for_prometheus().decode()
    for outcome, limited, times in (("200", "no", 2), ("200", "yes", 9), ("429", "yes", 1), ("lost", "yes", 1)):
        assert f'duel_requests_total{{outcome="{outcome}",rate_limited="{limited}"}} {times}.0' in page
