"""What Discord refuses though it looks sound, beyond what `test_sentences` asks; with each law its place there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import pytest

from deploy.playground.tests.minimal_bodies import (
    VALIDATION_MODES,
    action_row,
    button,
    find_faults,
    new_command,
    new_message,
)
from deploy.playground.tests.raw_bot import MULTIPART_HEADERS, MULTIPART_MESSAGE, RawBot, open_raw_bot
from deploy.playground.tests.sandbox import Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON
from discord_playground.playground import PlaygroundServer, PlaygroundSettings


# events/gateway, session start limit structure and identifying.
def test_one_identifies_in_five_seconds_unless_something_else_is_said() -> None:
    gateway = PlaygroundServer(PlaygroundSettings(), "http://127.0.0.1:1").gateway
    assert [gateway.admit_identify("owl", shard) for shard in (0, 1)] == [True, False]
    assert gateway.admit_identify("wolf", 0)
    gateway.world.clock.advance_by(5)
    assert gateway.admit_identify("owl", 1)
    skip_identify_limit = PlaygroundServer(PlaygroundSettings(skip_identify_limit=True), "http://127.0.0.1:1").gateway
    assert all(skip_identify_limit.admit_identify("owl", 0) for _ in range(3))


SINGLE_EMOJIS: Final = ["🔥", "❤", "❤️", "👍🏽", "🇩🇪", "👩‍🔬", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "#⃣", "©️", "🫩"]
NOT_EMOJIS: Final = ["", "wolf", ":fire:", "ä", "木", "▲", "1", "🇩", "\ufe0f", "\u200d", "a🔥", "🔥 ", "🔥b"]
SEVERAL_EMOJIS: Final = ["🔥🔥", "🐜🦋", "🇩🇪🇫🇷", "❤️❤️", "👍🏽👍"]


# components/reference, button structure; resources/emoji, of standard emoji.
@pytest.mark.parametrize("way", VALIDATION_MODES)
@pytest.mark.parametrize("name", [*SINGLE_EMOJIS, *NOT_EMOJIS, *SEVERAL_EMOJIS])
def test_an_emoji_is_one_and_is_one_at_all(name: str, way: str) -> None:
    wrong = (
        set() if name in SINGLE_EMOJIS else {("components.0.components.0.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI")}
    )
    assert find_faults(new_message(action_row(button(emoji={"name": name}))), way) == wrong


# change-log, of applications: `summary` is an empty string until version 11. interactions.py insists on it.
async def test_an_application_has_no_summary_and_says_so(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        assert (await bot.request("GET", "/oauth2/applications/@me"))[1]["summary"] == ""


# interactions/application-commands, option choice structure, which is that of completions, too.
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
    sandbox: Sandbox, kind: int, value: Any, sound: bool, nested: bool
) -> None:
    options: list[JSON] = [{"type": kind, "name": "beast", "value": "", "focused": True}]
    if nested:
        options = [{"type": 1, "name": "wolf", "options": [{"type": 3, "name": "howl", "value": "a"}, *options]}]
    body = {"type": 8, "data": {"choices": [{"name": "Wolf", "value": value}]}}
    status, answer = await respond_to_interaction(sandbox, 4, {"name": "hunt", "type": 1, "options": options}, body)
    assert status == (204 if sound else 400)
    if not sound:
        assert [*answer["errors"]["data"]["choices"]["0"]] == ["value"]


async def respond_to_interaction(ground: Sandbox, kind: int, data: JSON, body: JSON) -> tuple[int, Any]:
    """What is said to an interaction of this kind, and what Discord says to that."""
    async with open_raw_bot(ground) as bot, bot.session.ws_connect(ground.setup["gateway"]) as socket:
        await socket.send_json(bot.identify_payload())
        async with asyncio.timeout(TIMEOUT_S):
            while (await socket.receive_json())["t"] != "GUILD_CREATE":
                """Until it is there."""
            await ground.otter.perform_action(
                "forge", bot=ground.bot_name, channel=ground.duels_id, kind=kind, data=data, wait=False
            )
            while (event := await socket.receive_json())["t"] != "INTERACTION_CREATE":
                """Whatever else there is."""
        return await bot.request("POST", f"/interactions/{event['d']['id']}/{event['d']['token']}/callback", body)


# components/reference, button structure; topics/opcodes-and-status-codes, 10014, 50057 and 50081. A poll Discord takes
# and holds; the playground, which has none, says so.
UNKNOWN_ID: Final = "1234567890123456789"
REFUSED_MESSAGES: Final[list[tuple[JSON, int, str]]] = [
    (
        {"components": [action_row(button(..., style=6, label=..., sku_id=UNKNOWN_ID))]},
        50035,
        "components.0.components.0.sku_id",
    ),
    ({"components": [action_row(button(emoji={"id": UNKNOWN_ID}))]}, 50035, "components.0.components.0.emoji.id"),
    ({"poll": {"question": {"text": "Wolf?"}, "answers": [{"poll_media": {"text": "Yes"}}]}}, 50035, "poll"),
    ({"content": "Hoo", "sticker_ids": [UNKNOWN_ID]}, 50081, ""),
]


@pytest.mark.parametrize(("body", "code", "place"), REFUSED_MESSAGES)
async def test_what_nobody_knows_is_refused_and_not_dropped(
    sandbox: Sandbox, body: JSON, code: int, place: str
) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, answer = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", body)
        assert (status, answer["code"]) == (400, code)
        assert find_fault_path(answer) == place
        edited = f"/channels/{sandbox.duels_id}/messages/{(await bot.send_message(sandbox.duels_id))['id']}"
        if place:
            assert (await bot.request("PATCH", edited, body))[0] == 400
    if place:
        status, answer = await respond_to_interaction(
            sandbox, 2, {"name": "hunt", "type": 1}, {"type": 4, "data": body}
        )
        assert (status, answer["code"], find_fault_path(answer)) == (400, code, f"data.{place}")
    assert [said["content"] for said in await sandbox.otter.load_messages(sandbox.duels_id)] == ["Hoo"]


def find_fault_path(answer: JSON) -> str:
    """The place of the only fault."""
    steps, at = [], answer.get("errors") or {}
    while at and "_errors" not in at:
        [(step, at)] = at.items()
        steps.append(step)
    return ".".join(steps)


# resources/message, attachment request structure; reference, editing message attachments.
ATTACHMENT_CASES: Final[list[tuple[str, Callable[[JSON], list[Any] | None], bool]]] = [
    ("by its id", lambda file: [{"id": file["id"]}], True),
    ("by its id, a number", lambda file: [{"id": int(file["id"])}], True),
    ("by id and name", lambda file: [{"id": file["id"], "filename": file["filename"]}], True),
    ("by id and another name", lambda file: [{"id": file["id"], "filename": "b.txt"}], True),
    ("as it was told", lambda file: [file], True),
    ("unsaid", lambda _: None, True),
    ("not named", lambda _: [], False),
]


@pytest.mark.parametrize(("how", "kept"), [pytest.param(how, kept, id=name) for name, how, kept in ATTACHMENT_CASES])
async def test_files_are_kept_in_all_spellings(
    sandbox: Sandbox, how: Callable[[JSON], list[Any] | None], kept: bool
) -> None:
    async with open_raw_bot(sandbox) as bot:
        message, file = await send_message_with_file(bot)
        body = {"content": "Hee"} | ({} if (listed := how(file)) is None else {"attachments": listed})
        status, edited = await bot.request("PATCH", f"/channels/{sandbox.duels_id}/messages/{message}", body)
        assert status == 200
        assert edited["attachments"] == ([file] if kept else [])


@pytest.mark.parametrize("wrong", ["id", {"filename": "a.txt"}, {"id": UNKNOWN_ID}])
async def test_a_file_is_kept_by_its_own_id_alone(sandbox: Sandbox, wrong: Any) -> None:
    async with open_raw_bot(sandbox) as bot:
        message, file = await send_message_with_file(bot)
        body = {"content": "Hee", "attachments": [file["id"] if wrong == "id" else wrong]}
        status, answer = await bot.request("PATCH", f"/channels/{sandbox.duels_id}/messages/{message}", body)
        assert (status, answer["code"]) == (400, 50035)


async def test_a_file_that_is_kept_is_described_and_veiled_anew(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        message, file = await send_message_with_file(bot)
        listed = [{"id": file["id"], "description": "A wolf", "is_spoiler": True}]
        path = f"/channels/{sandbox.duels_id}/messages/{message}"
        _, edited = await bot.request("PATCH", path, {"attachments": listed})
        assert edited["attachments"] == [file | {"description": "A wolf", "flags": 1 << 3}]
        _, edited = await bot.request("PATCH", path, {"attachments": [{"id": file["id"], "is_spoiler": False}]})
        assert edited["attachments"] == [file | {"description": "A wolf", "flags": 0}]


async def send_message_with_file(bot: RawBot) -> tuple[str, JSON]:
    """A message with a file."""
    status, message = await bot.request(
        "POST", f"/channels/{bot.sandbox.duels_id}/messages", MULTIPART_MESSAGE, **MULTIPART_HEADERS
    )
    assert status == 200
    [file] = message["attachments"]
    return message["id"], file


# interactions/application-commands, interaction contexts: it means nothing there and is taken. py-cord names all three.
@pytest.mark.parametrize("way", VALIDATION_MODES)
def test_a_context_that_means_nothing_is_no_fault(way: str) -> None:
    assert find_faults(new_command(integration_types=[0], contexts=[0, 2, 1]), way) == set()
