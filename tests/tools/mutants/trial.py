"""Tests a mutant in a scratch copy of the project: runs the tests that reach it until one fails."""

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
"""The pytest marker expression that `make test` uses."""
IGNORED_PATHS: Final = (
    "deploy/playground/tests",
    "tests/deploy",
    "tests/docs",
    "tests/lint",
    "tests/tools",
    "tests/wire",
)
"""Tests that are not run: they test code that is not mutated, or they are slow because they start a bot process."""
EXTRA_TIMEOUT_S: Final = 60.0
"""The time that is added to three times the normal duration of the tests to get the timeout of a mutant.

A mutant that times out counts as caught.
"""
NEIGHBOR_SHARE: Final = 0.2
"""The time for other tests of the same files, as a share of the time for the tests that reach the mutant."""
GIT_PROGRAM: Final = shutil.which("git") or "git"
PYTEST_COMMAND: Final = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")


@dataclass(frozen=True)
class MutantVerdict:
    mutant: Mutant
    outcome: str
    """`caught`, `timeout`, `survived` or `unreached`."""
    failing_test: str
    test_count: int
    duration_s: float

    @property
    def is_caught(self) -> bool:
        return self.outcome in {"caught", "timeout"}

    def __str__(self) -> str:
        m = self.mutant
        description = f"{m.key} {m.package:<8}{m.location} {m.scope or '-'} {m.kind} {self.outcome}"
        return f"{description} {self.failing_test or '-'} ({self.test_count} tests, {self.duration_s:.0f} s)"


@dataclass(frozen=True)
class TestReach:
    """The tests that reach each mutant, and the duration of each test on unchanged code."""

    tests_by_mutant: Mapping[int, Sequence[str]]
    seconds_by_test: Mapping[str, float]

    def order_tests(self, number: int, seconds: float) -> list[str]:
        """Return the tests to run for a mutant: those that reach it, and then some others from the same files.

        The others may use results of the mutated code from a cache. Fast tests come first, and the first case of each
        parametrized test comes before any second case.
        """
        reached = [test for test in self.tests_by_mutant.get(number, ()) if test in self.seconds_by_test]
        files = {_get_test_file(test) for test in reached}
        neighbors = [
            test for test in self.seconds_by_test if _get_test_file(test) in files and test not in set(reached)
        ]
        return [
            *self._select_within_time(self._alternate_kinds(reached), seconds),
            *self._select_within_time(self._alternate_kinds(neighbors), NEIGHBOR_SHARE * seconds),
        ]

    def _alternate_kinds(self, tests: Sequence[str]) -> list[str]:
        counts: Counter[str] = Counter()
        ranked = []
        for test in sorted(tests, key=self.seconds_by_test.__getitem__):
            kind = test.partition("[")[0]
            ranked.append((counts[kind], self.seconds_by_test[test], test))
            counts[kind] += 1
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
    """A checkout of the last commit in a temporary folder."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        # All processes that a test starts must import the copy instead of the installed project.
        self._environment = {**os.environ, "PYTHONPATH": str(folder)}

    def find_reach(self, mutants: Sequence[Mutant], pytest_args: Sequence[str], workers: int) -> TestReach:
        """Insert the probes, run all tests once, and return which tests reach which mutants."""
        add_probes(self.folder, mutants)
        log_folder = Path(f"{self.folder}.coverage")
        log_folder.mkdir()
        distribution = ["-n", str(workers), "--dist", "loadfile"] if workers > 1 else ["-n", "0"]
        selection = ["-m", MARKER_EXPRESSION, *(f"--ignore={path}" for path in IGNORED_PATHS)]
        args = ["-p", "tests.tools.mutants.coverage", *distribution, *selection, *pytest_args]
        self._run_pytest(args, None, {FOLDER_VARIABLE: str(log_folder)})
        return _read_reach(log_folder)

    def run_trial(self, mutant: Mutant, number: int, reach: TestReach, seconds: float) -> MutantVerdict:
        tests = reach.order_tests(number, seconds)
        if not tests:
            return MutantVerdict(mutant, "unreached", "", 0, 0)
        path = self.folder / mutant.path
        source = path.read_text("utf-8")
        start = time.monotonic()
        try:
            self._write_source(path, mutant.apply_to(source))
            timeout_s = EXTRA_TIMEOUT_S + 3 * sum(reach.seconds_by_test[test] for test in tests)
            outcome, failing_test = self._run_tests(tests, timeout_s)
        finally:
            self._write_source(path, source)
        return MutantVerdict(mutant, outcome, failing_test, len(tests), time.monotonic() - start)

    def _run_tests(self, tests: Sequence[str], timeout_s: float) -> tuple[str, str]:
        code, output = self._run_pytest(["-x", "-n", "0", *tests], timeout_s, {})
        if "ERROR: not found" in output:
            # The mutant has changed the IDs of parametrized tests, so run their files instead.
            files = dict.fromkeys(map(_get_test_file, tests))
            code, output = self._run_pytest(["-x", "-n", "0", *files], timeout_s, {})
        if code is None:
            return "timeout", ""
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)
        return ("caught", failed[1] if failed else "nothing could be run") if code else ("survived", "")

    def _run_pytest(
        self, args: Sequence[str], timeout_s: float | None, environment: dict[str, str]
    ) -> tuple[int | None, str]:
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
            run = subprocess.Popen(
                [*PYTEST_COMMAND, *args],
                cwd=self.folder,
                env=self._environment | environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
            try:
                code = run.wait(timeout_s)
            except subprocess.TimeoutExpired:
                code = None
                _stop_process(run)
            output.seek(0)
            return code, output.read()

    def _write_source(self, path: Path, source: str) -> None:
        path.write_text(source, "utf-8")
        # Python would use the old bytecode if the size and the modification time in seconds are unchanged.
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def _stop_process(run: subprocess.Popen[bytes]) -> None:
    """Interrupt a test run so that it can stop its servers, and kill it if it is still running after 20 seconds."""
    for number, timeout_s in ((signal.SIGINT, 20.0), (signal.SIGKILL, None)):
        with suppress(ProcessLookupError):
            os.killpg(run.pid, number)
        with suppress(subprocess.TimeoutExpired):
            run.wait(timeout_s)
            return


def _read_reach(folder: Path) -> TestReach:
    seconds_by_phase: dict[tuple[str, str], float] = {}
    seconds_by_test: defaultdict[str, float] = defaultdict(float)
    has_passed: defaultdict[str, bool] = defaultdict(lambda: True)
    for line in (folder / "durations").read_text("utf-8").splitlines():
        test, phase, duration, outcome = line.split("\t")
        seconds_by_phase[test, phase] = float(duration)
        has_passed[test] &= outcome == "passed"
    for (test, _), seconds in seconds_by_phase.items():
        seconds_by_test[test] += seconds
    reached: defaultdict[int, set[str]] = defaultdict(set)
    for line in (folder / "passed").read_text("utf-8").splitlines():
        test, number = line.split("\t")
        reached[int(number)].add(test)
    by_mutant = {number: sorted(tests) for number, tests in reached.items()}
    return TestReach(by_mutant, {test: seconds for test, seconds in seconds_by_test.items() if has_passed[test]})


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
