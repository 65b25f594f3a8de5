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

from tests.tools.mutants.coverage import FOLDER_VARIABLE
from tests.tools.mutants.probes import add_probes
from tests.tools.mutants.sample import Mutant

MARKER_EXPRESSION: Final = "not gate and not nightly"
"""The tests of `make test` are to notice the mutants."""
IGNORED_PATHS: Final = (
    "deploy/playground/tests",
    "tests/deploy",
    "tests/docs",
    "tests/lint",
    "tests/tools",
    "tests/wire",
)
"""Tests of other parts, and those that drive a bot in a process of its own: too slow to run for each mutant."""
EXTRA_TIMEOUT_S: Final = 60.0
"""A mutant that takes longer than three times its tests and this hangs, which counts as noticed."""
NEIGHBOR_SHARE: Final = 0.2
"""Share of the time for other tests of the same files."""
GIT_PROGRAM: Final = shutil.which("git") or "git"
PYTEST_COMMAND: Final = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")


@dataclass(frozen=True)
class MutantVerdict:
    mutant: Mutant
    outcome: str
    """caught, timeout, survived or unreached."""
    failing_test: str
    test_count: int
    duration_s: float

    @property
    def is_caught(self) -> bool:
        return self.outcome in {"caught", "timeout"}

    def __str__(self) -> str:
        m = self.mutant
        told = f"{m.key} {m.package:<8}{m.location} {m.scope or '-'} {m.kind} {self.outcome}"
        return f"{told} {self.failing_test or '-'} ({self.test_count} tests, {self.duration_s:.0f} s)"


@dataclass(frozen=True)
class TestReach:
    """Which tests reach which mutant, and how long each test takes without a mutant."""

    tests_by_mutant: Mapping[int, Sequence[str]]
    seconds_by_test: Mapping[str, float]

    def order_tests(self, number: int, seconds: float) -> list[str]:
        """Return the tests that reach a mutant, quick ones first and one of each kind before the second of any.

        Some others of their files follow, which may read what another test has left in a cache.
        """
        reached = [test for test in self.tests_by_mutant.get(number, ()) if test in self.seconds_by_test]
        homes = {_get_test_file(test) for test in reached}
        beside = [test for test in self.seconds_by_test if _get_test_file(test) in homes and test not in set(reached)]
        fitting = self._select_within_time
        return [
            *fitting(self._alternate_kinds(reached), seconds),
            *fitting(self._alternate_kinds(beside), NEIGHBOR_SHARE * seconds),
        ]

    def _alternate_kinds(self, tests: Sequence[str]) -> list[str]:
        nth: Counter[str] = Counter()
        ranked = []
        for test in sorted(tests, key=self.seconds_by_test.__getitem__):
            kind = test.partition("[")[0]
            ranked.append((nth[kind], self.seconds_by_test[test], test))
            nth[kind] += 1
        return [test for *_, test in sorted(ranked)]

    def _select_within_time(self, tests: Sequence[str], seconds: float) -> Iterator[str]:
        left = seconds
        for number, test in enumerate(tests):
            left -= self.seconds_by_test[test]
            if left < 0 and number:
                return
            yield test


def _get_test_file(test: str) -> str:
    return test.partition("::")[0]


