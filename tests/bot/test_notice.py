"""The card of a match where Discord takes no edit, no message, or nothing at all."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from bot.errors import Lost, Unavailable, Unreachable
from bot.herald.leftovers import SOON
from bot.preferences import Server
from bot.scenes import match
from bot.scenes.address import Verb
from bot.scenes.scene import Scene
from bot.time import HOUR
from tests.bot.sitting import ANN, BEN, CHANNEL, SERVER, cause, said
from tests.bot.town import NOON, Town, begun, challenge, chosen, round_of

pytestmark = pytest.mark.usefixtures("soon_again")


@pytest.mark.parametrize("no", [Lost(), Unreachable("unreachable-channel")], ids=["lost", "unreachable"])
async def test_where_no_edit_is_taken_the_board_is_posted_anew(town: Town, no: Lost | Unreachable) -> None:
    """As in a thread that was archived meanwhile."""
    table = await begun(town.tables)
    await town.told(table.id)
    town.board.fails(f"edit {CHANNEL}", no)
    await round_of(town.tables, table.id)
    await town.told(table.id)
    assert [bool(scene.rows) for scene in town.board.at(CHANNEL)] == [True]
    header = await town.tables.store.header(table.id)
    assert header
    assert header.message == await town.board.newest(CHANNEL)


async def test_where_nothing_can_be_posted_no_message_is_remembered(town: Town) -> None:
    """Nor is one made up when it is told once more, because somebody is still to be asked."""
    town.board.fails(f"post {CHANNEL}", Unreachable("unreachable-channel"))
    town.board.fails(f"tell {BEN}", Unavailable("away"))
    table = await begun(town.tables)
    await town.told(table.id)
    assert [town.board.pings(person) for person in (ANN, BEN)] == [1, 1]
    header = await town.tables.store.header(table.id)
    assert header
    assert (header.shown, header.message) == (table.seq, None)


async def test_what_is_wanted_further_down_moves_there(town: Town) -> None:
    table = await challenge(town.tables)
    await town.told(table.id)
    await town.board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    await town.herald.again(table.id)
    await town.herald.settle()
    hello, card = town.board.at(CHANNEL)
    assert hello.above == ("Hello",)
    assert card.rows


async def test_an_offer_that_is_closed_says_so_where_it_is(town: Town) -> None:
    table = await challenge(town.tables)
    await town.told(table.id)
    await town.board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    await town.tables.decline(table.id, BEN, cause=cause(), now=NOON)
    await town.told(table.id)
    card, _ = town.board.at(CHANNEL)
    assert not card.rows
    assert card.below == ()


async def test_what_was_replaced_goes_though_discord_has_trouble(town: Town) -> None:
    """However often it takes: the match is told before, and nobody else would come back to it."""
    table = await begun(town.tables)
    await town.told(table.id)
    await town.board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    town.board.fails("remove", Unavailable("away"))
    await said(town.tables, table, 0, "!resign", now=NOON)
    town.herald.stir(table.id)
    await town.herald.settle()
    assert len(town.board.at(CHANNEL)) == 3
    town.hour[0] += SOON
    await town.herald.sweep()
    await town.herald.settle()
    hello, end = town.board.at(CHANNEL)
    assert hello.above == ("Hello",)
    assert f"{Verb.REMATCH}:" in str(end.rows)
    assert await town.tables.store.left_behind(table.id) == []


async def test_what_was_replaced_goes_though_nothing_else_is_to_be_told(town: Town) -> None:
    """The board was wanted further down, and Discord has had trouble since it lies there."""
    table = await begun(town.tables)
    await town.told(table.id)
    await town.board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    town.board.fails("remove", Unavailable("away"))
    await town.herald.again(table.id)
    await town.herald.settle()
    town.hour[0] += SOON
    await town.herald.sweep()
    await town.herald.settle()
    assert len(town.board.alive()) == 1
    assert await town.tables.store.left_behind(table.id) == []


async def test_a_card_that_is_old_is_not_edited_and_moves_at_the_end(town: Town) -> None:
    """Discord takes few edits of what was posted an hour ago."""
    table = await begun(town.tables, clock=None)
    await town.told(table.id)
    (card,) = town.board.at(CHANNEL)
    town.hour[0] += HOUR
    await chosen(town.tables, table.id, ANN, town.hour[0])
    await town.told(table.id)
    assert town.board.at(CHANNEL) == [card]
    await said(town.tables, table, 0, "!resign", now=town.hour[0])
    await town.told(table.id)
    (end,) = town.board.at(CHANNEL)
    assert f"{Verb.REMATCH}:" in str(end.rows)


async def test_the_end_is_told_once_however_often_the_board_is_wanted(town: Town) -> None:
    table = await begun(town.tables)
    await said(town.tables, table, 0, "!resign", now=NOON)
    await town.told(table.id)
    before = town.board.pings(ANN)
    await town.herald.again(table.id)
    await town.herald.settle()
    assert town.board.pings(ANN) == before


async def test_a_card_is_made_in_the_one_language_in_which_it_is_read(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also to find out that it says nothing new: by what was told last."""
    await town.preferences.set_server(SERVER, Server(locale="de"))
    table = await begun(town.tables, "schamanen", placement="random")
    await town.told(table.id)
    await chosen(town.tables, table.id, ANN)
    town.hour[0] += HOUR
    await town.told(table.id)
    made = Mock(side_effect=match.playing)
    monkeypatch.setattr("bot.scenes.match.playing", made)
    table = await chosen(town.tables, table.id, ANN)
    await town.told(table.id)
    assert [call.args[:2] for call in made.call_args_list] == [(table, "de")]
