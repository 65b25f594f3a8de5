"""The house that reads somebody: picked where it can be, told, and forgotten on request; it knows what it has seen."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from bot.desk.asked import Asked
from bot.desk.wish import Wish
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
from tests.bot.billboard import Billboard
from tests.bot.ear import Ready
from tests.bot.sitting import ANN, BEN, CHANNEL, SERVER, cause
from tests.bot.town import NOON, Town
from tests.games import morra

READ = sorted(key for key, game in GAMES.items() if game.can_exploit)


@pytest.fixture
def hour() -> list[int]:
    return [NOON]


@pytest.fixture
def town(store: Store, hour: list[int], monkeypatch: pytest.MonkeyPatch) -> Town:
    monkeypatch.delitem(GAMES, morra.KEY, raising=False)
    board = Billboard(lambda: hour[0])
    rooms = Rooms(store, board, Ready(), lambda: hour[0], partial(asyncio.sleep, 0), trails=0)
    return Town(rooms, rooms.tables, board, hour)


def asked(now: int = NOON, person: int = ANN) -> Asked:
    return Asked(person, "en", SERVER, CHANNEL, cause(), now, message=77, private=True, token="token")  # noqa: S106 - of a press


async def begun(town: Town, game: str, now: int = NOON, plays: str = READS) -> tuple[Play, Scene]:
    answer = await town.rooms.practice.begin(asked(now), Wish.against(plays, game))
    assert answer.holds
    assert answer.scene
    table = await town.tables.table(answer.holds.match)
    assert isinstance(table, Play)
    return table, answer.scene


async def goes_on(town: Town, table: Play, choices: int, now: int = NOON) -> Play | Over:
    """Always what comes last among what can be said."""
    stands: Play | Over = table
    for _ in range(choices):
        ready = await town.rooms.house.ready(stands)
        assert isinstance(ready, Play | Over)
        stands = ready
        if not isinstance(stands, Play):
            return stands
        seat = stands.people.index(ANN)
        if seat in stands.match.waiting:
            word = stands.match.legal(seat)[-1]
            done = await town.tables.say(table.id, ANN, word, step=stands.match.step, cause=cause(), now=now)
            assert isinstance(done.table, Play | Over)
            stands = done.table
        if isinstance(stands, Play):
            await town.rooms.house.follow(stands)
            await town.rooms.house.settle()
            went = await town.tables.table(table.id)
            assert isinstance(went, Play | Over)
            stands = went
    return stands


async def resigned(town: Town, table: Play | Over) -> Over:
    if isinstance(table, Play):
        done = await town.tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
        assert isinstance(done.table, Over)
        return done.table
    return table


def knows(town: Town) -> Acquaintance:
    return Acquaintance(town.tables.store, town.rooms.preferences)


@pytest.mark.parametrize("game", READ)
async def test_it_says_that_it_reads_until_somebody_has_chosen(town: Town, game: str) -> None:
    table, scene = await begun(town, game)
    assert (table.agreement.reads, table.agreement.level) == (True, Level.STRONG)
    assert say("read-begins", "en") in scene.above
    went: Play | Over = table
    while isinstance(went, Play) and not went.played:
        went = await goes_on(town, went, 1)
    assert isinstance(went, Play)
    shown = await town.rooms.hands.shows(went, went.people.index(ANN), "en", (await town.rooms.hands.beside(went, ANN)))
    assert say("read-begins", "en") not in shown.above
    table, scene = await begun_anew(town, went)
    assert table.agreement.reads
    assert say("read-begins", "en") in scene.above


async def begun_anew(town: Town, table: Play) -> tuple[Play, Scene]:
    """From the button that stands where it was put away."""
    to = Address(Verb.PRACTISE, table.id, 0, f"{table.game.KEY}.-.{table.agreement.plays}")
    answer = await town.rooms.desk.answer(asked(), to)
    assert answer.holds
    assert answer.scene
    anew = await town.tables.table(answer.holds.match)
    assert isinstance(anew, Play)
    return anew, answer.scene


@pytest.mark.parametrize("game", sorted(GAMES.keys() - {*READ, morra.KEY}))
async def test_where_nothing_can_be_read_it_cannot_be_picked(town: Town, game: str) -> None:
    with pytest.raises(Refused, match="illegible"):
        await town.rooms.practice.begin(asked(), Wish.against(READS, game))
    assert await town.tables.practising(ANN) is None


async def test_nobody_is_read_at_a_table_with_others(town: Town) -> None:
    agreement = Agreement(kind="challenge", seats=2, reads=True)
    with pytest.raises(Refused, match="nobody"):
        await town.tables.offer(
            ANN, (BEN,), GAMES["schnick"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
        )


async def test_it_knows_the_matches_in_which_it_said_so_and_no_others(town: Town) -> None:
    told: list[int] = []
    for plays in (READS, Level.STEADY, READS):
        table, _ = await begun(town, "schamanen", plays=plays)
        await resigned(town, await goes_on(town, table, 3))
        told.append(table.id)
    now, _ = await begun(town, "schamanen")
    runs = await knows(town).runs(now)
    assert all(runs[:-1])
    assert len(runs) == 3
    assert runs[-1] == []
    other, _ = await begun_anew(town, now)
    steady = await town.tables.table(told[1])
    assert isinstance(steady, Over)
    assert await knows(town).runs(steady) == []
    assert len(await knows(town).runs(other)) == 3


async def test_what_is_sealed_has_met_nothing(town: Town) -> None:
    """The house thinks by what met before this step, whatever has been chosen in it."""
    table, _ = await begun(town, "schamanen")
    bound = await town.rooms.house.ready(table)
    assert isinstance(bound, Play)
    assert bound.match.sealed.keys() == bound.housed
    assert await knows(town).runs(bound) == [[]]
    went = await goes_on(town, bound, 1)
    assert isinstance(went, Play)
    [run] = await knows(town).runs(went)
    assert len(run) == 1


async def test_whoever_wishes_it_is_read_anew(town: Town, hour: list[int]) -> None:
    """Also in the match that they are playing."""
    table, _ = await begun(town, "schamanen")
    await resigned(town, await goes_on(town, table, 3))
    now, _ = await begun(town, "schamanen")
    went = await goes_on(town, now, 1)
    assert isinstance(went, Play)
    assert all(await knows(town).runs(went))
    hour[0] += 1
    answer = await town.rooms.desk.answer(asked(hour[0]), Address(Verb.UNREAD, 0, 0))
    assert answer.scene == Scene(above=(say("unread", "en"),), rows=answer.scene.rows if answer.scene else ())
    assert not any(await knows(town).runs(went))
    hour[0] += 1
    later = await goes_on(town, went, 4, hour[0])
    assert any(await knows(town).runs(later))


async def test_whoever_is_forgotten_is_known_to_nobody(town: Town) -> None:
    table, _ = await begun(town, "schamanen")
    over = await resigned(town, await goes_on(town, table, 3))
    assert any(await knows(town).runs(over))
    await town.tables.forget(ANN, NOON)
    town.rooms.preferences.forget(ANN)
    fresh, _ = await begun(town, "schamanen")
    assert await knows(town).runs(fresh) == [[]]


async def test_the_end_says_what_was_read_to_whoever_was_read_alone(town: Town) -> None:
    table, _ = await begun(town, "schamanen")
    over = await resigned(town, await goes_on(town, table, 3))
    seat = over.people.index(ANN)
    scene = await town.rooms.hands.shows(over, seat, "en", await town.rooms.hands.beside(over, ANN))
    assert say("read-none", "en") in scene.below
    shown = await town.rooms.desk.answer(asked(), Address(Verb.SHOW, over.id, 0))
    assert shown.posts
    assert "🔮" not in str(shown.posts)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", READ)
async def test_every_habit_has_its_words(town: Town, game: str, locale: Locale) -> None:
    table, _ = await begun(town, game)
    over = await resigned(town, table)
    symbols = {"schamanen": ("1", "2", "3")}.get(game, ("scissors", "stone", "paper", "fire", "well"))
    for habit in (*NAMED, PATTERN, *(f"favourite-{symbol}" for symbol in symbols)):
        for hits in (1, 4, 8):
            [line] = hand.report_reading(over, Verdict(habit, 9, hits, 3.2), locale)
            assert line.startswith("🔮 ")
            assert str(hits) in line
    assert [*hand.report_reading(over, None, locale)] == [say("read-none", locale)]
