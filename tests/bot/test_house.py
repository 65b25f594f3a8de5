"""The house plays its seats as anybody would: by what it sees, in its turn, and told nothing that others sealed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.house import seats
from bot.house.acquaintance import Acquaintance
from bot.house.minds import PATIENCE, Minds, Runs
from bot.house.seats import House, only
from bot.preferences import Preferences
from bot.scenes import offer as scenes
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.clock import Clock
from bot.table.deadlines import LATE
from bot.table.table import Begun, Offer, Over, Play, Table
from bot.table.tables import Tables
from bot.time import MINUTE
from games import GAMES
from games.core import Game, Level, Thought
from games.dice import Dice
from games.fair import taken_over, verified
from games.match import RESIGN
from games.refused import Refused
from storage import Deadline, Store
from tests.bot.databases import both_databases
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause, offered, said, show, tabled
from tests.kit.match import begun as sat

BOARD = "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"


class Dicing(Minds):
    """Whatever it is asked, it rolls; and remembers what it was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Any] = []

    async def thought(
        self,
        game: Game[Any, Any, Any],
        view: Any,
        level: Level,
        dice: Dice,
        most: float = PATIENCE,
        runs: Runs | None = None,
    ) -> Thought:
        del level, most, runs
        self.shown.append(view)
        return Thought(game.rivals["random"](view, dice), "why-random")


@asynccontextmanager
async def kept(tables: Tables, minds: Minds) -> AsyncIterator[tuple[House, list[int]]]:
    stirred: list[int] = []
    acquaintance = Acquaintance(tables.store, Preferences(tables.store))
    house = House(tables, minds, acquaintance, lambda: NOON, stirred.append)
    try:
        yield house, stirred
    finally:
        house.leave()


async def begun(store: Store, game: str, seats: int, **options: object) -> tuple[Tables, Table]:
    tables = tabled(store)
    agreement = Agreement(kind="open", seats=seats)
    done = await tables.offer(1, (), GAMES[game], options, agreement, server=1, channel=1, cause=1, now=NOON)
    for person in range(2, seats + 1):
        done = await tables.sit(done.table.id, person, cause=person, now=NOON)
    return tables, done.table


async def practising(tables: Tables, seats: int = 2) -> Table:
    agreement = Agreement(kind="practice", seats=seats, house=seats - 1, rated=False)
    return await offered(tables, ANN, (), agreement)


async def test_a_seat_that_was_left_stops_nobody(store: Store) -> None:
    tables, table = await begun(store, "schnick", 3)
    assert isinstance(table, Begun)
    leaver = table.people[0]
    assert leaver
    table = (await tables.say(table.id, leaver, RESIGN, step=None, cause=cause(), now=NOON)).table
    # Two who always show the same sign would tie for ever.
    dice = random.Random(3)
    async with kept(tables, Dicing()) as (house, _):
        while isinstance(table, Play):
            table = await house.follow(table)
            await house.settle()
            table = await tables.table(table.id)
            assert isinstance(table, Begun)
            for seat in sorted(table.match.waiting - table.housed):
                person = table.people[seat]
                assert person
                word = dice.choice(table.match.legal(seat))
                done = await tables.say(table.id, person, word, step=table.match.step, cause=cause(), now=NOON)
                table = done.table
                break
    assert isinstance(table, Begun)
    assert table.match.result
    assert table.match.result.ranks[0] == 3
    # The words of the house are in the record, and stand up to it.
    assert "0 " in str(await tables.record(table.id))


async def test_in_a_step_with_others_nobody_is_played_for(store: Store) -> None:
    _, table = await begun(store, "schamanen", 2, board=BOARD)
    assert isinstance(table, Begun)
    assert len(table.match.awaited) == 2
    assert isinstance(table, Play)
    assert only(table) is None


async def test_it_seals_without_knowing_what_the_others_have_sealed(tables: Tables) -> None:
    table, minds = await practising(tables), Dicing()
    assert isinstance(table, Begun)
    seat = next(iter(table.housed))
    before = table.match.view(seat)
    async with kept(tables, minds) as (house, stirred):
        after = await house.follow(table)
        assert isinstance(after, Begun)
        # It was bound before anybody else was asked.
        assert after.match.sealed.keys() == {seat}
        after = (await show(tables, after, 1 - seat, 3)).table
    assert minds.shown == [before]
    assert stirred == [table.id]
    assert isinstance(after, Begun)
    assert after.match.step == table.match.step + 1


@both_databases
async def test_whoever_is_faster_than_the_house_finds_that_dice_have_chosen_for_it(tables: Tables) -> None:
    """Nothing that people choose is stored before the house is bound."""
    table, minds = await practising(tables), Dicing()
    assert isinstance(table, Play)
    (seat,) = table.housed
    async with kept(tables, minds) as (house, _):
        await show(tables, table, 1 - seat, 3)
        # What it was thinking comes too late, and it does not change its mind.
        with pytest.raises(Refused, match="stale"):
            await tables.say_for_the_house(table.id, seat, ("show", "1"), step=0, now=NOON)
        await house.settle()
    after = (await said(tables, table, 1 - seat, "!resign")).table
    assert isinstance(after, Over)
    record = await tables.record(table.id)
    assert [line.seat for line in record.lines] == [seat, 1 - seat, 1 - seat]
    assert record.lines[0].word == taken_over(table.match, seat)
    assert verified(record).hidden == 2


