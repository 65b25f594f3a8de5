"""Runtime settings that keep responses fast and memory small: garbage collection, threads, heap and event loop.

With Python's defaults, a full garbage collection would delay all pending responses by a tenth of a second.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

THREAD_SWITCH_INTERVAL_S: Final = 0.0002
"""How long a thread can run before another one takes over.

Moves are stored and boards are painted outside the event loop's thread. With Python's default of 5 ms, a commit that
needs 1 ms takes 20 ms while the event loop is busy.
"""
GC_THRESHOLDS: Final = (20_000, 5, 100)
"""Arguments for `gc.set_threshold`. They are high because there are few reference cycles to collect.

The bot's values are immutable and do not refer back to their owners, so they form no cycles.
"""
MEMORY_RELEASE_INTERVAL_S: Final = 5.0
"""While 24 people play without thinking, the heap grows by 10 MB in this time. Releasing it takes 2 ms."""
T = TypeVar("T")


def tune_for_latency() -> None:
    """Collect garbage less often, and switch between threads more often."""
    sys.setswitchinterval(THREAD_SWITCH_INTERVAL_S)
    gc.set_threshold(*GC_THRESHOLDS)


def freeze_live_objects() -> None:
    """Exclude all objects that currently exist from garbage collection.

    Call this after each connection to Discord, because Discord sends all server data when the bot connects. Objects
    left over from the previous connection are collected first.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def release_free_memory_regularly() -> None:
    while True:
        await asyncio.sleep(MEMORY_RELEASE_INTERVAL_S)
        await asyncio.to_thread(release_free_memory)


def release_free_memory() -> None:
    """Return free memory inside the heap to the operating system.

    By itself, glibc returns only free memory at the end of the heap. The small images that are cached would keep the
    large temporary images between them resident. Other C libraries have no `malloc_trim`.
    """
    if sys.platform == "linux" and (malloc_trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        malloc_trim(0)


def run_event_loop(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new event loop, using uvloop if it is installed."""
    try:
        import uvloop  # noqa: PLC0415 - an optional dependency
    except ImportError:
        return asyncio.run(main)
    return uvloop.run(main)
