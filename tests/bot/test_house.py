"""The house at a table: it plays its own seats and those that were left, from what these seats see."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.ai import seats
from bot.ai.opponent_history import Acquaintance
from bot.ai.seats import House, only
from bot.ai.workers import PATIENCE, Minds, Runs
from bot.matches.deadline_loop import Clock
from bot.matches.deadlines import LATE
from bot.matches.model import Begun, Over, Play
from bot.matches.service import Tables
from bot.matches.terms import Agreement
from bot.preferences import Preferences
from bot.wall_clock import MINUTE
from games import GAMES
from games.core import Game, Level, Suggestion
from games.dice import Dice
from games.fairness import draw_move_of_left_seat, verify_record
from games.match import RESIGN
from games.refused import Refused
from storage import Deadline
from tests.bot.databases import both_databases
from tests.kit import world
from tests.kit.match import ANN, BEN, CAT, NOON, begun, cause, of_three, offered, said, show


class RandomMinds(Minds):
    """Chooses by dice, and remembers the views that it was asked about."""

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
    ) -> Suggestion:
        del level, most, runs
        self.shown.append(view)
        return Suggestion(game.baselines["random"](view, dice), "why-random")


@asynccontextmanager
async def run_house(tables: Tables, minds: Minds | None = None) -> AsyncIterator[tuple[House, list[int]]]:
    """Return a house, and the matches that it wants to be shown anew."""
    stirred: list[int] = []
    acquaintance = Acquaintance(tables.store, Preferences(tables.store))
    house = House(tables, minds or RandomMinds(), acquaintance, lambda: NOON, stirred.append)
    try:
        yield house, stirred
    finally:
        house.leave()


async def practice(tables: Tables, seats: int = 2) -> Play:
    table = await offered(tables, ANN, (), Agreement(kind="practice", seats=seats, house=seats - 1, rated=False))
    assert isinstance(table, Play)
    return table


async def test_house_plays_on_for_who_has_left(tables: Tables) -> None:
    table = await of_three(tables)
    table = (await said(tables, table, 0, "!resign")).table
    # Two who always show the same sign would tie for ever.
    dice = random.Random(3)
    async with run_house(tables) as (house, _):
        while isinstance(table, Play):
            await house.follow(table)
            await house.settle()
            table = await tables.table(table.id)
            assert isinstance(table, Play)
            if asked := sorted(table.match.to_move - table.housed):
                person, word = table.people[asked[0]], dice.choice(table.match.legal_moves(asked[0]))
                assert person
                done = await tables.say(table.id, person, word, step=table.match.step, cause=cause(), now=NOON)
                table = done.table
    assert isinstance(table, Over)
    assert table.result.ranks[0] == 3
    # The words of the house are in the record, and stand up to it.
    assert "0 " in str(await tables.record(table.id))


async def test_forced_choice_is_made_for_nobody_who_chooses_with_others(tables: Tables) -> None:
    """It would tell that there was no choice."""
    table = await world.begun(tables, "schamanen", board="9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3")
    assert isinstance(table, Play)
    assert len(table.match.seats_asked) == 2
    assert only(table) is None


async def test_house_is_bound_by_its_own_view_before_anybody_chooses(tables: Tables) -> None:
    table, minds = await practice(tables), RandomMinds()
    (seat,) = table.housed
    before = table.match.view_of(seat)
    async with run_house(tables, minds) as (house, stirred):
        after = await house.follow(table)
        assert isinstance(after, Begun)
        assert after.match.sealed.keys() == {seat}
        await house.settle()
        kinds = {one.kind for one in (await tables.journal(table.id)).deadlines}
        assert "house" not in kinds
        assert "turn" in kinds
        with pytest.raises(Refused, match="sealed"):
            await show(tables, after, seat, 2)
        after = (await show(tables, after, 1 - seat, 3)).table
    assert minds.shown == [before]
    assert stirred == [table.id]
    assert isinstance(after, Begun)
    assert after.match.step == table.match.step + 1


@both_databases
async def test_player_faster_than_the_house_finds_it_bound_by_dice(tables: Tables) -> None:
    table = await practice(tables)
    (seat,) = table.housed
    async with run_house(tables) as (house, _):
        await show(tables, table, 1 - seat, 3)
        # What it was thinking comes too late.
        with pytest.raises(Refused, match="stale"):
            await tables.say_for_the_house(table.id, seat, ("show", "1"), step=0, now=NOON)
        await house.settle()
    assert (await said(tables, table, 1 - seat, "!resign")).table.over
    record = await tables.record(table.id)
    assert [line.seat for line in record.lines] == [seat, 1 - seat, 1 - seat]
    assert record.lines[0].move == draw_move_of_left_seat(table.match, seat)
    assert verify_record(record).hidden_move_count == 2


async def test_slow_house_is_bound_by_dice_before_anybody_is_asked(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(RandomMinds):
        async def thought(self, *_: Any, **__: Any) -> Suggestion:
            await asyncio.Event().wait()
            raise AssertionError("nothing ever comes of it")

    # The time that it has; `conftest` gives it as long as it takes.
    monkeypatch.setattr(seats, "SOON", 0.0)
    table = await practice(tables, 3)
    async with run_house(tables, Slow()) as (house, _):
        after = await house.ready(table)
        assert isinstance(after, Play)
        assert after.match.sealed == {seat: draw_move_of_left_seat(table.match, seat) for seat in table.housed}
        assert await house.ready(after) == after


async def test_dice_choose_for_who_leaves_in_the_middle_of_a_step(tables: Tables) -> None:
    """The house could know what others have chosen; it plays on in that seat from the next step."""
    table = await begun(tables, BEN, CAT)
    assert isinstance(table, Play)
    await show(tables, table, 0, 2)
    after = (await said(tables, table, 1, "!resign")).table
    assert isinstance(after, Play)
    assert after.match.sealed == {0: ("show", "2"), 1: draw_move_of_left_seat(table.match, 1)}
    after = (await show(tables, after, 2)).table
    for seat in (0, 2):
        after = (await said(tables, after, seat, "!resign")).table
    assert after.over
    # In the next step dice chose for the first who left then.
    assert verify_record(await tables.record(table.id)).hidden_move_count == 4


async def test_house_thinks_about_a_seat_once_however_often_it_is_asked(tables: Tables) -> None:
    table, minds = await practice(tables, 3), RandomMinds()
    async with run_house(tables, minds) as (house, stirred):
        await asyncio.gather(*(house.follow(table) for _ in range(3)))
        await house.settle()
    assert len(minds.shown) == 2
    assert stirred == [table.id, table.id]


async def test_match_that_ends_while_the_house_thinks_is_left_alone(tables: Tables) -> None:
    table = await practice(tables)
    async with run_house(tables) as (house, stirred):
        await house.follow(table)
        await tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
        await house.settle()
    assert stirred == [table.id]


@both_databases
async def test_clock_asks_a_house_that_died_again(tables: Tables) -> None:
    table = await practice(tables, 3)
    fired: list[Deadline] = []

    async def told(deadline: Deadline) -> None:
        fired.append(deadline)
        await tables.store.deadlines.claim_and_remove(deadline)

    # Each of its turns is due from when it came, whoever else has spoken in it.
    first, _ = table.housed
    await show(tables, table, first, now=NOON + MINUTE)
    clock = Clock(tables, tables.store, "one", told)
    await clock.tick(NOON + LATE - 1)
    assert fired == []
    await clock.tick(NOON + LATE)
    assert [(one.match_id, one.kind) for one in fired] == [(table.id, "house")]


async def test_word_of_the_house_takes_the_same_time_for_every_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    minds = RandomMinds()
    minds.pause = 7.0
    game = GAMES["schnick"]
    view = game.view(game.initial_state(game.options_class(), 2, Dice(b"a")), 0)
    await minds.said(game, view, Level.STRONG, Dice(b"b"))
    assert slept == [7.0]
