"""The cache of matches, also with several processes."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sized
from typing import Any, Final

import pytest

from bot import caches
from bot.caches import BoundedCache
from bot.matches.model import RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.messenger import MessageLocation
from storage import Database, InteractionToken, MatchHeader, Store, StoreUnavailable
from storage.statement import BoundStatement, Row
from tests.kit import world as kit
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
    show_fingers,
)
from tests.kit.world import World

MATCH_COUNT: Final = 12


async def test_memory_is_bounded_and_the_store_is_the_truth(
    store: Store, matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = create_match_service(store, capacity=2)
    played = [await begin_morra(few, BEN) for _ in range(5)]
    loaded = record_calls(monkeypatch, store.journal, "load_match")
    for match in reversed(played):
        assert await few.find_match(match.id) == match
    assert loaded == [match.id for match in reversed(played[:-2])]


async def test_choice_of_another_player_is_found_without_reading_the_match_anew(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin_morra(matches, BEN)
    before = await matches.store.matches.load_header(match.id)
    assert before
    chosen = (await show_fingers(matches, match, 0)).match
    monkeypatch.setattr(matches.store.journal, "load_match", None)
    assert await matches.load_current(before) == chosen != match


async def test_everybody_chooses_at_once_in_processes_of_their_own(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN, CAT, DAN)
    for step in range(3):
        await asyncio.gather(
            *[show_fingers(create_match_service(matches.store), match, seat, step=step) for seat in range(4)]
        )
        match = await create_match_service(matches.store).find_match(match.id)
        assert isinstance(match, StartedMatch)
        assert match.engine.step == step + 1
    assert match.is_over


async def test_cancelled_call_leaves_the_match_usable(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    for pause in range(6):
        call = asyncio.ensure_future(show_fingers(matches, match, 0, fingers=1 + pause % 3))
        for _ in range(pause):
            await asyncio.sleep(0)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
    match = await play_morra_round(matches, match)
    assert isinstance(match, StartedMatch)
    assert match.engine.step == 1
    assert await create_match_service(matches.store).find_match(match.id) == match


def test_least_recently_set_is_forgotten_first() -> None:
    known: BoundedCache[str, int] = BoundedCache(2)
    for at, name in enumerate("abac"):
        known[name] = at
    assert known == {"a": 2, "c": 3}


async def test_match_that_another_process_has_ended_is_not_remembered_for_ever(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caches, "MAX_CACHE_ENTRIES", 2)
    world = kit.restart_world(world)
    played = [await world.begin_match() for _ in range(4)]
    rounds = world.delivery.refresher
    for match in played:
        rounds.card_tracker.remember_clicked_location(match.id, MessageLocation(CHANNEL_ID, 1))
        world.services.player_renderer.save_draft(match.id, 0, "arrange.", again=False)
        world.services.player_renderer.mark_hint(match.id, 0)
    remembers = (
        world.delivery,
        rounds,
        rounds.card_tracker,
        world.services.card_renderer,
        world.services.player_renderer,
        rounds.reveal_covering,
        rounds.player_messages,
        rounds.notifier,
        rounds.temporary_reveal,
    )
    assert all(len(it) <= 2 for each in remembers for it in vars(each).values() if isinstance(it, Sized))
    for match in played:
        await kit.play_first_legal_moves_of_both(world.matches, match.id)
        await world.refresh(match.id)
    assert await world.store.matches.list_unshown() == []
    assert sum(bool(scene.rows) for scene in world.discord.list_scenes(CHANNEL_ID)) == len(played)


@pytest.mark.parametrize("where", ["post_message", pytest.param("send_ephemeral", marks=pytest.mark.gate)])
async def test_matches_that_wait_to_be_told_do_not_hold_each_other(
    world: World, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Discord takes a while; were each to hold all that its people play, a thousand matches would be a million."""
    played = [await kit.begin_match_with_ben(world.matches) for _ in range(MATCH_COUNT)]
    for match in played:
        for person_id in match.involved_person_ids:
            await world.store.player_messages.save_token(InteractionToken(match.id, person_id, 900, "token", NOON_MS))
    hold = world.discord.hold_operation(where)
    looked = record_calls(monkeypatch, world.store.delivery_states, "load_state")
    before = count_cached_headers()
    for match in played:
        world.delivery.schedule_refresh(match.id)
    await hold.reached.wait()
    while len({*looked}) < MATCH_COUNT:
        await asyncio.sleep(0)
    for _ in range(20):
        await asyncio.sleep(0)
    waiting = count_cached_headers()
    hold.released.set()
    await world.delivery.wait_until_delivered()
    assert waiting - before <= 4 * MATCH_COUNT


def count_cached_headers() -> int:
    gc.collect()
    return sum(isinstance(it, MatchHeader) for it in gc.get_objects())


class DisconnectingDatabase:
    """A database whose connection is lost in the middle of a write: whether it was stored nobody hears."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.breaks_before_write: bool | None = None
        """At the next write; and whether that is stored."""

    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        breaks, self.breaks_before_write = self.breaks_before_write, None
        if breaks is None:
            return await self.database.write(*writes)
        if breaks:
            await self.database.write(*writes)
        raise StoreUnavailable("the connection was lost")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)


@pytest.mark.parametrize("stored", [False, True])
async def test_memory_is_what_is_stored_after_a_write_that_failed(matches: MatchService, stored: bool) -> None:
    broken = DisconnectingDatabase(matches.store.database)
    mine = create_match_service(Store(broken))
    match = await begin_morra(mine, BEN)
    broken.breaks_before_write = stored
    with pytest.raises(StoreUnavailable):
        await show_fingers(mine, match, 0)
    recalled = await mine.find_at_step(match.id, 0)
    assert isinstance(recalled, RunningMatch)
    assert (0 in recalled.engine.sealed) == stored


async def test_nobody_is_refused_by_a_memory_that_others_have_outrun(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    await play_morra_round(create_match_service(matches.store), match)
    assert isinstance(await matches.find_at_step(match.id, 1), RunningMatch)
    done = await show_fingers(matches, match, 0, step=1)
    assert isinstance(done.match, RunningMatch)
    assert (done.match.engine.step, set(done.match.engine.sealed)) == (1, {0})
