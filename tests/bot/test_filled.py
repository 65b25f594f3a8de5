"""The house takes the seats that stayed empty at a table: when, for whom, and who begins without it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.scenes import offer as scenes
from bot.table import journal
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.table import Begun, Offer, Play, Table
from bot.table.tables import Tables
from bot.time import MINUTE
from games import GAMES
from games.match import RESIGN
from games.refused import Refused
from tests.kit.match import ANN, BEN, CAT, NOON, cause, fired, offered

# An open table that the house fills


async def opened(tables: Tables, seats: int = 3, fills: int | None = MINUTE) -> Table:
    return await offered(tables, ANN, (), Agreement(kind="open", seats=seats, fills=fills))


@pytest.mark.parametrize(
    ("fills", "filled", "told"), [(MINUTE, False, True), (MINUTE, True, False), (None, False, False)]
)
async def test_a_table_says_when_the_house_sits_down(
    tables: Tables, fills: int | None, filled: bool, told: bool
) -> None:
    """To the second, until it has; and nothing of it where it never will."""
    game = GAMES["schnick"]
    table = await opened(tables, fills=fills)
    assert isinstance(table, Offer)
    offer = replace(table, game=game, options=game.options_class(), filled=filled)
    below = scenes.offer(offer, "en", Absences(), called=frozenset()).below
    assert any(f"<t:{(NOON + MINUTE) // 1000}:R>" in line for line in below) == told


async def test_after_the_wait_it_takes_the_empty_seats(tables: Tables) -> None:
    table = await opened(tables)
    await tables.sit(table.id, BEN, cause=cause(), now=NOON)
    await fired(tables, NOON + MINUTE - 1)
    assert isinstance(await tables.table(table.id), Offer)
    await fired(tables, NOON + MINUTE)
    table = await tables.table(table.id)
    assert isinstance(table, Begun)
    assert sorted(table.people, key=str) == [ANN, BEN, None]
    assert table == journal.folded(await tables.journal(table.id), Absences())


@pytest.mark.usefixtures("by_what_each_did")
async def test_a_host_who_is_alone_begins_by_a_click_under_the_commitment(tables: Tables) -> None:
    table = await opened(tables)
    (before,) = table.sat
    await fired(tables, NOON + MINUTE)
    table = await tables.table(table.id)
    assert isinstance(table, Offer)
    assert table.filled
    begins = cause()
    table = (await tables.start(table.id, ANN, 3, cause=begins, now=NOON)).table
    assert isinstance(table, Play)
    assert sorted(table.people, key=str) == [ANN, None, None]
    # Their part of the dice is the click, not the command that came before the commitment.
    assert [sitter.nonce for sitter in table.sat] == [str(begins)] != [before.nonce]
    table = (await tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)).table
    assert (await tables.record(table.id)).nonces == (str(begins),)


async def test_whoever_comes_after_the_wait_plays_at_once(tables: Tables) -> None:
    table = await opened(tables)
    await fired(tables, NOON + MINUTE)
    table = (await tables.sit(table.id, CAT, cause=cause(), now=NOON + 2 * MINUTE)).table
    assert isinstance(table, Play)
    assert table.people.count(None) == 1


async def test_without_the_house_nobody_begins_alone(tables: Tables) -> None:
    table = await opened(tables, fills=None)
    with pytest.raises(Refused, match="too-few"):
        await tables.start(table.id, ANN, 3, cause=cause(), now=NOON)
    await fired(tables, NOON + MINUTE)
    stands = await tables.table(table.id)
    assert isinstance(stands, Offer)
    assert not stands.filled
