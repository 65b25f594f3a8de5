"""Tests that a newer bot plays on with the database of an older one, which is a dump in `tests/storage/golden`."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Final

import pytest

from bot.matches.model import Offer
from bot.wall_clock import MINUTE_MS
from games import GAMES
from storage import Store
from storage.migration import load_migrations
from storage.statement import Statement
from tests.bot import test_daily, test_tournaments
from tests.bot.cli_runner import run_doctor
from tests.kit import matches
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import BEN, CHANNEL_ID, NOON_MS, SERVER_ID
from tests.kit.scene_reading import read_text
from tests.kit.world import create_world
from tests.storage.schema_versions import write_schema
from tests.storage.table_rows import read_schema, read_tables
from tests.tools.golden_dumps import find_dump, load_dump, play_step

FEATHERS_SQL: Final = """
CREATE TABLE feather (match_id INTEGER NOT NULL PRIMARY KEY REFERENCES match (id), count INTEGER NOT NULL) STRICT;
INSERT INTO feather (match_id, count) SELECT id, 3 FROM match;
ALTER TABLE match ADD COLUMN feathers INTEGER NOT NULL DEFAULT 2;
"""
"""A migration that a later version of the bot could have."""
SELECT_FEATHERS: Final = Statement("SELECT match_id, count, feathers FROM feather JOIN match ON match_id = match.id")
SELECT_SCORES: Final = Statement("SELECT score FROM prediction")
UNUSED_INTERACTION_ID: Final = 200_001
"""A click with the ID of an interaction in the dump would be ignored, as one that Discord has sent twice."""


def read_dump(database_kind: str) -> str:
    return find_dump(load_migrations()[0].name, database_kind).read_text("utf-8")


@pytest.mark.parametrize("database_kind", ["sqlite", "postgres"])
def test_dumps_have_the_first_schema(database_kind: str) -> None:
    first = load_migrations()[0]
    if first.content_hash not in read_dump(database_kind):
        pytest.fail(
            f"{first.name}.sql has changed, so the bot would refuse existing databases. Add a migration instead.",
            pytrace=False,
        )


@pytest.mark.gate
@pytest.mark.parametrize("database_kind", ["sqlite", "postgres"], indirect=True)
async def test_newer_bot_plays_on_with_rows_in_every_table(
    url_without_tables: str, database_kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "INTERACTION_IDS", count(UNUSED_INTERACTION_ID))
    file = tmp_path / "first.db"
    await load_dump(f"sqlite:///{file}", read_dump("sqlite"))
    async with await Store.open(f"sqlite:///{file}", load_migrations()[:1]) as store:
        rows = await read_tables(store, read_schema(file))
    assert [table for table, table_rows in rows.items() if not table_rows] == []
    await load_dump(url_without_tables, read_dump(database_kind))
    schema = write_schema(tmp_path / "schema", feathers=FEATHERS_SQL)
    async with await Store.open(url_without_tables, schema) as store:
        assert await read_tables(store, read_schema(file)) == rows
        (feathers,) = await store.database.read(SELECT_FEATHERS())
        assert sorted(map(tuple, feathers)) == [(row_id, 3, 2) for row_id in range(1, len(rows["match"]) + 1)]
        assert await run_doctor(store, tmp_path) == []
        time_ms = [NOON_MS + MINUTE_MS]
        world = create_world(store, FakeDiscord(lambda: time_ms[0]), time_ms)
        live = await store.matches.list_live()
        assert {header.game for header in live} == set(GAMES)
        for match_id in (header.id for header in live):
            if isinstance(await world.matches.find_match(match_id), Offer):
                await world.person(BEN).accept(match_id)
            before = await world.load_header(match_id)
            await play_step(world, match_id)
            assert (await world.load_header(match_id)).event_count > before.event_count
        (scores,) = await store.database.read(SELECT_SCORES())
        assert [score is not None for (score,) in scores] == [True]
        await test_tournaments.play_to_the_end(world, 1)
        day = await store.daily.load_last_day(SERVER_ID)
        assert day
        await test_daily.close_day(world, day)
        posts = "".join(map(read_text, world.discord.list_scenes(CHANNEL_ID)))
        assert "🥇" in posts, "the tournament has ended"
        assert "was best" in posts, "the daily duel is revealed"
        assert await run_doctor(store, tmp_path, time_ms[0]) == []
