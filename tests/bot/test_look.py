"""Who looks at what is covered looks once: it is covered in time, and whoever was not answered looks once more."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.herald.channels import ANSWER
from bot.herald.veil import REVEALED
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Scene
from bot.table.deadlines import Due
from bot.table.table import Kind
from games.refused import Refused
from storage import LOOK, Event
from tests.kit.match import ANN, BEN, NOON
from tests.kit.world import World, asked, begin_match_where_both_choose, chosen, create_world


async def test_what_somebody_looks_at_is_covered_whoever_dies_once_it_is_answered(world: World) -> None:
    """It is known before: of each look, by what it was pressed with."""
    table = await begin_match_where_both_choose(world)
    await world.refresh(table.id)
    for person in (ANN, BEN):
        pressed = replace(asked(person), token=f"{person}")
        shown = await world.rooms.desk.answer(pressed, Address(Verb.LOOK, table.id, table.match.step))
        assert shown.apart
        assert shown.scene
        assert shown.scene.board
    covered: list[tuple[str, int, Scene]] = []

    async def edited(token: str, message: int, scene: Scene) -> None:
        covered.append((token, message, scene))

    after = create_world(world.tables.store, world.discord, world.hour)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.discord, "edit_private", edited)
        await after.clock(NOON + REVEALED)
    assert {(token, message) for token, message, _ in covered} == {(f"{ANN}", ANSWER), (f"{BEN}", ANSWER)}
    assert not any(scene.board for _, _, scene in covered)
    assert await world.tables.store.hands(table.id, LOOK) == []


async def test_who_was_not_answered_looks_once_more_as_long_as_it_lies_open(world: World) -> None:
    """Their look would be used up, and they have seen nothing. It is covered when it would have been."""
    table = await begin_match_where_both_choose(world)
    await world.refresh(table.id)
    look = Address(Verb.LOOK, table.id, table.match.step)
    tokens = ["first", "again"]
    first = replace(asked(), token=tokens[0])
    await world.rooms.desk.answer(first, look)
    # It died before that was sent.
    after = create_world(world.tables.store, world.discord, world.hour)
    again = replace(asked(), token=tokens[1], now=first.now + REVEALED - 1)
    shown = await after.rooms.desk.answer(again, look)
    assert shown.apart
    assert shown.scene
    assert shown.scene.board
    assert [it.kind for it in await seen(world, table.id)] == [Kind.LOOKED]
    covered: list[str] = []

    async def edited(token: str, message: int, scene: Scene) -> None:
        assert message == ANSWER
        covered.append(token)

    late = replace(asked(), now=first.now + REVEALED)
    with pytest.raises(Refused, match="looked"):
        await after.rooms.desk.answer(late, look)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.discord, "edit_private", edited)
        await after.clock(first.now + REVEALED)
    assert sorted(covered) == sorted(tokens)
    with pytest.raises(Refused, match="looked"):
        await after.rooms.desk.answer(asked(), look)


@pytest.mark.parametrize("deed", ["hold", "schedule", "append"])
async def test_who_was_killed_as_they_looked_has_not_looked(world: World, deed: str) -> None:
    """Before anybody could know what lay open."""
    table = await begin_match_where_both_choose(world)
    await world.refresh(table.id)
    look = Address(Verb.LOOK, table.id, table.match.step)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.tables.store, deed, killed)
        with pytest.raises(asyncio.CancelledError):
            await world.rooms.desk.answer(asked(), look)
    after = create_world(world.tables.store, world.discord, world.hour)
    await after.clock(NOON + REVEALED)
    shown = await after.rooms.desk.answer(replace(asked(), now=NOON + REVEALED), look)
    assert shown.scene
    assert shown.scene.board
    assert [it.kind for it in await seen(world, table.id)] == [Kind.LOOKED]


async def test_who_may_not_look_leaves_nothing_to_cover(world: World) -> None:
    table = await begin_match_where_both_choose(world)
    await world.refresh(table.id)
    seat = table.seat_of(ANN)
    assert seat is not None
    await chosen(world.tables, table.id, ANN)
    with pytest.raises(Refused, match="look-late"):
        await world.rooms.desk.answer(asked(), Address(Verb.LOOK, table.id, table.match.step))
    assert await world.tables.store.hands(table.id, LOOK) == []
    assert [it for it in await world.tables.store.standing(table.id) if it.kind == Due.COVER and it.seat == seat] == []


async def seen(world: World, match: int) -> list[Event]:
    return [it for it in (await world.tables.journal(match)).events if it.kind == Kind.LOOKED]
