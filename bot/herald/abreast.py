"""Deeds for several people: nobody waits long for another one's, and one person's trouble is not the others'.

They go one after the other as long as Discord is prompt: so the order in which they come tells nothing of what it took.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable
from typing import Final, TypeVar

from bot.errors import Unavailable
from storage import Damaged, Unstored

log: Final = logging.getLogger(__name__)

T = TypeVar("T")


PROMPT: Final = 2.0
"""Seconds after which the next begins beside one that is still under way."""


async def abreast(deeds: Iterable[Awaitable[T]], failed: str) -> tuple[list[T], Unavailable | None]:
    """What came of those that were done, and who was out of reach; `failed` is said of any other."""
    done: list[T] = []
    out_of_reach = None
    begun: list[asyncio.Future[T]] = []
    try:
        for deed in deeds:
            begun.append(asyncio.ensure_future(deed))
            await asyncio.wait(begun[-1:], timeout=PROMPT)
    except BaseException:
        for each in begun:
            each.cancel()
        raise
    for it in await asyncio.gather(*begun, return_exceptions=True):
        match it:
            case Unavailable():
                out_of_reach = it
            case Damaged() | Unstored() | asyncio.CancelledError():
                raise it
            case Exception():
                log.error(failed, exc_info=it)
            case BaseException():
                raise it
            case _:
                done.append(it)
    return done, out_of_reach
