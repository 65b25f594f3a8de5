"""Who has left the server is not called; those who are left may end the match without them."""

from __future__ import annotations

import pytest

from bot.desk.asked import Asked
from bot.errors import Unavailable
from bot.herald.attendance import AT_IT
from bot.scenes.address import Address, Verb
from bot.table.agreement import Agreement
from bot.table.table import Over, Play, Table
from bot.time import DAY, MINUTE
from games import GAMES
from games.match import CANCEL
from games.refused import Refused
from storage import Hand
from tests.bot.databases import both_databases
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause, said
from tests.kit.world import EARLIER, World, begun, chosen, create_world, round_of

LEFT = f"🚪 <@{BEN}> has left the server: the match can be cancelled without them."


async def cancels(world: World, match: int, person: int) -> Table:
    return (await world.tables.say(match, person, CANCEL, step=None, cause=cause(), now=NOON)).table


async def test_who_has_left_is_not_called_and_the_others_are_told(world: World) -> None:
    world.discord.left.add(BEN)
    table = await begun(world.tables)
    await world.refresh(table.id)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 0]
    (card,) = world.discord.at(CHANNEL)
    assert LEFT in card.below
    (hand,) = world.discord.direct(ANN)
    assert LEFT in hand.below
    assert [button.label for row in hand.rows if isinstance(row, tuple) for button in row].count(
        "Cancel the match"
    ) == 1


async def test_a_card_that_was_told_already_says_so_too(world: World) -> None:
    world.hour[0] = EARLIER
    table = await begun(world.tables)
    await world.refresh(table.id)
    world.discord.left.add(BEN)
    await world.clock(NOON)
    (card,) = world.discord.at(CHANNEL)
    assert LEFT in card.below
    assert card.rows


@pytest.mark.parametrize("game", [key for key in GAMES if key != "morra"])
async def test_whatever_is_pressed_a_hand_says_so_as_it_does_untouched(world: World, game: str) -> None:
    world.hour[0] = EARLIER
    table = await begun(world.tables, game)
    assert isinstance(table, Play)
    seat = min(table.match.waiting)
    reader = table.people[seat] or 0
    (other,) = {ANN, BEN} - {reader}
    await world.tables.store.attended(SERVER, other, NOON, gone=True)
    await world.tables.store.hold(Hand(table.id, reader, 7, 0, 0, EARLIER, "token"))
    await world.refresh(table.id)
    [untouched] = [it.shows for it in await world.tables.store.hands(table.id) if it.message == 7]
    line = LEFT.replace(f"{BEN}", f"{other}")
    assert line in world.discord.private[7].below
    for verb in (Verb.CHOOSE, Verb.PICK, Verb.INBOX):
        asked = Asked(reader, "en", SERVER, CHANNEL, cause(), EARLIER, message=7, private=True)
        answer = await world.rooms.desk.answer(asked, Address(verb, table.id, table.match.step))
        assert answer.scene
        assert line in answer.scene.below, verb
        assert answer.holds
        assert answer.holds.shows == untouched, verb


@both_databases
async def test_a_person_is_asked_about_once_a_day(world: World) -> None:
    world.discord.left.add(BEN)
    for _ in range(3):
        await world.refresh((await begun(world.tables)).id)
    # And by whoever comes next.
    world = create_world(world.tables.store, world.discord, world.hour)
    await world.refresh((await begun(world.tables)).id)
    assert sorted(world.discord.asked) == [ANN, BEN]
    world.hour[0] += DAY
    await world.refresh((await begun(world.tables)).id)
    assert world.discord.asked.count(BEN) == 2


async def test_who_does_something_is_there_again(world: World) -> None:
    world.discord.left.add(BEN)
    table = await begun(world.tables)
    await world.refresh(table.id)
    await chosen(world.tables, table.id, BEN, now=NOON + 1)
    world.hour[0] += MINUTE
    await world.refresh(table.id)
    assert LEFT not in world.discord.at(CHANNEL)[0].below
    await begun(world.tables)
    await world.clock(NOON + AT_IT + MINUTE)
    assert world.discord.pings(BEN) == 1


async def test_where_discord_does_not_say_everybody_is_there(world: World) -> None:
    world.discord.fails("member", Unavailable("away"), Unavailable("away"))
    table = await begun(world.tables)
    await world.refresh(table.id)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_the_end_does_not_call_them(world: World) -> None:
    table = await begun(world.tables)
    await world.refresh(table.id)
    world.discord.left.add(BEN)
    await said(world.tables, table, 0, "!resign", now=NOON)
    world.hour[0] += DAY
    before = world.discord.pings(BEN)
    await world.refresh(table.id)
    assert world.discord.pings(BEN) == before


@both_databases
async def test_who_is_left_ends_it_at_once_and_unrated(world: World) -> None:
    table = await begun(world.tables)
    await round_of(world.tables, table.id)
    await world.tables.store.attended(SERVER, BEN, NOON, gone=True)
    over = await cancels(world, table.id, ANN)
    assert isinstance(over, Over)
    assert over.result.reason == "cancelled"


async def test_while_everybody_is_there_all_are_to_agree(world: World) -> None:
    table = await begun(world.tables)
    await round_of(world.tables, table.id)
    await world.tables.store.attended(SERVER, BEN, NOON, gone=False)
    assert isinstance(await cancels(world, table.id, ANN), Play)


async def test_who_had_asked_before_it_was_known_asks_once_more(world: World) -> None:
    table = await begun(world.tables)
    await round_of(world.tables, table.id)
    assert isinstance(await cancels(world, table.id, ANN), Play)
    with pytest.raises(Refused, match="said-so"):
        await cancels(world, table.id, ANN)
    await world.tables.store.attended(SERVER, BEN, NOON, gone=True)
    assert isinstance(await cancels(world, table.id, ANN), Over)


async def test_of_several_those_who_are_left_are_to_agree(world: World) -> None:
    done = await world.tables.offer(
        ANN, (BEN, CAT), GAMES["woodwalkers"], {}, Agreement(seats=3), server=SERVER, channel=CHANNEL, cause=cause(),
        now=EARLIER,
    )  # fmt: skip
    match = done.table.id
    for person in (BEN, CAT):
        await world.tables.sit(match, person, cause=cause(), now=EARLIER)
    for person in (ANN, BEN, CAT):
        await chosen(world.tables, match, person)
    await world.tables.store.attended(SERVER, BEN, NOON, gone=True)
    assert isinstance(await cancels(world, match, CAT), Play)
    assert isinstance(await cancels(world, match, ANN), Over)


async def test_the_hand_of_who_waits_is_told_too(world: World) -> None:
    world.hour[0] = EARLIER
    table = await begun(world.tables)
    await chosen(world.tables, table.id, ANN)
    await world.tables.store.hold(Hand(table.id, ANN, 7, 0, 0, EARLIER, "token"))
    await world.refresh(table.id)
    assert LEFT not in world.discord.private[7].below
    world.discord.left.add(BEN)
    await world.clock(NOON)
    assert LEFT in world.discord.private[7].below
