"""Spellings of records, and errors for broken records, each with a line and a key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import record
from games.chain import BrokenRecord
from games.words import LOCALES
from tests.games.match_lines import catch_broken_record
from tests.records.endings import replay_record

RECORD_HEAD = """
match 1
game schamanen
edition 1
options {"placement": "random"}
seats 2
"""
PLAYED_RECORD = f"{RECORD_HEAD}---\n0 mask 1\n1 mask b\n"


def find_break(text: str) -> tuple[int, str]:
    """Return the line and reason of the error for a broken record. Check its text in every language."""
    broken = catch_broken_record(text)
    for message in map(broken.format_error, LOCALES):
        assert "\n" not in message
        assert len(message) < 300
    return broken.line, broken.why.key


def test_header_keys_may_come_in_any_order() -> None:
    swapped = PLAYED_RECORD.replace("game schamanen\nedition 1\n", "edition 1\ngame schamanen\n")
    assert (
        replay_record(record.parse_record(PLAYED_RECORD)).step == replay_record(record.parse_record(swapped)).step == 1
    )


@pytest.mark.parametrize(
    "junk", ["", "\n\n", "# only a remark", "\0\1\2", "match 2", "match 2\n---", "---", "match", "{}", "x" * (1 << 20)]
)
def test_text_that_is_no_record_is_refused(junk: str) -> None:
    assert find_break(junk)[1] == "no-record"


@pytest.mark.parametrize("lines", range(2, 6))
def test_cut_header_is_refused(lines: int) -> None:
    """A plain header without its last line (`---`) is read as the header of a chained record."""
    text = "".join(f"{line}\n" for line in RECORD_HEAD.splitlines()[1 : lines + 1])
    assert find_break(text) == (2, "head")
    assert find_break("match 1\n") == (1, "cut-head")


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ("game schamanen", "game chequers", 3, "game-unknown"),
        ("game schamanen", "game", 3, "key-missing"),
        ("game schamanen\n", "", 5, "key-missing"),
        ("edition 1", "edition 2", 4, "edition"),
        ("edition 1", "edition one", 4, "number"),
        ("edition 1", "edition ²", 4, "number"),
        ("seats 2", "seats 3", 6, "seats"),
        ("seats 2", "seats 99999999999999999999", 6, "number"),
        ("seats 2", "seats -2", 6, "number"),
        ("seats 2", "players 2", 6, "key-unknown"),
        ("seats 2", "seats 2\nseats 2", 7, "key-twice"),
        ("seats 2", "seats 2\nsat 0 1", 7, "key-unknown"),
        ("seats 2", "seats 2\nnonces 1|2 3", 7, "nonces"),
        ("seats 2", "seats 2\nnonces 1 2 3", 7, "nonces"),
        ("seats 2", "seats 999999999", 6, "seats"),
        ('{"placement": "random"}', '{"duel_limit": 3, "duel_limit": 5}', 5, "options-json"),
        ("seats 2", "seats 2\nseed 12", 7, "hash"),
        ("seats 2", f"seats 2\nseed {'A' * 64}", 7, "hash"),
        ("seats 2", f"seats 2\ncommit {'a' * 64}", 7, "key-unknown"),
        ('{"placement": "random"}', "{", 5, "options-json"),
        ('{"placement": "random"}', "[]", 5, "options-json"),
        ('{"placement": "random"}', "[" * 100_000, 5, "options-json"),
        ('{"placement": "random"}', '{"duel_limit": ' + "9" * 5000 + "}", 5, "options-json"),
        ('{"placement": "random"}', '{"color": "red"}', 5, "option-unknown"),
        ('{"placement": "random"}', '{"placement": "thrown"}', 5, "option-value"),
        ('{"placement": "random"}', '{"placement": null}', 5, "option-value"),
        ("0 mask 1", "0 mask 4", 8, "illegal"),
        ("0 mask 1", "0", 8, "line"),
        ("0 mask 1", "zero mask 1", 8, "line"),
        ("0 mask 1", "7 mask 1", 8, "seat"),
        ("0 mask 1", "0 mask 1\n0 mask 2", 9, "sealed"),
        ("0 mask 1", f"0 mask 1 # {'0' * 32} {'0' * 64}", 8, "illegal"),
        ("0 mask 1", "0 !agree", 8, "not-offered"),
        ("0 mask 1", "0 !fly", 8, "illegal"),
        ("0 mask 1", "- mask 1", 8, "illegal"),
        ("0 mask 1", "0 !resign", 9, "ended"),
        ("1 mask b", "1 mask b\n1 swap a1 b1", 10, "not-awaited"),
    ],
)  # fmt: skip
def test_broken_record_is_refused_with_its_line(old: str, new: str, line: int, key: str) -> None:
    assert find_break(PLAYED_RECORD.replace(old, new, 1)) == (line, key)


def find_broken_line(text: str) -> int:
    """Return the line of the error in a broken record, or 0 for a valid one. Any other exception fails the test."""
    try:
        replay_record(record.parse_record(text))
    except BrokenRecord as error:
        return error.line
    return 0


@given(st.integers(0, len(PLAYED_RECORD)))
def test_record_cut_anywhere_is_read_or_refused(length: int) -> None:
    assert 0 <= find_broken_line(PLAYED_RECORD[:length]) <= PLAYED_RECORD.count("\n")


@given(st.text(max_size=60))
def test_noise_in_a_record_is_read_or_refused(noise: str) -> None:
    for text in (f"{RECORD_HEAD}---\n{noise}", f"match 1\n{noise}\n---", noise):
        assert find_broken_line(text) >= 0
