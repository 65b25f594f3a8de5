"""Who offers a draw, or asks to cancel, is heard by those whom it is up to, wherever they play."""

from __future__ import annotations

from typing import Literal

import pytest

from bot.desk.asked import Asked
from bot.errors import Unreachable
from bot.herald.crier import ONE_CALL
from bot.preferences import Player
from bot.scenes import menu
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Scene
from bot.table.agreement import Agreement
from bot.table.table import Begun, Table
from bot.texts import say
from games import GAMES
from games.match import AGREE, CANCEL, OFFER
from storage import Hand
from tests.kit.discord import DIRECT
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause
from tests.kit.world import EARLIER, World, begun, chosen

WISHES: dict[tuple[str, ...], tuple[str, str]] = {
    OFFER: ("offers a draw", "agree"),
    CANCEL: ("would like to cancel", "cancel"),
}
IN_TURN = "shamanic_chess"
"""Where one waits while the other chooses."""


async def wished(world: World, match: int, person: int, word: tuple[str, ...] = OFFER) -> None:
    await world.tables.say(match, person, word, step=None, cause=cause(), now=world.hour[0])
    await world.refresh(match)


async def together(world: World) -> Table:
    """After the first step: both are asked at once."""
    table = await begun(world.tables, "schamanen", placement="random")
    assert isinstance(table, Begun)
    while table.match.step == 0 or len(table.match.waiting) < 2:
        assert isinstance(table, Begun)
        table = await chosen(world.tables, table.id, table.people[min(table.match.waiting)] or 0)
        assert isinstance(table, Begun)
    return table


async def in_turn(world: World) -> tuple[Table, int, int]:
    """After the first move: the match, who is asked, and who is not."""
    table = await begun(world.tables, IN_TURN)
    assert isinstance(table, Begun)
    (first,) = table.match.awaited
    table = await chosen(world.tables, table.id, table.people[first] or 0)
    await world.refresh(table.id)
    assert isinstance(table, Begun)
    return table, table.people[1 - first] or 0, table.people[first] or 0


def leads(scene: Scene) -> set[str]:
    """What the buttons ask whether one is sure of."""
    found = [Address.parse(it.to) for row in scene.rows if isinstance(row, tuple) for it in row]
    return {it.rest for it in found if it and it.verb == Verb.ASK}


@pytest.mark.parametrize("word", WISHES)
@pytest.mark.parametrize("sealed", [False, True])
async def test_who_is_asked_reads_it_where_they_are_asked(world: World, word: tuple[str, ...], sealed: bool) -> None:
    """Whether or not they have chosen; and nobody is pinged for it within their own turn."""
    table = await together(world)
    await world.refresh(table.id)
    if sealed:
        await chosen(world.tables, table.id, BEN)
        await world.refresh(table.id)
    before = [world.discord.pings(person) for person in (ANN, BEN)]
    await wished(world, table.id, ANN, word)
    (asked,), (own,) = world.discord.direct(BEN), world.discord.direct(ANN)
    line, way = WISHES[word]
    assert [it for it in asked.below if line in it and f"<@{ANN}>" in it]
    assert leads(asked) == {way}
    assert leads(own) == set()
    # Who wished it is told so as “you”, and not by name.
    assert not [it for it in own.below if line in it]
    assert [it for it in own.below if say("done-offer" if word == OFFER else "done-cancel", "en") in it]
    assert [world.discord.pings(person) for person in (ANN, BEN)] == before
    table = await chosen(world.tables, table.id, ANN)
    if not sealed:
        await chosen(world.tables, table.id, BEN)
    await world.refresh(table.id)
    assert not [scene for scene in world.discord.direct(BEN) if line in str(scene.below) or leads(scene)]


@pytest.mark.parametrize("word", WISHES)
async def test_who_is_not_asked_hears_of_it_by_a_message_once(world: World, word: tuple[str, ...]) -> None:
    table, awaited, idle = await in_turn(world)
    assert not world.discord.direct(idle)
    before = [world.discord.pings(person) for person in (awaited, idle)]
    await wished(world, table.id, awaited, word)
    (heard,) = world.discord.direct(idle)
    line, way = WISHES[word]
    assert line in str(heard.below)
    assert leads(heard) == {way}
    await wished(world, table.id, awaited, CANCEL if word == OFFER else OFFER)
    (heard,) = world.discord.direct(idle)
    assert leads(heard) == {"agree", "cancel"}
    assert [world.discord.pings(person) for person in (awaited, idle)] == [before[0], before[1] + 1]
    # With the next step the wish has lapsed: what stands there now is what to choose, and one call is enough.
    await chosen(world.tables, table.id, awaited)
    await world.refresh(table.id)
    (heard,) = world.discord.direct(idle)
    assert not leads(heard)
    assert world.discord.pings(idle) == before[1] + 1
    assert not leads(world.discord.direct(awaited)[0])


