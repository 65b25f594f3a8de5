"""Tests for the match cache, with one process and with several."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sized
from typing import Any, Final

import pytest

from bot import caches
from bot.caches import BoundedCache
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.messenger import MessageLocation
from bot.screens.player_screen_state import PlayerScreenContext
from storage import Database, InteractionToken, MatchHeader, Store, StoreUnavailable
from storage.statement import BoundStatement, Row
from tests.kit.calls import record_calls
from tests.kit.matches import (
    BEN,
    CAT,
    CHANNEL_ID,
    DAN,
    NOON_MS,
    begin_morra,
    create_match_service,
    play_morra_round,
    play_token,
    show_fingers,
)
from tests.kit.world import World, begin_match_with_ben, play_first_legal_moves_of_both, restart_world

MATCH_COUNT: Final = 12


async def test_match_dropped_from_the_full_cache_is_loaded_again(
    store: Store, matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_service = create_match_service(store, capacity=2)
    played_matches = [await begin_morra(small_service, BEN) for _ in range(5)]
    loaded_ids = record_calls(monkeypatch, store.journal, "load_match")
    for match in reversed(played_matches):
        assert await small_service.find_match(match.id) == match
    assert loaded_ids == [match.id for match in reversed(played_matches[:-2])]


async def test_cache_keeps_all_live_matches_but_few_ended_ones(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.cache.MAX_ENDED_MATCHES", 2)
    live, *ended = [await begin_morra(matches, BEN) for _ in range(5)]
    for match in ended:
        await play_token(matches, match, 0, "!resign")
    loaded_ids = record_calls(monkeypatch, matches.store.journal, "load_match")
    for match in (live, *reversed(ended)):
        await matches.find_match(match.id)
    assert loaded_ids == [match.id for match in reversed(ended[:-2])]


async def test_current_match_is_loaded_from_the_cache(matches: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await begin_morra(matches, BEN)
    old_header = await matches.store.matches.load_header(match.id)
    assert old_header
    match_after_move = await show_fingers(matches, match, 0)
    monkeypatch.setattr(matches.store.journal, "load_match", None)
    assert await matches.load_current(old_header) == match_after_move != match


async def test_players_may_move_at_once_in_separate_processes(matches: MatchService) -> None:
    match: MatchState = await begin_morra(matches, BEN, CAT, DAN)
    for step in range(3):
        await asyncio.gather(
            *[show_fingers(create_match_service(matches.store), match, seat, step=step) for seat in range(4)]
        )
        match = await create_match_service(matches.store).find_match(match.id)
        assert isinstance(match, StartedMatch)
        assert match.engine.step == step + 1
    assert match.is_over


async def test_cancelled_call_leaves_the_match_usable(matches: MatchService) -> None:
    match: MatchState = await begin_morra(matches, BEN)
    for pause in range(6):
        call = asyncio.ensure_future(show_fingers(matches, match, 0, fingers=1 + pause % 3))
        for _ in range(pause):
            await asyncio.sleep(0)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
    match = await play_morra_round(matches, match)
    assert match.engine.step == 1
    assert await create_match_service(matches.store).find_match(match.id) == match


def test_full_cache_drops_the_least_recently_set_entry() -> None:
    cache: BoundedCache[str, int] = BoundedCache(2)
    for index, name in enumerate("abac"):
        cache[name] = index
    assert cache == {"a": 2, "c": 3}


async def test_caches_are_bounded_without_notice_of_ended_matches(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caches, "MAX_CACHE_ENTRIES", 2)
    world = restart_world(world)
    played_matches = [await world.begin_match() for _ in range(4)]
    refresher = world.delivery.refresher
    for match in played_matches:
        refresher.card_tracker.remember_clicked_location(match.id, MessageLocation(CHANNEL_ID, 1))
        world.services.player_renderer.save_draft(match.id, match, PlayerScreenContext(move_prefix="arrange."))
        world.services.player_renderer.mark_hint(match.id, 0)
    owners = (
        world.delivery,
        refresher,
        refresher.card_tracker,
        world.services.card_renderer,
        world.services.player_renderer,
        refresher.reveal_covering,
        refresher.player_messages,
        refresher.notifier,
        refresher.temporary_reveal,
    )
    assert all(len(cache) <= 2 for owner in owners for cache in vars(owner).values() if isinstance(cache, Sized))
    for match in played_matches:
        await play_first_legal_moves_of_both(world.matches, match.id)
        await world.refresh(match.id)
    assert await world.store.matches.list_unshown() == []
    assert sum(bool(scene.rows) for scene in world.discord.list_scenes(CHANNEL_ID)) == len(played_matches)


@pytest.mark.parametrize("operation", ["post_message", pytest.param("send_ephemeral", marks=pytest.mark.gate)])
async def test_waiting_deliveries_keep_few_match_headers_in_memory(
    world: World, monkeypatch: pytest.MonkeyPatch, operation: str
) -> None:
    """If each of a thousand deliveries kept all matches of its players, memory would hold a million headers."""
    played_matches = [await begin_match_with_ben(world.matches) for _ in range(MATCH_COUNT)]
    for match in played_matches:
        for person_id in match.involved_person_ids:
            await world.store.player_messages.save_token(InteractionToken(match.id, person_id, 900, "token", NOON_MS))
    hold = world.discord.hold_operation(operation)
    refreshed_ids = record_calls(monkeypatch, world.store.delivery_states, "load_state")
    header_count_before = count_cached_headers()
    for match in played_matches:
        world.delivery.schedule_refresh(match.id)
    await hold.reached.wait()
    while len({*refreshed_ids}) < MATCH_COUNT:
        await asyncio.sleep(0)
    for _ in range(20):
        await asyncio.sleep(0)
    header_count = count_cached_headers()
    hold.released.set()
    await world.delivery.wait_until_delivered()
    assert header_count - header_count_before <= 4 * MATCH_COUNT


def count_cached_headers() -> int:
    gc.collect()
    return sum(isinstance(item, MatchHeader) for item in gc.get_objects())


class DisconnectingDatabase:
    """A database that loses its connection during a write. The caller cannot know whether the write was stored."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.stores_failing_write: bool | None = None
        """Whether the next write is stored although it fails. None lets it succeed."""

    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        stores, self.stores_failing_write = self.stores_failing_write, None
        if stores is None:
            return await self.database.write(*writes)
        if stores:
            await self.database.write(*writes)
        raise StoreUnavailable("the connection was lost")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)


@pytest.mark.parametrize("stored", [False, True])
async def test_match_after_a_failed_write_equals_the_stored_match(matches: MatchService, stored: bool) -> None:
    database = DisconnectingDatabase(matches.store.database)
    service = create_match_service(Store(database))
    match = await begin_morra(service, BEN)
    database.stores_failing_write = stored
    with pytest.raises(StoreUnavailable):
        await show_fingers(service, match, 0)
    found_match = await service.find_at_step(match.id, 0)
    assert isinstance(found_match, RunningMatch)
    assert (0 in found_match.engine.sealed) == stored


async def test_move_is_accepted_although_the_cached_match_is_outdated(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    await play_morra_round(create_match_service(matches.store), match)
    assert isinstance(await matches.find_at_step(match.id, 1), RunningMatch)
    after = await show_fingers(matches, match, 0, step=1)
    assert isinstance(after, RunningMatch)
    assert (after.engine.step, set(after.engine.sealed)) == (1, {0})
