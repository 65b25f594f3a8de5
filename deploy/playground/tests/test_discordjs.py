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

from deploy.playground.tests.document import faults
from deploy.playground.tests.ground import NEWEST, Ground, grounds, missing
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import File, Playground, components, text, texts
from discord_playground.schemas import Schemas

pytestmark = pytest.mark.asyncio(loop_scope="module")

VERSION: Final = "14.28.1"
PLACE: Final = Path(__file__).parents[3] / ".cache" / "discordjs"
PROGRAM: Final = Path(__file__).parent / "bots" / "discordjs.mjs"
EPHEMERAL, V2 = 1 << 6, 1 << 15


@pytest.fixture(scope="module")
def discordjs() -> Path:
    """Where the library is: installed once, whichever worker comes first."""
    if not (shutil.which("node") and shutil.which("npm")) and (why := missing("Node")):
        pytest.skip(why)
    PLACE.mkdir(parents=True, exist_ok=True)
    with (PLACE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        manifest = PLACE / "node_modules" / "discord.js" / "package.json"
        if not manifest.exists() or json.loads(manifest.read_text("utf-8"))["version"] != VERSION:
            command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"]
            command += ["--prefix", str(PLACE), f"discord.js@{VERSION}"]
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
            if done.returncode and (why := missing(f"discord.js ({done.stderr.strip()[-200:]})")):
                pytest.skip(why)
            assert done.returncode == 0, done.stderr
    return PLACE


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ground(url: str, schemas: Schemas | None, discordjs: Path) -> AsyncIterator[Ground]:
    async with Playground.at(url) as playground:
        await playground.stage("set_response_timeout", seconds=TIMEOUT_S)
        before = (await playground.wire(NEWEST))["last"]
        ground = await grounds(playground)
        async with playground.hosting("node", str(PROGRAM), bot=ground.name, DISCORDJS=str(discordjs)) as process:
            await ground.otter.learns("report", ground.name)
            yield ground
            assert process.returncode is None
        if schemas:
            assert faults(schemas, (await playground.wire(before))["entries"]) == []


async def report(ground: Ground) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text((await ground.lynx.command(ground.duels, "report")).message))
    return told


async def test_options_of_all_types_resolve(ground: Ground) -> None:
    answer = await ground.otter.command(
        ground.duels, "wood gather",
        words="oak", count=3, weight=2.5, ripe=False, animal="heron", place="lounge", role=ground.name, whom="lynx",
        basket=File("b.txt", b"woven"),
    )  # fmt: skip
    assert answer.message["flags"] & EPHEMERAL
    assert json.loads(text(answer.message)) == {
        "words": "oak",
        "count": 3,
        "weight": 2.5,
        "ripe": False,
        "animal": "heron",
        "member": await ground.id("heron"),
        "place": "lounge",
        "role": ground.name,
        "whom": "lynx",
        "basket": "woven",
        "locale": "en-US",
        "server": "en-US",
    }


async def test_names_of_commands_and_completion(ground: Ground) -> None:
    told = json.loads(text((await ground.heron.command(ground.duels, "wald gather")).message))
    assert (told["locale"], told["words"]) == ("de", None)
    choices = await ground.otter.complete(ground.duels, "wood tree pick", "fruit", fruit="aco")
    assert choices == [{"name": "acorn", "value": "acorn"}]
    assert text((await ground.otter.command(ground.duels, "wood tree pick", fruit="acorn")).message) == "acorn"


async def test_menus_of_people_and_messages(ground: Ground) -> None:
    said = await ground.heron.say(ground.duels, f"<@{await ground.id(ground.name)}> quack")
    waved = await ground.otter.command(ground.duels, "Wave", target="lynx")
    assert text(waved.message) == f"Waved at lynx, {await ground.id('lynx')}"
    assert text((await ground.otter.command(ground.duels, "Sniff", target=said)).message).endswith("quack")


async def test_deferred_answers_and_follow_ups(ground: Ground) -> None:
    answer = await ground.otter.command(ground.lounge, "defer")
    assert answer.type == 5
    first = await ground.otter.waits_for(ground.lounge, lambda one: text(one) == "First, edited: true")
    assert first["id"] == answer.message["id"]
    assert [text(one) for one in await ground.otter.messages(ground.lounge)][1:] == ["Second, edited"]
    assert len(await ground.heron.messages(ground.lounge)) == 1


async def test_direct_messages(ground: Ground) -> None:
    await ground.heron.command(ground.duels, "whisper")
    assert text(await ground.heron.waits_for(ground.dm)) == "Psst"


async def test_buttons_selects_and_forms(ground: Ground) -> None:
    toys = (await ground.otter.command(ground.duels, "toys")).message
    for custom_id, values, told in (
        ("text", ["elder", "rasp"], "elder, rasp"),
        ("users", ["heron"], "heron"),
        ("mentionables", [ground.role], ground.name),
        ("channels", [ground.lounge], "lounge"),
    ):
        assert text((await ground.otter.select(toys, custom_id, values)).message) == told
    assert text((await ground.heron.click(toys, "Update")).message).startswith("Chosen")
    assert (await ground.heron.click(toys, "Form")).modal["title"] == "A letter"
    written = await ground.heron.submit({"words": "Come", "whom": ["otter"]})
    assert text(written.message) == "Come to otter, from Chosen"
    await ground.heron.click(toys, "Gone")
    assert await ground.otter.until(lambda seen: toys["id"] not in {one["id"] for one in seen.messages(ground.duels)})


async def test_a_layout(ground: Ground) -> None:
    shown = (await ground.otter.command(ground.duels, "layout")).message
    assert shown["flags"] & V2
    assert texts(shown) == ["# Head", "Within", "Beside"]
    assert [one["type"] for one in components(shown)] == [10, 17, 10, 9, 10, 11, 14, 12, 13, 1, 6]
    assert text((await ground.otter.select(shown, "roles", [ground.role])).message) == ground.name


async def test_files_and_threads(ground: Ground) -> None:
    await ground.otter.command(ground.duels, "upload")
    await ground.otter.waits_for(ground.duels, lambda one: text(one) == "seeds 1 0")
    thread = text((await ground.otter.command(ground.duels, "trail")).message)
    assert text(await ground.heron.waits_for(thread)) == "This way"


async def test_refusals_are_understood(ground: Ground) -> None:
    assert json.loads(text((await ground.otter.command(ground.duels, "refused")).message)) == [10008, 50035, 10003]


async def test_presence(ground: Ground) -> None:
    people = (await ground.otter.see())["people"]
    [presence] = [one["presence"] for one in people if one["username"] == ground.name]
    assert presence == {"status": "idle", "activity": "the brook"}


@pytest.mark.parametrize("send", ["reconnect", "drop"])
async def test_a_broken_session_is_resumed(ground: Ground, send: str) -> None:
    before = await report(ground)
    await ground.playground.stage("disrupt_gateway", bot=ground.name, send=send)
    said = [(await ground.heron.say(ground.duels, f"{n}"))["id"] for n in range(5)]
    # The first may be among what was missed, and is heard before the bot knows that it has resumed.
    _, after = await report(ground), await report(ground)
    assert after["resumed"] == before["resumed"] + 1
    assert after["heard"][len(before["heard"]) :] == said
