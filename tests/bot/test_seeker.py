"""What was posted and not noted, since whoever posted it was killed, is looked for: nobody is called twice by it."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import Unavailable, Unreachable
from bot.herald import herald as heralds
from bot.herald.attendance import AT_IT
from bot.herald.channels import Place
from bot.herald.leftovers import SOON
from bot.herald.seeker import EARLIER, ON_ITS_WAY
from bot.preferences import Player
from bot.scenes.scene import Scene
from bot.table.table import Play
from bot.table.tables import Tables
from bot.time import HOUR
from storage import CARD
from tests.bot.billboard import DIRECT, Billboard
from tests.bot.sitting import ANN, BEN, CHANNEL, said
from tests.bot.town import NOON, Town, begun, challenge, chosen, pressable, renewed, settled, swept
from tests.storage.stores import posting


class Deaf(Billboard):
    """Takes what is posted, and kills whoever posts it; and by then its nonces are forgotten."""

    kills: str = ""

    async def post(self, channel: int, scene: Scene, once: str) -> Place:
        place = await super().post(channel, scene, once)
        self.nonces.clear()
        if self.kills and self.kills in f"{channel} {once}":
            self.kills = ""
            raise asyncio.CancelledError
        return place


@pytest.mark.parametrize("moves", [False, True], ids=["as it was", "moved on"])
async def test_a_call_that_came_and_was_not_noted_is_found(tables: Tables, moves: bool) -> None:
    """It is the hand of whoever was called, shows what there is now, and calls nobody twice."""
    hour = [NOON]
    board = Deaf(lambda: hour[0])
    town = settled(tables.store, board, hour)
    table = await begun(tables)
    board.kills = f"{DIRECT + ANN} "
    await town.told(table.id)
    assert board.direct(ANN)
    assert not [it for it in await tables.store.hands(table.id) if it.person == ANN]
    if moves:
        await chosen(tables, table.id, ANN, hour[0])
    hour[0] += HOUR // 2
    town = renewed(town)
    await town.herald.catch_up()
    await town.herald.settle()
    await town.clock(hour[0] + AT_IT)
    (message,) = board.direct(ANN)
    assert board.pings(ANN) == 1
    (hand,) = [it for it in await tables.store.hands(table.id) if it.person == ANN]
    assert hand.shows
    assert ("You have chosen" in str(message) or "pi:" not in str(message.rows)) == moves
    assert await posting(tables.store, table.id) == []


async def test_a_card_that_came_and_was_not_noted_is_the_card(tables: Tables) -> None:
    hour = [NOON]
    board = Deaf(lambda: hour[0])
    town = settled(tables.store, board, hour)
    for person in (ANN, BEN):
        await town.preferences.set_player(person, Player(prompts="none"))
    table = await begun(tables)
    board.kills = f"{CHANNEL} "
    await town.told(table.id)
    assert len(board.at(CHANNEL)) == 1
    hour[0] += HOUR // 2
    await chosen(tables, table.id, ANN, hour[0])
    town = renewed(town)
    await town.herald.catch_up()
    await town.herald.settle()
    assert pressable(town) == 1
    header = await tables.store.header(table.id)
    assert header
    assert [place.message for place, _ in board.alive()] == [header.message]
    assert [it for it in await posting(tables.store, table.id) if it.person == CARD] == []
    assert isinstance(await tables.table(table.id), Play)


class Slow(Deaf):
    """The bot dies while what it posts is under way."""

    under_way: tuple[int, Scene] | None = None

    async def post(self, channel: int, scene: Scene, once: str) -> Place:
        if self.kills and self.kills in f"{channel} {once}":
            self.kills, self.under_way = "", (channel, scene)
            raise asyncio.CancelledError
        return await super().post(channel, scene, once)

    async def comes(self) -> None:
        assert self.under_way
        await super().post(*self.under_way, "late")


@pytest.mark.parametrize("over", [False, True], ids=["played", "over"])
@pytest.mark.parametrize("trouble", [0, 1], ids=["there", "away"])
async def test_a_card_that_comes_after_it_was_looked_for_goes(tables: Tables, *, over: bool, trouble: int) -> None:
    """Whoever posted it was thought to be dead, and another card is there: without nonces that tell."""
    hour = [NOON]
    board = Slow(lambda: hour[0])
    town = settled(tables.store, board, hour)
    for person in (ANN, BEN):
        await town.preferences.set_player(person, Player(prompts="none"))
    table = await begun(tables)
    if over:
        await town.told(table.id)
        await said(tables, table, 0, "!resign", now=hour[0])
        await board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    board.kills = f"{CHANNEL} "
    await town.told(table.id)
    assert board.under_way
    town = renewed(town)
    await town.told(table.id)
    header = await tables.store.header(table.id)
    hour[0] += SOON
    await board.comes()
    assert pressable(town) == 2
    await swept(town, ON_ITS_WAY - SOON - 1)
    assert pressable(town) == 2
    board.fails("ours", *[Unavailable("away")] * trouble)
    for _ in range(1 + trouble):
        await swept(town, SOON)
    assert header
    assert [place.message for place, _ in board.alive()] == [header.message]
    outlook = await tables.store.outlook(table.id)
    assert outlook
    assert (outlook.leftovers, outlook.late) == ((), ())


async def looked_for(town: Town, channel: int, match: int) -> Town:
    """The next bot, which cannot read back there at first, and looks until it can."""
    town.board.fails(f"ours {channel}", *[Unavailable("away")] * 3)
    town = renewed(town)
    await town.told(match)
    assert not town.board.troubles[f"ours {channel}"]
    return town


async def test_a_card_that_may_have_come_is_looked_for_until_somebody_can(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not posted a second time meanwhile."""
    monkeypatch.setattr(heralds, "AGAIN", (0.0,))
    hour = [NOON]
    town = settled(tables.store, Deaf(lambda: hour[0]), hour)
    for person in (ANN, BEN):
        await town.preferences.set_player(person, Player(prompts="none"))
    table = await begun(tables)
    town.board.kills = f"{CHANNEL} "  # type: ignore[attr-defined]
    await town.told(table.id)
    town = await looked_for(town, CHANNEL, table.id)
    assert len(town.board.at(CHANNEL)) == 1
    assert await posting(tables.store, table.id) == []


