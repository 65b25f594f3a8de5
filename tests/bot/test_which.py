"""Which match somebody means who names none: that of this channel, and where that is not clear they are asked."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.desk.asked import Answer
from bot.rooms import Rooms
from bot.texts import say
from bot.time import DAY, HOUR
from games.match import RESIGN
from games.refused import Refused
from games.words import Locale
from storage import Hand
from tests.kit import world
from tests.kit.discord import Discord
from tests.kit.match import (
    ANN,
    BEN,
    NOON,
    asked,
    begun,
    cause,
    of_three,
    round_of,
    seat_of,
    show,
)
from tests.kit.scenes import addresses
from tests.kit.world import create_rooms


@pytest.mark.parametrize("match", ["0", "99", "9" * 19, "9" * 30, "9" * 5000, "x", "-1"])
async def test_a_match_that_is_not_there_is_refused_however_it_is_called(rooms: Rooms, match: str) -> None:
    with pytest.raises(Refused) as refused:
        await rooms.asides.board(asked(), match, text=False)
    assert refused.value.key == "no-table"


async def test_who_types_in_the_thread_of_a_match_means_that_match(rooms: Rooms) -> None:
    """It was offered elsewhere, and was made a thread of when it began; another waits longer."""
    tables, thread = rooms.tables, 77
    longer = await begun(tables, BEN, clock=HOUR)
    table = await begun(tables, BEN, clock=DAY)
    await tables.store.post(table.id, table.seq, thread, None)
    assert (await rooms.which.meant(asked(), "", waiting=True)).id == longer.id
    assert (await rooms.which.meant(asked(channel=thread), "", waiting=True)).id == table.id
    await round_of(tables, table)
    assert (await rooms.which.meant(asked(channel=thread), "", waiting=True)).id == table.id


async def test_who_types_means_the_match_that_lies_before_them(rooms: Rooms) -> None:
    """However urgent another is: what somebody types they read off what they look at."""
    tables = rooms.tables
    urgent = await begun(tables, BEN, clock=HOUR)
    looked, later = [await begun(tables, BEN, clock=DAY) for _ in range(2)]
    assert (await rooms.which.meant(asked(), "", waiting=True)).id == urgent.id
    for at, table in enumerate((later, looked, urgent, looked), 1):
        await tables.store.hold(Hand(table.id, ANN, table.id, 0, 0, NOON + at), present=True)
        assert (await rooms.which.meant(asked(), "", waiting=True)).id == table.id
    await show(tables, looked, seat_of(looked, ANN))
    # There is nothing to type there any more.
    assert (await rooms.which.meant(asked(), "", waiting=True)).id == urgent.id


async def test_no_table_is_looked_at_to_say_which_there_are(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """A completion comes with every letter that is typed, and nobody waits for it as for a click."""
    tables = rooms.tables
    over, runs = await world.begun(tables), await world.begun(tables)
    await tables.say(over.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    rooms = create_rooms(tables.store, Discord(lambda: NOON), lambda: NOON)

    async def folded(_: int) -> None:
        raise AssertionError

    monkeypatch.setattr(rooms.tables, "journal", folded)
    name = runs.game.say("name", "en")
    assert await rooms.which.matches(asked()) == [(f"{runs.id} · {name}", str(runs.id))]
    assert [value for _, value in await rooms.which.matches(asked(), over=True)] == [str(over.id), str(runs.id)]


def of(answer: Answer) -> set[int]:
    """The match that a confirmation is about."""
    return {it.match for it in addresses(answer.scene)}


@pytest.mark.parametrize("what", ["resign", "offer", "cancel"])
async def test_what_ends_a_match_means_the_one_of_this_channel(rooms: Rooms, what: str) -> None:
    """However urgent another is elsewhere: nobody ends a match by a slip."""
    tables, elsewhere = rooms.tables, 77
    here = await world.begun(tables)
    assert of(await rooms.asides.end(asked(channel=elsewhere), what, "")) == {here.id}, "the only one there is"
    urgent = await world.begun(tables, clock=HOUR)
    await tables.store.post(urgent.id, urgent.seq, elsewhere, None)
    assert of(await rooms.asides.end(asked(), what, "")) == {here.id}
    assert of(await rooms.asides.end(asked(channel=elsewhere), what, "")) == {urgent.id}
    with pytest.raises(Refused) as no:
        await rooms.asides.end(asked(channel=78), what, "")
    assert (no.value.key, no.value.facts["here"]) == ("which-match", 0)
    assert all(f"{table.id} · " in str(no.value.facts["known"]) for table in (here, urgent))
    assert of(await rooms.asides.end(asked(channel=78), what, str(here.id))) == {here.id}


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
async def test_which_of_several_is_asked_in_one_line(rooms: Rooms, locale: Locale) -> None:
    """The number of one that is over, or that somebody has left, is no choice."""
    tables = rooms.tables
    over = await world.begun(tables)
    await tables.say(over.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    left = await of_three(tables)
    await tables.say(left.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    mine = [await world.begun(tables) for _ in range(5)]
    with pytest.raises(Refused) as no:
        await rooms.asides.end(replace(asked(), locale=locale), "resign", "")
    assert no.value.facts["here"] == len(mine)
    assert str(no.value.facts["known"]).endswith(", …")
    line = say.no(no.value, locale)
    assert [table.id for table in mine[:3]] == [int(number) for number in re.findall(r"(\d+) · ", line)]


async def test_an_offer_elsewhere_is_not_taken_back_unasked(rooms: Rooms) -> None:
    """Nothing asks whether one is sure of that."""
    tables = rooms.tables
    offer = await world.challenge(tables)
    with pytest.raises(Refused, match="which-match"):
        await rooms.asides.end(asked(channel=77), "cancel", "")
    with pytest.raises(Refused, match="no-match-here"):
        await rooms.asides.end(asked(), "resign", "")
    with pytest.raises(Refused, match="no-match-here"):
        await rooms.asides.end(asked(BEN), "cancel", "")
    assert (await tables.table(offer.id)).status == "offered"
    await rooms.asides.end(asked(), "cancel", "")
    assert (await tables.table(offer.id)).status == "withdrawn"
