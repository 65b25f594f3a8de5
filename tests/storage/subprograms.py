"""Runs test programs in a separate process, for example because they kill themselves or replace parts of SQLite."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.waiting import TEST_TIMEOUT_S

PROJECT_ROOT = Path(__file__).parents[2]


def run_and_parse_json(module: str, *args: object) -> Any:
    """Run a module as a program, and return its JSON output as Python objects."""
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
