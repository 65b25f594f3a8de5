"""Every open hand shows what the store holds, whatever happens; and whoever is to choose and away is called once.

Half of it begins with the same match between two who are away, for whom a hand is opened as they are called.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Iterable
from dataclasses import replace

import pytest

from bot.desk.asked import Asked
from bot.errors import Lost, Unavailable, Unreachable
from bot.herald.attendance import AT_IT
from bot.herald.channels import Place
from bot.herald.hands import PAUSE
from bot.preferences import Player
from bot.scenes.address import Address, Verb
from bot.scenes.hand import ALONE, OVER, Beside
from bot.scenes.scene import Scene
from bot.table.agreement import Agreement
from bot.table.table import Begun, Play
from bot.table.tables import Tables
from bot.time import HOUR, MINUTE
from games import GAMES
from games.match import RESIGN
from storage import ASIDE, Door, Hand, Header, Journal, Outlook
from tests.bot.bustle import chosen, events, retold
from tests.kit import world
from tests.kit.discord import DIRECT, Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause
from tests.kit.scenes import verbs
from tests.kit.world import EARLIER, World
from tests.storage.stores import present

STEPS = 14
OLD = "a token that is refused"


async def pressed(one: World, match: int, person: int, message: int) -> None:
    """Somebody plays there, as their answer is noted."""
    hand = Hand(match, person, message, 0, 0, one.hour[0], f"token {message}")
    await one.tables.store.hold(hand)
    one.herald.stir(match)
    await one.herald.settle()


async def test_in_the_middle_of_a_word_nobody_is_looked_up(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether they are new to the game is told before the first of its buttons, and each further page is quick."""
    one = world.create_world(tables.store, Discord(lambda: NOON), [NOON])
    table = await world.begun(one.tables, "schamanen")
    assert isinstance(table, Play)
    seat = min(table.match.waiting)
    looked_up: list[int] = []

    async def newest(person: int, *_: object) -> list[object]:
        looked_up.append(person)
        return []

    monkeypatch.setattr(tables.store, "newest", newest)
    assert await one.rooms.hands.recalled(table, seat, Beside(rest="a")) == Beside(rest="a")
    assert not looked_up
    assert await one.rooms.hands.recalled(table, seat, ALONE) == Beside(first=True)
    assert looked_up == [table.people[seat]]


async def shows_the_newest(one: World, match: int) -> None:
    table = await one.tables.table(match)
    assert isinstance(table, Begun)
    for hand in await one.tables.store.hands(match):
        seat = table.eyes_of(hand.person)
        assert seat is not None
        if hand.channel or one.hour[0] - hand.at >= PAUSE:
            continue
        beside = await one.rooms.hands.beside(table, hand.person)
        now = await one.rooms.hands.shows(table, seat, "en", beside)
        shown = one.discord.private[hand.message]
        assert (shown.rows, shown.below) == (now.rows, now.below)


@pytest.mark.parametrize("game", [key for key in GAMES if key != "morra"])
async def test_every_open_hand_shows_the_newest(tables: Tables, game: str) -> None:
    """On two devices, through restarts and troubles, and when it was pressed again after an hour."""
    dice, hour = random.Random(game), [NOON]
    board = Discord(lambda: hour[0])
    one = world.create_world(tables.store, board, hour)
    match = (await world.begun(one.tables, game)).id
    for at, event in zip(range(STEPS), events(dice), strict=False):
        for number, person in enumerate((ANN, ANN, BEN)):
            if at == 0 or dice.random() < 0.3:
                await pressed(one, match, person, 700 + number)
        match event:
            case "restart":
                one = world.create_world(tables.store, board, hour)
            case "later":
                hour[0] += dice.choice([MINUTE, PAUSE, HOUR])
            case "trouble":
                board.fails("edit_private", Unavailable("away"))
        if not await chosen(one, match, dice):
            break
        await retold(one, match)
        await shows_the_newest(one, match)
    assert board.private


