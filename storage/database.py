"""What a database is to the store, and how it fails."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from storage.statement import Bound, Row, Statement


class Database(Protocol):
    async def write(self, *writes: Bound) -> list[list[Row]]:
        """One transaction: all of it is on disk when this returns, or nothing of it ever will be.

        What a statement returned, the ones after it know by the same names. A caller who was cancelled does not know
        what became of it, and the database does not mind.
        """
        ...

    async def read(self, *queries: Bound) -> list[list[Row]]:
        """All answers are from one moment."""
        ...

    def turn(self, name: str) -> AbstractAsyncContextManager[None]:
        """One at a time has it, of all processes that share the database; who dies has it no longer."""
        ...

    async def listen(self, heard: Callable[[int], None], hears: Callable[[bool], None]) -> None:
        """Until cancelled: of which match another process has stored an event, and whether we hear of that just now.
        Whoever hears again has to look what they have missed.
        """
        ...

    async def time(self) -> int | None:
        """By the server's watch, in milliseconds; None where there is none but ours."""
        ...

    async def size(self) -> int:
        """Bytes that it takes on its disk."""
        ...

    async def check(self) -> list[str]:
        """What is wrong with the files; mostly nothing. What cannot even be read is a complaint, too."""
        ...

    async def backup(self, folder: Path, stamp: str, keep: int) -> Path:
        """Beside all that is going on."""
        ...

    async def close(self) -> None:
        """Everything that was asked for before is done first."""
        ...


class Missed(Exception):
    """A statement that had to touch a row touched none; nothing of its transaction was stored."""

    def __init__(self, statement: Statement) -> None:
        super().__init__(statement)
        self.statement = statement


class Conflict(Exception):
    """Somebody else wrote first, and nothing was stored: reload and try once more."""


class Unstored(Exception):
    """The database could not: no room, no connection, closed. Where the connection was lost, it may have been stored
    after all; the interaction's id settles it.
    """


class Denied(Unstored):
    """The database is there, and lets nobody in by this name: no second try makes that better."""


class Doubted(Exception):
    """A watch is far from what time it was last, or from the database's own: nothing was stored, and nobody is charged
    by it.
    """


class Missing(Unstored):
    """There is no such table: whoever made this database was no bot."""


class Busy(Exception):
    """Another bot has this file."""


class Damaged(Exception):
    """What is to be read is not what was written; or it is of a newer bot."""
