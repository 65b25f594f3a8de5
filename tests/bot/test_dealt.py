"""Whoever has seen their hand plays it: one who keeps only the good ones would win more than their share."""

from __future__ import annotations

import pytest

from bot.desk.asked import Asked
from bot.preferences import Server
from bot.scenes import menu
from bot.scenes.address import Address, Verb
from bot.scenes.menu import refusal
from bot.table.agreement import Agreement
from bot.table.table import Begun
from bot.time import DAY
from games import GAMES
from games.match import AGREE, CANCEL, OFFER, RESIGN
from games.refused import Refused
from storage import Result
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause
from tests.kit.world import EARLIER, World, chosen

HAND = "schnick"
OPEN = "shamanic_chess"
WORDS = {"resign": RESIGN, "cancel": CANCEL, "offer": OFFER, "agree": AGREE}


async def begun(world: World, game: str, *others: int, rated: bool = True, clock: int | None = None) -> Begun:
    agreement = Agreement(seats=1 + len(others), rated=rated, clock=clock)
    done = await world.tables.offer(
        ANN, others, GAMES[game], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=EARLIER
    )
    for other in others:
        done = await world.tables.sit(done.table.id, other, cause=cause(), now=EARLIER)
    assert isinstance(done.table, Begun)
    return done.table


async def said(world: World, table: Begun, person: int, what: str) -> Begun:
    done = await world.tables.say(table.id, person, WORDS[what], step=None, cause=cause(), now=NOON)
    assert isinstance(done.table, Begun)
    return done.table


async def results(world: World, table: Begun) -> dict[int | None, Result]:
    return {it.person: it for it in await world.tables.store.results(table.id)}


async def test_nobody_cancels_a_hand_they_have_seen_alone(world: World) -> None:
    table = await begun(world, HAND, BEN)
    for person in (ANN, BEN):
        with pytest.raises(Refused) as no:
            await said(world, table, person, "cancel")
        asked = Asked(person, "en", SERVER, CHANNEL, cause(), NOON)
        for answer in (
            world.rooms.asides.ask(asked, Address(Verb.ASK, table.id, 0, "cancel")),
            world.rooms.asides.end(asked, "cancel", str(table.id)),
        ):
            # Nor are they asked first whether they are sure.
            with pytest.raises(Refused, match="dealt"):
                await answer
        (row,) = refusal(no.value, "en").rows
        assert isinstance(row, tuple)
        ways = [Address.parse(button.to) for button in row]
        assert [(way.verb, way.match, way.rest) for way in ways if way] == [
            (Verb.ASK, table.id, "offer"), (Verb.ASK, table.id, "resign")
        ]  # fmt: skip
    await said(world, table, ANN, "offer")
    assert (await said(world, table, BEN, "agree")).over
    # Where all agree it counts for nobody.
    assert {it.unrated for it in (await results(world, table)).values()} == {"short"}


async def test_to_resign_such_a_hand_is_to_lose(world: World) -> None:
    table = await begun(world, HAND, BEN)
    assert "counts as a loss" in menu.sure(table, "resign", "en").above[-1]
    await said(world, table, ANN, "resign")
    found = await results(world, table)
    assert [(found[it].rank, found[it].rated) for it in (ANN, BEN)] == [(2, True), (1, True)]


async def test_to_let_the_time_run_out_over_it_is_to_lose_too(world: World) -> None:
    await world.preferences.set_server(SERVER, Server(steps=9))
    table = await begun(world, HAND, BEN, clock=DAY)
    while len(table.match.awaited) < 2:
        # Until both are asked for their first card.
        (seat,) = table.match.awaited
        after = await chosen(world.tables, table.id, table.people[seat] or 0)
        assert isinstance(after, Begun)
        table = after
    await chosen(world.tables, table.id, BEN)
    await world.clock(NOON + 2 * DAY)
    found = await results(world, table)
    assert [(found[it].rank, found[it].reason, found[it].rated) for it in (ANN, BEN)] == [
        (2, "lapse", True), (1, "lapse", True)
    ]  # fmt: skip


@pytest.mark.parametrize("alone", [True, False], ids=["the other has left", "unrated"])
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_where_nothing_is_won_by_it_one_is_enough_to_cancel(world: World, game: str, alone: bool) -> None:
    table = await begun(world, game, BEN, rated=alone)
    if alone:
        await world.tables.store.attended(SERVER, BEN, NOON, gone=True)
    assert (await said(world, table, ANN, "cancel")).over


async def test_what_everybody_sees_binds_nobody(world: World) -> None:
    table = await begun(world, OPEN, BEN)
    assert "loss" not in str(menu.sure(table, "resign", "en").above)
    await said(world, table, BEN, "resign")
    assert {it.unrated for it in (await results(world, table)).values()} == {"short"}
    table = await begun(world, OPEN, BEN)
    assert (await said(world, table, ANN, "cancel")).over


@pytest.mark.parametrize("rated", [True, False])
async def test_at_a_table_of_several_one_is_told_what_leaving_costs(world: World, rated: bool) -> None:
    table = await begun(world, "woodwalkers", BEN, CAT, rated=rated)
    told = menu.sure(table, "resign", "en").above[-1]
    assert "You come last" in told
    assert ("ladder" in told) == rated
