"""Bots that each break one promise. The crash harness must catch them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import aiosqlite

from storage import journal
from storage.sqlite import Sqlite
from storage.statement import Bound
from tests.storage.fuse import Deadly

_commit_batch = Sqlite.commit_batch
_commit = Deadly.commit


async def _acknowledges_first(writer: aiosqlite.Connection, batch: Sequence[Sequence[Bound]]) -> Any:
    await writer.commit()
    Deadly.commit = _commit_nothing  # type: ignore[assignment, method-assign]
    try:
        return await _commit_batch(writer, batch)
    finally:
        Deadly.commit = _commit  # type: ignore[method-assign]


def _commit_nothing(_: Deadly) -> None: ...


async def _commits_in_two(writer: aiosqlite.Connection, batch: Sequence[Sequence[Bound]]) -> Any:
    outcomes = await _commit_batch(writer, [writes[:2] for writes in batch])
    rest = [
        [] if isinstance(outcome, Exception) else writes[2:] for writes, outcome in zip(batch, outcomes, strict=True)
    ]
    await _commit_batch(writer, rest)
    return outcomes


def mutate(mutant: str) -> None:
    if mutant == "acknowledges first":
        Sqlite.commit_batch = staticmethod(_acknowledges_first)  # type: ignore[method-assign]
    elif mutant == "commits in two":
        Sqlite.commit_batch = staticmethod(_commits_in_two)  # type: ignore[method-assign]
    elif mutant == "takes no for yes":
        journal.EVENT.must = journal.ADVANCE.must = False
    elif mutant == "knows no click again":
        pass  # its index is dropped where the matches are made
    else:
        assert not mutant, mutant


MUTANTS: Final = ("acknowledges first", "commits in two", "takes no for yes", "knows no click again")
