"""What is remembered of tables, and what many processes make of it, on both databases."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sized
from typing import Any, Final

import pytest

from bot import lru
from bot.herald.channels import Place, Sent
from bot.lru import Lru
from bot.scenes.scene import Scene
from bot.table.table import Begun, Play
from bot.table.tables import Tables
from storage import Database, Door, Header, Journal, Outlook, Store, Unstored
from storage.statement import Bound, Row
from tests.kit import world
from tests.kit.discord import Discord
from tests.kit.match import BEN, CAT, CHANNEL, DAN, NOON, begun, round_of, show, tabled

MANY: Final = 20


async def test_a_restart_finds_every_table_as_it_was(tables: Tables) -> None:
    table = await begun(tables, BEN, CAT)
    table = (await show(tables, await round_of(tables, table), 1, 3)).table
    assert await tabled(tables.store).table(table.id) == table


async def test_memory_is_bounded(store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    few = tabled(store, keep=2)
    played = [await begun(few, BEN) for _ in range(5)]
    loaded: list[int] = []
    load = store.load

    async def counted(match: int) -> Journal | None:
        loaded.append(match)
        return await load(match)

    monkeypatch.setattr(store, "load", counted)
    for table in reversed(played):
        assert await few.table(table.id) == table
    assert loaded == [table.id for table in reversed(played[:-2])]


async def test_who_looked_before_somebody_chose_finds_what_they_chose(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing is read anew for that: of a long match it takes a while."""
    table = await begun(tables, BEN)
    before = await tables.store.header(table.id)
    assert before
    chosen = (await show(tables, table, 0)).table
    monkeypatch.setattr(tables.store, "load", None)
    assert await tables.current(before) == chosen != table


async def test_two_processes_serve_one_match(tables: Tables) -> None:
    other = tabled(tables.store)
    table = await begun(tables, BEN)
    await other.table(table.id)
    for _ in range(3):
        # Each knows only its own last step until the store tells it more.
        assert isinstance(table, Begun)
        table = (await show(tables, table, 0, step=table.match.step if table.match else None)).table
        assert isinstance(table, Begun)
        table = (await show(other, table, 1, step=table.match.step if table.match else None)).table
    assert table.over
    assert isinstance(table, Begun)
    assert await tabled(tables.store).table(table.id) == table


async def test_everybody_at_once_on_many_processes(tables: Tables) -> None:
    table = await begun(tables, BEN, CAT, DAN)
    for step in range(3):
        calls = [show(tabled(tables.store), table, seat, step=step) for seat in range(4)]
        await asyncio.gather(*calls)
        table = await tabled(tables.store).table(table.id)
        assert isinstance(table, Begun)
        assert table.match.step == step + 1
    assert table.over


async def test_a_cancelled_call_leaves_the_table_usable(tables: Tables) -> None:
    table = await begun(tables, BEN)
    for pause in range(6):
        call = asyncio.ensure_future(show(tables, table, 0, fingers=1 + pause % 3))
        for _ in range(pause):
            await asyncio.sleep(0)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
    table = await round_of(tables, table)
    assert isinstance(table, Begun)
    assert table.match.step == 1
    assert await tabled(tables.store).table(table.id) == table


def test_what_is_recent_goes_once_there_is_newer() -> None:
    known: Lru[str, int] = Lru(2)
    for at, name in enumerate("abac"):
        known[name] = at
    assert known == {"a": 2, "c": 3}


async def test_what_others_have_ended_is_not_remembered_for_ever(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody says so to those who told it before; and what is forgotten of a match is told as well as ever."""
    monkeypatch.setattr(lru, "MOST", 2)
    hour = [NOON]
    one = world.create_world(tables.store, Discord(lambda: hour[0]), hour)
    played = [await world.begun(tables) for _ in range(5)]
    for table in played:
        await one.refresh(table.id)
        one.rooms.notice.clicked(table.id, Place(CHANNEL, 1))
        one.rooms.hands.turned(table.id, 0, "arrange.", again=False)
        one.rooms.hands.hinted(table.id, 0)
    rounds = one.rooms.rounds
    remembers = (one.herald, rounds, rounds.notice, rounds.notice.face, rounds.hands, rounds.crier, rounds.veil)
    assert all(len(it) <= 2 for each in remembers for it in vars(each).values() if isinstance(it, Sized))
    for table in played:
        await world.round_of(tables, table.id)
        await one.refresh(table.id)
    assert await tables.store.unshown() == []
    assert sum(bool(scene.rows) for scene in one.discord.at(CHANNEL)) == len(played)


@pytest.mark.parametrize("where", ["post", "open"])
async def test_what_waits_to_be_told_does_not_hold_all_that_its_people_play(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Discord takes a while; were each to hold the others meanwhile, a thousand matches would be a million."""
    waits, goes_on = asyncio.Event(), asyncio.Event()
    looked: set[int] = set()

    class Slow(Discord):
        async def post(self, channel: int, scene: Scene, once: str) -> Sent:
            await self._slowly("post")
            return await super().post(channel, scene, once)

        async def open(self, token: str, scene: Scene) -> int:
            await self._slowly("open")
            return await super().open(token, scene)

        async def _slowly(self, deed: str) -> None:
            if deed == where:
                waits.set()
                await goes_on.wait()

    hour = [NOON]
    one = world.create_world(tables.store, Slow(lambda: hour[0]), hour)
    played = [await world.begun(tables) for _ in range(MANY)]
    for table in played:
        for person in table.company:
            await tables.store.open_door(Door(table.id, person, 900, "token", NOON))
    outlook = tables.store.outlook

    async def looks(match: int) -> Outlook | None:
        found = await outlook(match)
        looked.add(match)
        return found

    monkeypatch.setattr(tables.store, "outlook", looks)
    before = held()
    for table in played:
        one.herald.stir(table.id)
    await waits.wait()
    while len(looked) < MANY:
        await asyncio.sleep(0)
    waiting = held()
    goes_on.set()
    await one.herald.settle()
    assert waiting - before <= 4 * MANY


def held() -> int:
    gc.collect()
    return sum(isinstance(it, Header) for it in gc.get_objects())


class Broken:
    """A database whose connection is lost in the middle of a write: whether it was stored nobody hears."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.breaks: bool | None = None
        """At the next write; and whether that is stored."""

    async def write(self, *writes: Bound) -> list[list[Row]]:
        breaks, self.breaks = self.breaks, None
        if breaks is None:
            return await self.database.write(*writes)
        if breaks:
            await self.database.write(*writes)
        raise Unstored("the connection was lost")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)


@pytest.mark.parametrize("stored", [False, True])
async def test_after_an_append_that_failed_memory_is_what_is_stored(tables: Tables, stored: bool) -> None:
    """Whoever presses next sees what counts, whatever their process believed."""
    broken = Broken(tables.store.database)
    mine = tabled(Store(broken))
    table = await begun(mine, BEN)
    broken.breaks = stored
    with pytest.raises(Unstored):
        await show(mine, table, 0)
    recalled = await mine.recalled(table.id, 0)
    assert isinstance(recalled, Play)
    assert (0 in recalled.match.sealed) == stored


async def test_nobody_is_refused_by_a_memory_that_others_have_outrun(tables: Tables) -> None:
    """Another process has stored the rest of the step, and this one has not heard of it."""
    other = tabled(tables.store)
    table = await begun(tables, BEN)
    await round_of(other, table)
    done = await show(tables, table, 0, step=1)
    assert isinstance(done.table, Play)
    assert (done.table.match.step, set(done.table.match.sealed)) == (1, {0})
