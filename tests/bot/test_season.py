"""Seasons begin and end by hand or by the calendar, and their end is told once, whoever tells it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from bot.desk.asked import Asked
from bot.errors import Unavailable, Unreachable
from bot.herald import finale as finales
from bot.herald.channels import Place
from bot.herald.finale import CLAIMED, Finale
from bot.ladder import honours
from bot.ladder.recount import recounted
from bot.ladder.season import Seasons, closes
from bot.ladder.umpire import Umpire
from bot.preferences import Player, Preferences, Server
from bot.run import Rooms
from bot.scenes import closing
from bot.scenes import ladder as scenes
from bot.scenes.address import Address
from bot.scenes.scene import Button, Scene
from bot.scenes.verb import Verb
from bot.table.table import Begun
from bot.table.tables import Tables
from bot.time import DAY, MINUTE
from games import GAMES
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Award, Event, Opening, Season, Store
from storage.statement import Statement
from tests.bot.billboard import Billboard
from tests.bot.sitting import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER, begun, round_of, said, seat_of
from tests.bot.town import furnished
from tests.patience import PATIENCE


@pytest.fixture
def board() -> Billboard:
    return Billboard(lambda: NOON)


@pytest.fixture
def rooms(store: Store, board: Billboard) -> Rooms:
    return furnished(store, board, lambda: NOON)


@pytest.fixture
def seasons(rooms: Rooms) -> Seasons:
    return rooms.seasons


@pytest.fixture
def finale(rooms: Rooms) -> Finale:
    return rooms.finale


def at(*when: int) -> int:
    return int(datetime(*when, tzinfo=UTC).timestamp() * 1000)  # type: ignore[misc,arg-type]


def test_a_month_is_a_month_of_the_calendar() -> None:
    began = at(2024, 1, 31, 12)
    closed = [closes(began, 1, began)]
    for _ in range(12):
        closed.append(closes(began, 1, closed[-1] or 0))
    days = [datetime.fromtimestamp((each or 0) / 1000, UTC) for each in closed]
    assert [(each.month, each.day, each.hour) for each in days[:4]] == [
        (2, 29, 12),
        (3, 31, 12),
        (4, 30, 12),
        (5, 31, 12),
    ]
    assert all(one < other for one, other in pairwise(days))
    assert closes(began, 12, began) == at(2025, 1, 31, 12)
    assert closes(began, 3, at(2024, 9, 1)) == at(2024, 10, 31, 12)
    assert closes(began, None, began) is None


async def played(tables: Tables, now: int = NOON) -> None:
    table = await begun(tables, BEN, now=now)
    for _ in range(2):
        table = await round_of(tables, table, now)
    assert isinstance(table, Begun)
    assert (await said(tables, table, table.people.index(ANN), "!resign", now)).table.over


async def counted(
    store: Store, at: int, *people: int, ranks: tuple[int, ...] = (1, 2), game: str = "schnick", server: int = SERVER
) -> None:
    """A match that counts, as a table hands it over when it is played to its end."""
    table: Any = SimpleNamespace(
        server=server,
        people=people,
        game=GAMES[game],
        result=SimpleNamespace(ranks=ranks, scores=(0,) * len(ranks), reason="points"),
        options=SimpleNamespace(drawn=False),
        agreement=SimpleNamespace(rated=True),
        match=SimpleNamespace(step=9, left=()),
        unrated="",
    )
    opening = Opening(server, CHANNEL, game, 1, "{}", "{}", "5eed", "over", at)
    change = await Umpire(store, Preferences(store)).ruled(table, at)
    await store.create(opening, [Event("offered", "", at, person=people[0])], replace(change, live=False))


STRANGERS = (771, 772)


async def reigned(store: Store, began: int, *people: int, server: int = SERVER) -> None:
    """One wins against the other; and against two more, as whoever has a rank must have met three."""
    for at, loser in enumerate((*[people[1]] * 6, *STRANGERS)):
        await counted(store, began + at, people[0], loser, server=server)


async def lively(store: Store, began: int) -> None:
    """A season in which Ann wins what Ben, Cat and Dan lose; Dan wins once, against her."""
    await Preferences(store).set_server(SERVER, Server(pair=None))
    for number in range(6):
        for at, loser in enumerate((BEN, CAT, DAN)):
            await counted(store, began + 10 * number + at, ANN, loser)
        await counted(store, began + 10 * number + 4, BEN, CAT)
        await counted(store, began + 10 * number + 5, CAT, DAN, game="schamanen")
    # Who has a rank has met three others.
    await counted(store, began + 80, BEN, DAN)
    await counted(store, began + 90, DAN, ANN)


def words(scene: Scene) -> str:
    return "\n".join((*scene.above, *scene.below))


async def test_the_end_of_a_season_is_told_once_where_the_last_match_was(
    tables: Tables, seasons: Seasons, finale: Finale, board: Billboard
) -> None:
    store = tables.store
    await seasons.begin(SERVER, "  Spring \n time ", NOON)
    await lively(store, NOON)
    await finale.tick(NOON + 100)
    board.posted.clear()
    await seasons.end(SERVER, NOON + 100)
    others = [furnished(store, board, lambda: NOON).finale for _ in range(3)]
    await asyncio.gather(*(each.tick(NOON + 102) for each in (finale, *others)))
    await finale.tick(NOON + 2 * CLAIMED + 200)
    [(channel, scene)] = board.posted
    assert channel == CHANNEL
    assert "Spring time (season 1) is over" in scene.above[0]
    told = words(scene)
    assert f"🏆 <@{ANN}> is the champion!" in told
    assert re.search(rf"🥇 <@{ANN}> .*\n🥈 <@{BEN}> .*\n🥉 <@{CAT}> ", told)
    assert f"**Duel of the Shamans** <@{CAT}>" in told
    assert f"**Schnick Schnack Schnuck** <@{ANN}>" in told
    assert f"Rivalry: <@{ANN}> and <@{DAN}>, 7 matches, 6 to 1" in told
    assert f"Upset: <@{DAN}> beat <@{ANN}>" in told
    assert scene.called == {ANN, BEN, CAT, DAN}
    assert scene.board
    [[button]] = scene.rows  # type: ignore[misc]
    assert isinstance(button, Button)
    with pytest.raises(Refused, match="no-season"):
        await seasons.end(SERVER, NOON)


async def test_two_seasons_are_two_stories(seasons: Seasons, finale: Finale, rooms: Rooms, board: Billboard) -> None:
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


async def test_who_sleeps_is_away_or_unseen_is_not_called(
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms, board: Billboard
) -> None:
    now = at(2026, 5, 5, 23)
    await seasons.begin(SERVER, "", now - DAY)
    await lively(tables.store, now - DAY)
    await rooms.preferences.set_player(BEN, Player(quiet=(22, 7)))
    await rooms.preferences.set_player(CAT, Player(listed=False))
    board.left.add(DAN)
    await seasons.end(SERVER, now)
    await finale.tick(now)
    scene = board.posted[-1][1]
    assert scene.called == {ANN}
    assert f"<@{BEN}>" in words(scene)
    assert f"<@{CAT}>" not in words(scene)
    assert f"<@{DAN}>" not in words(scene)


def shows(board: Billboard, now: int) -> None:
    """Its watch."""
    board.now = lambda: now


class Died(BaseException):
    """Nothing in the bot may take it for trouble of its own."""


class Fused:
    """A database whose process dies at one of its writes, before or after it is stored."""

    def __init__(self, database: Any, left: int, *, stored: bool) -> None:
        self._database = database
        self._left = left
        self._stored = stored

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    async def write(self, *writes: Any) -> Any:
        self._left -= 1
        if self._left == 0 and not self._stored:
            raise Died
        done = await self._database.write(*writes)
        if self._left == 0:
            raise Died
        return done


@pytest.mark.parametrize("stored", [False, True])
async def test_whoever_dies_at_any_write_of_the_closing_leaves_it_told_once(
    store: Store, rooms: Rooms, board: Billboard, stored: bool
) -> None:
    """And what was won is the same; the store is all that those who come after know."""
    stories, deaths = set(), 0
    for death in range(1, 40):
        server = SERVER + death
        now = at(2026, 1, 1) + death * 100 * DAY
        shows(board, now)
        await rooms.preferences.set_server(server, Server(season=1, pair=None))
        await rooms.seasons.begin(server, "", now)
        await reigned(store, now, ANN, BEN, server=server)
        await rooms.finale.tick(now + 100)
        running = await store.season(server)
        assert running
        assert running.due
        board.posted.clear()
        board.nonces.clear()
        fused: Any = Fused(store.database, death, stored=stored)
        mortal = furnished(Store(fused), board, lambda: NOON)
        shows(board, running.due)
        died = False
        try:
            await mortal.finale.tick(running.due)
        except Died:
            died = True
            deaths += 1
        # What Discord knows of nonces is over by then.
        board.nonces.clear()
        for later in (1, 2, 3):
            now = running.due + later * (CLAIMED + 1)
            shows(board, now)
            await furnished(store, board, lambda: NOON).finale.tick(now)
        over = [scene for _, scene in board.posted if scene.called]
        assert len(over) == 1, death
        assert board.pings(ANN) == 1
        begun = [scene for _, scene in board.posted if not scene.called]
        assert len(begun) == 1, death
        assert len(await store.seasons(server)) == 2
        stories.add((over[0].below, begun[0].above[0]))
        assert [it for it in await store.awards_of(ANN, server) if it.kind == "place"] != []
        # Of this server nothing is due any more.
        await rooms.seasons.lasts(server, None, now)
        if not died:
            break
    assert deaths == 6, "it closes, is claimed, counted, told and noted; and so is the beginning of the next"
    assert len(stories) == 1


async def test_whoever_dies_between_the_message_and_the_store_is_followed_by_nobody_who_says_it_again(
    tables: Tables, seasons: Seasons, finale: Finale, board: Billboard
) -> None:
    await seasons.begin(SERVER, "", NOON)
    await lively(tables.store, NOON)
    await finale.tick(NOON + 100)
    await seasons.end(SERVER, NOON + 100)
    board.posted.clear()

    class Lossy(Billboard):
        """The answer is lost, and with it the process."""

        async def post(self, channel: int, scene: Scene, once: str) -> Place:
            await board.post(channel, scene, once)
            raise Died

    with pytest.raises(Died):
        await furnished(tables.store, Lossy(lambda: NOON), lambda: NOON).finale.tick(NOON + 101)
    assert len(board.posted) == 1
    board.nonces.clear()
    await finale.tick(NOON + 102 + CLAIMED)
    assert len(board.posted) == 1
    assert await tables.store.seasons_untold(1 << 60) == []


async def test_a_season_begins_and_comes_to_its_last_week_quietly_and_once(
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms, board: Billboard
) -> None:
    began = at(2026, 3, 1)
    await rooms.preferences.set_server(SERVER, Server(season=1, standing=(77,)))
    await seasons.begin(SERVER, "", began)
    others = [furnished(tables.store, board, lambda: NOON).finale for _ in range(3)]
    await asyncio.gather(*(each.tick(began + 1) for each in (finale, *others)))
    [(channel, begun)] = board.posted
    assert channel == 77
    assert "Season 1 is on" in begun.above[0]
    await lively(tables.store, began)
    await rooms.preferences.set_server(SERVER, Server(season=1, standing=(77,)))
    await finale.tick(at(2026, 3, 25) - 1)
    assert len(board.posted) == 1
    await asyncio.gather(*(each.tick(at(2026, 3, 25)) for each in (finale, *others)))
    [_, (channel, last)] = board.posted
    assert channel == 77
    assert "last week of Season 1" in last.above[0]
    assert last.below[0].startswith(f"🥇 <@{ANN}>")
    for later in range(1, 4):
        await finale.tick(at(2026, 3, 25) + later * (CLAIMED + 1))
    assert len(board.posted) == 2
    assert not any(scene.called for _, scene in board.posted)


async def test_a_season_that_closes_otherwise_has_another_last_week_or_none(
    seasons: Seasons, finale: Finale, rooms: Rooms
) -> None:
    began, store = at(2026, 3, 1), rooms.store

    async def last() -> list[int]:
        return [it.due for it in await store.news(1 << 60, 1 << 60) if it.kind == "last"]

    await rooms.preferences.set_server(SERVER, Server(season=1))
    await seasons.begin(SERVER, "", began)
    assert await last() == [at(2026, 3, 25)]
    await seasons.lasts(SERVER, 3, began)
    assert await last() == [at(2026, 5, 25)]
    await seasons.lasts(SERVER, None, began)
    assert await last() == []
    await seasons.lasts(SERVER, 1, at(2026, 3, 26))
    assert await last() == [], "whoever sets it a few days before knows"
    await seasons.end(SERVER, at(2026, 3, 27))
    assert await store.news(1 << 60, 1 << 60) == [], "of what is over nobody is told how it began"


async def test_a_server_that_wants_it_is_told_of_each_week_quietly(
    tables: Tables, finale: Finale, rooms: Rooms, board: Billboard
) -> None:
    store, monday = tables.store, at(2026, 3, 2)
    manager = Asked(ANN, "en", SERVER, CHANNEL, 1, monday + DAY, chosen=("yes",), manages=True)
    setting = Address(Verb.SETTLED, 0, 0, "server.weekly")
    await rooms.panels.settled(manager, setting)
    await rooms.panels.settled(manager, setting)
    await lively(store, monday + 2 * DAY)
    await finale.tick(monday + 7 * DAY - 1)
    assert board.posted == []
    others = [furnished(store, board, lambda: NOON).finale for _ in range(3)]
    await asyncio.gather(*(each.tick(monday + 7 * DAY) for each in (finale, *others)))
    [(channel, card)] = board.posted
    assert channel == CHANNEL
    assert not card.called
    assert "The week on the ladder" in card.above[0]
    assert re.search(rf"\*\*1\.\*\* <@{ANN}> .* new", card.below[0])
    # Nobody has played: nothing is told, and the next is due all the same.
    await finale.tick(monday + 14 * DAY)
    assert len(board.posted) == 1
    await counted(store, monday + 15 * DAY, BEN, ANN)
    await finale.tick(monday + 21 * DAY + CLAIMED)
    assert len(board.posted) == 2
    assert re.search(rf"<@{BEN}> .*▲", "\n".join(board.posted[-1][1].below))
    await rooms.panels.settled(replace(manager, chosen=("no",)), setting)
    await counted(store, monday + 22 * DAY, BEN, ANN)
    await finale.tick(monday + 28 * DAY)
    assert len(board.posted) == 2
    assert await store.news(1 << 60, 1 << 60) == []


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


async def test_what_an_older_bot_has_told_is_counted_and_told_no_more(
    tables: Tables, seasons: Seasons, finale: Finale, board: Billboard
) -> None:
    store = tables.store
    await seasons.begin(SERVER, "", NOON)
    await lively(store, NOON)
    await seasons.end(SERVER, NOON + 100)
    [season] = await store.seasons(SERVER)
    await store.season_told(season)
    await store.database.write(
        Statement("INSERT INTO news (server, season, kind, due) VALUES (:server, 1, 'awards', 0)")(server=SERVER)
    )
    await finale.tick(NOON + CLAIMED)
    assert board.posted == []
    assert [(it.kind, it.number) for it in await store.awards_of(ANN, SERVER) if it.kind == "place"] == [("place", 1)]
    assert await store.news(1 << 60, 1 << 60) == []


async def test_the_role_of_the_champion_goes_on_with_each_season(
    seasons: Seasons, finale: Finale, rooms: Rooms, board: Billboard
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
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms, board: Billboard
) -> None:
    await seasons.begin(SERVER, "", NOON)
    await lively(tables.store, NOON)
    await rooms.preferences.set_server(SERVER, Server(crown=(500,)))
    await seasons.end(SERVER, NOON + 100)
    board.fails("give", Unreachable("unreachable-permissions"))
    await finale.tick(NOON + 100)
    assert "I may not give <@&500>: let me manage roles" in words(board.posted[-1][1])
    assert board.posted[-1][1].called


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


async def test_a_server_says_where_its_seasons_end_and_in_which_language(
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms, board: Billboard
) -> None:
    told = []
    for number, locale in enumerate(LOCALES):
        await rooms.preferences.set_server(SERVER, Server(standing=(77,), locale=locale))
        await seasons.begin(SERVER, "", NOON + number)
        await played(tables, NOON + number)
        await seasons.end(SERVER, NOON + number)
        await finale.tick(NOON + number)
        channel, scene = board.posted[-1]
        assert channel == 77
        told.append(scene.above[0])
    assert told == ["### Season 1 is over", "### Saison 2 ist zu Ende", "### Saison 3 est terminée"]


async def test_a_season_closes_by_itself_and_the_next_begins(
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms
) -> None:
    store, began = tables.store, at(2026, 1, 31)
    await rooms.preferences.set_server(SERVER, Server(season=1))
    assert (await seasons.begin(SERVER, "First", began)).due == at(2026, 2, 28)
    await finale.tick(at(2026, 2, 28) - 1)
    assert len(await store.seasons(SERVER)) == 1
    others = [furnished(store, Billboard(lambda: NOON), lambda: NOON).finale for _ in range(3)]
    now = at(2026, 2, 28) + 1
    await asyncio.gather(*(each.tick(now) for each in (finale, *others)))
    first, second = await store.seasons(SERVER)
    assert (first.ended, second.began, second.name, second.ended) == (now, now, "", None)
    assert second.due == at(2026, 3, 31)
    await seasons.lasts(SERVER, 3, now)
    assert [it.due for it in await store.seasons(SERVER)][1] == closes(now, 3, now)
    await seasons.lasts(SERVER, None, now)
    assert (await store.seasons(SERVER))[1].due is None
    assert await store.seasons_due(1 << 60) == []


@pytest.mark.parametrize("late", [(0, 0, 0), (40_000, 10_000, 50_000), (1, 3 * DAY, 0)])
async def test_seasons_follow_each_other_by_the_calendar_however_late_it_is_looked_at(
    seasons: Seasons, finale: Finale, rooms: Rooms, late: tuple[int, ...]
) -> None:
    """Each closes on the day of the month on which the first began, where that month has it."""
    began = at(2025, 12, 31, 18)
    await rooms.preferences.set_server(SERVER, Server(season=1))
    await seasons.begin(SERVER, "", began)
    closed: list[int] = []
    for number in range(6):
        running = await rooms.store.season(SERVER)
        assert running
        assert running.due
        closed.append(running.due)
        await finale.tick(running.due + late[number % len(late)])
    assert closed == [at(2026, month, day, 18) for month, day in enumerate((31, 28, 31, 30, 31, 30), 1)]
    # Begun by hand it has a day of its own, and a new length counts from where it is.
    await seasons.begin(SERVER, "", at(2026, 7, 3))
    await finale.tick(at(2026, 8, 3) + 1)
    await rooms.preferences.set_server(SERVER, Server(season=3))
    await finale.tick(at(2026, 9, 3) + 1)
    running = await rooms.store.season(SERVER)
    assert running
    assert running.due == at(2026, 12, 3)


async def test_a_server_whose_settings_cannot_be_read_keeps_no_other_from_its_season(
    seasons: Seasons, finale: Finale, rooms: Rooms
) -> None:
    for server in (1, 2):
        await rooms.preferences.set_server(server, Server(season=1))
        await seasons.begin(server, "", at(2026, 1, server))
    await rooms.store.set_server(1, {"season": "for ever"})
    await finale.tick(at(2026, 2, 3))
    assert [len(await rooms.store.seasons(server)) for server in (1, 2)] == [1, 2]


async def test_what_cannot_be_told_now_is_told_later(
    tables: Tables, seasons: Seasons, finale: Finale, board: Billboard
) -> None:
    await seasons.begin(SERVER, "", NOON)
    await played(tables)
    await seasons.end(SERVER, NOON)
    board.fails("post", Unavailable("no"))
    await finale.tick(NOON)
    assert board.posted == []
    await finale.tick(NOON + CLAIMED + 1)
    assert len(board.posted) == 1


async def test_while_one_tells_of_an_end_the_others_leave_it_to_them(tables: Tables, seasons: Seasons) -> None:
    await seasons.begin(SERVER, "", NOON)
    await played(tables)
    await seasons.end(SERVER, NOON)
    telling, told, tries = asyncio.Event(), asyncio.Event(), 0

    class Waiting(Billboard):
        async def post(self, channel: int, scene: Scene, once: str) -> Place:
            nonlocal tries
            tries += 1
            if tries == 1:
                telling.set()
                await told.wait()
            return await super().post(channel, scene, once)

    one, other = (furnished(tables.store, Waiting(lambda: NOON), lambda: NOON).finale for _ in range(2))
    first = asyncio.create_task(one.tick(NOON + 1))
    await telling.wait()
    await other.tick(NOON + MINUTE)
    told.set()
    await first
    assert tries == 1


async def test_where_nobody_may_write_and_where_nobody_played_nothing_is_told(
    tables: Tables, seasons: Seasons, finale: Finale, board: Billboard
) -> None:
    await seasons.begin(SERVER, "", NOON)
    await seasons.begin(SERVER, "", NOON)
    await played(tables)
    await seasons.end(SERVER, NOON)
    board.fails("post", Unreachable("unreachable-channel"))
    for late in range(3):
        await finale.tick(NOON + late * (CLAIMED + 1))
    assert board.posted == []
    assert await tables.store.seasons_untold(1 << 60) == []


async def test_it_looks_at_the_calendar_as_soon_as_something_changed(
    seasons: Seasons, finale: Finale, rooms: Rooms, board: Billboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, tick = asyncio.Event(), finale.tick

    async def looking(now: int) -> None:
        await tick(now)
        looked.set()

    monkeypatch.setattr(finales, "PAUSE", 3600.0)
    monkeypatch.setattr(finale, "tick", looking)
    running = asyncio.create_task(finale.run())
    await looked.wait()
    await seasons.begin(SERVER, "", NOON)
    await seasons.end(SERVER, NOON)
    async with asyncio.timeout(PATIENCE):
        while await rooms.store.seasons_untold(1 << 60):
            await asyncio.sleep(0.01)
    running.cancel()


async def test_it_looks_at_the_calendar_now_and_then(finale: Finale, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, often = 0, asyncio.Event()

    async def tick(_: int) -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            often.set()

    monkeypatch.setattr(finales, "PAUSE", 0.001)
    monkeypatch.setattr(finale, "tick", tick)
    running = asyncio.create_task(finale.run())
    async with asyncio.timeout(PATIENCE):
        await often.wait()
    running.cancel()


async def test_what_ends_while_a_season_closes_counts_before_or_after(tables: Tables, seasons: Seasons) -> None:
    await seasons.begin(SERVER, "", NOON)
    ready = []
    for _ in range(4):
        table = await begun(tables, BEN)
        for _ in range(2):
            table = await round_of(tables, table)
        ready.append(table)
    assert isinstance(table, Begun)
    ends = [said(tables, table, seat_of(table, ANN), "!resign") for table in ready]
    await asyncio.gather(ends[0], ends[1], seasons.begin(SERVER, "", NOON + 1), ends[2], ends[3])
    counted = [await tables.store.rating(SERVER, "", number, ANN) for number in (1, 2)]
    assert sum(each.matches for each in counted if each) == 4
    assert {it.season for table in ready for it in await tables.store.results(table.id)} <= {1, 2}
    assert await recounted(tables.store) == 0


@pytest.mark.parametrize("locale", LOCALES)
def test_no_sign_in_the_name_of_a_season_does_anything(locale: Locale) -> None:
    """Everybody reads it where it is announced; in a list to choose from it is as it was typed."""
    season = Season(SERVER, 3, "# @everyone **<@1>** [x](http://y)", NOON, None, None)
    written = r"\# \@everyone \*\*\<\@1\>\*\* \[x\]\(http\:\/\/y\)"
    for scene in (closing.begun(season, locale), closing.ended(season, locale)):
        assert written in scene.above[0]
        assert not scene.called
    assert season.name in scenes.named(season, locale, plainly=False)
