"""Tests for deriving what to do with a card from facts such as its age."""

from __future__ import annotations

import pytest

from bot.delivery.card_state import (
    EDIT_INTERVAL_S,
    SLOW_EDIT_FACTOR,
    THREAD_EDIT_FACTOR,
    CardFacts,
    CardState,
    CardTracker,
)
from bot.messenger import MAX_EDIT_AGE_MS
from bot.wall_clock import DISCORD_EPOCH_MS
from tests.kit.matches import NOON_MS
from tests.kit.world import World

EDITABLE_MESSAGE_ID = (NOON_MS - DISCORD_EPOCH_MS) << 22
UNEDITABLE_MESSAGE_ID = (NOON_MS - MAX_EDIT_AGE_MS - 1 - DISCORD_EPOCH_MS) << 22
JUST_EDITED_MS = 0
EDIT_INTERVAL_MS = round(EDIT_INTERVAL_S * 1000)


@pytest.mark.parametrize(
    ("facts", "age_ms", "state"),
    [
        (CardFacts(None, is_behind=False, has_pings=False), JUST_EDITED_MS, CardState.CURRENT),
        (CardFacts(EDITABLE_MESSAGE_ID, is_behind=False, has_pings=False), JUST_EDITED_MS, CardState.CURRENT),
        (CardFacts(None, is_behind=True, has_pings=True), JUST_EDITED_MS, CardState.UNPOSTED),
        (CardFacts(EDITABLE_MESSAGE_ID, is_behind=True, has_pings=True), JUST_EDITED_MS, CardState.MOVING),
        (CardFacts(EDITABLE_MESSAGE_ID, is_behind=False, has_pings=True), JUST_EDITED_MS, CardState.MOVING),
        (
            CardFacts(EDITABLE_MESSAGE_ID, is_behind=True, has_pings=False, must_be_last=True),
            JUST_EDITED_MS,
            CardState.MOVING,
        ),
        (
            CardFacts(EDITABLE_MESSAGE_ID, is_behind=True, has_pings=False, has_token=True),
            JUST_EDITED_MS,
            CardState.TRAILING,
        ),
        (
            CardFacts(EDITABLE_MESSAGE_ID, is_behind=True, has_pings=False, has_token=True),
            EDIT_INTERVAL_MS,
            CardState.OUTDATED,
        ),
        (CardFacts(EDITABLE_MESSAGE_ID, is_behind=True, has_pings=False), EDIT_INTERVAL_MS, CardState.TRAILING),
        (
            CardFacts(EDITABLE_MESSAGE_ID, is_behind=True, has_pings=False),
            EDIT_INTERVAL_MS * SLOW_EDIT_FACTOR,
            CardState.OUTDATED,
        ),
        (
            CardFacts(EDITABLE_MESSAGE_ID, is_behind=True, has_pings=False, is_in_thread=True),
            EDIT_INTERVAL_MS * THREAD_EDIT_FACTOR,
            CardState.OUTDATED,
        ),
        (
            CardFacts(UNEDITABLE_MESSAGE_ID, is_behind=True, has_pings=False),
            EDIT_INTERVAL_MS * SLOW_EDIT_FACTOR,
            CardState.EXPIRED,
        ),
        (
            CardFacts(UNEDITABLE_MESSAGE_ID, is_behind=True, has_pings=False, is_in_thread=True),
            EDIT_INTERVAL_MS * THREAD_EDIT_FACTOR,
            CardState.MOVING,
        ),
        (
            CardFacts(UNEDITABLE_MESSAGE_ID, is_behind=True, has_pings=True),
            EDIT_INTERVAL_MS * SLOW_EDIT_FACTOR,
            CardState.MOVING,
        ),
    ],
)
async def test_state_follows_from_facts_and_age(world: World, facts: CardFacts, age_ms: int, state: CardState) -> None:
    match = await world.begin_match()
    now = [NOON_MS - age_ms]
    tracker = CardTracker(lambda: now[0])
    tracker.record_edit(match.id)
    now[0] = NOON_MS
    assert tracker.find_state(match, match, facts) is state


async def test_request_moves_or_updates_even_a_current_card(world: World) -> None:
    match = await world.begin_match()
    tracker = CardTracker(lambda: NOON_MS)
    current = CardFacts(EDITABLE_MESSAGE_ID, is_behind=False, has_pings=False)
    tracker.request_update(match.id)
    assert tracker.find_state(match, match, current) is CardState.OUTDATED
    tracker.finish_updates(match.id)
    tracker.request_repost(match.id)
    assert tracker.find_state(match, match, current) is CardState.MOVING
    tracker.finish_repost(match.id)
    assert tracker.find_state(match, match, current) is CardState.CURRENT


async def test_updates_are_not_delayed_during_shutdown(world: World) -> None:
    match = await world.begin_match()
    tracker = CardTracker(lambda: NOON_MS)
    tracker.record_edit(match.id)
    tracker.stop_delaying_edits()
    behind = CardFacts(EDITABLE_MESSAGE_ID, is_behind=True, has_pings=False)
    assert tracker.find_state(match, match, behind) is CardState.OUTDATED
