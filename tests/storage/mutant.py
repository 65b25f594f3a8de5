"""Bots that each break one promise. The crash harness must catch them all."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from storage import journal
from storage.sqlite import Sqlite
from storage.statement import Bound
from tests.storage.fuse import Deadly

_committed = Sqlite.committed
_execute = Deadly.execute


def _acknowledges_first(connection: sqlite3.Connection, batch: Sequence[Sequence[Bound]]) -> Any:
    if connection.in_transaction:
        connection.execute("COMMIT")
    Deadly.execute = _but_commit  # type: ignore[assignment, method-assign]
    try:
        return _committed(connection, batch)
    finally:
        Deadly.execute = _execute  # type: ignore[method-assign]


def _but_commit(connection: Deadly, sql: str, *given: Any) -> sqlite3.Cursor:
    return _execute(connection, "SELECT 1" if sql == "COMMIT" else sql, *given)


def _commits_in_two(connection: sqlite3.Connection, batch: Sequence[Sequence[Bound]]) -> Any:
    outcomes = _committed(connection, [writes[:2] for writes in batch])
    rest = [
        [] if isinstance(outcome, Exception) else writes[2:] for writes, outcome in zip(batch, outcomes, strict=True)
    ]
    _committed(connection, rest)
    return outcomes


def mutate(mutant: str) -> None:
    if mutant == "acknowledges first":
        Sqlite.committed = staticmethod(_acknowledges_first)  # type: ignore[method-assign]
    elif mutant == "commits in two":
        Sqlite.committed = staticmethod(_commits_in_two)  # type: ignore[method-assign]
    elif mutant == "takes no for yes":
        journal.EVENT.must = journal.ADVANCE.must = False
    elif mutant == "knows no click again":
        pass  # its index is dropped where the matches are made
    else:
        assert not mutant, mutant


MUTANTS: Final = ("acknowledges first", "commits in two", "takes no for yes", "knows no click again")
