"""Deeds for several people at once: nobody waits for another one's, and one person's trouble is not the others'."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable
from typing import Final, TypeVar

from bot.errors import Unavailable
from storage import Unstored

log: Final = logging.getLogger(__name__)

T = TypeVar("T")


async def abreast(deeds: Iterable[Awaitable[T]], failed: str) -> tuple[list[T], Unavailable | None]:
    """What came of those that were done, and who was out of reach; `failed` is said of any other."""
    done: list[T] = []
    out_of_reach = None
    for it in await asyncio.gather(*deeds, return_exceptions=True):
        match it:
            case Unavailable():
                out_of_reach = it
            case Unstored() | asyncio.CancelledError():
                raise it
            case Exception():
                log.error(failed, exc_info=it)
            case BaseException():
                raise it
            case _:
                done.append(it)
    return done, out_of_reach
