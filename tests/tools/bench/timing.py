"""Timing on machines that others use too: the best of many short runs, ratios within one run, and the printed table."""

from __future__ import annotations

import gc
import time
from collections.abc import Awaitable, Callable
from pathlib import Path


def best(work: Callable[[], object], runs: int = 15) -> float:
    """Return the CPU seconds of the fastest run. CPU time does not pass while other processes run."""
    work()
    gc.disable()
    try:
        return min(cpu_time(work) for _ in range(runs))
    finally:
        gc.enable()


def cpu_time(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


async def wall_time(work: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await work()
    return time.perf_counter() - began


def pace() -> float:
    """Return the CPU seconds of a fixed piece of Python: the unit for ratios that hold on any machine."""
    return best(_piece, 60)


def _piece() -> object:
    found: dict[tuple[int, int], int] = {}
    for number in range(2_000):
        key = number % 97, number & 31
        found[key] = found.get(key, 0) + len(str(number))
    return sorted(found)


async def compare(
    work: Callable[[], Awaitable[object]], floor: Callable[[], Awaitable[object]], runs: int = 25
) -> tuple[float, float]:
    """Return how many times as long as the floor the work takes, and its seconds.

    Both are the best of all runs. The runs alternate, so that noise hits both.
    """
    taken: list[float] = []
    floors: list[float] = []
    for _ in range(runs):
        floors.append(await wall_time(floor))
        taken.append(await wall_time(work))
    return min(taken) / min(floors), min(taken)


def process_cpu_ms(process_id: int) -> float:
    """Return the CPU milliseconds that all threads of a process have used."""
    tasks = Path(f"/proc/{process_id}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6


def process_memory_mb(process_id: int) -> float:
    status = Path(f"/proc/{process_id}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def row(what: str, figure: str, target: str = "", *, holds: bool = True) -> bool:
    print(f"{what:<58}{figure:>16}   {target:<24}{'holds' if holds else 'MISSED'}", flush=True)  # noqa: T201 - its product
    return holds


def ratio_row(what: str, ratio: float, most: float, figure: str = "") -> bool:
    return row(what, figure or f"{ratio:.2f}×", f"≤ {most:g}×", holds=ratio <= most)
