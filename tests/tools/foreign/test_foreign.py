"""Other people's bots live on the playground, unmodified but for addresses: what a person does with them comes out."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from discord_playground.client import Playground, running
from tests.patience import PATIENCE
from tests.tools.foreign.example import ASKED, CONFIG, Example, examples, filled
from tests.tools.foreign.library import LIBRARIES, Library
from tests.tools.foreign.person import BLINK, Failed, Person

pytestmark = pytest.mark.nightly

GRACE = 5.0
PART = 0.9
"""So many of a library's examples work, at least."""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running() as url:
        yield url


@asynccontextmanager
async def living(url: str, example: Example, folder: Path) -> AsyncIterator[Person]:
    """In a server of its own, as the example's maker would have it: with all intents, and an administrator."""
    given = example.library.examples()
    assert given
    shutil.copytree(given, folder, dirs_exist_ok=True)
    program = folder / example.path
    async with Playground.at(url) as playground:
        name = f"{example.library.name} {Path(example.path).stem} {os.urandom(3).hex()}"
        made = await playground.stage("create_bot", name=name)
        oak = {"name": f"Oak of {name}", "channels": ["duels"], "members": ["otter", "heron"], "bots": [name]}
        server = (await playground.stage("create_server", **oak))["server"]["id"]
        await playground.stage("set_intents", bot=name, intents=True)
        await playground.stage("set_permissions", server=server, target=name, allow=["administrator"], deny=[])
        see = await playground.as_("otter").see()
        channel = next(one["channels"][0]["id"] for one in see["servers"] if one["id"] == server)
        people = {one["username"]: one["id"] for one in see["people"]}
        names = {
            "bot": f"<@{made['application_id']}>",
            "heron": f"<@{people['heron']}>",
            "otter": people["otter"],
            "server": server,
            "channel_id": channel,
            "client": made["application_id"],
            "token": made["token"],
        }
        first = folder / example.first if example.first else None
        for each in filter(None, (first, program)):
            each.write_text(filled(each.read_text(), names))
            if CONFIG in each.read_text():
                (each.parent / CONFIG).write_text(json.dumps({key: names[name] for key, name in ASKED.items()}))
        setup = await playground.setup()
        environment = os.environ | {
            **dict.fromkeys(("DISCORD_TOKEN", "BOT_TOKEN", "TOKEN"), made["token"]),
            **{f"DISCORD_{place.upper()}": setup[place] for place in ("api", "gateway", "cdn")},
            **dict.fromkeys(("NODE_PATH", "FOREIGN_MODULES"), str(example.library.place / "node_modules")),
        }
        if first:
            ended = await begun(example, first, environment)
            assert await asyncio.wait_for(ended.wait(), PATIENCE) == 0
        process = await begun(example, program, environment)
        try:
            async with asyncio.timeout(PATIENCE):
                while not next(one["connected"] for one in (await playground.setup())["bots"] if one["name"] == name):
                    if process.returncode is not None:
                        raise Failed(f"it ended with {process.returncode}")
                    await asyncio.sleep(BLINK)
            yield Person(playground, name, channel, names)
        finally:
            if process.returncode is None:
                process.terminate()
                try:
                    await asyncio.wait_for(process.wait(), GRACE)
                except TimeoutError:
                    process.kill()
                    await process.wait()
            for member in ("otter", "heron"):
                await playground.stage("remove_member", server=server, target=member)


async def begun(example: Example, program: Path, environment: dict[str, str]) -> asyncio.subprocess.Process:
    """Where it lies, as its maker would."""
    command = example.library.command(program)
    return await asyncio.create_subprocess_exec(*command, cwd=program.parent, env=environment)


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda one: one.name)
async def test_nine_in_ten_examples_do_what_they_say(url: str, library: Library, tmp_path: Path) -> None:
    if library.examples() is None:
        where = (
            f"$FOREIGN/{library.name} is not there" if "FOREIGN" in os.environ else "there is no way to them offline"
        )
        pytest.skip(f"examples of {library.source}: {where}")
    tried = [one for one in examples() if one.library is library and not one.why]
    if tried:
        library.install()
    failed: dict[str, str] = {}
    for number, example in enumerate(tried):
        try:
            async with living(url, example, tmp_path / str(number)) as person:
                for deed in example.deeds[1 if example.first else 0 :]:
                    await person.does(deed)
        except (Failed, TimeoutError) as no:
            failed[example.path] = f"{no!r}"
        print(f"{library.name} {example.path}: {failed.get(example.path, 'ok')}")  # noqa: T201  what is run for
    assert len(failed) <= (1 - PART) * len(tried), failed
