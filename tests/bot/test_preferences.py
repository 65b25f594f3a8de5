"""Whoever changes one setting leaves the others as they are, however many change something at the same moment."""

from __future__ import annotations

import asyncio

import pytest

from bot.desk.asked import Asked
from bot.desk.desk import Desk
from bot.desk.panels import settled
from bot.herald.herald import Herald
from bot.house.minds import Minds
from bot.preferences import Player, Preferences, Server
from bot.scenes.address import Address
from bot.scenes.settings import ME
from bot.scenes.settings import SERVER as OURS
from bot.scenes.verb import Verb
from bot.table.tables import Tables
from tests.bot.billboard import Billboard
from tests.bot.sitting import ANN, CHANNEL, NOON, SERVER, cause


async def _lull() -> None:
    """Nobody waits."""


@pytest.fixture
def desk(tables: Tables) -> Desk:
    preferences = Preferences(tables.store)
    herald = Herald(tables, Billboard(lambda: NOON), preferences, lambda: NOON, _lull, Minds())
    return Desk(tables, herald, preferences)


async def presses(desk: Desk, panel: str, name: str, *chosen: str) -> None:
    asked = Asked(ANN, "en", SERVER, CHANNEL, cause(), NOON, manages=True, chosen=chosen)
    answer = await settled(desk, asked, Address(Verb.SETTLED, 0, 0, f"{panel}.{name}"))
    assert answer.scene


async def test_two_quick_presses_are_both_kept(desk: Desk) -> None:
    await asyncio.gather(
        presses(desk, ME, "prompts", "both"), presses(desk, ME, "reminders", "no"), desk.preferences.met(ANN, "de")
    )
    kept = Player(prompts="both", reminders=False, discord="de")
    assert await desk.preferences.player(ANN) == await desk.preferences.stored(ANN) == kept
    await asyncio.gather(
        presses(desk, OURS, "clock", "none"),
        presses(desk, OURS, "channels", "7", "8"),
        presses(desk, OURS, "pair", "3"),
    )
    assert await desk.preferences.server(SERVER) == Server(clock=None, channels=(7, 8), pair=3)


async def test_so_are_those_that_another_process_hears(desk: Desk) -> None:
    other = Preferences(desk.tables.store)
    assert await other.player(ANN) == await desk.preferences.player(ANN) == Player()
    await other.set_player(ANN, Player(locale="fr"))
    await presses(desk, ME, "prompts", "here")
    assert await other.met(ANN, "de") == Player(locale="fr", prompts="here", discord="de")


async def test_an_answer_that_comes_late_is_no_news(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    store = desk.tables.store
    read, arrives = store.player_settings, asyncio.Event()
    answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    async def slowly(person: int) -> str | None:
        answer.set_result(await read(person))
        await arrives.wait()
        return answer.result()

    with monkeypatch.context() as at_first:
        at_first.setattr(store, "player_settings", slowly)
        late = asyncio.create_task(desk.preferences.stored(ANN))
        await answer
    await presses(desk, ME, "prompts", "both")
    arrives.set()
    assert await late == Player()
    assert await desk.preferences.player(ANN) == Player(prompts="both")


async def test_what_was_set_goes_back_to_what_is_usual(desk: Desk) -> None:
    for name, unusual, usual in (("locale", "de", "none"), ("listed", "no", "yes"), ("prompts", "both", "dm")):
        await presses(desk, ME, name, unusual)
        await presses(desk, ME, name, usual)
    for name, unusual, usual in (("clock", "none", "24h"), ("threads", "yes", "no"), ("season", "3", "none")):
        await presses(desk, OURS, name, unusual)
        await presses(desk, OURS, name, usual)
    await presses(desk, OURS, "standing", "7")
    await presses(desk, OURS, "standing")
    assert await desk.preferences.stored(ANN) == Player()
    assert await desk.preferences.server(SERVER) == Server()
