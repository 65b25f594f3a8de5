"""Rules that change: what began by those before is called off and says so, what ended by them stays, and all go on.

The rules of one game change in one fixture, and each room that may come upon such a match is tried with it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import create_model

from bot.desk.asked import Asked
from bot.preferences import Server
from bot.rooms import Rooms
from bot.scenes.address import Address, Verb
from bot.table.agreement import Agreement
from bot.table.table import Closed, Foreign, Offer, Play, Table
from bot.terminal.doctor import complaints
from bot.time import DAY, HOUR
from games import GAMES
from games.core import Seat
from games.dice import Dice
from games.options import Options
from games.refused import Refused
from games.words import LOCALES
from storage import Damaged, Deadline, Journal
from storage.statement import Statement
from tests.games import morra
from tests.kit import match as matches
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER, cause, said
from tests.kit.world import World, begun, challenge, chosen, restart_world

KEY = "woodwalkers"
OFF = "so this was called off"
Changed = Callable[[int], None]


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Changed:
    """Sets the edition that is here; by each other one the dice lay out another start."""
    game = GAMES[KEY]
    first = game.start

    def change(edition: int) -> None:
        def start(options: Options, seats: Seat, dice: Dice) -> object:
            for _ in range(edition - 1):
                dice.below(2)
            return first(options, seats, dice)

        monkeypatch.setattr(game, "EDITION", edition)
        monkeypatch.setattr(game, "start", start)

    return change


def asked(person: int = ANN) -> Asked:
    return Asked(person, "en", SERVER, CHANNEL, cause(), NOON)


async def in_play(world: World, clock: int | None = HOUR) -> Table:
    """Both have their question before them, and one has chosen."""
    table = await begun(world.tables, KEY, clock)
    await world.refresh(table.id)
    await chosen(world.tables, table.id, ANN)
    await world.refresh(table.id)
    assert world.discord.direct(ANN)
    assert world.discord.direct(BEN)
    return table


async def caught_up(world: World) -> World:
    world = restart_world(world)
    await world.herald.catch_up()
    await world.herald.settle()
    return world


async def test_what_began_by_older_rules_is_called_off_and_says_so(world: World, rules: Changed) -> None:
    """On the card, at the bottom, and in both hands; once, unrated, and nothing is due any more."""
    table = await in_play(world)
    rules(2)
    world = await caught_up(world)
    ended = await world.tables.table(table.id)
    assert isinstance(ended, Foreign)
    assert (ended.how, ended.over, set(ended.people)) == ("outdated", True, {ANN, BEN})
    header = await world.tables.store.header(table.id)
    assert header
    assert (header.live, header.status, header.shown) == (False, "outdated", ended.seq)
    journal = await world.tables.journal(table.id)
    assert (journal.events[-1].kind, journal.deadlines) == ("outdated", ())
    assert await world.tables.store.results(table.id) == []
    assert await world.tables.store.hands(table.id) == []
    (card,) = world.discord.at(CHANNEL)
    assert OFF in str(card.above)
    assert f"{Verb.REMATCH}:{table.id}" in str(card.rows)
    for person in (ANN, BEN):
        (hand,) = world.discord.direct(person)
        assert OFF in str(hand.above)
        assert f"{Verb.PICK}:" not in str(hand.rows)
    before = len(world.discord.posted)
    world = await caught_up(world)
    await world.herald.sweep()
    await world.clock(NOON + DAY)
    assert len(world.discord.posted) == before
    assert world.discord.at(CHANNEL) == [card]


@pytest.mark.parametrize("way", ["clock", "sweep", "house"])
async def test_whoever_meets_it_first_calls_it_off(
    world: World, rules: Changed, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    """No deadline is put off for ever, and nobody falls over it."""
    table = await in_play(world)
    if way == "house":
        await world.tables.store.schedule(table.id, Deadline("house", NOON, 0))
    rules(2)
    world = restart_world(world)
    with caplog.at_level(logging.WARNING):
        if way == "sweep":
            await world.herald.sweep()
            await world.herald.settle()
        else:
            await world.clock(NOON + (DAY if way == "clock" else 0))
    assert [it.getMessage() for it in caplog.records] == []
    header = await world.tables.store.header(table.id)
    assert header
    assert not header.live
    assert await world.tables.store.earliest() is None
    assert OFF in str(world.discord.at(CHANNEL)[-1].above)


async def test_an_offer_by_older_rules_is_called_off_too(world: World, rules: Changed) -> None:
    """It has no seats yet, and so nothing to be played again."""
    offer = await challenge(world.tables, KEY)
    await world.refresh(offer.id)
    rules(2)
    with pytest.raises(Refused, match="closed-outdated"):
        await restart_world(world).tables.sit(offer.id, BEN, cause=cause(), now=NOON)
    world = await caught_up(world)
    (card,) = world.discord.at(CHANNEL)
    assert OFF in str(card.above)
    assert card.rows == ()
    with pytest.raises(Refused, match="closed-outdated"):
        await world.tables.rematch(offer.id, ANN, cause=cause(), now=NOON)


async def test_in_a_thread_it_is_told_there_and_above(world: World, rules: Changed) -> None:
    await world.preferences.set_server(SERVER, Server(threads=True))
    table = await challenge(world.tables, KEY)
    await world.refresh(table.id)
    await world.tables.sit(table.id, BEN, cause=cause(), now=NOON)
    await world.refresh(table.id)
    (thread,) = world.discord.threads
    rules(2)
    world = await caught_up(world)
    (line,) = world.discord.at(CHANNEL)
    (last,) = world.discord.at(thread)
    assert OFF in str(line.above)
    assert OFF in str(last.above)
    assert line.rows
    assert not last.rows


async def test_nobody_s_other_matches_notice(world: World, rules: Changed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inbox, lists, practice and the rematch of other games: of everybody who is in one."""
    old, other = await in_play(world), await begun(world.tables, "schnick")
    rules(2)
    # It is for the tests, and has no words.
    monkeypatch.delitem(GAMES, morra.KEY)
    rooms: Rooms = restart_world(world).rooms
    assert [it.id for it in await rooms.tables.waiting(BEN)] in ([other.id], [])
    assert await rooms.moves.inbox(asked())
    listed = (await rooms.asides.listing(asked())).scene
    assert listed
    assert f"{other.id}" in str(listed.above)
    # Beneath its heading.
    assert len(listed.above) == 2
    assert {value for _, value in await rooms.which.matches(asked())} == {str(old.id), str(other.id)}
    await said(rooms.tables, other, 0, "!resign", now=NOON)
    assert (await rooms.offers.rematch(asked(), Address(Verb.REMATCH, other.id, 0))).card


