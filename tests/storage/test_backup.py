"""A backup is whole, made beside a running bot, and a bot can live on it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from storage import Damaged, Store, Unstored
from tests.storage.matches import chose, opened

pytestmark = pytest.mark.asyncio


@pytest.fixture
def database() -> str:
    return "sqlite"


async def test_a_backup_is_made_under_writes_and_is_whole(url: str, store: Store, tmp_path: Path) -> None:
    match = (await opened(store)).match
    written = 0

    async def written_on() -> None:
        nonlocal written
        while True:
            written += 1
            await store.append(match, written, [chose("w" * 500, written + 10)])

    writing = asyncio.create_task(written_on())
    try:
        async with await Store.look(url) as looking:
            before = written
            made = [await looking.backup(tmp_path / "backups", f"{number:02}", keep=3) for number in range(6)]
            assert written > before
    finally:
        writing.cancel()
    assert sorted((tmp_path / "backups").iterdir()) == made[3:]
    for path in made[3:]:
        async with await Store.open(f"sqlite:///{path}") as restored:
            assert (await restored.check(), await restored.broken()) == ([], [])
            header = await restored.header(match)
            assert header is not None
            assert before < header.seq <= written + 1
            await restored.append(match, header.seq, [chose("on")])


async def test_a_backup_that_fails_leaves_the_old_ones(url: str, store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    first = await store.backup(folder, "1", keep=1)
    (folder / "bot-2.part").mkdir()
    with pytest.raises((Unstored, OSError)):
        await store.backup(folder, "2", keep=1)
    assert first.exists()
    with pytest.raises(ValueError, match="kept"):
        await store.backup(folder, "3", keep=0)


async def test_nothing_is_looked_at_where_nothing_is(tmp_path: Path) -> None:
    with pytest.raises(Damaged, match="none"):
        await Store.look(f"sqlite:///{tmp_path / 'none.db'}")
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("database", ["postgres"])
async def test_postgresql_has_its_own(store: Store, tmp_path: Path) -> None:
    with pytest.raises(Unstored, match="pg_dump"):
        await store.backup(tmp_path, "1", keep=1)
