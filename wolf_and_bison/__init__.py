"""The one name that the wheel has in somebody's environment: there `bot`, `games` and `storage` lie beneath it.

They are found by those names in our own processes alone; whoever else has a package called `bot` keeps it.
"""

from __future__ import annotations

import sys
from pathlib import Path


def process() -> None:
    """The `duel` command."""
    if sys.platform == "win32":
        sys.stderr.write("duel: this needs Linux or macOS; on Windows it runs in WSL\n")
        raise SystemExit(2)
    sys.path.insert(0, str(Path(__file__).parent))
    from bot.__main__ import run_process as command  # noqa: PLC0415 - found from here on

    command()
