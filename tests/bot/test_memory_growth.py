"""A bot that plays for an hour uses no more memory than after its first twenty minutes."""

from __future__ import annotations

import asyncio
import gc
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final

import pytest

from bot import caches
from storage import Store
from tests.kit.discord import Discord
from tests.kit.match import NOON
from tests.kit.world import World, create_world

pytestmark = pytest.mark.gate

MATCHES: Final = 150
HOUR_MS: Final = 3_600_000
CACHE_SIZE: Final = 16
"""Of every `LruCache`, instead of 10,000: all are full after the first third.

The other caches hold 100 entries or fewer.
"""
MAX_GROWTH: Final = MATCHES // 2
"""Objects. A dictionary that keeps an entry for each match grows by more than 100 after the first third."""
SKIPPED: Final = (type, ModuleType, FunctionType, BuiltinFunctionType, CodeType, asyncio.AbstractEventLoop, Discord)
"""The fake Discord keeps every message, as the real one does."""


def count_objects(*roots: object) -> int:
    """Count everything that is reachable from these objects."""
    gc.collect()
    seen, left = set[int](), [*roots]
    while left:
        it: Any = left.pop()
        if id(it) not in seen and not isinstance(it, SKIPPED):
            seen.add(id(it))
            left += gc.get_referents(it)
    return len(seen)


async def play_match(world: World, number: int) -> None:
    """Two people who have never been here play, look at what there is to look at, and leave."""
    ann, ben = (world.person(1_000_000 + 2 * number + seat) for seat in (0, 1))
    match_id = await ann.invite(ben, "schamanen")
    await ben.accept(match_id)
    for person in (ann, ben):
        await person.choose(match_id)
        await person.board(match_id)
        await person.inbox()
    await ann.resign(match_id)
    await world.refresh(match_id)
    await world.quiet()
    for answer in (ann.replay(match_id), ben.profile(), ben.ladder(), ann.list(), ann.settings()):
        await answer


async def test_memory_does_not_grow_over_an_hour_of_matches(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "MAX_CACHE_ENTRIES", CACHE_SIZE)
    hour = [NOON]
    world = create_world(store, Discord(lambda: hour[0]), hour)
    counted = []
    for number in range(MATCHES):
        await play_match(world, number)
        await world.clock(NOON + (number + 1) * HOUR_MS // MATCHES)
        if (number + 1) % (MATCHES // 3) == 0:
            await world.herald.sweep_all_matches()
            await world.quiet()
            counted.append(count_objects(world.rooms))
    first, _, last = counted
    assert last - first < MAX_GROWTH, counted
