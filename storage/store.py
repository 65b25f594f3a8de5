"""The store as others have it: all its parts on one database; how it is opened, looked at, restored and moved."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final

from storage.backup import restoring
from storage.database import Busy, Damaged, Database, Missing, Unstored
from storage.deadline import Deadlines
from storage.hand import Hands
from storage.header import Headers
from storage.journal import Journals
from storage.ladder import Ladder
from storage.leftover import Leftovers
from storage.lock import Lock
from storage.migration import Migration, check_schema, migrate
from storage.move import move
from storage.outlook import Outlooks
from storage.person import People
from storage.played import Plays
from storage.postgres import Postgres
from storage.result import Results
from storage.season import Seasons
from storage.sqlite import Sqlite
from storage.tombstone import LIST, Tombs, beside, lay, merged

_SQLITE: Final = "sqlite:///"
_POSTGRES: Final = ("postgresql://", "postgres://")
SILENT: Final = 30_000
"""Milliseconds after which a bot that has not beaten is not at work."""


class Store(
    Journals, Headers, Deadlines, Hands, Leftovers, Outlooks, Results, Plays, Ladder, Seasons, People
):  # fmt: skip
    """`sqlite:///bot.db` beside the bot, `sqlite:////var/lib/bot.db` anywhere, or `postgresql://…`."""

    @classmethod
    async def open(cls, url: str, schema: Sequence[Migration] | None = None) -> Store:
        """Open a database and bring its schema up to date. A SQLite file belongs to one bot at a time.

        `schema` replaces the bot's own migrations; tests use it to play other versions of the bot.
        """
        return await cls._sound(await _opened(url), partial(migrate, known=schema))

    @classmethod
    async def look(cls, url: str, schema: Sequence[Migration] | None = None) -> Store:
        """To read beside a running bot: takes no lock, changes nothing."""
        database = await (Postgres.open(url, looking=True) if url.startswith(_POSTGRES) else Sqlite.look(_path(url)))
        return await cls._sound(database, partial(check_schema, known=schema))

    @classmethod
    async def _sound(cls, database: Database, checked: Callable[[Database], Awaitable[None]]) -> Store:
        try:
            await checked(database)
        except BaseException:
            await database.close()
            raise
        return cls(database)

    @classmethod
    async def restore(cls, url: str, copy: Path, forget: Callable[[Store, int], Awaitable[object]]) -> int:
        """A backup takes the place of the whole database, which no bot may have open.

        Whoever has been forgotten since it was made is forgotten in it, too, before it is there: as the lists beside it
        say, and what is replaced, as far as that can be read. Says how many these were.
        """
        if url.startswith(_POSTGRES):
            raise ValueError("PostgreSQL is restored with its own pg_restore")
        tombs = beside(copy.parent)
        with suppress(Damaged, Unstored, sqlite3.Error):
            async with await cls.look(url) as last:
                tombs = merged(tombs, await last.tombstones())
        # Opened though nobody is forgotten: a newer bot's backup is refused before it is in place, an older one's is
        # brought up to date.
        async with restoring(copy, _path(url)) as part, await cls.open(f"{_SQLITE}{part}") as store:
            return await store.forget_again(tombs, forget)

    @classmethod
    async def move(cls, source: str, target: str, now: int, tell: Callable[[str, int], None]) -> int:
        """All of one into another, where nothing is yet; no bot may be at work on either. Says how many rows it had."""
        one, other = (url if url.startswith(_POSTGRES) else _path(url).resolve() for url in (source, target))
        if one == other:
            raise ValueError("that is one database, not two")
        async with AsyncExitStack() as ending:
            old = await ending.enter_async_context(await cls.look(source))
            if not source.startswith(_POSTGRES):
                ending.callback(Lock(_path(source)).release)
            database = await _opened(target)
            new = await ending.enter_async_context(cls(database))
            # Whoever has a file has it alone.
            for store in (each for each, url in ((old, source), (new, target)) if url.startswith(_POSTGRES)):
                with suppress(Missing):
                    if alive := await store.alive(now - SILENT):
                        raise Busy(f"a bot is at work there: {', '.join(alive)}; stop it, and wait for half a minute")
            return await move(old.database, database, tell)

    async def forget_again(self, tombs: Tombs, forget: Callable[[Store, int], Awaitable[object]]) -> int:
        risen = await self.risen(tombs)
        for person in risen:
            await forget(self, person)
        return len(risen)

    def turn(self, name: str) -> AbstractAsyncContextManager[None]:
        """One at a time has it, of all processes that share the store; who dies has it no longer. It is no lock for
        what is stored, but for what is done elsewhere because of it, or lest two look at once and both begin.
        """
        return self.database.turn(name)

    async def listen(self, heard: Callable[[int], None], hears: Callable[[bool], None]) -> None:
        """Until cancelled: of which match another process has stored an event, and whether we hear of that just now.
        Whoever hears again has to look what they have missed.
        """
        await self.database.listen(heard, hears)

    async def time(self) -> int | None:
        """By the watch of the database's server, where that is another than ours."""
        return await self.database.time()

    async def size(self) -> int:
        """Bytes that it takes on its disk."""
        return await self.database.size()

    async def check(self) -> list[str]:
        """What is wrong with the files; mostly nothing."""
        return await self.database.check()

    async def backup(self, folder: Path, stamp: str, keep: int) -> Path:
        """A file named by the stamp; of those that are there the last `keep` by name stay. Beside them lies whom
        each of them is to forget.
        """
        made = await self.database.backup(folder, stamp, keep)
        lay(folder / f"{made.stem.removesuffix(f'-{stamp}')}{LIST}", await self.tombstones())
        return made

    async def suits(self) -> None:
        """Raises Damaged once a newer bot has made of it what this one cannot be at work on."""
        await check_schema(self.database)

    async def close(self) -> None:
        await self.database.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


async def _opened(url: str) -> Sqlite | Postgres:
    return await (Postgres.open(url) if url.startswith(_POSTGRES) else Sqlite.open(_path(url)))


def folder(url: str) -> Path | None:
    """Where the files of a database lie, if it is one of files."""
    return None if url.startswith(_POSTGRES) else _path(url).absolute().parent


def _path(url: str) -> Path:
    if not url.startswith(_SQLITE) or url == _SQLITE:
        raise ValueError(f"neither sqlite:///path nor postgresql://…: {url.partition('@')[2] or url}")
    return Path(url.removeprefix(_SQLITE))
