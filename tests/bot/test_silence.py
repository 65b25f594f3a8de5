"""Whoever is awaited is called, at it, known to want no call, or out of reach and the card says so; whenever we die."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.errors import Unreachable
from bot.herald import herald as heralds
from bot.herald.attendance import AT_IT
from bot.herald.channels import Place
from bot.preferences import Player
from bot.scenes.scene import Scene
from bot.table.deadlines import Due
from bot.table.table import Play
from bot.table.tables import Tables
from bot.time import DAY, HOUR
from games import GAMES
from storage import Database, Deadline, Outlook, Store
from storage.statement import Bound, Row
from tests.bot.billboard import DIRECT, Billboard
from tests.bot.sitting import ANN, BEN, CHANNEL, said
from tests.bot.town import NOON, Town, begun, chosen, settled
from tests.effort import LITTLE, MOST
from tests.storage.stores import present

CHOICES = 3


class Killed(asyncio.CancelledError):
    """Nobody catches it, as nobody catches a kill."""


@dataclass
class Life:
    """So many deeds are done, and no more: to be killed before one is to be killed after the last."""

    left: int

    @property
    def over(self) -> bool:
        return self.left <= 0

    async def does(self, deed: Callable[[], Awaitable[Any]]) -> Any:
        if self.over:
            raise Killed
        self.left -= 1
        came = await deed()
        if self.over:
            raise Killed
        return came


class Mortal:
    """A database that is written to by a process which dies."""

    def __init__(self, database: Database, life: Life) -> None:
        self.database = database
        self.life = life

    async def write(self, *writes: Bound) -> list[list[Row]]:
        return list(await self.life.does(lambda: self.database.write(*writes)))

    async def read(self, *queries: Bound) -> list[list[Row]]:
        if self.life.over:
            raise Killed
        return await self.database.read(*queries)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)


class Wire:
    """Discord, as far as a process reaches it that dies."""

    def __init__(self, board: Billboard, life: Life) -> None:
        self.board = board
        self.life = life

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self.board, name)
        return lambda *given: self.life.does(lambda: asked(*given))


def living(store: Store, board: Billboard, hour: list[int], life: Life) -> Town:
    wire: Any = Wire(board, life)
    return settled(Store(Mortal(store.database, life)), wire, hour)


async def told(one: Town, match: int) -> None:
    """And the clocks that ring when nobody is at it any more."""
    one.herald.stir(match)
    await one.herald.settle()
    one.hour[0] += AT_IT
    with suppress(Killed):
        await one.clock(one.hour[0])
    await one.herald.settle()


async def nobody_waits_in_vain(board: Billboard, table: Play, since: dict[int, int]) -> None:
    """Nor is anybody called twice."""
    for seat in table.match.waiting:
        person = table.people[seat]
        assert person is not None
        assert board.pings(person) == since[person] + 1, (person, table.match.step)


def deaths() -> Iterator[pytest.ParameterSet]:
    """In every game, however people are called; of both ways one by turns at every change. It dies some hundred times:
    on PostgreSQL in one game only.
    """
    for at, game in enumerate(key for key in GAMES if key != "morra"):
        for late, prompts in enumerate(("dm", "here") if at % 2 else ("here", "dm")):
            yield pytest.param("sqlite", game, prompts, marks=[pytest.mark.gate] if late else [])
    for prompts in ("dm", "here"):
        yield pytest.param("postgres", "schnick", prompts, marks=pytest.mark.gate)


@pytest.mark.again
@pytest.mark.parametrize(("database", "game", "prompts"), [*deaths()], indirect=["database"])
async def test_wherever_we_die_whoever_is_awaited_is_called(tables: Tables, game: str, prompts: str) -> None:
    """Without a clock nothing else would ever ask them. Each deed of the herald is once the last; with little effort
    every third, in another game another third, and with more the third that comes after it.
    """
    hour, survived = [NOON], False
    each = 1 if MOST else 3
    deeds = (list(GAMES).index(game) + (not LITTLE)) % each
    for person in (ANN, BEN):
        await settled(tables.store, Billboard(lambda: hour[0]), hour).preferences.set_player(
            person, Player.model_validate({"prompts": prompts})
        )
    while not survived:
        hour[0] += DAY
        life, board = Life(deeds), Billboard(lambda: hour[0])
        one = living(tables.store, board, hour, life)
        table = await begun(tables, game)
        since = {ANN: 0, BEN: 0}
        for _ in range(CHOICES):
            await told(one, table.id)
            if life.over:
                # The next process finds what the store holds.
                one = settled(tables.store, board, hour)
                await one.herald.catch_up()
                await told(one, table.id)
            # What goes without asking has been said meanwhile.
            now = await tables.table(table.id)
            assert isinstance(now, Play)
            await nobody_waits_in_vain(board, now, since)
            asked = now.people[max(now.match.waiting)]
            assert asked is not None
            since[asked] = board.pings(asked)
            table = await chosen(tables, table.id, asked, hour[0])
        survived = not life.over
        deeds += each
        await said(tables, table, 0, "!resign", now=hour[0])
        await settled(tables.store, board, hour).told(table.id)
    assert deeds > CHOICES


@pytest.mark.parametrize("prompts", ["dm", "here"])
async def test_whoever_chooses_while_they_are_being_called_is_called_for_the_next_step(
    tables: Tables, prompts: str
) -> None:
    """Discord takes its time, and they play on meanwhile where they are: that call was not for the next turn."""
    hour = [NOON]
    playing: list[int] = []
    steps: set[int] = set()

    class Slow(Billboard):
        async def post(self, channel: int, scene: Scene, once: str) -> Place:
            place = await super().post(channel, scene, once)
            hour[0] += 500
            while playing and (BEN in scene.called or channel == DIRECT + BEN):
                table = await tables.table(playing[0])
                assert isinstance(table, Play)
                waiting = {table.people[seat] for seat in table.match.waiting}
                steps.add(table.match.step)
                if len(steps) > 1 and BEN in waiting:
                    playing.clear()
                else:
                    await chosen(tables, table.id, BEN if BEN in waiting else ANN, hour[0])
            hour[0] += 500
            return place

    board = Slow(lambda: hour[0])
    one = settled(tables.store, board, hour)
    await one.preferences.set_player(BEN, Player.model_validate({"prompts": prompts}))
    table = await begun(tables, "schnick")
    # Who challenges first is a matter of dice.
    while isinstance(table, Play) and BEN not in {table.people[seat] for seat in table.match.waiting}:
        await chosen(tables, table.id, ANN, hour[0])
        table = await tables.table(table.id)
    playing.append(table.id)
    await told(one, table.id)
    assert not playing
    await told(one, table.id)
    assert board.pings(BEN) == 2


async def test_whom_the_card_cannot_call_is_written_to(tables: Tables) -> None:
    """Where the channel is out of reach nobody reads a card."""
    hour = [NOON]
    one = settled(tables.store, Billboard(lambda: hour[0]), hour)
    await one.preferences.set_player(ANN, Player(prompts="here"))
    table = await begun(one.tables)
    one.board.fails(f"post {CHANNEL}", *[Unreachable("unreachable-channel")] * 3)
    await one.told(table.id)
    assert one.board.pings(ANN) == 1
    assert one.board.direct(ANN)


async def test_who_is_reached_nowhere_is_tried_again(tables: Tables) -> None:
    hour = [NOON]
    one = settled(tables.store, Billboard(lambda: hour[0]), hour)
    table = await begun(one.tables)
    one.board.fails(f"post {CHANNEL}", *[Unreachable("unreachable-channel")] * 3)
    one.board.fails(f"tell {BEN}", Unreachable("unreachable-dm"))
    await one.told(table.id)
    assert one.board.pings(BEN) == 0
    one.board.troubles.clear()
    await one.clock(NOON + DAY)
    assert one.board.pings(BEN) == 1


async def test_an_old_card_says_too_that_somebody_has_left(tables: Tables) -> None:
    """It takes no edits any more, and whoever waits would wait for ever."""
    hour = [NOON]
    one = settled(tables.store, Billboard(lambda: hour[0]), hour)
    table = await begun(one.tables)
    await present(tables.store, [BEN], NOON)
    await one.told(table.id)
    one.board.left.add(BEN)
    await present(tables.store, [BEN], NOON + HOUR)
    await one.clock(NOON + AT_IT)
    await one.clock(NOON + HOUR + AT_IT)
    (card,) = one.board.at(CHANNEL)
    assert "left" in str(card.below), card.below


@pytest.mark.parametrize("known", ["none", "of another step"])
async def test_what_the_store_does_not_know_of_is_found_and_mended(tables: Tables, known: str) -> None:
    """Whoever lost it: the next look asks them, and counts that it had to."""
    hour = [NOON]
    one = settled(tables.store, Billboard(lambda: hour[0]), hour)
    table = await begun(one.tables)
    for it in await tables.store.standing(table.id):
        if it.kind == Due.CALL:
            await tables.store.lift(it)
            if known == "of another step":
                other = replace(it, step=it.step + 2)
                await tables.store.schedule(table.id, other)
                await tables.store.answer(other, "called")
    await tables.store.show(table.id, table.seq, CHANNEL, None)
    await one.herald.sweep()
    await one.herald.settle()
    assert [one.board.pings(person) for person in (ANN, BEN)] == [1, 1]
    assert one.rooms.crier.unasked == 2
    await one.herald.sweep()
    await one.herald.settle()
    assert one.rooms.crier.unasked == 2
    assert [one.board.pings(person) for person in (ANN, BEN)] == [1, 1]


@pytest.mark.parametrize("lost", range(5))
async def test_however_many_matches_there_are_each_is_looked_at(
    tables: Tables, lost: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some with each look, one after the other, and then from the beginning."""
    monkeypatch.setattr(heralds, "PATROL", 2)
    hour = [NOON]
    one = settled(tables.store, Billboard(lambda: hour[0]), hour)
    matches = [(await begun(one.tables, "schnick")).id for _ in range(5)]
    for match in matches:
        await one.told(match)
    for _ in range(2):
        for it in await tables.store.standing(matches[lost]):
            await tables.store.lift(it)
        before = one.rooms.crier.unasked
        for _ in range(3):
            await one.herald.sweep()
            await one.herald.settle()
        assert one.rooms.crier.unasked > before