class ScratchCopy:
    """A copy of the last commit in a temporary folder."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        # The copy comes before the installed tree in every process that a test starts.
        self._environment = {**os.environ, "PYTHONPATH": str(folder)}

    def find_reach(self, mutants: Sequence[Mutant], pytest_args: Sequence[str], workers: int) -> TestReach:
        """Run all tests once over code with probes."""
        add_probes(self.folder, mutants)
        trail = Path(f"{self.folder}.trail")
        trail.mkdir()
        spread = ["-n", str(workers), "--dist", "loadfile"] if workers > 1 else ["-n", "0"]
        asked = ["-m", MARKER_EXPRESSION, *(f"--ignore={path}" for path in IGNORED_PATHS)]
        self._run_pytest(
            ["-p", "tests.tools.mutants.coverage", *spread, *asked, *pytest_args], None, {FOLDER_VARIABLE: str(trail)}
        )
        return _read_reach(trail)

    def run_trial(self, mutant: Mutant, number: int, reach: TestReach, seconds: float) -> MutantVerdict:
        tests = reach.order_tests(number, seconds)
        if not tests:
            return MutantVerdict(mutant, "unreached", "", 0, 0)
        path = self.folder / mutant.path
        source = path.read_text("utf-8")
        start = time.monotonic()
        try:
            self._write_source(path, mutant.apply_to(source))
            limit = EXTRA_TIMEOUT_S + 3 * sum(reach.seconds_by_test[test] for test in tests)
            found, by = self._run_tests(tests, limit)
        finally:
            self._write_source(path, source)
        return MutantVerdict(mutant, found, by, len(tests), time.monotonic() - start)

    def _run_tests(self, tests: Sequence[str], timeout_s: float) -> tuple[str, str]:
        code, said = self._run_pytest(["-x", "-n", "0", *tests], timeout_s, {})
        if "ERROR: not found" in said:
            # The mutant has changed the name of a test.
            code, said = self._run_pytest(["-x", "-n", "0", *dict.fromkeys(map(_get_test_file, tests))], timeout_s, {})
        if code is None:
            return "timeout", ""
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)
        return ("caught", failed[1] if failed else "nothing could be run") if code else ("survived", "")

    def _run_pytest(
        self, args: Sequence[str], timeout_s: float | None, environment: dict[str, str]
    ) -> tuple[int | None, str]:
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
            run = subprocess.Popen(
                [*PYTEST_COMMAND, *args],
                cwd=self.folder,
                env=self._environment | environment,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
            try:
                code = run.wait(timeout_s)
            except subprocess.TimeoutExpired:
                code = None
                _stop_process(run)
            said.seek(0)
            return code, said.read()

    def _write_source(self, path: Path, source: str) -> None:
        path.write_text(source, "utf-8")
        # The cache of compiled modules compares only the second and the size.
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def _stop_process(run: subprocess.Popen[bytes]) -> None:
    """Interrupt first, so that tests stop the servers that they started."""
    for number, patience in ((signal.SIGINT, 20.0), (signal.SIGKILL, None)):
        with suppress(ProcessLookupError):
            os.killpg(run.pid, number)
        with suppress(subprocess.TimeoutExpired):
            run.wait(patience)
            return


def _read_reach(folder: Path) -> TestReach:
    parts: dict[tuple[str, str], float] = {}
    took: defaultdict[str, float] = defaultdict(float)
    sound: defaultdict[str, bool] = defaultdict(lambda: True)
    for line in (folder / "took").read_text("utf-8").splitlines():
        test, when, took_it, outcome = line.split("\t")
        parts[test, when] = float(took_it)
        sound[test] &= outcome == "passed"
    for (test, _), seconds in parts.items():
        took[test] += seconds
    reached: defaultdict[int, set[str]] = defaultdict(set)
    for line in (folder / "passed").read_text("utf-8").splitlines():
        test, number = line.split("\t")
        reached[int(number)].add(test)
    by_mutant = {number: sorted(tests) for number, tests in reached.items()}
    return TestReach(by_mutant, {test: seconds for test, seconds in took.items() if sound[test]})


@contextmanager
def create_scratch_copy(root: Path) -> Iterator[ScratchCopy]:
    with tempfile.TemporaryDirectory(prefix="mutants") as name:
        folder = Path(name, "copy")
        subprocess.run([GIT_PROGRAM, "worktree", "add", "--quiet", "--detach", folder, "HEAD"], cwd=root, check=True)
        try:
            if (cache := root / ".cache").exists():
                (folder / ".cache").symlink_to(cache)
            yield ScratchCopy(root, folder)
        finally:
            shutil.rmtree(folder)
            subprocess.run([GIT_PROGRAM, "worktree", "prune"], cwd=root, check=True)
