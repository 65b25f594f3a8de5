"""The garbage collector: it looks seldom, and not at what is there to stay.

One look through everything made everybody who clicked wait for a tenth of a second.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

THREAD_SWITCH_INTERVAL_S: Final = 0.0002
"""Seconds after which a thread lets another one on. Choices are stored and boards painted beside the loop; at Python's
own five milliseconds a commit that takes one took twenty while others were being answered.
"""
GC_THRESHOLDS: Final = (20_000, 5, 100)
"""After how many new things one looks for what nobody reaches any more, and after how many such looks among older ones.
Hardly anything here goes that way: values refer to none that refer back.
"""
T = TypeVar("T")


def tune_for_latency() -> None:
    """From now on it looks seldom, and threads let each other on soon."""
    sys.setswitchinterval(THREAD_SWITCH_INTERVAL_S)
    gc.set_threshold(*GC_THRESHOLDS)


def freeze_live_objects() -> None:
    """What is there by now stays, and is not looked through any more. What was kept before and has gone since, goes:
    with each new connection all that is known of servers is made anew.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def run_event_loop(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, on uvloop where it is installed."""
    try:
        import uvloop  # noqa: PLC0415 - not everywhere
    except ImportError:
        return asyncio.run(main)
    return uvloop.run(main)
