"""What people do at tables that have begun, and how long they have for it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import say
from bot.matches.model import Begun, Play, Table
from bot.matches.service import Tables
from bot.matches.terms import Agreement
from bot.matches.time_budget import Absences, Allowance, passed
from games.chain import encode_hash
from games.fairness import verify_record
from games.refused import Refused
from games.words import LOCALES
from tests.bot.databases import both_databases
from tests.kit.match import (
    ANN,
    BEN,
    CAT,
    NOON,
    begun,
    cause,
    offered,
    refusal,
    round_of,
    said,
    seat_of,
    show,
)


@both_databases
async def test_record_of_a_match_proves_it_with_the_receipts_that_were_shown(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert await refusal(tables.record(table.id)) == "running"
    receipts = []
    for fingers in (3, 1):
        after = (await show(tables, table, 0, fingers)).table
        assert isinstance(after, Play)
        sealed = after.sealed(0)
        assert sealed
        receipts.append(sealed.commitment)
    await show(tables, table, 1)
    table = await tables.table(table.id)
    while isinstance(table, Play):
        table = await round_of(tables, table)
    record = await tables.record(table.id)
    proof = verify_record(record)
    assert proof.hidden_move_count == len(proof.commitments) - 1 == 6
    assert proof.changed_move_count == 1
    assert proof.seats == record.chance.draw_seats(2, 2)
    # The first choice was changed before the other had chosen: its receipt stays, and nobody learns what it was.
    assert [str(line) for line in record.lines if line.is_superseded] == [f"0 ~ # {receipts[0]}"]
    assert [line.commitment for line in record.lines if line.seat == 0][1] == receipts[1]
    assert proof.seal == encode_hash(table.seal) == encode_hash(table.shown)


@both_databases
async def test_doubled_click_happens_once(tables: Tables) -> None:
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
    where: dict[str, Any] = {"server": 1, "channel": 2, "cause": cause(), "now": NOON}
    one, two = [await tables.offer(ANN, [BEN], table.game, {}, Agreement(seats=2), **where) for _ in range(2)]
    assert one.table.id == two.table.id
    assert two.again


@both_databases
async def test_refused_word_changes_nothing(tables: Tables) -> None:
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
    header = await tables.store.matches.load_header(table.id)
    assert header
    assert header.event_count == table.seq
    assert await tables.table(table.id) == table
    for call in (tables.table(99), tables.sit(99, ANN, cause=cause(), now=NOON), tables.record(99)):
        assert await refusal(call) == "no-table"


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
    for person in (ANN, BEN):
        # With nobody left but the house there is no match.
        if not table.over:
            table = (await said(tables, table, seat_of(table, person), "!resign")).table
    assert table.over
    assert not any(result.is_rated for result in await tables.store.results.list_of_match(table.id))


async def test_house_takes_a_seat_that_was_left_at_a_table_of_three(tables: Tables) -> None:
    table = await begun(tables, BEN, CAT)
    table = (await said(tables, table, 1, "!resign")).table
    assert isinstance(table, Play)
    assert table.housed == {1}
    assert await refusal(said(tables, table, 1, "!offer")) == "has-left"
    assert await refusal(tables.say_for_the_house(table.id, 0, ("show", "1"), step=0, now=NOON)) == "not-the-house"
    table = await round_of(tables, table)
    assert isinstance(table, Begun)
    assert table.match.step == 1


async def test_draw_is_agreed_and_practice_canceled(tables: Tables) -> None:
    table = await round_of(tables, await begun(tables, BEN))
    await said(tables, table, 0, "!offer")
    assert (await said(tables, table, 1, "!agree")).table.status == "agreed"
    table = await round_of(tables, await offered(tables, ANN, (), Agreement(kind="practice", seats=3, house=2)))
    assert (await said(tables, table, seat_of(table, ANN), "!cancel")).table.status == "cancelled"


@pytest.mark.parametrize("locale", LOCALES)
async def test_refused_look_tells_nothing_of_the_other_reason(tables: Tables, locale: str) -> None:
    table = await begun(tables, BEN)
    await tables.look(table.id, ANN, cause=cause(), now=NOON)
    await show(tables, table, seat_of(table, BEN))
    keys = [await refusal(tables.look(table.id, person, cause=cause(), now=NOON)) for person in (ANN, BEN)]
    assert keys == ["looked", "look-late"]
    word = {"en": "chosen", "de": "gewählt", "fr": "choisi"}[locale]
    assert [word in say.format_refusal(Refused(key), locale) for key in keys] == [False, True]
    await round_of(tables, await tables.table(table.id))
    assert await tables.look(table.id, ANN, cause=cause(), now=NOON), "with a new step one may look again"


@both_databases
async def test_first_of_many_is_answered_before_the_last_is_stored(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = [await begun(tables, BEN) for _ in range(40)]
    append, order = tables.store.journal.append_events, []

    async def stored(match: int, *given: object, **more: object) -> object:
        order.append(("stored", match))
        return await append(match, *given, **more)  # type: ignore[arg-type]

    async def answered(table: Table) -> None:
        await show(tables, table, 0)
        order.append(("answered", table.id))

    # To hear when the store is asked.
    monkeypatch.setattr(tables.store.journal, "append_events", stored)
    await asyncio.gather(*map(answered, waiting))
    assert order.index(("answered", waiting[0].id)) < order.index(("stored", waiting[-1].id))


# The time that each has

NEVER = Absences()
BOTH = (11, 22)


def test_time_is_charged_while_a_seat_is_waited_for() -> None:
    waiting = passed({}, [0, 1], [0, 1], 100, NEVER, BOTH)
    assert waiting == {0: Allowance(0, 100), 1: Allowance(0, 100)}
    chosen = passed(waiting, [0, 1], [1], 130, NEVER, BOTH)
    assert chosen == {0: Allowance(30), 1: Allowance(0, 100)}
    # Consecutive steps share one allowance; who was not waited for has a whole one again.
    assert passed(chosen, [0], [0], 200, NEVER, BOTH) == {0: Allowance(30, 200)}
    away = passed({0: Allowance(30, 200)}, [1], [1], 210, NEVER, BOTH)
    assert passed(away, [0], [0], 300, NEVER, BOTH) == {0: Allowance(0, 300)}


@pytest.mark.parametrize(
    ("spans", "due"),
    [
        ((), 150),
        (((0, 90),), 150),
        (((0, 110),), 160),
        (((120, 130),), 160),
        (((120, 130), (155, 165)), 170),
        (((150, 190),), 150),
        (((149, 190),), 191),
    ],
)
def test_deadline_moves_by_the_time_in_which_the_bot_was_away(spans: tuple[tuple[int, int], ...], due: int) -> None:
    assert Absences(spans).due(100, 50) == due


SPANS = st.lists(st.integers(0, 1000), max_size=8, unique=True).map(sorted).map(
    lambda ends: tuple(zip(ends[::2], ends[1::2], strict=False))
)  # fmt: skip


@given(SPANS, st.integers(0, 1000), st.integers(1, 1000))
def test_time_is_used_up_exactly_at_the_deadline(spans: tuple[tuple[int, int], ...], since: int, left: int) -> None:
    absences = Absences(spans)
    assert absences.used(since, absences.due(since, left)) == left
