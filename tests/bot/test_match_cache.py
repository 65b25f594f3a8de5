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
from tests.kit.match import BEN, CAT, CHANNEL, DAN, NOON, begun, round_of, show, tabled
from tests.kit.world import World

MANY: Final = 12


async def test_memory_is_bounded_and_the_store_is_the_truth(
    store: Store, matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = tabled(store, keep=2)
    played = [await begun(few, BEN) for _ in range(5)]
    loaded = record_calls(monkeypatch, store.journal, "load_match")
    for match in reversed(played):
        assert await few.find_match(match.id) == match
    assert loaded == [match.id for match in reversed(played[:-2])]


async def test_choice_of_another_player_is_found_without_reading_the_match_anew(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(matches, BEN)
    before = await matches.store.matches.load_header(match.id)
    assert before
    chosen = (await show(matches, match, 0)).match
    monkeypatch.setattr(matches.store.journal, "load_match", None)
    assert await matches.load_current(before) == chosen != match


async def test_everybody_chooses_at_once_in_processes_of_their_own(matches: MatchService) -> None:
    match = await begun(matches, BEN, CAT, DAN)
    for step in range(3):
        await asyncio.gather(*[show(tabled(matches.store), match, seat, step=step) for seat in range(4)])
        match = await tabled(matches.store).find_match(match.id)
        assert isinstance(match, StartedMatch)
        assert match.engine.step == step + 1
    assert match.is_over


async def test_cancelled_call_leaves_the_match_usable(matches: MatchService) -> None:
    match = await begun(matches, BEN)
    for pause in range(6):
        call = asyncio.ensure_future(show(matches, match, 0, fingers=1 + pause % 3))
        for _ in range(pause):
            await asyncio.sleep(0)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
    match = await round_of(matches, match)
    assert isinstance(match, StartedMatch)
    assert match.engine.step == 1
    assert await tabled(matches.store).find_match(match.id) == match


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
    rounds = world.herald.refresher
    for match in played:
        rounds.card_tracker.remember_clicked_location(match.id, MessageLocation(CHANNEL, 1))
        world.rooms.player_renderer.save_draft(match.id, 0, "arrange.", again=False)
        world.rooms.player_renderer.mark_hint(match.id, 0)
    remembers = (
        world.herald,
        rounds,
        rounds.card_tracker,
        world.rooms.card_renderer,
        world.rooms.player_renderer,
        rounds.reveal_covering,
        rounds.player_messages,
        rounds.notifier,
        rounds.temporary_reveal,
    )
    assert all(len(it) <= 2 for each in remembers for it in vars(each).values() if isinstance(it, Sized))
    for match in played:
        await kit.round_of(world.tables, match.id)
        await world.refresh(match.id)
    assert await world.store.matches.list_unshown() == []
    assert sum(bool(scene.rows) for scene in world.discord.at(CHANNEL)) == len(played)


@pytest.mark.parametrize("where", ["post", pytest.param("open", marks=pytest.mark.gate)])
async def test_matches_that_wait_to_be_told_do_not_hold_each_other(
    world: World, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Discord takes a while; were each to hold all that its people play, a thousand matches would be a million."""
    played = [await kit.begun(world.tables) for _ in range(MANY)]
    for match in played:
        for person_id in match.involved_person_ids:
            await world.store.player_messages.save_token(InteractionToken(match.id, person_id, 900, "token", NOON))
    hold = world.discord.hold(where)
    looked = record_calls(monkeypatch, world.store.delivery_states, "load_state")
    before = count_headers()
    for match in played:
        world.herald.schedule_refresh(match.id)
    await hold.reached.wait()
    while len({*looked}) < MANY:
        await asyncio.sleep(0)
    for _ in range(20):
        await asyncio.sleep(0)
    waiting = count_headers()
    hold.released.set()
    await world.herald.wait_until_delivered()
    assert waiting - before <= 4 * MANY


def count_headers() -> int:
    gc.collect()
    return sum(isinstance(it, MatchHeader) for it in gc.get_objects())


class Broken:
    """A database whose connection is lost in the middle of a write: whether it was stored nobody hears."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.breaks: bool | None = None
        """At the next write; and whether that is stored."""

    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        breaks, self.breaks = self.breaks, None
        if breaks is None:
            return await self.database.write(*writes)
        if breaks:
            await self.database.write(*writes)
        raise StoreUnavailable("the connection was lost")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)


@pytest.mark.parametrize("stored", [False, True])
async def test_memory_is_what_is_stored_after_a_write_that_failed(matches: MatchService, stored: bool) -> None:
    broken = Broken(matches.store.database)
    mine = tabled(Store(broken))
    match = await begun(mine, BEN)
    broken.breaks = stored
    with pytest.raises(StoreUnavailable):
        await show(mine, match, 0)
    recalled = await mine.find_at_step(match.id, 0)
    assert isinstance(recalled, RunningMatch)
    assert (0 in recalled.engine.sealed) == stored


async def test_nobody_is_refused_by_a_memory_that_others_have_outrun(matches: MatchService) -> None:
    match = await begun(matches, BEN)
    await round_of(tabled(matches.store), match)
    assert isinstance(await matches.find_at_step(match.id, 1), RunningMatch)
    done = await show(matches, match, 0, step=1)
    assert isinstance(done.match, RunningMatch)
    assert (done.match.engine.step, set(done.match.engine.sealed)) == (1, {0})
