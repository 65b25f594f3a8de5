"""Checks the wheel of the playground, which is a separate package, and the commands in its README."""

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

from deploy.playground.tests.sandbox import get_skip_reason
from discord_playground.client import Playground, full_text
from tests.deploy.wheel_kit import build_wheel
from tests.lint.source_files import PROJECT_ROOT
from tests.waiting import TEST_TIMEOUT_S

PLAYGROUND_FOLDER: Final = PROJECT_ROOT / "deploy" / "playground"
README: Final = (PLAYGROUND_FOLDER / "README.md").read_text("utf-8")
BARE_ENVIRONMENT: Final = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "DISCORD"))}

pytestmark = pytest.mark.gate


@pytest.fixture(scope="module")
def wheel_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(PLAYGROUND_FOLDER, tmp_path_factory.mktemp("wheel"))


def test_wheel_contains_every_file_of_the_package(wheel_path: Path, tmp_path: Path) -> None:
    sources = {
        path.relative_to(PLAYGROUND_FOLDER / "src").as_posix()
        for path in (PLAYGROUND_FOLDER / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with ZipFile(wheel_path) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        wheel.extractall(tmp_path)
    assert names == sources
    assert compileall.compile_dir(tmp_path, quiet=1)


def test_wheel_metadata_matches_the_project_files(wheel_path: Path) -> None:
    with ZipFile(wheel_path) as wheel:
        (metadata_file,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = HeaderParser().parsestr(wheel.read(metadata_file).decode())
        scripts = wheel.read(metadata_file.replace("METADATA", "entry_points.txt")).decode()
        license_text = wheel.read(metadata_file.replace("METADATA", "licenses/LICENSE"))
    assert metadata["Name"] == "discord-playground"
    assert metadata["License-Expression"] == "MIT"
    assert license_text == (PLAYGROUND_FOLDER / "LICENSE").read_bytes()
    assert "playground = discord_playground.__main__:run_cli" in scripts
    assert metadata.get_payload() == README
    assert f"## {metadata['Version']}" in (PLAYGROUND_FOLDER / "CHANGELOG.md").read_text("utf-8")


@pytest.mark.parametrize("fetch_packages", [False, pytest.param(True, marks=pytest.mark.nightly)])
async def test_readme_commands_start_a_playground_with_the_example_bot(tmp_path: Path, fetch_packages: bool) -> None:
    """Only the port differs from the README. Packages are downloaded or taken from the test environment."""
    commands, program = read_first_block("sh").splitlines(), read_first_block("python")
    assert len(commands) == 3
    (tmp_path / "deploy").symlink_to(PROJECT_ROOT / "deploy")
    (tmp_path / "my_bot.py").write_text(program)
    env = create_environment(tmp_path / "venv", fetch_packages=fetch_packages)
    # The README assumes that discord.py is installed.
    if fetch_packages and run_command(tmp_path, env, "pip install -q --retries 1 discord.py"):
        pytest.skip(get_skip_reason("a registry of packages") or pytest.fail("no registry of packages is reached"))
    for command in commands[:2]:
        assert run_command(tmp_path, env, command) == 0, command
    with run_playground([*commands[2].split(), "--port", "0"], tmp_path, env) as url:
        async with Playground.connect(url) as playground:
            otter = playground.person("otter")
            await otter.wait_for_command("hello", "my_bot")
            answer = await otter.run_command("duels", "hello", bot="my_bot")
            assert re.fullmatch(r"Hello, <@\d+>!", full_text(answer.message))


def create_environment(environment_folder: Path, *, fetch_packages: bool) -> dict[str, str]:
    """Create a virtual environment, and return the environment variables for commands that use it."""
    options = () if fetch_packages else ("--without-pip",)
    subprocess.run([sys.executable, "-m", "venv", *options, environment_folder], check=True, timeout=TEST_TIMEOUT_S)
    env = {
        **BARE_ENVIRONMENT,
        "PATH": f"{environment_folder / 'bin'}:{sysconfig.get_path('scripts')}:{BARE_ENVIRONMENT['PATH']}",
    }
    if fetch_packages:
        return env
    (site,) = environment_folder.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    # "0" disables the isolation, although the name suggests the opposite. The installed build tool is used, too.
    pip_settings = {
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_PYTHON": f"{environment_folder}/bin/python",
    }
    return env | pip_settings


def read_first_block(language: str) -> str:
    """Return the first code block of this language in the README."""
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
