"""The trial: a mutant is put into a scratch copy, and the tests that reach it run until one fails."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.tools.mutants.coverage import FOLDER
from tests.tools.mutants.probes import probe
from tests.tools.mutants.sample import Mutant

MARKERS: Final = "not gate and not nightly"
"""The tests of `make test` are to notice the mutants."""
IGNORED: Final = ("deploy/playground/tests", "tests/deploy", "tests/docs", "tests/lint", "tests/tools", "tests/wire")
"""Tests of other parts, and those that drive a bot in a process of its own: too slow to run for each mutant."""
EXTRA_TIMEOUT_S: Final = 60.0
"""A mutant that takes longer than three times its tests and this hangs, which counts as noticed."""
NEIGHBOR_SHARE: Final = 0.2
"""Share of the time for other tests of the same files."""
GIT: Final = shutil.which("git") or "git"
PYTEST: Final = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    found: str
    """caught, timeout, survived or unreached."""
    by: str
    tests: int
    seconds: float

    @property
    def caught(self) -> bool:
        return self.found in {"caught", "timeout"}

    def __str__(self) -> str:
        m = self.mutant
        told = f"{m.key} {m.package:<8}{m.where} {m.scope or '-'} {m.kind} {self.found}"
        return f"{told} {self.by or '-'} ({self.tests} tests, {self.seconds:.0f} s)"


@dataclass(frozen=True)
class Reach:
    """Which tests reach which mutant, and how long each test takes without a mutant."""

    by_mutant: Mapping[int, Sequence[str]]
    took: Mapping[str, float]

    def order(self, number: int, seconds: float) -> list[str]:
        """Return the tests that reach a mutant, quick ones first and one of each kind before the second of any.

        Some others of their files follow, which may read what another test has left in a cache.
        """
        reached = [test for test in self.by_mutant.get(number, ()) if test in self.took]
        homes = {_home(test) for test in reached}
        beside = [test for test in self.took if _home(test) in homes and test not in set(reached)]
        fitting = self._fitting
        return [*fitting(self._varied(reached), seconds), *fitting(self._varied(beside), NEIGHBOR_SHARE * seconds)]

    def _varied(self, tests: Sequence[str]) -> list[str]:
        nth: Counter[str] = Counter()
        ranked = []
        for test in sorted(tests, key=self.took.__getitem__):
            kind = test.partition("[")[0]
            ranked.append((nth[kind], self.took[test], test))
            nth[kind] += 1
        return [test for *_, test in sorted(ranked)]

    def _fitting(self, tests: Sequence[str], seconds: float) -> Iterator[str]:
        left = seconds
        for number, test in enumerate(tests):
            left -= self.took[test]
            if left < 0 and number:
                return
            yield test


def _home(test: str) -> str:
    return test.partition("::")[0]


class Scratch:
    """A copy of the last commit in a temporary folder."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        # The copy comes before the installed tree in every process that a test starts.
        self._environment = {**os.environ, "PYTHONPATH": str(folder)}

    def reach(self, mutants: Sequence[Mutant], more: Sequence[str], workers: int) -> Reach:
        """Run all tests once over code with probes."""
        probe(self.folder, mutants)
        trail = Path(f"{self.folder}.trail")
        trail.mkdir()
        spread = ["-n", str(workers), "--dist", "loadfile"] if workers > 1 else ["-n", "0"]
        asked = ["-m", MARKERS, *(f"--ignore={path}" for path in IGNORED)]
        self._run(["-p", "tests.tools.mutants.coverage", *spread, *asked, *more], None, {FOLDER: str(trail)})
        return _read(trail)

    def run_trial(self, mutant: Mutant, number: int, reach: Reach, seconds: float) -> Verdict:
        tests = reach.order(number, seconds)
        if not tests:
            return Verdict(mutant, "unreached", "", 0, 0)
        path = self.folder / mutant.path
        source = path.read_text("utf-8")
        start = time.monotonic()
        try:
            self._write(path, mutant.of(source))
            limit = EXTRA_TIMEOUT_S + 3 * sum(reach.took[test] for test in tests)
            found, by = self._run_tests(tests, limit)
        finally:
            self._write(path, source)
        return Verdict(mutant, found, by, len(tests), time.monotonic() - start)

    def _run_tests(self, tests: Sequence[str], limit: float) -> tuple[str, str]:
        code, said = self._run(["-x", "-n", "0", *tests], limit, {})
        if "ERROR: not found" in said:
            # The mutant has changed the name of a test.
            code, said = self._run(["-x", "-n", "0", *dict.fromkeys(map(_home, tests))], limit, {})
        if code is None:
            return "timeout", ""
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)
        return ("caught", failed[1] if failed else "nothing could be run") if code else ("survived", "")

    def _run(self, given: Sequence[str], limit: float | None, more: dict[str, str]) -> tuple[int | None, str]:
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
            run = subprocess.Popen(
                [*PYTEST, *given],
                cwd=self.folder,
                env=self._environment | more,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
            try:
                code = run.wait(limit)
            except subprocess.TimeoutExpired:
                code = None
                _end(run)
            said.seek(0)
            return code, said.read()

    def _write(self, path: Path, source: str) -> None:
        path.write_text(source, "utf-8")
        # The cache of compiled modules compares only the second and the size.
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def _end(run: subprocess.Popen[bytes]) -> None:
    """Interrupt first, so that tests stop the servers that they started."""
    for number, patience in ((signal.SIGINT, 20.0), (signal.SIGKILL, None)):
        with suppress(ProcessLookupError):
            os.killpg(run.pid, number)
        with suppress(subprocess.TimeoutExpired):
            run.wait(patience)
            return


def _read(trail: Path) -> Reach:
    parts: dict[tuple[str, str], float] = {}
    took: defaultdict[str, float] = defaultdict(float)
    sound: defaultdict[str, bool] = defaultdict(lambda: True)
    for line in (trail / "took").read_text("utf-8").splitlines():
        test, when, took_it, outcome = line.split("\t")
        parts[test, when] = float(took_it)
        sound[test] &= outcome == "passed"
    for (test, _), seconds in parts.items():
        took[test] += seconds
    reached: defaultdict[int, set[str]] = defaultdict(set)
    for line in (trail / "passed").read_text("utf-8").splitlines():
        test, number = line.split("\t")
        reached[int(number)].add(test)
    by_mutant = {number: sorted(tests) for number, tests in reached.items()}
    return Reach(by_mutant, {test: seconds for test, seconds in took.items() if sound[test]})


@contextmanager
def scratch(root: Path) -> Iterator[Scratch]:
    with tempfile.TemporaryDirectory(prefix="mutants") as name:
        folder = Path(name, "copy")
        subprocess.run([GIT, "worktree", "add", "--quiet", "--detach", folder, "HEAD"], cwd=root, check=True)
        try:
            if (cache := root / ".cache").exists():
                (folder / ".cache").symlink_to(cache)
            yield Scratch(root, folder)
        finally:
            shutil.rmtree(folder)
            subprocess.run([GIT, "worktree", "prune"], cwd=root, check=True)
