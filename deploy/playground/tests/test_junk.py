"""Whatever is sent is answered in Discord's manner, and spoils nothing for those who come after."""

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
from deploy.playground.tests.minimal_bodies import VALIDATION_MODES, find_faults
from deploy.playground.tests.raw_bot import MULTIPART_HEADERS, open_raw_bot
from deploy.playground.tests.sandbox import Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import PlaygroundError
from discord_playground.http_server import CLIENT_CLOSED_REQUEST, create_application
from discord_playground.playground import PlaygroundServer as Whole
from discord_playground.playground import PlaygroundSettings
from discord_playground.world.component import ResolvedMedia, complete_components, walk_components

# Half a character: Python reads it from JSON, and can write it nowhere.
LONE_SURROGATE_BODY = b'{"content": "\\ud800"}'
DEEPLY_NESTED_BODY = b'{"a":' * 50_000
MULTIPART_PART_HEADER = b'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.png"\r\n'
JSON_PATHS = ("/api/v10/channels/1/messages", "/playground/act")


@pytest.mark.parametrize(
    "body", [b"{", b"\xff", LONE_SURROGATE_BODY, DEEPLY_NESTED_BODY, b'{"content": NaN}', b'{"content": 1e999}']
)
async def test_what_is_no_json_is_refused(sandbox: Sandbox, body: bytes) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, answer = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", body)
    assert (status, answer["code"]) == (400, 50109)


