"""Offers of a draw and wishes to cancel: who reads them where, who is pinged, and who may cancel alone."""

from __future__ import annotations

from typing import Literal

import pytest

from bot.delivery.notifications import ONE_CALL
from bot.errors import Unreachable
from bot.i18n import say
from bot.matches.model import Begun, Play, Table
from bot.preferences import Player, Server
from bot.screens import dialogs
from bot.screens.custom_ids import Verb
from bot.screens.dialogs import refusal
from bot.screens.scene import Scene
from bot.wall_clock import DAY
from games import GAMES
from games.match import AGREE_DRAW, CANCEL, OFFER_DRAW, RESIGN
from games.refused import Refused
from storage import PlayerMessage, Result
from tests.kit.discord import DIRECT
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, begin_match, say_word
from tests.kit.scenes import addresses
from tests.kit.world import EARLIER, World, begun, chosen

WISHES: dict[tuple[str, ...], tuple[str, str]] = {
    OFFER_DRAW: ("offers a draw", "agree"),
    CANCEL: ("would like to cancel", "cancel"),
}


async def wish(world: World, match: int, person: int, word: tuple[str, ...] = OFFER_DRAW) -> None:
    await say_word(world.tables, match, person, *word, now=world.hour[0])
    await world.refresh(match)


async def choose_together(world: World) -> Begun:
    """Begin a match and play its first step, so that both are asked at once."""
    table: Table = await begun(world.tables, "schamanen", placement="random")
    assert isinstance(table, Begun)
    while table.match.step == 0 or len(table.match.to_move) < 2:
        table = await chosen(world.tables, table.id, table.people[min(table.match.to_move)] or 0)
        assert isinstance(table, Begun)
    await world.refresh(table.id)
    return table


async def choose_in_turn(world: World) -> tuple[Table, int, int]:
    """Begin a game of turns and play its first move. Return the match, who is to move, and who is not."""
    table: Table = await begun(world.tables, "shamanic_chess")
    assert isinstance(table, Begun)
    (first,) = table.match.seats_asked
    table = await chosen(world.tables, table.id, table.people[first] or 0)
    await world.refresh(table.id)
    assert isinstance(table, Begun)
    return table, table.people[1 - first] or 0, table.people[first] or 0


def find_questions(scene: Scene) -> set[str]:
    """Return what the buttons of a message ask to confirm."""
    return {it.rest for it in addresses(scene) if it.verb == Verb.ASK}


def read_direct(world: World, person: int) -> Scene:
    (scene,) = world.discord.direct(person)
    return scene


# Telling a wish


@pytest.mark.parametrize("word", WISHES)
@pytest.mark.parametrize("sealed", [False, True])
async def test_wish_stands_where_the_other_is_asked_and_pings_nobody(
    world: World, word: tuple[str, ...], sealed: bool
) -> None:
    table = await choose_together(world)
    if sealed:
        await chosen(world.tables, table.id, BEN)
        # An ephemeral player message of a sealed choice says so too.
        await world.store.player_messages.save_message(
            PlayerMessage(table.id, BEN, 700, None, table.match.step, NOON, "token")
        )
        await world.refresh(table.id)
    before = world.count_pings()
    await wish(world, table.id, ANN, word)
    asked, own = read_direct(world, BEN), read_direct(world, ANN)
    line, way = WISHES[word]
    assert [it for it in asked.below if line in it and f"<@{ANN}>" in it]
    assert (find_questions(asked), find_questions(own)) == ({way}, set())
    assert not sealed or find_questions(world.discord.private[700]) == {way}
    # Who wished it is addressed as "you".
    assert not [it for it in own.below if line in it]
    assert [it for it in own.below if say("done-offer" if word == OFFER_DRAW else "done-cancel", "en") in it]
    assert world.count_pings() == before
    # With the next step the wish lapses.
    for person in (ANN,) if sealed else (ANN, BEN):
        await chosen(world.tables, table.id, person)
    await world.refresh(table.id)
    assert not [scene for scene in world.discord.direct(BEN) if line in str(scene.below) or find_questions(scene)]


