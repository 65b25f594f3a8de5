# ruff: noqa: S608 - names of tables and columns, out of the database's own list
"""A store as large as it is for all servers: the matches of a sample that go on, and its ladders, so many times over.

Whoever they are that play there, they are others each time; nothing of theirs is due before the day after the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import asyncpg

from bot.time import DAY

MATCHES: Final = 1_000_000
PEOPLE: Final = 10**10
SERVERS: Final = 10**7
PRESSES: Final = 4 * 10**14
"""More than there are numbers of interactions in a day."""
DAYS: Final = 20
_NOT_ALONE: Final = """
DO $$ DECLARE
    one RECORD;
BEGIN
    FOR one IN SELECT * FROM pg_indexes
        WHERE schemaname = current_schema() AND indexdef LIKE 'CREATE UNIQUE INDEX % (interaction)%' LOOP
        EXECUTE format('DROP INDEX %I', one.indexname);
        EXECUTE replace(
            replace(one.indexdef, ' UNIQUE ', ' '), '(interaction)', '(interaction) WITH (deduplicate_items = off)'
        );
    END LOOP;
END $$
"""
"""The index is no less large, but the same may stand there several times."""
_SIZE: Final = "SELECT pg_database_size(current_database())"
_COLUMNS: Final = """
SELECT quote_ident(relname) AS name, array_agg(quote_ident(attname) ORDER BY attnum) AS columns FROM pg_class
JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition GROUP BY relname
"""
_AS: Final = {
    "match": f"match + g * {MATCHES}",
    "person": f"person + g * {PEOPLE}",
    "player": f"player + g * {PEOPLE}",
    "other": f"other + g * {PEOPLE}",
    "server": f"server + g * {SERVERS}",
    "channel": f"channel + g * {SERVERS}",
    "cause": f"cause + g * {PRESSES}",
    "interaction": f"interaction + g * {PRESSES}",
    "due": f"due + 2 * {DAY} + floor(random() * {DAY})::bigint",
}
"""What each is for those who are the g-th: in whichever table a column has that name."""
_FIRST: Final = {"person": PEOPLE, "player": PEOPLE, "server": SERVERS}
LEDGERS: Final = ("rating", "season", "presence", "known", "attendance")
"""What stays when a match is over."""


class Grown(NamedTuple):
    live: int
    """Matches that go on."""
    ratings: int
    bytes: int
    a_day: int
    """Bytes that a day of the sample takes among many."""


async def grown(url: str, factor: int) -> Grown:
    """Where so many times as many play."""
    session = await asyncpg.connect(url)
    try:
        # In any order, whatever refers to what.
        await session.execute("SET session_replication_role = replica; SET synchronous_commit = off")
        found = {row["name"]: row["columns"] for row in await session.fetch(_COLUMNS)}
        await session.execute("CREATE TEMP TABLE going_on AS SELECT id FROM match WHERE live = 1")
        await session.execute("CREATE TEMP TABLE played_on AS SELECT id FROM match")
        await session.execute(_NOT_ALONE)
        sizes = [await session.fetchval(_SIZE)]
        # What a few take is lost in pages that are begun: so a day is measured by many of them.
        for first, last, of_whom in ((1, DAYS, "played_on"), (DAYS + 1, factor - 1, "going_on")):
            for name, columns in found.items():
                if name in LEDGERS or "match" in columns or name == "match":
                    await session.execute(_copied(name, columns, of_whom, first, last))
            await session.execute("VACUUM ANALYZE")
            sizes.append(await session.fetchval(_SIZE))
        await session.execute("SELECT setval(pg_get_serial_sequence('match', 'id'), (SELECT MAX(id) FROM match))")
        live = await session.fetchval("SELECT count(*) FROM match WHERE live = 1")
        rows = await session.fetchval("SELECT count(*) FROM rating")
        return Grown(live, rows, sizes[2], (sizes[1] - sizes[0]) // DAYS)
    finally:
        await session.close()


def _copied(name: str, columns: Sequence[str], of_whom: str, first: int, last: int) -> str:
    key = "id" if name == "match" else "match"
    whose, least = next((it, most) for it, most in ((key, MATCHES), *_FIRST.items()) if it in columns)
    # Never of those who were copied before.
    where = f"{key} IN (SELECT id FROM {of_whom})" if whose == key else f"{whose} < {least}"
    # By what somebody sat down there the dice fall: it stays, or nobody could follow the match.
    same = {"interaction"} if name == "event" else set()
    made = [f"id + g * {MATCHES}" if key == it == "id" else it if it in same else _AS.get(it, it) for it in columns]
    return (
        f"INSERT INTO {name} ({', '.join(columns)}) OVERRIDING SYSTEM VALUE SELECT {', '.join(made)}"
        f" FROM {name}, generate_series({first}::bigint, {last}) AS g WHERE {where}"
    )
