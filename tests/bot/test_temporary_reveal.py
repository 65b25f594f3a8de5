"""Tests that temporary reveals on cards and in private messages are covered in time, even after a crash."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from bot.errors import DestinationUnreachable
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import RunningMatch, StartedMatch
from bot.rendering.temporary_reveal import REVEAL_DURATION_MS, TemporaryReveal
from bot.screens.scene import Scene, SceneImage
from bot.wall_clock import HOUR_MS
from games.art import Picture
from storage import WHOLE_MATCH, Deadline, InteractionToken
from tests.kit.matches import ANN, CHANNEL_ID, NOON_MS
from tests.kit.world import (
    World,
    begin_match_with_ben,
    play_first_legal_move,
    play_first_legal_moves_of_both,
    restart_world,
)

pytestmark = pytest.mark.usefixtures("short_retry_delays")

MEMORY_OPTIONS: dict[str, Any] = {"variant": "memory", "placement": "random"}


def list_board_pictures(scenes: Iterable[Scene]) -> Iterator[Picture]:
    return (scene.board.picture for scene in scenes if isinstance(scene.board, SceneImage))


async def test_new_posts_never_show_a_revealed_board(world: World) -> None:
    match_id, open_boards = (await world.begin_match("schamanen", **MEMORY_OPTIONS)).id, set()
    for step in range(4):
        while isinstance(match := await world.matches.find_match(match_id), RunningMatch) and match.engine.step == step:
            for seat in sorted(match.engine.to_move):
                await play_first_legal_move(world.matches, match_id, match.player_ids[seat] or 0, world.time_ms[0])
        assert isinstance(match, StartedMatch)
        view = match.engine.view_of(None)
        if match.game.draw_board(view) != match.game.draw_board(match.game.forget(view)):
            open_boards.add(match.game.draw_board(view))
        await world.post_chatter()
        world.time_ms[0] += 1_000
        await world.refresh(match_id)
    assert open_boards
    assert not open_boards & set(list_board_pictures(scene for _, scene in world.discord.posted_messages))
    await world.advance_time(world.time_ms[0] + REVEAL_DURATION_MS)
    assert not open_boards & set(list_board_pictures(world.discord.list_scenes(CHANNEL_ID)))


async def play_revealing_step(world: World) -> tuple[int, Picture, Picture]:
    """Play a step with a temporary reveal. Return the match ID, the uncovered board and the covered board."""
    match_id = (await world.begin_match("schamanen", **MEMORY_OPTIONS)).id
    match = await play_first_legal_moves_of_both(world.matches, match_id)
    await world.refresh(match_id)
    view = match.engine.view_of(None)
    opened, covered = match.game.draw_board(view), match.game.draw_board(match.game.forget(view))
    assert opened != covered
    return match_id, opened, covered


async def test_newer_reveal_stays_open_for_its_own_duration(world: World) -> None:
    match_id, *_ = await play_revealing_step(world)
    match, temporary_reveal = await world.load_running_match(match_id), TemporaryReveal(world.store, lambda: NOON_MS)
    assert await temporary_reveal.open_if_new(match, None)
    temporary_reveal.close(Deadline(DeadlineKind.COVER_REVEAL, NOON_MS, match.engine.step - 1, match_id=match_id))
    assert temporary_reveal.is_open(match)
    temporary_reveal.close(Deadline(DeadlineKind.COVER_REVEAL, NOON_MS, match.engine.step, match_id=match_id))
    assert not temporary_reveal.is_open(match)


@pytest.mark.parametrize(
    ("kind", "delay_ms", "seat", "is_open"),
    [
        (DeadlineKind.COVER_REVEAL, 0, WHOLE_MATCH, True),
        (DeadlineKind.COVER_REVEAL, 1, WHOLE_MATCH, False),
        (DeadlineKind.COVER_REVEAL, 0, 0, False),
        (DeadlineKind.MATCH_LIMIT, 0, WHOLE_MATCH, False),
    ],
    ids=["reveal", "postponed", "private reveal", "other deadline"],
)
async def test_only_public_reveals_are_restored_after_a_start(
    world: World, kind: DeadlineKind, delay_ms: int, seat: int, is_open: bool
) -> None:
    match_id, *_ = await play_revealing_step(world)
    match, temporary_reveal = await world.load_running_match(match_id), TemporaryReveal(world.store, lambda: NOON_MS)
    temporary_reveal.restore(
        match_id, [Deadline(kind, NOON_MS + REVEAL_DURATION_MS + delay_ms, match.engine.step, seat)]
    )
    assert temporary_reveal.is_open(match) == is_open


async def test_board_opened_with_an_interaction_token_is_covered_with_it(world: World) -> None:
    match_id = (await begin_match_with_ben(world.matches, "schamanen", **MEMORY_OPTIONS)).id
    await world.refresh(match_id)
    (card_id,) = [location.message_id for location in world.discord.messages if location.channel_id == CHANNEL_ID]
    await world.store.player_messages.save_token(InteractionToken(match_id, ANN, card_id, "token", NOON_MS))
    world.discord.fail_next(f"edit_message {CHANNEL_ID}", *[DestinationUnreachable("unreachable-permissions")] * 9)
    match = await play_first_legal_moves_of_both(world.matches, match_id)
    await world.refresh(match_id)
    view = match.engine.view_of(None)
    for now_ms, shown_view in ((NOON_MS, view), (NOON_MS + REVEAL_DURATION_MS, match.game.forget(view))):
        await world.advance_time(now_ms)
        assert [*list_board_pictures([world.discord.ephemeral_scenes[card_id]])] == [match.game.draw_board(shown_view)]


async def test_board_open_for_over_an_hour_is_replaced_covered(world: World) -> None:
    _, opened, covered = await play_revealing_step(world)
    assert [*list_board_pictures(world.discord.list_scenes(CHANNEL_ID))] == [opened]
    await restart_world(world).advance_time(NOON_MS + 2 * HOUR_MS)
    assert [*list_board_pictures(world.discord.list_scenes(CHANNEL_ID))] == [covered]


async def test_cover_deadline_stays_due_until_board_is_covered(world: World) -> None:
    match = await world.begin_match("schamanen", **MEMORY_OPTIONS)
    deadline = Deadline(DeadlineKind.COVER_REVEAL, NOON_MS, 0, WHOLE_MATCH, match.id)
    await world.store.deadlines.set_deadlines(match.id, deadline)

    async def crash(_: int) -> None:
        raise asyncio.CancelledError

    world.discord.callbacks_before["edit_message"] = crash
    await world.delivery.handle_deadline(deadline)
    await world.delivery.wait_until_delivered()
    world.discord.callbacks_before.clear()
    for now_ms, seats in ((NOON_MS, [WHOLE_MATCH]), (NOON_MS + HOUR_MS, [])):
        if not seats:
            await restart_world(world).advance_time(now_ms)
        assert [it.seat for it in await world.list_deadlines(match.id, DeadlineKind.COVER_REVEAL)] == seats
