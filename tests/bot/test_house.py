"""What is played where nobody has anything to decide."""

from __future__ import annotations

from bot.agreement import Agreement
from bot.allowance import Absences
from bot.house import House, due
from bot.journal import Table
from bot.table import Tables
from games import GAMES
from games.match import RESIGN
from storage import Store
from tests.bot.sitting import NOON

BOARD = "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"


async def begun(store: Store, game: str, seats: int, **options: object) -> tuple[Tables, Table]:
    tables = Tables(store, Absences())
    agreement = Agreement(kind="open", seats=seats)
    done = await tables.offer(1, (), GAMES[game], options, agreement, server=1, channel=1, cause=1, now=NOON)
    for person in range(2, seats + 1):
        done = await tables.sit(done.table.id, person, cause=person, now=NOON)
    return tables, done.table


async def test_a_seat_that_was_left_stops_nobody(store: Store) -> None:
    tables, table = await begun(store, "schnick", 3)
    assert table.match
    cause = 10
    leaver = table.people[0]
    assert leaver
    table = (await tables.say(table.id, leaver, RESIGN, step=None, cause=cause, now=NOON)).table
    house = House(tables, lambda: NOON)
    while table.playing:
        table = await house.follow(table)
        assert due(table) is None
        if not table.playing or table.match is None:
            break
        waiting = sorted(table.match.waiting)
        assert waiting, "somebody is asked, or the match is over"
        assert not set(waiting) & table.housed
        cause += 1
        seat = waiting[0]
        person = table.people[seat]
        assert person
        word = table.match.legal(seat)[0]
        table = (await tables.say(table.id, person, word, step=table.match.step, cause=cause, now=NOON)).table
    assert table.match
    assert table.match.result
    assert table.match.result.ranks[0] == 3
    # The words of the house are in the record, and stand up to it.
    assert "0 " in str(await tables.record(table.id))


async def test_in_a_step_with_others_nobody_is_played_for(store: Store) -> None:
    _, table = await begun(store, "schamanen", 2, board=BOARD)
    assert table.match
    assert len(table.match.awaited) == 2
    assert due(table) is None
