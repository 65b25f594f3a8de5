"""Test that malformed requests and gateway frames get Discord's errors and do not affect later requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from yarl import URL

from deploy.playground.tests.bodies import RequestBody
from deploy.playground.tests.minimal_bodies import VALIDATION_MODES, find_errors
from deploy.playground.tests.raw_bot import MULTIPART_HEADERS, open_raw_bot
from deploy.playground.tests.sandbox import Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import PlaygroundError
from discord_playground.http_server import CLIENT_CLOSED_REQUEST, create_application
from discord_playground.playground import PlaygroundServer, PlaygroundSettings
from discord_playground.world.component import ResolvedMedia, complete_components, walk_components

# Python decodes this lone surrogate from JSON but cannot encode it.
LONE_SURROGATE_BODY = b'{"content": "\\ud800"}'
DEEPLY_NESTED_BODY = b'{"a":' * 50_000
MULTIPART_PART_HEADER = b'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.png"\r\n'
JSON_PATHS = ("/api/v10/channels/1/messages", "/playground/act")


@pytest.mark.parametrize(
    "body", [b"{", b"\xff", LONE_SURROGATE_BODY, DEEPLY_NESTED_BODY, b'{"content": NaN}', b'{"content": 1e999}']
)
async def test_invalid_json_is_refused(sandbox: Sandbox, body: bytes) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, answer = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", body)
    assert (status, answer["code"]) == (400, 50109)


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("multipart/form-data", b"--x--"),
        ("multipart/form-data; boundary=x", b"hello"),
        (
            "multipart/form-data; boundary=x",
            MULTIPART_PART_HEADER + b"Content-Transfer-Encoding: owl\r\n\r\na\r\n--x--\r\n",
        ),
        (
            "multipart/form-data; boundary=x",
            MULTIPART_PART_HEADER + b"Content-Type: multipart/mixed; boundary=y\r\n\r\n--y--\r\n--x--",
        ),
    ],
)
async def test_invalid_multipart_is_refused(sandbox: Sandbox, content_type: str, body: bytes) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, _ = await bot.request(
            "POST", f"/channels/{sandbox.duels_id}/messages", body, **{"Content-Type": content_type}
        )
    assert status == 400


@pytest.mark.parametrize("content_type", ["application/json", "multipart/form-data; boundary=x"])
async def test_invalid_gzip_is_refused(sandbox: Sandbox, content_type: str) -> None:
    async with open_raw_bot(sandbox) as bot:
        headers = {"Content-Type": content_type, "Content-Encoding": "gzip"}
        status, answer = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", b"owl", **headers)
    assert (status, answer["code"]) == (400, 0)


async def test_invalid_gzip_of_page_request_gets_error(playground_url: str) -> None:
    async with (
        aiohttp.ClientSession(headers={"Content-Encoding": "gzip"}) as session,
        session.post(f"{playground_url}playground/act", data=b"owl") as response,
    ):
        assert (response.status, list(await response.json())) == (400, ["error"])


async def test_unusual_filename_is_accepted(sandbox: Sandbox) -> None:
    body = MULTIPART_PART_HEADER.replace(b"a.png", b"a\xff/b?.png") + b"\r\na\r\n--x--\r\n"
    async with open_raw_bot(sandbox) as bot:
        status, message = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", body, **MULTIPART_HEADERS)
        assert status == 200
        async with bot.session.get(message["attachments"][0]["url"]) as response:
            assert await response.read() == b"a"


@pytest.mark.parametrize("query", ["limit=owl", "limit=0", "limit=101", "before=owl", "after=-1", "around=", "limit="])
async def test_invalid_query_parameter_is_refused(sandbox: Sandbox, query: str) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, answer = await bot.request("GET", f"/channels/{sandbox.duels_id}/messages?{query}")
    assert (status, answer["code"], list(answer["errors"])) == (400, 50035, [query.partition("=")[0]])


async def test_messages_around_id_with_limit_1_returns_that_message(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        messages = [await bot.send_message(sandbox.duels_id, f"{number}") for number in range(4)]
        _, messages_around = await bot.request(
            "GET", f"/channels/{sandbox.duels_id}/messages?limit=1&around={messages[2]['id']}"
        )
    assert [message["content"] for message in messages_around] == ["2"]


async def test_whole_float_is_accepted_as_integer(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        message = await bot.send_message(sandbox.duels_id, flags=4.0)
    assert message["flags"] == 4


async def test_command_that_is_no_object_is_refused(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        _, me = await bot.request("GET", "/users/@me")
        status, _ = await bot.request("POST", f"/applications/{me['id']}/commands", [1])
    assert status == 400


@pytest.mark.parametrize(
    "body",
    [
        {"embeds": [{"title": "x", "image": {}}]},
        {"embeds": [{"title": "x", "thumbnail": {"url": None}}]},
    ],
)
async def test_embed_media_without_url_is_dropped(sandbox: Sandbox, body: dict[str, Any]) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, answer = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", body)
    assert status == 200, answer
    assert not {"image", "thumbnail"} & {*answer["embeds"][0]}


@pytest.mark.parametrize(
    "component",
    [
        {"type": 10, "content": "x", "options": [1], "components": 5, "media": 1},
        {"type": 14, "emoji": "y", "items": 3, "file": [], "accessory": "no", "default_values": 1},
    ],
)
def test_unknown_component_fields_are_dropped(component: dict[str, Any]) -> None:
    """Unknown fields are refused in strict mode only. Otherwise, `complete_components` must drop them."""
    (completed,) = complete_components([component], lambda _: ResolvedMedia({}), {})
    assert {*completed} <= {"type", "id", "content", "spacing", "divider"}
    assert [*walk_components([component])] == [component]


@pytest.mark.parametrize("kind", ["text", "1", 6, "２"])
async def test_forging_unknown_interaction_type_is_refused(sandbox: Sandbox, kind: object) -> None:
    with pytest.raises(PlaygroundError, match="kind must be one of"):
        await sandbox.otter.perform_action("forge", channel=sandbox.duels_id, bot=sandbox.bot_name, kind=kind, data={})


async def test_bulk_delete_with_repeated_id_is_refused(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        message_ids = [(await bot.send_message(sandbox.duels_id))["id"] for _ in range(2)]
        path = f"/channels/{sandbox.duels_id}/messages/bulk-delete"
        status, answer = await bot.request("POST", path, {"messages": message_ids + message_ids})
        assert (status, answer["code"]) == (400, 50035)
        assert await bot.request("POST", path, {"messages": message_ids}) == (204, None)
    assert await sandbox.otter.load_messages(sandbox.duels_id) == []


@pytest.mark.parametrize(
    "frame",
    [
        "{", "[]", "1", '"\\ud800"', "[" * 2000, {"op": "2"}, {"op": []}, {"op": 2}, {"op": 2, "d": {"token": 7}},
        {"op": 2, "d": {"token": "owl", "intents": 1, "shard": [1]}}, {"op": 6, "d": {"session_id": "owl"}},
        {"op": 6, "d": {"token": "owl", "session_id": [], "seq": 1}}, {"op": 2, "d": "owl" * 2000},
    ],
)  # fmt: skip
async def test_malformed_gateway_frame_closes_with_4002(sandbox: Sandbox, frame: Any) -> None:
    async with open_raw_bot(sandbox) as bot:
        assert await bot.get_close_code(frame) == 4002


@pytest.mark.parametrize(("fields", "code"), [({"token": "Öwl"}, 4004), ({"presence": {"activities": [1]}}, 4002)])
async def test_invalid_identify_gets_specific_close_code(sandbox: Sandbox, fields: dict[str, Any], code: int) -> None:
    async with open_raw_bot(sandbox) as bot:
        assert await bot.get_close_code(bot.identify_payload(**fields)) == code


@pytest.mark.parametrize("fields", [{"query": 1}, {"query": "o", "limit": "x"}, {"user_ids": {}}, {"guild_id": {}}])
async def test_invalid_member_request_closes_with_4002(sandbox: Sandbox, fields: dict[str, Any]) -> None:
    async with open_raw_bot(sandbox) as bot:
        body = {"guild_id": sandbox.server["id"], **fields}
        assert await bot.get_close_code(bot.identify_payload(), {"op": 8, "d": body}) == 4002


@pytest.mark.parametrize(
    ("endpoint", "body"),
    [
        ("act", b"{"), ("act", b"[]"), ("act", b"null"), ("act", b"\xff"), ("act", DEEPLY_NESTED_BODY),
        ("act", LONE_SURROGATE_BODY), ("act", b'{"as": "otter", "do": []}'),
        ("act", b'{"as": "otter", "do": "send", "channel": "duels", "content": ["x"]}'),
        ("act", b'{"as": "otter", "do": "send", "channel": "duels", "content": "x", "files": [1]}'),
        ("act", b'{"as": "otter", "do": "command", "channel": "duels", "command": "x", "options": [1]}'),
        ("act", b'{"as": "otter", "do": "send", "channel": "duels", "content": "\\ud800"}'),
        ("control", b'{"do": "advance_time", "seconds": NaN}'),
        ("control", b'{"do": "advance_time", "seconds": "nan"}'),
        ("control", b'{"do": "advance_time", "seconds": 1e18}'), ("control", b'{"do": "create_user", "name": ""}'),
        ("control", b'{"do": "create_server", "name": "Owl", "channels": "duels"}'),
        ("control", b'{"do": "create_user", "name": "Otter"}'), ("control", b'{"do": "create_bot", "name": "sample"}'),
    ],
)  # fmt: skip
async def test_invalid_action_or_control_gets_error(playground_url: str, endpoint: str, body: bytes) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{playground_url}playground/{endpoint}", data=body) as response,
    ):
        assert response.status == 400
        assert list(await response.json()) == ["error"]


async def test_failed_server_creation_leaves_no_server(sandbox: Sandbox) -> None:
    before = len((await sandbox.otter.load_view())["servers"])
    with pytest.raises(PlaygroundError):
        await sandbox.playground.control("create_server", name="Nowhere", bots=["nobody"])
    assert len((await sandbox.otter.load_view())["servers"]) == before


async def test_events_continue_after_malformed_request(sandbox: Sandbox) -> None:
    """Events still reach live views and the traffic log."""
    async with open_raw_bot(sandbox) as bot, sandbox.playground.api_client.open_websocket("otter", wire="1") as socket:
        await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", LONE_SURROGATE_BODY)
        await bot.send_message(sandbox.duels_id, "Sound")
        while (event := await socket.receive_json(timeout=TIMEOUT_S))["type"] != "message":
            """Skip earlier events."""
    assert event["message"]["content"] == "Sound"
    assert [entry["status"] for entry in await sandbox.load_traffic_log()][-2:] == [400, 200]


async def test_invalid_websocket_actions_get_status_400(playground_url: str) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{playground_url}playground/watch?as=otter") as socket,
    ):
        for frame in ("{", "[]", "{}", '{"act": 1, "id": 7}', '{"act": {"do": "send"}, "id": 7}'):
            await socket.send_str(frame)
            while (event := await socket.receive_json(timeout=TIMEOUT_S))["type"] != "act_result":
                """Skip the initial view."""
            assert event["status"] == 400


async def test_invalid_utf8_in_query_gets_status_400(playground_url: str) -> None:
    url = URL(f"{playground_url}playground/view?as=%ff", encoded=True)
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert (response.status, list(await response.json())) == (400, ["error"])


@pytest.mark.parametrize("name", ["²1.png", "9" * 400 + ".png", "owl"])
async def test_default_avatar_of_any_name_is_png(playground_url: str, name: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{playground_url}cdn/embed/avatars/{name}") as response:
        assert (response.status, response.content_type) == (200, "image/png")


@pytest.mark.parametrize("mode", VALIDATION_MODES[1:])
@pytest.mark.parametrize(
    ("route", "body"),
    [
        (("PATCH", "/users/@me"), {"username": ["x"]}), (("PATCH", "/applications/@me"), {"description": ["x"]}),
        (("PATCH", "/users/@me"), [1]), (("PATCH", "/applications/@me"), "x"),
    ],
)  # fmt: skip
def test_profile_fields_must_be_strings(mode: str, route: tuple[str, str], body: Any) -> None:
    assert find_errors(RequestBody(body, route), mode)


@asynccontextmanager
async def run_playground(caplog: pytest.LogCaptureFixture) -> AsyncIterator[tuple[PlaygroundServer, str, int]]:
    """Run a playground in this process, and yield it with its host and port. The test fails if an error is logged."""
    server = PlaygroundServer(PlaygroundSettings(), "http://127.0.0.1:1")
    runner = web.AppRunner(create_application(server))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0]
    yield server, host, port
    await runner.cleanup()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def watch_for_disconnect(server: PlaygroundServer) -> asyncio.Event:
    """Return an `asyncio.Event` that is set when the traffic log records a request whose client disconnected."""
    disconnected = asyncio.Event()
    server.traffic_log.listeners.append(
        lambda entry: disconnected.set() if entry.status == CLIENT_CLOSED_REQUEST else None
    )
    return disconnected


def make_request_head(server: PlaygroundServer, host: str, port: int, path: str, content_type: str) -> bytes:
    """Return the head of a request. Its body must be sent only after the server has sent 100 Continue."""
    token = server.connection_info["bots"][0]["token"]
    head = f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bot {token}\r\nExpect: 100-continue\r\n"
    return f"{head}Content-Type: {content_type}\r\nContent-Length: 1000\r\n\r\n".encode()


@pytest.mark.parametrize(
    ("content_type", "first_bytes"),
    [("application/json", b'{"content": '), ("multipart/form-data; boundary=x", MULTIPART_PART_HEADER)],
)
@pytest.mark.parametrize("path", JSON_PATHS)
async def test_disconnect_during_body_is_logged_without_traceback(
    path: str, content_type: str, first_bytes: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_playground(caplog) as (server, host, port):
        disconnected = watch_for_disconnect(server)
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(make_request_head(server, host, port, path, content_type))
        async with asyncio.timeout(TIMEOUT_S):
            assert b"100" in await reader.readline()  # 100 Continue: the server reads the body
            writer.write(first_bytes)
            writer.close()
            await disconnected.wait()
    assert [entry.title for entry in server.traffic_log.entries if entry.status == CLIENT_CLOSED_REQUEST] == [
        f"POST {path}"
    ]
    assert server.traffic_log.refused_count == 0


@pytest.mark.parametrize("path", JSON_PATHS)
async def test_disconnect_before_body_is_logged_without_traceback(path: str, caplog: pytest.LogCaptureFixture) -> None:
    async with run_playground(caplog) as (server, host, port):
        disconnected = watch_for_disconnect(server)
        _, writer = await asyncio.open_connection(host, port)
        writer.write(make_request_head(server, host, port, path, "application/json"))
        writer.close()
        async with asyncio.timeout(TIMEOUT_S):
            await disconnected.wait()
    assert [entry.title for entry in server.traffic_log.entries if entry.status == CLIENT_CLOSED_REQUEST] == [
        f"POST {path}"
    ]


async def test_malformed_body_without_schemas_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    async with run_playground(caplog) as (server, host, port), aiohttp.ClientSession() as session:
        channel = next(channel for channel in server.world.channels.values() if channel.name == "duels")
        url = f"http://{host}:{port}/api/v10/channels/{channel.id}/messages"
        headers = {"Authorization": f"Bot {server.connection_info['bots'][0]['token']}"}
        for body in (
            {"content": "x", "message_reference": {"type": 0}},
            {"components": [{"type": 1, "components": [{}]}]},
        ):
            async with session.post(url, json=body, headers=headers) as response:
                assert (response.status, (await response.json())["code"]) == (400, 50035)
    assert server.world.messages[channel.id] == {}
