"""Predictions: when they are accepted, how they are scored, and who is among the seers."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from storage import Calibration, Conflict, MatchChange, ResolvedChoice, SeerTally, Store, StoredPrediction
from tests.storage.stored_matches import ANNA, BEN, SERVER_ID, create_match, make_choice_event

CORA, DORA = 2001, 2002
HIT, MISS = 2, -1
"""The points for a prediction with three choices."""


def predict(match_id: int, person_id: int = CORA, choice: str = "a1", **fields: object) -> StoredPrediction:
    return replace(StoredPrediction(match_id, 0, 0, person_id, SERVER_ID, choice, 3, True, 100), **fields)  # type: ignore[arg-type]


async def resolve_step(store: Store, match_id: int, choice: str = "a1", event_count: int = 1) -> None:
    resolved = (ResolvedChoice(0, 0, choice), ResolvedChoice(0, 1, "b1"))
    await store.journal.append_events(
        match_id, event_count, [make_choice_event(choice)], MatchChange(resolved_choices=resolved)
    )


async def load_points(store: Store, person_id: int = CORA, max_per_player: int = 10) -> list[int]:
    tallies = await store.predictions.list_tallies(SERVER_ID, 0, 1_000, max_per_player)
    return [it.points for it in tallies if it.person_id == person_id]


async def test_resolved_step_scores_all_its_predictions(store: Store) -> None:
    match_id = await create_match(store)
    assert await store.predictions.save(predict(match_id), 1)
    assert await store.predictions.save(predict(match_id, DORA, "a2"), 1)
    assert await store.predictions.list_seers(match_id, 0) == []
    assert await load_points(store) == []
    await resolve_step(store, match_id)
    assert await store.predictions.list_seers(match_id, 0) == [CORA]
    assert (await load_points(store), await load_points(store, DORA)) == ([HIT], [MISS])
    assert await store.predictions.load_calibration(DORA, SERVER_ID) == Calibration(1, 0, 1 / 3)
    assert await store.predictions.load_calibration(ANNA, SERVER_ID) == Calibration(0, 0, 0)


async def test_later_prediction_replaces_the_earlier_one(store: Store) -> None:
    match_id = await create_match(store)
    for choice in ("a2", "a1"):
        assert await store.predictions.save(predict(match_id, choice=choice), 1)
    assert await store.predictions.load_own(match_id, 0, CORA) == {0: "a1"}
    assert await store.predictions.load_own(match_id, 0, DORA) == {}
    await resolve_step(store, match_id)
    assert await load_points(store) == [HIT]


async def test_prediction_after_the_step_is_refused(store: Store) -> None:
    match_id = await create_match(store)
    await resolve_step(store, match_id)
    assert not await store.predictions.save(predict(match_id), 1)
    assert await store.predictions.load_own(match_id, 0, CORA) == {}


async def test_prediction_in_the_same_moment_is_scored_or_refused(store: Store) -> None:
    for number in range(1, 21):
        match_id = await create_match(store, number)
        is_saved, _ = await asyncio.gather(
            store.predictions.save(predict(match_id, predicted_ms=number), 1), resolve_step(store, match_id)
        )
        assert await store.predictions.list_seers(match_id, 0) == ([CORA] if is_saved else [])


async def test_prediction_does_not_conflict_with_a_move(store: Store) -> None:
    match_id = await create_match(store)
    results = await asyncio.gather(
        *(store.predictions.save(predict(match_id, person), 1) for person in range(CORA, CORA + 20)),
        store.journal.append_events(match_id, 1, [make_choice_event("a1")]),
        return_exceptions=True,
    )
    assert not any(isinstance(it, Conflict) for it in results)


async def test_only_people_who_were_right_throughout_are_seers(store: Store) -> None:
    match_id = await create_match(store)
    for prediction in (
        predict(match_id, CORA),
        predict(match_id, CORA, "b2", seat=1),
        predict(match_id, DORA, predicted_ms=99),
        predict(match_id, 3, "a1"),
        predict(match_id, 3, "b1", seat=1),
    ):
        assert await store.predictions.save(prediction, 1)
    await resolve_step(store, match_id)
    assert await store.predictions.list_seers(match_id, 0) == [3, DORA]
    assert await store.predictions.list_seers(match_id, 1) == []


async def test_at_most_some_predictions_on_one_player_count(store: Store) -> None:
    for number in range(1, 5):
        match_id = await create_match(store, number)
        assert await store.predictions.save(predict(match_id, predicted_ms=number), 1)
        assert await store.predictions.save(predict(match_id, seat=1, choice="b2", predicted_ms=number), 1)
        assert await store.predictions.save(predict(match_id, DORA, is_counted=False), 1)
        await resolve_step(store, match_id, "a1" if number > 1 else "a2")
    assert await store.predictions.list_tallies(SERVER_ID, 0, 1_000, 3) == [
        SeerTally(CORA, 2 * HIT + 4 * MISS, 6, 2, 2),
    ]
    assert await store.predictions.list_tallies(SERVER_ID, 3, 4, 3) == [SeerTally(CORA, HIT + MISS, 2, 1, 2)]
    assert await store.predictions.list_tallies(SERVER_ID + 1, 0, 1_000, 3) == []


async def test_player_can_withdraw_open_predictions(store: Store) -> None:
    closed, live = [await create_match(store, number) for number in (1, 2)]
    for match_id in (closed, live):
        for seat in (0, 1):
            assert await store.predictions.save(predict(match_id, seat=seat), 1)
    await resolve_step(store, closed)
    await store.predictions.delete_open_on_player(BEN)
    assert await store.predictions.load_own(closed, 0, CORA) == {0: "a1", 1: "a1"}
    assert await store.predictions.load_own(live, 0, CORA) == {0: "a1"}
