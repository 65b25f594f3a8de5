"""`make day`: simulates the day that `model.py` describes, and prints the results for docs/scaling.md.

python -m tests.tools.day [--servers 60] [--seed 25] [--processes 3] [--database sqlite|postgres|both]
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.storage.database_fixtures import create_database
from tests.tools.bench.cost import run_postgres
from tests.tools.day import page
from tests.tools.day.day import simulate_day
from tests.tools.day.model import SERVER_COUNT, PlannedDay, draw_day
from tests.tools.day.page import DayCosts


def main() -> bool:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--servers", type=int, default=60, help="number of sampled servers, of a hundred thousand")
    parser.add_argument(
        "--few", type=int, default=20, help="number of sampled servers on SQLite, which has one process"
    )
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--processes", type=int, default=3, help="number of processes on PostgreSQL")
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    args = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    days: dict[str, DayCosts] = {}
    print("\n".join(page.format_model(SERVER_COUNT)), flush=True)  # noqa: T201
    if args.database != "sqlite":
        with run_postgres() as server:
            day = draw_day(args.servers, args.seed)
            days["PostgreSQL"] = measure_day(lambda _: asyncio.run(create_database(server)), day, args.processes)
    if args.database != "postgres":
        with tempfile.TemporaryDirectory() as folder:
            day = draw_day(args.few, args.seed)
            days["SQLite"] = measure_day(lambda name: f"sqlite:///{Path(folder) / name}", day, 1)
    print("\n".join([*page.format_days(days), page.format_limit(next(iter(days.values())))]))  # noqa: T201
    verdicts = [costs.simulation.verdict for costs in days.values()]
    return not any(verdict.lost_events or verdict.repeated_messages for verdict in verdicts)


def measure_day(create_database: Callable[[str], str], day: PlannedDay, processes: int) -> DayCosts:
    """Simulate the day and an hour without players, and return the costs of the day."""
    idle = simulate_day(create_database("idle.db"), replace(day, matches=(), hours=1.0), processes)
    return DayCosts(simulate_day(create_database("duel.db"), day, processes), idle)


if __name__ == "__main__":
    raise SystemExit(not main())
