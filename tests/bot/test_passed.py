"""Of several who were challenged one would rather not: the others go on without them."""

from __future__ import annotations

import pytest

from bot.table.agreement import OFFER_STANDS
from bot.table.allowance import Absences
from bot.table.table import Begun, Closed, Offer, Table
from bot.table.tables import Tables
from games.refused import Refused
from tests.kit.match import ANN, BEN, CAT, DAN, NOON, cause, challenge


async def declined(tables: Tables, table: Table, person: int) -> Table:
    return (await tables.decline(table.id, person, cause=cause(), now=NOON)).table


async def sat(tables: Tables, table: Table, person: int) -> Table:
    return (await tables.sit(table.id, person, cause=cause(), now=NOON)).table


async def test_the_host_begins_with_those_who_came(tables: Tables) -> None:
    table = await challenge(tables, BEN, CAT)
    with pytest.raises(Refused, match="not-open"):
        await tables.start(table.id, ANN, 2, cause=cause(), now=NOON)
    table = await declined(tables, table, BEN)
    assert isinstance(table, Offer)
    assert list(table.passed) == [BEN]
    assert table.pending == {CAT}
    with pytest.raises(Refused, match="too-few"):
        await tables.start(table.id, ANN, 2, cause=cause(), now=NOON)
    await sat(tables, table, CAT)
    with pytest.raises(Refused, match="not-host"):
        await tables.start(table.id, CAT, 2, cause=cause(), now=NOON)
    table = (await tables.start(table.id, ANN, 2, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    assert set(table.people) == {ANN, CAT}


async def test_the_house_takes_the_seat_that_was_left(tables: Tables) -> None:
    table = await sat(tables, await declined(tables, await challenge(tables, BEN, CAT), BEN), CAT)
    table = (await tables.start(table.id, ANN, 3, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    assert set(table.people) == {ANN, CAT, None}
    assert table.agreement.house == 1


async def test_with_the_last_of_the_others_the_offer_is_over(tables: Tables) -> None:
    """However they answered before."""
    table = await sat(tables, await challenge(tables, BEN, CAT, DAN), CAT)
    table = await declined(tables, table, CAT)
    assert isinstance(table, Offer)
    assert [sitter.person for sitter in table.sat] == [ANN]
    with pytest.raises(Refused, match="said-no"):
        await sat(tables, table, CAT)
    with pytest.raises(Refused, match="said-no"):
        await declined(tables, table, CAT)
    table = await declined(tables, await declined(tables, table, BEN), DAN)
    assert isinstance(table, Closed)
    assert (table.how, table.by) == ("declined", DAN)


async def test_other_terms_ask_everybody_again(tables: Tables) -> None:
    table = await declined(tables, await challenge(tables, BEN, CAT), BEN)
    wanted = table.agreement.model_copy(update={"clock": None})
    table = (await tables.change(table.id, ANN, {}, wanted, cause=cause(), now=NOON)).table
    assert isinstance(table, Offer)
    assert table.passed == ()
    assert table.pending == {BEN, CAT}
    assert table.stands(Absences()) > NOON


async def test_somebody_else_is_asked_in_their_place(tables: Tables) -> None:
    """And sits where they would have sat, as in a rematch."""
    table = await challenge(tables, BEN, CAT, order=(2, 0, 1))
    with pytest.raises(Refused, match="no-seat-free"):
        await tables.invite(table.id, ANN, DAN, cause=cause(), now=NOON)
    await declined(tables, table, BEN)
    for who, other, why in ((CAT, DAN, "not-host"), (ANN, CAT, "named-twice"), (ANN, BEN, "named-twice")):
        with pytest.raises(Refused, match=why):
            await tables.invite(table.id, who, other, cause=cause(), now=NOON)
    table = (await tables.invite(table.id, ANN, DAN, cause=cause(), now=NOON + 5)).table
    assert isinstance(table, Offer)
    assert not table.passed
    assert table.pending == {CAT, DAN}
    assert table.stands(Absences()) == NOON + 5 + OFFER_STANDS
    with pytest.raises(Refused, match="not-named"):
        await sat(tables, table, BEN)
    table = await sat(tables, await sat(tables, table, DAN), CAT)
    assert isinstance(table, Begun)
    assert table.people == (DAN, CAT, ANN)


async def test_it_waits_for_the_host_once_all_have_answered(tables: Tables) -> None:
    table = await declined(tables, await challenge(tables, BEN, CAT, DAN), BEN)
    assert isinstance(table, Offer)
    assert not table.at_host
    table = await declined(tables, await sat(tables, table, CAT), DAN)
    assert isinstance(table, Offer)
    assert table.at_host
