"""`make mutants`: count how many of two hundred mutants the tests detect, and write the undetected ones to a file.

This takes hours. If it is interrupted and then run again at the same commit, it continues where it stopped.

python -m tests.tools.mutants [--seed 16] [--each 20] [--packages screens handlers …] [--seconds 60] [--workers 2]
    [arguments for pytest]
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import resource
import signal
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from tests.tools.mutants.sample import GLOB_BY_PACKAGE, Mutant, draw_sample
from tests.tools.mutants.trial import GIT_PROGRAM, MutantVerdict, ScratchCopy, TestReach, create_scratch_copy

PROJECT_ROOT: Final = Path(__file__).parents[3]
CACHE_FOLDER: Final = PROJECT_ROOT / ".cache" / "mutants"
VERDICTS_FILE: Final = CACHE_FOLDER / "verdicts.jsonl"
MAX_MEMORY_BYTES: Final = 4 << 30
"""The memory limit of each process. It stops mutants that allocate memory endlessly."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--each", type=int, default=20, help="mutants of each package")
    parser.add_argument("--packages", nargs="+", choices=GLOB_BY_PACKAGE, default=[*GLOB_BY_PACKAGE])
    parser.add_argument("--seconds", type=float, default=60, help="most time of the tests that are run for a mutant")
    parser.add_argument("--workers", type=int, default=2)
    args, pytest_args = parser.parse_known_args()
    os.nice(10)
    # Background jobs ignore SIGINT by default. The tests would inherit this, but SIGINT must stop them.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    CACHE_FOLDER.mkdir(parents=True, exist_ok=True)

    with ExitStack() as stack:
        copies = [stack.enter_context(create_scratch_copy(PROJECT_ROOT)) for _ in range(args.workers)]
        mutants = draw_sample(copies[0].folder, args.seed, args.each, args.packages)
        reach = find_reach(mutants, pytest_args, args.workers, args.seconds)
        print_line(
            f"{len(reach.seconds_by_test)} tests of {sum(reach.seconds_by_test.values()):.0f} s "
            f"may notice {len(mutants)} mutants"
        )
        verdicts = list(run_trials(copies, mutants, reach, args.seconds))
    (CACHE_FOLDER / "survivors.diff").write_text(
        "\n".join(format_difference(v) for v in verdicts if not v.is_caught), "utf-8"
    )
    print_line(format_summary(verdicts))


def find_reach(mutants: Sequence[Mutant], pytest_args: Sequence[str], workers: int, seconds: float) -> TestReach:
    """Find the tests that reach each mutant. The result is cached until the sample or the code changes."""
    tree = [GIT_PROGRAM, "ls-tree", "-r", "HEAD", "games", "storage", "bot", "tests"]
    listing = subprocess.run(tree, cwd=PROJECT_ROOT, check=True, capture_output=True, text=True).stdout
    lines = (line for line in listing.splitlines() if "tests/tools/mutants/" not in line)
    cache_key = [*lines, *pytest_args, seconds, *(mutant.key for mutant in mutants)]
    cache_file = CACHE_FOLDER / "reach.json"
    if cache_file.exists() and (cached := json.loads(cache_file.read_text("utf-8")))["cache_key"] == cache_key:
        return TestReach(
            {int(number): tests for number, tests in cached["tests_by_mutant"].items()}, cached["seconds_by_test"]
        )
    with create_scratch_copy(PROJECT_ROOT) as copy:
        reach = copy.find_reach(mutants, pytest_args, workers)
    VERDICTS_FILE.unlink(missing_ok=True)
    cache_file.write_text(json.dumps({"cache_key": cache_key, **asdict(reach)}), "utf-8")
    return reach


def run_trials(
    copies: Sequence[ScratchCopy], mutants: Sequence[Mutant], reach: TestReach, seconds: float
) -> Iterable[MutantVerdict]:
    free_copies: SimpleQueue[ScratchCopy] = SimpleQueue()
    for copy in copies:
        free_copies.put(copy)
    lines = VERDICTS_FILE.read_text("utf-8").splitlines() if VERDICTS_FILE.exists() else []
    verdict_by_key = {fields.pop("mutant"): fields for fields in map(json.loads, lines)}

    def get_verdict(number: int) -> MutantVerdict:
        mutant = mutants[number]
        if fields := verdict_by_key.get(mutant.key):
            return MutantVerdict(mutant, **fields)
        copy = free_copies.get()
        try:
            return copy.run_trial(mutant, number, reach, seconds)
        finally:
            free_copies.put(copy)

    pool = ThreadPoolExecutor(len(copies))
    try:
        with VERDICTS_FILE.open("a", encoding="utf-8") as file:
            for verdict in pool.map(get_verdict, range(len(mutants))):
                print_line(str(verdict))
                if verdict.mutant.key not in verdict_by_key:
                    print(json.dumps(asdict(verdict) | {"mutant": verdict.mutant.key}), file=file, flush=True)
                yield verdict
    finally:
        pool.shutdown(cancel_futures=True)


def format_difference(verdict: MutantVerdict) -> str:
    mutant = verdict.mutant
    before = (PROJECT_ROOT / mutant.path).read_text("utf-8")
    lines = difflib.unified_diff(
        before.splitlines(), mutant.apply_to(before).splitlines(), mutant.location, mutant.kind, lineterm=""
    )
    return "\n".join([str(verdict), *lines, ""])


def format_summary(verdicts: Sequence[MutantVerdict]) -> str:
    groups = {name: [it for it in verdicts if it.mutant.package == name] for name in GLOB_BY_PACKAGE}
    lines = (_format_summary_line(name, group) for name, group in [*groups.items(), ("all", verdicts)] if group)
    return "\n".join(lines)


def _format_summary_line(name: str, verdicts: Sequence[MutantVerdict]) -> str:
    caught = sum(verdict.is_caught for verdict in verdicts)
    kinds = Counter(verdict.outcome for verdict in verdicts)
    counts = ", ".join(f"{kinds[kind]} {kind}" for kind in ("caught", "timeout", "survived", "unreached"))
    return f"{name:<8} {caught:>3} of {len(verdicts):>3}: {counts}"


def print_line(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - it is a program


if __name__ == "__main__":
    main()
