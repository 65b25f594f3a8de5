"""Simulates power cuts or a full disk: `python -m tests.storage.power_cuts cuts|full FOLDER [CUTS] [SYNCHRONOUS]`.

The disk writes of one run are recorded. For each power cut, only the writes before some point are replayed. A bot that
opens the resulting files must find every event that was acknowledged before that point.
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
    """Open a writer that makes frequent checkpoints of the log, which are the riskiest moments for a power cut."""
    async with _open_writer(path) as writer:
        await writer.execute("PRAGMA wal_autocheckpoint = 60")
        yield writer


async def record_matches(disk: SimulatedDisk) -> None:
    async with await Store.open(f"sqlite:///{disk.folder / DATABASE_FILES[0]}") as store:
        matches = [await create_match(store, number) for number in range(1, MATCH_COUNT + 1)]
        disk.events.append(NoteEvent("ready"))

        async def play_match(match: int) -> None:
            for seq in range(1, MOVES_PER_MATCH):
                interaction = match * 1000 + seq
                change = MatchChange(status=str(interaction), set_deadlines=(make_turn_deadline(interaction, seq),))
                stored = await store.journal.append_events(match, seq, [make_choice_event("w", interaction)], change)
                disk.events.append(NoteEvent((interaction, stored)))

        await asyncio.gather(*(play_match(match) for match in matches))
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
    remains, acknowledged, start, lost, damaged = PowerCutDisk(), {}, 0, 0, 0
    for point in points:
        for event in disk.events[start:point]:
            remains.add_event(event)
            if isinstance(event, NoteEvent) and isinstance(event.note, tuple):
                acknowledged[event.note[0]] = event.note[1]
        start = point
        stored, is_whole = await _read_after_power_cut(folder / "after", remains.cut_power(dice))
        lost += not acknowledged.items() <= stored.items()
        damaged += not is_whole
    checkpoints = sum(
        isinstance(event, SyncEvent) and event.file == DATABASE_FILES[0] for event in disk.events[first:last]
    )
    return {
        "cuts": count,
        "lost": lost,
        "damaged": damaged,
        "acknowledged": len(acknowledged),
        "checkpoints": checkpoints,
    }


async def _read_after_power_cut(folder: Path, files: dict[str, bytearray]) -> tuple[dict[int, AppendResult], bool]:
    """Open the files with a new store. Return the events in it, and whether the database is intact."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    stored = {}
    async with await Store.open(f"sqlite:///{folder / DATABASE_FILES[0]}") as store:
        is_whole = not await store.find_file_damage() and not await store.journal.list_matches_with_gaps()
        for header in await store.matches.list_live():
            journal = await store.journal.load_match(header.id)
            assert journal
            for seq, event in enumerate(journal.events):
                stored[event.interaction_id or 0] = AppendResult(header.id, seq)
            if header.event_count > 1:
                expected = str(journal.events[-1].interaction_id)
                is_whole &= (header.status, str(journal.deadlines[0].due_ms)) == (expected, expected)
    return stored, is_whole


async def fill_disk(folder: Path) -> dict[str, object]:
    """Simulate a full disk after each possible number of writes, and check the store during and after that."""
    disk = SimulatedDisk(folder)
    refused = 0
    async with await Store.open(f"sqlite:///{folder / DATABASE_FILES[0]}") as store:
        matches = [await create_match(store, number) for number in range(1, MATCH_COUNT + 1)]
        for write_count in range(40):
            clicks = {match: 1000 * match + write_count for match in matches}
            before = {header.id: header.event_count for header in await store.matches.list_live()}
            disk.writes_left = write_count
            outcomes = await _append_clicks(store, clicks, before)
            failed = [it for it in outcomes if isinstance(it, StoreUnavailable)]
            assert len(failed) in {0, len(outcomes)}, "a batch is stored as a whole, or refused as a whole"
            assert not failed or "full" in str(failed[0]), failed
            if failed:
                refused += 1
                # The store can be read, contains nothing of the batch, and refuses further writes.
                assert {header.id: header.event_count for header in await store.matches.list_live()} == before
                disk.writes_left = 0
                refusals = await _append_clicks(store, clicks, before)
                assert all(isinstance(it, StoreUnavailable) for it in refusals)
            disk.writes_left = None
            outcomes = await _append_clicks(store, clicks, before)
            repeats = [it.is_repeat for it in outcomes if isinstance(it, AppendResult)]
            assert repeats == [not failed] * len(matches), outcomes
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
