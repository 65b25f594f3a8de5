"""Tests for rated and unrated matches, stored rating changes, and recounts that give the same result."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches.model import MatchState
from bot.matches.service import MatchService
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
from tests.bot.cli_runner import run_doctor
from tests.bot.cli_runner import run_on_store as run_duel
from tests.bot.database_marks import both_databases
from tests.games.morra import GAME, KEY
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    DAN,
    NOON_MS,
    SERVER_ID,
    begin_morra,
    create_match_service,
    get_seat,
    next_interaction_id,
    play_morra_round,
    play_token,
    play_until_resigned,
)


async def play_morra_match(matches: MatchService, *guest_ids: int, now_ms: int = NOON_MS) -> int:
    """Play a match of Morra between Ann and these guests to its end. Return the match ID."""
    match: MatchState = await begin_morra(matches, *guest_ids, now_ms=now_ms)
    while not match.is_over:
        match = await play_morra_round(matches, match, now_ms)
    return match.id


async def find_rating(store: Store, person_id: int, game: str = KEY, season: int = 0) -> Rating | None:
    return await store.ratings.load_rating(SERVER_ID, game, season, person_id)


async def load_rating(store: Store, person_id: int, game: str = KEY, season: int = 0) -> Rating:
    rating = await find_rating(store, person_id, game, season)
    assert rating
    return rating


async def list_ranked_players(store: Store) -> list[int]:
    return [it.rating.person_id for it in await store.ratings.list_ladder_page(SERVER_ID, KEY, 0)]


async def remove_pair_limit(matches: MatchService) -> None:
    """Remove the limit on the number of rated matches between the same two players."""
    await Preferences(matches.store).update_server(SERVER_ID, ServerPreferences(pair=None))


async def read_unrated_reason(matches: MatchService, match_id: int) -> str:
    """Return the key of the reason why a match is unrated, or "" for a rated match."""
    results = await matches.store.results.list_of_match(match_id)
    ((reason, is_rated),) = {(it.unrated_reason, it.is_rated) for it in results}
    assert is_rated == (not reason)
    return reason or ""


# Rated and unrated matches


@both_databases
async def test_finished_match_changes_ratings_of_game_and_all_games(matches: MatchService, tmp_path: Path) -> None:
    results = await matches.store.results.list_of_match(await play_until_resigned(matches, ANN, BEN, NOON_MS))
    assert {result.rating_before for result in results} == {START_POINTS}
    for game in (KEY, ALL_GAMES):
        for result in results:
            rating = await load_rating(matches.store, result.person_id or 0, game)
            assert (rating_updates.get_displayed_points(rating), rating.match_count, rating.updated_ms) == (
                round(result.rating_after or 0),
                1,
                NOON_MS,
            )
            assert (rating_updates.get_displayed_points(rating) > START_POINTS) == (result.rank == 1)
    await play_morra_match(matches, BEN, CAT, DAN)
    assert await run_doctor(matches.store, tmp_path) == []


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
async def test_server_settings_limit_rated_matches(
    matches: MatchService, settings: ServerPreferences, rounds: int, count: int, reason: str
) -> None:
    await Preferences(matches.store).update_server(SERVER_ID, settings)
    reasons = [
        await read_unrated_reason(matches, await play_until_resigned(matches, ANN, BEN, NOON_MS, rounds))
        for _ in range(count)
    ]
    assert reasons == [""] * (count - 1) + [reason]


@both_databases
async def test_pair_limit_covers_all_matches_of_a_day(matches: MatchService) -> None:
    await Preferences(matches.store).update_server(SERVER_ID, ServerPreferences(pair=1))
    await play_until_resigned(matches, ANN, BEN, NOON_MS)
    assert await read_unrated_reason(matches, await play_morra_match(matches, CAT, BEN)) == "pair"
    assert await read_unrated_reason(matches, await play_until_resigned(matches, ANN, CAT, NOON_MS)) == ""
    assert await read_unrated_reason(matches, await play_until_resigned(matches, ANN, BEN, NOON_MS + DAY_MS + 1)) == ""


async def test_agreed_unrated_and_canceled_matches_are_unrated(matches: MatchService) -> None:
    for rated, token, reason in ((False, "!resign", "agreed"), (True, "!cancel", "cancelled")):
        match = await begin_morra(matches, BEN, rated=rated)
        assert (await play_token(matches, match, 0, token)).is_over
        assert await read_unrated_reason(matches, match.id) == reason
    assert await find_rating(matches.store, ANN) is None


@both_databases
async def test_repeated_click_rates_a_match_once(matches: MatchService) -> None:
    match = await play_morra_round(matches, await play_morra_round(matches, await begin_morra(matches, BEN)))
    interaction_id = next_interaction_id()
    moves = [
        matches.play_move(match.id, ANN, ("!resign",), step=None, interaction_id=interaction_id, now_ms=NOON_MS)
        for _ in range(3)
    ]
    assert sorted(outcome.is_repeat for outcome in await asyncio.gather(*moves)) == [False, True, True]
    assert (await load_rating(matches.store, ANN)).match_count == 1


async def test_series_of_wins_raises_rating_again_after_a_month(matches: MatchService) -> None:
    await remove_pair_limit(matches)
    for number in range(10):
        await play_until_resigned(matches, ANN, BEN, NOON_MS + number)
    before = await load_rating(matches.store, ANN)
    await play_until_resigned(matches, ANN, BEN, NOON_MS + rating_updates.SERIES_WINDOW_MS + 10)
    assert (await load_rating(matches.store, ANN)).mu > before.mu
    assert await correct_all_ratings(matches.store) == 0


@both_databases
async def test_opponents_are_counted_once_across_games(matches: MatchService) -> None:
    await remove_pair_limit(matches)
    for number, (opponent_id, expected_count) in enumerate(((BEN, 1), (BEN, 1), (CAT, 2), (DAN, 3), (BEN, 3))):
        await play_until_resigned(matches, ANN, opponent_id, NOON_MS + number)
        counts = [(await load_rating(matches.store, ANN, game)).opponent_count for game in (KEY, ALL_GAMES)]
        assert counts == [expected_count, expected_count]
    assert (await load_rating(matches.store, BEN)).opponent_count == 1
    assert await correct_all_ratings(matches.store) == 0


@both_databases
@pytest.mark.parametrize("clock_skew_ms", [0, 5_000])
async def test_simultaneous_ends_in_several_processes_are_all_rated(matches: MatchService, clock_skew_ms: int) -> None:
    """The clocks of the processes may differ. A recount must give exactly the same ratings."""
    processes = [matches, *(create_match_service(matches.store) for _ in range(2))]
    almost_over = []
    for number in range(6):
        match = await begin_morra(matches, (BEN, CAT, DAN)[number % 3])
        almost_over.append(await play_morra_round(matches, await play_morra_round(matches, match)))
    await asyncio.gather(
        *(
            play_token(
                processes[number % 3], match, get_seat(match, ANN), "!resign", NOON_MS - number % 3 * clock_skew_ms
            )
            for number, match in enumerate(almost_over)
        )
    )
    assert (await load_rating(matches.store, ANN, ALL_GAMES)).match_count == 6
    assert await correct_all_ratings(matches.store) == 0


# Hidden players


@both_databases
async def test_forgotten_player_leaves_ladder_and_recount_changes_nothing(matches: MatchService) -> None:
    await play_until_resigned(matches, ANN, BEN, NOON_MS)
    running = await play_morra_round(matches, await play_morra_round(matches, await begin_morra(matches, BEN, CAT)))
    pseudonym_id = await matches.forget_person(BEN, NOON_MS + 1)
    assert await list_ranked_players(matches.store) == [ANN]
    assert (await play_morra_round(matches, await matches.find_match(running.id), NOON_MS + 2)).is_over
    assert await find_rating(matches.store, BEN) is None
    rating = await load_rating(matches.store, pseudonym_id)
    assert (rating.match_count, rating.is_hidden) == (2, True)
    assert pseudonym_id not in await list_ranked_players(matches.store)
    await play_until_resigned(matches, ANN, BEN, NOON_MS + DAY_MS)
    assert (await load_rating(matches.store, BEN)).match_count == 1
    assert await correct_all_ratings(matches.store) == 0


@both_databases
async def test_unlisted_player_is_rated_but_hidden(matches: MatchService) -> None:
    """Outdated preferences in the cache must not make the player visible."""
    preferences = Preferences(matches.store)
    matches = MatchService(matches.store, Absences(), RatingPolicy(matches.store, preferences).rate_match)
    assert (await preferences.load_player(BEN)).listed
    await Preferences(matches.store).update_player(BEN, PlayerPreferences(listed=False))
    await play_until_resigned(matches, ANN, BEN, NOON_MS)
    assert await list_ranked_players(matches.store) == [ANN]
    assert (await load_rating(matches.store, BEN)).is_hidden


@both_databases
async def test_each_season_has_its_own_ratings(matches: MatchService) -> None:
    await play_until_resigned(matches, ANN, BEN, NOON_MS)
    await matches.store.seasons.begin_season(SERVER_ID, "", NOON_MS)
    await play_until_resigned(matches, ANN, BEN, NOON_MS)
    assert [(await load_rating(matches.store, ANN, season=season)).match_count for season in (0, 1)] == [1, 1]
    assert await correct_all_ratings(matches.store) == 0


@both_databases
async def test_first_match_of_a_week_stores_the_week_start_rating(matches: MatchService) -> None:
    week_times_ms = (0, FIRST_MONDAY_MS - 1, FIRST_MONDAY_MS, FIRST_MONDAY_MS + WEEK_MS)
    assert [*map(week_number, week_times_ms)] == [0, 0, 1, 2]
    for number in range(2):
        await play_until_resigned(matches, ANN, BEN, NOON_MS + number)
    first_ratings = [await load_rating(matches.store, person_id) for person_id in (ANN, BEN)]
    assert [it.week_start_rating for it in first_ratings] == [None, None]
    for number in range(2):
        await play_until_resigned(matches, ANN, CAT, NOON_MS + WEEK_MS + number)
    week_start_ratings = {
        it.rating.person_id: it.rating.week_start_rating
        for it in await matches.store.ratings.list_ladder_page(SERVER_ID, KEY, 0)
    }
    assert week_start_ratings == {ANN: rating_updates.convert_to_points(first_ratings[0].mu), BEN: None, CAT: None}


# Recounts. The tests write wrong ratings with SQL, since the bot never writes them


async def load_ratings(store: Store, person_ids: Sequence[int] = (ANN, BEN, CAT)) -> list[Rating | None]:
    return [await find_rating(store, person_id, game) for person_id in person_ids for game in (KEY, ALL_GAMES)]


@both_databases
async def test_recount_corrects_wrong_ratings(matches: MatchService, tmp_path: Path) -> None:
    store = matches.store
    ben_ratings: list[Rating] = []
    for number in range(4):
        await (play_morra_match(matches, BEN, CAT) if number % 2 else play_until_resigned(matches, ANN, BEN, NOON_MS))
        ben_ratings.append(await load_rating(store, BEN))
    assert await correct_all_ratings(store) == 0
    before = await load_ratings(store)
    overwrite_rating = Statement(
        "UPDATE rating SET rating = :rating, mu = :mu, sigma = :sigma, match_count = :match_count,"
        " updated_ms = :updated_ms WHERE person_id = 22 AND game = :game"
    )
    outdated = ben_ratings[2]
    # This rating was right once, but lacks the matches that ended since.
    await store.database.write(overwrite_rating(**{**to_values(outdated), "game": KEY}))
    assert len(await run_doctor(store, tmp_path)) == 1
    assert await correct_all_ratings(store) == 1
    assert await load_ratings(store) == before
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
        [line] = await run_doctor(store, tmp_path)
        assert "rebuild" in line
    assert await correct_all_ratings(store) > 0
    after = await load_ratings(store)
    assert [it and replace(it, is_hidden=False) for it in after] == before
    assert [it.is_hidden for it in after if it] == [False] * 3 + [True] + [False] * 2
    assert await find_rating(store, 7, "x") is None
    assert await run_doctor(store, tmp_path) == []


@both_databases
async def test_ladder_rebuild_command_corrects_ratings_once(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, KEY, GAME)
    async with await Store.open(database_url) as store:
        await play_until_resigned(create_match_service(store), ANN, BEN, NOON_MS)
        await store.database.write(Statement("UPDATE rating SET mu = 30 WHERE person_id = 11 AND game = ''")())
    doctor = await asyncio.to_thread(run_duel, "doctor", url=database_url)
    assert (doctor.returncode, doctor.stdout) == (
        1,
        "server 1: ratings of people 11 do not match the results; duel ladder rebuild corrects this\n",
    )
    for command, expected_output in (
        (("ladder", "rebuild"), "Corrected: 1.\n"),
        (("ladder", "rebuild"), "All ratings are correct.\n"),
        (("doctor",), "No problems found.\n"),
    ):
        assert (await asyncio.to_thread(run_duel, *command, url=database_url)).stdout == expected_output
    without_database = await asyncio.to_thread(run_duel, "ladder", "rebuild", url=f"sqlite:///{tmp_path / 'none.db'}")
    assert (without_database.returncode, without_database.stdout) == (2, "")
