"""Whoever changes one setting leaves the others as they are, however many change something at the same moment."""

from __future__ import annotations

import asyncio

import pytest

from bot.desk.asked import Asked
from bot.preferences import Player, Preferences, Server
from bot.rooms import Rooms
from bot.scenes.address import Address, Verb
from bot.scenes.settings import ME
from bot.scenes.settings import SERVER as OURS
from tests.bot.databases import both_databases
from tests.kit.match import ANN, CHANNEL, NOON, SERVER, cause


async def presses(rooms: Rooms, panel: str, name: str, *chosen: str) -> None:
    asked = Asked(ANN, "en", SERVER, CHANNEL, cause(), NOON, manages=True, chosen=chosen)
    answer = await rooms.panels.settled(asked, Address(Verb.SETTLED, 0, 0, f"{panel}.{name}"))
    assert answer.scene


@both_databases
async def test_two_quick_presses_are_both_kept(rooms: Rooms) -> None:
    await asyncio.gather(
        presses(rooms, ME, "prompts", "both"), presses(rooms, ME, "reminders", "no"), rooms.preferences.met(ANN, "de")
    )
    kept = Player(prompts="both", reminders=False, discord="de")
    assert await rooms.preferences.player(ANN) == await rooms.preferences.stored(ANN) == kept
    await asyncio.gather(
        presses(rooms, OURS, "clock", "none"),
        presses(rooms, OURS, "channels", "7", "8"),
        presses(rooms, OURS, "pair", "3"),
    )
    assert await rooms.preferences.server(SERVER) == Server(clock=None, channels=(7, 8), pair=3)


@both_databases
async def test_so_are_those_that_another_process_hears(rooms: Rooms) -> None:
    other = Preferences(rooms.store)
    assert await other.player(ANN) == await rooms.preferences.player(ANN) == Player()
    await other.set_player(ANN, Player(locale="fr"))
    await presses(rooms, ME, "prompts", "here")
    assert await other.met(ANN, "de") == Player(locale="fr", prompts="here", discord="de")


async def test_an_answer_that_comes_late_is_no_news(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    store = rooms.store
    read, arrives = store.player_settings, asyncio.Event()
    answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    async def slowly(person: int) -> str | None:
        answer.set_result(await read(person))
        await arrives.wait()
        return answer.result()

    with monkeypatch.context() as at_first:
        at_first.setattr(store, "player_settings", slowly)
        late = asyncio.create_task(rooms.preferences.stored(ANN))
        await answer
    await presses(rooms, ME, "prompts", "both")
    arrives.set()
    assert await late == Player()
    assert await rooms.preferences.player(ANN) == Player(prompts="both")


async def test_what_was_set_goes_back_to_what_is_usual(rooms: Rooms) -> None:
    for name, unusual, usual in (("locale", "de", "none"), ("listed", "no", "yes"), ("prompts", "both", "dm")):
        await presses(rooms, ME, name, unusual)
        await presses(rooms, ME, name, usual)
    for name, unusual, usual in (("clock", "none", "24h"), ("threads", "yes", "no"), ("season", "3", "none")):
        await presses(rooms, OURS, name, unusual)
        await presses(rooms, OURS, name, usual)
    await presses(rooms, OURS, "standing", "7")
    await presses(rooms, OURS, "standing")
    assert await rooms.preferences.stored(ANN) == Player()
    assert await rooms.preferences.server(SERVER) == Server()
