"""Test that requests that look valid are refused as on Discord.

The comment above a test names the section of Discord's documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from deploy.playground.tests.minimal_bodies import (
    VALIDATION_MODES,
    action_row,
    button,
    find_errors,
    new_command,
    new_message,
)
from deploy.playground.tests.raw_bot import MULTIPART_HEADERS, MULTIPART_MESSAGE, RawBot, open_raw_bot, wait_for_event
from deploy.playground.tests.sandbox import Sandbox
from discord_playground.client import JSON
from discord_playground.playground import PlaygroundServer, PlaygroundSettings


# events/gateway, session start limit structure and identifying.
def test_identify_is_limited_to_one_per_five_seconds() -> None:
    gateway = PlaygroundServer(PlaygroundSettings(), "http://127.0.0.1:1").gateway
    assert [gateway.admit_identify("owl", shard) for shard in (0, 1)] == [True, False]
    assert gateway.admit_identify("wolf", 0)
    gateway.world.clock.advance_by(5)
    assert gateway.admit_identify("owl", 1)
    unlimited_gateway = PlaygroundServer(PlaygroundSettings(skip_identify_limit=True), "http://127.0.0.1:1").gateway
    assert all(unlimited_gateway.admit_identify("owl", 0) for _ in range(3))


SINGLE_EMOJIS: Final = ["🔥", "❤", "❤️", "👍🏽", "🇩🇪", "👩‍🔬", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "#⃣", "©️", "🫩"]
NOT_EMOJIS: Final = ["", "wolf", ":fire:", "ä", "木", "▲", "1", "🇩", "\ufe0f", "\u200d", "a🔥", "🔥 ", "🔥b"]
SEVERAL_EMOJIS: Final = ["🔥🔥", "🐜🦋", "🇩🇪🇫🇷", "❤️❤️", "👍🏽👍"]


# components/reference, button structure; resources/emoji, standard emoji.
@pytest.mark.parametrize("mode", VALIDATION_MODES)
@pytest.mark.parametrize("name", [*SINGLE_EMOJIS, *NOT_EMOJIS, *SEVERAL_EMOJIS])
def test_button_emoji_must_be_single_emoji(name: str, mode: str) -> None:
    errors = (
        set() if name in SINGLE_EMOJIS else {("components.0.components.0.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI")}
    )
    assert find_errors(new_message(action_row(button(emoji={"name": name}))), mode) == errors


# change-log, applications: `summary` is an empty string until version 11. The library interactions.py requires it.
async def test_application_summary_is_empty_string(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        assert (await bot.request("GET", "/oauth2/applications/@me"))[1]["summary"] == ""


# interactions/application-commands, option choice structure. Autocomplete choices have the same structure.
@pytest.mark.parametrize(
    ("kind", "value", "is_valid"),
    [
        (3, "7", True), (3, 7, False), (3, 7.5, False), (3, True, False),
        (4, 7, True), (4, "7", False), (4, 7.5, False), (4, "wolf", False), (4, 2**53, False),
        (10, 7.5, True), (10, 7, True), (10, "7.5", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("nested", [False, True])
async def test_autocomplete_choice_must_match_option_type(
    sandbox: Sandbox, kind: int, value: Any, is_valid: bool, nested: bool
) -> None:
    options: list[JSON] = [{"type": kind, "name": "beast", "value": "", "focused": True}]
    if nested:
        options = [{"type": 1, "name": "wolf", "options": [{"type": 3, "name": "howl", "value": "a"}, *options]}]
    body = {"type": 8, "data": {"choices": [{"name": "Wolf", "value": value}]}}
    status, answer = await respond_to_interaction(sandbox, 4, {"name": "hunt", "type": 1, "options": options}, body)
    assert status == (204 if is_valid else 400)
    if not is_valid:
        assert [*answer["errors"]["data"]["choices"]["0"]] == ["value"]


async def respond_to_interaction(sandbox: Sandbox, kind: int, data: JSON, body: JSON) -> tuple[int, Any]:
    """Cause an interaction of this type, respond to it with `body`, and return the status and body of the reply."""
    async with open_raw_bot(sandbox) as bot, bot.open_gateway() as socket:
        await sandbox.otter.perform_action(
            "forge", bot=sandbox.bot_name, channel=sandbox.duels_id, kind=kind, data=data, wait=False
        )
        interaction = await wait_for_event(socket, "INTERACTION_CREATE")
        return await bot.request("POST", f"/interactions/{interaction['id']}/{interaction['token']}/callback", body)


# components/reference, button structure; topics/opcodes-and-status-codes, 10014, 50057 and 50081. Unlike Discord, the
# playground refuses polls, because it does not support them.
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


@pytest.mark.parametrize(("body", "code", "path"), REFUSED_MESSAGES)
async def test_unknown_references_are_refused(sandbox: Sandbox, body: JSON, code: int, path: str) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, answer = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", body)
        assert (status, answer["code"]) == (400, code)
        assert get_error_path(answer) == path
        message_path = f"/channels/{sandbox.duels_id}/messages/{(await bot.send_message(sandbox.duels_id))['id']}"
        if path:
            assert (await bot.request("PATCH", message_path, body))[0] == 400
    if path:
        status, answer = await respond_to_interaction(
            sandbox, 2, {"name": "hunt", "type": 1}, {"type": 4, "data": body}
        )
        assert (status, answer["code"], get_error_path(answer)) == (400, code, f"data.{path}")
    assert [message["content"] for message in await sandbox.otter.load_messages(sandbox.duels_id)] == ["Hoo"]


def get_error_path(answer: JSON) -> str:
    """Return the path of the only error in an error response."""
    steps, subtree = [], answer.get("errors") or {}
    while subtree and "_errors" not in subtree:
        [(step, subtree)] = subtree.items()
        steps.append(step)
    return ".".join(steps)


# resources/message, attachment request structure; reference, editing message attachments.
ATTACHMENT_CASES: Final[list[tuple[str, Callable[[JSON], list[Any] | None], bool]]] = [
    ("by id", lambda file: [{"id": file["id"]}], True),
    ("by id as a number", lambda file: [{"id": int(file["id"])}], True),
    ("by id and name", lambda file: [{"id": file["id"], "filename": file["filename"]}], True),
    ("by id and another name", lambda file: [{"id": file["id"], "filename": "b.txt"}], True),
    ("as the complete attachment", lambda file: [file], True),
    ("attachments omitted", lambda _: None, True),
    ("empty list", lambda _: [], False),
]


@pytest.mark.parametrize(("list_files", "is_kept"), [pytest.param(*case, id=name) for name, *case in ATTACHMENT_CASES])
async def test_edit_keeps_listed_attachments(
    sandbox: Sandbox, list_files: Callable[[JSON], list[Any] | None], is_kept: bool
) -> None:
    async with open_raw_bot(sandbox) as bot:
        message_id, file = await send_message_with_file(bot)
        body = {"content": "Hee"} | ({} if (listed := list_files(file)) is None else {"attachments": listed})
        status, edited = await bot.request("PATCH", f"/channels/{sandbox.duels_id}/messages/{message_id}", body)
        assert status == 200
        assert edited["attachments"] == ([file] if is_kept else [])


@pytest.mark.parametrize("listed", ["id", {"filename": "a.txt"}, {"id": UNKNOWN_ID}])
async def test_keeping_attachment_needs_its_id(sandbox: Sandbox, listed: Any) -> None:
    async with open_raw_bot(sandbox) as bot:
        message_id, file = await send_message_with_file(bot)
        body = {"content": "Hee", "attachments": [file["id"] if listed == "id" else listed]}
        status, answer = await bot.request("PATCH", f"/channels/{sandbox.duels_id}/messages/{message_id}", body)
        assert (status, answer["code"]) == (400, 50035)


async def test_edit_changes_description_and_spoiler_of_attachment(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        message_id, file = await send_message_with_file(bot)
        listed = [{"id": file["id"], "description": "A wolf", "is_spoiler": True}]
        path = f"/channels/{sandbox.duels_id}/messages/{message_id}"
        _, edited = await bot.request("PATCH", path, {"attachments": listed})
        assert edited["attachments"] == [file | {"description": "A wolf", "flags": 1 << 3}]
        _, edited = await bot.request("PATCH", path, {"attachments": [{"id": file["id"], "is_spoiler": False}]})
        assert edited["attachments"] == [file | {"description": "A wolf", "flags": 0}]


async def send_message_with_file(bot: RawBot) -> tuple[str, JSON]:
    """Send a message with a file, and return the ID of the message and the attachment."""
    status, message = await bot.request(
        "POST", f"/channels/{bot.sandbox.duels_id}/messages", MULTIPART_MESSAGE, **MULTIPART_HEADERS
    )
    assert status == 200
    [file] = message["attachments"]
    return message["id"], file


# interactions/application-commands, interaction contexts: Discord ignores contexts that do not apply. py-cord sends all
# three.
@pytest.mark.parametrize("mode", VALIDATION_MODES)
def test_context_without_matching_integration_type_is_accepted(mode: str) -> None:
    assert find_errors(new_command(integration_types=[0], contexts=[0, 2, 1]), mode) == set()
