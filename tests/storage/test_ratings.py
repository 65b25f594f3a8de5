"""Ratings, ladders, seasons, and match results."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage import Award, Conflict, LadderPlace, MatchChange, OneSidedPair, Rating, Season, SeatResult, Store
from storage.ratings import assign_ranks
from tests.storage.stored_matches import ANNA, BEN, SERVER_ID, make_choice_event, make_new_match

GAME_KEY = "pebbles"
ANNAS_RATING = Rating(SERVER_ID, GAME_KEY, 1, ANNA, 20.0, 25.0, 8.0, 1, 5)


async def add_ratings(store: Store, *ratings: Rating) -> None:
    await store.journal.create_match(make_new_match(), [make_choice_event("x")], MatchChange(ratings=ratings))


def make_ratings(*points: float) -> list[Rating]:
    return [replace(ANNAS_RATING, person_id=100 + number, rating=rating) for number, rating in enumerate(points)]


async def test_ladder_is_ordered_and_equal_ratings_share_a_rank(store: Store) -> None:
    await add_ratings(store, *make_ratings(10.0, 30.5, 20.0, 30.5, -4.0))
    await add_ratings(
        store,
        replace(ANNAS_RATING, season_number=2),
        replace(ANNAS_RATING, game="other"),
        replace(ANNAS_RATING, server_id=12),
    )
    top = await store.ratings.list_ladder_page(SERVER_ID, GAME_KEY, 1)
    assert [(each.place, each.rank, each.rating.person_id) for each in top] == [
        (1, 1, 103), (2, 1, 101), (3, 3, 102), (4, 4, 100), (5, 5, 104)
    ]  # fmt: skip
    for place in top:
        assert await store.ratings.find_ladder_place(SERVER_ID, GAME_KEY, 1, place.rating.person_id) == place
    assert await store.ratings.count_players(SERVER_ID, GAME_KEY, 1) == 5
    assert await store.ratings.find_ladder_place(SERVER_ID, GAME_KEY, 1, 404) is None
    assert await store.ratings.load_rating(SERVER_ID, GAME_KEY, 1, 404) is None
    assert await store.ratings.list_ladder_page(SERVER_ID, "none", 1) == []


async def test_concatenated_pages_equal_the_whole_ladder(store: Store) -> None:
    await add_ratings(store, *make_ratings(*(float(number % 7) for number in range(40))))
    whole = await store.ratings.list_ladder_page(SERVER_ID, GAME_KEY, 1, count=100)
    pages: list[LadderPlace] = []
    while page := await store.ratings.list_ladder_page(SERVER_ID, GAME_KEY, 1, count=6, start=len(pages)):
        pages += page
    assert pages == whole
    place = await store.ratings.find_ladder_place(SERVER_ID, GAME_KEY, 1, whole[17].rating.person_id)
    assert place == whole[17]


@given(st.lists(st.integers(0, 5), max_size=20), st.integers(1, 5))
def test_rank_does_not_depend_on_the_page(points: list[int], size: int) -> None:
    rows = [
        (SERVER_ID, GAME_KEY, 1, 100 - n, float(each), 0.0, 0.0, 1, 0, 0) for n, each in enumerate(sorted(points)[::-1])
    ]
    places: list[LadderPlace] = []
    for start in range(0, len(rows), size):
        above = sum(row[4] > rows[start][4] for row in rows)
        places += assign_ranks(rows[start : start + size], start, above)
    assert [each.rank for each in places] == [
        1 + sum(other > each.rating.rating for other in points) for each in places
    ]


async def test_concurrent_rating_updates_are_all_stored(store: Store) -> None:
    async def end_match() -> None:
        while True:
            old = await store.ratings.load_rating(SERVER_ID, GAME_KEY, 1, ANNA)
            new = replace(old, rating=old.rating + 1, match_count=old.match_count + 1) if old else ANNAS_RATING
            try:
                return await add_ratings(store, new)
            except Conflict:
                continue

    await asyncio.gather(*(end_match() for _ in range(12)))
    await add_ratings(store, replace(ANNAS_RATING, season_number=2), replace(ANNAS_RATING, person_id=BEN))
    ratings = [(each.season_number, each.match_count, each.rating) for each in await store.ratings.list_of_person(ANNA)]
    assert ratings == [(1, 12, 31.0), (2, 1, 20.0)]


async def test_players_above_several_ratings_are_counted_together(store: Store) -> None:
    await add_ratings(store, *make_ratings(*(float(number % 7) for number in range(23))))
    ratings = [3.0, 9.0, 6.0, 5.5, 3.0, 0.0, -1.0]
    counts = await store.ratings.count_players_above(SERVER_ID, GAME_KEY, 1, *ratings)
    assert counts == [9, 0, 0, 3, 9, 19, 23]


async def test_season_ends_when_the_next_begins(store: Store) -> None:
    assert await store.seasons.list_seasons(SERVER_ID) == []
    assert await store.seasons.begin_season(SERVER_ID, "Spring", 10) == 1
    assert await store.seasons.begin_season(12, "Elsewhere", 10) == 1
    assert await store.seasons.begin_season(SERVER_ID, "Summer", 20) == 2
    assert await store.seasons.list_seasons(SERVER_ID) == [
        Season(SERVER_ID, 1, "Spring", 10, 20),
        Season(SERVER_ID, 2, "Summer", 20, None),
    ]
    summer = await store.seasons.load_season(SERVER_ID)
    assert summer
    assert await store.seasons.end_season(summer, 30)
    assert not await store.seasons.end_season(summer, 31)
    assert (await store.seasons.list_seasons(SERVER_ID))[-1] == Season(SERVER_ID, 2, "Summer", 20, 30)
    assert await store.seasons.load_season(SERVER_ID) is None
    assert await store.seasons.load_season(SERVER_ID, 1) == Season(SERVER_ID, 1, "Spring", 10, 20)
    assert await store.seasons.load_season(SERVER_ID, 3) is None
    numbers = await asyncio.gather(*(store.seasons.begin_season(13, f"s{n}", n) for n in range(3)))
    assert sorted(numbers) == [1, 2, 3]


async def test_previous_winner_is_found_past_seasons_without_one(store: Store) -> None:
    for number, people in enumerate([(ANNA, BEN), (-5,), (), (7,), (8,)], 1):
        for server in (SERVER_ID, 12):
            await store.seasons.begin_season(server, "", 10 * number)
        places = [Award(person, SERVER_ID, number, "place", "", 1, 1200) for person in people]
        places.append(Award(90 + number, SERVER_ID, number, "place", "", 2, 1100))
        places.append(Award(80 + number, SERVER_ID, number, "first", "go", 1, 1100))
        await store.seasons.save_awards(Season(SERVER_ID, number, "", 10, 20), places)
        await store.seasons.save_awards(
            Season(12, number, "", 10, 20), [Award(70 + number, 12, number, "place", "", 1, 1200)]
        )

    async def list_winners_before(number: int) -> list[int]:
        return await store.seasons.list_winners_before(Season(SERVER_ID, number, "", 10, 20), "place")

    assert [await list_winners_before(number) for number in range(1, 6)] == [[], *[sorted([ANNA, BEN])] * 3, [7]]


async def test_results_come_in_pages_newest_first(store: Store) -> None:
    for number in range(7):
        result = SeatResult(
            0, ANNA, SERVER_ID, GAME_KEY, 1, 1, 3, "shells", number % 2 == 0, 100 + number // 2, 1.5, 2.5
        )
        await store.journal.create_match(
            make_new_match(),
            [make_choice_event("x")],
            MatchChange(is_live=False, results=(result, replace(result, seat=1, person_id=BEN))),
        )
    whole = await store.results.list_of_person(ANNA)
    assert [(each.ended_ms, each.match_id) for each in whole] == sorted(
        ((e.ended_ms, e.match_id) for e in whole), reverse=True
    )
    assert len(whole) == 7
    pages: list[SeatResult] = []
    while page := await store.results.list_of_person(ANNA, before=pages[-1] if pages else None, count=2):
        pages += page
    assert pages == whole
    assert [each.person_id for each in await store.results.list_of_match(whole[0].match_id)] == [ANNA, BEN]


async def test_hidden_player_is_on_no_page_and_takes_no_rank(store: Store) -> None:
    elsewhere = [replace(each, server_id=12) for each in make_ratings(10.0, 30.0)]
    await add_ratings(store, *make_ratings(10.0, 30.0, 20.0), *elsewhere)
    await store.ratings.set_hidden(101, is_hidden=True, server_id=SERVER_ID)
    page = await store.ratings.list_ladder_page(SERVER_ID, GAME_KEY, 1)
    assert [(place.rank, place.rating.person_id) for place in page] == [(1, 102), (2, 100)]
    assert [each.rating.person_id for each in await store.ratings.list_ladder_page(12, GAME_KEY, 1)] == [101, 100]
    assert await store.ratings.count_players(SERVER_ID, GAME_KEY, 1) == 2
    own = await store.ratings.find_ladder_place(SERVER_ID, GAME_KEY, 1, 101)
    assert own
    assert (own.rank, own.rating.is_hidden) == (1, True)
    assert await store.ratings.count_players_above(SERVER_ID, GAME_KEY, 1, 9.0, 10.0, 20.0) == [2, 1, 0]
    await store.ratings.set_hidden(101, is_hidden=False)
    page = await store.ratings.list_ladder_page(SERVER_ID, GAME_KEY, 1)
    assert [place.rating.person_id for place in page] == [101, 102, 100]


async def test_season_is_closed_and_claimed_once(store: Store) -> None:
    await store.seasons.begin_season(SERVER_ID, "Spring", 10, scheduled_end_ms=20)
    assert await store.seasons.list_due(19) == []
    [due] = await store.seasons.list_due(20)
    closed = await asyncio.gather(*(store.seasons.close_and_begin_next(due, 21, 30) for _ in range(3)))
    assert sorted(closed) == [False, False, True]
    assert await store.seasons.load_season(SERVER_ID) == Season(SERVER_ID, 2, "", 21, None, 30)
    [(closed_season, claimed_ms)] = await store.seasons.list_unannounced(claimed_before_ms=100)
    assert claimed_ms is None
    claims = await asyncio.gather(
        *(store.seasons.claim_season(closed_season, 100, claimed_before_ms=100) for _ in range(3))
    )
    assert sorted(claims) == [False, False, True]
    assert await store.seasons.list_unannounced(claimed_before_ms=100) == []
    assert await store.seasons.list_unannounced(claimed_before_ms=101) == [(closed_season, 100)]
    await store.seasons.mark_announced(closed_season)
    assert await store.seasons.list_unannounced(claimed_before_ms=1000) == []


async def test_correction_is_refused_if_a_rating_has_changed(store: Store) -> None:
    await add_ratings(store, *make_ratings(10.0, 20.0))
    changed = await store.ratings.load_rating(SERVER_ID, GAME_KEY, 1, 100)
    assert changed
    corrected, new = replace(changed, mu=9.0, match_count=3), replace(changed, person_id=500)
    with pytest.raises(Conflict):
        await store.ratings.correct_ratings([(None, new), (replace(changed, match_count=7), corrected)], [])
    removed = await store.ratings.load_rating(SERVER_ID, GAME_KEY, 1, 101)
    assert removed
    # A rating that was added since, and a rating that was changed since.
    for conflict in ((None, changed), (replace(removed, match_count=7), None)):
        with pytest.raises(Conflict):
            await store.ratings.correct_ratings([(None, new), conflict], [])
    people = (100, 101, 500)
    ratings = [await store.ratings.load_rating(SERVER_ID, GAME_KEY, 1, person) for person in people]
    assert ratings == [changed, removed, None]
    await store.ratings.correct_ratings([(None, new), (changed, corrected), (removed, None)], [])
    ratings = [await store.ratings.load_rating(SERVER_ID, GAME_KEY, 1, person) for person in people]
    assert ratings == [corrected, None, new]


async def test_rating_of_an_ended_season_is_refused(store: Store) -> None:
    await store.seasons.begin_season(SERVER_ID, "", 10)
    season = await store.seasons.load_season(SERVER_ID)
    await store.journal.create_match(
        make_new_match(), [make_choice_event("x")], MatchChange(season=season, ratings=(ANNAS_RATING,))
    )
    assert season
    await store.seasons.end_season(season, 20)
    with pytest.raises(Conflict, match="the ladder"):
        await store.journal.create_match(
            make_new_match(),
            [make_choice_event("x")],
            MatchChange(season=season, ratings=(replace(ANNAS_RATING, match_count=2),)),
        )
    assert await store.ratings.load_rating(SERVER_ID, GAME_KEY, 1, ANNA) == ANNAS_RATING


async def test_one_sided_pairs_are_found(store: Store) -> None:
    """Balanced pairs must be ignored. Old and unrated matches and matches on other servers must not count."""

    async def play_series(
        one: int, other: int, winners: str, *, ended_ms: int = 100, server: int = SERVER_ID, rated: bool = True
    ) -> None:
        for number, winner in enumerate(winners):
            results = tuple(
                SeatResult(seat, person, server, GAME_KEY, 0, rank, 0, "points", rated, ended_ms + number)
                for seat, (person, rank) in enumerate(
                    zip((one, other), (1, 2) if winner == "1" else (2, 1), strict=True)
                )
            )
            await store.journal.create_match(make_new_match(), [make_choice_event("x")], MatchChange(results=results))

    await play_series(1, 2, "1" * 9 + "2")
    await play_series(3, 4, "2" * 12)
    await play_series(5, 6, "1" * 8 + "22")
    await play_series(7, 8, "1" * 9)
    await play_series(7, 8, "1" * 9, ended_ms=1)
    await play_series(9, 10, "1" * 10, server=SERVER_ID + 1)
    await play_series(11, 12, "1" * 10, rated=False)
    assert await store.results.list_one_sided_pairs(SERVER_ID, 50, 10) == [
        OneSidedPair(4, 3, 12, 12),
        OneSidedPair(1, 2, 9, 10),
    ]
    assert await store.results.list_one_sided_pairs(SERVER_ID, 50, 10, count=1) == [OneSidedPair(4, 3, 12, 12)]