async def test_what_is_stored_while_somebody_looks_is_not_missing(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = [NOON]
    one = settled(tables.store, Billboard(lambda: hour[0]), hour)
    table = await begun(one.tables)
    await one.told(table.id)
    look, late = one.rooms.store.outlook, [ANN, BEN]

    async def looks(match: int) -> Outlook | None:
        found = await look(match)
        while late:
            await chosen(one.tables, match, late.pop())
        return found

    monkeypatch.setattr(one.rooms.store, "outlook", looks)
    await one.told(table.id)
    assert not late
    assert one.rooms.crier.unasked == 0


async def test_who_is_not_awaited_is_not_called(tables: Tables) -> None:
    """Whatever stands in the store."""
    hour = [NOON]
    one = settled(tables.store, Billboard(lambda: hour[0]), hour)
    table = await begun(one.tables)
    await one.told(table.id)
    table = await chosen(one.tables, table.id, BEN)
    assert isinstance(table, Play)
    seat = table.seat_of(BEN)
    assert seat is not None
    await tables.store.schedule(table.id, Deadline(Due.CALL, hour[0], 0, seat))
    hour[0] += HOUR
    await one.clock(hour[0])
    assert one.board.pings(BEN) == 1
    assert [it.seat for it in await tables.store.standing(table.id) if it.kind == Due.CALL] != [seat]
