"""Is everything as it should be? Looks, and changes nothing."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Final

from bot.ladder.recount import amiss
from bot.table import journal
from bot.table.allowance import Absences
from bot.table.deadlines import HERALDS, Due, calls, deadlines
from bot.table.holiday import absences_of
from storage import Deadline, Journal, Store

LEAST_SPACE: Final = 256 << 20
"""Bytes. A full disk loses nothing, but nobody can play on."""
_PAGE: Final = 500


async def complaints(store: Store, folder: Path) -> AsyncIterator[str]:
    """One line for each thing that is wrong. The schema was checked when the store was opened."""
    damage = await store.check()
    for wrong in damage:
        yield f"database: {' '.join(wrong.split())}"
    if damage:
        # What stands in a damaged file is not worth reading.
        return
    for match in await store.broken():
        yield f"match {match}: its journal has gaps"
    for match in await store.strayed():
        yield f"match {match}: profiles tell otherwise how it ended"
    absences = await absences_of(store)
    after = 0
    while headers := await store.live(after, _PAGE):
        for header in headers:
            found = await store.load(header.id)
            # It may have ended since we were told of it.
            if found and found.header.live:
                for wrong in _examined(found, absences):
                    yield f"match {header.id}: {wrong}"
        after = headers[-1].id
    for server in await store.servers_rated():
        if wrong := await amiss(store, server):
            yield f"server {server}: {wrong}; duel ladder rebuild puts that right"
    free = shutil.disk_usage(folder).free
    if free < LEAST_SPACE:
        yield f"disk: {free >> 20} MiB are left in {folder}"


def _examined(found: Journal, absences: Absences) -> Iterator[str]:
    """A live match must fold, and to what the lists say of it."""
    try:
        table = journal.folded(found, absences)
    except Exception as wrong:
        yield f"does not fold: {type(wrong).__name__}: {wrong}"
        return
    if table.over:
        yield "is over and counted among the live"
    if table.status != found.header.status:
        yield f"is {table.status}, and said to be {found.header.status}"
    missing, _ = calls(table, found.deadlines, absences)
    for call in missing:
        yield f"seat {call.seat} is awaited, and nobody would call them; a running bot puts that right"
    # What else only the herald has to do does not follow from the table.
    due, stored = _due(deadlines(table, absences)), _due(found.deadlines)
    # Too early is put right when it comes; too late nobody would notice. While the house thinks, its own is put off.
    if due.keys() != stored.keys() or any(stored[what] > due[what] for what in due if what[0] != Due.HOUSE):
        yield f"its deadlines are {stored} and should be {due}"


def _due(all_of_them: Iterable[Deadline]) -> dict[tuple[str, int], int]:
    return {(each.kind, each.seat): each.due for each in all_of_them if each.kind not in HERALDS}
