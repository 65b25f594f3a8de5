"""What docs/strength.md says was proven is what `make strength` proves."""

from __future__ import annotations

import re
from pathlib import Path

from tests.bench.strength import PROOFS

DOCUMENT = Path(__file__).parents[2] / "docs" / "strength.md"
ROWS = re.findall(
    r"^\| `(.+?)`.*? \| ([\d,]+) \| ([\d.]+) .*\| ([\d.]+) \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE
)


def test_every_proof_has_its_line() -> None:
    told = {(command, int(matches.replace(",", "")), float(least)) for command, matches, _, least in ROWS}
    assert told == {
        (
            proof.command.removeprefix("duel arena ").replace(f" --matches {proof.matches}", ""),
            proof.matches,
            proof.least,
        )
        for proof in PROOFS
    }


def test_what_is_told_reaches_what_was_asked() -> None:
    assert [command for command, _, score, least in ROWS if float(score) < float(least)] == []
