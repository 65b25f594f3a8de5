"""Matches that were played once end today as they ended then."""

from pathlib import Path

import pytest

from games import record
from games.fair import verified
from games.match import Match

RECORDS = sorted(Path(__file__).parent.glob("*/*.match"))


def ends(match: Match) -> str:
    assert match.result
    ranks, scores = (" ".join(map(str, numbers)) for numbers in (match.result.ranks, match.result.scores))
    return f"after {match.step} steps, {match.result.reason}: ranks {ranks}, scores {scores}"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_record_ends_as_it_ended(path: Path) -> None:
    text = path.read_text("utf-8")
    read = record.read(text)
    assert f"# ends {ends(record.replayed(read))}" == text.splitlines()[0]
    if read.commit:
        proof = verified(read)
        assert proof.receipts == proof.salts == proof.hidden


def test_there_are_records_of_every_game() -> None:
    assert RECORDS
