"""The marker for tests of the bot that run on both databases."""

from __future__ import annotations

from typing import Final

import pytest

both_databases: Final = pytest.mark.parametrize(
    "database_kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.gate)], indirect=True
)
"""Run this test on SQLite in `make test`, and on PostgreSQL too in `make check`.

For tests where SQL or locks decide the outcome, such as deadlines, leaderboards, several processes, crashes and
deletion of data. All other tests of the bot run on SQLite only. `tests/storage` runs each statement on both.
"""
