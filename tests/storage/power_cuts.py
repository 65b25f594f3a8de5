"""Cuts the power, fills the disk: `python -m tests.storage.power_cuts cuts|full FOLDER [CUTS] [SYNCHRONOUS]`.

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
from tests.storage.simulated_disk import NoteEvent, PowerCutDisk, SimulatedDisk, SyncEvent
from tests.storage.stored_matches import create_match, make_choice_event, make_turn_deadline

MATCH_COUNT: Final = 8
MOVES_PER_MATCH: Final = 60
DATABASE_FILES: Final = ("bot.db", "bot.db-wal")

_open_writer = sqlite_connection.open_writer


@asynccontextmanager
async def _open_writer_with_frequent_checkpoints(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """The log is folded into the file all the time: there most can go wrong."""
    async with _open_writer(path) as writer:
        await writer.execute("PRAGMA wal_autocheckpoint = 60")
        yield writer


async def record_matches(disk: SimulatedDisk) -> None:
    async with await Store.open(f"sqlite:///{disk.folder / DATABASE_FILES[0]}") as store:
        matches = [(await create_match(store, number)).match_id for number in range(1, MATCH_COUNT + 1)]
        disk.events.append(NoteEvent("ready"))

        async def played(match: int) -> None:
            for seq in range(1, MOVES_PER_MATCH):
                interaction = match * 1000 + seq
                change = MatchChange(status=str(interaction), set_deadlines=(make_turn_deadline(interaction, seq),))
                stored = await store.journal.append_events(match, seq, [make_choice_event("w", interaction)], change)
                disk.events.append(NoteEvent((interaction, stored)))

        await asyncio.gather(*(played(match) for match in matches))
        disk.events.append(NoteEvent("closing"))


async def cut_power_repeatedly(folder: Path, count: int, synchronous: str) -> dict[str, object]:
    sqlite_connection.SYNCHRONOUS_MODE = synchronous  # type: ignore[misc]
    sqlite.open_writer = _open_writer_with_frequent_checkpoints  # type: ignore[attr-defined]
    dice = random.Random(500)
    running = folder / "running"
    running.mkdir()
    disk = SimulatedDisk(running)
    await record_matches(disk)
    disk.unregister()
    first, last = disk.events.index(NoteEvent("ready")), disk.events.index(NoteEvent("closing"))
    points = sorted(dice.choices(range(first, last), k=count))
    platter, told, at, lost, damaged = PowerCutDisk(), {}, 0, 0, 0
    for point in points:
        for event in disk.events[at:point]:
            platter.add_event(event)
            if isinstance(event, NoteEvent) and isinstance(event.note, tuple):
                told[event.note[0]] = event.note[1]
        at = point
        found, whole = await _read_after_power_cut(folder / "after", platter.cut_power(dice))
        lost += not told.items() <= found.items()
        damaged += not whole
    folded = sum(isinstance(event, SyncEvent) and event.file == DATABASE_FILES[0] for event in disk.events[first:last])
    return {"cuts": count, "lost": lost, "damaged": damaged, "acknowledged": len(told), "folded": folded}


async def _read_after_power_cut(folder: Path, files: dict[str, bytearray]) -> tuple[dict[int, AppendResult], bool]:
    """What the next bot finds, and whether it is whole."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    found = {}
    whole = True
    async with await Store.open(f"sqlite:///{folder / DATABASE_FILES[0]}") as store:
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


async def fill_disk(folder: Path) -> dict[str, object]:
    """A disk that fills up at every possible write, and is emptied again."""
    disk = SimulatedDisk(folder)
    refused = 0
    async with await Store.open(f"sqlite:///{folder / DATABASE_FILES[0]}") as store:
        matches = [(await create_match(store, number)).match_id for number in range(1, MATCH_COUNT + 1)]
        for room in range(40):
            clicks = {match: 1000 * match + room for match in matches}
            before = {header.id: header.event_count for header in await store.matches.list_live()}
            disk.writes_left = room
            told = await _append_clicks(store, clicks, before)
            failed = [one for one in told if isinstance(one, StoreUnavailable)]
            assert len(failed) in {0, len(told)}, "a batch is stored as a whole, or refused as a whole"
            assert not failed or "full" in str(failed[0]), failed
            if failed:
                refused += 1
                # It can be read, nothing of it is there, and it says so every time.
                assert {header.id: header.event_count for header in await store.matches.list_live()} == before
                disk.writes_left = 0
                assert all(isinstance(one, StoreUnavailable) for one in await _append_clicks(store, clicks, before))
            disk.writes_left = None
            told = await _append_clicks(store, clicks, before)
            assert [one.is_repeat for one in told if isinstance(one, AppendResult)] == [not failed] * len(matches), told
        assert (await store.journal.list_matches_with_gaps(), await store.find_file_damage()) == ([], [])
        assert {header.event_count for header in await store.matches.list_live()} == {41}
    async with await Store.open(f"sqlite:///{folder / DATABASE_FILES[0]}") as store:
        assert {header.event_count for header in await store.matches.list_live()} == {41}
    return {"refused": refused, "accepted": 40 - refused}


async def _append_clicks(
    store: Store, click_by_match: dict[int, int], seq_by_match: dict[int, int]
) -> list[AppendResult | StoreUnavailable | Conflict | BaseException]:
    return await asyncio.gather(
        *(
            store.journal.append_events(match, seq_by_match[match], [make_choice_event("w" * 900, click)])
            for match, click in click_by_match.items()
        ),
        return_exceptions=True,
    )


def main(scene: str, folder: str, count: str = "500", synchronous: str = "FULL") -> None:
    if scene == "full":
        report = asyncio.run(fill_disk(Path(folder)))
    else:
        report = asyncio.run(cut_power_repeatedly(Path(folder), int(count), synchronous))
    print(json.dumps(report))  # noqa: T201 - it is a program


if __name__ == "__main__":
    main(*sys.argv[1:])
