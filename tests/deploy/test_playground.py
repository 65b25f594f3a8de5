"""The playground as a package of its own: by another name, without the bot, and its page followed to the letter."""

from __future__ import annotations

import compileall
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from email.parser import HeaderParser
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from deploy.playground.tests.ground import missing
from discord_playground.client import Playground, text
from tests.waiting import TEST_TIMEOUT_S

PROJECT_ROOT: Final = Path(__file__).parents[2]
PLAYGROUND_FOLDER: Final = PROJECT_ROOT / "deploy" / "playground"
README: Final = (PLAYGROUND_FOLDER / "README.md").read_text("utf-8")
BARE_ENVIRONMENT: Final = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "DISCORD"))}

pytestmark = pytest.mark.gate


@pytest.fixture(scope="module")
def wheel_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = (
        "-m",
        "pip",
        "wheel",
        "--no-index",
        "--no-build-isolation",
        "--no-deps",
        "-w",
        str(folder),
        str(PLAYGROUND_FOLDER),
    )
    subprocess.run([sys.executable, *command], check=True, capture_output=True, timeout=TEST_TIMEOUT_S)
    (built,) = folder.glob("*.whl")
    return built


def test_wheel_contains_every_file_of_the_package(wheel_path: Path, tmp_path: Path) -> None:
    there = {
        path.relative_to(PLAYGROUND_FOLDER / "src").as_posix()
        for path in (PLAYGROUND_FOLDER / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with ZipFile(wheel_path) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
        packed.extractall(tmp_path)
    assert names == there
    assert compileall.compile_dir(tmp_path, quiet=1)


def test_it_says_what_it_is(wheel_path: Path) -> None:
    with ZipFile(wheel_path) as packed:
        (about,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = HeaderParser().parsestr(packed.read(about).decode())
        scripts = packed.read(about.replace("METADATA", "entry_points.txt")).decode()
        licence = packed.read(about.replace("METADATA", "licenses/LICENSE"))
    assert metadata["Name"] == "discord-playground"
    assert metadata["License-Expression"] == "MIT"
    assert licence == (PLAYGROUND_FOLDER / "LICENSE").read_bytes()
    assert "playground = discord_playground.__main__:run_cli" in scripts
    assert metadata.get_payload() == README
    assert f"## {metadata['Version']}" in (PLAYGROUND_FOLDER / "CHANGELOG.md").read_text("utf-8")


@pytest.mark.parametrize("fetched", [False, pytest.param(True, marks=pytest.mark.nightly)])
async def test_from_its_page_to_a_bot_on_its_page_in_three_commands(tmp_path: Path, fetched: bool) -> None:
    """What it needs is lent by the environment that tests, or comes from a registry of packages. The port is any that
    is free, and nothing else is done but what stands there.
    """
    commands, program = read_first_block("sh").splitlines(), read_first_block("python")
    assert len(commands) == 3
    (tmp_path / "deploy").symlink_to(PROJECT_ROOT / "deploy")
    (tmp_path / "my_bot.py").write_text(program)
    env = create_environment(tmp_path / "venv", fetch_packages=fetched)
    # It is the bot's environment: its library is there.
    if fetched and run_command(tmp_path, env, "pip install -q --retries 1 discord.py"):
        pytest.skip(missing("a registry of packages") or pytest.fail("no registry of packages is reached"))
    for command in commands[:2]:
        assert run_command(tmp_path, env, command) == 0, command
    with run_playground([*commands[2].split(), "--port", "0"], tmp_path, env) as url:
        async with Playground.at(url) as playground:
            otter = playground.as_("otter")
            await otter.learns("hello", "my_bot")
            answer = await otter.command("duels", "hello", bot="my_bot")
            assert re.fullmatch(r"Hello, <@\d+>!", text(answer.message))


def create_environment(environment_folder: Path, *, fetch_packages: bool) -> dict[str, str]:
    """An environment of its own, and what it takes to be in it."""
    pips = () if fetch_packages else ("--without-pip",)
    subprocess.run([sys.executable, "-m", "venv", *pips, environment_folder], check=True, timeout=TEST_TIMEOUT_S)
    env = {
        **BARE_ENVIRONMENT,
        "PATH": f"{environment_folder / 'bin'}:{sysconfig.get_path('scripts')}:{BARE_ENVIRONMENT['PATH']}",
    }
    if fetch_packages:
        return env
    (site,) = environment_folder.glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    # By its name it says the opposite of what it does: what builds is lent, too.
    own = {
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_PYTHON": f"{environment_folder}/bin/python",
    }
    return env | own


def read_first_block(language: str) -> str:
    """The first block of the page in that language."""
    return README.partition(f"```{language}\n")[2].partition("```")[0]


def run_command(folder: Path, env: dict[str, str], command: str) -> int:
    return subprocess.run(
        ["/bin/sh", "-c", command], cwd=folder, env=env, check=False, timeout=TEST_TIMEOUT_S
    ).returncode


@contextmanager
def run_playground(command: list[str], folder: Path, env: dict[str, str]) -> Iterator[str]:
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield process.stdout.readline().partition(" ")[2].strip()
        finally:
            process.terminate()
            process.wait(TEST_TIMEOUT_S)
