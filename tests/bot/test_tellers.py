"""Two processes that tell the same matches: between them they are as good as one.

All of it needs the same two processes, and the slow Discord between them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from itertools import count
from typing import Any

import asyncpg
import pytest

from bot.errors import Unavailable
from bot.herald import ear as ears
from bot.herald import herald as heralds
from bot.herald.attendance import AT_IT
from bot.herald.channels import Place, Sent
from bot.herald.ear import FORSAKEN
from bot.herald.veil import REVEALED
from bot.preferences import Player
from bot.scenes.address import Verb
from bot.scenes.scene import Board, Scene
from bot.table.clock import Clock
from bot.table.table import Begun, Play
from bot.table.tables import Tables
from bot.time import HOUR, MINUTE
from storage import Hand, Store, Unstored, bell
from tests.bot.databases import both_databases
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, cause, said
from tests.kit.world import EARLIER, World, begun, chosen, count_live_messages, create_world, round_of
from tests.patience import PATIENCE


class Slow(Discord):
    """There is time for another process while it answers, and it knows no message by its nonce."""

    async def post(self, channel: int, scene: Scene, once: str) -> Sent:
        await asyncio.sleep(0.01)
        self.nonces.clear()
        return await super().post(channel, scene, once)


@pytest.fixture
async def towns(
    database: str, url: str, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[World, World]]:
    """What they remember is their own; a file can be opened once, and so they share its door."""
    monkeypatch.setattr(heralds, "AGAIN", (0.05,))
    hour = [NOON]
    board = Slow(lambda: hour[0])
    other = tables.store if database == "sqlite" else await Store.open(url)
    yield create_world(tables.store, board, hour), create_world(other, board, hour)
    if other is not tables.store:
        await other.close()


async def both(towns: tuple[World, World], match: int) -> None:
    await asyncio.gather(*(world.refresh(match) for world in towns))


@both_databases
async def test_what_both_tell_is_told_once(towns: tuple[World, World]) -> None:
    """Whoever comes second finds it told, whoever of them it is."""
    one, other = towns
    table = await begun(one.tables, "schamanen", clock=HOUR, placement="random")
    await both(towns, table.id)
    assert [one.discord.pings(person) for person in (ANN, BEN)] == [1, 1]
    for _ in range(6):
        if table.over:
            break
        # A card that nobody presses is edited once a minute.
        one.hour[0] += MINUTE
        assert isinstance(table, Begun)
        waiting = [table.people[seat] or 0 for seat in sorted(table.match.waiting)]
        await asyncio.gather(
            *(chosen(world.tables, table.id, person) for world, person in zip(towns, waiting, strict=False))
        )
        await both(towns, table.id)
        assert await one.tables.store.unshown() == []
        assert count_live_messages(one) == 1
        table = await one.tables.table(table.id)
        assert isinstance(table, Begun)
        asked = {
            person for person in (ANN, BEN) if any(f"{Verb.PICK}:" in str(it.rows) for it in one.discord.direct(person))
        }
        assert asked == {table.people[seat] for seat in table.match.awaited}
    if isinstance(table, Play):
        await said(other.tables, await other.tables.table(table.id), 0, "!resign", now=NOON)
    await both(towns, table.id)
    assert len([scene for channel, scene in one.discord.posted if channel == CHANNEL and ANN in scene.called]) == 1


@both_databases
async def test_what_one_has_posted_the_other_does_not_post_again(towns: tuple[World, World]) -> None:
    """One posts the board and cannot ask; meanwhile the other hears of the next event."""
    one, other = towns
    table = await begun(one.tables, clock=HOUR)
    one.discord.fails(f"tell {BEN}", *[Unavailable("away")] * 3)
    one.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while not one.discord.direct(ANN):
            await asyncio.sleep(0.001)
    await one.discord.post(CHANNEL, Scene(above=("Hello",)), "hello")
    await chosen(other.tables, table.id, ANN)
    await other.refresh(table.id)
    await one.herald.settle()
    assert [bool(scene.rows) for scene in one.discord.at(CHANNEL)] == [True, False]
    assert [one.discord.pings(person) for person in (ANN, BEN)] == [1, 1]


@both_databases
async def test_what_one_notes_late_takes_nothing_from_the_card_of_the_other(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever was paused had a turn, and others have had it since; the card they replaced was gone by then."""
    store, hour, late, slow = tables.store, [NOON], asyncio.Event(), [True]
    show = store.show

    async def shows(match: int, seq: int, channel: int, message: int | None) -> None:
        if slow:
            slow.clear()
            await late.wait()
        await show(match, seq, channel, message)

    board = Discord(lambda: hour[0])
    one, other = create_world(store, board, hour), create_world(store, board, hour)
    for person in (ANN, BEN):
        await one.preferences.set_player(person, Player(prompts="here"))
    table = await begun(one.tables)
    await one.refresh(table.id)
    ((first, _),) = board.alive()
    monkeypatch.setattr(store, "turn", lambda _: nullcontext())
    monkeypatch.setattr(store, "show", shows)
    hour[0] += HOUR // 4
    await round_of(tables, table.id, hour[0])
    one.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while slow:
            await asyncio.sleep(0.001)
        await other.clock(hour[0] + AT_IT)
        late.set()
        await one.herald.settle()
    assert count_live_messages(one) == 1
    header = await store.header(table.id)
    assert header
    assert header.message
    assert [place.message for place, _ in board.alive()] == [header.message]
    assert header.message > first.message


