"""The wheel's only top-level package. It contains `bot`, `games` and `storage`.

Only our own processes import them by these short names, so they do not clash with other packages called `bot`.
"""

from __future__ import annotations

import sys
from pathlib import Path


def process() -> None:
    """Run the `duel` command."""
    if sys.platform == "win32":
        sys.stderr.write("duel: Linux or macOS is required; on Windows, use WSL\n")
        raise SystemExit(2)
    sys.path.insert(0, str(Path(__file__).parent))
    from bot.__main__ import run_process as command  # noqa: PLC0415 - the path was extended above

    command()
