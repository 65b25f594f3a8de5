"""Whoever is awaited is called, at it, known to want no call, or out of reach and the card says so."""

from __future__ import annotations

import pytest

from bot.errors import Unreachable
from bot.herald.attendance import AT_IT
from bot.herald.channels import Sent
from bot.preferences import Player
from bot.scenes.scene import Scene
from bot.table.deadlines import Due
from bot.table.table import Play
from bot.table.tables import Tables
from bot.time import DAY, HOUR
from storage import Deadline, Outlook
from tests.kit.discord import DIRECT, Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON
from tests.kit.world import begun, chosen, create_world
from tests.storage.stores import present


@pytest.mark.parametrize("prompts", ["dm", "here"])
async def test_whoever_chooses_while_they_are_being_called_is_called_for_the_next_step(
    tables: Tables, prompts: str
) -> None:
    """Discord takes its time, and they play on meanwhile where they are: that call was not for the next turn."""
    hour = [NOON]
    playing: list[int] = []
    steps: set[int] = set()

    class Slow(Discord):
        async def post(self, channel: int, scene: Scene, once: str) -> Sent:
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
    one = create_world(tables.store, board, hour)
    await one.preferences.set_player(BEN, Player.model_validate({"prompts": prompts}))
    table = await begun(tables, "schnick")
    # Who challenges first is a matter of dice.
    while isinstance(table, Play) and BEN not in {table.people[seat] for seat in table.match.waiting}:
        await chosen(tables, table.id, ANN, hour[0])
        table = await tables.table(table.id)
    playing.append(table.id)
    await one.refresh(table.id)
    await one.clock(one.hour[0] + AT_IT)
    assert not playing
    await one.refresh(table.id)
    await one.clock(one.hour[0] + AT_IT)
    assert board.pings(BEN) == 2


async def test_whom_the_card_cannot_call_is_written_to(tables: Tables) -> None:
    """Where the channel is out of reach nobody reads a card."""
    hour = [NOON]
    one = create_world(tables.store, Discord(lambda: hour[0]), hour)
    await one.preferences.set_player(ANN, Player(prompts="here"))
    table = await begun(one.tables)
    one.discord.fails(f"post {CHANNEL}", *[Unreachable("unreachable-channel")] * 3)
    await one.refresh(table.id)
    assert one.discord.pings(ANN) == 1
    assert one.discord.direct(ANN)


async def test_who_is_reached_nowhere_is_tried_again(tables: Tables) -> None:
    hour = [NOON]
    one = create_world(tables.store, Discord(lambda: hour[0]), hour)
    table = await begun(one.tables)
    one.discord.fails(f"post {CHANNEL}", *[Unreachable("unreachable-channel")] * 3)
    one.discord.fails(f"tell {BEN}", Unreachable("unreachable-dm"))
    await one.refresh(table.id)
    assert one.discord.pings(BEN) == 0
    one.discord.troubles.clear()
    await one.clock(NOON + DAY)
    assert one.discord.pings(BEN) == 1


async def test_an_old_card_says_too_that_somebody_has_left(tables: Tables) -> None:
    """It takes no edits any more, and whoever waits would wait for ever."""
    hour = [NOON]
    one = create_world(tables.store, Discord(lambda: hour[0]), hour)
    table = await begun(one.tables)
    await present(tables.store, [BEN], NOON)
    await one.refresh(table.id)
    one.discord.left.add(BEN)
    await present(tables.store, [BEN], NOON + HOUR)
    await one.clock(NOON + AT_IT)
    await one.clock(NOON + HOUR + AT_IT)
    (card,) = one.discord.at(CHANNEL)
    assert "left" in str(card.below), card.below


async def test_a_call_for_a_step_that_the_round_has_not_read_waits_for_the_next_round(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One chooses after the first look at the store, the other before the second; the table was read in between."""
    hour = [NOON]
    one = create_world(tables.store, Discord(lambda: hour[0]), hour)
    table = await begun(one.tables)
    look, late = one.rooms.store.outlook, [ANN, BEN]

    async def looks(match: int) -> Outlook | None:
        first = len(late) == 2
        found = await look(match)
        if late:
            await chosen(one.tables, match, late.pop())
        return found if first else await look(match)

    monkeypatch.setattr(one.rooms.store, "outlook", looks)
    await one.refresh(table.id)
    assert not late
    assert [one.discord.pings(person) for person in (ANN, BEN)] == [0, 0]
    await one.refresh(table.id)
    assert sorted(one.discord.pings(person) for person in (ANN, BEN)) == [0, 1]


async def test_who_is_not_awaited_is_not_called(tables: Tables) -> None:
    """Whatever stands in the store."""
    hour = [NOON]
    one = create_world(tables.store, Discord(lambda: hour[0]), hour)
    table = await begun(one.tables)
    await one.refresh(table.id)
    table = await chosen(one.tables, table.id, BEN)
    assert isinstance(table, Play)
    seat = table.seat_of(BEN)
    assert seat is not None
    await tables.store.schedule(table.id, Deadline(Due.CALL, hour[0], 0, seat))
    hour[0] += HOUR
    await one.clock(hour[0])
    assert one.discord.pings(BEN) == 1
    assert [it.seat for it in await tables.store.standing(table.id) if it.kind == Due.CALL] != [seat]
