"""`make storm`: five minutes on SQLite, then five on PostgreSQL with three processes. `SEED=7 make storm` repeats one.

python -m tests.tools.storm [--seed 19] [--seconds 300] [--matches 24] [--database sqlite|postgres|both] [--program …]
    [--newer "tests.wire.newer_bot run"]: no faults, but processes switch between both versions
"""

from __future__ import annotations

import argparse
import asyncio
import shlex
import shutil
import signal
from contextlib import ExitStack
from typing import Final

from discord_playground.client import run_playground
from tests.kit.fork_server import PROJECT_ROOT
from tests.storage.postgres_server import find_binaries, run_server
from tests.tools.storm.storm import StormSettings, run_storm

OUTPUT_FOLDER: Final = PROJECT_ROOT / ".cache" / "storm"
"""The folder for logs, the diary of events and the SQLite file."""


def main() -> bool:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", default="19")
    parser.add_argument("--seconds", type=float, default=300, help="on each database")
    parser.add_argument("--matches", type=int, default=24)
    parser.add_argument("--processes", type=int, default=3, help="on PostgreSQL")
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--program", default="bot run", help="for example one that is broken on purpose")
    parser.add_argument("--newer", default="", help="program of the next version")
    args = parser.parse_args()
    # Background jobs ignore SIGINT by default. Without this handler, all processes would keep running.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    all_good = True
    for database in ("sqlite", "postgres") if args.database == "both" else (args.database,):
        processes = args.processes if database == "postgres" else 1
        program, newer = shlex.split(args.program), shlex.split(args.newer)
        storm = StormSettings(args.seed, args.seconds, args.matches, processes, program, newer)
        with ExitStack() as stack:
            folder = OUTPUT_FOLDER / database
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            binaries = find_binaries()
            assert binaries or database == "sqlite", "PostgreSQL is not installed"
            server = stack.enter_context(run_server(binaries)) if binaries and database == "postgres" else None
            url = stack.enter_context(run_playground(skip_identify_limit=True))
            verdict = asyncio.run(run_storm(storm, url, folder, server))
        print(f"\n{database}, {processes} processes, seed {args.seed}, {args.seconds:.0f} s\n{verdict.format_table()}")  # noqa: T201
        all_good = all_good and verdict.is_good
    return all_good


if __name__ == "__main__":
    raise SystemExit(not main())
