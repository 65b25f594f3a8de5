"""Checks without a container engine that the Dockerfile builds an image that runs the bot."""

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

from tests.bot.cli_runner import UNKNOWN_TOKEN
from tests.deploy.deploy_files import DEPLOY_FOLDER, read_pins
from tests.lint.source_files import PROJECT_ROOT
from tests.waiting import TEST_TIMEOUT_S


def read_dockerfile() -> list[str]:
    """Return the instructions of the Dockerfile, one per item."""
    text = re.sub(r"\\\n", " ", (DEPLOY_FOLDER / "Dockerfile").read_text("utf-8"))
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_image_has_an_unprivileged_user_and_a_health_check() -> None:
    lines = read_dockerfile()
    [user_id] = re.findall(r"--uid (\d+)", " ".join(lines))
    assert lines.index(f"USER {user_id}") < lines.index('ENTRYPOINT ["duel"]')
    assert any(line.startswith("HEALTHCHECK") and "/healthz" in line for line in lines)
    assert any(line.startswith("VOLUME") and "/var/lib/duel" in line for line in lines)
    environment = " ".join(line for line in lines if line.startswith("ENV"))
    assert "DATABASE_URL=sqlite:////var/lib/duel/duel.db" in environment
    versions = {line.split()[1] for line in lines if line.startswith("FROM")}
    assert len(versions) == 1
    assert all(re.fullmatch(r"python:3\.\d+-slim", version) for version in versions)


def list_build_context() -> Iterator[Path]:
    """Yield the paths that .dockerignore includes."""
    for line in (PROJECT_ROOT / ".dockerignore").read_text("utf-8").splitlines():
        if line.startswith("!"):
            assert (PROJECT_ROOT / line[1:]).exists(), line
            yield PROJECT_ROOT / line[1:]


@pytest.fixture
def build_context(tmp_path: Path) -> Path:
    """A folder with the files that the first build stage copies."""
    source = tmp_path / "src"
    for path in list_build_context():
        target = source / path.relative_to(PROJECT_ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            shutil.copytree(path, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, target)
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
    """Check that the installed program can show a game, open its database, and run until it needs Discord."""
    base_variables = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{working_folder / 'duel.db'}"}

    def run_duel(*args: str, **variables: str) -> subprocess.CompletedProcess[str]:
        command: tuple[str | Path, ...] = (environment_folder / "bin" / "duel", *args)
        return subprocess.run(
            command, cwd=working_folder, env=base_variables | variables,
            capture_output=True, text=True, check=False, timeout=TEST_TIMEOUT_S,
        )  # fmt: skip

    shown = run_duel("show", "schamanen", "--lang", "de", "--picture", str(working_folder / "board.png"))
    assert shown.returncode == 0, shown.stderr
    assert (working_folder / "board.png").read_bytes().startswith(b"\x89PNG")
    run = run_duel("run", DISCORD_TOKEN=UNKNOWN_TOKEN, DUEL_API="http://127.0.0.1:9")
    assert "cannot reach Discord" in run.stderr
    assert run_duel("doctor").stdout == "No problems found.\n"


def create_environment_with_pins(environment_folder: Path) -> None:
    """Create a virtual environment that contains only the image's pinned packages, as links to the installed ones."""
    run_command(environment_folder.parent, sys.executable, "-m", "venv", "--without-pip", environment_folder)
    (site,) = environment_folder.glob("lib/python*/site-packages")
    for name, rest in read_pins("bot").items():
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            # The package is for other platforms.
            assert ";" in rest.splitlines()[0], name
            continue
        for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(str(distribution(name).locate_file(top)))


@pytest.mark.gate
def test_packages_installed_in_the_image_run_the_bot(build_context: Path, tmp_path: Path) -> None:
    """Instead of downloading the pinned packages, link the same versions from the test environment."""
    environment_folder = tmp_path / "duel"
    create_environment_with_pins(environment_folder)
    [line] = [line for line in read_dockerfile() if "pip install" in line]
    arguments = line.rpartition("/bin/pip ")[2].split()
    assert arguments[0] == "install"
    pip = (sys.executable, "-m", "pip", "--python", environment_folder / "bin" / "python")
    run_command(build_context, *pip, *arguments, PIP_NO_INDEX="1")
    check_bot_works(environment_folder, tmp_path)


@pytest.mark.nightly
def test_packages_downloaded_for_the_image_run_the_bot(build_context: Path, tmp_path: Path) -> None:
    """Run the Dockerfile's own install command, which downloads all packages."""
    environment_folder = tmp_path / "duel"
    [line] = [line.removeprefix("RUN ") for line in read_dockerfile() if "pip install" in line]
    line = line.replace("/opt/duel", str(environment_folder)).replace("python3 -m venv", f"{sys.executable} -m venv")
    run_command(build_context, "/bin/sh", "-euc", line)
    check_bot_works(environment_folder, tmp_path)
