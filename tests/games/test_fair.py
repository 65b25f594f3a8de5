"""A proof holds only if nothing was touched."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from games import record
from games.fair import commitment, receipt, verified
from games.record import Broken

RECORDS = Path(__file__).parents[1] / "records/schamanen"
PROVEN = (RECORDS / "memory.match").read_text("utf-8")


def touched(old: str, new: str, text: str = PROVEN) -> tuple[str, str]:
    """The line at which verification breaks, and why."""
    assert old in text
    text = text.replace(old, new, 1)
    with pytest.raises(Broken) as no:
        verified(record.read(text))
    return text.split("\n")[no.value.line - 1].split("#")[0].strip(), no.value.why.key


def line(beginning: str) -> str:
    return next(row for row in PROVEN.splitlines() if row.startswith(beginning))


def test_an_untouched_record_is_proven() -> None:
    proof = verified(record.read(PROVEN))
    assert proof.match.result
    assert proof.sealed == proof.receipts > 0
    assert sorted(proof.drawn) == [0, 1]


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_a_receipt_is_the_hash_of_salt_and_place_and_word() -> None:
    by_hand = sha256(bytes(range(16)) + b"4711/19/0/mask 2").hexdigest()
    assert receipt(bytes(range(16)), "4711", 19, 0, ("mask", "2")) == by_hand


def test_another_seed_breaks_the_commitment() -> None:
    assert touched("\nseed ", "\nseed 0000", PROVEN.replace(line("seed"), line("seed")[:-4])) == (
        line("commit"),
        "commit-wrong",
    )


def test_a_commitment_made_afterwards_breaks() -> None:
    assert touched(line("commit"), f"commit {'0' * 64}")[1] == "commit-wrong"


def test_other_seats_than_the_dice_gave_break() -> None:
    seats = line("sat").split()[1:]
    assert touched(line("sat"), f"sat {' '.join(reversed(seats))}") == (f"sat {' '.join(reversed(seats))}", "sat-wrong")


def test_other_nonces_break() -> None:
    """They are half of the dice, and these dice laid out the stones."""
    drawn = (RECORDS / "one_shell.match").read_text("utf-8")
    assert touched("nonces 1001", "nonces 1003", drawn)[1] in ("sat-wrong", "illegal", "ended", "unfinished")


def test_a_choice_exchanged_after_the_fact_breaks_its_receipt() -> None:
    was = line("0 mask")
    other = "3" if was.split()[2] != "3" else "1"
    assert touched(was, f"0 mask {other} #{was.partition('#')[2]}") == (f"0 mask {other}", "receipt-wrong")


def test_a_receipt_of_another_match_breaks() -> None:
    assert touched(line("id"), "id 1")[1] == "receipt-wrong"
    assert touched(line("id") + "\n", "")[1] == "id-missing"


def test_a_match_cut_short_is_not_proven() -> None:
    rows = PROVEN.splitlines()
    assert touched(rows[-1], "# gone")[1] == "unfinished"


def test_a_plain_record_proves_nothing() -> None:
    assert touched(line("commit") + "\n", "")[1] == "unproven"
