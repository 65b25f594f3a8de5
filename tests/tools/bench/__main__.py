"""`make bench`: every measurement, with the ratio it should keep; exits with 1 where one is missed.

python -m tests.tools.bench [NAME …]
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

MEASURES: Final = ("play", "perft", "paint", "store", "table", "ladder", "playground", "click", "processes")
"""Modules, in the order in which they run."""


def main() -> bool:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.bench",
        description=(__doc__ or "").partition("\n")[0],
        epilog="\n".join(f"  {name:<12}{first_line(name)}" for name in MEASURES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="one of those below; all of them by default")
    names = parser.parse_args().names
    if unknown := [name for name in names if name not in MEASURES]:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(MEASURES)}")
    # Each one runs, whatever became of those before.
    held = [import_module(f"tests.tools.bench.{name}").main() for name in names or MEASURES]
    return all(held)


def first_line(name: str) -> str:
    """Read the first line of a module without importing it, so that `--help` is quick."""
    return Path(__file__).with_name(f"{name}.py").read_text("utf-8").partition("\n")[0].strip('"')


if __name__ == "__main__":
    sys.exit(not main())
