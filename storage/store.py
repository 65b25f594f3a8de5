"""The store: a database with one repository per subject, and methods to open, back up, restore and transfer it."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final

from storage.backup import replace_database
from storage.cards import CardRepository
from storage.daily import DailyRepository
from storage.database import Database, DatabaseInUse, DatabaseUnusable, StoreUnavailable, TableMissing
from storage.deadlines import DeadlineRepository
from storage.delivery_state import DeliveryStateRepository
from storage.follows import FollowRepository
from storage.greetings import GreetingRepository
from storage.heartbeats import HeartbeatRepository
from storage.history import HistoryRepository
from storage.holidays import HolidayRepository
from storage.journal import JournalRepository
from storage.matches import MatchRepository
from storage.message_cleanup import MessageCleanupRepository
from storage.migration import Migration, apply_migrations, check_schema
from storage.people import PeopleRepository
from storage.player_messages import PlayerMessageRepository
from storage.postgres import Postgres
from storage.predictions import PredictionRepository
from storage.quick_matches import QuickMatchRepository
from storage.ratings import RatingRepository
from storage.results import ResultRepository
from storage.seasons import SeasonRepository
from storage.sqlite import Sqlite
from storage.sqlite_connection import FileLock
from storage.standing_cards import StandingCardRepository
from storage.tombstones import (
    TOMBSTONE_FILE_SUFFIX,
    TombstoneDates,
    merge_tombstones,
    read_tombstone_files,
    update_tombstone_file,
)
from storage.tournaments import TournamentRepository
from storage.transfer import transfer_all

_SQLITE_PREFIX: Final = "sqlite:///"
_POSTGRES_PREFIXES: Final = ("postgresql://", "postgres://")
SILENT_PROCESS_MS: Final = 30_000
"""A process that has had no heartbeat for this long is considered stopped."""


class Store:
    """All stored data of the bot. Use its repositories, for example `store.matches.list_live()`.

    A store's URL has the form `sqlite:///bot.db`, `sqlite:////var/lib/bot.db` or `postgresql://…`.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.journal = JournalRepository(database)
        self.matches = MatchRepository(database)
        self.cards = CardRepository(database)
        self.player_messages = PlayerMessageRepository(database)
        self.cleanup = MessageCleanupRepository(database)
        self.delivery_states = DeliveryStateRepository(database)
        self.deadlines = DeadlineRepository(database)
        self.heartbeats = HeartbeatRepository(database)
        self.holidays = HolidayRepository(database)
        self.results = ResultRepository(database)
        self.history = HistoryRepository(database)
        self.ratings = RatingRepository(database)
        self.seasons = SeasonRepository(database)
        self.quick_matches = QuickMatchRepository(database)
        self.follows = FollowRepository(database)
        self.greetings = GreetingRepository(database)
        self.people = PeopleRepository(database)
        self.predictions = PredictionRepository(database)
        self.standing_cards = StandingCardRepository(database)
        self.tournaments = TournamentRepository(database)
        self.daily = DailyRepository(database)

    @classmethod
    async def open(cls, url: str, schema: Sequence[Migration] | None = None) -> Store:
        """Open a database and migrate its schema. Only one bot at a time can open a SQLite file.

        `schema` replaces the bot's own migrations; tests use this parameter to simulate other versions of the bot.
        """
        return await cls._open_checked(await _open_database(url), partial(apply_migrations, migrations=schema))

    @classmethod
    async def open_read_only(cls, url: str, schema: Sequence[Migration] | None = None) -> Store:
        """Open a database that a bot may be using, without a lock and without changing anything."""
        if url.startswith(_POSTGRES_PREFIXES):
            database: Database = await Postgres.open(url, is_read_only=True)
        else:
            database = await Sqlite.open_read_only(_sqlite_path(url))
        return await cls._open_checked(database, partial(check_schema, migrations=schema))

    @classmethod
    async def _open_checked(cls, database: Database, check: Callable[[Database], Awaitable[None]]) -> Store:
        try:
            await check(database)
        except BaseException:
            await database.close()
            raise
        return cls(database)

    @classmethod
    async def restore_backup(cls, url: str, copy: Path, forget: Callable[[Store, int], Awaitable[object]]) -> int:
        """Replace a SQLite database with a backup, and return how many people were forgotten again.

        No bot may have the database open. Before the restored copy replaces the database, people who were forgotten
        after the backup was made are forgotten in the copy, too. They are found in the tombstone lists next to the
        backup and, if the old database is readable, in the old database.
        """
        if url.startswith(_POSTGRES_PREFIXES):
            raise ValueError("use pg_restore to restore PostgreSQL")
        tombstones = read_tombstone_files(copy.parent)
        with suppress(DatabaseUnusable, StoreUnavailable, sqlite3.Error):
            async with await cls.open_read_only(url) as replaced:
                tombstones = merge_tombstones(tombstones, await replaced.people.load_tombstones())
        # Opened even if there is nobody to forget, because this rejects a newer bot's backup and migrates an older one.
        async with (
            replace_database(copy, _sqlite_path(url)) as temporary,
            await cls.open(f"{_SQLITE_PREFIX}{temporary}") as store,
        ):
            return await store.forget_people_again(tombstones, forget)

    @classmethod
    async def transfer(cls, source: str, target: str, now_ms: int) -> dict[str, int]:
        """Copy all data from one database to another, which must be empty. Return the number of rows of each table.

        Raises `DatabaseInUse` if a bot is using either database.
        """
        source_database, target_database = (
            url if url.startswith(_POSTGRES_PREFIXES) else _sqlite_path(url).resolve() for url in (source, target)
        )
        if source_database == target_database:
            raise ValueError("source and target are the same database")
        async with AsyncExitStack() as stack:
            source_store = await stack.enter_async_context(await cls.open_read_only(source))
            if not source.startswith(_POSTGRES_PREFIXES):
                stack.callback(FileLock(_sqlite_path(source)).release)
            database = await _open_database(target)
            target_store = await stack.enter_async_context(cls(database))
            # A SQLite file is locked while a bot uses it. PostgreSQL is not, so check for recent heartbeats.
            for store, url in ((source_store, source), (target_store, target)):
                if not url.startswith(_POSTGRES_PREFIXES):
                    continue
                with suppress(TableMissing):
                    if running := await store.heartbeats.load_last_heartbeats(now_ms - SILENT_PROCESS_MS):
                        raise DatabaseInUse(
                            f"a bot is using the database: {', '.join(running)}; stop it, and wait half a minute"
                        )
            return await transfer_all(source_store.database, database)

    async def forget_people_again(
        self, tombstones: TombstoneDates, forget: Callable[[Store, int], Awaitable[object]]
    ) -> int:
        """Forget again the people whose IDs match `tombstones`, which are hashes of forgotten people's IDs.

        Return the number of these people.
        """
        people = await self.people.find_people_to_forget_again(tombstones)
        for person in people:
            await forget(self, person)
        return len(people)

    def hold_lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold a named lock across all processes that share the database. The lock is released if its holder dies.

        The lock keeps two processes from doing the same thing on Discord at the same time. Stored data does not need
        the lock, because the journal's key protects it.
        """
        return self.database.hold_lock(name)

    async def listen_for_changes(self, on_change: Callable[[int], None], on_listening: Callable[[bool], None]) -> None:
        """Until canceled, call `on_change` with a match's ID whenever another process stores an event of that match.

        `on_listening` is called with False when the connection is lost and with True when it is restored. Events stored
        while the connection is lost are not reported.
        """
        await self.database.listen(on_change, on_listening)

    async def read_database_time(self) -> int | None:
        """Return the time of the database server in milliseconds, or None if there is no server."""
        return await self.database.read_database_time()

    async def measure_size(self) -> int:
        """Return the size of the database in bytes."""
        return await self.database.measure_size()

    async def find_file_damage(self) -> list[str]:
        """Return a message for each fault in the database's files."""
        return await self.database.find_file_damage()

    async def back_up(self, folder: Path, stamp: str, keep: int) -> Path:
        """Write a backup whose name contains `stamp`, and update the list of forgotten people's hashes next to it.

        Keep the `keep` backups whose stamps sort last, and delete the other backups.
        """
        backup = await self.database.back_up(folder, stamp, keep)
        name = f"{backup.stem.removesuffix(f'-{stamp}')}{TOMBSTONE_FILE_SUFFIX}"
        update_tombstone_file(folder / name, await self.people.load_tombstones())
        return backup

    async def check_compatibility(self) -> None:
        """Raise `DatabaseUnusable` if a newer bot has changed the schema in a way that this version cannot handle."""
        await check_schema(self.database)

    async def close(self) -> None:
        await self.database.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


async def _open_database(url: str) -> Sqlite | Postgres:
    return await (Postgres.open(url) if url.startswith(_POSTGRES_PREFIXES) else Sqlite.open(_sqlite_path(url)))


def find_folder(url: str) -> Path | None:
    """Return the folder that contains the database's files, or None for PostgreSQL."""
    return None if url.startswith(_POSTGRES_PREFIXES) else _sqlite_path(url).absolute().parent


def _sqlite_path(url: str) -> Path:
    if not url.startswith(_SQLITE_PREFIX) or url == _SQLITE_PREFIX:
        raise ValueError(
            f"the database URL must look like sqlite:///path or postgresql://…: {url.partition('@')[2] or url}"
        )
    return Path(url.removeprefix(_SQLITE_PREFIX))
