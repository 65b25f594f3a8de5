"""What was acknowledged outlives the power; a full disk says so, and is forgiven."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.storage.disk import library
from tests.storage.program import report

CUTS = 500
cuts = pytest.mark.parametrize("cuts", [CUTS // 5, pytest.param(CUTS, marks=pytest.mark.nightly)])


@pytest.fixture(autouse=True)
def _reachable() -> None:
    if library() is None:
        why = "this Python has its SQLite baked in; Debian's has not"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)


@cuts
def test_full_loses_nothing(tmp_path: Path, cuts: int) -> None:
    told = report("tests.storage.power", "cuts", tmp_path, cuts, "FULL")
    assert (told["cuts"], told["lost"], told["damaged"]) == (cuts, 0, 0)
    # There was something to lose, and the log was folded in between.
    assert told["acknowledged"] > cuts * 4 // 5
    assert told["folded"] > cuts // 125


@pytest.mark.gate
@cuts
def test_normal_fails_the_same_test(tmp_path: Path, cuts: int) -> None:
    told = report("tests.storage.power", "cuts", tmp_path, cuts, "NORMAL")
    assert told["lost"] > cuts // 4
    assert told["damaged"] == 0


def test_a_full_disk_refuses_loudly_and_recovers(tmp_path: Path) -> None:
    told = report("tests.storage.power", "full", tmp_path)
    assert told["refused"] > 10
