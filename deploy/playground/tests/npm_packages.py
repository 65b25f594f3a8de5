"""Installs the npm packages that tests need."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from deploy.playground.tests.sandbox import get_skip_reason
from deploy.playground.tests.timeout import TIMEOUT_S

PLAYGROUND_FOLDER: Final = Path(__file__).parents[1]
LOCK_FILE_NAME: Final = "package-lock.json"
INSTALL_FOLDER: Final = Path(__file__).parents[3] / ".cache" / "npm"


def install_npm_packages() -> Path:
    """Install the packages unless another worker has done so, and return the folder that contains `node_modules`."""
    if not (shutil.which("node") and shutil.which("npm")) and (reason := get_skip_reason("Node")):
        pytest.skip(reason)
    INSTALL_FOLDER.mkdir(parents=True, exist_ok=True)
    with (INSTALL_FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        marker = INSTALL_FOLDER / "installed.json"
        lock_text = (PLAYGROUND_FOLDER / LOCK_FILE_NAME).read_text("utf-8")
        if not marker.exists() or marker.read_text("utf-8") != lock_text:
            marker.unlink(missing_ok=True)
            for name in ("package.json", LOCK_FILE_NAME):
                shutil.copy(PLAYGROUND_FOLDER / name, INSTALL_FOLDER)
            # Unlike `npm install`, this installs exactly the packages in the lock file, and checks their hashes.
            command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            result = subprocess.run(
                command, cwd=INSTALL_FOLDER, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
            )
            if result.returncode and (reason := get_skip_reason(f"npm packages ({result.stderr.strip()[-200:]})")):
                pytest.skip(reason)
            assert result.returncode == 0, result.stderr
            marker.write_text(lock_text, "utf-8")
    return INSTALL_FOLDER
