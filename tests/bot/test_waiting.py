"""Answers come first: what channels are told waits for them, and no longer than it has to."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord import waiting
from bot.discord.waiting import Waiting
from tests.patience import PATIENCE

FOR_EVER = 1e6


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "LULL", 0.0)
    monkeypatch.setattr(waiting, "LOST", FOR_EVER)


async def begun(lull: asyncio.Task[None]) -> asyncio.Task[None]:
    """As far as it comes by itself."""
    for _ in range(20):
        await asyncio.sleep(0)
    return lull


async def test_who_waited_before_is_answered_first_and_who_came_later_is_not_waited_for() -> None:
    """Fifty who press at once are all answered before anything else is done, however long that takes."""
    waits = Waiting()
    with waits.for_an_answer(1):
        with waits.for_an_answer(2):
            lull = await begun(asyncio.create_task(waits.lull()))
        await begun(lull)
        assert not lull.done()
        later = waits.for_an_answer(3)
        later.__enter__()
    async with asyncio.timeout(PATIENCE):
        await lull


async def test_nobody_waits_for_an_answer_that_discord_would_not_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "LOST", 0.0)
    waits = Waiting()
    with waits.for_an_answer(1):
        async with asyncio.timeout(PATIENCE):
            await waits.lull()


async def test_nobody_waits_for_an_answer_that_is_announced_but_whoever_leaves() -> None:
    waits = Waiting()
    with waits.for_an_answer(1):
        lull = await begun(asyncio.create_task(waits.lull()))
        assert not lull.done()
        waits.heard(1)
        async with asyncio.timeout(PATIENCE):
            await lull
        leaves = await begun(asyncio.create_task(waits.answered()))
        assert not leaves.done()
    async with asyncio.timeout(PATIENCE):
        await leaves
