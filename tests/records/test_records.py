"""Matches that were played once end today as they ended then, and nothing about them is unproven."""

from pathlib import Path

import pytest

from games import GAMES, record
from games.fairness import verify_record
from tests.records import RECORDS_FOLDER
from tests.records.endings import describe_end, replay_record

RECORD_PATHS = sorted(RECORDS_FOLDER.glob("*/*.match"))


@pytest.mark.parametrize("path", RECORD_PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_record_ends_as_it_ended(path: Path) -> None:
    read = record.parse_record(path.read_text("utf-8"))
    # A record has no remarks: how it ended, and what is to be seen in it, stands beside it.
    assert describe_end(replay_record(read)) == path.with_suffix(".end").read_text("utf-8").splitlines()[0]
    assert len(verify_record(read).seals) == len(read.lobby_lines) + len(read.lines) + 1


def test_there_are_records_of_every_game() -> None:
    assert {path.parent.name for path in RECORD_PATHS} >= set(GAMES)
