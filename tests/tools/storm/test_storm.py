"""A short storm finds nothing in the bot, and something in bots that are broken on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.playground.tests.sandbox import reason_to_skip
from discord_playground.client import run_playground
from tests.storage.postgres_server import PostgresServer, find_binaries, run_server
from tests.tools.storm.broken import BREAKS_BY_NAME
from tests.tools.storm.storm import StormSettings, run_storm

pytestmark = [pytest.mark.nightly, pytest.mark.usefixtures("real_nonces")]
COLUMNS_ON_A_BUSY_MACHINE = ("lost", "doubled", "altered", "unconfirmed", "dead", "doctor")
"""`make storm` looks at all of them."""


@pytest.fixture
def postgres_server() -> Iterator[PostgresServer]:
    place = find_binaries()
    if place is None:
        reason_to_skip("PostgreSQL")
    assert place
    with run_server(place) as server:
        yield server


@pytest.fixture
def playground_url() -> Iterator[str]:
    """A playground of its own, since its time is moved on by hours."""
    with run_playground(skip_identify_limit=True) as url:
        yield url


async def test_a_short_storm_loses_nothing_on_sqlite(playground_url: str, tmp_path: Path) -> None:
    verdict = await run_storm(StormSettings("gate", 30.0), playground_url, tmp_path, None)
    assert not any(verdict.faults[column] for column in COLUMNS_ON_A_BUSY_MACHINE), verdict.format_table()


async def test_versions_come_and_go_while_people_play(
    playground_url: str, tmp_path: Path, postgres_server: PostgresServer
) -> None:
    """Three processes become another version with another schema, and back, and forth again."""
    newer = ("tests.wire.newer_bot", "run")
    verdict = await run_storm(
        StormSettings("rolling", 60.0, process_count=3, newer_program=newer), playground_url, tmp_path, postgres_server
    )
    assert verdict.evidence.witness.fault_counts["another version"] >= 6, verdict.format_table()
    assert not any(verdict.faults[column] for column in COLUMNS_ON_A_BUSY_MACHINE), verdict.format_table()


@pytest.mark.parametrize("how", ["acknowledge_before_storing", "store_another_move"])
async def test_a_broken_bot_is_noticed(tmp_path: Path, how: str) -> None:
    """On a busy machine little happens in a storm, so there are three tries."""
    program, tables = ("tests.tools.storm.broken", how), ""
    for seed in ("broken", "again", "anew"):
        (folder := tmp_path / seed).mkdir()
        with run_playground(skip_identify_limit=True) as url:
            verdict = await run_storm(StormSettings(seed, 45.0, match_count=9, program=program), url, folder, None)
        if verdict.faults[BREAKS_BY_NAME[how][1]]:
            return
        tables += f"\n{verdict.format_table()}"
    raise AssertionError(tables)