@pytest.mark.parametrize(
    ("kind", "body"),
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
async def test_what_is_no_multipart_is_refused(sandbox: Sandbox, kind: str, body: bytes) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, _ = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", body, **{"Content-Type": kind})
    assert status == 400


@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data; boundary=x"])
async def test_what_cannot_be_unpacked_is_refused(sandbox: Sandbox, kind: str) -> None:
    async with open_raw_bot(sandbox) as bot:
        packed = {"Content-Type": kind, "Content-Encoding": "gzip"}
        status, answer = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", b"owl", **packed)
    assert (status, answer["code"]) == (400, 0)


async def test_people_are_told_what_cannot_be_unpacked(playground_url: str) -> None:
    async with (
        aiohttp.ClientSession(headers={"Content-Encoding": "gzip"}) as session,
        session.post(f"{playground_url}playground/act", data=b"owl") as response,
    ):
        assert (response.status, list(await response.json())) == (400, ["error"])


async def test_a_strange_name_of_a_file_is_still_a_name(sandbox: Sandbox) -> None:
    body = MULTIPART_PART_HEADER.replace(b"a.png", b"a\xff/b?.png") + b"\r\na\r\n--x--\r\n"
    async with open_raw_bot(sandbox) as bot:
        status, message = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", body, **MULTIPART_HEADERS)
        assert status == 200
        async with bot.session.get(message["attachments"][0]["url"]) as response:
            assert await response.read() == b"a"


@pytest.mark.parametrize("query", ["limit=owl", "limit=0", "limit=101", "before=owl", "after=-1", "around=", "limit="])
async def test_a_query_is_a_form_too(sandbox: Sandbox, query: str) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, answer = await bot.request("GET", f"/channels/{sandbox.duels_id}/messages?{query}")
    assert (status, answer["code"], list(answer["errors"])) == (400, 50035, [query.partition("=")[0]])


async def test_one_message_around_another_is_that_one(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        said = [await bot.send_message(sandbox.duels_id, f"{n}") for n in range(4)]
        _, found = await bot.request("GET", f"/channels/{sandbox.duels_id}/messages?limit=1&around={said[2]['id']}")
    assert [one["content"] for one in found] == ["2"]


async def test_a_whole_number_may_be_told_with_a_point(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        message = await bot.send_message(sandbox.duels_id, flags=4.0)
    assert message["flags"] == 4


async def test_commands_are_objects(sandbox: Sandbox) -> None:
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
async def test_what_means_nothing_there_is_left_out(sandbox: Sandbox, body: dict[str, Any]) -> None:
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
def test_what_a_component_has_not_is_left_out(component: dict[str, Any]) -> None:
    """Where nobody is strict it comes as far as here."""
    (whole,) = complete_components([component], lambda _: ResolvedMedia({}), {})
    assert {*whole} <= {"type", "id", "content", "spacing", "divider"}
    assert [*walk_components([component])] == [component]


@pytest.mark.parametrize("kind", ["text", "1", 6, "２"])
async def test_nobody_forges_what_no_interaction_is(sandbox: Sandbox, kind: object) -> None:
    with pytest.raises(PlaygroundError, match="kind is one of"):
        await sandbox.otter.perform_action("forge", channel=sandbox.duels_id, bot=sandbox.bot_name, kind=kind, data={})


async def test_nobody_names_a_message_twice_that_is_to_go(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        said = [(await bot.send_message(sandbox.duels_id))["id"] for _ in range(2)]
        path = f"/channels/{sandbox.duels_id}/messages/bulk-delete"
        status, answer = await bot.request("POST", path, {"messages": said + said})
        assert (status, answer["code"]) == (400, 50035)
        assert await bot.request("POST", path, {"messages": said}) == (204, None)
    assert await sandbox.otter.load_messages(sandbox.duels_id) == []


async def test_a_token_without_its_kind_is_none(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, _ = await bot.request("GET", "/users/@me", Authorization=sandbox.bot_token)
    assert status == 401


@pytest.mark.parametrize(
    "frame",
    [
        "{", "[]", "1", '"\\ud800"', "[" * 2000, {"op": "2"}, {"op": []}, {"op": 2}, {"op": 2, "d": {"token": 7}},
        {"op": 2, "d": {"token": "owl", "intents": 1, "shard": [1]}}, {"op": 6, "d": {"session_id": "owl"}},
        {"op": 6, "d": {"token": "owl", "session_id": [], "seq": 1}}, {"op": 2, "d": "owl" * 2000},
    ],
)  # fmt: skip
async def test_what_nobody_can_read_ends_the_talk(sandbox: Sandbox, frame: Any) -> None:
    async with open_raw_bot(sandbox) as bot:
        assert await bot.get_close_code(frame) == 4002


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"token": "Öwl"}, 4004), ({"intents": None}, 4013), ({"intents": 1 << 30}, 4013), ({"intents": 2}, 4014),
        ({"shard": [1, 1]}, 4010), ({"presence": {"activities": [1]}}, 4002),
    ],
)  # fmt: skip
async def test_who_introduces_itself_wrongly_is_told_how(sandbox: Sandbox, fields: dict[str, Any], code: int) -> None:
    async with open_raw_bot(sandbox) as bot:
        assert await bot.get_close_code(bot.identify_payload(**fields)) == code


@pytest.mark.parametrize("said", [{"query": 1}, {"query": "o", "limit": "x"}, {"user_ids": {}}, {"guild_id": {}}])
async def test_who_asks_for_members_asks_in_order(sandbox: Sandbox, said: dict[str, Any]) -> None:
    async with open_raw_bot(sandbox) as bot:
        body = {"guild_id": sandbox.server["id"], **said}
        assert await bot.get_close_code(bot.identify_payload(), {"op": 8, "d": body}) == 4002


async def test_who_talks_too_much_is_hung_up_on(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        assert await bot.get_close_code(bot.identify_payload(), *[{"op": 1, "d": None}] * 120) == 4008


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("act", b"{"), ("act", b"[]"), ("act", DEEPLY_NESTED_BODY), ("act", LONE_SURROGATE_BODY),
            ("act", b'{"as": "otter", "do": []}'),
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
async def test_people_are_told_in_one_line(playground_url: str, what: str, body: bytes) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{playground_url}playground/{what}", data=body) as response,
    ):
        assert response.status == 400
        assert list(await response.json()) == ["error"]


async def test_a_server_that_cannot_be_is_not_half_founded(sandbox: Sandbox) -> None:
    before = len((await sandbox.otter.load_view())["servers"])
    with pytest.raises(PlaygroundError):
        await sandbox.playground.control("create_server", name="Nowhere", bots=["nobody"])
    assert len((await sandbox.otter.load_view())["servers"]) == before


async def test_junk_is_not_handed_on(sandbox: Sandbox) -> None:
    """Who watches, and who asks for the log, hears of the refusal and goes on hearing."""
    async with open_raw_bot(sandbox) as bot, sandbox.playground.api_client.open_websocket("otter", wire="1") as watch:
        await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", LONE_SURROGATE_BODY)
        await bot.send_message(sandbox.duels_id, "Sound")
        while (event := await watch.receive_json(timeout=TIMEOUT_S))["type"] != "message":
            """What comes before it."""
    assert event["message"]["content"] == "Sound"
    assert [entry["status"] for entry in await sandbox.load_traffic_log()][-2:] == [400, 200]


async def test_a_socket_of_the_people_answers_junk(playground_url: str) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{playground_url}playground/watch?as=otter") as socket,
    ):
        for said in ("{", "[]", "{}", '{"act": 1, "id": 7}', '{"act": {"do": "send"}, "id": 7}'):
            await socket.send_str(said)
            while (event := await socket.receive_json(timeout=TIMEOUT_S))["type"] != "act_result":
                """How things stand."""
            assert event["status"] == 400


