"""On a holiday one's clocks stand still, nobody calls, and opponents are told; in whichever process it was taken.

One holiday stops clocks, keeps calls back and is told on cards: all of it is tried by the same few functions.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from bot.desk.asked import Asked
from bot.scenes import settings
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Scene, Select
from bot.table.agreement import Agreement
from bot.table.deadlines import Due
from bot.table.holiday import DAYS, SEASON, Holidays, Leave
from bot.table.table import Begun, Kind, Over, Play, Venue
from bot.table.tables import Tables
from bot.terminal.doctor import complaints
from bot.time import DAY, HOUR, MINUTE
from games import GAMES
from games.refused import Refused
from storage import Hand, Holiday, Store
from tests.bot.databases import both_databases
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER, cause
from tests.kit.world import EARLIER, World, begun, challenge, chosen, create_world

AWAY = f"🏖️ <@{BEN}> is away until <t:{(NOON + 3 * DAY) // 1000}:D>."


@pytest.fixture
async def world(tables: Tables) -> AsyncIterator[World]:
    hour = [NOON]
    one = create_world(tables.store, Discord(lambda: hour[0]), hour)
    yield one
    await one.herald.settle()


def holidays(world: World) -> Holidays:
    return Holidays(world.tables, world.tables.store, world.herald.renew)


async def waiting_for_ben(world: World) -> int:
    match = (await begun(world.tables, clock=DAY)).id
    await chosen(world.tables, match, ANN)
    return match


async def due(world: World, match: int, kind: Due = Due.TURN) -> int:
    return next(it.due for it in await world.tables.store.standing(match) if it.kind == kind)


@both_databases
async def test_a_clock_stands_still_and_then_goes_on(world: World) -> None:
    match = await waiting_for_ben(world)
    await holidays(world).take(BEN, 3, NOON)
    for now in (EARLIER + DAY, NOON + 2 * DAY, EARLIER + 4 * DAY - 1):
        await world.clock(now)
        assert isinstance(await world.tables.table(match), Play)
    assert await due(world, match) == EARLIER + 4 * DAY
    await world.clock(EARLIER + 4 * DAY)
    assert isinstance(await world.tables.table(match), Over)


@both_databases
async def test_what_was_used_before_stays_used_and_the_others_clocks_go(world: World) -> None:
    match = (await begun(world.tables, clock=DAY)).id
    await holidays(world).take(BEN, 3, NOON)
    table = await world.tables.table(match)
    assert isinstance(table, Play)
    left = {table.people[seat]: table.due(seat, world.tables.absences) for seat in table.match.waiting}
    assert left == {ANN: EARLIER + DAY, BEN: EARLIER + 4 * DAY}
    await world.clock(EARLIER + DAY)
    assert isinstance(await world.tables.table(match), Over)


async def test_what_is_played_abroad_waits_for_no_card_because_of_a_holiday(world: World) -> None:
    """Its card changes by presses alone, and so nothing is remembered that nobody would ever tell."""
    tables, terms = world.tables, Agreement(kind="challenge", seats=2, clock=DAY)
    game = GAMES["schamanen"]
    made = await tables.offer(
        ANN, [BEN], game, {}, terms, server=None, channel=CHANNEL, cause=cause(), now=NOON, venue=Venue.ABROAD
    )
    match = (await tables.sit(made.table.id, BEN, cause=cause(), now=NOON)).table.id
    await holidays(world).take(BEN, 3, NOON)
    assert world.rooms.notice.wanted(match)
    await world.refresh(match)
    assert not world.rooms.notice.wanted(match)


async def test_whoever_plays_on_their_holiday_is_charged_for_nothing(world: World) -> None:
    match = (await begun(world.tables, clock=DAY)).id
    await holidays(world).take(BEN, 3, NOON)
    await chosen(world.tables, match, BEN, now=NOON + HOUR)
    table = await world.tables.table(match)
    assert isinstance(table, Begun)
    seat = table.seat_of(BEN)
    assert seat is not None
    assert table.allowances[seat].spent == NOON - EARLIER


@both_databases
async def test_a_match_that_begins_meanwhile_waits_too(world: World) -> None:
    await holidays(world).take(BEN, 3, EARLIER)
    match = await waiting_for_ben(world)
    await world.clock(EARLIER + 3 * DAY)
    assert isinstance(await world.tables.table(match), Play)
    await world.clock(EARLIER + 4 * DAY)
    assert isinstance(await world.tables.table(match), Over)


@both_databases
async def test_another_process_learns_of_it_before_anybody_loses_by_it(world: World) -> None:
    match = await waiting_for_ben(world)
    other = create_world(world.tables.store, world.discord, world.hour)
    await other.tables.table(match)
    await holidays(world).take(BEN, 3, NOON)
    await other.clock(EARLIER + DAY)
    assert isinstance(await other.tables.table(match), Play)


@both_databases
async def test_nor_is_anybody_too_late_who_chooses_where_it_was_not_heard_of(world: World) -> None:
    match = await waiting_for_ben(world)
    other = create_world(world.tables.store, world.discord, world.hour)
    await other.tables.table(match)
    await holidays(world).take(BEN, 3, NOON)
    before = (await other.tables.table(match)).seq
    assert (await chosen(other.tables, match, BEN, now=EARLIER + DAY)).seq > before


@both_databases
async def test_who_comes_back_has_nothing_that_is_due_too_late(world: World) -> None:
    match = await waiting_for_ben(world)
    await holidays(world).take(BEN, 3, NOON)
    await world.clock(EARLIER + DAY)
    assert await due(world, match) == EARLIER + 4 * DAY
    back = NOON + DAY + HOUR
    await holidays(world).end(BEN, back)
    await world.clock(back)
    right = back + DAY - (NOON - EARLIER)
    assert await due(world, match) == right
    # And in a process that has not heard of it.
    other = create_world(world.tables.store, world.discord, world.hour)
    await other.clock(right)
    assert isinstance(await other.tables.table(match), Over)


@both_databases
async def test_what_is_stored_in_ignorance_of_a_return_is_not_too_late(world: World) -> None:
    match = (await begun(world.tables, "morra", clock=DAY)).id
    other = create_world(world.tables.store, world.discord, world.hour)
    await holidays(world).take(BEN, 3, NOON)
    await other.tables.learn(NOON)
    await holidays(world).end(BEN, NOON + HOUR)
    await chosen(world.tables, match, BEN, now=NOON + HOUR)
    # By that a step begins in which Ben chooses again.
    await chosen(other.tables, match, ANN, now=NOON + HOUR)
    turns = [it.due for it in await world.tables.store.standing(match) if it.kind == Due.TURN]
    assert len(turns) == 2
    assert max(turns) <= NOON + HOUR + DAY


@both_databases
async def test_who_comes_back_while_a_deadline_is_put_right_is_not_overlooked(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await waiting_for_ben(world)
    await holidays(world).take(BEN, 3, NOON)
    other = create_world(world.tables.store, world.discord, world.hour)
    read, back = world.tables.store.holidays, EARLIER + DAY

    async def just_before(since: int, after: int) -> list[Holiday]:
        monkeypatch.setattr(world.tables.store, "holidays", read)
        news = await read(since, after)
        await holidays(world).end(BEN, back + 1)
        return news

    monkeypatch.setattr(world.tables.store, "holidays", just_before)
    (deadline,) = [it for it in await world.tables.store.standing(match) if it.kind == Due.TURN]
    await other.tables.fire(deadline, back)
    assert await due(world, match) <= back + 1 + DAY


async def test_who_chose_before_it_was_heard_of_is_charged_for_nothing_either(world: World) -> None:
    match = (await begun(world.tables, "morra", clock=DAY)).id
    other = create_world(world.tables.store, world.discord, world.hour)
    await other.tables.table(match)
    await holidays(world).take(BEN, 3, NOON)
    await chosen(other.tables, match, BEN, now=NOON + HOUR)
    await other.tables.learn(NOON + HOUR)
    table = await other.tables.table(match)
    assert isinstance(table, Begun)
    assert [it.spent for it in table.allowances.values() if it.since is None] == [NOON - EARLIER]


async def test_a_day_that_has_begun_is_used(world: World) -> None:
    away = holidays(world)
    assert await away.leave(BEN, NOON) == Leave(None, DAYS)
    await away.take(BEN, 2, NOON)
    assert await away.leave(BEN, NOON) == Leave(NOON + 2 * DAY, DAYS - 2)
    await away.end(BEN, NOON + MINUTE)
    assert await away.leave(BEN, NOON + MINUTE) == Leave(None, DAYS - 1)
    with pytest.raises(Refused, match="holiday-used"):
        await away.take(BEN, DAYS, NOON + MINUTE)
    await away.take(BEN, DAYS - 1, NOON + HOUR)
    # Whoever is away does not go away.
    with pytest.raises(Refused, match="holiday-used"):
        await away.take(BEN, 1, NOON + HOUR)
    assert await away.leave(BEN, NOON + SEASON) == Leave(None, 1)
    assert await away.leave(BEN, NOON + SEASON + HOUR) == Leave(None, DAYS)


async def test_nobody_is_called_who_is_away(world: World) -> None:
    await holidays(world).take(BEN, 3, EARLIER)
    match = await waiting_for_ben(world)
    await world.refresh(match)
    await world.clock(NOON + DAY)
    assert world.discord.pings(BEN) == 0
    await world.clock(EARLIER + 3 * DAY)
    assert world.discord.pings(BEN) == 1


async def test_a_challenge_names_who_is_away_and_does_not_call_them(world: World) -> None:
    await holidays(world).take(BEN, 3, NOON)
    await world.refresh((await challenge(world.tables)).id)
    (card,) = world.discord.at(CHANNEL)
    assert AWAY in card.below
    assert world.discord.pings(BEN) == 0


async def test_of_who_has_nothing_more_to_do_there_nothing_is_told(world: World) -> None:
    """They would rather not play, or have resigned."""
    agreement = Agreement(seats=4)
    done = await world.tables.offer(
        ANN, (BEN, CAT, DAN), GAMES["woodwalkers"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(),
        now=EARLIER,
    )  # fmt: skip
    match = done.table.id
    await world.tables.decline(match, BEN, cause=cause(), now=EARLIER)
    for person in (CAT, DAN):
        await world.tables.sit(match, person, cause=cause(), now=EARLIER)
    await world.tables.start(match, ANN, 3, cause=cause(), now=EARLIER)
    await world.tables.say(match, DAN, ("!resign",), step=None, cause=cause(), now=EARLIER)
    for person in (BEN, CAT, DAN):
        await holidays(world).take(person, 3, NOON)
    await world.refresh(match)
    (card,) = world.discord.at(CHANNEL)
    assert [line for line in card.below if "🏖️" in line] == [AWAY.replace(str(BEN), str(CAT), 1)]


async def test_the_end_does_not_call_them_either(world: World) -> None:
    match = await waiting_for_ben(world)
    await world.refresh(match)
    await holidays(world).take(BEN, 3, NOON)
    before = world.discord.pings(BEN)
    await world.tables.say(match, ANN, ("!resign",), step=None, cause=cause(), now=NOON)
    world.hour[0] += HOUR
    await world.refresh(match)
    assert world.discord.pings(BEN) == before


async def test_opponents_are_told_on_the_card_and_in_their_hands(world: World) -> None:
    match = await waiting_for_ben(world)
    for person in (ANN, BEN):
        await world.tables.store.hold(Hand(match, person, person, 0, 0, NOON, "token"))
    await world.refresh(match)
    world.hour[0] += MINUTE
    await presses(world, "3")
    await world.herald.settle()
    line = AWAY.replace(str(NOON // 1000 + 3 * 86400), str((NOON + MINUTE) // 1000 + 3 * 86400))
    (card,) = world.discord.at(CHANNEL)
    assert line in card.below
    assert line in world.discord.private[ANN].below
    assert not any("🏖️" in it for it in world.discord.private[BEN].below)
    world.hour[0] += MINUTE
    await presses(world, "back")
    await world.herald.settle()
    assert line not in world.discord.at(CHANNEL)[0].below
    assert line not in world.discord.private[ANN].below


async def presses(world: World, chosen: str) -> Select:
    about = Address(Verb.SETTLED, 0, 0, "me.holiday")
    asked = Asked(BEN, "en", SERVER, CHANNEL, cause(), world.hour[0], chosen=(chosen,))
    answer = await world.rooms.panels.settled(asked, about)
    assert isinstance(answer.scene, Scene)
    row = answer.scene.rows[-2]
    assert isinstance(row, Select)
    return row


async def test_it_is_taken_and_ended_among_ones_preferences(world: World) -> None:
    away = await presses(world, "3")
    assert f"<t:{(NOON + 3 * DAY) // 1000}:D>" in away.about
    assert ([it for it, _ in away.choices], away.chosen) == (["away", "back"], "away")
    assert await presses(world, "away") == away
    back = await presses(world, "back")
    assert "4 left" not in back.about
    assert [it for it, _ in back.choices] == ["back", *map(str, range(1, 8))]
    for wrong in ("8", "-1", "x"):
        with pytest.raises(Refused, match="button"):
            await presses(world, wrong)


@pytest.mark.parametrize("chosen", [(), ("3", "7"), ("a", "b", "c"), ("2.5",), ("",), ("٣",)])
def test_only_one_length_that_is_offered_is_taken(chosen: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="button"):
        settings.days(chosen)


@both_databases
@pytest.mark.parametrize("seed", range(8))
async def test_no_deadline_is_ever_too_late_and_nobody_loses_time(tables: Tables, seed: int, tmp_path: Path) -> None:
    """In two processes that hear of each other only by the store."""
    dice, hour = random.Random(seed), [NOON]
    board = Discord(lambda: hour[0])
    towns = [create_world(tables.store, board, hour) for _ in range(2)]
    match = (await begun(towns[0].tables, "schnick", clock=DAY)).id
    for _ in range(40):
        hour[0] += dice.choice((MINUTE, HOUR, 9 * HOUR, DAY))
        one = dice.choice(towns)
        person = dice.choice((ANN, BEN))
        deed = dice.choice(("take", "end", "choose", "choose", "tick"))
        leave = await holidays(one).leave(person, hour[0])
        if deed == "take" and leave.left and leave.until is None:
            await holidays(one).take(person, dice.randint(1, leave.left), hour[0])
        elif deed == "end":
            await holidays(one).end(person, hour[0])
        elif deed == "choose":
            table = await one.tables.table(match)
            seat = table.seat_of(person) if isinstance(table, Play) else None
            if isinstance(table, Play) and seat in table.match.waiting:
                word = dice.choice(list(table.match.legal(seat)))
                with suppress(Refused):
                    await one.tables.say(match, person, word, step=None, cause=cause(), now=hour[0])
        await one.clock(hour[0])
        assert [it async for it in complaints(tables.store, tmp_path, NOON)] == []
        if (await one.tables.table(match)).over:
            break
    await lost_none(tables.store, match)


async def lost_none(store: Store, match: int) -> None:
    """Whoever lapsed had used their day, minute by minute, away from it or not."""
    journal = await store.load(match)
    assert journal
    lapses = [event for event in journal.events if event.kind == Kind.SAID and event.word == "!lapse"]
    for lapse in lapses:
        began = max(it.at for it in journal.events if it.kind == Kind.SAT)
        away = [(it.began, it.ended) for seat in journal.seats if seat.seat == lapse.seat and seat.person
                for it in await store.holidays_of(seat.person)]  # fmt: skip
        here = sum(MINUTE for at in range(began, lapse.at, MINUTE) if not any(a <= at < b for a, b in away))
        assert here >= DAY
