"""One's own data: given to whoever asks, and gone once they are sure; while everybody else plays on."""

from __future__ import annotations

import gzip
import json

import pytest

from bot.scenes import settings
from bot.scenes.address import Address, Verb
from bot.table.table import Closed, Over
from bot.table.tables import Tables
from bot.texts import say
from games import GAMES
from games.words import LOCALES, Locale
from storage import Store
from tests.bot.databases import both_databases
from tests.bot.ear import EVERYBODY, Tower
from tests.games import morra
from tests.kit import world
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, NOON, tabled

DATA = str(Address(Verb.DATA, 0, 0))
FORGET = Address(Verb.FORGET, 0, 0)
SURE = str(Address(Verb.FORGET, 0, 0, settings.YES))


@pytest.fixture
async def tower(store: Store, monkeypatch: pytest.MonkeyPatch) -> Tower:
    monkeypatch.delitem(GAMES, morra.KEY, raising=False)
    monkeypatch.setattr("bot.discord.router.now", lambda: NOON)
    return Tower(store, Discord(lambda: NOON), NOON)


async def kept(tables: Tables, person: int) -> dict[str, object]:
    export = await tables.store.export(person)
    return {table: rows for table, rows in export.items() if rows and table != "person"}


@both_databases
async def test_everything_is_given_to_whoever_asks_as_a_file(tower: Tower) -> None:
    tables = tower.rooms.tables
    match = (await world.begun(tables, "schnick")).id
    await tower.presses(ANN, DATA)
    told = tower.log[-1]
    assert (told.to, told.how) == (ANN, "answer: send")
    assert "wolf-and-bison.json" in told.what
    assert say("data-given", "en") in told.what
    answer = await tower.rooms.panels.data(tower.asked(ANN), Address(Verb.DATA, 0, 0))
    assert answer.scene
    assert answer.scene.attached
    export = json.loads(answer.scene.attached.data)
    assert export == await tables.store.export(ANN)
    assert [seat["match"] for seat in export["seat"]] == [match]


def test_what_is_too_large_is_packed() -> None:
    told = b"a" * (settings.LARGEST + 1)
    small, large = settings.given(told[1:], "en").attached, settings.given(told, "en").attached
    assert small
    assert large
    assert small.data == told[1:]
    assert (large.name, gzip.decompress(large.data)) == ("wolf-and-bison.json.gz", told)


async def test_nobody_is_forgotten_who_is_not_sure(tower: Tower) -> None:
    await world.begun(tower.rooms.tables, "schnick")
    await tower.presses(ANN, str(FORGET))
    assert SURE in tower.log[-1].what
    assert "seat" in await kept(tower.rooms.tables, ANN)


@both_databases
async def test_whoever_is_sure_is_forgotten_while_the_bot_runs(tower: Tower) -> None:
    """In the store, in what the process remembers, and by what it stores after its answer; the others hear of it."""
    tables = tower.rooms.tables
    running, offer = await world.begun(tables, "schnick"), await world.challenge(tables, "schnick")
    for match in (running.id, offer.id):
        tower.rooms.herald.stir(match)
    await tower.settles()
    await tower.presses(ANN, str(FORGET))
    before = len(tower.log)
    await tower.presses(ANN, SURE)
    assert await kept(tables, ANN) == {}
    assert say("forgotten", "en") in next(it.what for it in tower.log[before:] if it.to == ANN)
    assert isinstance(await tables.table(running.id), Over)
    assert isinstance(await tables.table(offer.id), Closed)
    assert len({it.how for it in tower.log[before:] if it.to == EVERYBODY}) > 1, "both cards have changed"
    # Nothing of them is told of what is told from here on.
    later = len(tower.log)
    await tower.says(BEN, lambda asked: tower.rooms.lookback.replay(asked, str(running.id)), "replay")
    assert not [it for it in tower.log[later:] if str(ANN) in it.what.split("<@")]
    assert await kept(tabled(tables.store), ANN) == {}
    assert await kept(tables, BEN) != {}


@both_databases
async def test_whoever_comes_back_is_met_for_the_first_time(tower: Tower) -> None:
    await tower.presses(CAT, str(Address(Verb.SETTLED, 0, 0, "me.reminders")), values=["no"])
    await tower.presses(CAT, SURE)
    assert await kept(tower.rooms.tables, CAT) == {}
    await tower.presses(CAT, str(Address(Verb.SETTINGS, 0, 0, settings.ME)))
    assert set(await kept(tower.rooms.tables, CAT)) == {"known", "settings"}
    assert (await tower.rooms.preferences.stored(CAT)).reminders


@pytest.mark.parametrize("locale", LOCALES)
def test_what_comes_of_it_is_said_before(locale: Locale) -> None:
    question, said = settings.sure(locale).above
    assert question.startswith("### ")
    assert len(said) > 100
