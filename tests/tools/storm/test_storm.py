"""Test that a short storm finds no errors in the bot, and finds those of bots that are broken on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.playground.tests.sandbox import get_skip_reason
from discord_playground.client import run_playground
from tests.storage.postgres_server import PostgresServer, find_binaries, run_server
from tests.tools.storm.broken import BREAKS_BY_NAME
from tests.tools.storm.storm import StormSettings, run_storm

pytestmark = [pytest.mark.nightly, pytest.mark.usefixtures("real_nonces")]
COLUMNS_ON_A_BUSY_MACHINE = ("lost", "doubled", "altered", "unconfirmed", "dead", "doctor")
"""The columns whose errors do not depend on the speed of the machine. `make storm` checks all columns."""


@pytest.fixture
def postgres_server() -> Iterator[PostgresServer]:
    binaries = find_binaries()
    if binaries is None:
        get_skip_reason("PostgreSQL")
    assert binaries
    with run_server(binaries) as server:
        yield server


@pytest.fixture
def playground_url() -> Iterator[str]:
    """The URL of a playground for one test. Tests cannot share it, because they advance its clock by hours."""
    with run_playground(skip_identify_limit=True) as url:
        yield url


async def test_short_storm_on_sqlite_loses_nothing(playground_url: str, tmp_path: Path) -> None:
    verdict = await run_storm(StormSettings("gate", 30.0), playground_url, tmp_path, None)
    assert not any(verdict.faults[column] for column in COLUMNS_ON_A_BUSY_MACHINE), verdict.format_table()


async def test_rolling_version_changes_lose_nothing(
    playground_url: str, tmp_path: Path, postgres_server: PostgresServer
) -> None:
    """Three processes switch between two versions with different schemas."""
    newer = ("tests.wire.newer_bot", "run")
    verdict = await run_storm(
        StormSettings("rolling", 60.0, process_count=3, newer_program=newer), playground_url, tmp_path, postgres_server
    )
    assert verdict.evidence.witness.fault_counts["version change"] >= 6, verdict.format_table()
    assert not any(verdict.faults[column] for column in COLUMNS_ON_A_BUSY_MACHINE), verdict.format_table()


@pytest.mark.parametrize("break_name", ["acknowledge_before_storing", "store_another_move"])
async def test_storm_detects_a_broken_bot(tmp_path: Path, break_name: str) -> None:
    """The test makes three attempts, because a storm on a busy machine has few clicks."""
    program, tables = ("tests.tools.storm.broken", break_name), ""
    for seed in ("broken", "again", "anew"):
        (folder := tmp_path / seed).mkdir()
        with run_playground(skip_identify_limit=True) as url:
            verdict = await run_storm(StormSettings(seed, 45.0, match_count=9, program=program), url, folder, None)
        if verdict.faults[BREAKS_BY_NAME[break_name][1]]:
            return
        tables += f"\n{verdict.format_table()}"
    raise AssertionError(tables)