@pytest.mark.parametrize("word", WISHES)
async def test_player_who_is_not_to_move_gets_one_message_for_all_wishes(world: World, word: tuple[str, ...]) -> None:
    table, awaited, idle = await choose_in_turn(world)
    assert not world.discord.direct(idle)
    before = world.count_pings(awaited, idle)
    await wish(world, table.id, awaited, word)
    line, way = WISHES[word]
    assert line in str(read_direct(world, idle).below)
    assert find_questions(read_direct(world, idle)) == {way}
    await wish(world, table.id, awaited, CANCEL if word == OFFER_DRAW else OFFER_DRAW)
    assert find_questions(read_direct(world, idle)) == {"agree", "cancel"}
    assert world.count_pings(awaited, idle) == [before[0], before[1] + 1]
    # With the next step the wish lapses: the message asks to choose now, and the one ping is enough.
    await chosen(world.tables, table.id, awaited)
    await world.refresh(table.id)
    assert not find_questions(read_direct(world, idle))
    assert not find_questions(read_direct(world, awaited))
    assert world.count_pings(idle) == [before[1] + 1]


async def test_wish_in_a_later_step_pings_again_after_a_while(world: World) -> None:
    table, awaited, idle = await choose_in_turn(world)
    await wish(world, table.id, awaited)
    before = world.discord.pings(idle)
    for passes, pings in ((0, before), (ONE_CALL, before + 1)):
        for person in (awaited, idle):
            await chosen(world.tables, table.id, person)
        world.hour[0] += passes
        await wish(world, table.id, awaited)
        assert find_questions(read_direct(world, idle)) == {"agree"}
        assert world.discord.pings(idle) == pings


@pytest.mark.parametrize("prompts", ["here", "dm"])
async def test_wish_is_pinged_on_the_card_where_direct_messages_are_off(
    world: World, prompts: Literal["here", "dm"]
) -> None:
    table, awaited, idle = await choose_in_turn(world)
    await world.preferences.set_player(idle, Player(prompts=prompts))
    before = world.discord.pings(idle)
    world.discord.fails(f"tell {idle}", Unreachable("unreachable-dm"))
    await wish(world, table.id, awaited)
    assert not world.discord.direct(idle)
    assert world.discord.pings(idle) == before + 1
    (card,) = world.discord.at(CHANNEL)
    assert "offers a draw" in str(card.below)
    assert "choose here" not in str(card.below)


async def test_wish_is_not_asked_of_a_player_who_agreed(world: World) -> None:
    table: Begun = await begin_match(world.tables, BEN, CAT, now=EARLIER)
    # Some hands are dealt anew first.
    for seat in table.match.seats_asked if len(table.match.seats_asked) > 1 else ():
        table = await say_word(world.tables, table.id, table.people[seat] or 0, "keep", now=EARLIER)
    await world.refresh(table.id)
    (by,) = (table.people[seat] for seat in table.match.seats_asked)
    one, other = (person for person in (ANN, BEN, CAT) if person != by)
    await wish(world, table.id, by or 0)
    assert [find_questions(read_direct(world, person)) for person in (one, other)] == [{"agree"}] * 2
    await wish(world, table.id, one, AGREE_DRAW)
    assert [find_questions(read_direct(world, person)) for person in (one, other)] == [set(), {"agree"}]


@pytest.mark.parametrize("held", [True, False])
async def test_confirmation_lies_beside_a_player_message_but_replaces_a_menu(world: World, held: bool) -> None:
    table, awaited, idle = await choose_in_turn(world)
    await wish(world, table.id, awaited)
    place = next(place for place in world.discord.messages if place.channel == DIRECT + idle)
    person = world.person(idle, server=None, channel=place.channel)
    answer = await person.click(Verb.ASK, table.id, 0, "agree", message=place.message if held else 700)
    stands = await world.load_play(table.id)
    assert answer.scene == dialogs.sure(stands, "agree", "en")
    assert answer.here is not held


