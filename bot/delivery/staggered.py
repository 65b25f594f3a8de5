"""Runs one task per person: in order while Discord is prompt, beside each other once one of them is slow."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable
from typing import Final, TypeVar

from bot.errors import DiscordUnavailable
from storage import DatabaseUnusable, StoreUnavailable

log: Final = logging.getLogger(__name__)

T = TypeVar("T")

SLOW_S: Final = 2.0
"""Seconds after which the next task starts beside one that is still running."""


async def run_staggered(tasks: Iterable[Awaitable[T]], error_message: str) -> tuple[list[T], DiscordUnavailable | None]:
    """Return the results, and a `DiscordUnavailable` if somebody was out of reach; log `failed` for any other error.

    With `asyncio.gather` alone, the order of the messages would tell whose picture took longer to paint.
    """
    started: list[asyncio.Future[T]] = []
    try:
        for task in tasks:
            started.append(asyncio.ensure_future(task))
            await asyncio.wait(started[-1:], timeout=SLOW_S)
        ended = await asyncio.gather(*started, return_exceptions=True)
    except BaseException:
        for each in started:
            each.cancel()
        raise
    results: list[T] = []
    unavailable = None
    for it in ended:
        if isinstance(it, DiscordUnavailable):
            unavailable = it
        elif isinstance(it, DatabaseUnusable | StoreUnavailable) or (
            isinstance(it, BaseException) and not isinstance(it, Exception)
        ):
            raise it
        elif isinstance(it, Exception):
            log.error(error_message, exc_info=it)
        else:
            results.append(it)
    return results, unavailable
