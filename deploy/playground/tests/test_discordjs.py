"""Test a bot that uses the unmodified discord.js library and runs in its own process."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio

from deploy.playground.tests.npm_packages import install_npm_packages
from deploy.playground.tests.sandbox import EPHEMERAL_FLAG, V2_FLAG, Sandbox, create_sandbox
from deploy.playground.tests.schema_check import check_traffic
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import File, Playground, full_text, iter_components, text_blocks
from discord_playground.schemas import Schemas

pytestmark = pytest.mark.asyncio(loop_scope="module")

BOT_PROGRAM: Final = Path(__file__).parent / "bots" / "discordjs.mjs"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox(playground_url: str, schemas: Schemas | None) -> AsyncIterator[Sandbox]:
    npm_folder = install_npm_packages()
    async with Playground.connect(playground_url) as playground:
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        async with check_traffic(playground, schemas):
            sandbox = await create_sandbox(playground)
            async with playground.run_bot(
                "node", str(BOT_PROGRAM), bot=sandbox.bot_name, NPM_FOLDER=str(npm_folder)
            ) as process:
                await sandbox.otter.wait_for_command("report", sandbox.bot_name)
                yield sandbox
                assert process.returncode is None


async def load_report(sandbox: Sandbox) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(full_text((await sandbox.lynx.run_command(sandbox.duels_id, "report")).message))
    return report


async def test_options_of_all_types_are_resolved(sandbox: Sandbox) -> None:
    result = await sandbox.otter.run_command(
        sandbox.duels_id, "wood gather",
        words="oak", count=3, weight=2.5, ripe=False, animal="heron", place="lounge", role=sandbox.bot_name,
            whom="lynx",
        basket=File("b.txt", b"woven"),
    )  # fmt: skip
    assert result.message["flags"] & EPHEMERAL_FLAG
    assert json.loads(full_text(result.message)) == {
        "words": "oak",
        "count": 3,
        "weight": 2.5,
        "ripe": False,
        "animal": "heron",
        "member": await sandbox.find_person_id("heron"),
        "place": "lounge",
        "role": sandbox.bot_name,
        "whom": "lynx",
        "basket": "woven",
        "locale": "en-US",
        "server": "en-US",
    }


async def test_localized_command_and_autocomplete(sandbox: Sandbox) -> None:
    values = json.loads(full_text((await sandbox.heron.run_command(sandbox.duels_id, "wald gather")).message))
    assert (values["locale"], values["words"]) == ("de", None)
    choices = await sandbox.otter.autocomplete(sandbox.duels_id, "wood tree pick", "fruit", fruit="aco")
    assert choices == [{"name": "acorn", "value": "acorn"}]
    picked = await sandbox.otter.run_command(sandbox.duels_id, "wood tree pick", fruit="acorn")
    assert full_text(picked.message) == "acorn"


async def test_user_and_message_commands_receive_their_target(sandbox: Sandbox) -> None:
    message = await sandbox.heron.send_message(
        sandbox.duels_id, f"<@{await sandbox.find_person_id(sandbox.bot_name)}> quack"
    )
    waved = await sandbox.otter.run_command(sandbox.duels_id, "Wave", target="lynx")
    assert full_text(waved.message) == f"Waved at lynx, {await sandbox.find_person_id('lynx')}"
    sniffed = await sandbox.otter.run_command(sandbox.duels_id, "Sniff", target=message)
    assert full_text(sniffed.message).endswith("quack")


async def test_deferred_response_and_follow_ups_are_edited_and_deleted(sandbox: Sandbox) -> None:
    result = await sandbox.otter.run_command(sandbox.lounge_id, "defer")
    assert result.callback_type == 5
    first = await sandbox.otter.wait_for_message(
        sandbox.lounge_id, lambda message: full_text(message) == "First, edited: true"
    )
    assert first["id"] == result.message["id"]
    assert [full_text(message) for message in await sandbox.otter.load_messages(sandbox.lounge_id)][1:] == [
        "Second, edited"
    ]
    assert len(await sandbox.heron.load_messages(sandbox.lounge_id)) == 1


async def test_bot_sends_direct_message(sandbox: Sandbox) -> None:
    await sandbox.heron.run_command(sandbox.duels_id, "whisper")
    assert full_text(await sandbox.heron.wait_for_message(sandbox.dm_name)) == "Psst"


async def test_buttons_selects_and_modals_reach_the_bot(sandbox: Sandbox) -> None:
    message = (await sandbox.otter.run_command(sandbox.duels_id, "toys")).message
    for custom_id, values, text in (
        ("text", ["elder", "rasp"], "elder, rasp"),
        ("users", ["heron"], "heron"),
        ("mentionables", [sandbox.bot_role_id], sandbox.bot_name),
        ("channels", [sandbox.lounge_id], "lounge"),
    ):
        assert full_text((await sandbox.otter.select_values(message, custom_id, values)).message) == text
    assert full_text((await sandbox.heron.click(message, "Update")).message).startswith("Chosen")
    assert (await sandbox.heron.click(message, "Form")).modal["title"] == "A letter"
    result = await sandbox.heron.submit_modal({"words": "Come", "whom": ["otter"]})
    assert full_text(result.message) == "Come to otter, from Chosen"
    await sandbox.heron.click(message, "Gone")
    assert await sandbox.otter.wait_until(
        lambda view: message["id"] not in {shown["id"] for shown in view.list_messages(sandbox.duels_id)}
    )


async def test_components_v2_message_is_shown(sandbox: Sandbox) -> None:
    message = (await sandbox.otter.run_command(sandbox.duels_id, "layout")).message
    assert message["flags"] & V2_FLAG
    assert text_blocks(message) == ["# Head", "Within", "Beside"]
    assert [component["type"] for component in iter_components(message)] == [10, 17, 10, 9, 10, 11, 14, 12, 13, 1, 6]
    selected = await sandbox.otter.select_values(message, "roles", [sandbox.bot_role_id])
    assert full_text(selected.message) == sandbox.bot_name


async def test_uploads_and_threads_are_created(sandbox: Sandbox) -> None:
    await sandbox.otter.run_command(sandbox.duels_id, "upload")
    await sandbox.otter.wait_for_message(sandbox.duels_id, lambda message: full_text(message) == "seeds 1 0")
    thread_id = full_text((await sandbox.otter.run_command(sandbox.duels_id, "trail")).message)
    assert full_text(await sandbox.heron.wait_for_message(thread_id)) == "This way"


async def test_api_errors_have_discord_codes(sandbox: Sandbox) -> None:
    result = await sandbox.otter.run_command(sandbox.duels_id, "refused")
    assert json.loads(full_text(result.message)) == [10008, 50035, 10003]


async def test_presence_is_shown(sandbox: Sandbox) -> None:
    people = (await sandbox.otter.load_view())["people"]
    [presence] = [person["presence"] for person in people if person["username"] == sandbox.bot_name]
    assert presence == {"status": "idle", "activity": "the brook"}


@pytest.mark.parametrize("send", ["reconnect", "drop"])
async def test_interrupted_session_is_resumed_without_losing_messages(sandbox: Sandbox, send: str) -> None:
    before = await load_report(sandbox)
    await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, send=send)
    message_ids = [(await sandbox.heron.send_message(sandbox.duels_id, f"{number}"))["id"] for number in range(5)]
    # The first report command may be a replayed event, which arrives before discord.js counts the resume.
    await load_report(sandbox)
    after = await load_report(sandbox)
    assert after["resumed"] == before["resumed"] + 1
    assert after["heard"][len(before["heard"]) :] == message_ids
