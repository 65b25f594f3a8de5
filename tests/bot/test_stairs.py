"""Ranks on ladders of many are counted from steps, which are counted anew by nobody who waits."""

from __future__ import annotations

import asyncio
from unittest.mock import AsyncMock

import pytest

from bot.ladder import stairs
from bot.ladder.stairs import Stairs
from storage import Change, Rating, Store, Unstored
from tests.storage.matches import chose, opening

LADDER = (11, "pebbles", 1)


@pytest.fixture
def hour(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    hour = [0.0]
    monkeypatch.setattr("bot.lru.time.monotonic", lambda: hour[0])
    monkeypatch.setattr(stairs, "HEIGHT", 5)
    return hour


async def came(store: Store, *players: int) -> None:
    """Whoever has the lowest number is the best."""
    ratings = tuple(Rating(*LADDER, player, float(-player), 25.0, 8.0, 1, 5) for player in players)
    await store.create(opening(), [chose("x")], Change(ratings=ratings))


async def settled() -> None:
    while counting := [it for it in asyncio.all_tasks() if it.get_name().startswith("stairs")]:
        await asyncio.wait(counting)


async def place(found: Stairs, player: int) -> int:
    standing = await found.rank(LADDER, player)
    await settled()
    return standing.place if standing else 0


async def test_up_to_the_first_step_it_is_exact_and_below_as_old_as_the_steps(store: Store, hour: list[float]) -> None:
    await came(store, *range(10, 30))
    found = Stairs(store)
    assert [await place(found, player) for player in (12, 29)] == [3, 20]
    await came(store, 1)
    assert [await place(found, player) for player in (1, 12, 29)] == [1, 4, 20]
    assert [above for above, _ in await found.above(LADDER, -12.0, -29.0)] == [3, 19]
    assert await found.players(LADDER) == 20
    hour[0] += stairs.FRESH + 1
    assert await place(found, 29) == 20, "nobody waits for it"
    assert [await place(found, player) for player in (1, 12, 29)] == [1, 4, 21]
    assert await found.players(LADDER) == 21


async def test_of_few_nothing_is_remembered(store: Store, hour: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    await came(store, *range(10, 15))
    counted = AsyncMock(return_value=[])
    monkeypatch.setattr(store, "steps", counted)
    found = Stairs(store)
    assert await place(found, 14) == 5
    assert await found.players(LADDER) == 5
    await came(store, 1)
    assert await place(found, 14) == 6
    assert counted.await_count == 1


async def test_where_steps_cannot_be_counted_all_is(
    store: Store, hour: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    await came(store, *range(10, 30))
    monkeypatch.setattr(store, "steps", AsyncMock(side_effect=Unstored("no")))
    found = Stairs(store)
    assert await place(found, 29) == 20
    await came(store, 1)
    assert await place(found, 29) == 21