@both_databases
async def test_what_one_left_untold_the_other_tells(towns: tuple[World, World]) -> None:
    one, other = towns
    one.hour[0] = EARLIER
    table = await begun(one.tables, clock=HOUR)
    await other.herald.sweep()
    await other.herald.settle()
    assert not one.discord.posted, "whoever has just stored it is about to tell it"
    one.hour[0] += FORSAKEN
    await other.herald.sweep()
    await other.herald.settle()
    assert count_live_messages(one) == 1
    posted = len(one.discord.posted)
    await one.refresh(table.id)
    assert len(one.discord.posted) == posted


@both_databases
async def test_what_is_stored_while_another_tells_what_was_before_it_is_told_then(towns: tuple[World, World]) -> None:
    """By a process that is gone, and nobody rings a second time."""
    one, other = towns
    table = await begun(one.tables, clock=HOUR)
    post, posted = other.discord.post, count()

    async def posts(channel: int, scene: Scene, once: str) -> Sent:
        place = await post(channel, scene, once)
        if not next(posted):
            await chosen(one.tables, table.id, ANN)
            await other.herald.heed({table.id})
        return place

    other.discord.post = posts  # type: ignore[method-assign]
    await other.herald.heed({table.id})
    await other.herald.settle()
    # The card that trails those who play is told, too.
    await other.herald.finish()
    assert next(posted)
    assert await one.tables.store.unshown() == []


class Wire:
    """By which the bell is heard; it may be cut."""

    cut = False


