"""Callers that are cancelled leave a whole database."""

from __future__ import annotations

import asyncio
import random

import pytest

from storage import WHOLE_MATCH, AppendResult, Conflict, Deadline, MatchChange, Store
from tests.effort_level import IS_LITTLE_EFFORT
from tests.storage.stored_matches import create_match, make_choice_event, make_turn_deadline, read_header, read_journal

pytestmark = pytest.mark.again

CANCELLATION_COUNT = 100 if IS_LITTLE_EFFORT else 400


async def test_cancelled_writers_leave_no_half_write_and_a_usable_store(store: Store) -> None:
    dice = random.Random(400)
    matches = [(await create_match(store, number)).match_id for number in range(1, 9)]
    known = dict.fromkeys(matches, 1)
    told: dict[int, AppendResult] = {}
    clicks = 0

    async def append(match: int, interaction: int) -> None:
        carried = MatchChange(
            status=f"s{interaction}",
            removed_deadlines=(("reminder", WHOLE_MATCH),),
            set_deadlines=(
                make_turn_deadline(interaction, known[match]),
                Deadline("reminder", interaction, known[match]),
            ),
        )
        told[interaction] = await store.journal.append_events(
            match, known[match], [make_choice_event(str(interaction), interaction)], carried
        )
        known[match] = max(known[match], told[interaction].first_seq + 1)

    async def append_until_stored(match: int, interaction: int) -> None:
        while interaction not in told:
            try:
                await append(match, interaction)
            except Conflict:
                known[match] = (await read_header(store, match)).event_count

    cancelled = 0
    while cancelled < CANCELLATION_COUNT:
        clicks += 1
        match = dice.choice(matches)
        task = asyncio.create_task(append_until_stored(match, 1_000 + clicks))
        # At once, after some turns of the loop, or in the middle of a commit.
        for _ in range(dice.randrange(6)):
            await asyncio.sleep(0)
        await asyncio.sleep(dice.choice([0, 0, 0.0002, 0.001, 0.003]))
        cancelled += task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    # Unknown is settled by the interaction's id: each is there once, whoever was cut off.
    await asyncio.gather(
        *(append_until_stored(dice.choice(matches), 1_000 + n) for n in range(1, clicks + 1) if 1_000 + n not in told)
    )
    assert await store.journal.list_matches_with_gaps() == []
    stored = {}
    for match in matches:
        journal = await read_journal(store, match)
        last = journal.events[-1]
        for seq, event in enumerate(journal.events[1:], 1):
            assert event.interaction_id is not None
            stored[event.interaction_id] = (match, seq)
        # What the last event carried came with it.
        if last.interaction_id and last.interaction_id >= 1_000:
            assert journal.header.status == f"s{last.interaction_id}"
            assert {each.due_ms for each in journal.deadlines} == {last.interaction_id}
            assert {each.step for each in journal.deadlines} == {len(journal.events) - 1}
    assert stored == {interaction: (each.match_id, each.first_seq) for interaction, each in told.items()}
    assert len(stored) == clicks


async def test_cancelled_readers_leave_a_usable_store(store: Store) -> None:
    dice = random.Random(401)
    match = (await create_match(store)).match_id
    for _ in range(100):
        task = asyncio.create_task(store.journal.load_match(match))
        for _ in range(dice.randrange(5)):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    await store.journal.append_events(
        match, (await read_journal(store, match)).header.event_count, [make_choice_event("a")]
    )


async def test_store_closes_while_writers_are_cancelled(database_url: str) -> None:
    store = await Store.open(database_url)
    tasks = [asyncio.create_task(create_match(store, number)) for number in range(1, 60)]
    await asyncio.sleep(0.002)
    for task in tasks[::2]:
        task.cancel()
    await store.close()
    told = await asyncio.gather(*tasks, return_exceptions=True)
    async with await Store.open(database_url) as again:
        live = {header.id for header in await again.matches.list_live()}
        assert {one.match_id for one in told if isinstance(one, AppendResult)} <= live
        assert await again.journal.list_matches_with_gaps() == []
