"""A rematch: the same people once more, the seats the other way round, offered once and to nobody who is gone."""

from __future__ import annotations

import asyncio

import pytest

from bot.scenes import offer
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.table import Begun, Offer, Play, Table
from bot.table.tables import Tables
from bot.texts import say
from bot.time import MINUTE
from games.fair import verified
from games.words import LOCALES
from tests.bot.databases import both_databases
from tests.kit import world
from tests.kit.match import ANN, BEN, CAT, DAN, NOON, begun, cause, challenge, offered, refusal, said


async def test_a_rematch_changes_the_seats_round(tables: Tables) -> None:
    table = (await said(tables, await begun(tables, BEN), 0, "!resign")).table
    again = (await tables.rematch(table.id, BEN, cause=cause(), now=NOON)).table
    assert again.host == BEN
    again = (await tables.sit(again.id, ANN, cause=cause(), now=NOON)).table
    assert isinstance(again, Begun)
    assert isinstance(table, Begun)
    assert again.people == table.people[::-1]
    assert again.seed != table.seed
    await said(tables, again, 0, "!resign")
    record = await tables.record(again.id)
    places = [str(again.people.index(person)) for person in (BEN, ANN)]
    assert [line.split(" ")[3] for line in record.before if line.startswith("sit ")] == places
    assert not verified(record).drawn


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_rematch_says_that_it_is_one_and_how_it_stands(tables: Tables, locale: str) -> None:
    """By person, however the seats change round and whoever asks; what was cancelled nobody has won."""

    def card(table: Table) -> str:
        assert isinstance(table, Offer)
        scene = offer.offer(table, locale, Absences(), called=frozenset())
        return "\n".join((*scene.above, *scene.below))

    first = await world.challenge(tables)
    assert say("offer-so-far", locale, scores="") not in card(first)
    table = (await tables.sit(first.id, BEN, cause=cause(), now=NOON)).table
    won = {ANN: 0, BEN: 0}
    for asks, loses in ((BEN, BEN), (ANN, BEN), (ANN, ANN), (BEN, None)):
        if loses is None:
            table = (await said(tables, table, 0, "!cancel")).table
        else:
            await tables.quit(table.id, loses, now=NOON)
            won[ANN + BEN - loses] += 1
        again = (await tables.rematch(table.id, asks, cause=cause(), now=NOON)).table
        other = ANN + BEN - asks
        scores = f"<@{asks}> {won[asks]} – <@{other}> {won[other]}"
        assert say("offer-so-far", locale, scores=scores) in card(again)
        game = again.game.say("name", locale)
        assert say("offer-rematch", locale, host=f"<@{asks}>", guests=f"<@{other}>", game=game) in card(again)
        table = (await tables.sit(again.id, other, cause=cause(), now=NOON)).table


async def test_whoever_comes_in_the_place_of_another_is_no_opponent_of_old(tables: Tables) -> None:
    table = await begun(tables, BEN, CAT)
    for person in (BEN, CAT, ANN):
        await tables.quit(table.id, person, now=NOON)
    again = (await tables.rematch(table.id, ANN, cause=cause(), now=NOON)).table
    assert again.agreement.won is not None
    await tables.decline(again.id, CAT, cause=cause(), now=NOON)
    other = (await tables.invite(again.id, ANN, DAN, cause=cause(), now=NOON)).table
    assert other.agreement.won is None


async def test_whoever_wants_the_rematch_that_they_are_asked_for_accepts_it(tables: Tables) -> None:
    """In whatever order: of two who click at once, one offers and the other sits down."""
    table = await begun(tables, BEN, CAT)
    for seat in range(3):
        table = (await said(tables, table, seat, "!resign")).table
    wishes = (tables.rematch(table.id, person, cause=cause(), now=NOON) for person in (ANN, BEN, ANN, BEN))
    made = {done.table.id for done in await asyncio.gather(*wishes)}
    assert len(made) == 1
    again = (await tables.rematch(table.id, CAT, cause=cause(), now=NOON)).table
    assert {again.id} == made
    assert isinstance(again, Play)
    assert isinstance(again, Begun)
    assert isinstance(table, Begun)
    assert again.people == (table.people[2], *table.people[:2])


@both_databases
async def test_a_rematch_that_somebody_wishes_for_twice_is_offered_once(tables: Tables) -> None:
    """And the second time nobody is called for it."""
    table = (await said(tables, await begun(tables, BEN), 0, "!resign")).table
    first, second = [await tables.rematch(table.id, ANN, cause=cause(), now=NOON) for _ in range(2)]
    assert (first.again, second.again) == (False, True)
    assert first.table.id == second.table.id


async def test_another_table_of_the_same_people_is_no_rematch(tables: Tables) -> None:
    table = (await said(tables, await begun(tables, BEN), 0, "!resign")).table
    asked = await challenge(tables, BEN)
    again = (await tables.rematch(table.id, BEN, cause=cause(), now=NOON)).table
    assert again.id != asked.id
    assert isinstance(again, Offer)


async def test_a_rematch_against_the_house_begins_at_once(tables: Tables) -> None:
    table = await offered(tables, ANN, (), Agreement(kind="practice", seats=2, house=1))
    assert isinstance(table, Begun)
    seat = table.seat_of(ANN)
    assert seat is not None
    await said(tables, table, seat, "!resign")
    again = (await tables.rematch(table.id, ANN, cause=cause(), now=NOON)).table
    assert isinstance(again, Play)
    assert again.private
    assert again.people == table.people[::-1]


@pytest.mark.parametrize("people", [(ANN,), (ANN, BEN), (ANN, BEN, CAT)])
async def test_in_a_rematch_the_house_takes_nobody_s_seat(tables: Tables, people: tuple[int, ...]) -> None:
    """At an open table it was asked to; whoever is asked now is waited for."""
    table = await offered(tables, ANN, (), Agreement(kind="open", seats=4, fills=MINUTE))
    for person in people[1:]:
        await tables.sit(table.id, person, cause=cause(), now=NOON)
    table = (await tables.start(table.id, ANN, max(2, len(people)), cause=cause(), now=NOON)).table
    for person in people:
        assert isinstance(table, Begun)
        seat = table.seat_of(person)
        assert seat is not None
        if not table.over:
            table = (await said(tables, table, seat, "!resign")).table
    again = (await tables.rematch(table.id, ANN, cause=cause(), now=NOON)).table
    assert "fill" not in {one.kind for one in (await tables.journal(again.id)).deadlines}
    assert again.agreement.rated == (len(people) > 1)
    for person in people[1:]:
        assert isinstance(again, Offer)
        again = (await tables.sit(again.id, person, cause=cause(), now=NOON)).table
    assert isinstance(again, Play)
    assert isinstance(again, Begun)
    assert isinstance(table, Begun)
    assert set(again.people) == set(table.people)


async def test_nobody_gets_a_rematch_against_somebody_who_is_gone(tables: Tables) -> None:
    table = (await said(tables, await begun(tables, BEN), 0, "!resign")).table
    await tables.forget(BEN, NOON)
    assert await refusal(tables.rematch(table.id, ANN, cause=cause(), now=NOON)) == "gone"


async def test_a_rematch_needs_a_match_that_is_over_and_somebody_who_played_it(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert await refusal(tables.rematch(table.id, ANN, cause=cause(), now=NOON)) == "running"
    await said(tables, table, 0, "!resign")
    assert await refusal(tables.rematch(table.id, CAT, cause=cause(), now=NOON)) == "not-seated"
