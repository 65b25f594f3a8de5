"""Builds wheels, and installs them into virtual environments, without downloads."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from tests.waiting import TEST_TIMEOUT_S


def build_wheel(project_folder: Path, folder: Path) -> Path:
    # The build tool is installed with the tests.
    options = ("--no-index", "--no-build-isolation", "--no-deps")
    before = set(folder.glob("*.whl"))
    run_command(project_folder, sys.executable, "-m", "pip", "wheel", *options, "-w", folder, ".")
    (wheel,) = set(folder.glob("*.whl")) - before
    return wheel


def create_environment(folder: Path, *wheels: Path) -> Path:
    """Create a virtual environment with these wheels. Dependencies are imported from the test environment."""
    run_command(folder, sys.executable, "-m", "venv", "--without-pip", folder)
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python")
    run_command(folder, *pip, "install", "--no-index", "--no-deps", *wheels)
    (site,) = folder.glob("lib/python*/site-packages")
    # Python imports modules from a folder that a .pth file names, but ignores the .pth files in that folder, such as
    # the one that names the sources.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return folder


def get_clean_environment() -> dict[str, str]:
    """Return the environment variables without those that would change which modules or settings are used."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "DISCORD", "DUEL"))}


def run_duel(environment_folder: Path, *args: str | Path, stdin: str = "", exit_code: int = 0) -> str:
    program = environment_folder / "bin" / "duel"
    return run_command(environment_folder, program, *args, stdin=stdin, exit_code=exit_code)


def run_command(folder: Path, *command: str | Path, stdin: str = "", exit_code: int = 0) -> str:
    """Run a command, and return its output, or its error messages if it is expected to fail."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=get_clean_environment(),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=TEST_TIMEOUT_S,
        check=False,
    )
    assert done.returncode == exit_code, done.stdout + done.stderr
    return done.stdout if exit_code == 0 else done.stderr