async def test_who_may_have_been_called_is_not_called_again_before_that_is_known(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No nonce is compared any more, and their direct messages cannot be read back just now."""
    monkeypatch.setattr(heralds, "AGAIN", (0.0,))
    hour = [NOON]
    town = settled(tables.store, Deaf(lambda: hour[0]), hour)
    table = await begun(tables)
    town.board.kills = f"{DIRECT + ANN} "  # type: ignore[attr-defined]
    await town.told(table.id)
    town = await looked_for(town, DIRECT + ANN, table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]


async def killed_by_its_card(town: Town, match: int) -> Town:
    """The bot, as it has posted it; and half an hour later the next one, which looks twice."""
    assert isinstance(town.board, Deaf)
    town.board.kills = f"{CHANNEL} "
    await town.told(match)
    assert not town.board.kills
    town.hour[0] += HOUR // 2
    town = renewed(town)
    await town.herald.catch_up()
    await town.herald.settle()
    await town.clock(town.hour[0] + AT_IT)
    return town


async def test_whom_a_card_called_that_was_not_noted_is_not_called_again(tables: Tables) -> None:
    """Who was not to be called by it is called as before; and whoever is, for the next step."""
    hour = [NOON]
    town = settled(tables.store, Deaf(lambda: hour[0]), hour)
    await town.preferences.set_player(ANN, Player(prompts="here"))
    table = await begun(tables)
    town = await killed_by_its_card(town, table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]
    assert [it.answer for it in await tables.store.standing(table.id)] == ["called", "called"]
    assert (pressable(town), await posting(tables.store, table.id)) == (1, [])
    hour[0] += HOUR
    for person in (ANN, BEN):
        await chosen(tables, table.id, person, hour[0])
    await town.clock(hour[0] + AT_IT)
    now = await tables.table(table.id)
    assert isinstance(now, Play)
    for person in (ANN, BEN):
        assert town.board.pings(person) == (2 if now.seat_of(person) in now.match.waiting else 1)
    assert 2 in [town.board.pings(person) for person in (ANN, BEN)]


async def test_who_was_challenged_by_a_card_that_was_not_noted_is_not_challenged_again(tables: Tables) -> None:
    hour = [NOON]
    town = settled(tables.store, Deaf(lambda: hour[0]), hour)
    town = await killed_by_its_card(town, (await challenge(tables)).id)
    assert (town.board.pings(BEN), pressable(town)) == (1, 1)


async def test_who_was_told_of_the_end_by_a_card_that_was_not_noted_is_not_told_again(tables: Tables) -> None:
    hour = [NOON]
    town = settled(tables.store, Deaf(lambda: hour[0]), hour)
    for person in (ANN, BEN):
        await town.preferences.set_player(person, Player(prompts="none"))
    table = await begun(tables)
    await town.told(table.id)
    # Nobody was there when it ended, and something else lies below the card.
    await town.board.post(CHANNEL, Scene(above=("Something else",)), "something else")
    hour[0] += HOUR
    await said(tables, table, 0, "!resign", now=hour[0])
    hour[0] += HOUR
    before = len(town.board.at(CHANNEL))
    town = await killed_by_its_card(town, table.id)
    assert len(town.board.at(CHANNEL)) == before
    assert sorted(town.board.pings(person) for person in (ANN, BEN)) == [1, 1]


@pytest.mark.parametrize("ahead", [0, 12_000])
async def test_a_watch_that_is_ahead_of_discords_calls_nobody_twice(tables: Tables, ahead: int) -> None:
    town = settled(tables.store, Billboard(lambda: NOON - ahead), [NOON])
    for person in (ANN, BEN):
        await town.preferences.set_player(person, Player(prompts="here"))
    table = await begun(tables)
    await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]
    assert len(town.board.at(CHANNEL)) == 1


@pytest.mark.parametrize("deaths", [1, 2])
async def test_a_card_that_came_and_cannot_be_looked_for_has_called_only_whom_it_called(
    tables: Tables, deaths: int
) -> None:
    """It is given once more to whoever posts the same; who wants to be called there since is, by another one. Also by
    who comes after somebody who found that out, and died.
    """
    hour, dying = [NOON], [False]

    class Killing(Billboard):
        async def locale(self, server: int | None) -> str | None:
            if dying[0]:
                raise asyncio.CancelledError
            return await super().locale(server)

        async def post(self, channel: int, scene: Scene, once: str) -> Place:
            place = await super().post(channel, scene, once)
            if hour[0] == NOON:
                raise asyncio.CancelledError
            return place

    town = settled(tables.store, Killing(lambda: hour[0]), hour)
    await town.preferences.set_player(ANN, Player(prompts="here"))
    await town.preferences.set_player(BEN, Player(prompts="none"))
    table = await begun(tables)
    await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 0]
    hour[0] += 2 * EARLIER
    town.board.fails(f"ours {CHANNEL}", *[Unreachable("unreachable-permissions")] * deaths)
    await town.preferences.set_player(BEN, Player(prompts="here"))
    for it in await tables.store.standing(table.id):
        if it.answer == "unwanted":
            await tables.store.schedule(table.id, it)
    for left in reversed(range(deaths)):
        dying[0] = left > 0
        again = settled(tables.store, town.board, hour)
        await again.told(table.id)
    assert not town.board.troubles[f"ours {CHANNEL}"], "each of them looks for it once"
    assert town.board.pings(BEN) == 1
    assert pressable(again) == 1