@pytest.mark.parametrize(
    ("what", "told"),
    [("accepted", "has begun"), ("declined", "declined"), ("withdrawn", "took the offer back"), ("late", "declined")],
)
async def test_what_opened_beside_an_offer_says_what_became_of_it(tables: Tables, what: str, told: str) -> None:
    """Where its host could change it or take it back; nothing stays there that is too late."""
    hour = [NOON]
    one = world.create_world(tables.store, Discord(lambda: hour[0]), hour)
    match = (await world.challenge(tables, "schnick")).id
    press = Asked(ANN, "en", SERVER, CHANNEL, cause(), NOON, message=70)
    more = await one.rooms.asides.more(press, Address(Verb.MORE, match, 0))
    assert more.aside
    assert more.scene
    await tables.store.hold(Hand(match, ANN, 71, 0, 0, NOON, "token 71", kind=ASIDE))
    one.discord.private[71] = more.scene
    one.herald.stir(match)
    await one.herald.settle()
    assert one.discord.private[71] is more.scene, "it is still an offer"
    hour[0] += HOUR if what == "late" else MINUTE
    said = {"accepted": tables.sit, "withdrawn": tables.withdraw}.get(what, tables.decline)
    await said(match, ANN if what == "withdrawn" else BEN, cause=cause(), now=hour[0])
    one.herald.stir(match)
    await one.herald.settle()
    shown = one.discord.private[71]
    assert shown
    # By then Discord takes no edit of it any more.
    assert (told in str(shown.above)) == (what != "late")
    if what != "late":
        verbs = {it.verb for row in shown.rows if isinstance(row, tuple) for b in row if (it := Address.parse(b.to))}
        assert not verbs & {Verb.OPTIONS, Verb.WITHDRAW, Verb.START, Verb.CHOOSE}
    assert await tables.store.hands(match, ASIDE) == []


