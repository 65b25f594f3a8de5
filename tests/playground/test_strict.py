"""What Discord refuses though it looks sound; with each law the sentence of Discord's documents that it comes from."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import pytest

from deploy.playground.client import JSON
from deploy.playground.playground import Playground, Settings
from tests.patience import PATIENCE
from tests.playground.ground import Ground
from tests.playground.plain import Plain, plainly
from tests.playground.small import WAYS, button, command, message, row, told
from tests.playground.test_rules import MULTIPART, PICTURE


async def closes(bot: Plain, query: str = "", *frames: Any) -> int | None:
    """With which code the gateway closes; None where it stays open and answers."""
    async with bot.session.ws_connect(bot.ground.setup["gateway"] + query) as socket:
        for frame in frames:
            await socket.send_json(frame)
        heard = 0
        while heard <= len(frames):
            async with asyncio.timeout(PATIENCE):
                message = await socket.receive()
            if socket.closed:
                return socket.close_code
            heard += message.type == message.type.TEXT
        return None


# «| 4012 | Invalid API version | You sent an invalid version for the gateway. |»: topics/opcodes-and-status-codes,
# gateway close event codes. «| 5 | Discontinued |», as 4 and 3 are: reference, API versions.
@pytest.mark.parametrize(
    ("query", "code"), [("?v=3", 4012), ("?v=5", 4012), ("?v=11", 4012), ("?v=ten", 4012), ("?v=10", None), ("", None)]
)
async def test_a_version_that_is_discontinued_is_no_gateway(ground: Ground, query: str, code: int | None) -> None:
    async with plainly(ground) as bot:
        assert await closes(bot, query) == code


# «| 50041 | Invalid API version provided |»: topics/opcodes-and-status-codes, JSON error codes.
@pytest.mark.parametrize(("version", "status"), [("v3", 400), ("v11", 400), ("v9", 200), ("v10", 200)])
async def test_a_version_that_is_discontinued_is_no_api(ground: Ground, version: str, status: int) -> None:
    async with plainly(ground) as bot:
        url = ground.setup["api"].removesuffix("v10") + version + "/users/@me"
        async with bot.session.get(url, headers={"Authorization": f"Bot {ground.token}"}) as response:
            answer = await response.json()
        assert (response.status, answer.get("code")) == (status, 50041 if status == 400 else None)


# «| properties | object | Connection properties | - |», without the mark of what may be left out:
# events/gateway-events, identify structure.
# «| 4002 | Decode error | You sent an invalid payload to Discord. Don't do that! |»: topics/opcodes-and-status-codes.
@pytest.mark.parametrize("properties", [..., None, "linux", []])
async def test_who_identifies_says_what_it_is(ground: Ground, properties: Any) -> None:
    async with plainly(ground) as bot:
        identify = bot.identify(properties=properties)
        if properties is ...:
            del identify["d"]["properties"]
        assert await bot.hangs_up(identify) == 4002
        assert await closes(bot, "?v=10", bot.identify()) is None


# «| max_concurrency | integer | Number of identify requests allowed per 5 seconds |»: events/gateway, session start
# limit structure. Who exceeds it is answered «with a Invalid Session (opcode 9) event»: there, identifying.
def test_one_identifies_in_five_seconds_unless_something_else_is_said() -> None:
    gateway = Playground(Settings(), "http://127.0.0.1:1").gateway
    assert [gateway.admits("owl", shard) for shard in (0, 1)] == [True, False]
    assert gateway.admits("wolf", 0)
    gateway.world.clock.move(5)
    assert gateway.admits("owl", 1)
    hasty = Playground(Settings(hasty=True), "http://127.0.0.1:1").gateway
    assert all(hasty.admits("owl", 0) for _ in range(3))


GOOD: Final = ["🔥", "❤", "❤️", "👍🏽", "🇩🇪", "👩‍🔬", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "#⃣", "©️", "🫩"]
NONE: Final = ["", "wolf", ":fire:", "ä", "木", "▲", "1", "🇩", "\ufe0f", "\u200d", "a🔥", "🔥 ", "🔥b"]
TWO: Final = ["🔥🔥", "🐜🦋", "🇩🇪🇫🇷", "❤️❤️", "👍🏽👍"]


# «name, id, and animated» of a «partial emoji»: components/reference, button structure. What stands in `name` alone is
# the «Standard Emoji Example», one character's: resources/emoji.
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [*GOOD, *NONE, *TWO])
def test_an_emoji_is_one_and_is_one_at_all(name: str, way: str) -> None:
    wrong = set() if name in GOOD else {("components.0.components.0.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI")}
    assert told(message(row(button(emoji={"name": name}))), way) == wrong


# «The summary field for applications now returns an empty string for all API versions», and «will be removed in the
# next API version (v11)»: change log. interactions.py insists on it.
async def test_an_application_has_no_summary_and_says_so(ground: Ground) -> None:
    async with plainly(ground) as bot:
        assert (await bot.asks("GET", "/oauth2/applications/@me"))[1]["summary"] == ""


# «There is a global rate limit of 200 application command creates per day, per guild», and of one that is there:
# «Returns 201 if a command with the same name does not already exist, or a 200 if it does»: interactions/application-
# commands, registering a command and create global application command.
async def test_two_hundred_commands_are_made_in_a_day_and_no_more(ground: Ground) -> None:
    async with plainly(ground) as bot:
        app = (await bot.asks("GET", "/applications/@me"))[1]["id"]
        everywhere, here = f"/applications/{app}/commands", f"/applications/{app}/guilds/{ground.server['id']}/commands"

        def numbered(number: int) -> JSON:
            return {"name": f"c{number}", "description": "C"}

        async def put(path: str, *numbers: int) -> tuple[int, int | None]:
            status, answer = await bot.asks("PUT", path, [numbered(number) for number in numbers])
            return status, answer["code"] if status == 400 else None

        for first in range(0, 200, 20):
            assert await put(everywhere, *range(first, first + 20)) == (200, None)
        assert await put(everywhere, *range(180, 200)) == (200, None)
        assert await put(everywhere, 1, 180) == (400, 30034)
        status, answer = await bot.asks("POST", everywhere, numbered(1))
        assert (status, answer["code"]) == (400, 30034)
        assert (await bot.asks("POST", everywhere, numbered(180)))[0] == 200
        assert await put(here, 1, 2) == (200, None)
        await ground.playground.stage("time", seconds=86_400)
        assert (await bot.asks("POST", everywhere, numbered(1)))[0] == 201


# «Type of `value` depends on the option type that the choice belongs to»: interactions/application-commands, option
# choice structure, which is that of autocomplete's choices, too.
@pytest.mark.parametrize(
    ("kind", "value", "sound"),
    [
        (3, "7", True), (3, 7, False), (3, 7.5, False), (3, True, False),
        (4, 7, True), (4, "7", False), (4, 7.5, False), (4, "wolf", False), (4, 2**53, False),
        (10, 7.5, True), (10, 7, True), (10, "7.5", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("nested", [False, True])
async def test_what_completes_an_option_is_of_its_kind(
    ground: Ground, kind: int, value: Any, sound: bool, nested: bool
) -> None:
    options: list[JSON] = [{"type": kind, "name": "beast", "value": "", "focused": True}]
    if nested:
        options = [{"type": 1, "name": "wolf", "options": [{"type": 3, "name": "howl", "value": "a"}, *options]}]
    body = {"type": 8, "data": {"choices": [{"name": "Wolf", "value": value}]}}
    status, answer = await answered(ground, 4, {"name": "hunt", "type": 1, "options": options}, body)
    assert status == (204 if sound else 400)
    if not sound:
        assert [*answer["errors"]["data"]["choices"]["0"]] == ["value"]


async def answered(ground: Ground, kind: int, data: JSON, body: JSON) -> tuple[int, Any]:
    """What is said to an interaction of this kind, and what Discord says to that."""
    async with plainly(ground) as bot, bot.session.ws_connect(ground.setup["gateway"]) as socket:
        await socket.send_json(bot.identify())
        async with asyncio.timeout(PATIENCE):
            while (await socket.receive_json())["t"] != "GUILD_CREATE":
                """Until it is there."""
            await ground.otter.act("forge", bot=ground.name, channel=ground.duels, kind=kind, data=data, wait=False)
            while (event := await socket.receive_json())["t"] != "INTERACTION_CREATE":
                """Whatever else there is."""
        return await bot.asks("POST", f"/interactions/{event['d']['id']}/{event['d']['token']}/callback", body)


# «sku_id | snowflake | Identifier for a purchasable SKU»: components/reference, button structure. «50057 Invalid SKU».
# «10014 Unknown Emoji», «50081 Invalid sticker sent»: topics/opcodes-and-status-codes, JSON error codes. A poll Discord
# takes and holds; the playground, which has none, says so.
UNKNOWN: Final = "1234567890123456789"
SENT: Final[list[tuple[JSON, int, str]]] = [
    ({"components": [row(button(..., style=6, label=..., sku_id=UNKNOWN))]}, 50035, "components.0.components.0.sku_id"),
    ({"components": [row(button(emoji={"id": UNKNOWN}))]}, 50035, "components.0.components.0.emoji.id"),
    ({"poll": {"question": {"text": "Wolf?"}, "answers": [{"poll_media": {"text": "Yes"}}]}}, 50035, "poll"),
    ({"content": "Hoo", "sticker_ids": [UNKNOWN]}, 50081, ""),
]


@pytest.mark.parametrize(("body", "code", "place"), SENT)
async def test_what_nobody_knows_is_refused_and_not_dropped(ground: Ground, body: JSON, code: int, place: str) -> None:
    async with plainly(ground) as bot:
        status, answer = await bot.asks("POST", f"/channels/{ground.duels}/messages", body)
        assert (status, answer["code"]) == (400, code)
        assert hurts(answer) == place
        edited = f"/channels/{ground.duels}/messages/{(await bot.says(ground.duels))['id']}"
        if place:
            assert (await bot.asks("PATCH", edited, body))[0] == 400
    if place:
        status, answer = await answered(ground, 2, {"name": "hunt", "type": 1}, {"type": 4, "data": body})
        assert (status, answer["code"], hurts(answer)) == (400, code, f"data.{place}")
    assert [said["content"] for said in await ground.otter.messages(ground.duels)] == ["Hoo"]


async def test_what_a_bot_sells_it_may_offer(ground: Ground) -> None:
    made = (await ground.playground.stage("sku", bot=ground.name, name="Acorns"))["sku"]
    async with plainly(ground) as bot:
        told = await bot.says(ground.duels, components=[row(button(..., style=6, label=..., sku_id=made["id"]))])
        assert told["components"][0]["components"][0]["sku_id"] == made["id"]


def hurts(answer: JSON) -> str:
    """The place of the only fault."""
    steps, at = [], answer.get("errors") or {}
    while at and "_errors" not in at:
        [(step, at)] = at.items()
        steps.append(step)
    return ".".join(steps)


# «When editing, you must provide the `id` of each file to keep, and you can optionally update the `description` and
# `is_spoiler` fields of existing attachments», and of the id «snowflake or number»: resources/message, attachment
# request structure. «Any previously-added files that aren't included will be removed»: reference, editing message
# attachments.
KEPT: Final[list[tuple[str, Callable[[JSON], list[Any] | None], bool]]] = [
    ("by its id", lambda file: [{"id": file["id"]}], True),
    ("by its id, a number", lambda file: [{"id": int(file["id"])}], True),
    ("by id and name", lambda file: [{"id": file["id"], "filename": file["filename"]}], True),
    ("by id and another name", lambda file: [{"id": file["id"], "filename": "b.txt"}], True),
    ("as it was told", lambda file: [file], True),
    ("unsaid", lambda _: None, True),
    ("not named", lambda _: [], False),
]


@pytest.mark.parametrize(("how", "kept"), [pytest.param(how, kept, id=name) for name, how, kept in KEPT])
async def test_files_are_kept_in_all_spellings(
    ground: Ground, how: Callable[[JSON], list[Any] | None], kept: bool
) -> None:
    async with plainly(ground) as bot:
        message, file = await filed(bot)
        body = {"content": "Hee"} | ({} if (listed := how(file)) is None else {"attachments": listed})
        status, edited = await bot.asks("PATCH", f"/channels/{ground.duels}/messages/{message}", body)
        assert status == 200
        assert edited["attachments"] == ([file] if kept else [])


@pytest.mark.parametrize("wrong", ["id", {"filename": "a.txt"}, {"id": UNKNOWN}])
async def test_a_file_is_kept_by_its_own_id_alone(ground: Ground, wrong: Any) -> None:
    async with plainly(ground) as bot:
        message, file = await filed(bot)
        body = {"content": "Hee", "attachments": [file["id"] if wrong == "id" else wrong]}
        status, answer = await bot.asks("PATCH", f"/channels/{ground.duels}/messages/{message}", body)
        assert (status, answer["code"]) == (400, 50035)


async def test_a_file_that_is_kept_is_described_and_veiled_anew(ground: Ground) -> None:
    async with plainly(ground) as bot:
        message, file = await filed(bot)
        listed = [{"id": file["id"], "description": "A wolf", "is_spoiler": True}]
        path = f"/channels/{ground.duels}/messages/{message}"
        _, edited = await bot.asks("PATCH", path, {"attachments": listed})
        assert edited["attachments"] == [file | {"description": "A wolf", "flags": 1 << 3}]
        _, edited = await bot.asks("PATCH", path, {"attachments": [{"id": file["id"], "is_spoiler": False}]})
        assert edited["attachments"] == [file | {"description": "A wolf", "flags": 0}]


async def filed(bot: Plain) -> tuple[str, JSON]:
    """A message with a file."""
    status, message = await bot.asks("POST", f"/channels/{bot.ground.duels}/messages", PICTURE, **MULTIPART)
    assert status == 200
    [file] = message["attachments"]
    return message["id"], file


# «the `PRIVATE_CHANNEL` interaction context is only meaningful for commands installed to a user», elsewhere it means
# nothing and is taken: interactions/application-commands, interaction contexts. py-cord names all three each time.
@pytest.mark.parametrize("way", WAYS)
def test_a_context_that_means_nothing_is_no_fault(way: str) -> None:
    assert told(command(integration_types=[0], contexts=[0, 2, 1]), way) == set()
