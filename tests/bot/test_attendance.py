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
from tests.bot.sitting import ANN, BEN, CAT, CHANNEL, SERVER, cause, said
from tests.bot.town import EARLIER, NOON, Town, begun, chosen, round_of, settled

LEFT = f"🚪 <@{BEN}> has left the server: the match can be cancelled without them."


async def cancels(town: Town, match: int, person: int) -> Table:
    return (await town.tables.say(match, person, CANCEL, step=None, cause=cause(), now=NOON)).table


async def test_who_has_left_is_not_called_and_the_others_are_told(town: Town) -> None:
    town.board.left.add(BEN)
    table = await begun(town.tables)
    await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 0]
    (card,) = town.board.at(CHANNEL)
    assert LEFT in card.below
    (hand,) = town.board.direct(ANN)
    assert LEFT in hand.below
    assert [button.label for row in hand.rows if isinstance(row, tuple) for button in row].count(
        "Cancel the match"
    ) == 1


async def test_a_card_that_was_told_already_says_so_too(town: Town) -> None:
    town.hour[0] = EARLIER
    table = await begun(town.tables)
    await town.told(table.id)
    town.board.left.add(BEN)
    await town.clock(NOON)
    (card,) = town.board.at(CHANNEL)
    assert LEFT in card.below
    assert card.rows


@pytest.mark.parametrize("game", [key for key in GAMES if key != "morra"])
async def test_whatever_is_pressed_a_hand_says_so_as_it_does_untouched(town: Town, game: str) -> None:
    town.hour[0] = EARLIER
    table = await begun(town.tables, game)
    assert isinstance(table, Play)
    seat = min(table.match.waiting)
    reader = table.people[seat] or 0
    (other,) = {ANN, BEN} - {reader}
    await town.tables.store.attended(SERVER, other, NOON, gone=True)
    await town.tables.store.hold(Hand(table.id, reader, 7, 0, 0, EARLIER, "token"))
    await town.told(table.id)
    [untouched] = [it.shows for it in await town.tables.store.hands(table.id) if it.message == 7]
    line = LEFT.replace(f"{BEN}", f"{other}")
    assert line in town.board.private[7].below
    for verb in (Verb.CHOOSE, Verb.PICK, Verb.INBOX):
        asked = Asked(reader, "en", SERVER, CHANNEL, cause(), EARLIER, message=7, private=True)
        answer = await town.rooms.desk.answer(asked, Address(verb, table.id, table.match.step))
        assert answer.scene
        assert line in answer.scene.below, verb
        assert answer.holds
        assert answer.holds.shows == untouched, verb


@both_databases
async def test_a_person_is_asked_about_once_a_day(town: Town) -> None:
    town.board.left.add(BEN)
    for _ in range(3):
        await town.told((await begun(town.tables)).id)
    # And by whoever comes next.
    town = settled(town.tables.store, town.board, town.hour)
    await town.told((await begun(town.tables)).id)
    assert sorted(town.board.asked) == [ANN, BEN]
    town.hour[0] += DAY
    await town.told((await begun(town.tables)).id)
    assert town.board.asked.count(BEN) == 2


async def test_who_does_something_is_there_again(town: Town) -> None:
    town.board.left.add(BEN)
    table = await begun(town.tables)
    await town.told(table.id)
    await chosen(town.tables, table.id, BEN, now=NOON + 1)
    town.hour[0] += MINUTE
    await town.told(table.id)
    assert LEFT not in town.board.at(CHANNEL)[0].below
    await begun(town.tables)
    await town.clock(NOON + AT_IT + MINUTE)
    assert town.board.pings(BEN) == 1


async def test_where_discord_does_not_say_everybody_is_there(town: Town) -> None:
    town.board.fails("member", Unavailable("away"), Unavailable("away"))
    table = await begun(town.tables)
    await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_the_end_does_not_call_them(town: Town) -> None:
    table = await begun(town.tables)
    await town.told(table.id)
    town.board.left.add(BEN)
    await said(town.tables, table, 0, "!resign", now=NOON)
    town.hour[0] += DAY
    before = town.board.pings(BEN)
    await town.told(table.id)
    assert town.board.pings(BEN) == before


@both_databases
async def test_who_is_left_ends_it_at_once_and_unrated(town: Town) -> None:
    table = await begun(town.tables)
    await round_of(town.tables, table.id)
    await town.tables.store.attended(SERVER, BEN, NOON, gone=True)
    over = await cancels(town, table.id, ANN)
    assert isinstance(over, Over)
    assert over.result.reason == "cancelled"


async def test_while_everybody_is_there_all_are_to_agree(town: Town) -> None:
    table = await begun(town.tables)
    await round_of(town.tables, table.id)
    await town.tables.store.attended(SERVER, BEN, NOON, gone=False)
    assert isinstance(await cancels(town, table.id, ANN), Play)


async def test_who_had_asked_before_it_was_known_asks_once_more(town: Town) -> None:
    table = await begun(town.tables)
    await round_of(town.tables, table.id)
    assert isinstance(await cancels(town, table.id, ANN), Play)
    with pytest.raises(Refused, match="said-so"):
        await cancels(town, table.id, ANN)
    await town.tables.store.attended(SERVER, BEN, NOON, gone=True)
    assert isinstance(await cancels(town, table.id, ANN), Over)


async def test_of_several_those_who_are_left_are_to_agree(town: Town) -> None:
    done = await town.tables.offer(
        ANN, (BEN, CAT), GAMES["woodwalkers"], {}, Agreement(seats=3), server=SERVER, channel=CHANNEL, cause=cause(),
        now=EARLIER,
    )  # fmt: skip
    match = done.table.id
    for person in (BEN, CAT):
        await town.tables.sit(match, person, cause=cause(), now=EARLIER)
    for person in (ANN, BEN, CAT):
        await chosen(town.tables, match, person)
    await town.tables.store.attended(SERVER, BEN, NOON, gone=True)
    assert isinstance(await cancels(town, match, CAT), Play)
    assert isinstance(await cancels(town, match, ANN), Over)


async def test_the_hand_of_who_waits_is_told_too(town: Town) -> None:
    town.hour[0] = EARLIER
    table = await begun(town.tables)
    await chosen(town.tables, table.id, ANN)
    await town.tables.store.hold(Hand(table.id, ANN, 7, 0, 0, EARLIER, "token"))
    await town.told(table.id)
    assert LEFT not in town.board.private[7].below
    town.board.left.add(BEN)
    await town.clock(NOON)
    assert LEFT in town.board.private[7].below
