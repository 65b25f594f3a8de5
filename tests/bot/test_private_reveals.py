"""Tests for private reveals: each player may uncover the board once, and it is covered again even after a crash."""

from __future__ import annotations

import asyncio

import pytest

from bot.matches.deadlines import DeadlineKind
from bot.matches.model import EventType, RunningMatch
from bot.rendering.temporary_reveal import REVEAL_DURATION_MS
from bot.screens.custom_ids import Action
from bot.screens.player_screen_state import is_uncovered
from bot.screens.scene import Scene, SceneImage
from games.refused import Refused
from storage import PlayerMessage
from tests.kit.matches import ANN, BEN, NOON_MS, get_seat
from tests.kit.person import list_move_buttons
from tests.kit.scene_reading import index_by_action
from tests.kit.world import World, begin_match_with_ben, play_first_legal_move, restart_world


@pytest.fixture
async def match(world: World) -> RunningMatch:
    """A memory match in which the dealt stones lie face down, even for their owners."""
    match = await begin_match_with_ben(world.matches, "schamanen", variant="memory", placement="random")
    await world.refresh(match.id)
    return match


async def open_board(
    world: World, match: RunningMatch, person_id: int = ANN, delay_ms: int = 0, *, is_received: bool = True
) -> Scene:
    """Click the reveal button, `delay_ms` after noon, and check that the response shows the open board.

    If the response is received, its message is stored, as by the bot.
    """
    response = await world.person(person_id, token="token", now_ms=NOON_MS + delay_ms).click(  # noqa: S106
        Action.SHOW_TEMPORARY_REVEAL, match.id, match.engine.step, message_id=person_id
    )
    shown = response.player_message
    assert response.replaces_clicked_message
    assert shown
    assert is_uncovered(shown.content_key)
    if is_received:
        message = PlayerMessage(
            match.id, person_id, person_id, None, shown.step, NOON_MS + delay_ms, "token", shown.content_key
        )
        await world.store.player_messages.save_message(message, shown.event_count, was_pressed=True)
    assert response.scene
    assert shows_board(response.scene, match, person_id, is_open=True)
    return response.scene


def shows_board(scene: Scene, match: RunningMatch, person_id: int, *, is_open: bool) -> bool:
    view = match.engine.view_of(get_seat(match, person_id))
    opened, covered = (match.game.draw_board(it) for it in (view, match.game.forget(view)))
    assert opened != covered
    assert isinstance(scene.board, SceneImage)
    return scene.board.picture == (opened if is_open else covered)


def count_masks(scene: Scene, match: RunningMatch) -> int:
    return sum(bool(custom_id.argument) for custom_id in list_move_buttons(scene, match.id))


async def count_reveals(world: World, match: RunningMatch) -> int:
    return sum(event.kind == EventType.REVEAL_OPENED for event in (await world.matches.load_journal(match.id)).events)


async def test_match_begins_with_the_look_alone(world: World, match: RunningMatch) -> None:
    """No click on a mask can lose the look, because there are no masks yet."""
    first = (await world.person(ANN).click(Action.OPEN_MATCH, match.id)).scene
    assert first
    assert shows_board(first, match, ANN, is_open=False)
    assert count_masks(first, match) == 0
    assert count_masks(await open_board(world, match), match) == 3
    await world.advance_time(NOON_MS + REVEAL_DURATION_MS)
    covered = world.discord.ephemeral_scenes[ANN]
    assert shows_board(covered, match, ANN, is_open=False)
    assert count_masks(covered, match) == 3
    assert Action.SHOW_TEMPORARY_REVEAL not in index_by_action(covered)


async def test_skipped_look_is_given_up(world: World, match: RunningMatch) -> None:
    ann = world.person(ANN)
    skipped = await ann.click_action(await ann.click(Action.OPEN_MATCH, match.id), Action.PICK_MOVE, message_id=ANN)
    assert skipped.scene
    assert shows_board(skipped.scene, match, ANN, is_open=False)
    for response in (skipped, await ann.click(Action.OPEN_MATCH, match.id)):
        assert response.scene
        assert count_masks(response.scene, match) == 3
        assert Action.SHOW_TEMPORARY_REVEAL not in index_by_action(response.scene)
    with pytest.raises(Refused, match="looked"):
        await open_board(world, match)


async def test_private_reveals_are_covered_after_a_crash(world: World, match: RunningMatch) -> None:
    for person_id in (ANN, BEN):
        await open_board(world, match, person_id)
    await restart_world(world).advance_time(NOON_MS + REVEAL_DURATION_MS)
    for person_id in (ANN, BEN):
        assert shows_board(world.discord.ephemeral_scenes[person_id], match, person_id, is_open=False)


async def test_reveal_is_covered_even_if_the_bot_dies_while_covering(world: World, match: RunningMatch) -> None:
    await open_board(world, match)

    async def crash(_: int) -> None:
        raise asyncio.CancelledError

    world.discord.callbacks_before["edit_by_token"] = crash
    await world.advance_time(NOON_MS + REVEAL_DURATION_MS)
    world.discord.callbacks_before.clear()
    assert ANN not in world.discord.ephemeral_scenes
    await restart_world(world).advance_time(NOON_MS + 10 * REVEAL_DURATION_MS)
    assert shows_board(world.discord.ephemeral_scenes[ANN], match, ANN, is_open=False)


async def test_other_changes_do_not_cover_an_open_board(world: World, match: RunningMatch) -> None:
    await open_board(world, match)
    await play_first_legal_move(world.matches, match.id, BEN)
    await world.refresh(match.id)
    assert shows_board(world.discord.ephemeral_scenes[ANN], match, ANN, is_open=True)


async def test_reveal_without_a_response_can_be_repeated_until_covered(world: World, match: RunningMatch) -> None:
    """A crash before the response must not cost the player the only reveal."""
    await open_board(world, match, is_received=False)
    # The bot died before it sent the response.
    restarted = restart_world(world)
    await open_board(restarted, match, delay_ms=REVEAL_DURATION_MS - 1)
    assert await count_reveals(world, match) == 1
    with pytest.raises(Refused, match="looked"):
        await open_board(restarted, match, delay_ms=REVEAL_DURATION_MS)
    await restarted.advance_time(NOON_MS + REVEAL_DURATION_MS)
    assert shows_board(world.discord.ephemeral_scenes[ANN], match, ANN, is_open=False)
    with pytest.raises(Refused, match="looked"):
        await open_board(restarted, match)


@pytest.mark.parametrize(("repository", "method"), [("deadlines", "set_deadlines"), ("journal", "append_events")])
async def test_crash_during_a_write_does_not_use_up_the_reveal(
    world: World, match: RunningMatch, repository: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(getattr(world.store, repository), method, crash)
        with pytest.raises(asyncio.CancelledError):
            await open_board(world, match)
    restarted = restart_world(world)
    await restarted.advance_time(NOON_MS + REVEAL_DURATION_MS)
    await open_board(restarted, match, delay_ms=REVEAL_DURATION_MS)
    assert await count_reveals(world, match) == 1


async def test_refused_reveal_leaves_nothing_to_cover(world: World, match: RunningMatch) -> None:
    await play_first_legal_move(world.matches, match.id, ANN)
    with pytest.raises(Refused, match="look-late"):
        await open_board(world, match)
    assert await world.list_deadlines(match.id, DeadlineKind.COVER_REVEAL) == []
