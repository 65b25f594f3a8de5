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

from discord_playground.client import Playground, run_playground
from tests.tools.foreign.example import CONFIG_FILE, CONFIG_KEYS, LibraryExample, fill_placeholders, list_examples
from tests.tools.foreign.library import FOREIGN_LIBRARIES, ForeignLibrary
from tests.tools.foreign.person import POLL_INTERVAL_S, ForeignBotUser, StepFailed
from tests.waiting import TEST_TIMEOUT_S

pytestmark = pytest.mark.nightly

EXIT_GRACE_S = 5.0
MIN_SUCCESS_SHARE = 0.9
"""So many of a library's examples work, at least."""


@pytest.fixture(scope="module")
def playground_url() -> Iterator[str]:
    with run_playground() as url:
        yield url


@asynccontextmanager
async def run_example(url: str, example: LibraryExample, folder: Path) -> AsyncIterator[ForeignBotUser]:
    """In a server of its own, as the example's maker would have it: with all intents, and an administrator."""
    given = example.library.find_examples_folder()
    assert given
    shutil.copytree(given, folder, dirs_exist_ok=True)
    program = folder / example.path
    async with Playground.connect(url) as playground:
        name = f"{example.library.name} {Path(example.path).stem} {os.urandom(3).hex()}"
        made = await playground.control("create_bot", name=name)
        oak = {"name": f"Oak of {name}", "channels": ["duels"], "members": ["otter", "heron"], "bots": [name]}
        server = (await playground.control("create_server", **oak))["server"]["id"]
        await playground.control("set_intents", bot=name, intents=True)
        await playground.control("set_permissions", server=server, target=name, allow=["administrator"], deny=[])
        see = await playground.person("otter").load_view()
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
        first = folder / example.setup_program if example.setup_program else None
        for each in filter(None, (first, program)):
            each.write_text(fill_placeholders(each.read_text(), names))
            if CONFIG_FILE in each.read_text():
                (each.parent / CONFIG_FILE).write_text(
                    json.dumps({key: names[name] for key, name in CONFIG_KEYS.items()})
                )
        setup = await playground.load_setup()
        environment = os.environ | {
            **dict.fromkeys(("DISCORD_TOKEN", "BOT_TOKEN", "TOKEN"), made["token"]),
            **{f"DISCORD_{place.upper()}": setup[place] for place in ("api", "gateway", "cdn")},
            **dict.fromkeys(("NODE_PATH", "FOREIGN_MODULES"), str(example.library.environment_folder / "node_modules")),
        }
        if first:
            ended = await start_program(example, first, environment)
            assert await asyncio.wait_for(ended.wait(), TEST_TIMEOUT_S) == 0
        process = await start_program(example, program, environment)
        try:
            async with asyncio.timeout(TEST_TIMEOUT_S):
                while not next(
                    one["connected"] for one in (await playground.load_setup())["bots"] if one["name"] == name
                ):
                    if process.returncode is not None:
                        raise StepFailed(f"it ended with {process.returncode}")
                    await asyncio.sleep(POLL_INTERVAL_S)
            yield ForeignBotUser(playground, name, channel, names)
        finally:
            if process.returncode is None:
                process.terminate()
                try:
                    await asyncio.wait_for(process.wait(), EXIT_GRACE_S)
                except TimeoutError:
                    process.kill()
                    await process.wait()
            for member in ("otter", "heron"):
                await playground.control("remove_member", server=server, target=member)


async def start_program(
    example: LibraryExample, program: Path, environment: dict[str, str]
) -> asyncio.subprocess.Process:
    """Where it lies, as its maker would."""
    command = example.library.make_command(program)
    return await asyncio.create_subprocess_exec(*command, cwd=program.parent, env=environment)


@pytest.mark.parametrize("library", FOREIGN_LIBRARIES, ids=lambda one: one.name)
async def test_nine_in_ten_examples_do_what_they_say(
    playground_url: str, library: ForeignLibrary, tmp_path: Path
) -> None:
    if library.find_examples_folder() is None:
        where = (
            f"$FOREIGN/{library.name} is not there" if "FOREIGN" in os.environ else "there is no way to them offline"
        )
        pytest.skip(f"examples of {library.source}: {where}")
    tried = [one for one in list_examples() if one.library is library and not one.skip_reason]
    if tried:
        library.install_once()
    failed: dict[str, str] = {}
    for number, example in enumerate(tried):
        try:
            async with run_example(playground_url, example, tmp_path / str(number)) as person:
                for deed in example.steps[1 if example.setup_program else 0 :]:
                    await person.do_step(deed)
        except (StepFailed, TimeoutError) as no:
            failed[example.path] = f"{no!r}"
        print(f"{library.name} {example.path}: {failed.get(example.path, 'ok')}")  # noqa: T201  what is run for
    assert len(failed) <= (1 - MIN_SUCCESS_SHARE) * len(tried), failed
