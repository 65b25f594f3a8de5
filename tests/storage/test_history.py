"""The history of a person: results, opponents, and past matches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage import HeadToHead, MatchChange, PastResult, RatingPoint, SeatResult, Store
from storage.statement import Statement
from tests.storage.stored_matches import ANNA, BEN, SERVER_ID, make_choice_event, make_new_match

CARL = 1003


async def store_finished_match(
    store: Store,
    *person_ids: int | None,
    ended_ms: int,
    options: str = "{}",
    terms: str = "{}",
    **column_changes: object,
) -> int:
    """Store a match that has ended. The people are given in order of their rank, and the first is the winner."""
    results = tuple(
        SeatResult(seat, person, SERVER_ID, "pebbles", 1, seat + 1, 3, "shells", True, ended_ms, 1.0, 2.5)
        for seat, person in enumerate(person_ids)
    )
    results = tuple(replace(result, **column_changes) for result in results)  # type: ignore[arg-type]
    start = replace(make_new_match(), options=options, terms=terms)
    return (
        await store.journal.create_match(start, [make_choice_event("x")], MatchChange(is_live=False, results=results))
    ).match_id


async def test_past_results_are_listed_once_for_each_opponent(store: Store) -> None:
    later = await store_finished_match(store, BEN, ANNA, None, ended_ms=200, options='{"variant": "deep"}')
    first = await store_finished_match(store, ANNA, BEN, ended_ms=100)
    assert await store.history.load_history(ANNA, SERVER_ID) == (
        [
            PastResult(first, "pebbles", "{}", "shells", 1, BEN, 2, 100),
            PastResult(later, "pebbles", '{"variant": "deep"}', "shells", 2, BEN, 1, 200),
            PastResult(later, "pebbles", '{"variant": "deep"}', "shells", 2, None, 3, 200),
        ],
        [RatingPoint("pebbles", 100, 2.5, 1), RatingPoint("pebbles", 200, 2.5, 1)],
    )
    assert await store.history.load_history(CARL, SERVER_ID) == ([], [])


async def test_head_to_head_counts_matches_of_two_players(store: Store) -> None:
    await store_finished_match(store, ANNA, BEN, ended_ms=100)
    await store_finished_match(store, BEN, CARL, ANNA, ended_ms=200)
    for rank in (1, 1):
        await store_finished_match(store, ANNA, BEN, ended_ms=300, rank=rank)
    await store_finished_match(store, ANNA, BEN, None, ended_ms=400)
    await store_finished_match(store, ANNA, BEN, ended_ms=500, server_id=12)
    await store_finished_match(store, ANNA, BEN, ended_ms=600, reason="cancelled")
    assert await store.history.load_head_to_head(ANNA, BEN, SERVER_ID) == [
        HeadToHead("pebbles", "cancelled", 1, 1, 0, 600),
        HeadToHead("pebbles", "shells", 4, 1, 1, 300),
    ]
    assert await store.history.load_head_to_head(BEN, ANNA, SERVER_ID) == [
        HeadToHead("pebbles", "cancelled", 1, 0, 1, 600),
        HeadToHead("pebbles", "shells", 4, 1, 1, 300),
    ]
    assert await store.history.load_head_to_head(ANNA, 404, SERVER_ID) == []


async def test_history_on_a_server_has_only_its_matches(store: Store) -> None:
    own = await store_finished_match(store, ANNA, BEN, ended_ms=100)
    other = await store_finished_match(store, ANNA, BEN, ended_ms=50, server_id=12)
    direct = await store_finished_match(store, ANNA, None, ended_ms=75, server_id=None)
    for server, expected in ((SERVER_ID, [own]), (12, [other]), (None, [other, direct, own]), (13, [])):
        played, rated = await store.history.load_history(ANNA, server)
        assert [each.match_id for each in played] == expected
        assert len(rated) == len(expected)
        assert await store.history.list_newest_matches(ANNA, server, "pebbles", 9) == expected[::-1]


async def test_newest_matches_of_a_game_come_first(store: Store) -> None:
    matches = [await store_finished_match(store, ANNA, BEN, ended_ms=100 + number // 2) for number in range(7)]
    await store_finished_match(store, ANNA, BEN, ended_ms=999, game="twigs", rating_after=None)
    played, rated = await store.history.load_history(ANNA, SERVER_ID)
    assert (len(played), len(rated)) == (8, 7), "an unrated match has no rating"
    assert await store.history.list_newest_matches(ANNA, SERVER_ID, "pebbles", 3) == matches[:-4:-1]
    assert await store.history.list_newest_matches(CARL, SERVER_ID, "pebbles", 3) == []


async def test_matches_are_found_by_their_terms(store: Store) -> None:
    """The result must not contain matches that are older than `since_ms` or not older than `before_match_id`."""
    terms = '{"kind":"practice","reads":true}'
    matches = [await store_finished_match(store, ANNA, None, ended_ms=100 + number, terms=terms) for number in range(6)]
    for changes in ({"terms": '{"reads":false}'}, {"terms": terms, "game": "twigs"}):
        await store_finished_match(store, ANNA, None, ended_ms=103, **changes)
    await store_finished_match(store, BEN, None, ended_ms=103, terms=terms)
    for count, expected in ((2, [matches[4], matches[3]]), (9, [matches[4], matches[3], matches[2]])):
        match_ids = await store.history.list_matches_with_terms(
            ANNA, "pebbles", '"reads":true', before_match_id=matches[5], since_ms=101, count=count
        )
        assert match_ids == expected


async def test_forgotten_opponent_is_anonymous_in_the_history(store: Store) -> None:
    for _ in range(2):
        await store_finished_match(store, ANNA, BEN, ended_ms=100)
    await store_finished_match(store, ANNA, CARL, ended_ms=100, server_id=12)
    await store_finished_match(store, CARL, ANNA, ended_ms=100)
    anonymous_id = await store.people.forget_person(BEN, 200)
    for person, other in ((ANNA, anonymous_id), (anonymous_id, ANNA)):
        played, _ = await store.history.load_history(person, SERVER_ID)
        assert [each.opponent_id for each in played if each.opponent_id != CARL] == [other, other]
    assert await store.history.load_history(BEN, SERVER_ID) == ([], [])
    # The history of others is unchanged.
    assert [each.opponent_id for each in (await store.history.load_history(CARL, SERVER_ID))[0]] == [ANNA]


@pytest.mark.parametrize(
    "change",
    ["DELETE FROM past_result", "UPDATE past_result SET opponent_rank = 7", "UPDATE past_result SET opponent_id = 7"],
)
async def test_past_result_that_differs_from_the_results_is_found(store: Store, change: str) -> None:
    first = await store_finished_match(store, ANNA, BEN, None, ended_ms=100)
    await store_finished_match(store, BEN, ANNA, ended_ms=200)
    assert await store.people.forget_person(CARL, 250) == 0
    assert await store.people.forget_person(BEN, 300) < 0
    assert await store.history.list_matches_differing_from_results() == []
    await store.database.write(
        Statement(f"{change} WHERE match_id = :match_id AND person_id = :person_id")(match_id=first, person_id=ANNA)
    )
    assert await store.history.list_matches_differing_from_results() == [first]
