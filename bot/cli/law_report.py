"""Runs the laws, which are tests that every game must pass, and reports those that a game breaks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@dataclass(frozen=True, slots=True)
class Failure:
    law: str
    """The name of the test, with the setting of the game in brackets."""
    reason: str
    """The first line of the error, with the place in the game's code, if any."""
    traceback: str


@dataclass
class LawReport:
    """A pytest plug-in that counts the passed tests and collects the failures."""

    game_folder: Path
    passed_count: int = 0
    failures: list[Failure] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed_count += report.when == "call" and report.passed
        if report.failed:
            self._add_failure(report, report.nodeid.rpartition("::")[2])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._add_failure(report, Path(report.nodeid).stem)

    def _add_failure(self, report: pytest.TestReport | pytest.CollectReport, law: str) -> None:
        crash = getattr(report.longrepr, "reprcrash", None)
        message = crash.message if crash else str(report.longrepr)
        reason = " ".join(message.split("\n")[0].split())
        self.failures.append(Failure(law, reason + self._find_place_in_game(report.longrepr), report.longreprtext))

    def _find_place_in_game(self, error: object) -> str:
        """Return the innermost place of a traceback in the game's code, as in " (game.py:12)", or else ""."""
        entries = getattr(getattr(error, "reprtraceback", None), "reprentries", ())
        for location in [getattr(entry, "reprfileloc", None) for entry in reversed(entries)]:
            if location and Path(location.path).resolve().is_relative_to(self.game_folder):
                return f" ({location.path}:{location.lineno})"
        return ""

    @property
    def is_passed(self) -> bool:
        return bool(self.passed_count) and not self.failures

    def format_lines(self, game_key: str) -> Iterator[str]:
        """Yield the traceback of each different error, then a line for each with a law that it breaks, then totals."""
        failures_by_reason: dict[str, list[Failure]] = {}
        for failure in self.failures:
            failures_by_reason.setdefault(failure.reason, []).append(failure)
        for first, *_ in failures_by_reason.values():
            yield f"{first.traceback}\n"
        for reason, (first, *others) in failures_by_reason.items():
            law, _, setting = first.law.removeprefix("test_").partition("[")
            place = f" ({setting.rstrip(']')})" if setting else ""
            more = f" and {len(others)} more" if others else ""
            yield f"BROKEN: {law.replace('_', ' ')}{place}{more}: {reason}"
        broken = f"{len(self.failures)} broken" if self.failures else "none broken"
        yield f"{game_key}: {self.passed_count} checks passed, {broken}."


def run_laws(package: str, left_out: Iterable[str], game_folder: Path) -> LawReport:
    """Run the tests in `package` (the laws) on all registered games, except for the test files `left_out`.

    For each failure, the report names the line of code in `game_folder` that led to it.
    """
    folder = Path(str(files(package)))
    report = LawReport(game_folder)
    arguments = [
        str(folder),
        *(f"--ignore={folder / name}" for name in left_out),
        f"--rootdir={folder}",
        f"--confcutdir={folder}",
        f"--config-file={os.devnull}",
        *("-p", "no:cacheprovider", "-p", "no:terminal"),
        "--import-mode=importlib",
        "-Wignore::pytest.PytestUnknownMarkWarning",
    ]
    # Plug-ins of the author's environment could change how tests are run.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    with TemporaryDirectory() as cache_folder:
        # Otherwise, Hypothesis would leave a folder in the author's project.
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = cache_folder
        pytest.main(arguments, plugins=[report])
    return report
