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
from tests.bot.billboard import DIRECT, Billboard
from tests.bot.databases import both_databases
from tests.bot.sitting import ANN, BEN, CHANNEL, said
from tests.bot.town import NOON, Town, begun, challenge, chosen, pressable, renewed, settled, swept
from tests.storage.stores import posting

SECOND = 1_000


@dataclass
class Deadly(Billboard):
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
def town(tables: Tables) -> Town:
    hour = [NOON]
    return settled(tables.store, Deadly(lambda: hour[0]), hour)


async def quiet(town: Town, *people: int) -> None:
    for person in people:
        await town.preferences.set_player(person, Player(prompts="none"))


async def interrupted(town: Town, match: int, channel: int, *, forgets: bool = False, loses: bool = False) -> Town:
    """The bot is killed by what it sends there. Returns the next one, which has not done anything yet."""
    board = town.board
    assert isinstance(board, Deadly)
    board.kills, board.forgets, board.loses = f"{channel} ", forgets, loses
    await town.told(match)
    assert not board.kills
    town.hour[0] += SECOND
    return renewed(town)


async def card_of(town: Town, match: int) -> int | None:
    header = await town.tables.store.header(match)
    assert header
    return header.message


@both_databases
async def test_a_call_that_is_sent_again_is_the_same(town: Town) -> None:
    table = await begun(town.tables)
    town = await interrupted(town, table.id, DIRECT + ANN)
    assert not [it for it in await town.tables.store.hands(table.id) if it.person == ANN]
    await town.told(table.id)
    assert town.board.pings(ANN) == 1
    (hand,) = [it for it in await town.tables.store.hands(table.id) if it.person == ANN]
    assert hand.shows
    await swept(town, NONCE_LASTS_MS)
    assert len(town.board.direct(ANN)) == 1
    assert await posting(town.tables.store, table.id) == []


@both_databases
async def test_a_call_that_nobody_sends_again_goes(town: Town) -> None:
    """Whom it called has chosen elsewhere meanwhile."""
    table = await begun(town.tables)
    town = await interrupted(town, table.id, DIRECT + ANN)
    await chosen(town.tables, table.id, ANN, NOON)
    await town.told(table.id)
    assert f"{Verb.PICK}:" in str(town.board.direct(ANN))
    await swept(town, NONCE_LASTS_MS)
    assert town.board.direct(ANN) == []
    assert await posting(town.tables.store, table.id) == []


@pytest.mark.parametrize("what", [CHANNEL, DIRECT + ANN], ids=["card", "call"])
async def test_after_an_outage_longer_than_nonces_last_the_older_message_goes(town: Town, what: int) -> None:
    await quiet(town, BEN)
    if what == CHANNEL:
        await town.preferences.set_player(ANN, Player(prompts="here"))
    table = await begun(town.tables)
    town = await interrupted(town, table.id, what, forgets=True)
    town.hour[0] += HOUR // 2
    await town.told(table.id)
    await swept(town, AT_IT)
    (message,) = town.board.at(what)
    assert f"{Verb.PICK}:" in str(message.rows) or f"{Verb.CHOOSE}:" in str(message.rows)
    assert pressable(town) == 1
    assert await posting(town.tables.store, table.id) == []


@both_databases
async def test_a_card_that_is_sent_again_is_the_same_and_shows_the_newest(town: Town) -> None:
    await quiet(town, ANN, BEN)
    table = await begun(town.tables)
    town = await interrupted(town, table.id, CHANNEL)
    ((place, before),) = town.board.alive()
    await chosen(town.tables, table.id, ANN, NOON)
    await town.told(table.id)
    ((there, after),) = town.board.alive()
    assert place.message == there.message == await card_of(town, table.id)
    assert before != after
    assert isinstance(await town.tables.table(table.id), Play)
    await swept(town, NONCE_LASTS_MS)
    assert (pressable(town), await posting(town.tables.store, table.id)) == (1, [])


async def test_a_card_that_could_not_be_brought_up_to_date_is_not_taken_for_it(town: Town) -> None:
    await quiet(town, ANN, BEN)
    table = await begun(town.tables)
    town = await interrupted(town, table.id, CHANNEL)
    now = await chosen(town.tables, table.id, ANN, NOON)
    town.board.fails("edit", Unavailable("away"))
    town.herald.stir(table.id)
    while not await card_of(town, table.id):
        await asyncio.sleep(0)
    header = await town.tables.store.header(table.id)
    assert header
    assert header.posted < now.seq
    await town.told(table.id)
    header = await town.tables.store.header(table.id)
    assert header
    assert header.posted == header.shown == now.seq
    assert pressable(town) == 1


@pytest.mark.parametrize("over", [False, True], ids=["played", "over"])
@pytest.mark.parametrize("trouble", [0, 1], ids=["there", "away"])
async def test_a_card_that_arrives_after_another_was_sent_goes(town: Town, *, over: bool, trouble: int) -> None:
    """Without nonces that tell."""
    await quiet(town, ANN, BEN)
    table = await begun(town.tables)
    if over:
        await town.told(table.id)
        await said(town.tables, table, 0, "!resign", now=NOON)
        await town.board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    town = await interrupted(town, table.id, CHANNEL, forgets=True, loses=True)
    board = town.board
    assert isinstance(board, Deadly)
    await town.told(table.id)
    board.nonces.clear()
    await board.arrives()
    assert pressable(town) == 2
    await swept(town, NONCE_LASTS_MS - SECOND - 1)
    assert pressable(town) == 2
    board.fails("ours", *[Unavailable("away")] * trouble)
    for _ in range(1 + trouble):
        await swept(town, 1)
    assert [place.message for place, _ in board.alive()] == [await card_of(town, table.id)]
    assert await posting(town.tables.store, table.id) == []


