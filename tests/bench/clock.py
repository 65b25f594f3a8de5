"""Measuring on machines that others use too: the best of many short runs, and ratios of one run only."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def best(work: Callable[[], object], runs: int = 15) -> float:
    """Seconds that `work` takes when nothing disturbs it."""
    work()
    gc.disable()
    try:
        taken = []
        for _ in range(runs):
            start = time.perf_counter()
            work()
            taken.append(time.perf_counter() - start)
        return min(taken)
    finally:
        gc.enable()


def row(what: str, figure: str, target: str, *, holds: bool) -> bool:
    print(f"{what:<58}{figure:>16}   {target:<24}{'holds' if holds else 'MISSED'}")  # noqa: T201 - its product
    return holds
