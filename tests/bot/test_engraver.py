"""Who sees to it that all emoji are there, whatever goes wrong meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord import engraver
from bot.discord.client import Client
from bot.discord.emblems import Emblems
from bot.discord.engraver import Engraver, drawings, names
from storage import Unstored
from tests.patience import PATIENCE

NUMBERS = count(1)
US, HOST = SimpleNamespace(id=1), SimpleNamespace(id=2)
WOLF = {"schamanen wolf 7", "schnick card_fire", "woodwalkers otter"}


class Emoji:
    def __init__(self, there: Discord, name: str, user: Any) -> None:
        self.there, self.name, self.user, self.id = there, name, user, next(NUMBERS)

    async def delete(self) -> None:
        self.there.emojis.remove(self)


class Discord:
    """An application's emoji, and what goes wrong with them, one after the other."""

    def __init__(self, *troubles: Exception | None, leads: bool = True) -> None:
        self.leads = leads
        self.emojis: list[Emoji] = []
        self.uploads: list[str] = []
        self.listings = 0
        self.troubles: Iterator[Exception | None] = iter(troubles)

    def is_ours(self, user: Any) -> bool:
        return user is US

    async def fetch_application_emojis(self) -> list[Emoji]:
        self.listings += 1
        await self._trouble()
        return list(self.emojis)

    async def create_application_emoji(self, *, name: str, image: bytes) -> Emoji:
        await self._trouble()
        assert image.startswith(b"\x89PNG")
        assert name not in self.there
        self.uploads.append(name)
        return self.has(name)

    def has(self, name: str, user: Any = US) -> Emoji:
        self.emojis.append(Emoji(self, name, user))
        return self.emojis[-1]

    @property
    def there(self) -> set[str]:
        return {each.name for each in self.emojis}

    async def _trouble(self) -> None:
        await asyncio.sleep(0)
        if trouble := next(self.troubles, None):
            raise trouble


def refused(status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, "no")


@asynccontextmanager
async def turn(_: str) -> AsyncIterator[None]:
    yield


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of them, and no time between two looks."""
    drawn = {name: drawings()[name] for key, name in names().items() if key in WOLF}
    known = {key: name for key, name in names().items() if key in WOLF}
    monkeypatch.setattr(engraver, "drawings", lambda: drawn)
    monkeypatch.setattr(engraver, "names", lambda: known)
    monkeypatch.setattr(engraver, "AGAIN", 0.0)


async def nobody(_: Iterable[int]) -> dict[int, str]:
    return {}


class Process:
    def __init__(self, there: Any, turn: engraver.Turn = turn) -> None:
        self.emblems = Emblems(str, nobody)
        client: Client = there
        self.engraver = Engraver(client, self.emblems, turn)

    @asynccontextmanager
    async def living(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self.engraver.engraving())
        self.engraver.connected()
        yield
        assert not task.done()
        task.cancel()

    async def knows(self, keys: set[str] = WOLF) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.emblems.known.keys() != keys or self.emblems.wanted.is_set():
                await asyncio.sleep(0.001)


async def test_what_is_missing_is_brought_and_what_is_old_goes() -> None:
    there = Discord()
    old = there.has("duel_wolf_7_0badc0")
    kept = [there.has("party"), there.has("duel_party"), there.has("duel_wolf_7_c0ffee", HOST)]
    process = Process(there)
    async with process.living():
        await process.knows()
        assert there.uploads == list(engraver.drawings())
        async with asyncio.timeout(PATIENCE):
            while old in there.emojis:
                await asyncio.sleep(0.001)
        assert set(kept) < set(there.emojis)
        assert len(there.emojis) == len(kept) + len(WOLF)
        known = process.emblems.known["schamanen wolf 7"]
        assert known.name == engraver.names()["schamanen wolf 7"]
        assert known.id in {each.id for each in there.emojis}

        # Connected anew: one was deleted meanwhile, and comes back alone.
        gone = next(each for each in there.emojis if each.name == known.name)
        await gone.delete()
        process.engraver.connected()
        async with asyncio.timeout(PATIENCE):
            while known.name not in there.there:
                await asyncio.sleep(0.001)
        assert there.uploads[len(WOLF) :] == [known.name]


async def test_one_that_is_deleted_meanwhile_comes_back_when_it_is_missed() -> None:
    """A message was refused for it: nobody waits until we are connected anew."""
    there = Discord()
    process = Process(there)
    async with process.living():
        await process.knows()
        gone = there.emojis[2]
        await gone.delete()
        process.emblems.wanted.set()
        async with asyncio.timeout(PATIENCE):
            while gone.name not in there.there:
                await asyncio.sleep(0.001)
        await process.knows()
    assert there.uploads[len(engraver.drawings()) :] == [gone.name]


async def test_who_does_not_lead_only_asks() -> None:
    """Until all are there, and then no more until somebody wants to know."""
    there = Discord(leads=False)
    process = Process(there)
    async with process.living():
        async with asyncio.timeout(PATIENCE):
            while there.listings < 3:
                await asyncio.sleep(0.001)
        assert there.emojis == []
        for name in engraver.drawings():
            there.has(name)
        await process.knows()
        asked = there.listings
        for _ in range(100):
            await asyncio.sleep(0)
        assert there.listings == asked
        await there.emojis[0].delete()
        process.emblems.wanted.set()
        await process.knows(WOLF - {key for key, name in engraver.names().items() if name not in there.there})
        assert there.uploads == []


async def test_of_two_that_lead_each_brings_what_the_other_has_not() -> None:
    there, lock = Discord(), asyncio.Lock()

    @asynccontextmanager
    async def one_at_a_time(name: str) -> AsyncIterator[None]:
        assert name == "emoji"
        async with lock:
            yield

    one, other = Process(there, one_at_a_time), Process(there, one_at_a_time)
    async with one.living(), other.living():
        await one.knows()
        await other.knows()
    assert sorted(there.uploads) == sorted(engraver.drawings())


@pytest.mark.parametrize(
    "trouble",
    [refused(403), refused(500), discord.RateLimited(0.0), OSError("offline"), TimeoutError(), Unstored("no store")],
    ids=lambda it: type(it).__name__,
)
@pytest.mark.parametrize("at", [0, 1, 3])
async def test_after_trouble_it_goes_on_where_it_was(trouble: Exception, at: int) -> None:
    there = Discord(*[None] * at, trouble)
    process = Process(there)
    async with process.living():
        await process.knows()
    assert there.uploads == list(engraver.drawings())


async def test_a_drawing_that_is_wrong_stops_nothing_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def torn(_: object) -> bytes:
        raise ValueError("torn")

    monkeypatch.setattr(engraver.Drawing, "painted", torn)
    process = Process(Discord())
    async with process.living(), asyncio.timeout(PATIENCE):
        while "torn" not in caplog.text:
            await asyncio.sleep(0.001)
    assert process.emblems.known == {}