async def test_where_the_bot_may_not_read_back_it_looks_once(town: Town) -> None:
    await quiet(town, ANN, BEN)
    table = await begun(town.tables)
    town = await interrupted(town, table.id, CHANNEL, forgets=True)
    town.board.fails("ours", *[Unreachable("unreachable-permissions")])
    await town.told(table.id)
    for _ in range(2):
        await swept(town, NONCE_LASTS_MS)
    assert town.board.troubles["ours"] == []
    assert await posting(town.tables.store, table.id) == []
    assert pressable(town) == 2


@both_databases
async def test_whom_a_card_called_that_was_not_noted_is_not_called_again(town: Town) -> None:
    await town.preferences.set_player(ANN, Player(prompts="here"))
    table = await begun(town.tables)
    town = await interrupted(town, table.id, CHANNEL)
    await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]
    assert [it.answer for it in await town.tables.store.standing(table.id)] == ["called", "called"]
    assert pressable(town) == 1


async def test_a_card_of_an_earlier_attempt_has_called_only_whom_it_called(town: Town) -> None:
    """Who is to be called by now is called by another one, which takes its place."""
    await town.preferences.set_player(ANN, Player(prompts="here"))
    await quiet(town, BEN)
    table = await begun(town.tables)
    town = await interrupted(town, table.id, CHANNEL)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 0]
    await town.preferences.set_player(BEN, Player(prompts="here"))
    for it in await town.tables.store.standing(table.id):
        if it.answer == "unwanted":
            await town.tables.store.schedule(table.id, it)
    await town.told(table.id)
    await swept(town, NONCE_LASTS_MS)
    assert town.board.pings(BEN) == 1
    assert [place.message for place, _ in town.board.alive()] == [await card_of(town, table.id)]


async def test_who_was_challenged_by_a_card_that_was_not_noted_is_not_challenged_again(town: Town) -> None:
    match = (await challenge(town.tables)).id
    town = await interrupted(town, match, CHANNEL)
    await town.told(match)
    assert (town.board.pings(BEN), pressable(town)) == (1, 1)


async def test_who_was_told_of_the_end_by_a_card_that_was_not_noted_is_not_told_again(town: Town) -> None:
    await quiet(town, ANN, BEN)
    table = await begun(town.tables)
    await town.told(table.id)
    # Nobody was there when it ended, and something else lies below the card.
    await town.board.post(CHANNEL, Scene(above=("Something else",)), "something else")
    town.hour[0] += HOUR
    await said(town.tables, table, 0, "!resign", now=town.hour[0])
    town.hour[0] += HOUR
    town = await interrupted(town, table.id, CHANNEL)
    await town.told(table.id)
    await swept(town, NONCE_LASTS_MS)
    assert sorted(town.board.pings(person) for person in (ANN, BEN)) == [1, 1]
    assert [place.message for place, _ in town.board.alive()] == [await card_of(town, table.id)]


async def answered(town: Town, match: int) -> Place:
    """The challenger's command is answered by the card, and the store is gone before that can be noted."""
    scene = await town.rooms.notice.card(await town.tables.table(match))
    sent = await town.board.post(CHANNEL, scene, "answer")
    town.board.answers["token"] = sent.place
    return sent.place


async def test_a_card_that_answered_a_command_and_was_not_noted_is_the_card(town: Town) -> None:
    match = (await challenge(town.tables)).id
    await town.tables.store.ajar(Door(match, ANN, 0, "token", NOON), CHANNEL)
    place = await answered(town, match)
    await town.told(match)
    assert await card_of(town, match) == place.message
    await swept(town, NONCE_LASTS_MS)
    assert (pressable(town), await posting(town.tables.store, match)) == (1, [])


@pytest.mark.parametrize("later", [0, 20 * MINUTE], ids=["soon", "once the token has expired"])
@pytest.mark.parametrize("dies", [False, True], ids=["goes on", "dies"])
async def test_a_card_that_answered_a_command_goes_if_there_is_another(town: Town, *, later: int, dies: bool) -> None:
    """Whoever told the match did not find it, or found it too late: then it must not keep its button."""
    match = (await challenge(town.tables)).id
    await town.tables.store.ajar(Door(match, ANN, 0, "token", NOON), CHANNEL)
    town.hour[0] += SECOND
    if not later:
        await town.told(match)
    place = await answered(town, match)
    if dies:
        town = renewed(town)
    town.hour[0] += later
    if later:
        await town.told(match)
    await swept(town, NONCE_LASTS_MS)
    assert [place.message for place, _ in town.board.alive()] == [await card_of(town, match)] != [place.message]
    assert await posting(town.tables.store, match) == []
