"""Programs that tests run apart, since they fork, die, or lie to SQLite."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
NO_DATABASE = b"no database, but long enough to be told from an empty file" * 100


def report(module: str, *given: object) -> Any:
    """What it printed, read as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, given)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)
