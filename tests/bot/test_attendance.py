"""Who has left the server is not called; those who are left may end the match without them."""

from __future__ import annotations

import pytest

from bot.errors import Unavailable
from bot.herald.attendance import AT_IT
from bot.scenes.address import Verb
from bot.table.agreement import Agreement
from bot.table.table import Over, Play, Table
from bot.time import DAY, HOUR, MINUTE
from games import GAMES
from games.match import CANCEL
from games.refused import Refused
from storage import Hand
from tests.bot.databases import both_databases
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause, said
from tests.kit.scenes import buttons
from tests.kit.world import EARLIER, World, begun, chosen, restart_world, round_of
from tests.storage.stores import present

LEFT = f"🚪 <@{BEN}> has left the server: the match can be cancelled without them."


async def cancel(world: World, match: int, person: int) -> Table:
    return (await world.tables.say(match, person, CANCEL, step=None, cause=cause(), now=NOON)).table


async def set_gone(world: World, person: int, *, gone: bool = True) -> None:
    await world.store.attended(SERVER, person, NOON, gone=gone)


async def test_player_who_has_left_is_not_called_and_the_others_are_told(world: World) -> None:
    world.discord.left.add(BEN)
    await world.begin_match()
    assert world.count_pings() == [1, 0]
    (card,) = world.discord.at(CHANNEL)
    (hand,) = world.discord.direct(ANN)
    assert LEFT in card.below
    assert LEFT in hand.below
    assert [button.label for button in buttons(hand)].count("Cancel the match") == 1


@pytest.mark.parametrize("old", [False, True])
async def test_card_and_player_message_say_later_that_somebody_has_left(world: World, old: bool) -> None:
    """A card that is too old for an edit gives way to another one."""
    world.hour[0] = EARLIER
    match = (await world.begin_match()).id
    world.hour[0] = now = NOON + old * HOUR
    await chosen(world.tables, match, ANN, EARLIER)
    await present(world.store, [BEN], now)
    await world.store.hold(Hand(match, ANN, 7, 0, 0, now, "token"))
    await world.refresh(match)
    world.discord.left.add(BEN)
    await world.clock(now + AT_IT)
    (card,) = world.discord.at(CHANNEL)
    assert LEFT in card.below
    assert card.rows
    assert LEFT in world.discord.private[7].below


async def test_player_message_says_so_whatever_is_pressed_in_it(world: World) -> None:
    world.hour[0] = EARLIER
    match = (await begun(world.tables)).id
    await set_gone(world, BEN)
    await world.store.hold(Hand(match, ANN, 7, 0, 0, EARLIER, "token"))
    await world.refresh(match)
    (untouched,) = [it.shows for it in await world.load_hands(match, ANN) if it.message == 7]
    assert LEFT in world.discord.private[7].below
    for verb in (Verb.CHOOSE, Verb.PICK, Verb.INBOX):
        answer = await world.person(ANN).click(verb, match, 0, message=7)
        assert answer.scene
        assert LEFT in answer.scene.below, verb
        assert answer.holds
        assert answer.holds.shows == untouched, verb


@both_databases
async def test_discord_is_asked_about_a_player_once_a_day(world: World) -> None:
    world.discord.left.add(BEN)
    for _ in range(2):
        await world.begin_match()
        # And by whoever comes next.
        world = restart_world(world)
    assert sorted(world.discord.asked) == [ANN, BEN]
    world.hour[0] += DAY
    await world.begin_match()
    assert world.discord.asked.count(BEN) == 2


async def test_player_who_does_something_is_there_again(world: World) -> None:
    world.discord.left.add(BEN)
    match = (await world.begin_match()).id
    await chosen(world.tables, match, BEN, now=NOON + 1)
    world.hour[0] += MINUTE
    await world.refresh(match)
    assert LEFT not in world.discord.at(CHANNEL)[0].below
    await begun(world.tables)
    await world.clock(NOON + AT_IT + MINUTE)
    assert world.count_pings(BEN) == [1]


async def test_everybody_is_there_while_discord_does_not_say(world: World) -> None:
    world.discord.fails("member", Unavailable("away"), Unavailable("away"))
    await world.begin_match()
    assert world.count_pings() == [1, 1]


async def test_end_does_not_call_a_player_who_has_left(world: World) -> None:
    table = await world.begin_match()
    world.discord.left.add(BEN)
    await said(world.tables, table, 0, "!resign", now=NOON)
    world.hour[0] += DAY
    await world.refresh(table.id)
    assert world.count_pings(BEN) == [1]


@both_databases
async def test_match_is_cancelled_without_a_player_who_has_left(world: World) -> None:
    match = (await begun(world.tables)).id
    await round_of(world.tables, match)
    await set_gone(world, BEN, gone=False)
    assert isinstance(await cancel(world, match, ANN), Play), "all are to agree"
    with pytest.raises(Refused, match="said-so"):
        await cancel(world, match, ANN)
    await set_gone(world, BEN)
    over = await cancel(world, match, ANN)
    assert isinstance(over, Over)
    assert over.result.reason == "cancelled"


async def test_all_players_who_are_left_have_to_agree(world: World) -> None:
    done = await world.tables.offer(
        ANN, (BEN, CAT), GAMES["woodwalkers"], {}, Agreement(seats=3), server=SERVER, channel=CHANNEL, cause=cause(),
        now=EARLIER,
    )  # fmt: skip
    match = done.table.id
    for person in (BEN, CAT):
        await world.tables.sit(match, person, cause=cause(), now=EARLIER)
    for person in (ANN, BEN, CAT):
        await chosen(world.tables, match, person)
    await set_gone(world, BEN)
    assert isinstance(await cancel(world, match, CAT), Play)
    assert isinstance(await cancel(world, match, ANN), Over)