@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("game", [key for key in GAMES if key != "morra"])
async def test_what_is_pressed_while_it_is_written_shows_what_was_pressed(
    tables: Tables, game: str, elsewhere: bool, lost: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The press may lead to another match; and what was written arrives last, though nobody may hear that it did."""
    dice, hour = random.Random(game), [NOON]
    one = world.create_world(tables.store, Discord(lambda: hour[0]), hour)
    match, other = [(await world.begun(one.tables, game)).id for _ in range(2)]
    for each in (match, other):
        await one.refresh(each)
    await pressed(one, match, ANN, 700)
    leads = other if elsewhere else match
    written = one.discord.edit_private

    async def write(token: str, message: int, scene: Scene) -> None:
        monkeypatch.setattr(one.discord, "edit_private", written)
        await chosen(one, match, dice)
        one.herald.stir(match)
        hour[0] += 1
        answer = await one.rooms.desk.answer(
            Asked(ANN, "en", SERVER, CHANNEL, cause(), hour[0], message, private=True), Address(Verb.CHOOSE, leads, 0)
        )
        assert answer.scene
        assert answer.holds
        one.discord.private[message] = answer.scene
        held = Hand(leads, ANN, message, 0, answer.holds.step, hour[0], "newer", answer.holds.shows)
        await tables.store.hold(held, present=True)
        await written(token, message, scene)
        if lost:
            raise Unavailable("away")

    monkeypatch.setattr(one.discord, "edit_private", write)
    await chosen(one, match, dice)
    await one.refresh(match)
    assert one.discord.edit_private == written
    assert [it.message for it in await tables.store.hands(leads) if it.person == ANN and not it.channel] == [700]
    await shows_the_newest(one, leads)


async def test_what_was_told_before_an_answer_came_is_told_once_more(tables: Tables) -> None:
    """It lies upon it now, and nothing else would tell it."""
    one, match = await away(tables)
    await pressed(one, match, ANN, 700)
    (held,) = [it for it in await tables.store.hands(match) if it.message == 700]
    read = (await tables.table(match)).seq
    await chosen(one, match, random.Random("once more"))
    await one.refresh(match)
    # The answer to the press arrives, of what there was when it was read.
    one.discord.private[700] = Scene(above=("as it was",))
    await one.rooms.hands.held(replace(held, shows="as it was"), read, None)
    await one.herald.settle()
    assert one.discord.private[700].above != ("as it was",)


async def test_who_went_to_another_match_and_came_back_stays_there(tables: Tables) -> None:
    """However late it is noted that they went."""
    one, match = await away(tables)
    other = await world.begun(one.tables, "schamanen", placement="random")
    await one.refresh(other.id)
    await pressed(one, match, ANN, 700)
    (back,) = [it for it in await tables.store.hands(match) if it.message == 700]
    one.discord.private[700] = Scene(above=("elsewhere",))
    await one.rooms.hands.held(replace(back, match=other.id, at=back.at - 1), other.seq, None)
    await one.herald.settle()
    assert [it.match for it in await tables.store.hands(other.id) if it.message == 700] == []
    await shows_the_newest(one, match)


@pytest.mark.parametrize("noted", ["before", "after", "never"])
async def test_the_end_that_is_answered_while_something_else_is_written_stays(
    tables: Tables, noted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written arrives last, and is noted before the answer is, or after, or nobody hears that it came."""
    one, match = await away(tables)
    await pressed(one, match, ANN, 700)
    written = one.discord.edit_private
    answered: list[Awaitable[None]] = []

    async def write(token: str, message: int, scene: Scene) -> None:
        if message == 700:
            monkeypatch.setattr(one.discord, "edit_private", written)
            one.hour[0] += 1
            await tables.say(match, BEN, RESIGN, step=None, cause=cause(), now=one.hour[0])
            asked = Asked(ANN, "en", SERVER, CHANNEL, cause(), one.hour[0], message, private=True)
            answer = await one.rooms.desk.answer(asked, Address(Verb.CHOOSE, match, 0))
            assert answer.holds
            assert answer.holds.shows == OVER
            hand = Hand(match, ANN, message, 0, answer.holds.step, asked.now, "newer", answer.holds.shows)
            answered.append(one.rooms.hands.held(hand, answer.holds.seq, None))
            if noted != "before":
                await answered[0]
        await written(token, message, scene)
        if message == 700 and noted == "never":
            raise Unavailable("away")

    monkeypatch.setattr(one.discord, "edit_private", write)
    await chosen(one, match, random.Random("end"))
    one.herald.stir(match)
    await one.herald.settle()
    if noted == "before":
        await answered[0]
        await one.herald.settle()
    assert Verb.REMATCH in verbs(one.discord.private[700])
    assert await tables.store.hands(match) == []


async def test_of_many_hands_none_is_paused_at_the_end(tables: Tables) -> None:
    """Where somebody types the last word, too: what they have before them shows how it ended."""
    one, match = await away(tables)
    for message in (700, 701):
        one.hour[0] += 1
        await pressed(one, match, ANN, message)
    one.hour[0] += 1
    await tables.say(match, ANN, RESIGN, step=None, cause=cause(), now=one.hour[0])
    await one.rooms.hands.held(Hand(match, ANN, 702, 0, 0, one.hour[0], "token 702", "over"), 9, None)
    await one.herald.settle()
    for message in (700, 701):
        assert Verb.REMATCH in verbs(one.discord.private[message])
    assert 702 not in one.discord.private, "it was answered so, and needs no edit"
    assert await tables.store.hands(match) == []


async def test_an_end_that_was_answered_in_a_direct_message_stays(tables: Tables) -> None:
    """However late it is told."""
    one, match = await away(tables)
    (call,) = [it for it in await tables.store.hands(match) if it.person == BEN and it.channel]
    await tables.say(match, ANN, RESIGN, step=None, cause=cause(), now=one.hour[0])
    await tables.store.hold(replace(call, at=one.hour[0], token=OLD, shows="over"))
    one.hour[0] += 3 * HOUR
    await one.refresh(match)
    assert Place(call.channel, call.message) in one.discord.messages
    assert await tables.store.hands(match) == []


async def test_of_many_hands_the_newest_are_kept_and_the_others_laid_aside(tables: Tables) -> None:
    """Whoever types every word has one more with each."""
    one, match = await away(tables)
    for message in range(700, 705):
        one.hour[0] += 1
        await pressed(one, match, ANN, message)
    whispered = [it for it in await tables.store.hands(match) if not it.channel]
    assert [it.message for it in whispered] == [703, 704]
    for message in (700, 701, 702):
        assert one.discord.private[message].above[-1].startswith("⏸️")
    one.hour[0] += 1
    await pressed(one, match, ANN, 700)
    await shows_the_newest(one, match)
    assert 700 in {it.message for it in await tables.store.hands(match)}


async def away(tables: Tables, **player: object) -> tuple[World, int]:
    """A match that has just begun between two who are not there."""
    hour = [NOON]
    one = world.create_world(tables.store, Discord(lambda: hour[0]), hour)
    await one.preferences.set_player(ANN, Player.model_validate(player))
    table = await world.begun(one.tables, "schamanen", placement="random")
    await one.refresh(table.id)
    return one, table.id


async def test_who_is_away_is_called_once_however_often_it_is_told(tables: Tables) -> None:
    one, match = await away(tables)
    for _ in range(3):
        one = world.create_world(tables.store, one.discord, one.hour)
        await one.refresh(match)
        await one.clock(one.hour[0] + MINUTE)
    assert [one.discord.pings(person) for person in (ANN, BEN)] == [1, 1]


@pytest.mark.parametrize(("prompts", "direct", "here"), [("dm", 1, 0), ("here", 0, 1), ("both", 1, 1), ("none", 0, 0)])
async def test_everybody_is_called_in_their_own_way(tables: Tables, prompts: str, direct: int, here: int) -> None:
    one, _ = await away(tables, prompts=prompts)
    posted = [(channel, ANN in scene.called) for channel, scene in one.discord.posted]
    assert posted.count((DIRECT + ANN, False)) == direct
    assert posted.count((CHANNEL, True)) == here


async def test_who_cannot_be_written_to_is_called_by_the_card(tables: Tables) -> None:
    hour = [NOON]
    one = world.create_world(tables.store, Discord(lambda: hour[0]), hour)
    one.discord.fails(f"tell {BEN}", Unreachable("unreachable-dm"))
    match = (await world.begun(one.tables, "schamanen", placement="random")).id
    await one.refresh(match)
    assert [CHANNEL for channel, scene in one.discord.posted if BEN in scene.called] == [CHANNEL]
    assert one.discord.pings(BEN) == 1


async def test_nor_does_the_card_wait_with_it_where_the_clock_had_it_done(tables: Tables) -> None:
    """What is being done is put off in the store; that it is not done yet is remembered."""
    hour = [EARLIER]
    one = world.create_world(tables.store, Discord(lambda: hour[0]), hour)
    match = (await world.begun(one.tables, "schamanen", placement="random")).id
    await one.refresh(match)
    await present(tables.store, [BEN], NOON)
    await one.clock(NOON)
    one.discord.fails(f"tell {BEN}", Unreachable("unreachable-dm"))
    await one.clock(NOON + AT_IT)
    assert one.discord.pings(BEN) == 1


async def test_what_happened_is_looked_up_only_for_who_reads_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a table of three, where it is a line each; what shows already is not folded again."""
    hour = [NOON]
    one = world.create_world(tables.store, Discord(lambda: hour[0]), hour)
    agreement = Agreement(seats=3, clock=None, order=(0, 1, 2))
    made = await tables.offer(
        ANN, (BEN, CAT), GAMES["woodwalkers"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    match = made.table.id
    for person in (BEN, CAT):
        await tables.sit(match, person, cause=cause(), now=NOON)
    loads: list[int] = []
    load = tables.store.load

    async def counted(number: int) -> Journal | None:
        loads.append(number)
        return await load(number)

    monkeypatch.setattr(tables.store, "load", counted)
    await pressed(one, match, ANN, 700)
    assert loads
    loads.clear()
    for _ in range(3):
        await one.refresh(match)
    assert loads == []


async def test_a_hand_that_was_opened_for_somebody_is_paused_in_time(tables: Tables) -> None:
    """Though nothing happens at its match before that."""
    one, match = await away(tables)
    await tables.store.drop((await tables.store.hands(match))[0])
    await tables.store.open_door(Door(match, ANN, 900, "hers", NOON))
    await one.refresh(match)
    (hand,) = one.discord.private
    await one.clock(NOON + PAUSE - 1)
    assert not one.discord.private[hand].above[-1].startswith("⏸️")
    await one.clock(NOON + PAUSE)
    assert one.discord.private[hand].above[-1].startswith("⏸️")


async def test_a_hand_that_was_pressed_again_is_let_be_until_it_is_due(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pause that was due for the press before leads to one look, not to one each minute."""
    one, match = await away(tables)
    await pressed(one, match, ANN, 700)
    one.hour[0] += PAUSE - MINUTE
    await tables.store.hold(Hand(match, ANN, 700, 0, 0, one.hour[0], "newer"))
    looks: list[int] = []
    outlook = tables.store.outlook

    async def counted(number: int) -> Outlook | None:
        looks.append(one.hour[0])
        return await outlook(number)

    monkeypatch.setattr(tables.store, "outlook", counted)
    until = one.hour[0] + PAUSE
    while one.hour[0] < until:
        assert not one.discord.private[700].above[-1].startswith("⏸️")
        await one.clock(one.hour[0] + MINUTE)
    assert one.discord.private[700].above[-1].startswith("⏸️")
    assert sorted({*looks}) == [NOON + PAUSE, until]


async def test_whoever_thinks_about_a_hint_is_paused_like_anybody(tables: Tables) -> None:
    one, match = await away(tables)
    await pressed(one, match, ANN, 700)
    one.rooms.hands.hinted(700, 0)
    await one.clock(one.hour[0] + PAUSE)
    assert one.discord.private[700].above[-1].startswith("⏸️")


async def test_for_whom_no_hand_can_be_opened_stops_nobody_else(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = [NOON]
    one = world.create_world(tables.store, Discord(lambda: hour[0]), hour)
    table = await world.begun(one.tables, "schamanen", placement="random")
    for person in (BEN, ANN):
        await tables.store.open_door(Door(table.id, person, 900, "token", NOON - person))
    awaiting = one.tables.awaiting

    async def troubled(person: int, headers: Iterable[Header]) -> list[Play]:
        if person == ANN:
            raise KeyError("a match of hers that cannot be folded")
        return await awaiting(person, headers)

    monkeypatch.setattr(one.tables, "awaiting", troubled)
    await one.refresh(table.id)
    assert {it.person for it in await tables.store.hands(table.id) if not it.channel} == {BEN}
    header = await tables.store.header(table.id)
    assert header
    assert header.shown == header.seq
    assert one.discord.pings(BEN) == 1


async def test_what_a_press_does_not_reach_is_reached_where_it_lies(tables: Tables) -> None:
    """In direct messages a hand outlives every token: it is written on, and goes when another one has come."""
    one, match = await away(tables)
    (hand, _) = await tables.store.hands(match)
    place = Place(hand.channel, hand.message)
    await tables.store.hold(replace(hand, token=OLD, at=NOON))
    before = one.discord.messages[place]
    one.discord.fails("edit_private", Lost())
    await world.chosen(one.tables, match, BEN)
    await one.refresh(match)
    assert one.discord.messages[place] != before
    (kept, _) = await tables.store.hands(match)
    assert kept.token == OLD
    one.discord.fails("take_back", Lost())
    await one.rooms.hands.put_down(kept)
    assert place not in one.discord.messages
    assert kept not in await tables.store.hands(match)
    assert not one.discord.troubles["edit_private"] + one.discord.troubles["take_back"]


async def test_whoever_has_left_has_no_hand_any_more(tables: Tables) -> None:
    one, match = await away(tables)
    await pressed(one, match, ANN, 700)
    table = await one.tables.table(match)
    assert isinstance(table, Play)
    await one.tables.say(match, ANN, ("!resign",), step=None, cause=cause(), now=NOON)
    await one.refresh(match)
    assert await tables.store.hands(match) == []
