"""Holidays are facts: one at a time, from now on, and over when they are ended."""

from __future__ import annotations

import pytest

from storage import Deadline, Holiday, Store
from tests.storage.matches import ANNA, BEN, opened

pytestmark = pytest.mark.asyncio


async def test_one_at_a_time(store: Store) -> None:
    assert await store.take_holiday(ANNA, 100, 200)
    assert not await store.take_holiday(ANNA, 150, 900)
    assert await store.take_holiday(BEN, 150, 250)
    assert await store.take_holiday(ANNA, 200, 300)
    assert await store.holidays_of(ANNA) == [Holiday(ANNA, 100, 200, 100), Holiday(ANNA, 200, 300, 200)]


async def test_who_comes_back_is_there(store: Store) -> None:
    assert not await store.end_holiday(ANNA, 100)
    await store.take_holiday(ANNA, 100, 200)
    assert await store.end_holiday(ANNA, 130)
    assert not await store.end_holiday(ANNA, 140)
    assert await store.holidays_of(ANNA) == [Holiday(ANNA, 100, 130, 130)]


async def test_with_that_all_that_is_theirs_is_due(store: Store) -> None:
    both = (Deadline("turn", 900, 1, 0), Deadline("turn", 900, 1, 1), Deadline("limit", 900, 0))
    match = (await opened(store, due=both)).match
    await store.take_holiday(ANNA, 100, 800)
    await store.end_holiday(ANNA, 130)
    assert {(it.kind, it.seat, it.due) for it in await store.standing(match)} == {
        ("turn", 0, 130), ("turn", 1, 900), ("limit", -1, 900)
    }  # fmt: skip


async def test_so_are_calls_where_nobody_has_a_seat_yet(store: Store) -> None:
    """Their numbers go on below those of seats, and by these it is not known whose they are."""
    match = (await opened(store, due=(Deadline("call", 900, 1, -2), Deadline("offer", 900, 0)))).match
    other = (await opened(store, 2, (BEN, 1003), due=(Deadline("call", 900, 1, -2),))).match
    await store.take_holiday(ANNA, 100, 800)
    await store.end_holiday(ANNA, 130)
    assert {(it.kind, it.due) for it in await store.standing(match)} == {("call", 130), ("offer", 900)}
    assert [it.due for it in await store.standing(other)] == [900]


async def test_what_is_new_is_told_to_who_asks(store: Store) -> None:
    await store.take_holiday(ANNA, 100, 200)
    await store.take_holiday(BEN, 150, 950)
    assert [it.person for it in await store.holidays(0, 0)] == [ANNA, BEN]
    assert [it.person for it in await store.holidays(150, 0)] == [BEN]
    assert [it.person for it in await store.holidays(0, 200)] == [BEN]
    await store.end_holiday(BEN, 300)
    assert await store.holidays(300, 0) == [Holiday(BEN, 150, 300, 300)]
