"""By night: a storm of half a minute on each database, and whether the table can say that something is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.playground.client import running
from deploy.playground.tests.ground import missing
from tests.storage.server import Server, binaries, serving
from tests.tools.storm.broken import BROKEN
from tests.tools.storm.storm import Storm, stormed

pytestmark = pytest.mark.usefixtures("by_what_each_did")
NEVER = ("lost", "doubled", "altered", "unconfirmed", "dead", "doctor")
"""However busy the machine is; `make storm` looks at all of them."""


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
    """Of its own: its time goes on by hours."""
    with running(hasty=True) as url:
        yield url


@pytest.mark.nightly
async def test_half_a_minute_of_storm_on_sqlite(playground: str, tmp_path: Path) -> None:
    verdict = await stormed(Storm("gate", 30.0), playground, tmp_path, None)
    assert not any(verdict.wrong[column] for column in NEVER), verdict.table()


@pytest.mark.nightly
async def test_half_a_minute_of_storm_on_three_processes(playground: str, tmp_path: Path, server: Server) -> None:
    verdict = await stormed(Storm("gate", 30.0, processes=3), playground, tmp_path, server)
    assert not any(verdict.wrong[column] for column in NEVER), verdict.table()


@pytest.mark.nightly
async def test_versions_come_and_go_while_people_play(playground: str, tmp_path: Path, server: Server) -> None:
    """With another edition of a game, and more in the store; forwards, back and forwards again."""
    newer = ("tests.wire.newer_bot", "run")
    verdict = await stormed(Storm("rolling", 60.0, processes=3, newer=newer), playground, tmp_path, server)
    assert verdict.faults["another version"] >= 6, verdict.table()
    assert not any(verdict.wrong[column] for column in NEVER), verdict.table()


@pytest.mark.nightly
@pytest.mark.parametrize("how", BROKEN)
async def test_a_bot_that_is_broken_is_seen(tmp_path: Path, how: str) -> None:
    """In a storm in which enough happens: on a busy machine that may be the second, or the third."""
    program, told = ("tests.tools.storm.broken", how), ""
    for seed in ("broken", "again", "anew"):
        (folder := tmp_path / seed).mkdir()
        with running(hasty=True) as url:
            verdict = await stormed(Storm(seed, 45.0, matches=9, program=program), url, folder, None)
        if verdict.wrong[BROKEN[how][1]]:
            return
        told += f"\n{verdict.table()}"
    raise AssertionError(told)