@pytest.fixture
async def wire(towns: tuple[World, World], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wire]:
    """The other one listens, and looks by itself so seldom that no test lives to see it."""
    monkeypatch.setattr(ears, "FORSAKEN", 0)
    monkeypatch.setattr(ears, "SPARE", 0)
    monkeypatch.setattr(ears, "TOGETHER", 0)
    monkeypatch.setattr(ears, "NET", 1 << 30)
    monkeypatch.setattr(ears, "SWEEP", 1 << 30)
    _, other = towns
    wire, hearing = Wire(), asyncio.Event()

    def heard(match: int) -> None:
        if not wire.cut:
            other.rooms.ear.heard(match)

    def hears(hears: bool) -> None:
        other.rooms.ear.hears(hears)
        if hears:
            hearing.set()

    store = other.tables.store
    tasks = (
        asyncio.create_task(store.listen(heard, hears)),
        asyncio.create_task(other.herald.sweeping()),
    )
    async with asyncio.timeout(PATIENCE):
        await hearing.wait()
    yield wire
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def told(world: World) -> None:
    async with asyncio.timeout(PATIENCE):
        while await world.tables.store.unshown():
            await asyncio.sleep(0.001)
        await world.herald.settle()


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
@pytest.mark.usefixtures("wire")
async def test_what_one_left_untold_the_other_tells_when_the_bell_rang(towns: tuple[World, World]) -> None:
    """Nobody looks by themselves here."""
    one, other = towns
    table = await begun(one.tables, clock=HOUR)
    await told(other)
    assert count_live_messages(one) == 1
    # A card that nobody presses is edited once a minute, so for one choice: of two it may hear apart.
    one.hour[0] += MINUTE
    await chosen(one.tables, table.id, ANN)
    await told(other)
    # Whoever hears only now finds nothing left to tell.
    posted = len(one.discord.posted)
    await one.refresh(table.id)
    assert len(one.discord.posted) == posted


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_what_was_stored_while_nobody_heard_it_is_told_once_they_hear_again(
    url: str, towns: tuple[World, World], wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bell, "AGAIN", 0.01)
    one, other = towns
    wire.cut = True
    await begun(one.tables, clock=HOUR)
    server = await asyncpg.connect(url)
    try:
        await server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
    finally:
        await server.close()
    await told(other)
    assert count_live_messages(one) == 1


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_a_ring_that_was_lost_is_made_good_by_the_next_look(
    towns: tuple[World, World], wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever hears looks seldom, but they do."""
    one, other = towns
    wire.cut = True
    table = await begun(one.tables, clock=HOUR)
    monkeypatch.setattr(ears, "NET", 0)
    # Another match rings, and with that it looks how late it is.
    other.rooms.ear.heard(table.id + 1)
    await told(other)
    assert count_live_messages(one) == 1


async def test_what_we_cannot_tell_is_not_tried_with_every_look(
    towns: tuple[World, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = towns
    await begun(one.tables, clock=HOUR)
    tried = 0

    async def broken(*given: object) -> None:
        nonlocal tried
        tried += 1
        raise ZeroDivisionError

    monkeypatch.setattr(one.herald.veil, "falls", broken)
    one.hour[0] += FORSAKEN
    for _ in range(3):
        await one.herald.sweep()
        await one.herald.settle()
    assert tried == 1


@both_databases
async def test_a_store_out_of_reach_makes_it_late_only(
    towns: tuple[World, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = towns
    table = await begun(one.tables, clock=HOUR)
    troubles = [Unstored("away")] * 2
    show = one.tables.store.show

    async def shown(*given: Any) -> None:
        if troubles:
            raise troubles.pop()
        await show(*given)

    monkeypatch.setattr(one.tables.store, "show", shown)
    async with asyncio.timeout(PATIENCE):
        await one.refresh(table.id)
    assert await one.tables.store.unshown() == []
    assert [one.discord.pings(person) for person in (ANN, BEN)] == [1, 1]


@both_databases
async def test_what_one_has_opened_the_other_covers_in_time(towns: tuple[World, World]) -> None:
    """Neither sooner, because it tells something else, nor twice."""
    one, other = towns
    table = await begun(one.tables, "schamanen", clock=HOUR, variant="memory", placement="random")
    await both(towns, table.id)
    await round_of(one.tables, table.id)
    await one.refresh(table.id)
    opened = boards(one.discord)
    table = await other.tables.table(table.id)
    assert isinstance(table, Begun)
    assert table.game.picture(table.match.view(None)) in opened
    one.hour[0] += 1_000
    await other.tables.say(table.id, ANN, ("!offer",), step=None, cause=cause(), now=one.hour[0])
    await other.refresh(table.id)
    assert boards(one.discord) & opened
    edits: list[int] = []
    edit = one.discord.edit

    async def counted(place, scene):  # type: ignore[no-untyped-def]
        edits.append(place.channel)
        await edit(place, scene)

    one.discord.edit = counted  # type: ignore[method-assign]
    one.hour[0] += REVEALED

    def clock(world: World) -> Clock:
        return Clock(world.tables, world.tables.store, "clock", world.herald.fired)

    await asyncio.gather(*(clock(world).tick(one.hour[0]) for world in towns))
    await asyncio.gather(*(world.herald.settle() for world in towns))
    assert not boards(one.discord) & opened
    assert edits.count(CHANNEL) == 1
    assert await one.tables.store.due(one.hour[0] + MINUTE) == []


def boards(board: Discord) -> set[object]:
    return {scene.board.picture for scene in board.at(CHANNEL) if isinstance(scene.board, Board)}


@both_databases
async def test_an_answer_that_came_after_the_other_told_is_mended(towns: tuple[World, World]) -> None:
    """The other has shown the next step where our answer then wrote what came of the last."""
    one, other = towns
    table = await begun(one.tables, "schamanen", clock=HOUR, placement="random")
    await one.refresh(table.id)
    (hand,) = [it for it in await one.tables.store.hands(table.id) if it.person == ANN]
    await round_of(one.tables, table.id)
    await other.refresh(table.id)
    place = Place(hand.channel, hand.message)
    newest, one.discord.messages[place] = one.discord.messages[place], Scene(above=("what came of the last",))
    await one.tables.store.hold(hand)
    await one.refresh(table.id)
    assert one.discord.messages[place] == newest


@both_databases
async def test_what_one_has_set_is_not_taken_back_by_the_other(towns: tuple[World, World]) -> None:
    one, other = towns
    await other.preferences.met(ANN, "de")
    await one.preferences.set_player(ANN, Player(prompts="here", discord="de"))
    await other.preferences.met(ANN, "fr")
    assert await one.preferences.stored(ANN) == Player(prompts="here", discord="fr")


async def test_a_hand_of_the_other_is_brought_up_to_date_by_whoever_tells(towns: tuple[World, World]) -> None:
    one, other = towns
    table = await begun(one.tables, clock=HOUR)
    await one.refresh(table.id)
    await one.tables.store.hold(Hand(table.id, ANN, 700, 0, 0, NOON, "token"))
    await round_of(other.tables, table.id)
    await other.refresh(table.id)
    assert set(one.discord.private) == {700}
