"""`make mutants`: which of two hundred small faults do the tests notice? Survivors are written to a file.

It takes hours. After a stop it goes on from there, as long as the commit is the same.

python -m tests.tools.mutants [--seed 16] [--each 20] [--packages scenes desk …] [--seconds 60] [--workers 2]
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
"""Bytes per process, against mutants that allocate for ever."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--each", type=int, default=20, help="mutants of each package")
    parser.add_argument("--packages", nargs="+", choices=GLOB_BY_PACKAGE, default=[*GLOB_BY_PACKAGE])
    parser.add_argument("--seconds", type=float, default=60, help="of tests that are run for one mutant, at most")
    parser.add_argument("--workers", type=int, default=2)
    args, more = parser.parse_known_args()
    os.nice(10)
    # A background job ignores SIGINT by default, and so would the tests that are to be stopped.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    CACHE_FOLDER.mkdir(parents=True, exist_ok=True)

    with ExitStack() as stack:
        copies = [stack.enter_context(create_scratch_copy(PROJECT_ROOT)) for _ in range(args.workers)]
        mutants = draw_sample(copies[0].folder, args.seed, args.each, args.packages)
        reach = find_reach(mutants, more, args.workers, args.seconds)
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
    """Find which tests reach which mutant, once per sample and commit."""
    tree = [GIT_PROGRAM, "ls-tree", "-r", "HEAD", "games", "storage", "bot", "tests"]
    told = subprocess.run(tree, cwd=PROJECT_ROOT, check=True, capture_output=True, text=True).stdout
    lines = (line for line in told.splitlines() if "tests/tools/mutants/" not in line)
    of = [*lines, *pytest_args, seconds, *(mutant.key for mutant in mutants)]
    kept = CACHE_FOLDER / "reach.json"
    if kept.exists() and (known := json.loads(kept.read_text("utf-8")))["of"] == of:
        return TestReach(
            {int(number): tests for number, tests in known["tests_by_mutant"].items()}, known["seconds_by_test"]
        )
    with create_scratch_copy(PROJECT_ROOT) as copy:
        reach = copy.find_reach(mutants, pytest_args, workers)
    VERDICTS_FILE.unlink(missing_ok=True)
    kept.write_text(json.dumps({"of": of, **asdict(reach)}), "utf-8")
    return reach


def run_trials(
    copies: Sequence[ScratchCopy], mutants: Sequence[Mutant], reach: TestReach, seconds: float
) -> Iterable[MutantVerdict]:
    free: SimpleQueue[ScratchCopy] = SimpleQueue()
    for copy in copies:
        free.put(copy)
    lines = VERDICTS_FILE.read_text("utf-8").splitlines() if VERDICTS_FILE.exists() else []
    known = {told.pop("mutant"): told for told in map(json.loads, lines)}

    def one(number: int) -> MutantVerdict:
        mutant = mutants[number]
        if told := known.get(mutant.key):
            return MutantVerdict(mutant, **told)
        copy = free.get()
        try:
            return copy.run_trial(mutant, number, reach, seconds)
        finally:
            free.put(copy)

    pool = ThreadPoolExecutor(len(copies))
    try:
        with VERDICTS_FILE.open("a", encoding="utf-8") as kept:
            for verdict in pool.map(one, range(len(mutants))):
                print_line(str(verdict))
                if verdict.mutant.key not in known:
                    print(json.dumps(asdict(verdict) | {"mutant": verdict.mutant.key}), file=kept, flush=True)
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
    parts = {name: [each for each in verdicts if each.mutant.package == name] for name in GLOB_BY_PACKAGE}
    return "\n".join(_format_summary_line(name, of) for name, of in [*parts.items(), ("all", verdicts)] if of)


def _format_summary_line(name: str, verdicts: Sequence[MutantVerdict]) -> str:
    caught = sum(verdict.is_caught for verdict in verdicts)
    kinds = Counter(verdict.outcome for verdict in verdicts)
    told = ", ".join(f"{kinds[kind]} {kind}" for kind in ("caught", "timeout", "survived", "unreached"))
    return f"{name:<8} {caught:>3} of {len(verdicts):>3}: {told}"


def print_line(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - its product


if __name__ == "__main__":
    main()