async def test_a_question_with_half_a_character_is_answered(playground_url: str) -> None:
    half = URL(f"{playground_url}playground/view?as=%ff", encoded=True)
    async with aiohttp.ClientSession() as session, session.get(half) as response:
        assert (response.status, list(await response.json())) == (400, ["error"])


@pytest.mark.parametrize("name", ["²1.png", "9" * 400 + ".png", "owl"])
async def test_every_avatar_is_a_picture(playground_url: str, name: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{playground_url}cdn/embed/avatars/{name}") as response:
        assert (response.status, response.content_type) == (200, "image/png")


@pytest.mark.parametrize("way", VALIDATION_MODES[1:])
@pytest.mark.parametrize(
    ("route", "body"),
    [
        (("PATCH", "/users/@me"), {"username": ["x"]}), (("PATCH", "/applications/@me"), {"description": ["x"]}),
        (("PATCH", "/users/@me"), [1]), (("PATCH", "/applications/@me"), "x"),
    ],
)  # fmt: skip
def test_a_bot_s_own_name_is_a_text(way: str, route: tuple[str, str], body: Any) -> None:
    assert find_faults(RequestBody(body, route), way)


@asynccontextmanager
async def run_playground(caplog: pytest.LogCaptureFixture) -> AsyncIterator[tuple[Whole, str, int]]:
    """A playground in this process, and where it is: it is to complain of nothing in its log."""
    here = Whole(PlaygroundSettings(), "http://127.0.0.1:1")
    runner = web.AppRunner(create_application(here))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0]
    yield here, host, port
    await runner.cleanup()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def watch_for_hang_up(here: Whole) -> asyncio.Event:
    """When the wire tells of somebody who was gone before the end."""
    torn = asyncio.Event()
    here.traffic_log.listeners.append(lambda entry: torn.set() if entry.status == CLIENT_CLOSED_REQUEST else None)
    return torn


def request_head(here: Whole, host: str, port: int, path: str, kind: str) -> bytes:
    """Of a body that is to come, once somebody listens."""
    token = here.connection_info["bots"][0]["token"]
    told = f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bot {token}\r\nExpect: 100-continue\r\n"
    return f"{told}Content-Type: {kind}\r\nContent-Length: 1000\r\n\r\n".encode()


@pytest.mark.parametrize(
    ("kind", "begun"),
    [("application/json", b'{"content": '), ("multipart/form-data; boundary=x", MULTIPART_PART_HEADER)],
)
@pytest.mark.parametrize("path", JSON_PATHS)
async def test_whoever_hangs_up_in_the_middle_of_a_body_is_a_line_on_the_wire_and_no_traceback(
    path: str, kind: str, begun: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_playground(caplog) as (here, host, port):
        torn = watch_for_hang_up(here)
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(request_head(here, host, port, path, kind))
        async with asyncio.timeout(TIMEOUT_S):
            assert b"100" in await reader.readline()  # somebody reads
            writer.write(begun)
            writer.close()
            await torn.wait()
    assert [entry.title for entry in here.traffic_log.entries if entry.status == CLIENT_CLOSED_REQUEST] == [
        f"POST {path}"
    ]
    assert here.traffic_log.refused_count == 0


@pytest.mark.parametrize("path", JSON_PATHS)
async def test_whoever_is_gone_before_anybody_listens_is_a_line_on_the_wire_and_no_traceback(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_playground(caplog) as (here, host, port):
        torn = watch_for_hang_up(here)
        _, writer = await asyncio.open_connection(host, port)
        writer.write(request_head(here, host, port, path, "application/json"))
        writer.close()
        async with asyncio.timeout(TIMEOUT_S):
            await torn.wait()
    assert [entry.title for entry in here.traffic_log.entries if entry.status == CLIENT_CLOSED_REQUEST] == [
        f"POST {path}"
    ]


async def test_without_schemas_a_malformed_body_is_refused_and_breaks_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async with run_playground(caplog) as (here, host, port), aiohttp.ClientSession() as session:
        channel = next(one for one in here.world.channels.values() if one.name == "duels")
        url = f"http://{host}:{port}/api/v10/channels/{channel.id}/messages"
        headers = {"Authorization": f"Bot {here.connection_info['bots'][0]['token']}"}
        for body in (
            {"content": "x", "message_reference": {"type": 0}},
            {"components": [{"type": 1, "components": [{}]}]},
        ):
            async with session.post(url, json=body, headers=headers) as response:
                assert (response.status, (await response.json())["code"]) == (400, 50035)
    assert here.world.messages[channel.id] == {}