# Cancelling a match with hidden hands


async def begin(world: World, game: str, *others: int, **agreed: object) -> Play:
    return await begin_match(world.tables, *others, game=game, now=EARLIER, **agreed)


async def load_results(world: World, table: Begun) -> dict[int | None, Result]:
    return {it.person_id: it for it in await world.store.results.list_of_match(table.id)}


async def test_nobody_cancels_alone_after_seeing_a_hand(world: World) -> None:
    """Who keeps only the good hands would win more than their share."""
    table = await begin(world, "schnick", BEN)
    for number in (ANN, BEN):
        person = world.person(number)
        with pytest.raises(Refused) as no:
            await say_word(world.tables, table.id, number, *CANCEL)
        # Nor are they asked first whether they are sure.
        for answer in (person.click(Verb.ASK, table.id, 0, "cancel"), person.cancel(table.id)):
            with pytest.raises(Refused, match="dealt"):
                await answer
        ways = addresses(refusal(no.value, "en"))
        assert [(way.verb, way.match, way.rest) for way in ways] == [
            (Verb.ASK, table.id, "offer"), (Verb.ASK, table.id, "resign")
        ]  # fmt: skip
    await say_word(world.tables, table.id, ANN, *OFFER_DRAW)
    assert (await say_word(world.tables, table.id, BEN, *AGREE_DRAW)).over
    assert {it.unrated_reason for it in (await load_results(world, table)).values()} == {"short"}


async def test_resigning_or_timing_out_on_a_hand_is_a_rated_loss(world: World) -> None:
    table: Begun = await begin(world, "schnick", BEN)
    assert "counts as a loss" in dialogs.sure(table, "resign", "en").above[-1]
    await say_word(world.tables, table.id, ANN, *RESIGN)
    found = await load_results(world, table)
    assert [(found[it].rank, found[it].is_rated) for it in (ANN, BEN)] == [(2, True), (1, True)]
    await world.preferences.set_server(SERVER, Server(steps=9))
    table = await begin(world, "schnick", BEN, clock=DAY)
    while len(table.match.seats_asked) < 2:
        # Until both are asked for their first card.
        (seat,) = table.match.seats_asked
        await chosen(world.tables, table.id, table.people[seat] or 0)
        table = await world.load_play(table.id)
    await chosen(world.tables, table.id, BEN)
    await world.clock(NOON + 2 * DAY)
    found = await load_results(world, table)
    assert [(found[it].rank, found[it].reason, found[it].is_rated) for it in (ANN, BEN)] == [
        (2, "lapse", True), (1, "lapse", True)
    ]  # fmt: skip


@pytest.mark.parametrize("alone", [True, False], ids=["the other has left", "unrated"])
async def test_one_player_may_cancel_where_nothing_is_won_by_it(world: World, alone: bool) -> None:
    if alone:
        await world.store.people.save_membership(SERVER, BEN, NOON, has_left=True)
    for game in GAMES:
        table = await begin(world, game, BEN, rated=alone)
        assert (await say_word(world.tables, table.id, ANN, *CANCEL)).over


async def test_open_game_may_be_cancelled_alone_and_left_unrated(world: World) -> None:
    table = await begin(world, "shamanic_chess", BEN)
    assert "loss" not in str(dialogs.sure(table, "resign", "en").above)
    await say_word(world.tables, table.id, BEN, *RESIGN)
    assert {it.unrated_reason for it in (await load_results(world, table)).values()} == {"short"}
    table = await begin(world, "shamanic_chess", BEN)
    assert (await say_word(world.tables, table.id, ANN, *CANCEL)).over


@pytest.mark.parametrize("rated", [True, False])
async def test_leaving_a_table_of_three_is_warned_of(world: World, rated: bool) -> None:
    table = await begin(world, "woodwalkers", BEN, CAT, rated=rated)
    told = dialogs.sure(table, "resign", "en").above[-1]
    assert "You come last" in told
    assert ("ladder" in told) == rated
