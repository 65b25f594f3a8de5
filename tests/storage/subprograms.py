"""Programs that tests run apart, since they fork, die, or lie to SQLite."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.waiting import TEST_TIMEOUT_S

PROJECT_ROOT = Path(__file__).parents[2]
NOT_A_DATABASE = b"no database, but long enough to be told from an empty file" * 100


def run_and_parse_json(module: str, *args: object) -> Any:
    """What it printed, read as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, args)],
        cwd=PROJECT_ROOT,
        capture_output=True,
        text=True,
        timeout=TEST_TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)
