"""Runs tasks one after the other, but does not wait long for a slow one before starting the next."""

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
"""How long a task can run before the next one starts."""


async def run_staggered(tasks: Iterable[Awaitable[T]], error_message: str) -> tuple[list[T], DiscordUnavailable | None]:
    """Run tasks in order. Each starts when the one before it is done, or after `SLOW_S` at the latest.

    Return the results, and a `DiscordUnavailable` if a task raised one. Other errors are logged with `error_message`.
    The tasks send messages, whose order would reveal with `asyncio.gather` whose picture took longer to paint.
    """
    started: list[asyncio.Future[T]] = []
    try:
        for task in tasks:
            started.append(asyncio.ensure_future(task))
            await asyncio.wait(started[-1:], timeout=SLOW_S)
        outcomes = await asyncio.gather(*started, return_exceptions=True)
    except BaseException:
        for future in started:
            future.cancel()
        raise
    results: list[T] = []
    unavailable = None
    for outcome in outcomes:
        if isinstance(outcome, DiscordUnavailable):
            unavailable = outcome
        elif isinstance(outcome, DatabaseUnusable | StoreUnavailable) or (
            isinstance(outcome, BaseException) and not isinstance(outcome, Exception)
        ):
            raise outcome
        elif isinstance(outcome, Exception):
            log.error(error_message, exc_info=outcome)
        else:
            results.append(outcome)
    return results, unavailable
