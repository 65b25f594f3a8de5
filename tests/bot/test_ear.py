"""When it is time to look for what others have stored."""

from __future__ import annotations

import asyncio

import pytest

from bot.herald import ear as ears
from bot.herald.ear import Ear
from bot.table.clock import Share
from tests.patience import PATIENCE

SELDOM = float(1 << 30)


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Ear:
    """It waits for nothing that it is told to wait for, and looks by itself so seldom that no test sees it."""
    for name in ("FORSAKEN", "SPARE", "TOGETHER"):
        monkeypatch.setattr(ears, name, 0)
    for name in ("SWEEP", "NET"):
        monkeypatch.setattr(ears, name, SELDOM)
    return Ear(Share())


async def looks(ear: Ear) -> frozenset[int] | None:
    async with asyncio.timeout(PATIENCE):
        return await ear.look()


async def rests(ear: Ear) -> None:
    """Nothing is to be looked at, however often its turn comes."""
    looking = asyncio.create_task(ear.look())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not looking.done()
    looking.cancel()
    await asyncio.wait((looking,))


async def test_what_was_rung_for_is_looked_at_once_and_together(ear: Ear) -> None:
    await rests(ear)
    for match in (3, 5, 3):
        ear.heard(match)
    assert await looks(ear) == frozenset({3, 5})
    await rests(ear)


async def test_who_hears_again_looks_at_all_of_it_and_once_more(ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was stored last before that was not forsaken yet."""
    at = 0.0
    monkeypatch.setattr(ears, "clock", lambda: at)
    monkeypatch.setattr(ears, "FORSAKEN", 1_000)
    ear.hears(True)
    assert await looks(ear) is None
    await rests(ear)
    at = 1.0
    assert await looks(ear) is None
    await rests(ear)
    ear.hears(True)
    await rests(ear)


async def test_who_hears_nothing_looks_often(ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ears, "SWEEP", 0)
    assert [await looks(ear), await looks(ear)] == [None, None]
    ear.hears(True)
    assert await looks(ear) is None
    await rests(ear)
    ear.hears(False)
    assert await looks(ear) is None


async def test_where_there_was_more_than_a_handful_the_next_look_comes_soon(
    ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear.hears(True)
    await looks(ear)
    await rests(ear)
    monkeypatch.setattr(ears, "SWEEP", 0)
    ear.soon()
    assert await looks(ear) is None
    await rests(ear)


async def test_a_match_that_is_somebody_elses_is_looked_at_later(ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ears, "SPARE", SELDOM)
    share = Share()
    share.learn("one", ["one", "two"])
    other = Ear(share)
    for match in (6, 7):
        other.heard(match)
    assert await looks(other) == frozenset({6})
    await rests(other)
