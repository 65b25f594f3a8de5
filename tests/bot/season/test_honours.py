"""What a season is won with is counted once, and stays; the role of the champion goes on."""

from __future__ import annotations

import pytest

from bot.errors import Unreachable
from bot.herald.finale import Finale
from bot.ladder import honours
from bot.ladder.season import Seasons
from bot.preferences import Server
from bot.rooms import Rooms
from bot.table.tables import Tables
from storage import Award
from storage.statement import Statement
from tests.bot.databases import both_databases
from tests.bot.season.lively import counted, lively, reigned, words
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, DAN, NOON, SERVER


@both_databases
async def test_two_seasons_are_two_stories(seasons: Seasons, finale: Finale, rooms: Rooms, board: Discord) -> None:
    """Not the same page under another title."""
    stories = []
    for people in ((ANN, BEN), (CAT, DAN)):
        await seasons.begin(SERVER, "", NOON)
        await rooms.preferences.set_server(SERVER, Server(pair=None))
        await reigned(rooms.store, NOON, *people)
        await seasons.end(SERVER, NOON + 9)
        await finale.tick(NOON + 9)
        stories.append(board.posted[-1][1])
    one, other = stories
    assert one.called == {ANN, BEN}
    assert other.called == {CAT, DAN}
    assert not {*one.below} & {*other.below}
    assert one.board != other.board


@both_databases
async def test_a_season_is_counted_page_by_page_and_from_nothing_else(
    rooms: Rooms, seasons: Seasons, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page may end in the middle of a match; before it and after it there is another season."""
    store = rooms.store
    for number in range(3):
        await seasons.begin(SERVER, "", NOON + 1000 * number)
        await (lively(store, NOON + 1000) if number == 1 else counted(store, NOON + 1000 * number, DAN, BEN))
    season = (await store.seasons(SERVER))[1]
    stories = []
    for page in (1, 2, 3, 7, 2000):
        monkeypatch.setattr(honours, "PAGE", page)
        await store.database.write(Statement("DELETE FROM award WHERE server = :server")(server=SERVER))
        await store.database.write(Statement("UPDATE season SET awarded = 0 WHERE server = :server")(server=SERVER))
        stories.append(await honours.Honours(store, rooms.standings).of(season, NOON + 5000))
    assert all(story == stories[0] for story in stories)
    assert [(it.person, it.number, it.beside) for it in stories[0] if it.kind == "rival"] == [(DAN, 1, 7), (ANN, 6, 7)]


async def test_the_role_of_the_champion_goes_on_with_each_season(
    seasons: Seasons, finale: Finale, rooms: Rooms, board: Discord
) -> None:
    await rooms.preferences.set_server(SERVER, Server(crown=(500,), pair=None))
    worn = []
    for people in ((ANN, BEN), (CAT, DAN), (CAT, ANN)):
        await seasons.begin(SERVER, "", NOON)
        await reigned(rooms.store, NOON, *people)
        await seasons.end(SERVER, NOON + 9)
        await finale.tick(NOON + 9)
        worn.append(set(board.worn[500]))
        assert "👑 <@&500> goes with it" in words(board.posted[-1][1])
    assert worn == [{ANN}, {CAT}, {CAT}]


async def test_where_it_may_not_be_given_the_card_says_so(
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms, board: Discord
) -> None:
    await seasons.begin(SERVER, "", NOON)
    await lively(tables.store, NOON)
    await rooms.preferences.set_server(SERVER, Server(crown=(500,)))
    await seasons.end(SERVER, NOON + 100)
    board.fails("give", Unreachable("unreachable-permissions"))
    await finale.tick(NOON + 100)
    assert "I couldn’t hand over <@&500>" in board.posted[-1][1].small
    assert board.posted[-1][1].called


@both_databases
async def test_what_was_won_stays_as_it_was_written_down(tables: Tables, seasons: Seasons, finale: Finale) -> None:
    await seasons.begin(SERVER, "", NOON)
    await lively(tables.store, NOON)
    await seasons.end(SERVER, NOON + 100)
    await finale.tick(NOON + 100)
    [season] = await tables.store.seasons(SERVER)
    before = await tables.store.awarded(season)
    assert before
    await tables.store.award(season, [Award(CAT, SERVER, 1, "place", "", 1, 9999)])
    assert await tables.store.awarded(season) == before
