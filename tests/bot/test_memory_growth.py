"""Tests that a bot uses no more memory after an hour of matches than after twenty minutes."""

from __future__ import annotations

import asyncio
import gc
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final

import pytest

from bot import caches
from bot.wall_clock import HOUR_MS
from storage import Store
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import NOON_MS
from tests.kit.world import World, create_world

pytestmark = pytest.mark.gate

MATCH_COUNT: Final = 150
CACHE_SIZE: Final = 16
"""The size of each large cache, instead of 10,000 entries. The caches are full after the first third of the matches.

Other caches hold 100 entries or fewer.
"""
MAX_OBJECT_GROWTH: Final = MATCH_COUNT // 2
"""The limit on new objects after the first third of the matches. One dictionary entry per match would exceed it."""
SKIPPED_TYPES: Final = (
    type,
    ModuleType,
    FunctionType,
    BuiltinFunctionType,
    CodeType,
    asyncio.AbstractEventLoop,
    FakeDiscord,
)
"""Types that are not counted. The fake Discord is one of them, since it keeps every message, as Discord does."""


def count_objects(*roots: object) -> int:
    """Count all objects that are reachable from these."""
    gc.collect()
    seen, unvisited = set[int](), [*roots]
    while unvisited:
        item: Any = unvisited.pop()
        if id(item) not in seen and not isinstance(item, SKIPPED_TYPES):
            seen.add(id(item))
            unvisited += gc.get_referents(item)
    return len(seen)


async def play_match(world: World, match_number: int) -> None:
    """Have two new people play a match and open the bot's pages."""
    ann, ben = (world.person(1_000_000 + 2 * match_number + seat) for seat in (0, 1))
    match_id = await ann.invite(ben, "schamanen")
    await ben.accept(match_id)
    for person in (ann, ben):
        await person.submit_move(match_id)
        await person.show_board(match_id)
        await person.open_inbox()
    await ann.resign(match_id)
    await world.refresh(match_id)
    await world.wait_until_idle()
    for command in (
        ann.open_review(match_id),
        ben.show_profile(),
        ben.show_ladder(),
        ann.list_matches(),
        ann.open_settings(),
    ):
        await command


async def test_memory_does_not_grow_over_an_hour_of_matches(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "MAX_CACHE_ENTRIES", CACHE_SIZE)
    time_ms = [NOON_MS]
    world = create_world(store, FakeDiscord(lambda: time_ms[0]), time_ms)
    object_counts = []
    for number in range(MATCH_COUNT):
        await play_match(world, number)
        await world.advance_time(NOON_MS + (number + 1) * HOUR_MS // MATCH_COUNT)
        if (number + 1) % (MATCH_COUNT // 3) == 0:
            await world.delivery.sweep_all_matches()
            await world.wait_until_idle()
            object_counts.append(count_objects(world.services))
    first, _, last = object_counts
    assert last - first < MAX_OBJECT_GROWTH, object_counts