@pytest.mark.parametrize("verb", [Verb.CHOOSE, Verb.MORE, Verb.REPLAY, Verb.VERIFY, Verb.TEXT, Verb.ASK])
@pytest.mark.parametrize("over", [False, True])
async def test_what_is_pressed_on_it_is_answered_in_words(world: World, rules: Changed, verb: Verb, over: bool) -> None:
    table = await in_play(world)
    if over:
        await said(world.tables, await world.tables.table(table.id), 0, "!resign", now=NOON)
    rules(2)
    rooms = restart_world(world).rooms
    with pytest.raises(Refused) as no:
        await rooms.desk.answer(asked(), Address(verb, table.id, 0))
    assert no.value.key == ("closed-bygone" if over else "closed-outdated")


@pytest.mark.parametrize("over", [False, True])
async def test_a_rematch_is_by_the_rules_of_today(world: World, rules: Changed, over: bool) -> None:
    """The same people, the same options as far as there are such still, the seats changed round."""
    table = await in_play(world)
    if over:
        await said(world.tables, await world.tables.table(table.id), 0, "!resign", now=NOON)
    rules(2)
    world = await caught_up(world)
    answer = await world.rooms.offers.rematch(asked(), Address(Verb.REMATCH, table.id, 0))
    offer = answer.card
    assert isinstance(offer, Offer)
    assert (offer.host, offer.named, offer.agreement.clock) == (ANN, (BEN,), HOUR)
    before = await world.tables.table(table.id)
    assert isinstance(before, Foreign)
    assert offer.agreement.order == tuple((before.people.index(who) + 1) % 2 for who in (ANN, BEN))
    header = await world.tables.store.header(offer.id)
    assert header
    assert header.edition == 2
    # Whoever asks for the same accepts.
    accepted = await world.tables.rematch(table.id, BEN, cause=cause(), now=NOON)
    assert isinstance(accepted.table, Play)
    elsewhere = await world.rooms.offers.rematch(
        Asked(ANN, "en", None, 9, cause(), NOON), Address(Verb.REMATCH, table.id, 0)
    )
    assert elsewhere.scene
    assert "rematch" in str(elsewhere.scene.below)


