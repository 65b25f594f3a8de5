"""Forged records are refused."""

from __future__ import annotations

import pytest

from bot.cli.replay import check_record
from games import record
from games.fairness import verify_record
from tests.records.forgeries import FORGERIES
from tests.records.genuine_records import GENUINE_RECORDS, LAST_SEALS


def verify_by_command(text: str, *seals: str) -> int:
    return check_record("-", lambda: record.parse_record(text), "en", seals=seals)[1]


@pytest.mark.parametrize("name", GENUINE_RECORDS)
def test_record_is_proven_by_its_last_seal_only(name: str) -> None:
    text = GENUINE_RECORDS[name]
    assert verify_by_command(text, LAST_SEALS[name]) == 0
    earlier_seals = [*verify_record(record.parse_record(text)).seals][::7][:-1]
    assert {verify_by_command(text, seal) for seal in earlier_seals} == {1}
    assert verify_by_command(text) == 1
    assert verify_by_command(text, *(seal for other, seal in LAST_SEALS.items() if other != name)) == 2


@pytest.mark.parametrize("kind", FORGERIES)
def test_forged_record_is_refused(kind: str) -> None:
    forged = {name: FORGERIES[kind](text) for name, text in GENUINE_RECORDS.items()}
    # If there is only one game, its records may have nothing to forge in this way.
    assert {*forged.values()} != {None} or len({name.split()[0] for name in GENUINE_RECORDS}) == 1
    for name, text in forged.items():
        if text is not None:
            assert text != GENUINE_RECORDS[name]
            assert verify_by_command(text, LAST_SEALS[name]) == 2, name
