"""Checks that stored records replay to the stored end and that their proofs are complete."""

from pathlib import Path

import pytest

from games import GAMES, record
from games.fairness import verify_record
from tests.records import RECORDS_FOLDER
from tests.records.endings import describe_end, replay_record

RECORD_PATHS = sorted(RECORDS_FOLDER.glob("*/*.match"))


@pytest.mark.parametrize("path", RECORD_PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recorded_match_replays_to_its_stored_end(path: Path) -> None:
    parsed = record.parse_record(path.read_text("utf-8"))
    # The first line of the file beside a record describes its end.
    assert describe_end(replay_record(parsed)) == path.with_suffix(".end").read_text("utf-8").splitlines()[0]
    assert len(verify_record(parsed).seals) == len(parsed.lobby_lines) + len(parsed.lines) + 2


def test_every_game_has_records() -> None:
    assert {path.parent.name for path in RECORD_PATHS} >= set(GAMES)
