"""Ratings at tables: what counts, what each match comes to, and that counting anew gives the same."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.doctor import complaints
from bot.matches.service import Tables
from bot.matches.terms import Agreement
from bot.matches.time_budget import Absences
from bot.preferences import Player, Preferences, Server
from bot.ratings import rating_updates as ladder
from bot.ratings.rating_policy import Umpire
from bot.ratings.rating_updates import EVERYTHING, NEW
from bot.ratings.rebuild import recounted
from bot.wall_clock import DAY, MONDAY, WEEK, week
from games import GAMES
from storage import Rating, Store
from storage.statement import Statement, to_values
from tests.bot.cli import duel as run_duel
from tests.bot.databases import both_databases
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
    duel,
    offered,
    round_of,
    said,
    seat_of,
    tabled,
)


async def play_table(tables: Tables, *guests: int, now: int = NOON) -> int:
    """Play a match of Ann and these guests to its end."""
    table = await offered(tables, ANN, guests, Agreement(seats=len(guests) + 1), now)
    for person in guests:
        table = (await tables.sit(table.id, person, cause=cause(), now=now)).table
    while not table.over:
        table = await round_of(tables, table, now)
    return table.id


async def find_rating(store: Store, person: int, game: str = KEY, season: int = 0) -> Rating | None:
    return await store.ratings.load_rating(SERVER, game, season, person)


async def load_rating(store: Store, person: int, game: str = KEY, season: int = 0) -> Rating:
    rating = await find_rating(store, person, game, season)
    assert rating
    return rating


async def list_ranked(store: Store) -> list[int]:
    return [it.rating.person_id for it in await store.ratings.list_ladder_page(SERVER, KEY, 0)]


async def count_all(tables: Tables) -> None:
    """Let every match count, however often two meet."""
    await Preferences(tables.store).set_server(SERVER, Server(pair=None))


async def read_reason(tables: Tables, match: int) -> str:
    """Return why a match is not rated, or "" if it is."""
    (found,) = {(it.unrated_reason, it.is_rated) for it in await tables.store.results.list_of_match(match)}
    assert found[1] == (not found[0])
    return found[0] or ""


async def complain(store: Store, folder: Path) -> list[str]:
    return [line async for line in complaints(store, folder, NOON)]


# What counts


@both_databases
async def test_end_of_a_match_is_rated_in_its_game_and_over_all(tables: Tables, tmp_path: Path) -> None:
    results = await tables.store.results.list_of_match(await duel(tables, ANN, BEN, NOON))
    assert {it.rating_before for it in results} == {NEW}
    for game in (KEY, EVERYTHING):
        for it in results:
            rating = await load_rating(tables.store, it.person_id or 0, game)
            assert (ladder.figure(rating), rating.match_count, rating.updated_ms) == (
                round(it.rating_after or 0),
                1,
                NOON,
            )
            assert (ladder.figure(rating) > NEW) == (it.rank == 1)
    await play_table(tables, BEN, CAT, DAN)
    assert await complain(tables.store, tmp_path) == []


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
async def test_server_says_what_counts(
    tables: Tables, settings: Server, rounds: int, matches: int, reason: str
) -> None:
    await Preferences(tables.store).set_server(SERVER, settings)
    found = [await read_reason(tables, await duel(tables, ANN, BEN, NOON, rounds)) for _ in range(matches)]
    assert found == [""] * (matches - 1) + [reason]


@both_databases
async def test_pair_counts_at_every_table_and_again_tomorrow(tables: Tables) -> None:
    await Preferences(tables.store).set_server(SERVER, Server(pair=1))
    await duel(tables, ANN, BEN, NOON)
    assert await read_reason(tables, await play_table(tables, CAT, BEN)) == "pair"
    assert await read_reason(tables, await duel(tables, ANN, CAT, NOON)) == ""
    assert await read_reason(tables, await duel(tables, ANN, BEN, NOON + DAY + 1)) == ""


async def test_unrated_and_canceled_matches_do_not_count(tables: Tables) -> None:
    for agreed, word, reason in ((False, "!resign", "agreed"), (True, "!cancel", "cancelled")):
        table = await begun(tables, BEN, rated=agreed)
        assert (await said(tables, table, 0, word)).table.over
        assert await read_reason(tables, table.id) == reason
    assert await find_rating(tables.store, ANN) is None


@both_databases
async def test_doubled_click_ends_a_match_once(tables: Tables) -> None:
    table = await round_of(tables, await round_of(tables, await begun(tables, BEN)))
    click = cause()
    asked = [tables.say(table.id, ANN, ("!resign",), step=None, cause=click, now=NOON) for _ in range(3)]
    assert sorted(done.again for done in await asyncio.gather(*asked)) == [False, True, True]
    assert (await load_rating(tables.store, ANN)).match_count == 1


async def test_row_of_wins_ends_after_a_month(tables: Tables) -> None:
    await count_all(tables)
    for number in range(10):
        await duel(tables, ANN, BEN, NOON + number)
    before = await load_rating(tables.store, ANN)
    await duel(tables, ANN, BEN, NOON + ladder.LATELY + 10)
    assert (await load_rating(tables.store, ANN)).mu > before.mu
    assert await recounted(tables.store) == 0


@both_databases
async def test_opponents_are_counted_once_over_all_games(tables: Tables) -> None:
    await count_all(tables)
    for number, (other, met) in enumerate(((BEN, 1), (BEN, 1), (CAT, 2), (DAN, 3), (BEN, 3))):
        await duel(tables, ANN, other, NOON + number)
        found = [(await load_rating(tables.store, ANN, game)).opponent_count for game in (KEY, EVERYTHING)]
        assert found == [met, met]
    assert (await load_rating(tables.store, BEN)).opponent_count == 1
    assert await recounted(tables.store) == 0


@both_databases
@pytest.mark.parametrize("skew", [0, 5_000])
async def test_matches_that_end_at_once_in_several_processes_all_count(tables: Tables, skew: int) -> None:
    """Their clocks may be wrong; counted anew it is the same to the last bit."""
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
    assert (await load_rating(tables.store, ANN, EVERYTHING)).match_count == 6
    assert await recounted(tables.store) == 0


# Who is listed


@both_databases
async def test_forgotten_player_is_on_no_ladder_and_the_rest_still_adds_up(tables: Tables) -> None:
    await duel(tables, ANN, BEN, NOON)
    running = await round_of(tables, await round_of(tables, await begun(tables, BEN, CAT)))
    nobody = await tables.forget(BEN, NOON + 1)
    assert await list_ranked(tables.store) == [ANN]
    assert (await round_of(tables, await tables.table(running.id), NOON + 2)).over
    assert await find_rating(tables.store, BEN) is None
    rating = await load_rating(tables.store, nobody)
    assert (rating.match_count, rating.is_hidden) == (2, True)
    assert nobody not in await list_ranked(tables.store)
    await duel(tables, ANN, BEN, NOON + DAY)
    assert (await load_rating(tables.store, BEN)).match_count == 1
    assert await recounted(tables.store) == 0


@both_databases
async def test_unlisted_player_is_rated_and_hidden(tables: Tables) -> None:
    """Also where this process still remembers them as listed."""
    preferences = Preferences(tables.store)
    tables = Tables(tables.store, Absences(), Umpire(tables.store, preferences).ruled)
    assert (await preferences.player(BEN)).listed
    await Preferences(tables.store).set_player(BEN, Player(listed=False))
    await duel(tables, ANN, BEN, NOON)
    assert await list_ranked(tables.store) == [ANN]
    assert (await load_rating(tables.store, BEN)).is_hidden


@both_databases
async def test_season_has_ratings_of_its_own(tables: Tables) -> None:
    await duel(tables, ANN, BEN, NOON)
    await tables.store.seasons.begin_season(SERVER, "", NOON)
    await duel(tables, ANN, BEN, NOON)
    assert [(await load_rating(tables.store, ANN, season=season)).match_count for season in (0, 1)] == [1, 1]
    assert await recounted(tables.store) == 0


@both_databases
async def test_points_on_monday_are_written_for_those_who_play(tables: Tables) -> None:
    assert [week(at) for at in (0, MONDAY - 1, MONDAY, MONDAY + WEEK)] == [0, 0, 1, 2]
    for number in range(2):
        await duel(tables, ANN, BEN, NOON + number)
    first = [await load_rating(tables.store, who) for who in (ANN, BEN)]
    assert [it.week_start_rating for it in first] == [None, None]
    for number in range(2):
        await duel(tables, ANN, CAT, NOON + WEEK + number)
    found = {
        it.rating.person_id: it.rating.week_start_rating
        for it in await tables.store.ratings.list_ladder_page(SERVER, KEY, 0)
    }
    assert found == {ANN: ladder.points(first[0].mu), BEN: None, CAT: None}


# Counting anew; what is wrong is written by SQL, as no code of ours would


async def load_all(store: Store, people: Sequence[int] = (ANN, BEN, CAT)) -> list[Rating | None]:
    return [await find_rating(store, person, game) for person in people for game in (KEY, EVERYTHING)]


@both_databases
async def test_recount_puts_wrong_ratings_right(tables: Tables, tmp_path: Path) -> None:
    store = tables.store
    early: list[Rating] = []
    for number in range(4):
        await (play_table(tables, BEN, CAT) if number % 2 else duel(tables, ANN, BEN, NOON))
        early.append(await load_rating(store, BEN))
    assert await recounted(store) == 0
    before = await load_all(store)
    behind = Statement(
        "UPDATE rating SET rating = :rating, mu = :mu, sigma = :sigma, match_count = :match_count,"
        " updated_ms = :updated_ms WHERE person_id = 22 AND game = :game"
    )
    wrong = early[2]
    # It is what the results came to once; but whatever ended since has not gone on from it.
    await store.database.write(behind(**{**to_values(wrong), "game": KEY}))
    assert len(await complain(store, tmp_path)) == 1
    assert await recounted(store) == 1
    assert await load_all(store) == before
    for sql in (
        "UPDATE rating SET mu = mu + 0.0001 WHERE person_id = 22",
        "UPDATE rating SET match_count = 9, is_hidden = 1 WHERE person_id = 22 AND game = ''",
        "DELETE FROM rating WHERE person_id = 33",
        "UPDATE result SET rating_after = 3 WHERE person_id = 11",
        (
            "INSERT INTO rating (server_id, game, season_number, person_id, rating, mu, sigma, drift, match_count,"
            " opponent_count, is_hidden, updated_ms) VALUES (1, 'x', 0, 7, 1, 2, 3, 0, 4, 3, 0, 5)"
        ),
    ):
        await store.database.write(Statement(sql)())
        [line] = await complain(store, tmp_path)
        assert "rebuild" in line
    assert await recounted(store) > 0
    after = await load_all(store)
    assert [it and replace(it, is_hidden=False) for it in after] == before
    assert [it.is_hidden for it in after if it] == [False] * 3 + [True] + [False] * 2
    assert await find_rating(store, 7, "x") is None
    assert await complain(store, tmp_path) == []


@both_databases
async def test_host_counts_anew_at_a_terminal(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, KEY, GAME)
    async with await Store.open(url) as store:
        await duel(tabled(store), ANN, BEN, NOON)
        await store.database.write(Statement("UPDATE rating SET mu = 30 WHERE person_id = 11 AND game = ''")())
    doctor = await asyncio.to_thread(run_duel, "doctor", url=url)
    assert (doctor.returncode, doctor.stdout) == (
        1,
        "server 1: ratings of 11 are not what the results say; duel ladder rebuild puts that right\n",
    )
    for command, says in (
        (("ladder", "rebuild"), "Put right: 1.\n"),
        (("ladder", "rebuild"), "All ratings are right.\n"),
        (("doctor",), "All is well.\n"),
    ):
        assert (await asyncio.to_thread(run_duel, *command, url=url)).stdout == says
    nowhere = await asyncio.to_thread(run_duel, "ladder", "rebuild", url=f"sqlite:///{tmp_path / 'none.db'}")
    assert (nowhere.returncode, nowhere.stdout) == (2, "")
