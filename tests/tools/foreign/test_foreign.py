"""Test that the example bots of other libraries work on the playground."""

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
"""The minimum share of each library's examples that must work."""


@pytest.fixture(scope="module")
def playground_url() -> Iterator[str]:
    with run_playground() as url:
        yield url


@asynccontextmanager
async def run_example(url: str, example: LibraryExample, folder: Path) -> AsyncIterator[ForeignBotUser]:
    """Run an example bot with all intents and as the administrator of its own server, and yield a user of the bot."""
    examples_folder = example.library.find_examples_folder()
    assert examples_folder
    shutil.copytree(examples_folder, folder, dirs_exist_ok=True)
    program = folder / example.path
    async with Playground.connect(url) as playground:
        name = f"{example.library.name} {Path(example.path).stem} {os.urandom(3).hex()}"
        bot = await playground.control("create_bot", name=name)
        settings = {"name": f"Oak of {name}", "channels": ["duels"], "members": ["otter", "heron"], "bots": [name]}
        server = (await playground.control("create_server", **settings))["server"]["id"]
        await playground.control("set_intents", bot=name, intents=True)
        await playground.control("set_permissions", server=server, target=name, allow=["administrator"], deny=[])
        view = await playground.person("otter").load_view()
        channel = next(it["channels"][0]["id"] for it in view["servers"] if it["id"] == server)
        people = {it["username"]: it["id"] for it in view["people"]}
        names = {
            "bot": f"<@{bot['application_id']}>",
            "heron": f"<@{people['heron']}>",
            "otter": people["otter"],
            "server": server,
            "channel_id": channel,
            "client": bot["application_id"],
            "token": bot["token"],
        }
        setup_program = folder / example.setup_program if example.setup_program else None
        for file in filter(None, (setup_program, program)):
            file.write_text(fill_placeholders(file.read_text(), names))
            if CONFIG_FILE in file.read_text():
                config = {key: names[name] for key, name in CONFIG_KEYS.items()}
                (file.parent / CONFIG_FILE).write_text(json.dumps(config))
        setup = await playground.load_setup()
        environment = os.environ | {
            **dict.fromkeys(("DISCORD_TOKEN", "BOT_TOKEN", "TOKEN"), bot["token"]),
            **{f"DISCORD_{address.upper()}": setup[address] for address in ("api", "gateway", "cdn")},
            **dict.fromkeys(("NODE_PATH", "FOREIGN_MODULES"), str(example.library.environment_folder / "node_modules")),
        }
        if setup_program:
            setup_process = await start_program(example, setup_program, environment)
            assert await asyncio.wait_for(setup_process.wait(), TEST_TIMEOUT_S) == 0
        process = await start_program(example, program, environment)
        try:
            async with asyncio.timeout(TEST_TIMEOUT_S):
                while not next(it["connected"] for it in (await playground.load_setup())["bots"] if it["name"] == name):
                    if process.returncode is not None:
                        raise StepFailed(f"the bot exited with {process.returncode}")
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
    """Start a program with its folder as the working directory."""
    command = example.library.make_command(program)
    return await asyncio.create_subprocess_exec(*command, cwd=program.parent, env=environment)


@pytest.mark.parametrize("library", FOREIGN_LIBRARIES, ids=lambda it: it.name)
async def test_most_examples_of_a_library_work(playground_url: str, library: ForeignLibrary, tmp_path: Path) -> None:
    if library.find_examples_folder() is None:
        reason = f"$FOREIGN/{library.name} is missing" if "FOREIGN" in os.environ else "they cannot be downloaded"
        pytest.skip(f"examples of {library.source}: {reason}")
    examples = [it for it in list_examples() if it.library is library and not it.skip_reason]
    if examples:
        library.install_once()
    failed: dict[str, str] = {}
    for number, example in enumerate(examples):
        try:
            async with run_example(playground_url, example, tmp_path / str(number)) as person:
                for step in example.steps[1 if example.setup_program else 0 :]:
                    await person.do_step(step)
        except (StepFailed, TimeoutError) as error:
            failed[example.path] = f"{error!r}"
        print(f"{library.name} {example.path}: {failed.get(example.path, 'ok')}")  # noqa: T201 - the output of `make foreign`
    assert len(failed) <= (1 - MIN_SUCCESS_SHARE) * len(examples), failed
