"""Everybody is called once, whatever trouble somebody else has, and whoever died before it was noted."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.errors import Unavailable
from bot.herald import herald as heralds
from bot.herald.channels import Sent
from bot.preferences import Player
from bot.scenes.scene import Scene
from bot.table.agreement import Agreement
from bot.table.deadlines import Due
from bot.time import HOUR, MINUTE
from games import GAMES
from storage import Hand, Presence
from tests.bot.billboard import Billboard
from tests.bot.databases import both_databases
from tests.bot.sitting import ANN, BEN, CAT, CHANNEL, SERVER, cause
from tests.bot.town import NOON, Town, begun, chosen, settled, together
from tests.patience import PATIENCE

pytestmark = pytest.mark.usefixtures("soon_again")


async def test_everybody_is_asked_once_though_discord_has_trouble(town: Town) -> None:
    """The table is posted once, the first is not asked twice, and the second not at all until it works."""
    town.board.fails(f"tell {BEN}", Unavailable("too many"), Unavailable("too many"))
    table = await begun(town.tables)
    await town.told(table.id)
    assert len(town.board.at(CHANNEL)) == 1
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_one_persons_trouble_is_not_the_others(town: Town) -> None:
    town.board.fails(f"tell {ANN}", *[Unavailable("too many")] * 3)
    table = await begun(town.tables)
    town.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while not town.board.direct(BEN):
            await asyncio.sleep(0.001)
    assert not town.board.direct(ANN)
    await town.herald.settle()
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_a_reminder_comes_once_and_not_by_the_clocks_own_hand(town: Town) -> None:
    """It is told of what is stored: a Discord out of reach only makes it late."""
    table = await begun(town.tables, clock=HOUR)
    await town.told(table.id)
    await chosen(town.tables, table.id, BEN)
    await town.told(table.id)
    town.board.fails(f"tell {ANN}", Unavailable("away"))
    await town.clock(NOON + HOUR * 4 // 5)
    await town.clock(NOON + HOUR * 9 // 10)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [2, 1]
    assert len(town.board.direct(ANN)) == 1
    assert any("Not much time left" in line for line in town.board.direct(ANN)[0].above)


async def test_who_wants_no_reminder_gets_none(town: Town) -> None:
    for person, prompts in ((ANN, "dm"), (BEN, "here")):
        await town.preferences.set_player(person, Player(reminders=False, prompts=prompts))
    table = await begun(town.tables, clock=HOUR)
    await town.told(table.id)
    await town.clock(NOON + HOUR * 4 // 5)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_who_is_asked_at_the_table_is_reminded_there(town: Town) -> None:
    await town.preferences.set_player(ANN, Player(prompts="here"))
    table = await begun(town.tables, clock=HOUR)
    await town.told(table.id)
    await chosen(town.tables, table.id, BEN)
    await town.told(table.id)
    assert town.board.pings(ANN) == 1
    await town.clock(NOON + HOUR * 4 // 5)
    assert town.board.pings(ANN) == 2
    assert not town.board.direct(ANN)


async def test_who_was_challenged_is_called_once(town: Town) -> None:
    """Whoever else answers meanwhile, and though nobody has clicked it here since a start."""
    done = await town.tables.offer(
        ANN, (BEN, CAT), GAMES["woodwalkers"], {}, Agreement(seats=3), server=SERVER, channel=CHANNEL, cause=cause(),
        now=NOON,
    )  # fmt: skip
    await town.told(done.table.id)
    await town.tables.sit(done.table.id, CAT, cause=cause(), now=NOON)
    await town.told(done.table.id)
    assert [town.board.pings(person) for person in (BEN, CAT)] == [1, 1]
    assert len(town.board.at(CHANNEL)) == 1


@both_databases
async def test_who_was_not_asked_when_it_was_left_is_asked_after_the_next_start(town: Town) -> None:
    """However far its tellers were: nothing that is told of a closed door is anybody's own trouble."""
    asking, closed = asyncio.Event(), asyncio.Event()

    class Closing(Billboard):
        async def tell(self, person: int, scene: Scene, once: str) -> Sent:
            if person == BEN:
                asking.set()
                await closed.wait()
                raise RuntimeError("Session is closed")
            return await super().tell(person, scene, once)

    board = Closing(lambda: town.hour[0])
    leaving = settled(town.tables.store, board, town.hour)
    table = await begun(town.tables)
    leaving.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        await asking.wait()
        await leaving.herald.leave()
        closed.set()
        leaving.herald.stir(table.id)
        await leaving.herald.settle()
    assert [header.id for header in await town.tables.store.unshown()] == [table.id]
    await town.herald.catch_up()
    await town.herald.settle()
    assert town.board.pings(BEN) == 1


