"""The card of a match where Discord takes no edit, no message, or nothing at all."""

from __future__ import annotations

import pytest

from bot.errors import Lost, Unavailable, Unreachable
from bot.herald.leftovers import SOON
from bot.scenes.address import Verb
from bot.scenes.scene import Scene
from bot.time import HOUR
from tests.kit.match import ANN, BEN, CHANNEL, NOON, cause, said
from tests.kit.world import World, begun, challenge, chosen, round_of

pytestmark = pytest.mark.usefixtures("soon_again")


@pytest.mark.parametrize("no", [Lost(), Unreachable("unreachable-channel")], ids=["lost", "unreachable"])
async def test_where_no_edit_is_taken_the_board_is_posted_anew(world: World, no: Lost | Unreachable) -> None:
    """As in a thread that was archived meanwhile."""
    table = await begun(world.tables)
    await world.refresh(table.id)
    world.discord.fails(f"edit {CHANNEL}", no)
    await round_of(world.tables, table.id)
    await world.refresh(table.id)
    assert [bool(scene.rows) for scene in world.discord.at(CHANNEL)] == [True]
    header = await world.tables.store.header(table.id)
    assert header
    assert header.message == await world.discord.newest(CHANNEL)


async def test_where_nothing_can_be_posted_no_message_is_remembered(world: World) -> None:
    """Nor is one made up when it is told once more, because somebody is still to be asked."""
    world.discord.fails(f"post {CHANNEL}", Unreachable("unreachable-channel"))
    world.discord.fails(f"tell {BEN}", Unavailable("away"))
    table = await begun(world.tables)
    await world.refresh(table.id)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 1]
    header = await world.tables.store.header(table.id)
    assert header
    assert (header.shown, header.message) == (table.seq, None)


async def test_what_is_wanted_further_down_moves_there(world: World) -> None:
    table = await challenge(world.tables)
    await world.refresh(table.id)
    await world.discord.post(CHANNEL, Scene(above=("Hello",)), "hello")
    await world.herald.again(table.id)
    await world.herald.settle()
    hello, card = world.discord.at(CHANNEL)
    assert hello.above == ("Hello",)
    assert card.rows


async def test_an_offer_that_is_closed_says_so_where_it_is(world: World) -> None:
    table = await challenge(world.tables)
    await world.refresh(table.id)
    await world.discord.post(CHANNEL, Scene(above=("Hello",)), "hello")
    await world.tables.decline(table.id, BEN, cause=cause(), now=NOON)
    await world.refresh(table.id)
    card, _ = world.discord.at(CHANNEL)
    assert not card.rows
    assert card.below == ()


async def test_what_was_replaced_goes_though_discord_has_trouble(world: World) -> None:
    """However often it takes: the match is told before, and nobody else would come back to it."""
    table = await begun(world.tables)
    await world.refresh(table.id)
    await world.discord.post(CHANNEL, Scene(above=("Hello",)), "hello")
    world.discord.fails("remove", Unavailable("away"))
    await said(world.tables, table, 0, "!resign", now=NOON)
    world.herald.stir(table.id)
    await world.herald.settle()
    assert len(world.discord.at(CHANNEL)) == 3
    world.hour[0] += SOON
    await world.herald.sweep()
    await world.herald.settle()
    hello, end = world.discord.at(CHANNEL)
    assert hello.above == ("Hello",)
    assert f"{Verb.REMATCH}:" in str(end.rows)
    assert await world.tables.store.left_behind(table.id) == []


async def test_what_was_replaced_goes_though_nothing_else_is_to_be_told(world: World) -> None:
    """The board was wanted further down, and Discord has had trouble since it lies there."""
    table = await begun(world.tables)
    await world.refresh(table.id)
    await world.discord.post(CHANNEL, Scene(above=("Hello",)), "hello")
    world.discord.fails("remove", Unavailable("away"))
    await world.herald.again(table.id)
    await world.herald.settle()
    world.hour[0] += SOON
    await world.herald.sweep()
    await world.herald.settle()
    assert len(world.discord.alive()) == 1
    assert await world.tables.store.left_behind(table.id) == []


async def test_a_card_that_is_old_is_not_edited_and_moves_at_the_end(world: World) -> None:
    """Discord takes few edits of what was posted an hour ago."""
    table = await begun(world.tables, clock=None)
    await world.refresh(table.id)
    (card,) = world.discord.at(CHANNEL)
    world.hour[0] += HOUR
    await chosen(world.tables, table.id, ANN, world.hour[0])
    await world.refresh(table.id)
    assert world.discord.at(CHANNEL) == [card]
    await said(world.tables, table, 0, "!resign", now=world.hour[0])
    await world.refresh(table.id)
    (end,) = world.discord.at(CHANNEL)
    assert f"{Verb.REMATCH}:" in str(end.rows)


async def test_the_end_is_told_once_however_often_the_board_is_wanted(world: World) -> None:
    table = await begun(world.tables)
    await said(world.tables, table, 0, "!resign", now=NOON)
    await world.refresh(table.id)
    before = world.discord.pings(ANN)
    await world.herald.again(table.id)
    await world.herald.settle()
    assert world.discord.pings(ANN) == before
