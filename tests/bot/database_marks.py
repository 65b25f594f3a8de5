"""A pytest marker for tests of the bot that run on both databases."""

from __future__ import annotations

from typing import Final

import pytest

both_databases: Final = pytest.mark.parametrize(
    "database_kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.gate)], indirect=True
)
"""Run a test on SQLite in `make test`, and also on PostgreSQL in `make check`.

Use this for tests whose outcome depends on SQL or locks, such as those for deadlines, ladders, several
processes, crashes and deletion of data. All other tests of the bot run on SQLite only. `tests/storage` runs each
statement on both databases.
"""
