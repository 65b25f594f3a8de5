"""Measuring on machines that others use too: the best of many short runs, and ratios of one run only."""

from __future__ import annotations

import gc
import time
from collections.abc import Awaitable, Callable


def best(work: Callable[[], object], runs: int = 15) -> float:
    """Seconds of the processor that `work` takes when nothing disturbs it; while others have it none go by."""
    work()
    gc.disable()
    try:
        taken = []
        for _ in range(runs):
            start = time.process_time()
            work()
            taken.append(time.process_time() - start)
        return min(taken)
    finally:
        gc.enable()


def pace() -> float:
    """Seconds for a piece of Python that stays what it is: the floor of what is Python through and through, on any
    machine, and whoever else uses it.
    """
    return best(_piece, 60)


def _piece() -> object:
    found: dict[tuple[int, int], int] = {}
    for number in range(2_000):
        key = number % 97, number & 31
        found[key] = found.get(key, 0) + len(str(number))
    return sorted(found)


async def beside(
    ask: Callable[[], Awaitable[object]], floor: Callable[[], Awaitable[object]], runs: int = 25
) -> tuple[float, float]:
    """How many times as long as the floor it takes to ask, and seconds: the best of either, one after the other, so
    that what disturbs disturbs both.
    """
    asked: list[float] = []
    floors: list[float] = []
    for _ in range(runs):
        for question, taken in ((floor, floors), (ask, asked)):
            began = time.perf_counter()
            await question()
            taken.append(time.perf_counter() - began)
    return min(asked) / min(floors), min(asked)


def row(what: str, figure: str, target: str, *, holds: bool) -> bool:
    print(f"{what:<58}{figure:>16}   {target:<24}{'holds' if holds else 'MISSED'}")  # noqa: T201 - its product
    return holds
