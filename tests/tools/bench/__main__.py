"""Runs the benchmarks: `make bench`, or `python -m tests.tools.bench [NAME …]` for some of them.

Each benchmark prints its measurements, and compares ratios that hold on any machine with their targets. The exit code
is 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

BENCHMARKS: Final = (
    "play",
    "perft",
    "paint",
    "store",
    "service",
    "ladder",
    "playground",
    "click",
    "processes",
    "load",
    "daily",
)
"""The modules of the benchmarks, in the order in which they run."""


def main() -> bool:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.bench",
        description="Run benchmarks and check the ratios that should hold. Exit with 1 if one is missed.",
        epilog="\n".join(f"  {name:<12}{read_first_line(name)}" for name in BENCHMARKS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a benchmark from the list below; by default, all")
    names = parser.parse_args().names
    if unknown := [name for name in names if name not in BENCHMARKS]:
        parser.error(f"unknown benchmark: {', '.join(unknown)}. The benchmarks are {', '.join(BENCHMARKS)}.")
    # A missed target does not stop the benchmarks that follow.
    holds = [import_module(f"tests.tools.bench.{name}").main() for name in names or BENCHMARKS]
    return all(holds)


def read_first_line(name: str) -> str:
    """Return the first line of a benchmark module without importing it, to keep `--help` fast."""
    return Path(__file__).with_name(f"{name}.py").read_text("utf-8").partition("\n")[0].strip('"')


if __name__ == "__main__":
    sys.exit(not main())
