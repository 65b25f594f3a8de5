"""A message whose sender was killed before it could note it: sent again it is the same, and what else is there goes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.errors import Unavailable, Unreachable
from bot.herald.attendance import AT_IT
from bot.herald.channels import Place, Sent
from bot.herald.send_recovery import NONCE_LASTS_MS
from bot.preferences import Player
from bot.scenes.address import Verb
from bot.scenes.scene import Scene
from bot.table.table import Play
from bot.table.tables import Tables
from bot.time import HOUR, MINUTE
from storage import Door
from tests.bot.databases import both_databases
from tests.kit.discord import DIRECT, Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, said
from tests.kit.world import (
    World,
    begun,
    challenge,
    chosen,
    count_live_messages,
    create_world,
    restart_world,
    sweep_after,
)
from tests.storage.stores import posting

SECOND = 1_000


@dataclass
class Deadly(Discord):
    """Kills whoever sends a message, once it has arrived or while it is under way."""

    kills: str = ""
    """Part of the channel and nonce of the message."""
    forgets: bool = False
    """Discord compares nonces for a few minutes only."""
    loses: bool = False
    under_way: list[tuple[int, Scene, str]] = field(default_factory=list)

    async def post(self, channel: int, scene: Scene, once: str) -> Sent:
        if not (self.kills and self.kills in f"{channel} {once}"):
            return await super().post(channel, scene, once)
        self.kills = ""
        if self.loses:
            self.under_way.append((channel, scene, once))
        else:
            await super().post(channel, scene, once)
        if self.forgets:
            self.nonces.clear()
        raise asyncio.CancelledError

    async def arrives(self) -> None:
        for channel, scene, once in self.under_way:
            await super().post(channel, scene, once)


@pytest.fixture
def world(tables: Tables) -> World:
    hour = [NOON]
    return create_world(tables.store, Deadly(lambda: hour[0]), hour)


async def quiet(world: World, *people: int) -> None:
    for person in people:
        await world.preferences.set_player(person, Player(prompts="none"))


async def interrupted(world: World, match: int, channel: int, *, forgets: bool = False, loses: bool = False) -> World:
    """The bot is killed by what it sends there. Returns the next one, which has not done anything yet."""
    board = world.discord
    assert isinstance(board, Deadly)
    board.kills, board.forgets, board.loses = f"{channel} ", forgets, loses
    await world.refresh(match)
    assert not board.kills
    world.hour[0] += SECOND
    return restart_world(world)


async def card_of(world: World, match: int) -> int | None:
    header = await world.tables.store.header(match)
    assert header
    return header.message


@both_databases
async def test_a_call_that_is_sent_again_is_the_same(world: World) -> None:
    table = await begun(world.tables)
    world = await interrupted(world, table.id, DIRECT + ANN)
    assert not [it for it in await world.tables.store.hands(table.id) if it.person == ANN]
    await world.refresh(table.id)
    assert world.discord.pings(ANN) == 1
    (hand,) = [it for it in await world.tables.store.hands(table.id) if it.person == ANN]
    assert hand.shows
    await sweep_after(world, NONCE_LASTS_MS)
    assert len(world.discord.direct(ANN)) == 1
    assert await posting(world.tables.store, table.id) == []


@both_databases
async def test_a_call_that_nobody_sends_again_goes(world: World) -> None:
    """Whom it called has chosen elsewhere meanwhile."""
    table = await begun(world.tables)
    world = await interrupted(world, table.id, DIRECT + ANN)
    await chosen(world.tables, table.id, ANN, NOON)
    await world.refresh(table.id)
    assert f"{Verb.PICK}:" in str(world.discord.direct(ANN))
    await sweep_after(world, NONCE_LASTS_MS)
    assert world.discord.direct(ANN) == []
    assert await posting(world.tables.store, table.id) == []


@pytest.mark.parametrize("what", [CHANNEL, DIRECT + ANN], ids=["card", "call"])
async def test_after_an_outage_longer_than_nonces_last_the_older_message_goes(world: World, what: int) -> None:
    await quiet(world, BEN)
    if what == CHANNEL:
        await world.preferences.set_player(ANN, Player(prompts="here"))
    table = await begun(world.tables)
    world = await interrupted(world, table.id, what, forgets=True)
    world.hour[0] += HOUR // 2
    await world.refresh(table.id)
    await sweep_after(world, AT_IT)
    (message,) = world.discord.at(what)
    assert f"{Verb.PICK}:" in str(message.rows) or f"{Verb.CHOOSE}:" in str(message.rows)
    assert count_live_messages(world) == 1
    assert await posting(world.tables.store, table.id) == []


@both_databases
async def test_a_card_that_is_sent_again_is_the_same_and_shows_the_newest(world: World) -> None:
    await quiet(world, ANN, BEN)
    table = await begun(world.tables)
    world = await interrupted(world, table.id, CHANNEL)
    ((place, before),) = world.discord.alive()
    await chosen(world.tables, table.id, ANN, NOON)
    await world.refresh(table.id)
    ((there, after),) = world.discord.alive()
    assert place.message == there.message == await card_of(world, table.id)
    assert before != after
    assert isinstance(await world.tables.table(table.id), Play)
    await sweep_after(world, NONCE_LASTS_MS)
    assert (count_live_messages(world), await posting(world.tables.store, table.id)) == (1, [])


async def test_a_card_that_could_not_be_brought_up_to_date_is_not_taken_for_it(world: World) -> None:
    await quiet(world, ANN, BEN)
    table = await begun(world.tables)
    world = await interrupted(world, table.id, CHANNEL)
    now = await chosen(world.tables, table.id, ANN, NOON)
    world.discord.fails("edit", Unavailable("away"))
    world.herald.stir(table.id)
    while not await card_of(world, table.id):
        await asyncio.sleep(0)
    header = await world.tables.store.header(table.id)
    assert header
    assert header.posted < now.seq
    await world.refresh(table.id)
    header = await world.tables.store.header(table.id)
    assert header
    assert header.posted == header.shown == now.seq
    assert count_live_messages(world) == 1


@pytest.mark.parametrize("over", [False, True], ids=["played", "over"])
@pytest.mark.parametrize("trouble", [0, 1], ids=["there", "away"])
async def test_a_card_that_arrives_after_another_was_sent_goes(world: World, *, over: bool, trouble: int) -> None:
    """Without nonces that tell."""
    await quiet(world, ANN, BEN)
    table = await begun(world.tables)
    if over:
        await world.refresh(table.id)
        await said(world.tables, table, 0, "!resign", now=NOON)
        await world.discord.post(CHANNEL, Scene(above=("Hello",)), "hello")
    world = await interrupted(world, table.id, CHANNEL, forgets=True, loses=True)
    board = world.discord
    assert isinstance(board, Deadly)
    await world.refresh(table.id)
    board.nonces.clear()
    await board.arrives()
    assert count_live_messages(world) == 2
    await sweep_after(world, NONCE_LASTS_MS - SECOND - 1)
    assert count_live_messages(world) == 2
    board.fails("ours", *[Unavailable("away")] * trouble)
    for _ in range(1 + trouble):
        await sweep_after(world, 1)
    assert [place.message for place, _ in board.alive()] == [await card_of(world, table.id)]
    assert await posting(world.tables.store, table.id) == []


async def test_where_the_bot_may_not_read_back_it_looks_once(world: World) -> None:
    await quiet(world, ANN, BEN)
    table = await begun(world.tables)
    world = await interrupted(world, table.id, CHANNEL, forgets=True)
    world.discord.fails("ours", *[Unreachable("unreachable-permissions")])
    await world.refresh(table.id)
    for _ in range(2):
        await sweep_after(world, NONCE_LASTS_MS)
    assert world.discord.troubles["ours"] == []
    assert await posting(world.tables.store, table.id) == []
    assert count_live_messages(world) == 2


@both_databases
async def test_whom_a_card_called_that_was_not_noted_is_not_called_again(world: World) -> None:
    await world.preferences.set_player(ANN, Player(prompts="here"))
    table = await begun(world.tables)
    world = await interrupted(world, table.id, CHANNEL)
    await world.refresh(table.id)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 1]
    assert [it.answer for it in await world.tables.store.standing(table.id)] == ["called", "called"]
    assert count_live_messages(world) == 1


async def test_a_card_of_an_earlier_attempt_has_called_only_whom_it_called(world: World) -> None:
    """Who is to be called by now is called by another one, which takes its place."""
    await world.preferences.set_player(ANN, Player(prompts="here"))
    await quiet(world, BEN)
    table = await begun(world.tables)
    world = await interrupted(world, table.id, CHANNEL)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 0]
    await world.preferences.set_player(BEN, Player(prompts="here"))
    for it in await world.tables.store.standing(table.id):
        if it.answer == "unwanted":
            await world.tables.store.schedule(table.id, it)
    await world.refresh(table.id)
    await sweep_after(world, NONCE_LASTS_MS)
    assert world.discord.pings(BEN) == 1
    assert [place.message for place, _ in world.discord.alive()] == [await card_of(world, table.id)]


async def test_who_was_challenged_by_a_card_that_was_not_noted_is_not_challenged_again(world: World) -> None:
    match = (await challenge(world.tables)).id
    world = await interrupted(world, match, CHANNEL)
    await world.refresh(match)
    assert (world.discord.pings(BEN), count_live_messages(world)) == (1, 1)


async def test_who_was_told_of_the_end_by_a_card_that_was_not_noted_is_not_told_again(world: World) -> None:
    await quiet(world, ANN, BEN)
    table = await begun(world.tables)
    await world.refresh(table.id)
    # Nobody was there when it ended, and something else lies below the card.
    await world.discord.post(CHANNEL, Scene(above=("Something else",)), "something else")
    world.hour[0] += HOUR
    await said(world.tables, table, 0, "!resign", now=world.hour[0])
    world.hour[0] += HOUR
    world = await interrupted(world, table.id, CHANNEL)
    await world.refresh(table.id)
    await sweep_after(world, NONCE_LASTS_MS)
    assert sorted(world.discord.pings(person) for person in (ANN, BEN)) == [1, 1]
    assert [place.message for place, _ in world.discord.alive()] == [await card_of(world, table.id)]


async def answered(world: World, match: int) -> Place:
    """The challenger's command is answered by the card, and the store is gone before that can be noted."""
    scene = await world.rooms.notice.card(await world.tables.table(match))
    sent = await world.discord.post(CHANNEL, scene, "answer")
    world.discord.answers["token"] = sent.place
    return sent.place


