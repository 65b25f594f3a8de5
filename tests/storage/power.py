"""Cuts the power, fills the disk: `python -m tests.storage.power cuts|full FOLDER [CUTS] [SYNCHRONOUS]`.

The run is recorded once and cut at many places: whatever was acknowledged before the cut must be found by the next bot.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import aiosqlite

from storage import AppendResult, Conflict, MatchChange, Store, StoreUnavailable, sqlite, sqlite_connection
from tests.storage.disk import Disk, Platter, Said, Sync
from tests.storage.matches import chose, opened, turn

MATCHES: Final = 8
ROUNDS: Final = 60
NAMES: Final = ("bot.db", "bot.db-wal")

_open_writer = sqlite_connection.open_writer


@asynccontextmanager
async def _often_folded(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """The log is folded into the file all the time: there most can go wrong."""
    async with _open_writer(path) as writer:
        await writer.execute("PRAGMA wal_autocheckpoint = 60")
        yield writer


async def recorded(disk: Disk) -> None:
    async with await Store.open(f"sqlite:///{disk.folder / NAMES[0]}") as store:
        matches = [(await opened(store, number)).match_id for number in range(1, MATCHES + 1)]
        disk.happened.append(Said("ready"))

        async def played(match: int) -> None:
            for seq in range(1, ROUNDS):
                interaction = match * 1000 + seq
                change = MatchChange(status=str(interaction), set_deadlines=(turn(interaction, seq),))
                stored = await store.journal.append_events(match, seq, [chose("w", interaction)], change)
                disk.happened.append(Said((interaction, stored)))

        await asyncio.gather(*(played(match) for match in matches))
        disk.happened.append(Said("closing"))


async def cuts(folder: Path, count: int, synchronous: str) -> dict[str, object]:
    sqlite_connection.SYNCHRONOUS_MODE = synchronous  # type: ignore[misc]
    sqlite.open_writer = _often_folded  # type: ignore[attr-defined]
    dice = random.Random(500)
    running = folder / "running"
    running.mkdir()
    disk = Disk(running)
    await recorded(disk)
    disk.remove()
    first, last = disk.happened.index(Said("ready")), disk.happened.index(Said("closing"))
    points = sorted(dice.choices(range(first, last), k=count))
    platter, told, at, lost, damaged = Platter(), {}, 0, 0, 0
    for point in points:
        for event in disk.happened[at:point]:
            platter.add(event)
            if isinstance(event, Said) and isinstance(event.what, tuple):
                told[event.what[0]] = event.what[1]
        at = point
        found, whole = await _found(folder / "after", platter.cut(dice))
        lost += not told.items() <= found.items()
        damaged += not whole
    folded = sum(isinstance(event, Sync) and event.file == NAMES[0] for event in disk.happened[first:last])
    return {"cuts": count, "lost": lost, "damaged": damaged, "acknowledged": len(told), "folded": folded}


async def _found(folder: Path, left: dict[str, bytearray]) -> tuple[dict[int, AppendResult], bool]:
    """What the next bot finds, and whether it is whole."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, data in left.items():
        (folder / name).write_bytes(data)
    found = {}
    whole = True
    async with await Store.open(f"sqlite:///{folder / NAMES[0]}") as store:
        whole = not await store.find_file_damage() and not await store.journal.list_matches_with_gaps()
        for header in await store.matches.list_live():
            journal = await store.journal.load_match(header.id)
            assert journal
            for seq, event in enumerate(journal.events):
                found[event.interaction_id or 0] = AppendResult(header.id, seq)
            if header.event_count > 1:
                carried = str(journal.events[-1].interaction_id)
                whole &= (header.status, str(journal.deadlines[0].due_ms)) == (carried, carried)
    return found, whole


async def full(folder: Path) -> dict[str, object]:
    """A disk that fills up at every possible write, and is emptied again."""
    disk = Disk(folder)
    refused = 0
    async with await Store.open(f"sqlite:///{folder / NAMES[0]}") as store:
        matches = [(await opened(store, number)).match_id for number in range(1, MATCHES + 1)]
        for room in range(40):
            clicks = {match: 1000 * match + room for match in matches}
            before = {header.id: header.event_count for header in await store.matches.list_live()}
            disk.room = room
            told = await _clicked(store, clicks, before)
            failed = [one for one in told if isinstance(one, StoreUnavailable)]
            assert len(failed) in {0, len(told)}, "a batch is stored as a whole, or refused as a whole"
            assert not failed or "full" in str(failed[0]), failed
            if failed:
                refused += 1
                # It can be read, nothing of it is there, and it says so every time.
                assert {header.id: header.event_count for header in await store.matches.list_live()} == before
                disk.room = 0
                assert all(isinstance(one, StoreUnavailable) for one in await _clicked(store, clicks, before))
            disk.room = None
            told = await _clicked(store, clicks, before)
            assert [one.is_repeat for one in told if isinstance(one, AppendResult)] == [not failed] * len(matches), told
        assert (await store.journal.list_matches_with_gaps(), await store.find_file_damage()) == ([], [])
        assert {header.event_count for header in await store.matches.list_live()} == {41}
    async with await Store.open(f"sqlite:///{folder / NAMES[0]}") as store:
        assert {header.event_count for header in await store.matches.list_live()} == {41}
    return {"refused": refused, "accepted": 40 - refused}


async def _clicked(
    store: Store, clicks: dict[int, int], seqs: dict[int, int]
) -> list[AppendResult | StoreUnavailable | Conflict | BaseException]:
    return await asyncio.gather(
        *(
            store.journal.append_events(match, seqs[match], [chose("w" * 900, click)])
            for match, click in clicks.items()
        ),
        return_exceptions=True,
    )


def main(scene: str, folder: str, count: str = "500", synchronous: str = "FULL") -> None:
    if scene == "full":
        report = asyncio.run(full(Path(folder)))
    else:
        report = asyncio.run(cuts(Path(folder), int(count), synchronous))
    print(json.dumps(report))  # noqa: T201 - it is a program


if __name__ == "__main__":
    main(*sys.argv[1:])
