"""Measures times on busy machines, and prints the measurements of benchmarks.

CPU times are the best of many short runs, and targets are ratios of times from the same run.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Awaitable, Callable
from pathlib import Path


def measure_best_cpu_s(work: Callable[[], object], runs: int = 15) -> float:
    """Run `work` several times and return the CPU time of the fastest run, in seconds."""
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
    """Return the CPU time of a fixed piece of Python code, in seconds.

    Ratios to this time are comparable between machines.
    """
    return measure_best_cpu_s(_run_reference_code, 60)


def _run_reference_code() -> object:
    sums: dict[tuple[int, int], int] = {}
    for number in range(2_000):
        key = number % 97, number & 31
        sums[key] = sums.get(key, 0) + len(str(number))
    return sorted(sums)


async def measure_ratio(
    work: Callable[[], Awaitable[object]], baseline: Callable[[], Awaitable[object]], runs: int = 25
) -> tuple[float, float]:
    """Return the ratio of the time of `work` to that of `baseline`, and the time of `work` in seconds.

    Each time is the best of all runs. Runs of both alternate, so noise affects them equally.
    """
    work_times_s: list[float] = []
    baseline_times_s: list[float] = []
    for _ in range(runs):
        baseline_times_s.append(await measure_wall_s(baseline))
        work_times_s.append(await measure_wall_s(work))
    return min(work_times_s) / min(baseline_times_s), min(work_times_s)


def read_process_cpu_ms(process_id: int) -> float:
    """Return the CPU time that all threads of a process have used, in milliseconds."""
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
    """Print a ratio with its target of at most `most`, and return whether the target is met."""
    return print_row(label, value or f"{ratio:.2f}×", f"≤ {most:g}×", holds=ratio <= most)
