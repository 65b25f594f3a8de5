"""Settings of the Python runtime that keep responses fast: garbage collection, thread switching and the event loop.

Without them, one garbage collection through all objects delays every response by a tenth of a second.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

THREAD_SWITCH_INTERVAL_S: Final = 0.0002
"""Moves are stored and boards painted in other threads. With Python's default of five milliseconds, a commit of one
millisecond takes twenty while the event loop is busy.
"""
GC_THRESHOLDS: Final = (20_000, 5, 100)
"""High thresholds for `gc.set_threshold`, because there are hardly any reference cycles: values are frozen and do not
refer back to their owners.
"""
T = TypeVar("T")


def tune_for_latency() -> None:
    """Collect garbage less often, and switch between threads more often."""
    sys.setswitchinterval(THREAD_SWITCH_INTERVAL_S)
    gc.set_threshold(*GC_THRESHOLDS)


def freeze_live_objects() -> None:
    """Exclude all objects that exist now from garbage collection.

    Call this after each connection: Discord then sends all servers again, and the objects that they replace are freed.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def run_event_loop(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new event loop, on uvloop if it is installed."""
    try:
        import uvloop  # noqa: PLC0415 - an optional dependency
    except ImportError:
        return asyncio.run(main)
    return uvloop.run(main)
