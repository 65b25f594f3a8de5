"""Checks that the dice follow `docs/fairness.md` and that all results are equally likely."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dice import Chance, Dice


def compute_hmac(key: bytes, message: bytes) -> bytes:
    """Compute HMAC-SHA256 as in RFC 2104, without support for keys longer than one block."""
    padded = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def list_numbers(key: bytes, blocks: int) -> list[int]:
    rows = [compute_hmac(key, block.to_bytes(8, "big")) for block in range(blocks)]
    return [int.from_bytes(row[start : start + 4], "big") for row in rows for start in range(0, 32, 4)]


def test_numbers_follow_the_specification() -> None:
    dice = Dice(b"key")
    assert [dice.draw_below(1 << 32) for _ in range(20)] == list_numbers(b"key", 3)[:20]


def test_numbers_beyond_the_fair_range_are_dropped() -> None:
    bound = (1 << 31) + 1
    fair = [number for number in list_numbers(b"key", 8) if number < bound]
    assert len(fair) < 60
    dice = Dice(b"key")
    assert [dice.draw_below(bound) for _ in fair] == fair


def test_draw_below_one_consumes_a_number() -> None:
    dice = Dice(b"key")
    assert dice.draw_below(1) == 0
    assert dice.draw_below(1 << 32) == list_numbers(b"key", 1)[1]


def test_shuffle_is_fisher_yates_from_the_end() -> None:
    deck = list("abcdefghi")
    numbers = iter(list_numbers(b"key", 2))
    for last in range(8, 0, -1):
        other = next(numbers) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    assert Dice(b"key").shuffle("abcdefghi") == deck


def test_shuffled_orders_are_equally_likely() -> None:
    orders = Counter("".join(Dice(str(roll).encode()).shuffle("abcd")) for roll in range(12_000))
    assert len(orders) == 24
    # Chi square with 23 degrees of freedom: above 60 once in twenty thousand.
    assert sum((count - 500) ** 2 / 500 for count in orders.values()) < 60


@given(st.binary(max_size=40), st.integers(1, 1 << 32))
def test_drawn_number_is_below_its_bound(key: bytes, bound: int) -> None:
    assert 0 <= Dice(key).draw_below(bound) < bound


def test_match_key_is_the_hmac_of_the_nonces() -> None:
    assert Chance.derive(b"s" * 32, ("1001", "1002")).key == compute_hmac(b"s" * 32, b"1001|1002")
    assert Chance.derive(bytes(32), ()).key == compute_hmac(bytes(32), b"")


@pytest.mark.parametrize(
    ("dice", "use"),
    [
        (lambda chance: chance.step_dice(0), b"step/0"),
        (lambda chance: chance.step_dice(17), b"step/17"),
        (lambda chance: chance.house_dice(1, 5), b"house/1/5"),
    ],
)
def test_dice_of_each_use_have_their_own_key(dice, use) -> None:  # type: ignore[no-untyped-def]  # see the table above
    chance = Chance.derive(b"seed", ("1",))
    assert dice(chance).draw_below(1 << 32) == list_numbers(compute_hmac(chance.key, use), 1)[0]


def test_salt_is_the_first_16_bytes_of_its_key() -> None:
    chance = Chance.derive(b"seed", ())
    assert chance.derive_salt(19, 0, 2) == compute_hmac(chance.key, b"salt/19/0/2")[:16]


def test_seats_are_the_first_shuffled_ones() -> None:
    chance = Chance.derive(b"seed", ("1", "2", "3"))
    drawn = tuple(Dice(compute_hmac(chance.key, b"seats")).shuffle(range(4)))
    assert chance.draw_seats(4, 4) == drawn
    assert chance.draw_seats(4, 1) == drawn[:1]
