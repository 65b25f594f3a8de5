"""Checks `wolf_and_bison.sdk`, the module that the authors of games import."""

import subprocess
import sys

from tests.games.sdk_program import LIST_DUPLICATES_PROGRAM
from tests.lint.source_files import PROJECT_ROOT
from tests.waiting import TEST_TIMEOUT_S


def test_sdk_loads_no_module_of_the_bot_twice() -> None:
    run = subprocess.run(
        [sys.executable, "-c", LIST_DUPLICATES_PROGRAM],
        cwd=PROJECT_ROOT, capture_output=True, text=True, timeout=TEST_TIMEOUT_S, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (0, "0 modules are loaded twice\n"), run.stderr
