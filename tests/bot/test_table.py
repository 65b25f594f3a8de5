"""What people do at tables that have begun, on both databases."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.table.agreement import Agreement
from bot.table.table import Begun, Over, Play, Table
from bot.table.tables import Tables
from bot.texts import say
from games.chain import brief
from games.fair import verified
from games.refused import Refused
from games.words import LOCALES
from tests.bot.databases import both_databases
from tests.kit.match import ANN, BEN, CAT, NOON, begun, cause, challenge, offered, refusal, round_of, said, show

# Play


@both_databases
async def test_a_match_is_played_and_its_record_proves_it(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert await refusal(tables.record(table.id)) == "running"
    after = (await show(tables, table, 0, 3)).table
    assert isinstance(after, Play)
    shown = after.sealed(0)
    assert shown
    for _ in range(3):
        table = await round_of(tables, await tables.table(table.id))
        if not isinstance(table, Play):
            break
    record = await tables.record(table.id)
    proof = verified(record)
    assert proof.hidden == len(proof.receipts) - 1 == 6
    assert proof.thought_again == 1
    assert proof.seats == record.chance.seats(2, 2)
    # The first choice was changed before the other had chosen: its receipt stays, and nobody learns what it was.
    assert [str(line) for line in record.lines if line.superseded] == [f"0 ~ # {shown.receipt}"]
    table = await tables.table(table.id)
    assert proof.seal == brief(table.seal) == brief(table.shown)


async def test_the_receipt_that_was_shown_is_the_one_in_the_record(tables: Tables) -> None:
    table = await begun(tables, BEN)
    await show(tables, table, 0, 1)
    after = (await show(tables, table, 0, 2)).table
    assert isinstance(after, Play)
    shown = after.sealed(0)
    await show(tables, table, 1)
    await said(tables, table, 0, "!resign")
    assert shown
    record = await tables.record(table.id)
    assert [line.receipt for line in record.lines if line.seat == 0][1:] == [shown.receipt, ""]


@both_databases
async def test_a_doubled_click_happens_once(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert isinstance(table, Begun)
    person, click = table.people[0], cause()
    assert person
    first = await tables.say(table.id, person, ("show", "1"), step=0, cause=click, now=NOON)
    again = await tables.say(table.id, person, ("show", "1"), step=0, cause=click, now=NOON)
    assert (first.again, again.again) == (False, True)
    assert again.table.seq == first.table.seq
    # Also when the step has long been over.
    await show(tables, table, 1)
    late = await tables.say(table.id, person, ("show", "1"), step=0, cause=click, now=NOON)
    assert late.again
    assert isinstance(late.table, Begun)
    assert late.table.match.step == 1


@both_databases
async def test_a_doubled_challenge_is_one_table(tables: Tables) -> None:
    click = cause()
    agreement = Agreement(seats=2)
    where: dict[str, Any] = {"server": 1, "channel": 2, "cause": click, "now": NOON}
    game = (await challenge(tables, BEN)).game
    one = await tables.offer(ANN, [BEN], game, {}, agreement, **where)
    two = await tables.offer(ANN, [BEN], game, {}, agreement, **where)
    assert one.table.id == two.table.id
    assert two.again


@both_databases
async def test_what_is_refused_changes_nothing(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert isinstance(table, Begun)
    person = table.people[0]
    assert person
    for who, word, step, key in [
        (CAT, ("show", "1"), 0, "not-seated"),
        (person, ("show", "4"), 0, "illegal"),
        (person, ("show", "1"), 1, "stale"),
        (person, ("!agree",), None, "not-offered"),
        (person, ("!time",), None, "illegal"),
        (person, (), 0, "illegal"),
    ]:
        assert await refusal(tables.say(table.id, who, word, step=step, cause=cause(), now=NOON)) == key
    header = await tables.store.header(table.id)
    assert header
    assert header.seq == table.seq
    assert await tables.table(table.id) == table


async def test_a_table_that_is_not_there_is_refused(tables: Tables) -> None:
    assert await refusal(tables.table(99)) == "no-table"
    assert await refusal(tables.sit(99, ANN, cause=cause(), now=NOON)) == "no-table"
    assert await refusal(tables.record(99)) == "no-table"


@both_databases
async def test_an_end_is_written_down_for_everybody(tables: Tables) -> None:
    table = await round_of(tables, await round_of(tables, await begun(tables, BEN)))
    table = (await said(tables, table, 1, "!resign")).table
    assert isinstance(table, Over)
    results = await tables.store.results(table.id)
    assert [(result.person, result.rank, result.reason, result.rated) for result in results] == [
        (table.people[0], 1, "resign", True),
        (table.people[1], 2, "resign", True),
    ]
    assert await refusal(said(tables, table, 0, "!resign")) == "ended"


@pytest.mark.parametrize(
    ("agreement", "options"),
    [
        (Agreement(kind="open", seats=2), {"start": 1}),
        (Agreement(kind="open", seats=2, rated=False), {}),
        (Agreement(kind="open", seats=3, house=1), {}),
    ],
    ids=["drawn start", "by agreement", "against the house"],
)
async def test_some_matches_are_never_rated(tables: Tables, agreement: Agreement, options: dict[str, int]) -> None:
    table = await offered(tables, ANN, (), agreement, options=options)
    table = await round_of(tables, (await tables.sit(table.id, BEN, cause=cause(), now=NOON)).table)
    assert isinstance(table, Begun)
    seat = table.seat_of(ANN)
    assert seat is not None
    table = (await said(tables, table, seat, "!resign")).table
    if not table.over:
        assert isinstance(table, Begun)
        other = table.seat_of(BEN)
        assert other is not None
        table = (await said(tables, table, other, "!resign")).table
    # With nobody left but the house there is no match.
    assert table.over
    assert not any(result.rated for result in await tables.store.results(table.id))


async def test_at_a_table_of_three_the_house_takes_a_seat_that_was_left(tables: Tables) -> None:
    table = await begun(tables, BEN, CAT)
    table = (await said(tables, table, 1, "!resign")).table
    assert isinstance(table, Play)
    assert table.housed == {1}
    assert await refusal(said(tables, table, 1, "!offer")) == "has-left"
    assert await refusal(tables.say_for_the_house(table.id, 0, ("show", "1"), step=0, now=NOON)) == "not-the-house"
    table = await round_of(tables, table)
    assert isinstance(table, Begun)
    assert table.match.step == 1


async def test_a_draw_is_offered_and_agreed_to(tables: Tables) -> None:
    table = await round_of(tables, await begun(tables, BEN))
    await said(tables, table, 0, "!offer")
    table = (await said(tables, table, 1, "!agree")).table
    assert table.status == "agreed"


async def test_the_house_does_not_keep_people_who_cancel(tables: Tables) -> None:
    table = await round_of(tables, await offered(tables, ANN, (), Agreement(kind="practice", seats=3, house=2)))
    assert isinstance(table, Begun)
    seat = table.seat_of(ANN)
    assert seat is not None
    assert (await said(tables, table, seat, "!cancel")).table.status == "cancelled"


@pytest.mark.parametrize("locale", LOCALES)
async def test_whoever_may_not_look_hears_the_one_reason_why(tables: Tables, locale: str) -> None:
    """Those who have looked, and those who have chosen, are not told of each other's case."""
    table = await begun(tables, BEN)
    await tables.look(table.id, ANN, cause=cause(), now=NOON)
    assert isinstance(table, Begun)
    seat = table.seat_of(BEN)
    assert seat is not None
    await show(tables, table, seat)
    keys = [await refusal(tables.look(table.id, person, cause=cause(), now=NOON)) for person in (ANN, BEN)]
    assert keys == ["looked", "look-late"]
    told = [say.no(Refused(key), locale) for key in keys]
    word = {"en": "chosen", "de": "gewählt", "fr": "choisi"}[locale]
    assert [word in line for line in told] == [False, True]
    await round_of(tables, await tables.table(table.id))
    assert await tables.look(table.id, ANN, cause=cause(), now=NOON), "with a new step one may look again"


@both_databases
async def test_of_many_who_come_at_once_the_first_are_answered_before_the_last_are_stored(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = [await begun(tables, BEN) for _ in range(40)]
    append, order = tables.store.append, []

    async def stored(match: int, *given: object, **more: object) -> object:
        order.append(("stored", match))
        return await append(match, *given, **more)  # type: ignore[arg-type]

    async def answered(table: Table) -> None:
        await show(tables, table, 0)
        order.append(("answered", table.id))

    monkeypatch.setattr(tables.store, "append", stored)
    await asyncio.gather(*map(answered, waiting))
    assert order.index(("answered", waiting[0].id)) < order.index(("stored", waiting[-1].id))