async def test_the_house_does_not_change_its_mind(tables: Tables) -> None:
    table = await practising(tables)
    assert isinstance(table, Play)
    (seat,) = table.housed
    await show(tables, table, seat, 1)
    with pytest.raises(Refused, match="sealed"):
        await show(tables, table, seat, 2)


async def test_a_house_that_thinks_long_is_bound_by_dice_before_anybody_is_asked(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(Dicing):
        async def thought(self, *_: Any, **__: Any) -> Thought:
            await asyncio.Event().wait()
            raise AssertionError("nothing ever comes of it")

    monkeypatch.setattr(seats, "SOON", 0.0)
    table = await practising(tables, 3)
    assert isinstance(table, Play)
    async with kept(tables, Slow()) as (house, _):
        after = await house.ready(table)
        assert isinstance(after, Play)
        assert after.match.sealed == {seat: taken_over(table.match, seat) for seat in table.housed}
        # Once is enough.
        assert await house.ready(after) == after


async def test_in_the_middle_of_a_step_dice_choose_where_somebody_left(tables: Tables) -> None:
    """The house could know what others have chosen; it plays on in that seat from the next step."""
    table = await sat(tables, BEN, CAT)
    assert isinstance(table, Play)
    await show(tables, table, 0, 2)
    after = (await said(tables, table, 1, "!resign")).table
    assert isinstance(after, Play)
    assert after.match.sealed == {0: ("show", "2"), 1: taken_over(table.match, 1)}
    after = (await show(tables, after, 2)).table
    for seat in (0, 2):
        after = (await said(tables, after, seat, "!resign")).table
    assert isinstance(after, Over)
    # In the next step dice chose for the first who left then.
    assert verified(await tables.record(table.id)).hidden == 4


async def test_it_thinks_about_a_seat_once_however_often_it_is_asked(tables: Tables) -> None:
    table, minds = await practising(tables, 3), Dicing()
    async with kept(tables, minds) as (house, stirred):
        await asyncio.gather(*(house.follow(table) for _ in range(3)))
        await house.settle()
    assert len(minds.shown) == 2
    assert stirred == [table.id, table.id]


async def test_a_match_that_ends_meanwhile_is_left_alone(tables: Tables) -> None:
    table = await practising(tables)
    async with kept(tables, Dicing()) as (house, stirred):
        await house.follow(table)
        await tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
        await house.settle()
    assert stirred == [table.id]


@both_databases
async def test_who_dies_thinking_is_asked_again_by_the_clock(tables: Tables) -> None:
    table = await practising(tables)
    fired: list[Deadline] = []

    async def told(deadline: Deadline) -> None:
        fired.append(deadline)
        await tables.store.lift(deadline)

    clock = Clock(tables, tables.store, "one", told)
    await clock.tick(NOON + LATE - 1)
    assert fired == []
    await clock.tick(NOON + LATE)
    assert [(one.match, one.kind) for one in fired] == [(table.id, "house")]


async def test_it_has_as_long_for_each_of_its_turns(tables: Tables) -> None:
    """From when the turn came, and not from when somebody else has spoken in it."""
    table = await practising(tables, 3)
    assert isinstance(table, Begun)
    first, _ = table.housed
    await show(tables, table, first, now=NOON + MINUTE)
    due = [one.due for one in (await tables.journal(table.id)).deadlines if one.kind == "house"]
    assert due == [NOON + LATE]


async def test_it_owes_nothing_once_it_has_spoken(tables: Tables) -> None:
    table = await practising(tables)
    async with kept(tables, Dicing()) as (house, _):
        await house.follow(table)
        await house.settle()
    kinds = {one.kind for one in (await tables.journal(table.id)).deadlines}
    assert "house" not in kinds
    assert "turn" in kinds


@pytest.mark.parametrize("house", [0, 1])
async def test_the_card_says_that_with_the_house_it_does_not_count(tables: Tables, house: int) -> None:
    agreement = Agreement(seats=2 + house, house=house)
    made = await tables.offer(
        ANN, (BEN,), GAMES["schnick"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    assert isinstance(made.table, Offer)
    card = scenes.offer(made.table, "en", Absences(), called=frozenset())
    assert any("unrated" in line for line in card.below) == bool(house)


async def test_words_come_after_a_pause_that_knows_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    minds = Dicing()
    minds.pause = 7.0
    game = GAMES["schnick"]
    view = game.view(game.start(game.options_class(), 2, Dice(b"a")), 0)
    await minds.said(game, view, Level.STRONG, Dice(b"b"))
    assert slept == [7.0]
