"""Timing on machines that other programs use too, and the lines that benchmarks print.

CPU times are the best of many short runs, and targets are ratios within one run.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Awaitable, Callable
from pathlib import Path


def best_cpu_time(work: Callable[[], object], runs: int = 15) -> float:
    """Return the CPU seconds of the fastest run. CPU time does not pass while other processes run."""
    work()
    gc.disable()
    try:
        return min(measure_cpu_s(work) for _ in range(runs))
    finally:
        gc.enable()


def measure_cpu_s(work: Callable[[], object]) -> float:
    start_s = time.process_time()
    work()
    return time.process_time() - start_s


async def measure_wall_s(work: Callable[[], Awaitable[object]]) -> float:
    start_s = time.perf_counter()
    await work()
    return time.perf_counter() - start_s


def time_reference_code() -> float:
    """Return the CPU seconds of a fixed piece of Python code, as a unit for ratios that hold on any machine."""
    return best_cpu_time(_run_reference_code, 60)


def _run_reference_code() -> object:
    sums: dict[tuple[int, int], int] = {}
    for number in range(2_000):
        key = number % 97, number & 31
        sums[key] = sums.get(key, 0) + len(str(number))
    return sorted(sums)


async def measure_ratio(
    work: Callable[[], Awaitable[object]], baseline: Callable[[], Awaitable[object]], runs: int = 25
) -> tuple[float, float]:
    """Return how many times as long as the baseline the work takes, and the seconds of the work.

    Both are the best of all runs. The runs alternate, so that noise affects both.
    """
    work_times_s: list[float] = []
    baseline_times_s: list[float] = []
    for _ in range(runs):
        baseline_times_s.append(await measure_wall_s(baseline))
        work_times_s.append(await measure_wall_s(work))
    return min(work_times_s) / min(baseline_times_s), min(work_times_s)


def read_process_cpu_ms(process_id: int) -> float:
    """Return the CPU milliseconds that all threads of a process have used."""
    tasks = Path(f"/proc/{process_id}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6


def read_process_memory_mb(process_id: int) -> float:
    status = Path(f"/proc/{process_id}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def print_row(label: str, value: str, target: str = "", *, holds: bool = True) -> bool:
    """Print a measurement with its target, and return whether the target is met."""
    status = ("holds" if holds else "MISSED") if target else ""
    print(f"{label:<58}{value:>16}   {target:<24}{status}".rstrip(), flush=True)  # noqa: T201 - the program's output
    return holds


def print_ratio_row(label: str, ratio: float, most: float, value: str = "") -> bool:
    """Print a ratio that may be at most `most`, and return whether it is."""
    return print_row(label, value or f"{ratio:.2f}×", f"≤ {most:g}×", holds=ratio <= most)
