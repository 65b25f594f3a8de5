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
from bot.table.kind import Kind
from bot.table.table import Begun, Over, Play
from bot.table.tables import Tables
from bot.table.venue import Venue
from bot.terminal.doctor import complaints
from bot.time import DAY, HOUR, MINUTE
from games import GAMES
from games.refused import Refused
from storage import Hand, Holiday, Store
from tests.bot.billboard import Billboard
from tests.bot.databases import both_databases
from tests.bot.sitting import ANN, BEN, CAT, CHANNEL, DAN, SERVER, cause
from tests.bot.town import EARLIER, NOON, Town, begun, challenge, chosen, settled

AWAY = f"🏖️ <@{BEN}> is away until <t:{(NOON + 3 * DAY) // 1000}:D>."


@pytest.fixture
async def town(tables: Tables) -> AsyncIterator[Town]:
    hour = [NOON]
    one = settled(tables.store, Billboard(lambda: hour[0]), hour)
    yield one
    await one.herald.settle()


def holidays(town: Town) -> Holidays:
    return Holidays(town.tables, town.tables.store, town.herald.renew)


async def waiting_for_ben(town: Town) -> int:
    match = (await begun(town.tables, clock=DAY)).id
    await chosen(town.tables, match, ANN)
    return match


async def due(town: Town, match: int, kind: Due = Due.TURN) -> int:
    return next(it.due for it in await town.tables.store.standing(match) if it.kind == kind)


@both_databases
async def test_a_clock_stands_still_and_then_goes_on(town: Town) -> None:
    match = await waiting_for_ben(town)
    await holidays(town).take(BEN, 3, NOON)
    for now in (EARLIER + DAY, NOON + 2 * DAY, EARLIER + 4 * DAY - 1):
        await town.clock(now)
        assert isinstance(await town.tables.table(match), Play)
    assert await due(town, match) == EARLIER + 4 * DAY
    await town.clock(EARLIER + 4 * DAY)
    assert isinstance(await town.tables.table(match), Over)


@both_databases
async def test_what_was_used_before_stays_used_and_the_others_clocks_go(town: Town) -> None:
    match = (await begun(town.tables, clock=DAY)).id
    await holidays(town).take(BEN, 3, NOON)
    table = await town.tables.table(match)
    assert isinstance(table, Play)
    left = {table.people[seat]: table.due(seat, town.tables.absences) for seat in table.match.waiting}
    assert left == {ANN: EARLIER + DAY, BEN: EARLIER + 4 * DAY}
    await town.clock(EARLIER + DAY)
    assert isinstance(await town.tables.table(match), Over)


async def test_what_is_played_abroad_waits_for_no_card_because_of_a_holiday(town: Town) -> None:
    """Its card changes by presses alone, and so nothing is remembered that nobody would ever tell."""
    tables, terms = town.tables, Agreement(kind="challenge", seats=2, clock=DAY)
    game = GAMES["schamanen"]
    made = await tables.offer(
        ANN, [BEN], game, {}, terms, server=None, channel=CHANNEL, cause=cause(), now=NOON, venue=Venue.ABROAD
    )
    match = (await tables.sit(made.table.id, BEN, cause=cause(), now=NOON)).table.id
    await holidays(town).take(BEN, 3, NOON)
    assert town.rooms.notice.wanted(match)
    await town.told(match)
    assert not town.rooms.notice.wanted(match)


async def test_whoever_plays_on_their_holiday_is_charged_for_nothing(town: Town) -> None:
    match = (await begun(town.tables, clock=DAY)).id
    await holidays(town).take(BEN, 3, NOON)
    await chosen(town.tables, match, BEN, now=NOON + HOUR)
    table = await town.tables.table(match)
    assert isinstance(table, Begun)
    seat = table.seat_of(BEN)
    assert seat is not None
    assert table.allowances[seat].spent == NOON - EARLIER


@both_databases
async def test_a_match_that_begins_meanwhile_waits_too(town: Town) -> None:
    await holidays(town).take(BEN, 3, EARLIER)
    match = await waiting_for_ben(town)
    await town.clock(EARLIER + 3 * DAY)
    assert isinstance(await town.tables.table(match), Play)
    await town.clock(EARLIER + 4 * DAY)
    assert isinstance(await town.tables.table(match), Over)


