"""Ratings: what a match comes to, once, and the same when everything is counted anew.

Nearly all of it plays matches to their end by the same few functions, and asks the store what they came to.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.ladder import rating as ladder
from bot.ladder.rating import EVERYTHING, NEW
from bot.ladder.recount import recounted
from bot.ladder.umpire import Umpire
from bot.preferences import Player, Preferences, Server
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.table import Begun
from bot.table.tables import Tables
from bot.terminal.doctor import complaints
from bot.time import DAY, MONDAY, WEEK, week
from games import GAMES
from storage import Rating, Store
from storage.statement import Statement
from tests.bot.databases import both_databases
from tests.bot.terminal import duel
from tests.games.morra import GAME, KEY
from tests.kit.match import (
    ANN,
    BEN,
    CAT,
    DAN,
    NOON,
    SERVER,
    begun,
    cause,
    offered,
    round_of,
    said,
    seat_of,
    tabled,
)

# At the tables


async def ended(tables: Tables, *people: int, by: int = ANN, rounds: int = 2, loser: int = 1, now: int = NOON) -> int:
    """Of two one gives up after some rounds; at a table of more it is played to the end."""
    table = await offered(tables, by, people, Agreement(seats=len(people) + 1), now)
    for person in people:
        table = (await tables.sit(table.id, person, cause=cause(), now=now)).table
    while not table.over:
        assert isinstance(table, Begun)
        if table.match and table.match.step == rounds and len(people) == 1:
            table = (await said(tables, table, loser, "!resign", now)).table
        else:
            table = await round_of(tables, table, now)
    return table.id


async def points_of(store: Store, person: int, game: str = KEY, season: int = 0) -> Rating | None:
    return await store.rating(SERVER, game, season, person)


async def why(tables: Tables, match: int) -> str:
    (reason,) = {(it.unrated, it.rated) for it in await tables.store.results(match)}
    assert reason[1] == (not reason[0])
    return reason[0]


@both_databases
async def test_the_end_of_a_match_is_rated_in_its_game_and_over_all(tables: Tables, tmp_path: Path) -> None:
    match = await ended(tables, BEN)
    results = await tables.store.results(match)
    assert {it.rating_before for it in results} == {NEW}
    for game in (KEY, EVERYTHING):
        for it in results:
            assert it.person is not None
            rating = await points_of(tables.store, it.person, game)
            assert rating is not None
            assert (ladder.figure(rating), rating.matches, rating.at) == (round(it.rating_after or 0), 1, NOON)
            assert (ladder.figure(rating) > NEW) == (it.rank == 1)
    await ended(tables, BEN, CAT, DAN)
    assert [line async for line in complaints(tables.store, tmp_path, NOON)] == []


@pytest.mark.parametrize(
    ("settings", "rounds", "matches", "reason"),
    [
        (Server(), 1, 1, "short"),
        (Server(steps=1), 1, 1, ""),
        (Server(pair=2), 2, 2, ""),
        (Server(pair=2), 2, 3, "pair"),
        (Server(pair=None), 2, 7, ""),
    ],
)
async def test_a_server_says_what_counts(
    tables: Tables, settings: Server, rounds: int, matches: int, reason: str
) -> None:
    await Preferences(tables.store).set_server(SERVER, settings)
    found = [await why(tables, await ended(tables, BEN, rounds=rounds)) for _ in range(matches)]
    assert found == [""] * (matches - 1) + [reason]


@both_databases
async def test_a_pair_counts_at_every_table_and_until_tomorrow(tables: Tables) -> None:
    await Preferences(tables.store).set_server(SERVER, Server(pair=1))
    await ended(tables, BEN)
    assert await why(tables, await ended(tables, CAT, BEN)) == "pair"
    assert await why(tables, await ended(tables, CAT)) == ""
    assert await why(tables, await ended(tables, BEN, now=NOON + DAY + 1)) == ""


async def test_what_nobody_wants_to_count_does_not(tables: Tables) -> None:
    table = await begun(tables, BEN, rated=False)
    table = (await said(tables, table, 0, "!resign")).table
    assert await why(tables, table.id) == "agreed"
    table = await begun(tables, BEN)
    table = (await said(tables, table, 0, "!cancel")).table
    assert await why(tables, table.id) == "cancelled"
    assert await points_of(tables.store, ANN) is None


@both_databases
async def test_a_double_click_ends_a_match_once(tables: Tables) -> None:
    table = await round_of(tables, await round_of(tables, await begun(tables, BEN)))
    click = cause()
    asked = [tables.say(table.id, ANN, ("!resign",), step=None, cause=click, now=NOON) for _ in range(3)]
    assert sorted(done.again for done in await asyncio.gather(*asked)) == [False, True, True]
    rating = await points_of(tables.store, ANN)
    assert rating
    assert rating.matches == 1


async def lost(tables: Tables, loser: int, winner: int, now: int) -> None:
    table = await begun(tables, winner, by=loser, now=now)
    for _ in range(2):
        table = await round_of(tables, table, now)
    assert (await said(tables, table, seat_of(table, loser), "!resign", now)).table.over


@both_databases
async def test_the_eleventh_of_a_row_tells_nothing_and_what_breaks_it_counts_again(tables: Tables) -> None:
    await Preferences(tables.store).set_server(SERVER, Server(pair=None))
    for number in range(10):
        await lost(tables, BEN, ANN, NOON + number)
    before = await points_of(tables.store, ANN)
    assert before
    await lost(tables, BEN, ANN, NOON + 20)
    await lost(tables, ANN, BEN, NOON + 21)
    same = await points_of(tables.store, ANN)
    assert same
    assert (same.mu, same.sigma, same.matches) == (before.mu, before.sigma, 12), "nor does what breaks it"
    await lost(tables, ANN, BEN, NOON + 30)
    after = await points_of(tables.store, ANN)
    assert after
    assert after.mu < same.mu
    assert await recounted(tables.store) == 0


async def test_a_row_is_no_row_after_a_month(tables: Tables) -> None:
    await Preferences(tables.store).set_server(SERVER, Server(pair=None))
    for number in range(10):
        await lost(tables, BEN, ANN, NOON + number)
    before = await points_of(tables.store, ANN)
    await lost(tables, BEN, ANN, NOON + ladder.LATELY + 10)
    after = await points_of(tables.store, ANN)
    assert before
    assert after
    assert after.mu > before.mu
    assert await recounted(tables.store) == 0


@both_databases
async def test_who_has_left_a_table_of_several_is_written_down(tables: Tables) -> None:
    table = await begun(tables, BEN, CAT)
    table = (await said(tables, table, 1, "!resign")).table
    assert isinstance(table, Begun)
    while not table.over:
        table = await round_of(tables, table)
    results = await tables.store.results(table.id)
    assert [(it.seat, it.quit) for it in results] == [(0, False), (1, True), (2, False)]
    assert await recounted(tables.store) == 0


@both_databases
async def test_people_are_counted_over_all_games_and_once(tables: Tables) -> None:
    await Preferences(tables.store).set_server(SERVER, Server(pair=None))
    for number, (other, met) in enumerate(((BEN, 1), (BEN, 1), (CAT, 2), (DAN, 3), (BEN, 3))):
        await lost(tables, other, ANN, NOON + number)
        mine, everywhere = await points_of(tables.store, ANN), await points_of(tables.store, ANN, EVERYTHING)
        assert mine
        assert everywhere
        assert mine.opponents == everywhere.opponents == met
    theirs = await points_of(tables.store, BEN)
    assert theirs
    assert theirs.opponents == 1
    assert await recounted(tables.store) == 0


@both_databases
@pytest.mark.parametrize("skew", [0, 5_000])
async def test_matches_that_end_at_once_in_several_processes_all_count(tables: Tables, skew: int) -> None:
    """Whose watches may go wrong; counted anew it is the same to the last bit."""
    processes = [tables, *(tabled(tables.store) for _ in range(2))]
    ready = []
    for number in range(6):
        table = await begun(tables, (BEN, CAT, DAN)[number % 3])
        ready.append(await round_of(tables, await round_of(tables, table)))
    await asyncio.gather(
        *(
            said(processes[number % 3], table, seat_of(table, ANN), "!resign", NOON - number % 3 * skew)
            for number, table in enumerate(ready)
        )
    )
    rating = await points_of(tables.store, ANN, EVERYTHING)
    assert rating
    assert rating.matches == 6
    assert await recounted(tables.store) == 0


@both_databases
async def test_counted_anew_it_is_the_same_and_what_was_wrong_is_right(tables: Tables, tmp_path: Path) -> None:
    for number in range(4):
        await ended(tables, BEN, *((CAT,) if number % 2 else ()), loser=number % 2)
    store = tables.store
    assert await recounted(store) == 0
    before = [await points_of(store, person, game) for person in (ANN, BEN, CAT) for game in (KEY, EVERYTHING)]
    for wrong in (
        "UPDATE rating SET mu = mu + 0.0001 WHERE player = 22",
        "UPDATE rating SET matches = 9, hidden = 1 WHERE player = 22 AND game = ''",
        "DELETE FROM rating WHERE player = 33",
        "UPDATE result SET rating_after = 3 WHERE person = 11",
        (
            "INSERT INTO rating (server, game, season, player, rating, mu, sigma, drift, matches, opponents, hidden,"
            " at) VALUES (1, 'x', 0, 7, 1, 2, 3, 0, 4, 3, 0, 5)"
        ),
    ):
        await store.database.write(Statement(wrong)())
        [line] = [line async for line in complaints(store, tmp_path, NOON)]
        assert "rebuild" in line
    assert await recounted(store) > 0
    after = [await points_of(store, person, game) for person in (ANN, BEN, CAT) for game in (KEY, EVERYTHING)]
    assert [it and replace(it, hidden=False) for it in after] == before
    assert [it.hidden for it in after if it] == [False] * 3 + [True] + [False] * 2
    assert await points_of(store, 7, "x") is None
    assert await recounted(store) == 0


@both_databases
async def test_whoever_is_forgotten_stands_nowhere_and_the_rest_still_adds_up(tables: Tables) -> None:
    await ended(tables, BEN)
    running = await round_of(tables, await round_of(tables, await begun(tables, BEN, CAT)))
    nobody = await tables.forget(BEN, NOON + 1)
    assert [it.rating.player for it in await tables.store.top(SERVER, KEY, 0)] == [ANN]
    assert (await round_of(tables, await tables.table(running.id), NOON + 2)).over
    assert await points_of(tables.store, BEN) is None
    rating = await points_of(tables.store, nobody)
    assert rating
    assert (rating.matches, rating.hidden) == (2, True)
    assert nobody not in {it.rating.player for it in await tables.store.top(SERVER, KEY, 0)}
    await ended(tables, BEN, now=NOON + DAY)
    anew = await points_of(tables.store, BEN)
    assert anew
    assert anew.matches == 1
    assert await recounted(tables.store) == 0


@both_databases
async def test_who_does_not_want_to_be_listed_is_rated_and_hidden(tables: Tables) -> None:
    await Preferences(tables.store).set_player(BEN, Player(listed=False))
    await ended(tables, BEN)
    assert [it.rating.player for it in await tables.store.top(SERVER, KEY, 0)] == [ANN]
    rating = await points_of(tables.store, BEN)
    assert rating
    assert rating.hidden


@both_databases
async def test_what_another_process_has_just_heard_counts(tables: Tables) -> None:
    """A rating is written down: it is not enough that somebody was listed a moment ago."""
    preferences = Preferences(tables.store)
    tables = Tables(tables.store, Absences(), Umpire(tables.store, preferences).ruled)
    assert (await preferences.player(BEN)).listed
    await Preferences(tables.store).set_player(BEN, Player(listed=False))
    await ended(tables, BEN)
    assert [it.rating.player for it in await tables.store.top(SERVER, KEY, 0)] == [ANN]


@both_databases
async def test_a_season_has_ratings_of_its_own(tables: Tables) -> None:
    await ended(tables, BEN)
    await tables.store.begin_season(SERVER, "", NOON)
    await ended(tables, BEN)
    for season in (0, 1):
        rating = await points_of(tables.store, ANN, season=season)
        assert rating
        assert rating.matches == 1
    assert await recounted(tables.store) == 0


@both_databases
async def test_what_moved_since_monday_is_written_with_each_rating(tables: Tables) -> None:
    """And for nobody else: how many there are does not matter to the end of a match."""
    await lost(tables, BEN, ANN, NOON)
    await lost(tables, BEN, ANN, NOON + 1)
    first = [await points_of(tables.store, who) for who in (ANN, BEN)]
    assert [it.monday for it in first if it] == [None, None]
    for number in range(2):
        await lost(tables, CAT, ANN, NOON + WEEK + number)
    found = {it.rating.player: it.rating.monday for it in await tables.store.top(SERVER, KEY, 0)}
    assert first[0]
    assert found == {ANN: ladder.points(first[0].mu), BEN: None, CAT: None}


def test_a_week_begins_on_monday() -> None:
    assert [week(at) for at in (0, MONDAY - 1, MONDAY, MONDAY + WEEK)] == [0, 0, 1, 2]


@both_databases
async def test_the_host_counts_anew_at_a_terminal(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, KEY, GAME)
    async with await Store.open(url) as store:
        tables = tabled(store)
        await ended(tables, BEN)
        await store.database.write(Statement("UPDATE rating SET mu = 30 WHERE player = 11 AND game = ''")())
    doctor = await asyncio.to_thread(duel, "doctor", url=url)
    assert (doctor.returncode, doctor.stdout) == (
        1,
        "server 1: ratings of 11 are not what the results say; duel ladder rebuild puts that right\n",
    )
    assert (await asyncio.to_thread(duel, "ladder", "rebuild", url=url)).stdout == "Put right: 1.\n"
    assert (await asyncio.to_thread(duel, "ladder", "rebuild", url=url)).stdout == "All ratings are right.\n"
    assert (await asyncio.to_thread(duel, "doctor", url=url)).stdout == "All is well.\n"
    nowhere = await asyncio.to_thread(duel, "ladder", "rebuild", url=f"sqlite:///{tmp_path / 'none.db'}")
    assert (nowhere.returncode, nowhere.stdout) == (2, "")


@both_databases
async def test_a_rating_that_missed_its_last_matches_is_found(tables: Tables, tmp_path: Path) -> None:
    """It is what the results came to once; but whatever ended since has not gone on from it."""
    store = tables.store
    await ended(tables, BEN)
    early = await points_of(store, BEN)
    assert early
    await ended(tables, BEN)
    right = await points_of(store, BEN)
    behind = Statement(
        "UPDATE rating SET rating = :rating, mu = :mu, sigma = :sigma, matches = :matches, at = :at "
        "WHERE player = 22 AND game = :game"
    )
    await store.database.write(
        behind(rating=early.rating, mu=early.mu, sigma=early.sigma, matches=early.matches, at=early.at, game=early.game)
    )
    assert len([line async for line in complaints(store, tmp_path, NOON)]) == 1
    assert await recounted(store) == 1
    assert await points_of(store, BEN) == right
    assert [line async for line in complaints(store, tmp_path, NOON)] == []
