"""The common timeout of all tests. It is long, since only a failing test waits for it to pass."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

TEST_TIMEOUT_S: Final = 120.0
"""Enough also on a busy machine."""


async def wait_until(check: Callable[[], object | Awaitable[object]]) -> None:
    """Wait until `check` returns a true value, or an awaitable of one."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while True:
            result = check()
            if await result if isinstance(result, Awaitable) else result:
                return
            await asyncio.sleep(0.001)
