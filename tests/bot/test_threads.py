"""A match in a thread of its own: one line above it, play in it, and at the end the line is the card again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, cast

import pytest

from bot.errors import Lost, Unavailable, Unreachable
from bot.herald import herald as heralds
from bot.herald.channels import Place
from bot.herald.threads import home
from bot.preferences import Server
from bot.scenes.scene import Scene
from bot.table.table import Begun, Table
from bot.table.tables import Tables
from bot.time import HOUR, MINUTE
from games.match import RESIGN
from storage import Store
from tests.bot.databases import both_databases
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause, said
from tests.kit.world import EARLIER, World, challenge, create_world, round_of
from tests.storage.stores import present


@pytest.fixture
async def world(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(heralds, "AGAIN", (0.05,))
    hour = [NOON]
    one = create_world(tables.store, Discord(lambda: hour[0]), hour)
    await one.preferences.set_server(SERVER, Server(threads=True))
    return one


async def accepted(world: World) -> Table:
    table = await challenge(world.tables)
    await world.refresh(table.id)
    await world.tables.sit(table.id, BEN, cause=cause(), now=EARLIER)
    await world.refresh(table.id)
    return table


async def test_the_card_becomes_one_line_and_play_is_in_the_thread(world: World) -> None:
    await accepted(world)
    (line,) = world.discord.at(CHANNEL)
    ((thread, name),) = world.discord.threads.items()
    assert line.above[0].endswith(f"· Woodwalkers · <#{thread}>")
    assert (len(line.above), line.below, line.rows, line.board) == (1, (), (), None)
    assert name in {"Ann – Ben · Woodwalkers", "Ben – Ann · Woodwalkers"}
    assert [bool(scene.board and scene.rows) for scene in world.discord.at(thread)] == [True]


async def test_a_name_of_a_thread_is_not_too_long(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kit.discord.NAMES", {ANN: "Anna " * 20, BEN: "Ben"})
    await accepted(world)
    (name,) = world.discord.threads.values()
    assert len(name) <= 100
    assert name.endswith("… · Woodwalkers")


@pytest.mark.parametrize("no", [Unreachable("no-thread"), Lost()])
async def test_where_no_thread_can_be_made_it_is_played_in_the_channel(world: World, no: Lost | Unreachable) -> None:
    world.discord.fails("thread", no)
    await accepted(world)
    ((place, scene),) = world.discord.alive()
    assert place.channel == CHANNEL
    assert scene.board


async def test_one_thread_is_made_however_often_it_takes(world: World) -> None:
    for deed in ("post", "edit"):
        world.discord.fails(deed, Unavailable("away"), Unavailable("away"))
    table = await accepted(world)
    header = await world.tables.store.header(table.id)
    assert header
    assert list(world.discord.threads) == [header.channel]
    assert header.home == CHANNEL
    assert len(world.discord.at(header.channel)) == len(world.discord.at(CHANNEL)) == 1


async def test_at_the_end_the_line_is_the_card_and_the_thread_has_no_buttons(world: World) -> None:
    table = await accepted(world)
    (line,) = [place for place in world.discord.messages if place.channel == CHANNEL]
    (thread,) = world.discord.threads
    await world.discord.post(CHANNEL, Scene(above=("Hello",)), "hello")
    # Both are at it: nobody is called.
    await said(world.tables, await world.tables.table(table.id), 0, "!resign", now=NOON)
    await present(world.rooms.store, (ANN, BEN), NOON)
    await world.refresh(table.id)
    ((place, end),) = world.discord.alive()
    assert place == line
    assert "🏆" in end.above[0]
    (closing,) = world.discord.at(thread)
    assert closing.below[-1] == f"🏁 The result: https://discord.com/channels/{SERVER}/{CHANNEL}/{line.message}"
    header = await world.tables.store.header(table.id)
    assert header
    assert (header.channel, header.message) == line


async def test_whom_the_end_calls_is_called_in_the_thread(world: World) -> None:
    table = await accepted(world)
    (thread,) = world.discord.threads
    world.hour[0] += HOUR
    before = [world.discord.pings(person) for person in (ANN, BEN)]
    await said(world.tables, await world.tables.table(table.id), 0, "!resign", now=world.hour[0] - HOUR)
    await world.refresh(table.id)
    assert [world.discord.pings(person) - count for person, count in zip((ANN, BEN), before, strict=True)] == [1, 1]
    (closing,) = world.discord.at(thread)
    assert closing.called == {ANN, BEN}
    assert [place.channel for place, _ in world.discord.alive()] == [CHANNEL]


async def test_a_line_that_was_deleted_is_made_good_by_the_end(world: World) -> None:
    table = await accepted(world)
    for place in [place for place in world.discord.messages if place.channel == CHANNEL]:
        await world.discord.remove(place)
    await said(world.tables, await world.tables.table(table.id), 0, "!resign", now=NOON)
    await world.refresh(table.id)
    ((place, end),) = world.discord.alive()
    assert (place.channel, "🏆" in end.above[0]) == (CHANNEL, True)


async def test_of_a_thread_that_is_out_of_reach_nothing_is_forgotten(world: World) -> None:
    """What stands in it, and the line above, go as soon as they can."""
    table = await accepted(world)
    header = await world.tables.store.header(table.id)
    assert header
    line = home(header)
    assert line
    assert header.message
    await world.rooms.notice.threads.forsaken(header)
    left = {(it.channel, it.message) for it in await world.tables.store.left_behind(table.id)}
    assert left == {line, (header.channel, header.message)}


async def test_when_its_thread_is_deleted_it_goes_on_above(world: World) -> None:
    table = await accepted(world)
    (thread,) = world.discord.threads
    world.discord.deleted(thread)
    world.hour[0] += MINUTE
    await round_of(world.tables, table.id)
    await world.refresh(table.id)
    (card,) = world.discord.at(CHANNEL)
    assert card.board
    await said(world.tables, await world.tables.table(table.id), 0, "!resign", now=NOON)
    await world.refresh(table.id)
    (end,) = world.discord.at(CHANNEL)
    assert "🏆" in end.above[0]


class Killed(Exception):
    """The process is no more."""


class Life:
    """So many more deeds, at Discord or in the store: to be killed before one is to be killed after the last."""

    def __init__(self, deeds: int, board: Discord) -> None:
        self.left = deeds
        self.board = board

    async def do(self, deed: Callable[..., Awaitable[Any]], *given: Any) -> Any:
        if self.left == 0:
            raise Killed
        self.left -= 1
        done = await deed(*given)
        assert len(self.board.alive()) <= 1, "of line and table one at the most has buttons"
        if self.left == 0:
            raise Killed
        return done


class Mortal:
    """A part of the world, as somebody meets it who will be killed."""

    DEEDS = frozenset({"write", "post", "edit", "remove", "thread", "tell", "edit_private"})

    def __init__(self, part: Any, life: Life) -> None:
        self.part = part
        self.life = life

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.part, name)
        return partial(self.life.do, found) if name in self.DEEDS else found


async def spoken(world: World, match: int, person: int, by: int) -> None:
    table = await world.tables.table(match)
    assert isinstance(table, Begun)
    seat = table.seat_of(person)
    assert seat is not None
    if seat in table.match.waiting:
        await world.tables.say(match, person, table.match.legal(seat)[0], step=None, cause=by, now=EARLIER)


async def lived(store: Store, board: Discord, hour: list[int], life: Life) -> bool:
    """From the challenge to the end; whoever is killed is followed by another, who does the same once more. Was one?"""
    one = create_world(Store(cast("Any", Mortal(store.database, life))), cast("Any", Mortal(board, life)), hour)
    match = (await challenge(create_world(store, board, hour).tables)).id
    sat, ann, ben, resigned = (cause() for _ in range(4))
    steps: list[Callable[[World], Awaitable[Any]]] = [
        lambda world: world.tables.table(match),
        lambda world: world.tables.sit(match, BEN, cause=sat, now=EARLIER),
        lambda world: spoken(world, match, ANN, ann),
        lambda world: spoken(world, match, BEN, ben),
        lambda world: world.tables.say(match, ANN, RESIGN, step=None, cause=resigned, now=EARLIER),
    ]
    for step in steps:
        with suppress(Killed):
            await step(one)
            await one.refresh(match)
        if life.left <= 0 and one.tables.store is not store:
            one = create_world(store, board, hour)
            await step(one)
            await one.refresh(match)
        assert len(board.alive()) == 1
    ((card, end),) = board.alive()
    thread = next(iter(board.threads))
    assert "🏆" in end.above[0]
    assert card == Place(CHANNEL, thread), "the first message is the end"
    assert [len(board.at(channel)) for channel in (CHANNEL, thread)] == [1, 1]
    assert await store.left_behind(match) == []
    ends = [scene.called for channel, scene in board.posted if channel == thread and not scene.rows]
    assert ends == [{ANN, BEN}], "each is called to the end once"
    return life.left <= 0


@both_databases
async def test_whatever_it_was_doing_when_it_was_killed(world: World) -> None:
    """The store is the only memory: whoever comes next does the rest, and nothing twice."""
    for deeds in count():
        board = Discord(lambda: NOON)
        if not await lived(world.tables.store, board, [NOON], Life(deeds, board)):
            break
    assert deeds > 20
