"""The image: what its Dockerfile makes of what comes into it is a bot; as far as that goes without an engine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from tests.deploy.deploy_files import DEPLOY_FOLDER, INVALID_TOKEN, PROJECT_ROOT, read_pins
from tests.waiting import TEST_TIMEOUT_S


def read_dockerfile() -> list[str]:
    """An instruction a line."""
    text = re.sub(r"\\\n", " ", (DEPLOY_FOLDER / "Dockerfile").read_text("utf-8"))
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_the_image_is_nobodys_root_and_says_how_it_is() -> None:
    lines = read_dockerfile()
    assert lines.index("USER duel") < next(at for at, line in enumerate(lines) if line.startswith("ENTRYPOINT"))
    assert any(line.startswith("HEALTHCHECK") and "/healthz" in line for line in lines)
    assert any(line.startswith("VOLUME") and "/var/lib/duel" in line for line in lines)
    environment = " ".join(line for line in lines if line.startswith("ENV"))
    assert "DATABASE_URL=sqlite:////var/lib/duel/duel.db" in environment
    versions = {line.split()[1] for line in lines if line.startswith("FROM")}
    assert len(versions) == 1
    assert all(re.fullmatch(r"python:3\.11\.\d+-slim-\w+", version) for version in versions)


def list_build_context() -> Iterator[Path]:
    """What .dockerignore lets through."""
    for line in (PROJECT_ROOT / ".dockerignore").read_text("utf-8").splitlines():
        if line.startswith("!"):
            assert (PROJECT_ROOT / line[1:]).exists(), line
            yield PROJECT_ROOT / line[1:]


@pytest.fixture
def build_context(tmp_path: Path) -> Path:
    """What comes into the image's first part."""
    source = tmp_path / "src"
    for path in list_build_context():
        copied = source / path.relative_to(PROJECT_ROOT)
        copied.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            shutil.copytree(path, copied, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, copied)
    return source


def run_command(folder: Path, *command: str | Path, **environment: str) -> None:
    run = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * TEST_TIMEOUT_S,
    )
    assert run.returncode == 0, run.stdout[-1000:] + run.stderr[-2000:]


def check_bot_works(environment_folder: Path, working_folder: Path) -> None:
    """It finds a game's drawings and words, then the store's schema, then the bot up to its door."""
    bare = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{working_folder / 'duel.db'}"}

    def duel(*args: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [environment_folder / "bin" / "duel", *args],
            cwd=working_folder, env=bare | more, capture_output=True, text=True, check=False, timeout=TEST_TIMEOUT_S,
        )  # fmt: skip

    shown = duel("show", "schamanen", "--lang", "de", "--picture", str(working_folder / "board.png"))
    assert shown.returncode == 0, shown.stderr
    assert (working_folder / "board.png").read_bytes().startswith(b"\x89PNG")
    run = duel("run", DISCORD_TOKEN=INVALID_TOKEN, DUEL_API="http://127.0.0.1:9")
    assert "cannot reach Discord" in run.stderr
    assert duel("doctor").stdout == "No problems found.\n"


def create_environment_with_pins(environment_folder: Path) -> None:
    """An environment that has what the image's pins name, as it is in that of the tests, and nothing besides."""
    run_command(environment_folder.parent, sys.executable, "-m", "venv", "--without-pip", environment_folder)
    (site,) = environment_folder.glob("lib/python*/site-packages")
    for name, rest in read_pins("bot").items():
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            # It is for other machines.
            assert ";" in rest.splitlines()[0], name
            continue
        for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(str(distribution(name).locate_file(top)))


@pytest.mark.gate
def test_what_the_image_installs_is_a_bot(build_context: Path, tmp_path: Path) -> None:
    """By its pins and by what its context brings. The same pins are fetched for the tests, by the same hashes."""
    place = tmp_path / "duel"
    create_environment_with_pins(place)
    [line] = [line for line in read_dockerfile() if "pip install" in line]
    own = line.rpartition("/bin/pip ")[2].split()
    assert own[0] == "install"
    run_command(
        build_context, sys.executable, "-m", "pip", "--python", place / "bin" / "python", *own, PIP_NO_INDEX="1"
    )
    check_bot_works(place, tmp_path)


@pytest.mark.nightly
def test_what_the_image_fetches_is_a_bot(build_context: Path, tmp_path: Path) -> None:
    """The Dockerfile's own line: all is fetched anew, which takes as long as it takes."""
    place = tmp_path / "duel"
    [line] = [line.removeprefix("RUN ") for line in read_dockerfile() if "pip install" in line]
    line = line.replace("/opt/duel", str(place)).replace("python3 -m venv", f"{sys.executable} -m venv")
    run_command(build_context, "/bin/sh", "-euc", line)
    check_bot_works(place, tmp_path)
