"""Work that repeats as long as the bot runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from bot.errors import DiscordUnavailable
from storage import StoreUnavailable

log: Final = logging.getLogger(__name__)


async def run_periodically(
    work: Callable[[], Awaitable[None]], interval_s: float, wake: asyncio.Event | None = None
) -> None:
    """Run `work` until canceled: every `interval_s` seconds, and as soon as `wake` is set."""
    wake = wake or asyncio.Event()
    while True:
        wake.clear()
        try:
            await work()
        except (DiscordUnavailable, StoreUnavailable) as error:
            what = "Discord" if isinstance(error, DiscordUnavailable) else "the store"
            log.warning("%s is unavailable; trying again later", what, extra={"reason": str(error)})
        with suppress(TimeoutError):
            async with asyncio.timeout(interval_s):
                await wake.wait()


async def attempt(action: Awaitable[None], description: str) -> bool:
    """Run one of several independent actions, and return whether it succeeded.

    An error is logged, so that it does not stop the other actions. Raises `StoreUnavailable`, which concerns them all.
    """
    try:
        await action
    except StoreUnavailable:
        raise
    except DiscordUnavailable:
        log.warning("Discord is unavailable; trying again later: %s", description)
        return False
    except Exception:
        log.exception("failed: %s", description)
        return False
    return True
