"""Tests for deriving what to do with a card from facts such as its age."""

from __future__ import annotations

from dataclasses import replace

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

CURRENT = CardFacts((NOON_MS - DISCORD_EPOCH_MS) << 22, is_behind=False, has_pings=False)
BEHIND = replace(CURRENT, is_behind=True)
OLD = replace(BEHIND, message_id=(NOON_MS - MAX_EDIT_AGE_MS - 1 - DISCORD_EPOCH_MS) << 22)
"""The card is behind, and its message can no longer be edited."""
JUST_EDITED_MS = 0
EDIT_INTERVAL_MS = round(EDIT_INTERVAL_S * 1000)


@pytest.mark.parametrize(
    ("facts", "age_ms", "state"),
    [
        (replace(CURRENT, message_id=None), JUST_EDITED_MS, CardState.CURRENT),
        (CURRENT, JUST_EDITED_MS, CardState.CURRENT),
        (replace(BEHIND, message_id=None, has_pings=True), JUST_EDITED_MS, CardState.UNPOSTED),
        (replace(BEHIND, has_pings=True), JUST_EDITED_MS, CardState.MOVING),
        (replace(CURRENT, has_pings=True), JUST_EDITED_MS, CardState.MOVING),
        (replace(BEHIND, must_be_last=True), JUST_EDITED_MS, CardState.MOVING),
        (replace(BEHIND, has_token=True), JUST_EDITED_MS, CardState.TRAILING),
        (replace(BEHIND, has_token=True), EDIT_INTERVAL_MS, CardState.OUTDATED),
        (BEHIND, EDIT_INTERVAL_MS, CardState.TRAILING),
        (BEHIND, EDIT_INTERVAL_MS * SLOW_EDIT_FACTOR, CardState.OUTDATED),
        (replace(BEHIND, is_in_thread=True), EDIT_INTERVAL_MS * THREAD_EDIT_FACTOR, CardState.OUTDATED),
        (OLD, EDIT_INTERVAL_MS * SLOW_EDIT_FACTOR, CardState.EXPIRED),
        (replace(OLD, is_in_thread=True), EDIT_INTERVAL_MS * THREAD_EDIT_FACTOR, CardState.MOVING),
        (replace(OLD, has_pings=True), EDIT_INTERVAL_MS * SLOW_EDIT_FACTOR, CardState.MOVING),
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
    tracker.request_update(match.id)
    assert tracker.find_state(match, match, CURRENT) is CardState.OUTDATED
    tracker.finish_updates(match.id)
    tracker.request_repost(match.id)
    assert tracker.find_state(match, match, CURRENT) is CardState.MOVING
    tracker.finish_repost(match.id)
    assert tracker.find_state(match, match, CURRENT) is CardState.CURRENT


async def test_updates_are_not_delayed_during_shutdown(world: World) -> None:
    match = await world.begin_match()
    tracker = CardTracker(lambda: NOON_MS)
    tracker.record_edit(match.id)
    tracker.stop_delaying_edits()
    assert tracker.find_state(match, match, BEHIND) is CardState.OUTDATED
