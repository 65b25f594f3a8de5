"""What looks as if somebody lost on purpose is told to those who manage the server, when they ask, and to nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.desk.asked import Asked
from bot.desk.panels import OFTEN
from bot.ladder.rating import LATELY
from bot.scenes import settings
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Scene
from bot.texts import say
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Change, Result
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause
from tests.kit.world import World
from tests.storage.matches import chose, opening


async def met(world: World, times: int, at: int = NOON - 1_000) -> None:
    for number in range(times):
        results = tuple(
            Result(seat, person, SERVER, "pebbles", 0, 1 + seat, 0, "points", True, at + number)
            for seat, person in enumerate((ANN, BEN))
        )
        await world.tables.store.create(opening(), [chose("x")], Change(results=results))


async def opened(world: World, locale: Locale = "en", rest: str = settings.SERVER, *, manages: bool = True) -> Scene:
    asked = replace(Asked(ANN, locale, SERVER, CHANNEL, cause(), NOON), manages=manages)
    answer = await world.rooms.panels.opened(asked, Address(Verb.SETTINGS, 0, 0, rest))
    assert answer.scene
    return answer.scene


@pytest.mark.parametrize("locale", LOCALES)
async def test_who_manages_a_server_reads_it_there(world: World, locale: Locale) -> None:
    await met(world, OFTEN - 1)
    assert len((await opened(world, locale)).above) == 1
    await met(world, 1, NOON - 500)
    _, about, line = (await opened(world, locale)).above
    assert about == say("settings-sided", locale)
    assert f"<@{ANN}>" in line
    assert f"<@{BEN}>" in line
    assert line.count(str(OFTEN)) == 2


async def test_nobody_else_does_and_nobody_is_pinged(world: World) -> None:
    await met(world, OFTEN)
    assert (await opened(world)).called == frozenset()
    with pytest.raises(Refused):
        await opened(world, manages=False)
    assert f"<@{BEN}>" not in str(await opened(world, rest=settings.ME))


async def test_what_is_past_is_past(world: World) -> None:
    await met(world, OFTEN, NOON - LATELY - 1_000)
    assert len((await opened(world)).above) == 1