async def test_a_wish_in_the_next_step_is_heard_anew(world: World) -> None:
    """Though nobody was told of what lay between."""
    table, awaited, idle = await in_turn(world)
    await wished(world, table.id, awaited)
    before = world.discord.pings(idle)
    for person in (awaited, idle):
        await chosen(world.tables, table.id, person)
    await wished(world, table.id, awaited)
    (heard,) = world.discord.direct(idle)
    assert leads(heard) == {"agree"}
    assert world.discord.pings(idle) == before, "who has just been called finds it where they are called to"
    for person in (awaited, idle):
        await chosen(world.tables, table.id, person)
    world.hour[0] += ONE_CALL
    await wished(world, table.id, awaited)
    (heard,) = world.discord.direct(idle)
    assert leads(heard) == {"agree"}
    assert world.discord.pings(idle) == before + 1


@pytest.mark.parametrize("prompts", ["here", "dm"])
async def test_who_is_called_at_the_table_reads_it_there(world: World, prompts: Literal["here", "dm"]) -> None:
    """As they like it, or because their direct messages are closed; and nobody tells them to choose."""
    table, awaited, idle = await in_turn(world)
    await world.preferences.set_player(idle, Player(prompts=prompts))
    before = world.discord.pings(idle)
    world.discord.fails(f"tell {idle}", Unreachable("unreachable-dm"))
    await wished(world, table.id, awaited)
    assert not world.discord.direct(idle)
    assert world.discord.pings(idle) == before + 1
    (card,) = world.discord.at(CHANNEL)
    assert "offers a draw" in str(card.below)
    assert "choose here" not in str(card.below)


async def test_who_has_answered_is_not_asked_any_more(world: World) -> None:
    people = (ANN, BEN, CAT)
    done = await world.tables.offer(
        ANN, (BEN, CAT), GAMES["schnick"], {}, Agreement(seats=3, clock=None),
        server=SERVER, channel=CHANNEL, cause=cause(), now=EARLIER,
    )  # fmt: skip
    for person in (BEN, CAT):
        done = await world.tables.sit(done.table.id, person, cause=cause(), now=EARLIER)
    match = done.table.id
    table = done.table
    # Some hands are dealt anew first, if those who got them want it.
    assert isinstance(table, Begun)
    for seat in table.match.awaited if len(table.match.awaited) > 1 else ():
        keep = await world.tables.say(
            match, table.people[seat] or 0, ("keep",), step=None, cause=cause(), now=EARLIER
        )  # fmt: skip
        table = keep.table
        assert isinstance(table, Begun)
    await world.refresh(match)
    (by,) = (table.people[seat] for seat in table.match.awaited)
    one, other = (person for person in people if person != by)
    await wished(world, match, by or 0)
    assert [leads(scene) for person in (one, other) for scene in world.discord.direct(person)] == [{"agree"}] * 2
    await wished(world, match, one, AGREE)
    assert [leads(scene) for person in (one, other) for scene in world.discord.direct(person)] == [set(), {"agree"}]


async def test_mending_what_an_answer_has_written_calls_nobody_again(world: World) -> None:
    table, awaited, idle = await in_turn(world)
    await wished(world, table.id, awaited)
    (hand,) = [it for it in await world.tables.store.hands(table.id) if it.person == idle]
    await world.tables.store.note_edit(hand, hand.step, "what an answer has written", world.hour[0])
    # So late that Discord does not know it for the same message.
    world.discord.nonces.clear()
    before = world.discord.pings(idle)
    await world.refresh(table.id)
    assert [it.shows == hand.shows for it in await world.tables.store.hands(table.id) if it.person == idle] == [True]
    assert world.discord.pings(idle) == before


@pytest.mark.parametrize("held", [True, False])
async def test_what_a_hand_asks_to_be_sure_lies_beside_it(world: World, held: bool) -> None:
    """There one plays on; what the menu opens takes its place."""
    table, awaited, idle = await in_turn(world)
    await wished(world, table.id, awaited)
    place = next(place for place in world.discord.messages if place.channel == DIRECT + idle)
    message = place.message if held else 700
    asked = Asked(idle, "en", None, place.channel, cause(), NOON, message=message, private=True)
    answer = await world.rooms.desk.answer(asked, Address(Verb.ASK, table.id, 0, "agree"))
    stands = await world.tables.table(table.id)
    assert isinstance(stands, Begun)
    assert answer.scene == menu.sure(stands, "agree", "en")
    assert answer.here is not held


async def test_an_ephemeral_that_is_sealed_says_so_too(world: World) -> None:
    table = await together(world)
    assert isinstance(table, Begun)
    await chosen(world.tables, table.id, BEN)
    await world.tables.store.hold(Hand(table.id, BEN, 700, 0, table.match.step, NOON, "token"))
    await wished(world, table.id, ANN)
    assert leads(world.discord.private[700]) == {"agree"}
