"""discord.js, unmodified, in a process of its own."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio

from deploy.playground.tests.sandbox import PAST_LAST_ENTRY, Sandbox, create_sandbox, reason_to_skip
from deploy.playground.tests.schema_check import find_schema_faults
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import File, Playground, full_text, iter_components, text_blocks
from discord_playground.schemas import Schemas

pytestmark = pytest.mark.asyncio(loop_scope="module")

DISCORDJS_VERSION: Final = "14.28.1"
INSTALL_FOLDER: Final = Path(__file__).parents[3] / ".cache" / "discordjs"
BOT_PROGRAM: Final = Path(__file__).parent / "bots" / "discordjs.mjs"
EPHEMERAL_FLAG, V2_FLAG = 1 << 6, 1 << 15


@pytest.fixture(scope="module")
def discordjs_folder() -> Path:
    """Where the library is: installed once, whichever worker comes first."""
    if not (shutil.which("node") and shutil.which("npm")) and (why := reason_to_skip("Node")):
        pytest.skip(why)
    INSTALL_FOLDER.mkdir(parents=True, exist_ok=True)
    with (INSTALL_FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        manifest = INSTALL_FOLDER / "node_modules" / "discord.js" / "package.json"
        if not manifest.exists() or json.loads(manifest.read_text("utf-8"))["version"] != DISCORDJS_VERSION:
            command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"]
            command += ["--prefix", str(INSTALL_FOLDER), f"discord.js@{DISCORDJS_VERSION}"]
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
            if done.returncode and (why := reason_to_skip(f"discord.js ({done.stderr.strip()[-200:]})")):
                pytest.skip(why)
            assert done.returncode == 0, done.stderr
    return INSTALL_FOLDER


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox(playground_url: str, schemas: Schemas | None, discordjs_folder: Path) -> AsyncIterator[Sandbox]:
    async with Playground.connect(playground_url) as playground:
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        before = (await playground.load_traffic_log(PAST_LAST_ENTRY))["last"]
        ground = await create_sandbox(playground)
        async with playground.run_bot(
            "node", str(BOT_PROGRAM), bot=ground.bot_name, DISCORDJS=str(discordjs_folder)
        ) as process:
            await ground.otter.wait_for_command("report", ground.bot_name)
            yield ground
            assert process.returncode is None
        if schemas:
            assert find_schema_faults(schemas, (await playground.load_traffic_log(before))["entries"]) == []


async def load_report(ground: Sandbox) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(full_text((await ground.lynx.run_command(ground.duels_id, "report")).message))
    return told


async def test_options_of_all_types_resolve(sandbox: Sandbox) -> None:
    answer = await sandbox.otter.run_command(
        sandbox.duels_id, "wood gather",
        words="oak", count=3, weight=2.5, ripe=False, animal="heron", place="lounge", role=sandbox.bot_name,
            whom="lynx",
        basket=File("b.txt", b"woven"),
    )  # fmt: skip
    assert answer.message["flags"] & EPHEMERAL_FLAG
    assert json.loads(full_text(answer.message)) == {
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


async def test_names_of_commands_and_completion(sandbox: Sandbox) -> None:
    told = json.loads(full_text((await sandbox.heron.run_command(sandbox.duels_id, "wald gather")).message))
    assert (told["locale"], told["words"]) == ("de", None)
    choices = await sandbox.otter.autocomplete(sandbox.duels_id, "wood tree pick", "fruit", fruit="aco")
    assert choices == [{"name": "acorn", "value": "acorn"}]
    assert (
        full_text((await sandbox.otter.run_command(sandbox.duels_id, "wood tree pick", fruit="acorn")).message)
        == "acorn"
    )


async def test_menus_of_people_and_messages(sandbox: Sandbox) -> None:
    said = await sandbox.heron.send_message(
        sandbox.duels_id, f"<@{await sandbox.find_person_id(sandbox.bot_name)}> quack"
    )
    waved = await sandbox.otter.run_command(sandbox.duels_id, "Wave", target="lynx")
    assert full_text(waved.message) == f"Waved at lynx, {await sandbox.find_person_id('lynx')}"
    assert full_text((await sandbox.otter.run_command(sandbox.duels_id, "Sniff", target=said)).message).endswith(
        "quack"
    )


async def test_deferred_answers_and_follow_ups(sandbox: Sandbox) -> None:
    answer = await sandbox.otter.run_command(sandbox.lounge_id, "defer")
    assert answer.callback_type == 5
    first = await sandbox.otter.wait_for_message(sandbox.lounge_id, lambda one: full_text(one) == "First, edited: true")
    assert first["id"] == answer.message["id"]
    assert [full_text(one) for one in await sandbox.otter.load_messages(sandbox.lounge_id)][1:] == ["Second, edited"]
    assert len(await sandbox.heron.load_messages(sandbox.lounge_id)) == 1


async def test_direct_messages(sandbox: Sandbox) -> None:
    await sandbox.heron.run_command(sandbox.duels_id, "whisper")
    assert full_text(await sandbox.heron.wait_for_message(sandbox.dm_name)) == "Psst"


async def test_buttons_selects_and_forms(sandbox: Sandbox) -> None:
    toys = (await sandbox.otter.run_command(sandbox.duels_id, "toys")).message
    for custom_id, values, told in (
        ("text", ["elder", "rasp"], "elder, rasp"),
        ("users", ["heron"], "heron"),
        ("mentionables", [sandbox.bot_role_id], sandbox.bot_name),
        ("channels", [sandbox.lounge_id], "lounge"),
    ):
        assert full_text((await sandbox.otter.select_values(toys, custom_id, values)).message) == told
    assert full_text((await sandbox.heron.click(toys, "Update")).message).startswith("Chosen")
    assert (await sandbox.heron.click(toys, "Form")).modal["title"] == "A letter"
    written = await sandbox.heron.submit_modal({"words": "Come", "whom": ["otter"]})
    assert full_text(written.message) == "Come to otter, from Chosen"
    await sandbox.heron.click(toys, "Gone")
    assert await sandbox.otter.wait_until(
        lambda seen: toys["id"] not in {one["id"] for one in seen.list_messages(sandbox.duels_id)}
    )


async def test_a_layout(sandbox: Sandbox) -> None:
    shown = (await sandbox.otter.run_command(sandbox.duels_id, "layout")).message
    assert shown["flags"] & V2_FLAG
    assert text_blocks(shown) == ["# Head", "Within", "Beside"]
    assert [one["type"] for one in iter_components(shown)] == [10, 17, 10, 9, 10, 11, 14, 12, 13, 1, 6]
    assert (
        full_text((await sandbox.otter.select_values(shown, "roles", [sandbox.bot_role_id])).message)
        == sandbox.bot_name
    )


async def test_files_and_threads(sandbox: Sandbox) -> None:
    await sandbox.otter.run_command(sandbox.duels_id, "upload")
    await sandbox.otter.wait_for_message(sandbox.duels_id, lambda one: full_text(one) == "seeds 1 0")
    thread = full_text((await sandbox.otter.run_command(sandbox.duels_id, "trail")).message)
    assert full_text(await sandbox.heron.wait_for_message(thread)) == "This way"


async def test_refusals_are_understood(sandbox: Sandbox) -> None:
    assert json.loads(full_text((await sandbox.otter.run_command(sandbox.duels_id, "refused")).message)) == [
        10008,
        50035,
        10003,
    ]


async def test_presence(sandbox: Sandbox) -> None:
    people = (await sandbox.otter.load_view())["people"]
    [presence] = [one["presence"] for one in people if one["username"] == sandbox.bot_name]
    assert presence == {"status": "idle", "activity": "the brook"}


@pytest.mark.parametrize("send", ["reconnect", "drop"])
async def test_a_broken_session_is_resumed(sandbox: Sandbox, send: str) -> None:
    before = await load_report(sandbox)
    await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, send=send)
    said = [(await sandbox.heron.send_message(sandbox.duels_id, f"{n}"))["id"] for n in range(5)]
    # The first may be among what was missed, and is heard before the bot knows that it has resumed.
    _, after = await load_report(sandbox), await load_report(sandbox)
    assert after["resumed"] == before["resumed"] + 1
    assert after["heard"][len(before["heard"]) :] == said
