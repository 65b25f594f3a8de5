"""`make bench`: every measurement, with the ratio it should keep; exits with 1 where one is missed.

python -m tests.tools.bench [play perft pick …]
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

MEASURES: Final = (
    "play",
    "perft",
    "pick",
    "paint",
    "film",
    "store",
    "ladder",
    "profile",
    "doors",
    "table",
    "playground",
    "requests",
    "click",
    "processes",
    "pester",
)
"""In this order."""


def main() -> bool:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.bench",
        description=(__doc__ or "").partition("\n")[0],
        epilog="\n".join(f"  {name:<12}{_about(name)}" for name in MEASURES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="of those below; all of them if none is named")
    asked = parser.parse_args().names
    if unknown := [name for name in asked if name not in MEASURES]:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(MEASURES)}")
    # Every one, whatever became of those before.
    held = [import_module(f"tests.tools.bench.{name}").main() for name in asked or MEASURES]
    return all(held)


def _about(name: str) -> str:
    """Its first line, read and not imported: whoever asks for help waits for no bot."""
    return Path(__file__).with_name(f"{name}.py").read_text("utf-8").partition("\n")[0].strip('"')


if __name__ == "__main__":
    sys.exit(not main())
