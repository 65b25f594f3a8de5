"""What docs/strength.md says was proven is what `make strength` proves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tools.bench.strength import PROOFS, STEPS, Proof, elo, steps

DOCUMENT = Path(__file__).parents[2] / "docs" / "strength.md"
ROWS = re.findall(
    r"^\| `(.+?)`.*? \| ([\d,]+) \| ([\d.]+) .*\| ([\d.]+) \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE
)


LEVELS = re.findall(
    r"^\| `(.+?)`.*? \| ([\d,]+) \| .*\| (?:150–350 Elo|none: .+) \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE
)


def told(proof: Proof) -> str:
    return proof.command.removeprefix("duel arena ").replace(f" --matches {proof.matches}", "")


def number(matches: str) -> int:
    return int(matches.replace(",", ""))


def test_every_proof_has_its_line() -> None:
    lines = {(command, number(matches), float(least)) for command, matches, _, least in ROWS}
    assert lines == {(told(proof), proof.matches, proof.least) for proof in PROOFS}


def test_every_level_has_its_line() -> None:
    proofs = [proof for step in STEPS for proof in steps(*step)]
    assert [(command, number(matches)) for command, matches in LEVELS] == [
        (told(each), each.matches) for each in proofs
    ]


def test_what_is_told_reaches_what_was_asked() -> None:
    assert [command for command, _, score, least in ROWS if float(score) < float(least)] == []


def test_a_level_is_so_far_above_another_as_elo_has_it() -> None:
    assert elo(0.5, 2, 100) == elo(0.25, 4, 100) == 0
    assert elo(10 / 11, 2, 100) == pytest.approx(400)
    # Ten times as good as each of three others.
    assert elo(10 / 13, 4, 100) == pytest.approx(400)
    # Whoever won every match is no further above than a next one could have shown.
    assert 900 < elo(1.0, 2, 100) < 1000
    assert elo(0.0, 2, 100) == pytest.approx(-elo(1.0, 2, 100))
