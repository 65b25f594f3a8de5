"""Ratings of matches: which ones count, what each changes, and that a recount gives the same."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.doctor import find_problems
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from bot.preferences import PlayerPreferences, Preferences, ServerPreferences
from bot.ratings import rating_updates
from bot.ratings.rating_policy import RatingPolicy
from bot.ratings.rating_updates import ALL_GAMES, START_POINTS
from bot.ratings.rebuild import correct_all_ratings
from bot.wall_clock import DAY_MS, FIRST_MONDAY_MS, WEEK_MS, week_number
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


async def play_table(matches: MatchService, *guests: int, now_ms: int = NOON) -> int:
    """Play a match of Ann and these guests to its end."""
    match = await offered(matches, ANN, guests, MatchTerms(seats=len(guests) + 1), now_ms)
    for person_id in guests:
        match = (await matches.join_offer(match.id, person_id, interaction_id=cause(), now_ms=now_ms)).match
    while not match.is_over:
        match = await round_of(matches, match, now_ms)
    return match.id


async def find_rating(store: Store, person_id: int, game: str = KEY, season: int = 0) -> Rating | None:
    return await store.ratings.load_rating(SERVER, game, season, person_id)


async def load_rating(store: Store, person_id: int, game: str = KEY, season: int = 0) -> Rating:
    rating = await find_rating(store, person_id, game, season)
    assert rating
    return rating


async def list_ranked(store: Store) -> list[int]:
    return [it.rating.person_id for it in await store.ratings.list_ladder_page(SERVER, KEY, 0)]


async def count_all(matches: MatchService) -> None:
    """Let every match count, however often two meet."""
    await Preferences(matches.store).update_server(SERVER, ServerPreferences(pair=None))


async def read_reason(matches: MatchService, match_id: int) -> str:
    """Return why a match is not rated, or "" if it is."""
    (found,) = {(it.unrated_reason, it.is_rated) for it in await matches.store.results.list_of_match(match_id)}
    assert found[1] == (not found[0])
    return found[0] or ""


async def complain(store: Store, folder: Path) -> list[str]:
    return [line async for line in find_problems(store, folder, NOON)]


# What counts


@both_databases
async def test_end_of_a_match_is_rated_in_its_game_and_over_all(matches: MatchService, tmp_path: Path) -> None:
    results = await matches.store.results.list_of_match(await duel(matches, ANN, BEN, NOON))
    assert {it.rating_before for it in results} == {START_POINTS}
    for game in (KEY, ALL_GAMES):
        for it in results:
            rating = await load_rating(matches.store, it.person_id or 0, game)
            assert (rating_updates.get_displayed_points(rating), rating.match_count, rating.updated_ms) == (
                round(it.rating_after or 0),
                1,
                NOON,
            )
            assert (rating_updates.get_displayed_points(rating) > START_POINTS) == (it.rank == 1)
    await play_table(matches, BEN, CAT, DAN)
    assert await complain(matches.store, tmp_path) == []


@pytest.mark.parametrize(
    ("settings", "rounds", "count", "reason"),
    [
        (ServerPreferences(), 1, 1, "short"),
        (ServerPreferences(steps=1), 1, 1, ""),
        (ServerPreferences(pair=2), 2, 2, ""),
        (ServerPreferences(pair=2), 2, 3, "pair"),
        (ServerPreferences(pair=None), 2, 7, ""),
    ],
)
async def test_server_says_what_counts(
    matches: MatchService, settings: ServerPreferences, rounds: int, count: int, reason: str
) -> None:
    await Preferences(matches.store).update_server(SERVER, settings)
    found = [await read_reason(matches, await duel(matches, ANN, BEN, NOON, rounds)) for _ in range(count)]
    assert found == [""] * (count - 1) + [reason]


@both_databases
async def test_pair_counts_at_every_table_and_again_tomorrow(matches: MatchService) -> None:
    await Preferences(matches.store).update_server(SERVER, ServerPreferences(pair=1))
    await duel(matches, ANN, BEN, NOON)
    assert await read_reason(matches, await play_table(matches, CAT, BEN)) == "pair"
    assert await read_reason(matches, await duel(matches, ANN, CAT, NOON)) == ""
    assert await read_reason(matches, await duel(matches, ANN, BEN, NOON + DAY_MS + 1)) == ""


async def test_unrated_and_canceled_matches_do_not_count(matches: MatchService) -> None:
    for agreed, word, reason in ((False, "!resign", "agreed"), (True, "!cancel", "cancelled")):
        match = await begun(matches, BEN, rated=agreed)
        assert (await said(matches, match, 0, word)).match.is_over
        assert await read_reason(matches, match.id) == reason
    assert await find_rating(matches.store, ANN) is None


@both_databases
async def test_doubled_click_ends_a_match_once(matches: MatchService) -> None:
    match = await round_of(matches, await round_of(matches, await begun(matches, BEN)))
    click = cause()
    asked = [
        matches.play_move(match.id, ANN, ("!resign",), step=None, interaction_id=click, now_ms=NOON) for _ in range(3)
    ]
    assert sorted(done.is_repeat for done in await asyncio.gather(*asked)) == [False, True, True]
    assert (await load_rating(matches.store, ANN)).match_count == 1


async def test_row_of_wins_ends_after_a_month(matches: MatchService) -> None:
    await count_all(matches)
    for number in range(10):
        await duel(matches, ANN, BEN, NOON + number)
    before = await load_rating(matches.store, ANN)
    await duel(matches, ANN, BEN, NOON + rating_updates.SERIES_WINDOW_MS + 10)
    assert (await load_rating(matches.store, ANN)).mu > before.mu
    assert await correct_all_ratings(matches.store) == 0


@both_databases
async def test_opponents_are_counted_once_over_all_games(matches: MatchService) -> None:
    await count_all(matches)
    for number, (other, met) in enumerate(((BEN, 1), (BEN, 1), (CAT, 2), (DAN, 3), (BEN, 3))):
        await duel(matches, ANN, other, NOON + number)
        found = [(await load_rating(matches.store, ANN, game)).opponent_count for game in (KEY, ALL_GAMES)]
        assert found == [met, met]
    assert (await load_rating(matches.store, BEN)).opponent_count == 1
    assert await correct_all_ratings(matches.store) == 0


@both_databases
@pytest.mark.parametrize("skew", [0, 5_000])
async def test_matches_that_end_at_once_in_several_processes_all_count(matches: MatchService, skew: int) -> None:
    """Their clocks may be wrong; counted anew it is the same to the last bit."""
    processes = [matches, *(tabled(matches.store) for _ in range(2))]
    ready = []
    for number in range(6):
        match = await begun(matches, (BEN, CAT, DAN)[number % 3])
        ready.append(await round_of(matches, await round_of(matches, match)))
    await asyncio.gather(
        *(
            said(processes[number % 3], match, seat_of(match, ANN), "!resign", NOON - number % 3 * skew)
            for number, match in enumerate(ready)
        )
    )
    assert (await load_rating(matches.store, ANN, ALL_GAMES)).match_count == 6
    assert await correct_all_ratings(matches.store) == 0


# Who is listed


@both_databases
async def test_forgotten_player_is_on_no_ladder_and_the_rest_still_adds_up(matches: MatchService) -> None:
    await duel(matches, ANN, BEN, NOON)
    running = await round_of(matches, await round_of(matches, await begun(matches, BEN, CAT)))
    nobody = await matches.forget_person(BEN, NOON + 1)
    assert await list_ranked(matches.store) == [ANN]
    assert (await round_of(matches, await matches.find_match(running.id), NOON + 2)).is_over
    assert await find_rating(matches.store, BEN) is None
    rating = await load_rating(matches.store, nobody)
    assert (rating.match_count, rating.is_hidden) == (2, True)
    assert nobody not in await list_ranked(matches.store)
    await duel(matches, ANN, BEN, NOON + DAY_MS)
    assert (await load_rating(matches.store, BEN)).match_count == 1
    assert await correct_all_ratings(matches.store) == 0


@both_databases
async def test_unlisted_player_is_rated_and_hidden(matches: MatchService) -> None:
    """Also where this process still remembers them as listed."""
    preferences = Preferences(matches.store)
    matches = MatchService(matches.store, Absences(), RatingPolicy(matches.store, preferences).rate_match)
    assert (await preferences.load_player(BEN)).listed
    await Preferences(matches.store).update_player(BEN, PlayerPreferences(listed=False))
    await duel(matches, ANN, BEN, NOON)
    assert await list_ranked(matches.store) == [ANN]
    assert (await load_rating(matches.store, BEN)).is_hidden


@both_databases
async def test_season_has_ratings_of_its_own(matches: MatchService) -> None:
    await duel(matches, ANN, BEN, NOON)
    await matches.store.seasons.begin_season(SERVER, "", NOON)
    await duel(matches, ANN, BEN, NOON)
    assert [(await load_rating(matches.store, ANN, season=season)).match_count for season in (0, 1)] == [1, 1]
    assert await correct_all_ratings(matches.store) == 0


@both_databases
async def test_points_on_monday_are_written_for_those_who_play(matches: MatchService) -> None:
    assert [week_number(at) for at in (0, FIRST_MONDAY_MS - 1, FIRST_MONDAY_MS, FIRST_MONDAY_MS + WEEK_MS)] == [
        0,
        0,
        1,
        2,
    ]
    for number in range(2):
        await duel(matches, ANN, BEN, NOON + number)
    first = [await load_rating(matches.store, who) for who in (ANN, BEN)]
    assert [it.week_start_rating for it in first] == [None, None]
    for number in range(2):
        await duel(matches, ANN, CAT, NOON + WEEK_MS + number)
    found = {
        it.rating.person_id: it.rating.week_start_rating
        for it in await matches.store.ratings.list_ladder_page(SERVER, KEY, 0)
    }
    assert found == {ANN: rating_updates.convert_to_points(first[0].mu), BEN: None, CAT: None}


# Counting anew; what is wrong is written by SQL, as no code of ours would


async def load_all(store: Store, people: Sequence[int] = (ANN, BEN, CAT)) -> list[Rating | None]:
    return [await find_rating(store, person_id, game) for person_id in people for game in (KEY, ALL_GAMES)]


@both_databases
async def test_recount_puts_wrong_ratings_right(matches: MatchService, tmp_path: Path) -> None:
    store = matches.store
    early: list[Rating] = []
    for number in range(4):
        await (play_table(matches, BEN, CAT) if number % 2 else duel(matches, ANN, BEN, NOON))
        early.append(await load_rating(store, BEN))
    assert await correct_all_ratings(store) == 0
    before = await load_all(store)
    behind = Statement(
        "UPDATE rating SET rating = :rating, mu = :mu, sigma = :sigma, match_count = :match_count,"
        " updated_ms = :updated_ms WHERE person_id = 22 AND game = :game"
    )
    wrong = early[2]
    # It is what the results came to once; but whatever ended since has not gone on from it.
    await store.database.write(behind(**{**to_values(wrong), "game": KEY}))
    assert len(await complain(store, tmp_path)) == 1
    assert await correct_all_ratings(store) == 1
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
    assert await correct_all_ratings(store) > 0
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
        "server 1: ratings of people 11 do not match the results; duel ladder rebuild corrects this\n",
    )
    for command, says in (
        (("ladder", "rebuild"), "Corrected: 1.\n"),
        (("ladder", "rebuild"), "All ratings are correct.\n"),
        (("doctor",), "No problems found.\n"),
    ):
        assert (await asyncio.to_thread(run_duel, *command, url=url)).stdout == says
    nowhere = await asyncio.to_thread(run_duel, "ladder", "rebuild", url=f"sqlite:///{tmp_path / 'none.db'}")
    assert (nowhere.returncode, nowhere.stdout) == (2, "")
