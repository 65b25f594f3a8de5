"""Accounts that are new play for fun, and everybody is told so before and after."""

from __future__ import annotations

import pytest

from bot.scenes import end
from bot.scenes.offer import offer
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.table import Begun, Offer, Table
from bot.time import DAY, EPOCH, YOUNG_DAYS, young
from games import GAMES
from tests.kit.match import ANN, CHANNEL, NOON, SERVER, cause
from tests.kit.world import World, chosen

NEW = (NOON - EPOCH - YOUNG_DAYS * DAY + 1) << 22
"""Whose account turns a week old in a millisecond."""
GROWN = (NOON - EPOCH - YOUNG_DAYS * DAY) << 22


async def challenged(world: World, other: int, *, rated: bool = True, server: int | None = SERVER) -> Offer:
    agreement = Agreement(seats=2, rated=rated)
    done = await world.tables.offer(
        ANN, (other,), GAMES["shamanic_chess"], {}, agreement, server=server, channel=CHANNEL, cause=cause(), now=NOON
    )
    assert isinstance(done.table, Offer)
    return done.table


async def played(world: World, table: Table, other: int, now: int) -> str:
    """Why it did not count."""
    await world.tables.sit(table.id, other, cause=cause(), now=now)
    for _ in range(2):
        begun = await world.tables.table(table.id)
        assert isinstance(begun, Begun)
        (seat,) = begun.match.awaited
        await chosen(world.tables, table.id, begun.people[seat] or 0, now)
    await world.tables.say(table.id, ANN, ("!resign",), step=None, cause=cause(), now=now)
    (why,) = {it.unrated for it in await world.tables.store.results(table.id)}
    return why


@pytest.mark.parametrize("later", [0, DAY // 2], ids=["at once", "once they are grown"])
async def test_whoever_is_new_plays_for_fun(world: World, later: int) -> None:
    """What the card said holds, however long they play."""
    table = await challenged(world, NEW)
    assert young(table.company, table.offered_at) == [NEW]
    card = offer(table, "en", Absences(), called=frozenset())
    assert f"🌱 <@{NEW}> is new on Discord" in str(card.below)
    assert await played(world, table, NEW, NOON + later) == "young"
    told = await world.rooms.standings.card(table.id)
    assert told
    assert end.unrated(told, "en") == "Unrated: somebody here is new on Discord. From 7 days on it counts."


async def test_a_week_is_enough(world: World) -> None:
    table = await challenged(world, GROWN)
    assert young(table.company, table.offered_at) == []
    assert "🌱" not in str(offer(table, "en", Absences(), called=frozenset()).below)
    assert await played(world, table, GROWN, NOON) == ""


async def test_where_it_would_not_count_anyway_nothing_is_said_of_it(world: World) -> None:
    for table in (await challenged(world, NEW, rated=False), await challenged(world, NEW, server=None)):
        assert "🌱" not in str(offer(table, "en", Absences(), called=frozenset()).below)


async def test_what_counts_for_nobody_may_be_cancelled_by_one(world: World) -> None:
    """Who has seen their hand is held to it only where it counts."""
    agreement = Agreement(seats=2)
    done = await world.tables.offer(
        ANN, (NEW,), GAMES["schnick"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    await world.tables.sit(done.table.id, NEW, cause=cause(), now=NOON)
    done = await world.tables.say(done.table.id, ANN, ("!cancel",), step=None, cause=cause(), now=NOON)
    assert done.table.over
