"""The wheel's only top-level package: `process` is the `duel` command, and `sdk` is for authors of games.

`bot`, `games`, `storage` and `tests` are common names, so the wheel has them in `PACKAGES_FOLDER`. Only processes that
use them can import them. Because of the hyphen in the folder's name, nobody can import a module a second time under a
longer name, such as `wolf_and_bison.games.core`. In a checkout, there is no such folder, and the packages are beside
this one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

PACKAGES_FOLDER: Final = Path(__file__).parent / "own-packages"


def make_packages_importable() -> None:
    """Let this process import `bot`, `games` and `storage` by these names, both from the wheel and in a checkout."""
    if PACKAGES_FOLDER.is_dir() and str(PACKAGES_FOLDER) not in sys.path:
        sys.path.insert(0, str(PACKAGES_FOLDER))


def process() -> None:
    """Run the `duel` command."""
    if sys.platform == "win32":
        sys.stderr.write("duel: Linux or macOS is required; on Windows, use WSL\n")
        raise SystemExit(2)
    make_packages_importable()
    from bot.__main__ import run_process as command  # noqa: PLC0415 - the path was extended above

    command()
