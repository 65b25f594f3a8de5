"""Of a season its beginning, its last week and its end are told once, whoever tells it, and who may be called is.

Nearly a third of it is one bot that dies at each write of the closing, and before it has stored what it said.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.desk.asked import Asked
from bot.errors import Unavailable, Unreachable
from bot.herald.channels import Sent
from bot.herald.finale import CLAIMED, Finale
from bot.ladder.season import Seasons
from bot.preferences import Player, Server
from bot.rooms import Rooms
from bot.scenes import closing
from bot.scenes import ladder as scenes
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Button, Scene
from bot.table.tables import Tables
from bot.time import DAY, MINUTE
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Season, Store
from tests.bot.databases import both_databases
from tests.bot.season.lively import at, counted, lively, played, reigned, shows, words
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER
from tests.kit.world import create_rooms


@both_databases
async def test_the_end_of_a_season_is_told_once_where_the_last_match_was(
    tables: Tables, seasons: Seasons, finale: Finale, board: Discord
) -> None:
    store = tables.store
    await seasons.begin(SERVER, "  Spring \n time ", NOON)
    await lively(store, NOON)
    await finale.tick(NOON + 100)
    board.posted.clear()
    await seasons.end(SERVER, NOON + 100)
    others = [create_rooms(store, board, lambda: NOON).finale for _ in range(3)]
    await asyncio.gather(*(each.tick(NOON + 102) for each in (finale, *others)))
    await finale.tick(NOON + 2 * CLAIMED + 200)
    [(channel, scene)] = board.posted
    assert channel == CHANNEL
    assert "Spring time (season 1) is over" in scene.above[0]
    told = words(scene)
    assert f"🏆 <@{ANN}> is the champion of all games together!" in told
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


async def test_who_sleeps_is_away_or_unseen_is_not_called(
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms, board: Discord
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


async def test_who_is_on_holiday_is_not_called(rooms: Rooms, board: Discord) -> None:
    """Taken long after whoever tells it has started."""
    now = at(2026, 5, 5, 12)
    await rooms.seasons.begin(SERVER, "", now - DAY)
    await lively(rooms.store, now - DAY)
    await rooms.store.take_holiday(ANN, now - 1, now + DAY)
    await rooms.tables.learn(now)
    await rooms.seasons.end(SERVER, now)
    await rooms.finale.tick(now)
    assert board.posted[-1][1].called == {BEN, CAT, DAN}


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


@both_databases
@pytest.mark.parametrize("stored", [False, True])
async def test_whoever_dies_at_any_write_of_the_closing_leaves_it_told_once(
    store: Store, rooms: Rooms, board: Discord, stored: bool
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
        mortal = create_rooms(Store(fused), board, lambda: NOON)
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
            await create_rooms(store, board, lambda: NOON).finale.tick(now)
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


@both_databases
async def test_whoever_dies_between_the_message_and_the_store_is_followed_by_nobody_who_says_it_again(
    tables: Tables, seasons: Seasons, finale: Finale, board: Discord
) -> None:
    await seasons.begin(SERVER, "", NOON)
    await lively(tables.store, NOON)
    await finale.tick(NOON + 100)
    await seasons.end(SERVER, NOON + 100)
    board.posted.clear()

    class Lossy(Discord):
        """The answer is lost, and with it the process."""

        async def post(self, channel: int, scene: Scene, once: str) -> Sent:
            await board.post(channel, scene, once)
            raise Died

    with pytest.raises(Died):
        await create_rooms(tables.store, Lossy(lambda: NOON), lambda: NOON).finale.tick(NOON + 101)
    assert len(board.posted) == 1
    board.nonces.clear()
    await finale.tick(NOON + 102 + CLAIMED)
    assert len(board.posted) == 1
    assert await tables.store.seasons_untold(1 << 60) == []


async def test_a_season_begins_and_comes_to_its_last_week_quietly_and_once(
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms, board: Discord
) -> None:
    began = at(2026, 3, 1)
    await rooms.preferences.set_server(SERVER, Server(season=1, standing=(77,)))
    await seasons.begin(SERVER, "", began)
    others = [create_rooms(tables.store, board, lambda: NOON).finale for _ in range(3)]
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


async def test_a_server_that_wants_it_is_told_of_each_week_quietly(
    tables: Tables, finale: Finale, rooms: Rooms, board: Discord
) -> None:
    store, monday = tables.store, at(2026, 3, 2)
    manager = Asked(ANN, "en", SERVER, CHANNEL, 1, monday + DAY, chosen=("yes",), manages=True)
    setting = Address(Verb.SETTLED, 0, 0, "server.weekly")
    await rooms.panels.settled(manager, setting)
    await rooms.panels.settled(manager, setting)
    await lively(store, monday + 2 * DAY)
    await finale.tick(monday + 7 * DAY - 1)
    assert board.posted == []
    others = [create_rooms(store, board, lambda: NOON).finale for _ in range(3)]
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


async def test_a_server_says_where_its_seasons_end_and_in_which_language(
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms, board: Discord
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
    assert told == ["### Season 1 is over", "### Saison 2 ist zu Ende", "### Saison 3\u202f: c’est terminé"]


async def test_what_cannot_be_told_now_is_told_later(
    tables: Tables, seasons: Seasons, finale: Finale, board: Discord
) -> None:
    await seasons.begin(SERVER, "", NOON)
    await played(tables)
    await seasons.end(SERVER, NOON)
    board.fails("post", Unavailable("no"))
    await finale.tick(NOON)
    assert board.posted == []
    await finale.tick(NOON + CLAIMED + 1)
    assert len(board.posted) == 1


@both_databases
async def test_while_one_tells_of_an_end_the_others_leave_it_to_them(tables: Tables, seasons: Seasons) -> None:
    await seasons.begin(SERVER, "", NOON)
    await played(tables)
    await seasons.end(SERVER, NOON)
    telling, told, tries = asyncio.Event(), asyncio.Event(), 0

    class Waiting(Discord):
        async def post(self, channel: int, scene: Scene, once: str) -> Sent:
            nonlocal tries
            tries += 1
            if tries == 1:
                telling.set()
                await told.wait()
            return await super().post(channel, scene, once)

    one, other = (create_rooms(tables.store, Waiting(lambda: NOON), lambda: NOON).finale for _ in range(2))
    first = asyncio.create_task(one.tick(NOON + 1))
    await telling.wait()
    await other.tick(NOON + MINUTE)
    told.set()
    await first
    assert tries == 1


async def test_where_nobody_may_write_and_where_nobody_played_nothing_is_told(
    tables: Tables, seasons: Seasons, finale: Finale, board: Discord
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


@pytest.mark.parametrize("locale", LOCALES)
def test_no_sign_in_the_name_of_a_season_does_anything(locale: Locale) -> None:
    """Everybody reads it where it is announced; in a list to choose from it is as it was typed."""
    season = Season(SERVER, 3, "# @everyone **<@1>** [x](http://y)", NOON, None, None)
    written = r"\# \@everyone \*\*\<\@1\>\*\* \[x\]\(http\:\/\/y\)"
    for scene in (closing.begun(season, locale), closing.ended(season, locale)):
        assert written in scene.above[0]
        assert not scene.called
    assert season.name in scenes.named(season, locale, plainly=False)
