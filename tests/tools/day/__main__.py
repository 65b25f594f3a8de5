"""`make day`: a synthetic day, see tests/tools/day/model.py. What it prints stands between the two lines of
docs/scaling.md.

python -m tests.tools.day [--servers 60] [--seed 25] [--processes 3] [--database sqlite|postgres|both] [--evening 24]
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from tests.storage.stores import new_database
from tests.tools.bench.cost import run_postgres
from tests.tools.day import page, whole
from tests.tools.day.day import Told, told
from tests.tools.day.model import SERVERS, Day, Planned, drawn
from tests.tools.day.page import Costs

HOUR: Final = 3600.0
DAWN: Final = 24 * HOUR
"""Seconds after which the day is over."""


def main() -> bool:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--servers", type=int, default=60, help="sampled of a hundred thousand")
    parser.add_argument("--few", type=int, default=20, help="on SQLite, which has one process")
    parser.add_argument("--evening", type=int, default=24, help="matches that are played on a store of the whole, too")
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--processes", type=int, default=3, help="on PostgreSQL")
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    found: list[Told] = []
    for line in page.model(SERVERS):
        print(line, flush=True)  # noqa: T201
    if asked.database != "sqlite":
        with run_postgres() as server:
            for line in on_postgres(server, drawn(asked.servers, asked.seed), asked.processes, asked.evening, found):
                print(line, flush=True)  # noqa: T201
    if asked.database != "postgres":
        with tempfile.TemporaryDirectory() as folder:
            for line in on_sqlite(Path(folder), drawn(asked.few, asked.seed), found):
                print(line, flush=True)  # noqa: T201
    return not any(it.verdict.lost or it.verdict.twice for it in found)


def on_sqlite(folder: Path, day: Day, found: list[Told]) -> Iterator[str]:
    idle = told(f"sqlite:///{folder / 'idle.db'}", replace(day, matches=(), hours=1.0), 1)
    found.append(told(f"sqlite:///{folder / 'duel.db'}", day, 1))
    yield from page.day(Costs(found[-1], idle), "SQLite")


def on_postgres(server: str, day: Day, processes: int, evening: int, found: list[Told]) -> Iterator[str]:
    url = asyncio.run(new_database(server))
    idle = told(asyncio.run(new_database(server)), replace(day, matches=(), hours=1.0), processes)
    found.append(told(url, day, processes))
    costs = Costs(found[-1], idle)
    yield from page.day(costs, "PostgreSQL")
    yield page.first(costs)
    yield ""
    # From here on the store is that of all servers; the evening is of others who play there.
    others = Day([replace(it, at=30.0 * at, away=False) for at, it in enumerate(day.matches[:evening])], 1.0, 1.0)
    small = told(url, _of_others(others, 1), processes, began=DAWN + 2 * HOUR)
    grown = asyncio.run(whole.grown(url, round(day.factor)))
    large = told(url, _of_others(others, 2), processes, began=DAWN + 4 * HOUR)
    found += [small, large]
    yield from page.whole(small, large, grown, day.factor)


def _of_others(evening: Day, more: int) -> Day:
    def moved(planned: Planned) -> Planned:
        people = tuple(person + more * 500_000_000 for person in planned.people)
        return replace(planned, people=people, server=planned.server + more * 500_000)

    return replace(evening, matches=[moved(it) for it in evening.matches])


if __name__ == "__main__":
    raise SystemExit(not main())
