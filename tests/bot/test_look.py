"""Looks at what is covered: once for each player, and covered again in time, whatever crashes meanwhile."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery.messenger import ANSWER
from bot.delivery.temporary_reveal import REVEALED
from bot.matches.deadlines import Due
from bot.matches.model import Kind, Play
from bot.screens.custom_ids import Verb
from bot.screens.scene import Scene
from games.refused import Refused
from storage import REVEAL
from tests.kit.match import ANN, BEN, NOON, seat_of
from tests.kit.world import World, begin_match_where_both_choose, chosen, restart_world


@pytest.fixture
async def table(world: World) -> Play:
    table = await begin_match_where_both_choose(world)
    await world.refresh(table.id)
    return table


@pytest.fixture
def covered(world: World, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, Scene]]:
    """What answers are changed to, by the token and the message."""
    found: list[tuple[str, int, Scene]] = []

    async def edited(token: str, message: int, scene: Scene) -> None:
        found.append((token, message, scene))

    monkeypatch.setattr(world.discord, "edit_private", edited)
    return found


async def look(world: World, table: Play, person: int = ANN, press: str = "press", after: int = 0) -> None:
    """Press the button so much later, and see the board. `press` is the token of the interaction."""
    shown = await world.person(person, token=press, now=NOON + after).click(
        Verb.LOOK, table.id, table.match.step, message=77
    )
    assert shown.apart
    assert shown.scene
    assert shown.scene.board


async def count_looks(world: World, table: Play) -> int:
    return sum(it.kind == Kind.LOOKED for it in (await world.tables.journal(table.id)).events)


async def test_looks_are_covered_again_after_a_crash(
    world: World, table: Play, covered: list[tuple[str, int, Scene]]
) -> None:
    for person in (ANN, BEN):
        await look(world, table, person, f"{person}")
    await restart_world(world).clock(NOON + REVEALED)
    assert {(token, message) for token, message, _ in covered} == {(f"{ANN}", ANSWER), (f"{BEN}", ANSWER)}
    assert not any(scene.board for _, _, scene in covered)
    assert await world.store.player_messages.list_of_match(table.id, REVEAL) == []


async def test_look_that_was_not_answered_can_be_repeated_until_it_is_covered(
    world: World, table: Play, covered: list[tuple[str, int, Scene]]
) -> None:
    """The look would be used up, and the player has seen nothing."""
    await look(world, table, press="first")
    # The bot died before that was sent.
    after = restart_world(world)
    await look(after, table, press="again", after=REVEALED - 1)
    assert await count_looks(world, table) == 1
    with pytest.raises(Refused, match="looked"):
        await look(after, table, after=REVEALED)
    await after.clock(NOON + REVEALED)
    assert sorted(token for token, _, _ in covered) == ["again", "first"]
    with pytest.raises(Refused, match="looked"):
        await look(after, table)


@pytest.mark.parametrize(
    ("repository", "method"),
    [("player_messages", "save_message"), ("deadlines", "set_deadlines"), ("journal", "append_events")],
)
async def test_look_is_not_used_up_by_a_crash_in_the_store(
    world: World, table: Play, repository: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(getattr(world.store, repository), method, killed)
        with pytest.raises(asyncio.CancelledError):
            await look(world, table)
    after = restart_world(world)
    await after.clock(NOON + REVEALED)
    await look(after, table, after=REVEALED)
    assert await count_looks(world, table) == 1


async def test_refused_look_leaves_nothing_to_cover(world: World, table: Play) -> None:
    seat = seat_of(table, ANN)
    await chosen(world.tables, table.id, ANN)
    with pytest.raises(Refused, match="look-late"):
        await look(world, table)
    assert await world.store.player_messages.list_of_match(table.id, REVEAL) == []
    assert [
        it for it in await world.store.deadlines.list_of_match(table.id) if it.kind == Due.COVER and it.seat == seat
    ] == []
