"""Looks at what is covered: once for each player, and covered again in time, whatever crashes meanwhile."""

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
from tests.kit.match import ANN, BEN, NOON, seat_of
from tests.kit.world import World, begin_match_where_both_choose, chosen, restart_world


@pytest.fixture
async def match(world: World) -> RunningMatch:
    match = await begin_match_where_both_choose(world)
    await world.refresh(match.id)
    return match


@pytest.fixture
def covered(world: World, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int | None, Scene]]:
    """What answers are changed to, by the token and the message."""
    found: list[tuple[str, int | None, Scene]] = []

    async def edited(token: str, message_id: int, scene: Scene) -> None:
        found.append((token, message_id, scene))

    monkeypatch.setattr(world.discord, "edit_by_token", edited)
    return found


async def look(world: World, match: RunningMatch, person_id: int = ANN, press: str = "press", after: int = 0) -> None:
    """Press the button so much later, and see the board. `press` is the token of the interaction."""
    shown = await world.person(person_id, token=press, now_ms=NOON + after).click(
        Action.SHOW_TEMPORARY_REVEAL, match.id, match.engine.step, message_id=77
    )
    assert shown.is_separate_message
    assert shown.scene
    assert shown.scene.board


async def count_looks(world: World, match: RunningMatch) -> int:
    return sum(it.kind == EventType.REVEAL_OPENED for it in (await world.tables.load_journal(match.id)).events)


async def test_looks_are_covered_again_after_a_crash(
    world: World, match: RunningMatch, covered: list[tuple[str, int | None, Scene]]
) -> None:
    for person_id in (ANN, BEN):
        await look(world, match, person_id, f"{person_id}")
    await restart_world(world).clock(NOON + REVEAL_DURATION_MS)
    assert {(token, message_id) for token, message_id, _ in covered} == {
        (f"{ANN}", None),
        (f"{BEN}", None),
    }
    assert not any(scene.board for _, _, scene in covered)
    assert await world.store.player_messages.list_of_match(match.id, REVEAL) == []


async def test_look_that_was_not_answered_can_be_repeated_until_it_is_covered(
    world: World, match: RunningMatch, covered: list[tuple[str, int | None, Scene]]
) -> None:
    """The look would be used up, and the player has seen nothing."""
    await look(world, match, press="first")
    # The bot died before that was sent.
    after = restart_world(world)
    await look(after, match, press="again", after=REVEAL_DURATION_MS - 1)
    assert await count_looks(world, match) == 1
    with pytest.raises(Refused, match="looked"):
        await look(after, match, after=REVEAL_DURATION_MS)
    await after.clock(NOON + REVEAL_DURATION_MS)
    assert sorted(token for token, _, _ in covered) == ["again", "first"]
    with pytest.raises(Refused, match="looked"):
        await look(after, match)


@pytest.mark.parametrize(
    ("repository", "method"),
    [("player_messages", "save_message"), ("deadlines", "set_deadlines"), ("journal", "append_events")],
)
async def test_look_is_not_used_up_by_a_crash_in_the_store(
    world: World, match: RunningMatch, repository: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(getattr(world.store, repository), method, killed)
        with pytest.raises(asyncio.CancelledError):
            await look(world, match)
    after = restart_world(world)
    await after.clock(NOON + REVEAL_DURATION_MS)
    await look(after, match, after=REVEAL_DURATION_MS)
    assert await count_looks(world, match) == 1


async def test_refused_look_leaves_nothing_to_cover(world: World, match: RunningMatch) -> None:
    seat = seat_of(match, ANN)
    await chosen(world.tables, match.id, ANN)
    with pytest.raises(Refused, match="look-late"):
        await look(world, match)
    assert await world.store.player_messages.list_of_match(match.id, REVEAL) == []
    assert [
        it
        for it in await world.store.deadlines.list_of_match(match.id)
        if it.kind == DeadlineKind.COVER_REVEAL and it.seat == seat
    ] == []
