from __future__ import annotations

import asyncio

import pytest

from bot.delivery.periodic import attempt, run_periodically
from bot.errors import DiscordUnavailable
from storage import StoreUnavailable
from tests.waiting import TEST_TIMEOUT_S


@pytest.mark.parametrize(("interval_s", "is_woken"), [(0.001, False), (3600.0, True)], ids=["in time", "when woken"])
async def test_periodic_work_continues_after_the_store_was_unavailable(interval_s: float, is_woken: bool) -> None:
    wake = asyncio.Event()
    runs: asyncio.Queue[None] = asyncio.Queue()

    async def work() -> None:
        runs.put_nowait(None)
        raise StoreUnavailable

    running = asyncio.create_task(run_periodically(work, interval_s, wake))
    async with asyncio.timeout(TEST_TIMEOUT_S):
        for _ in range(3):
            await runs.get()
            if is_woken:
                wake.set()
    running.cancel()


async def test_attempt_catches_every_error_except_an_unavailable_store() -> None:
    async def act(error: Exception | None) -> None:
        if error:
            raise error

    assert await attempt(act(None), "act")
    assert not await attempt(act(DiscordUnavailable()), "act")
    assert not await attempt(act(ValueError()), "act")
    with pytest.raises(StoreUnavailable):
        await attempt(act(StoreUnavailable()), "act")
