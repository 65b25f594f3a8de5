"""A proof holds only if nothing was touched."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from games import record
from games.dice import Chance
from games.fair import brief, commitment, receipt, verified
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
    assert proof.steps > 18
    assert proof.hidden == proof.receipts == proof.salts > 0
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


def test_a_salt_of_another_key_is_not_counted() -> None:
    was = line("0 mask")
    word = was.partition(" #")[0].split()[1:]
    other = receipt(bytes(16), line("id").split()[1], 19, 0, (word[0], word[1]))
    proof = verified(record.read(PROVEN.replace(was, f"0 {' '.join(word)} # {'0' * 32} {other}")))
    assert proof.receipts == proof.hidden == proof.salts + 1


def test_a_missing_receipt_is_not_counted() -> None:
    was = line("0 mask")
    proof = verified(record.read(PROVEN.replace(was, was.partition(" #")[0])))
    assert proof.receipts == proof.hidden - 1


def test_receipts_hold_for_the_word_as_the_game_spells_it() -> None:
    was = line("1 mask")
    assert verified(record.read(PROVEN.replace(was, was.replace("mask", "MASK")))).receipts > 0


def test_the_example_of_the_page_holds() -> None:
    page = (Path(__file__).parents[2] / "docs/fairness.md").read_text("utf-8")
    seed = bytes(range(32))
    chance = Chance.of(seed, ("1001", "1002"))
    dice = chance.step(0)
    salt = chance.salt(19, 0, 1)
    for value in (
        f"`{commitment(seed)}`",
        f"`{brief(commitment(seed))}`",
        f"`{chance.key.hex()}`",
        ", ".join(str(dice.below(1 << 32)) for _ in range(3)),
        " ".join(map(str, chance.step(0).shuffled(range(9)))),
        " ".join(map(str, chance.seats(2, 2))),
        f"`{salt.hex()}`",
        f"`{receipt(salt, '4711', 19, 0, ('mask', '2'))}`",
    ):
        assert f"| {value} |" in page
