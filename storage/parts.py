"""The events of some millions of matches lie together on PostgreSQL, apart from all others: what is old is vacuumed no
more because of what is new, and may move to another disk.

SQLite has no such parts, and needs none: a file is one disk's, nothing vacuums it, and a journal is read by its key.
"""

from __future__ import annotations

from typing import Final

import asyncpg

PART: Final = 10_000_000
"""Matches whose events lie together."""
PATIENCE: Final = 2.0
"""Seconds that everybody may wait behind us, who wait for somebody; it is tried again another day."""
LONG: Final = 3600.0
"""Seconds for a look through all events, while everybody plays, and for a migration."""

_EDGE: Final = r"""
    SELECT CAST(SUBSTRING(pg_get_expr(relpartbound, oid) FROM 'FROM \(''?(\d+)') AS BIGINT)
    FROM pg_class WHERE oid = to_regclass('event_rest')
"""
_HIGHEST: Final = "SELECT COALESCE(MAX(id), 0) FROM match"
# An interaction is one in its part alone: the index of a whole has to name what it is divided by. A match tells for all
# of them who has opened it, and what is done by a press is done in the match that it names.
_ONE: Final = "CREATE UNIQUE INDEX {0}_interaction ON {0} (interaction) WHERE interaction IS NOT NULL"


async def divided(connection: asyncpg.Connection) -> bool:
    """Whether there is room for the matches that come next, each in its part."""
    edge = await _edge(connection)
    return edge is not None and await connection.fetchval(_HIGHEST) + PART // 2 < edge


async def divide(connection: asyncpg.Connection) -> None:
    """Beside all who play, of this version and of older ones: nobody waits for more than an instant.

    The rows stay where they are: what was all of it is the first part. That none of them belongs elsewhere is found out
    before, while everybody goes on.
    """
    edge, highest = await _edge(connection), await connection.fetchval(_HIGHEST)
    if edge is None:
        edge = (highest + PART // 2) // PART * PART + PART
        await _altered(
            connection,
            "LOCK TABLE event IN ACCESS EXCLUSIVE MODE",
            # Where somebody else has lost the turn for it without knowing, they have just made one.
            "DO $$ BEGIN ASSERT (SELECT relkind FROM pg_class WHERE oid = 'event'::regclass) = 'r'; END $$",
            "ALTER TABLE event DROP CONSTRAINT IF EXISTS event_first",
            f"ALTER TABLE event ADD CONSTRAINT event_first CHECK (match < {edge}) NOT VALID",
        )
        await connection.execute("ALTER TABLE event VALIDATE CONSTRAINT event_first", timeout=LONG)
        await _altered(
            connection,
            "ALTER TABLE event RENAME TO event_0",
            *(f"ALTER INDEX event_{name} RENAME TO event_0_{name}" for name in ("pkey", "interaction", "person")),
            "CREATE TABLE event (LIKE event_0) PARTITION BY RANGE (match)",
            "ALTER TABLE event ADD PRIMARY KEY (match, seq), ADD FOREIGN KEY (match) REFERENCES match (id)",
            "CREATE INDEX event_person ON event (person) WHERE person IS NOT NULL",
            f"ALTER TABLE event ATTACH PARTITION event_0 FOR VALUES FROM (MINVALUE) TO ({edge})",
            "ALTER TABLE event_0 DROP CONSTRAINT event_first",
            *_part("rest", str(edge), "MAXVALUE"),
        )
    elif highest + PART // 2 >= edge and not await connection.fetchval("SELECT EXISTS (SELECT 1 FROM event_rest)"):
        # Nothing is lost where somebody is quicker than we are: it is not empty then, and stays.
        await _altered(
            connection,
            "LOCK TABLE event IN ACCESS EXCLUSIVE MODE",
            "DO $$ BEGIN ASSERT NOT EXISTS (SELECT 1 FROM event_rest); END $$",
            "DROP TABLE event_rest",
            *_part(str(edge), str(edge), str(edge + PART)),
            *_part("rest", str(edge + PART), "MAXVALUE"),
        )


async def _edge(connection: asyncpg.Connection) -> int | None:
    """Up to which match there are parts; what is beyond lies together. None where there are none yet, and in the
    instant in which somebody else makes one.
    """
    edge: int | None = await connection.fetchval(_EDGE)
    return edge


async def _altered(connection: asyncpg.Connection, *statements: str) -> None:
    async with connection.transaction():
        await connection.execute(f"SET LOCAL lock_timeout = {PATIENCE * 1000:.0f}")
        for statement in statements:
            await connection.execute(statement)


def _part(name: str, start: str, end: str) -> tuple[str, str]:
    return (
        f"CREATE TABLE event_{name} PARTITION OF event FOR VALUES FROM ({start}) TO ({end})",
        _ONE.format(f"event_{name}"),
    )