async def test_what_happens_meanwhile_is_told_though_somebody_is_out_of_reach(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for one person's trouble to pass does not sleep through what the others do."""
    monkeypatch.setattr(heralds, "AGAIN", (3600.0,))
    town.board.fails(f"tell {BEN}", Unavailable("too many"))
    table = await begun(town.tables)
    town.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while town.board.troubles[f"tell {BEN}"]:
            await asyncio.sleep(0.001)
        await chosen(town.tables, table.id, ANN)
        await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]
    assert any("sealed" in it.shows for it in await town.tables.store.hands(table.id) if it.person == ANN)


async def test_of_whom_nobody_knows_whether_they_were_called_the_others_do_not_wait_for(town: Town) -> None:
    """Their direct messages do not come: card and hands go on, and they are called once."""
    away = [Unavailable("too many")] * 1_000
    town.board.fails(f"tell {BEN}", *away)
    table = await begun(town.tables)
    town.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while not town.board.direct(ANN) or len(town.board.troubles[f"tell {BEN}"]) == len(away):
            await asyncio.sleep(0.001)
        hand, card = town.board.direct(ANN), town.board.at(CHANNEL)
        town.hour[0] += MINUTE
        await chosen(town.tables, table.id, ANN)
        town.herald.stir(table.id)
        while town.board.direct(ANN) == hand or town.board.at(CHANNEL) == card:
            await asyncio.sleep(0.001)
        assert town.board.pings(BEN) == 0
        town.board.troubles.clear()
        await town.herald.settle()
    assert town.board.pings(BEN) == 1


async def test_whose_call_the_clock_puts_off_while_a_round_looks_is_not_left_for_a_minute_if_it_fails(
    town: Town,
) -> None:
    table = await together(town)
    looked = await town.tables.store.standing(table.id)
    (due,) = [it for it in looked if it.kind == Due.CALL and table.at(it.seat) == BEN]
    later = replace(due, due=NOON + MINUTE)
    assert await town.tables.store.put_off(due, later.due)
    town.herald.crier.due(later)
    for standing in (looked, await town.tables.store.standing(table.id)):
        async with town.herald.crier.calling(table, standing) as calls:
            assert {call.person for call in calls.all} == {ANN, BEN}


async def test_whom_nobody_can_say_anything_of_keeps_nobody_else_from_being_called(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    whereabouts = town.tables.store.whereabouts

    async def broken(person: int) -> tuple[Presence, list[Hand]]:
        if person == ANN:
            raise KeyError(person)
        return await whereabouts(person)

    monkeypatch.setattr(town.tables.store, "whereabouts", broken)
    table = await begun(town.tables)
    await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [0, 1]
    assert await town.tables.store.unshown() == []
    monkeypatch.undo()
    await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_whom_nobody_can_call_keeps_nobody_else_from_being_called(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is wrong there."""
    tell = town.board.tell
    asked: list[int] = []

    async def broken(person: int, scene: Scene, once: str) -> Sent:
        asked.append(person)
        if person == asked[0]:
            raise KeyError(person)
        return await tell(person, scene, once)

    monkeypatch.setattr(town.board, "tell", broken)
    table = await begun(town.tables)
    for _ in range(2):
        await town.told(table.id)
    assert sorted(town.board.pings(person) for person in (ANN, BEN)) == [0, 1]