async def test_options_that_are_no_more_are_left_out_of_it(
    world: World, rules: Changed, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(world.tables, KEY, variant="midnight")
    now: Any = Literal["day"]
    fewer: Any = create_model("Options", __base__=GAMES[KEY].options_class, variant=(now, "day"))
    monkeypatch.setattr(GAMES[KEY], "options_class", fewer)
    rules(2)
    done = await restart_world(world).tables.rematch(table.id, ANN, cause=cause(), now=NOON)
    assert done.table.options.model_dump() == fewer().model_dump()


async def test_what_ended_by_older_rules_keeps_its_result(world: World, rules: Changed, tmp_path: Path) -> None:
    table = await in_play(world)
    await said(world.tables, await world.tables.table(table.id), 0, "!resign", now=NOON)
    await world.refresh(table.id)
    (card,) = world.discord.at(CHANNEL)
    results = await world.tables.store.results(table.id)
    rules(2)
    world = await caught_up(world)
    assert world.discord.at(CHANNEL) == [card]
    assert await world.tables.store.results(table.id) == results
    scene = (await world.rooms.profiles.player(asked(), ANN)).scene
    assert scene
    assert GAMES[KEY].say("name", "en") in str(scene)
    assert [value for _, value in await world.rooms.which.matches(asked(), over=True)] == [str(table.id)]
    with pytest.raises(Refused, match="closed-bygone"):
        await world.rooms.lookback.replay(asked(), "")
    with pytest.raises(Refused, match="closed-bygone"):
        await world.rooms.lookback.verify(asked(), "")
    assert [line async for line in complaints(world.tables.store, tmp_path, NOON)] == []


async def test_an_end_that_was_not_told_before_the_rules_changed_is_told(world: World, rules: Changed) -> None:
    table = await in_play(world)
    await said(world.tables, await world.tables.table(table.id), 0, "!resign", now=NOON)
    rules(2)
    world = await caught_up(world)
    (card,) = world.discord.at(CHANNEL)
    assert "Its result stands" in str(card.above)
    assert all("Its result stands" in str(hand.above) for who in (ANN, BEN) for hand in world.discord.direct(who))
    assert await world.tables.store.unshown() == []


async def test_the_doctor_says_so_and_reads_on(world: World, rules: Changed, tmp_path: Path) -> None:
    table = await in_play(world)
    store = world.tables.store
    rules(2)
    told = [line async for line in complaints(store, tmp_path, NOON)]
    assert told == [
        f"match {table.id}: is of edition 1 of its rules, and here is edition 2; a running bot calls it off"
    ]
    rules(0)
    told = [line async for line in complaints(store, tmp_path, NOON)]
    assert told == [f"match {table.id}: is of edition 1 of its rules, and here is edition 0; a newer bot plays it on"]
    rules(2)
    await caught_up(world)
    assert [line async for line in complaints(store, tmp_path, NOON)] == []


async def test_what_is_played_by_newer_rules_is_left_to_whoever_has_them(
    world: World, rules: Changed, caplog: pytest.LogCaptureFixture
) -> None:
    """Versions come and go while everybody plays: an older process ends nothing, and says that it has to learn yet."""
    rules(2)
    table = await in_play(world)
    cards = world.discord.at(CHANNEL)
    rules(1)
    older = await caught_up(world)
    with caplog.at_level(logging.WARNING):
        await older.herald.sweep()
        await older.clock(NOON + DAY)
    assert [it.getMessage() for it in caplog.records] == []
    with pytest.raises(Refused, match="closed-newer"):
        await older.rooms.moves.choose(asked(), Address(Verb.CHOOSE, table.id, 0))
    header = await older.tables.store.header(table.id)
    assert header
    assert header.live
    assert world.discord.at(CHANNEL) == cards
    due = await older.tables.store.earliest()
    assert due is not None
    assert due > NOON + DAY, "it is not asked again and again"
    rules(2)
    newer = await caught_up(world)
    await newer.clock(NOON + 2 * DAY)
    assert (await newer.tables.table(table.id)).status in {"lapse", "abandoned"}


@pytest.mark.usefixtures("without_morra")
async def test_a_game_that_is_not_here_any_more_is_in_nobody_s_way(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer version had it, and was taken back: its people play on whatever else they play."""
    gone = await begun(world.tables, KEY)
    stays = await begun(world.tables, "schamanen", placement="random")
    offered = await challenge(world.tables, "schnick")
    monkeypatch.delitem(GAMES, KEY)
    world = await in_nobody_s_way(restart_world(world), stays, offered)
    for person in (ANN, BEN):
        with pytest.raises(Refused, match="no-table"):
            await world.rooms.moves.choose(asked(person), Address(Verb.CHOOSE, gone.id, 0))


@pytest.mark.usefixtures("without_morra")
async def test_what_is_damaged_of_a_match_is_in_nobody_s_way(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stays, offered = (
        await begun(world.tables, "schamanen", placement="random"),
        await challenge(world.tables, "schnick"),
    )
    torn, unshaken = await begun(world.tables, KEY), await challenge(world.tables, "schamanen")
    store = world.tables.store
    load = store.load

    async def load_undamaged(match: int) -> Journal | None:
        if match in {torn.id, unshaken.id}:
            raise Damaged("the database is damaged")
        return await load(match)

    monkeypatch.setattr(store, "load", load_undamaged)
    world = await in_nobody_s_way(restart_world(world), stays, offered)
    told = [line async for line in complaints(store, tmp_path, NOON)]
    for it in (torn, unshaken):
        assert f"match {it.id}: the database is damaged" in told


async def in_nobody_s_way(world: World, stays: Table, offered: Table) -> World:
    """Of all that these two have only those two can be read, which they play and are shown."""
    rooms = world.rooms
    for person in (ANN, BEN):
        assert {table.id for table in await world.tables.engaging(person)} == {stays.id, offered.id}
        listing = (await rooms.asides.listing(asked(person))).scene
        assert listing
        assert len(listing.above) == 3
        assert (await rooms.which.meant(asked(person), "")).id in {stays.id, offered.id}
        assert (await rooms.which.ended(asked(person), "resign", "")).id == stays.id
    assert (await rooms.which.shaken(asked(ANN), "")).id == offered.id
    await chosen(world.tables, stays.id, ANN)
    await world.herald.settle()
    await said(world.tables, await world.tables.table(stays.id), 0, "!resign", now=NOON)
    again = await world.tables.rematch(stays.id, BEN, cause=cause(), now=NOON)
    assert isinstance(again.table, Offer)
    return world


async def test_the_older_rules_may_come_back(world: World, rules: Changed) -> None:
    table = await in_play(world)
    rules(2)
    await caught_up(world)
    rules(1)
    world = await caught_up(world)
    back = await world.tables.table(table.id)
    assert isinstance(back, Closed)
    assert back.how == "outdated"


async def test_practice_says_so_when_it_is_pressed(world: World, rules: Changed) -> None:
    """Nobody else sees it, and the next one begins."""
    agreement = Agreement(kind="practice", seats=2, house=1, rated=False, clock=None)
    done = await world.tables.offer(
        ANN, (), GAMES[KEY], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    rules(2)
    world = await caught_up(world)
    assert world.discord.at(CHANNEL) == []
    with pytest.raises(Refused, match="closed-outdated"):
        await world.rooms.moves.choose(asked(), Address(Verb.CHOOSE, done.table.id, 0))
    answer = await world.rooms.offers.rematch(asked(), Address(Verb.REMATCH, done.table.id, 0))
    assert answer.scene
    await world.rooms.house.settle()


@pytest.mark.parametrize("locale", LOCALES)
async def test_it_is_said_in_every_language(world: World, rules: Changed, locale: str) -> None:
    table = await in_play(world)
    await world.preferences.set_server(SERVER, Server.model_validate({"locale": locale}))
    rules(2)
    world = await caught_up(world)
    (card,) = world.discord.at(CHANNEL)
    assert GAMES[KEY].say("name", locale) in card.above[1]
    assert (OFF in card.above[1]) == (locale == "en")
    assert table.id


async def test_a_game_that_is_gone_stops_nobody_else_s_match(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """It cannot be told, which is said, and is tried again in a while; the look at all others goes on."""
    lost = await matches.begun(world.tables, DAN, by=CAT)
    await begun(world.tables)
    store = world.tables.store
    await store.database.write(Statement("UPDATE match SET game = :game WHERE id = :match")(game="gone", match=lost.id))
    world = await caught_up(world)
    assert world.discord.direct(ANN), "the other is told"
    said_so = len(caplog.records)
    for _ in range(3):
        await world.herald.sweep()
        await world.herald.settle()
    assert "gone" in caplog.text
    assert len([it for it in caplog.records[said_so:] if it.exc_info]) == 0, "it is not said with every look"
