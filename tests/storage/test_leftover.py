"""What was replaced is known until it is gone, and a file that knows of it is whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from storage import Store
from tests.storage.matches import opened


async def test_what_was_replaced_is_known_until_it_is_gone(store: Store) -> None:
    match = (await opened(store)).match
    await store.post(match, 1, 5, 70)
    assert await store.left_behind(match) == []
    await store.post(match, 1, 5, 71, (5, 70))
    # Written once more after a crash in between.
    await store.post(match, 1, 5, 71, (5, 70))
    await store.post(match, 1, 6, 72, (5, 71))
    assert await store.left_behind(match) == [(5, 70), (5, 71)]
    assert await store.check() == []
    await store.cleared(match, 70)
    assert await store.left_behind(match) == [(5, 71)]


async def test_a_table_that_is_its_own_index_begins_with_its_key(tmp_path: Path) -> None:
    """SQLite 3.40, as Debian has it, looks for its columns as if it did, and says that the file is damaged."""
    file = tmp_path / "duel.db"
    await (await Store.open(f"sqlite:///{file}")).close()
    with closing(sqlite3.connect(file)) as looked:
        tables = looked.execute("SELECT name FROM sqlite_schema WHERE sql LIKE '%WITHOUT ROWID%'").fetchall()
        assert tables
        for (table,) in tables:
            keyed = [bool(column[5]) for column in looked.execute(f"PRAGMA table_info({table})")]
            assert keyed == sorted(keyed, reverse=True), table
