"""Tests for private reveals: each player may uncover the board once, and it is covered again even after a crash."""

from __future__ import annotations

import asyncio

import pytest

from bot.matches.deadlines import DeadlineKind
from bot.matches.model import EventType, RunningMatch
from bot.rendering.temporary_reveal import REVEAL_DURATION_MS
from bot.screens.custom_ids import Action
from bot.screens.scene import Scene
from games.refused import Refused
from storage import REVEAL
from tests.kit.matches import ANN, BEN, NOON_MS, get_seat
from tests.kit.world import World, begin_match_where_both_choose, play_first_legal_move, restart_world


@pytest.fixture
async def match(world: World) -> RunningMatch:
    match = await begin_match_where_both_choose(world)
    await world.refresh(match.id)
    return match


@pytest.fixture
def token_edits(world: World, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int | None, Scene]]:
    """Return a list that collects edits made with a token, as the token, the message id and the new content."""
    edits: list[tuple[str, int | None, Scene]] = []

    async def record_edit(token: str, message_id: int, scene: Scene) -> None:
        edits.append((token, message_id, scene))

    monkeypatch.setattr(world.discord, "edit_by_token", record_edit)
    return edits


FIRST_TOKEN, SECOND_TOKEN = "first", "second"


async def open_board(
    world: World, match: RunningMatch, person_id: int = ANN, token: str = FIRST_TOKEN, delay_ms: int = 0
) -> None:
    """Click the reveal button, `delay_ms` after noon, and check that the response shows the board."""
    response = await world.person(person_id, token=token, now_ms=NOON_MS + delay_ms).click(
        Action.SHOW_TEMPORARY_REVEAL, match.id, match.engine.step, message_id=77
    )
    assert response.is_separate_message
    assert response.scene
    assert response.scene.board


async def count_reveals(world: World, match: RunningMatch) -> int:
    return sum(event.kind == EventType.REVEAL_OPENED for event in (await world.matches.load_journal(match.id)).events)


async def test_private_reveals_are_covered_after_a_crash(
    world: World, match: RunningMatch, token_edits: list[tuple[str, int | None, Scene]]
) -> None:
    for person_id in (ANN, BEN):
        await open_board(world, match, person_id, f"{person_id}")
    await restart_world(world).advance_time(NOON_MS + REVEAL_DURATION_MS)
    assert {(token, message_id) for token, message_id, _ in token_edits} == {
        (f"{ANN}", None),
        (f"{BEN}", None),
    }
    assert not any(scene.board for _, _, scene in token_edits)
    assert await world.store.player_messages.list_of_match(match.id, REVEAL) == []


async def test_reveal_without_a_response_can_be_repeated_until_covered(
    world: World, match: RunningMatch, token_edits: list[tuple[str, int | None, Scene]]
) -> None:
    """Otherwise a crash could cost the player the only reveal."""
    await open_board(world, match, token=FIRST_TOKEN)
    # The bot died before it sent the response.
    restarted = restart_world(world)
    await open_board(restarted, match, token=SECOND_TOKEN, delay_ms=REVEAL_DURATION_MS - 1)
    assert await count_reveals(world, match) == 1
    with pytest.raises(Refused, match="looked"):
        await open_board(restarted, match, delay_ms=REVEAL_DURATION_MS)
    await restarted.advance_time(NOON_MS + REVEAL_DURATION_MS)
    assert sorted(token for token, _, _ in token_edits) == [FIRST_TOKEN, SECOND_TOKEN]
    with pytest.raises(Refused, match="looked"):
        await open_board(restarted, match)


@pytest.mark.parametrize(
    ("repository", "method"),
    [("player_messages", "save_message"), ("deadlines", "set_deadlines"), ("journal", "append_events")],
)
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
    seat = get_seat(match, ANN)
    await play_first_legal_move(world.matches, match.id, ANN)
    with pytest.raises(Refused, match="look-late"):
        await open_board(world, match)
    assert await world.store.player_messages.list_of_match(match.id, REVEAL) == []
    assert [
        it
        for it in await world.store.deadlines.list_of_match(match.id)
        if it.kind == DeadlineKind.COVER_REVEAL and it.seat == seat
    ] == []
