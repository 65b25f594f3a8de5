"""`make mutants`: which of two hundred small faults do the tests notice? What survives is written down to be judged.

It takes hours: whoever stops it goes on from there the next time, as long as what is committed is the same.

python -m tests.tools.mutants [--seed 16] [--each 40] [--seconds 60] [--workers 2] [what else pytest is to be told]
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

from tests.tools.mutants.rooms import ROOMS
from tests.tools.mutants.sample import Mutant, sample
from tests.tools.mutants.trial import GIT, Reach, Scratch, Verdict, scratch

ROOT: Final = Path(__file__).parents[3]
KEPT: Final = ROOT / ".cache" / "mutants"
VERDICTS: Final = KEPT / "verdicts.jsonl"
MEMORY: Final = 4 << 30
"""Bytes a process may have: a mutant that gathers for ever shall not take the machine with it."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--each", type=int, default=40, help="mutants of each room")
    parser.add_argument("--seconds", type=float, default=60, help="of tests that are run for one mutant, at most")
    parser.add_argument("--workers", type=int, default=2)
    asked, more = parser.parse_known_args()
    os.nice(10)
    # A job in the background is born deaf to it, and so would be the tests that are asked to end.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    KEPT.mkdir(parents=True, exist_ok=True)

    with ExitStack() as stack:
        copies = [stack.enter_context(scratch(ROOT)) for _ in range(asked.workers)]
        mutants = sample(copies[0].folder, asked.seed, asked.each)
        reach = reached(mutants, more, asked.workers, asked.seconds)
        say(f"{len(reach.took)} tests of {sum(reach.took.values()):.0f} s may notice {len(mutants)} mutants")
        verdicts = list(tried(copies, mutants, reach, asked.seconds))
    (KEPT / "survivors.diff").write_text("\n".join(difference(v) for v in verdicts if not v.caught), "utf-8")
    say(summary(verdicts))


def reached(mutants: Sequence[Mutant], more: Sequence[str], workers: int, seconds: float) -> Reach:
    """Found once for a sample and what is committed, and so are the verdicts."""
    tree = [GIT, "ls-tree", "-r", "HEAD", "games", "storage", "bot", "tests"]
    told = subprocess.run(tree, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    lines = (line for line in told.splitlines() if "tests/tools/mutants/" not in line)
    of = [*lines, *more, seconds, *(mutant.key for mutant in mutants)]
    kept = KEPT / "reach.json"
    if kept.exists() and (known := json.loads(kept.read_text("utf-8")))["of"] == of:
        return Reach({int(number): tests for number, tests in known["by_mutant"].items()}, known["took"])
    with scratch(ROOT) as copy:
        reach = copy.reach(mutants, more, workers)
    VERDICTS.unlink(missing_ok=True)
    kept.write_text(json.dumps({"of": of, **asdict(reach)}), "utf-8")
    return reach


def tried(copies: Sequence[Scratch], mutants: Sequence[Mutant], reach: Reach, seconds: float) -> Iterable[Verdict]:
    free: SimpleQueue[Scratch] = SimpleQueue()
    for copy in copies:
        free.put(copy)
    lines = VERDICTS.read_text("utf-8").splitlines() if VERDICTS.exists() else []
    known = {told.pop("mutant"): told for told in map(json.loads, lines)}

    def one(number: int) -> Verdict:
        mutant = mutants[number]
        if told := known.get(mutant.key):
            return Verdict(mutant, **told)
        copy = free.get()
        try:
            return copy.tried(mutant, number, reach, seconds)
        finally:
            free.put(copy)

    pool = ThreadPoolExecutor(len(copies))
    try:
        with VERDICTS.open("a", encoding="utf-8") as kept:
            for verdict in pool.map(one, range(len(mutants))):
                say(str(verdict))
                if verdict.mutant.key not in known:
                    print(json.dumps(asdict(verdict) | {"mutant": verdict.mutant.key}), file=kept, flush=True)
                yield verdict
    finally:
        pool.shutdown(cancel_futures=True)


def difference(verdict: Verdict) -> str:
    mutant = verdict.mutant
    before = (ROOT / mutant.path).read_text("utf-8")
    lines = difflib.unified_diff(
        before.splitlines(), mutant.of(before).splitlines(), mutant.where, mutant.kind, lineterm=""
    )
    return "\n".join([str(verdict), *lines, ""])


def summary(verdicts: Sequence[Verdict]) -> str:
    rooms = {room: [verdict for verdict in verdicts if verdict.mutant.room == room] for room in ROOMS}
    return "\n".join(_counted(name, of) for name, of in [*rooms.items(), ("all", verdicts)])


def _counted(name: str, verdicts: Sequence[Verdict]) -> str:
    caught = sum(verdict.caught for verdict in verdicts)
    kinds = Counter(verdict.found for verdict in verdicts)
    told = ", ".join(f"{kinds[kind]} {kind}" for kind in ("caught", "timeout", "survived", "unreached"))
    return f"{name:<8} {caught:>3} of {len(verdicts):>3}: {told}"


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - its product


if __name__ == "__main__":
    main()
