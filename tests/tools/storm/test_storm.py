"""A short storm finds nothing in the bot, and something in bots that are broken on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.playground.tests.ground import missing
from discord_playground.client import running
from tests.storage.server import Server, binaries, serving
from tests.tools.storm.broken import BROKEN
from tests.tools.storm.storm import Storm, run_storm

pytestmark = [pytest.mark.nightly, pytest.mark.usefixtures("real_nonces")]
COLUMNS_ON_A_BUSY_MACHINE = ("lost", "doubled", "altered", "unconfirmed", "dead", "doctor")
"""`make storm` looks at all of them."""


@pytest.fixture
def server() -> Iterator[Server]:
    place = binaries()
    if place is None:
        missing("PostgreSQL")
    assert place
    with serving(place) as server:
        yield server


@pytest.fixture
def playground() -> Iterator[str]:
    """A playground of its own, since its time is moved on by hours."""
    with running(hasty=True) as url:
        yield url


async def test_a_short_storm_loses_nothing_on_sqlite(playground: str, tmp_path: Path) -> None:
    verdict = await run_storm(Storm("gate", 30.0), playground, tmp_path, None)
    assert not any(verdict.wrong[column] for column in COLUMNS_ON_A_BUSY_MACHINE), verdict.table()


async def test_versions_come_and_go_while_people_play(playground: str, tmp_path: Path, server: Server) -> None:
    """Three processes become another version with another schema, and back, and forth again."""
    newer = ("tests.wire.newer_bot", "run")
    verdict = await run_storm(Storm("rolling", 60.0, processes=3, newer=newer), playground, tmp_path, server)
    assert verdict.evidence.witness.faults["another version"] >= 6, verdict.table()
    assert not any(verdict.wrong[column] for column in COLUMNS_ON_A_BUSY_MACHINE), verdict.table()


@pytest.mark.parametrize("how", ["acknowledge_before_storing", "store_another_move"])
async def test_a_broken_bot_is_noticed(tmp_path: Path, how: str) -> None:
    """On a busy machine little happens in a storm, so there are three tries."""
    program, tables = ("tests.tools.storm.broken", how), ""
    for seed in ("broken", "again", "anew"):
        (folder := tmp_path / seed).mkdir()
        with running(hasty=True) as url:
            verdict = await run_storm(Storm(seed, 45.0, matches=9, program=program), url, folder, None)
        if verdict.wrong[BROKEN[how][1]]:
            return
        tables += f"\n{verdict.table()}"
    raise AssertionError(tables)
