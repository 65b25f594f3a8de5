"""The house that reads somebody: picked where it can be, told, and forgotten on request; it knows what it has seen."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from bot.desk.asked import Asked, Wish
from bot.house.acquaintance import Acquaintance
from bot.rooms import Rooms
from bot.scenes import hand
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Scene
from bot.table.agreement import READS, Agreement
from bot.table.table import Over, Play
from bot.texts import say
from games import GAMES
from games.core import Level
from games.match import RESIGN
from games.reader import NAMED, PATTERN, Verdict
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Store
from tests.bot.ear import Ready
from tests.games import morra
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause
from tests.kit.world import World

READ = sorted(key for key, game in GAMES.items() if game.can_exploit)


@pytest.fixture
def hour() -> list[int]:
    return [NOON]


@pytest.fixture
def world(store: Store, hour: list[int], monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.delitem(GAMES, morra.KEY, raising=False)
    board = Discord(lambda: hour[0])
    rooms = Rooms(store, board, Ready(), lambda: hour[0], partial(asyncio.sleep, 0), trails=0)
    return World(rooms, rooms.tables, board, hour)


def asked(now: int = NOON, person: int = ANN) -> Asked:
    return Asked(person, "en", SERVER, CHANNEL, cause(), now, message=77, private=True, token="token")  # noqa: S106 - of a press


async def begun(world: World, game: str, now: int = NOON, plays: str = READS) -> tuple[Play, Scene]:
    answer = await world.rooms.practice.begin(asked(now), Wish.against(plays, game))
    assert answer.holds
    assert answer.scene
    table = await world.tables.table(answer.holds.match)
    assert isinstance(table, Play)
    return table, answer.scene


async def goes_on(world: World, table: Play, choices: int, now: int = NOON) -> Play | Over:
    """Always what comes last among what can be said."""
    stands: Play | Over = table
    for _ in range(choices):
        ready = await world.rooms.house.ready(stands)
        assert isinstance(ready, Play | Over)
        stands = ready
        if not isinstance(stands, Play):
            return stands
        seat = stands.people.index(ANN)
        if seat in stands.match.waiting:
            word = stands.match.legal(seat)[-1]
            done = await world.tables.say(table.id, ANN, word, step=stands.match.step, cause=cause(), now=now)
            assert isinstance(done.table, Play | Over)
            stands = done.table
        if isinstance(stands, Play):
            await world.rooms.house.follow(stands)
            await world.rooms.house.settle()
            went = await world.tables.table(table.id)
            assert isinstance(went, Play | Over)
            stands = went
    return stands


async def resigned(world: World, table: Play | Over) -> Over:
    if isinstance(table, Play):
        done = await world.tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
        assert isinstance(done.table, Over)
        return done.table
    return table


def knows(world: World) -> Acquaintance:
    return Acquaintance(world.tables.store, world.rooms.preferences)


@pytest.mark.parametrize("game", READ)
async def test_it_says_that_it_reads_until_somebody_has_chosen(world: World, game: str) -> None:
    table, scene = await begun(world, game)
    assert (table.agreement.reads, table.agreement.level) == (True, Level.STRONG)
    assert say("read-begins", "en") in scene.above
    went: Play | Over = table
    while isinstance(went, Play) and not went.played:
        went = await goes_on(world, went, 1)
    assert isinstance(went, Play)
    shown = await world.rooms.hands.shows(
        went, went.people.index(ANN), "en", (await world.rooms.hands.beside(went, ANN))
    )
    assert say("read-begins", "en") not in shown.above
    table, scene = await begun_anew(world, went)
    assert table.agreement.reads
    assert say("read-begins", "en") in scene.above


async def begun_anew(world: World, table: Play) -> tuple[Play, Scene]:
    """From the button that stands where it was put away."""
    to = Address(Verb.PRACTISE, table.id, 0, f"{table.game.KEY}.-.{table.agreement.plays}")
    answer = await world.rooms.desk.answer(asked(), to)
    assert answer.holds
    assert answer.scene
    anew = await world.tables.table(answer.holds.match)
    assert isinstance(anew, Play)
    return anew, answer.scene


@pytest.mark.parametrize("game", sorted(GAMES.keys() - {*READ, morra.KEY}))
async def test_where_nothing_can_be_read_it_cannot_be_picked(world: World, game: str) -> None:
    with pytest.raises(Refused, match="illegible"):
        await world.rooms.practice.begin(asked(), Wish.against(READS, game))
    assert await world.tables.practising(ANN) is None


async def test_nobody_is_read_at_a_table_with_others(world: World) -> None:
    agreement = Agreement(kind="challenge", seats=2, reads=True)
    with pytest.raises(Refused, match="nobody"):
        await world.tables.offer(
            ANN, (BEN,), GAMES["schnick"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
        )


async def test_it_knows_the_matches_in_which_it_said_so_and_no_others(world: World) -> None:
    told: list[int] = []
    for plays in (READS, Level.STEADY, READS):
        table, _ = await begun(world, "schamanen", plays=plays)
        await resigned(world, await goes_on(world, table, 3))
        told.append(table.id)
    now, _ = await begun(world, "schamanen")
    runs = await knows(world).runs(now)
    assert all(runs[:-1])
    assert len(runs) == 3
    assert runs[-1] == []
    other, _ = await begun_anew(world, now)
    steady = await world.tables.table(told[1])
    assert isinstance(steady, Over)
    assert await knows(world).runs(steady) == []
    assert len(await knows(world).runs(other)) == 3


async def test_what_is_sealed_has_met_nothing(world: World) -> None:
    """The house thinks by what met before this step, whatever has been chosen in it."""
    table, _ = await begun(world, "schamanen")
    bound = await world.rooms.house.ready(table)
    assert isinstance(bound, Play)
    assert bound.match.sealed.keys() == bound.housed
    assert await knows(world).runs(bound) == [[]]
    went = await goes_on(world, bound, 1)
    assert isinstance(went, Play)
    [run] = await knows(world).runs(went)
    assert len(run) == 1


async def test_whoever_wishes_it_is_read_anew(world: World, hour: list[int]) -> None:
    """Also in the match that they are playing."""
    table, _ = await begun(world, "schamanen")
    await resigned(world, await goes_on(world, table, 3))
    now, _ = await begun(world, "schamanen")
    went = await goes_on(world, now, 1)
    assert isinstance(went, Play)
    assert all(await knows(world).runs(went))
    hour[0] += 1
    answer = await world.rooms.desk.answer(asked(hour[0]), Address(Verb.UNREAD, 0, 0))
    assert answer.scene == Scene(above=(say("unread", "en"),), rows=answer.scene.rows if answer.scene else ())
    assert not any(await knows(world).runs(went))
    hour[0] += 1
    later = await goes_on(world, went, 4, hour[0])
    assert any(await knows(world).runs(later))


async def test_whoever_is_forgotten_is_known_to_nobody(world: World) -> None:
    table, _ = await begun(world, "schamanen")
    over = await resigned(world, await goes_on(world, table, 3))
    assert any(await knows(world).runs(over))
    await world.tables.forget(ANN, NOON)
    world.rooms.preferences.forget(ANN)
    fresh, _ = await begun(world, "schamanen")
    assert await knows(world).runs(fresh) == [[]]


async def test_the_end_says_what_was_read_to_whoever_was_read_alone(world: World) -> None:
    table, _ = await begun(world, "schamanen")
    over = await resigned(world, await goes_on(world, table, 3))
    seat = over.people.index(ANN)
    scene = await world.rooms.hands.shows(over, seat, "en", await world.rooms.hands.beside(over, ANN))
    assert say("read-none", "en") in scene.below
    shown = await world.rooms.desk.answer(asked(), Address(Verb.SHOW, over.id, 0))
    assert shown.posts
    assert "🔮" not in str(shown.posts)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", READ)
async def test_every_habit_has_its_words(world: World, game: str, locale: Locale) -> None:
    table, _ = await begun(world, game)
    over = await resigned(world, table)
    symbols = {"schamanen": ("1", "2", "3")}.get(game, ("scissors", "stone", "paper", "fire", "well"))
    for habit in (*NAMED, PATTERN, *(f"favourite-{symbol}" for symbol in symbols)):
        for hits in (1, 4, 8):
            [line] = hand.report_reading(over, Verdict(habit, 9, hits, 3.2), locale)
            assert line.startswith("🔮 ")
            assert str(hits) in line
    assert [*hand.report_reading(over, None, locale)] == [say("read-none", locale)]
