"""Old matches go to the archive; whoever opens one again sees no difference."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.scenes.address import Address
from bot.scenes.verb import Verb
from bot.table import archivist
from bot.table.archivist import Archivist
from bot.table.table import Play
from bot.table.tables import Tables
from bot.terminal.doctor import complaints
from bot.time import DAY, MINUTE
from games import GAMES
from storage import Store, Unstored
from tests.bot import town
from tests.bot.billboard import Billboard
from tests.bot.ear import Tower
from tests.bot.sitting import ANN, BEN, CAT, cause, tabled
from tests.bot.town import EARLIER, NOON

DAYS = 30
LATER = EARLIER + DAYS * DAY + 1


async def at_once(_: float) -> None:
    """Nobody else plays."""


async def over(tables: Tables, game: str) -> int:
    """A few choices, whoever is to make them, and then Ben has enough if it is not over anyway."""
    table = await town.begun(tables, game)
    for _ in range(4):
        if isinstance(table, Play) and table.match.waiting:
            person = table.people[min(table.match.waiting)]
            assert person
            table = await town.chosen(tables, table.id, person)
    if not table.over:
        await tables.say(table.id, BEN, ("!resign",), step=None, cause=cause(), now=EARLIER)
    return table.id


async def opened(store: Store, match: int) -> list[object]:
    """What Ann, who played, and Cat, who did not, are shown of it by a process that has never heard of it."""
    tower = Tower(store, Billboard(lambda: NOON), NOON)
    tower.begins_at(1_000_000)
    for person in (ANN, CAT):
        for verb in (Verb.REPLAY, Verb.VERIFY):
            await tower.presses(person, str(Address(verb, match, 0)))
    return [*tower.log]


@pytest.mark.gate
@pytest.mark.parametrize("game", GAMES)
async def test_an_archived_match_is_looked_back_at_as_before(game: str, store: Store, tmp_path: Path) -> None:
    tables = tabled(store)
    match = await over(tables, game)
    running = (await town.begun(tables, game)).id
    before, journal = await opened(store, match), await tables.journal(match)
    assert len(before) >= 4
    assert await Archivist(store, DAYS, lambda: LATER, at_once).round() == 1
    archived = await tabled(store).journal(match)
    assert (archived.header.archived, archived.events) == (len(journal.events), journal.events)
    assert await opened(store, match) == before
    assert [line async for line in complaints(store, tmp_path, EARLIER + MINUTE)] == []
    assert not (await tabled(store).journal(running)).header.archived


async def test_it_waits_as_long_as_the_host_has_set(store: Store) -> None:
    match = await over(tabled(store), "schnick")
    assert await Archivist(store, DAYS, lambda: LATER - 1, at_once).round() == 0
    assert await Archivist(store, DAYS + 1, lambda: LATER, at_once).round() == 0
    assert await Archivist(store, DAYS, lambda: LATER, at_once).round() == 1
    assert await Archivist(store, DAYS, lambda: LATER, at_once).round() == 0
    assert (await tabled(store).journal(match)).header.archived


async def test_an_outage_is_waited_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """And without a word of the host's nothing is ever done."""
    match = await over(tabled(store), "schnick")
    enough, slept, old = asyncio.Event(), list[float](), store.old

    async def away(before: int, count: int) -> list[int]:
        if not slept:
            raise Unstored("away")
        return await old(before, count)

    async def sleeps(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 4:
            enough.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(store, "old", away)
    idle = asyncio.create_task(Archivist(store, None, lambda: LATER, sleeps).run())
    works = asyncio.create_task(Archivist(store, DAYS, lambda: LATER, sleeps).run())
    await enough.wait()
    for task in (idle, works):
        assert not task.done()
        task.cancel()
    # After the outage, behind the match, before the next look, and after one that found nothing.
    assert slept == [archivist.REST, archivist.APART, archivist.APART, archivist.REST]
    assert await store.load(match)
    assert await store.old(LATER, 10) == []
