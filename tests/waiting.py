"""How long a test waits for what must come. It is long, since only a fault lets it pass."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

TEST_TIMEOUT_S: Final = 120.0
"""Seconds; enough on a machine that is busy with other things, too."""


async def wait_until(holds: Callable[[], object | Awaitable[object]]) -> None:
    """Wait until this returns something true, or a coroutine that does."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while True:
            found = holds()
            if await found if isinstance(found, Awaitable) else found:
                return
            await asyncio.sleep(0.001)
