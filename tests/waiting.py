"""The common timeout of all tests. It can be long, since only failing tests reach it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

TEST_TIMEOUT_S: Final = 120.0
"""The timeout, which is long enough even on a busy machine."""


async def wait_until(check: Callable[[], object | Awaitable[object]]) -> None:
    """Wait until `check` returns a true value or an awaitable that resolves to one."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while True:
            result = check()
            if await result if isinstance(result, Awaitable) else result:
                return
            await asyncio.sleep(0.001)
