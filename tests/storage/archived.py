"""Kills a bot that archives at each of its lines, and looks what is there: `python -m tests.storage.archived URL`."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys

from storage import Event, Store
from tests.storage.fuse import Fuse, Mortal
from tests.storage.matches import loaded, over


async def prepared(url: str) -> tuple[int, tuple[Event, ...]]:
    async with await Store.open(url) as store:
        match = await over(store)
        return match, (await loaded(store, match)).events


async def archives(url: str, match: int) -> None:
    async with await Store.open(url) as store:
        Mortal.fuse.lit = True
        await store.archive(match, 0)


async def found(url: str, match: int) -> tuple[int, tuple[Event, ...], list[int]]:
    async with await Store.open(url) as store:
        journal = await loaded(store, match)
        return journal.header.archived, journal.events, await store.broken()


def main(url: str) -> None:
    match, events = asyncio.run(prepared(url))
    wrong: list[str] = []
    archived: list[int] = []
    connect = sqlite3.connect
    while not archived or not archived[-1]:
        if not (child := os.fork()):
            try:
                Mortal.fuse = Fuse("execute", len(archived))
                sqlite3.connect = lambda *given, **named: connect(*given, **named, factory=Mortal)  # type: ignore[assignment]
                asyncio.run(archives(url, match))
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            wrong.append(f"nobody was killed at {len(archived)}")
        count, stored, broken = asyncio.run(found(url, match))
        archived.append(count)
        if stored != events or broken or count not in {0, len(events)}:
            wrong.append(f"killed at {len(archived)}: {count} archived, {len(stored)} of {len(events)} events")
    print(json.dumps({"kills": len(archived), "archived": archived, "wrong": wrong[:5]}))  # noqa: T201 - a program


if __name__ == "__main__":
    main(*sys.argv[1:])
