"""How people come together at a table: who may answer an offer, join it, begin it and leave it."""

from __future__ import annotations

import pytest

from bot.table.agreement import Agreement
from bot.table.table import Begun, Closed, Offer, Play, Table
from bot.table.tables import Tables
from bot.time import DAY, HOUR
from tests.bot.databases import both_databases
from tests.games import morra
from tests.kit.match import ANN, BEN, CAT, DAN, NOON, begun, cause, challenge, offered, refusal, said, show, tabled

# Offers


async def test_a_challenge_begins_when_all_have_accepted(tables: Tables) -> None:
    table = await challenge(tables, BEN, CAT)
    assert isinstance(table, Offer)
    table = (await tables.sit(table.id, CAT, cause=cause(), now=NOON)).table
    assert isinstance(table, Offer)
    table = (await tables.sit(table.id, BEN, cause=cause(), now=NOON)).table
    assert isinstance(table, Play)
    assert sorted(person for person in table.people if person) == [ANN, BEN, CAT]


async def test_the_dice_draw_the_seats_in_the_order_of_sitting_down(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert isinstance(table, Begun)
    drawn = table.match.chance.seats(2, 2)
    assert [table.people[seat] for seat in drawn] == [ANN, BEN]


async def test_only_those_named_may_answer(tables: Tables) -> None:
    table = await challenge(tables, BEN)
    assert await refusal(tables.sit(table.id, CAT, cause=cause(), now=NOON)) == "not-named"
    assert await refusal(tables.decline(table.id, CAT, cause=cause(), now=NOON)) == "not-named"
    assert await refusal(tables.decline(table.id, ANN, cause=cause(), now=NOON)) == "own-challenge"
    assert await refusal(tables.withdraw(table.id, BEN, cause=cause(), now=NOON)) == "not-host"
    assert await refusal(tables.sit(table.id, ANN, cause=cause(), now=NOON)) == "sits-already"


@both_databases
@pytest.mark.parametrize(("who", "how"), [(BEN, "decline"), (ANN, "withdraw")])
async def test_an_offer_that_was_closed_stays_closed(tables: Tables, who: int, how: str) -> None:
    table = await challenge(tables, BEN)
    table = (await getattr(tables, how)(table.id, who, cause=cause(), now=NOON)).table
    assert isinstance(table, Closed)
    assert await refusal(tables.sit(table.id, BEN, cause=cause(), now=NOON)) == f"closed-{table.how}"
    header = await tables.store.header(table.id)
    assert header
    assert (header.live, header.status) == (False, table.how)


async def test_nobody_plays_against_themselves(tables: Tables) -> None:
    assert await refusal(challenge(tables, ANN)) == "yourself"
    assert await refusal(challenge(tables, BEN, BEN)) == "named-twice"
    assert await refusal(challenge(tables, BEN, seats=3)) == "named-count"
    assert await refusal(challenge(tables, BEN, CAT, DAN, 55)) == "seats"


async def test_other_terms_ask_everybody_again(tables: Tables) -> None:
    table = await challenge(tables, BEN, CAT)
    await tables.sit(table.id, BEN, cause=cause(), now=NOON)

    async def changed(by: int, options: dict[str, int]) -> Table:
        wanted = Agreement(seats=1, clock=HOUR, rated=False)
        done = await tables.change(table.id, by, options, wanted, cause=cause(), now=NOON)
        return done.table

    table = await changed(ANN, {"start": 1})
    assert [sitter.person for sitter in table.sat] == [ANN]
    assert (table.agreement.clock, table.agreement.rated) == (HOUR, False)
    assert table.options.model_dump() == {"start": 1}
    assert await refusal(changed(BEN, {})) == "not-host"
    assert await refusal(changed(ANN, {"end": 1})) == "option-unknown"


@both_databases
async def test_anybody_may_join_an_open_table_until_it_is_full(tables: Tables) -> None:
    table = await offered(tables, ANN, (), Agreement(kind="open", seats=3))
    await tables.sit(table.id, BEN, cause=cause(), now=NOON)
    await tables.rise(table.id, BEN, cause=cause(), now=NOON)
    assert await refusal(tables.rise(table.id, BEN, cause=cause(), now=NOON)) == "not-seated"
    await tables.sit(table.id, CAT, cause=cause(), now=NOON)
    table = (await tables.sit(table.id, DAN, cause=cause(), now=NOON)).table
    assert isinstance(table, Play)
    assert await refusal(tables.sit(table.id, BEN, cause=cause(), now=NOON)) == "begun"


async def test_the_host_may_begin_early_and_the_house_fills_up(tables: Tables) -> None:
    table = await offered(tables, ANN, (), Agreement(kind="open", seats=4))
    await tables.sit(table.id, BEN, cause=cause(), now=NOON)
    assert await refusal(tables.start(table.id, BEN, 3, cause=cause(), now=NOON)) == "not-host"
    assert await refusal(tables.start(table.id, ANN, 1, cause=cause(), now=NOON)) == "too-few"
    assert await refusal(tables.start(table.id, ANN, 5, cause=cause(), now=NOON)) == "seats-stay"
    table = (await tables.start(table.id, ANN, 3, cause=cause(), now=NOON)).table
    assert isinstance(table, Play)
    assert len(table.people) == 3
    assert table.people.count(None) == 1


async def test_nobody_begins_an_open_table_alone(tables: Tables) -> None:
    """The only part of the dice that people brought would be older than the commitment."""
    table = await offered(tables, ANN, (), Agreement(kind="open", seats=3))
    assert await refusal(tables.start(table.id, ANN, 3, cause=cause(), now=NOON)) == "too-few"


async def test_nobody_is_named_at_an_open_table_or_in_practice(tables: Tables) -> None:
    for agreement in (Agreement(kind="open", seats=3), Agreement(kind="practice", seats=2, house=1)):
        assert await refusal(offered(tables, ANN, (BEN,), agreement)) == "named-count"


@pytest.mark.parametrize("order", [(5, 6), (0, 0), (0,), (0, 1, 2)])
async def test_an_order_of_seats_is_one_of_this_table(tables: Tables, order: tuple[int, ...]) -> None:
    assert await refusal(challenge(tables, BEN, order=order)) == "nobody"


@both_databases
async def test_who_comes_too_late_is_refused_before_the_clock_says_so(tables: Tables) -> None:
    table = await challenge(tables, BEN)
    assert await refusal(tables.sit(table.id, BEN, cause=cause(), now=NOON + DAY)) == "closed-expired"
    table = await begun(tables, BEN, clock=HOUR)
    assert await refusal(show(tables, table, 0, now=NOON + HOUR)) == "late"
    table = await begun(tables, BEN, clock=None, limit=HOUR)
    assert await refusal(show(tables, table, 0, now=NOON + HOUR)) == "late"


@both_databases
async def test_an_interaction_is_of_one_match(tables: Tables) -> None:
    one, other = await begun(tables, BEN), await begun(tables, BEN)
    assert isinstance(one, Begun)
    person, click = one.people[0], cause()
    assert person
    await tables.say(one.id, person, ("show", "1"), step=0, cause=click, now=NOON)
    assert await refusal(tables.say(other.id, person, ("show", "9"), step=0, cause=click, now=NOON)) == "illegal"


@both_databases
@pytest.mark.parametrize("last", [1, 2])
async def test_whoever_was_forgotten_elsewhere_is_not_written_down_from_memory(tables: Tables, last: int) -> None:
    """Whether others still have something to say after that, or the next word is the last of the match."""
    other = tabled(tables.store)
    table = await begun(tables, BEN, CAT)
    assert isinstance(table, Begun)
    gone = table.people[0]
    assert gone
    table = (await said(other, table, 0, "!resign")).table
    nobody = 0
    for seat in (1, 2):
        if seat == last:
            nobody = await tables.forget(gone, NOON)
        table = (await said(other, table, seat, "!resign")).table
    assert table.over
    assert isinstance(table, Begun)
    assert [result.person for result in await tables.store.results(table.id)] == [nobody, *table.people[1:]]


@pytest.mark.usefixtures("by_what_each_did")
async def test_practice_begins_as_soon_as_it_is_asked_for(tables: Tables) -> None:
    """Twice the same press is one match, and nobody else comes in."""
    agreement, click = Agreement(kind="practice", seats=3, house=2, rated=False), cause()
    one, two = [
        await tables.offer(ANN, (), morra.GAME, {}, agreement, server=None, channel=2, cause=click, now=NOON)
        for _ in range(2)
    ]
    assert (one.again, two.again) == (False, True)
    assert two.table == one.table
    assert isinstance(one.table, Play)
    assert sorted(one.table.people, key=str) == [ANN, None, None]
    assert [sitter.nonce for sitter in one.table.sat] == [str(click)]
    assert await refusal(tables.sit(one.table.id, BEN, cause=cause(), now=NOON)) == "begun"


@both_databases
async def test_what_somebody_practises_is_found_while_it_lasts(tables: Tables) -> None:
    await begun(tables, BEN)
    assert await tables.practising(ANN) is None
    table = await offered(tables, ANN, (), Agreement(kind="practice", seats=2, house=1, rated=False))
    assert await tables.practising(ANN) == table
    await tables.quit(table.id, ANN, now=NOON)
    assert await tables.practising(ANN) is None


@pytest.mark.parametrize(
    "agreement",
    [
        Agreement(kind="challenge", seats=2, house=1),
        Agreement(kind="open", seats=2, house=1),
        Agreement(kind="practice", seats=2),
        Agreement(kind="practice", seats=2, house=2),
    ],
    ids=lambda agreement: f"{agreement.kind} {agreement.people}",
)
async def test_a_table_that_could_never_begin_is_not_offered(tables: Tables, agreement: Agreement) -> None:
    assert await refusal(offered(tables, ANN, (), agreement)) == "nobody"