async def test_a_card_that_answered_a_command_and_was_not_noted_is_the_card(world: World) -> None:
    match = (await challenge(world.tables)).id
    await world.tables.store.ajar(Door(match, ANN, 0, "token", NOON), CHANNEL)
    place = await answered(world, match)
    await world.refresh(match)
    assert await card_of(world, match) == place.message
    await sweep_after(world, NONCE_LASTS_MS)
    assert (count_live_messages(world), await posting(world.tables.store, match)) == (1, [])


@pytest.mark.parametrize("later", [0, 20 * MINUTE], ids=["soon", "once the token has expired"])
@pytest.mark.parametrize("dies", [False, True], ids=["goes on", "dies"])
async def test_a_card_that_answered_a_command_goes_if_there_is_another(world: World, *, later: int, dies: bool) -> None:
    """Whoever told the match did not find it, or found it too late: then it must not keep its button."""
    match = (await challenge(world.tables)).id
    await world.tables.store.ajar(Door(match, ANN, 0, "token", NOON), CHANNEL)
    world.hour[0] += SECOND
    if not later:
        await world.refresh(match)
    place = await answered(world, match)
    if dies:
        world = restart_world(world)
    world.hour[0] += later
    if later:
        await world.refresh(match)
    await sweep_after(world, NONCE_LASTS_MS)
    assert [place.message for place, _ in world.discord.alive()] == [await card_of(world, match)] != [place.message]
    assert await posting(world.tables.store, match) == []
