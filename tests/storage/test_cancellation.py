"""Checks that cancelled calls leave the database consistent and the store usable."""

from __future__ import annotations

import asyncio
import random

import pytest

from storage import WHOLE_MATCH, AppendResult, Conflict, Deadline, MatchChange, Store
from tests.effort_level import IS_LITTLE_EFFORT
from tests.storage.stored_matches import create_match, make_choice_event, make_turn_deadline, read_header, read_journal

pytestmark = pytest.mark.again

CANCELLATION_COUNT = 100 if IS_LITTLE_EFFORT else 400


async def test_cancelled_writes_are_stored_whole_or_not_at_all(store: Store) -> None:
    dice = random.Random(400)
    matches = [await create_match(store, number) for number in range(1, 9)]
    event_counts = dict.fromkeys(matches, 1)
    stored_results: dict[int, AppendResult] = {}
    clicks = 0

    async def append_click(match: int, interaction: int) -> None:
        change = MatchChange(
            status=f"s{interaction}",
            removed_deadlines=(("reminder", WHOLE_MATCH),),
            set_deadlines=(
                make_turn_deadline(interaction, event_counts[match]),
                Deadline("reminder", interaction, event_counts[match]),
            ),
        )
        stored_results[interaction] = await store.journal.append_events(
            match, event_counts[match], [make_choice_event(str(interaction), interaction)], change
        )
        event_counts[match] = max(event_counts[match], stored_results[interaction].first_seq + 1)

    async def append_until_stored(match: int, interaction: int) -> None:
        while interaction not in stored_results:
            try:
                await append_click(match, interaction)
            except Conflict:
                event_counts[match] = (await read_header(store, match)).event_count

    cancelled = 0
    while cancelled < CANCELLATION_COUNT:
        clicks += 1
        match = dice.choice(matches)
        task = asyncio.create_task(append_until_stored(match, 1_000 + clicks))
        # Cancel at once, after some iterations of the event loop, or during a commit.
        for _ in range(dice.randrange(6)):
            await asyncio.sleep(0)
        await asyncio.sleep(dice.choice([0, 0, 0.0002, 0.001, 0.003]))
        cancelled += task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    # Repeating the interactions with an unknown outcome stores each of them once.
    await asyncio.gather(
        *(
            append_until_stored(dice.choice(matches), 1_000 + n)
            for n in range(1, clicks + 1)
            if 1_000 + n not in stored_results
        )
    )
    assert await store.journal.list_matches_with_gaps() == []
    stored = {}
    for match in matches:
        journal = await read_journal(store, match)
        last = journal.events[-1]
        for seq, event in enumerate(journal.events[1:], 1):
            assert event.interaction_id is not None
            stored[event.interaction_id] = (match, seq)
        # The change of the last event was stored with it.
        if last.interaction_id and last.interaction_id >= 1_000:
            assert journal.header.status == f"s{last.interaction_id}"
            assert {it.due_ms for it in journal.deadlines} == {last.interaction_id}
            assert {it.step for it in journal.deadlines} == {len(journal.events) - 1}
    assert stored == {interaction: (it.match_id, it.first_seq) for interaction, it in stored_results.items()}
    assert len(stored) == clicks


async def test_store_is_usable_after_cancelled_reads(store: Store) -> None:
    dice = random.Random(401)
    match = await create_match(store)
    for _ in range(100):
        task = asyncio.create_task(store.journal.load_match(match))
        for _ in range(dice.randrange(5)):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    await store.journal.append_events(
        match, (await read_journal(store, match)).header.event_count, [make_choice_event("a")]
    )


async def test_store_closes_while_writes_are_cancelled(database_url: str) -> None:
    store = await Store.open(database_url)
    tasks = [asyncio.create_task(create_match(store, number)) for number in range(1, 60)]
    await asyncio.sleep(0.002)
    for task in tasks[::2]:
        task.cancel()
    await store.close()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    async with await Store.open(database_url) as reopened:
        live = {header.id for header in await reopened.matches.list_live()}
        assert {it for it in outcomes if isinstance(it, int)} <= live
        assert await reopened.journal.list_matches_with_gaps() == []