@both_databases
async def test_another_process_learns_of_it_before_anybody_loses_by_it(town: Town) -> None:
    match = await waiting_for_ben(town)
    other = settled(town.tables.store, town.board, town.hour)
    await other.tables.table(match)
    await holidays(town).take(BEN, 3, NOON)
    await other.clock(EARLIER + DAY)
    assert isinstance(await other.tables.table(match), Play)


@both_databases
async def test_nor_is_anybody_too_late_who_chooses_where_it_was_not_heard_of(town: Town) -> None:
    match = await waiting_for_ben(town)
    other = settled(town.tables.store, town.board, town.hour)
    await other.tables.table(match)
    await holidays(town).take(BEN, 3, NOON)
    before = (await other.tables.table(match)).seq
    assert (await chosen(other.tables, match, BEN, now=EARLIER + DAY)).seq > before


@both_databases
async def test_who_comes_back_has_nothing_that_is_due_too_late(town: Town) -> None:
    match = await waiting_for_ben(town)
    await holidays(town).take(BEN, 3, NOON)
    await town.clock(EARLIER + DAY)
    assert await due(town, match) == EARLIER + 4 * DAY
    back = NOON + DAY + HOUR
    await holidays(town).end(BEN, back)
    await town.clock(back)
    right = back + DAY - (NOON - EARLIER)
    assert await due(town, match) == right
    # And in a process that has not heard of it.
    other = settled(town.tables.store, town.board, town.hour)
    await other.clock(right)
    assert isinstance(await other.tables.table(match), Over)


@both_databases
async def test_what_is_stored_in_ignorance_of_a_return_is_not_too_late(town: Town) -> None:
    match = (await begun(town.tables, "morra", clock=DAY)).id
    other = settled(town.tables.store, town.board, town.hour)
    await holidays(town).take(BEN, 3, NOON)
    await other.tables.learn(NOON)
    await holidays(town).end(BEN, NOON + HOUR)
    await chosen(town.tables, match, BEN, now=NOON + HOUR)
    # By that a step begins in which Ben chooses again.
    await chosen(other.tables, match, ANN, now=NOON + HOUR)
    turns = [it.due for it in await town.tables.store.standing(match) if it.kind == Due.TURN]
    assert len(turns) == 2
    assert max(turns) <= NOON + HOUR + DAY


