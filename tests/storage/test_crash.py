"""Killed at any moment, the bot keeps its word; and the harness would see it if it did not."""

from __future__ import annotations

import pytest

from tests.storage.crash import POINTS
from tests.storage.mutant import MUTANTS
from tests.storage.program import report

KILLS = 200
kills = pytest.mark.parametrize("kills", [KILLS // 5, pytest.param(KILLS, marks=pytest.mark.nightly)])


@kills
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_was_acknowledged_survives_every_kill(bare: str, kills: int) -> None:
    told = report("tests.storage.crash", bare, kills)
    assert told["wrong"] == []
    assert told["kills"] == kills
    assert min(told["points"][point] for point in POINTS) >= kills // len(POINTS)
    assert told["acknowledged"] > kills * 5


@pytest.mark.gate
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_nor_does_a_kill_matter_to_the_server(bare: str) -> None:
    told = report("tests.storage.crash", bare, KILLS // 5)
    assert (told["wrong"], told["kills"]) == ([], KILLS // 5)


@pytest.mark.gate
@pytest.mark.parametrize("mutant", MUTANTS)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_bot_that_breaks_its_word_is_caught(mutant: str, bare: str) -> None:
    told = report("tests.storage.crash", bare, KILLS, mutant)
    assert told["wrong"]
    assert told["kills"] < KILLS