@both_databases
async def test_who_comes_back_while_a_deadline_is_put_right_is_not_overlooked(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await waiting_for_ben(town)
    await holidays(town).take(BEN, 3, NOON)
    other = settled(town.tables.store, town.board, town.hour)
    read, back = town.tables.store.holidays, EARLIER + DAY

    async def just_before(since: int, after: int) -> list[Holiday]:
        monkeypatch.setattr(town.tables.store, "holidays", read)
        news = await read(since, after)
        await holidays(town).end(BEN, back + 1)
        return news

    monkeypatch.setattr(town.tables.store, "holidays", just_before)
    (deadline,) = [it for it in await town.tables.store.standing(match) if it.kind == Due.TURN]
    await other.tables.fire(deadline, back)
    assert await due(town, match) <= back + 1 + DAY


async def test_who_chose_before_it_was_heard_of_is_charged_for_nothing_either(town: Town) -> None:
    match = (await begun(town.tables, "morra", clock=DAY)).id
    other = settled(town.tables.store, town.board, town.hour)
    await other.tables.table(match)
    await holidays(town).take(BEN, 3, NOON)
    await chosen(other.tables, match, BEN, now=NOON + HOUR)
    await other.tables.learn(NOON + HOUR)
    table = await other.tables.table(match)
    assert isinstance(table, Begun)
    assert [it.spent for it in table.allowances.values() if it.since is None] == [NOON - EARLIER]


async def test_a_day_that_has_begun_is_used(town: Town) -> None:
    away = holidays(town)
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


async def test_nobody_is_called_who_is_away(town: Town) -> None:
    await holidays(town).take(BEN, 3, EARLIER)
    match = await waiting_for_ben(town)
    await town.told(match)
    await town.clock(NOON + DAY)
    assert town.board.pings(BEN) == 0
    await town.clock(EARLIER + 3 * DAY)
    assert town.board.pings(BEN) == 1


async def test_a_challenge_names_who_is_away_and_does_not_call_them(town: Town) -> None:
    await holidays(town).take(BEN, 3, NOON)
    await town.told((await challenge(town.tables)).id)
    (card,) = town.board.at(CHANNEL)
    assert AWAY in card.below
    assert town.board.pings(BEN) == 0


async def test_of_who_has_nothing_more_to_do_there_nothing_is_told(town: Town) -> None:
    """They would rather not play, or have resigned."""
    agreement = Agreement(seats=4)
    done = await town.tables.offer(
        ANN, (BEN, CAT, DAN), GAMES["woodwalkers"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(),
        now=EARLIER,
    )  # fmt: skip
    match = done.table.id
    await town.tables.decline(match, BEN, cause=cause(), now=EARLIER)
    for person in (CAT, DAN):
        await town.tables.sit(match, person, cause=cause(), now=EARLIER)
    await town.tables.start(match, ANN, 3, cause=cause(), now=EARLIER)
    await town.tables.say(match, DAN, ("!resign",), step=None, cause=cause(), now=EARLIER)
    for person in (BEN, CAT, DAN):
        await holidays(town).take(person, 3, NOON)
    await town.told(match)
    (card,) = town.board.at(CHANNEL)
    assert [line for line in card.below if "🏖️" in line] == [AWAY.replace(str(BEN), str(CAT), 1)]


async def test_the_end_does_not_call_them_either(town: Town) -> None:
    match = await waiting_for_ben(town)
    await town.told(match)
    await holidays(town).take(BEN, 3, NOON)
    before = town.board.pings(BEN)
    await town.tables.say(match, ANN, ("!resign",), step=None, cause=cause(), now=NOON)
    town.hour[0] += HOUR
    await town.told(match)
    assert town.board.pings(BEN) == before


async def test_opponents_are_told_on_the_card_and_in_their_hands(town: Town) -> None:
    match = await waiting_for_ben(town)
    for person in (ANN, BEN):
        await town.tables.store.hold(Hand(match, person, person, 0, 0, NOON, "token"))
    await town.told(match)
    town.hour[0] += MINUTE
    await presses(town, "3")
    await town.herald.settle()
    line = AWAY.replace(str(NOON // 1000 + 3 * 86400), str((NOON + MINUTE) // 1000 + 3 * 86400))
    (card,) = town.board.at(CHANNEL)
    assert line in card.below
    assert line in town.board.private[ANN].below
    assert not any("🏖️" in it for it in town.board.private[BEN].below)
    town.hour[0] += MINUTE
    await presses(town, "back")
    await town.herald.settle()
    assert line not in town.board.at(CHANNEL)[0].below
    assert line not in town.board.private[ANN].below


async def presses(town: Town, chosen: str) -> Select:
    about = Address(Verb.SETTLED, 0, 0, "me.holiday")
    asked = Asked(BEN, "en", SERVER, CHANNEL, cause(), town.hour[0], chosen=(chosen,))
    answer = await town.rooms.panels.settled(asked, about)
    assert isinstance(answer.scene, Scene)
    row = answer.scene.rows[-2]
    assert isinstance(row, Select)
    return row


async def test_it_is_taken_and_ended_among_ones_preferences(town: Town) -> None:
    away = await presses(town, "3")
    assert f"<t:{(NOON + 3 * DAY) // 1000}:D>" in away.about
    assert ([it for it, _ in away.choices], away.chosen) == (["away", "back"], "away")
    assert await presses(town, "away") == away
    back = await presses(town, "back")
    assert "4 left" not in back.about
    assert [it for it, _ in back.choices] == ["back", *map(str, range(1, 8))]
    for wrong in ("8", "-1", "x"):
        with pytest.raises(Refused, match="button"):
            await presses(town, wrong)


@pytest.mark.parametrize("chosen", [(), ("3", "7"), ("a", "b", "c"), ("2.5",), ("",), ("٣",)])
def test_only_one_length_that_is_offered_is_taken(chosen: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="button"):
        settings.days(chosen)


@both_databases
@pytest.mark.parametrize("seed", range(8))
async def test_no_deadline_is_ever_too_late_and_nobody_loses_time(tables: Tables, seed: int, tmp_path: Path) -> None:
    """In two processes that hear of each other only by the store."""
    dice, hour = random.Random(seed), [NOON]
    board = Billboard(lambda: hour[0])
    towns = [settled(tables.store, board, hour) for _ in range(2)]
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
