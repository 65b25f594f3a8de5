"""The units for systemd: what they run, and what is tried again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.bot.cli import started
from tests.deploy.folder import DEPLOY, NOBODYS, ROOT, SERVICES, UNITS
from tests.patience import PATIENCE


@pytest.mark.gate
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        assert os.environ.get("CI") != "true", "no systemd-analyze here; on Debian: apt-get install systemd"
        pytest.skip("no systemd-analyze here")
    for name in UNITS:
        # The program must be there; here it is where the tests run.
        text = (DEPLOY / name).read_text("utf-8").replace("/opt/duel/bin/duel", sys.executable)
        (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run(
        [analyze, "verify", "--man=no", *(tmp_path / name for name in UNITS)],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    secure = subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=20", "--no-pager", tmp_path / UNITS[0]],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert secure.returncode == 0, secure.stdout[-300:]


NOT_THERE_YET: Final = {
    "discord": {"DISCORD_TOKEN": NOBODYS, "DUEL_API": "http://127.0.0.1:9/api/v10"},
    "a name that nobody resolves": {"DISCORD_TOKEN": NOBODYS, "DUEL_API": "http://discord.invalid/api/v10"},
    "postgres": {"DISCORD_TOKEN": NOBODYS, "DATABASE_URL": "postgresql://duel@127.0.0.1:1/duel"},
}
NEVER_THERE: Final = {
    "no such folder": {"DISCORD_TOKEN": NOBODYS, "DATABASE_URL": "sqlite:////nowhere/duel.db"},
    "no such database": {"DISCORD_TOKEN": NOBODYS, "DATABASE_URL": "mysql://here"},
    "no such setting": {"DISCORD_TOKEN": NOBODYS, "DUEL_LOG": "loud"},
    "no token": {"DISCORD_TOKEN": ""},
}


def unit() -> dict[str, str]:
    """What the service says, by its name; the last word counts."""
    return dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / UNITS[0]).read_text("utf-8"), re.MULTILINE))


def ended(settings: dict[str, str], folder: Path) -> int:
    done = started("run", settings={"DATABASE_URL": f"sqlite:///{folder / 'duel.db'}"} | settings)
    assert (done.stdout, done.stderr.count("\n")) == ("", 1), done.stderr
    return done.returncode


def one_at_first(ends: Mapping[str, object]) -> list[pytest.ParameterSet]:
    """Each is a process of its own: the first at every change, the others at the gate."""
    return [pytest.param(end, marks=[pytest.mark.gate] if at else []) for at, end in enumerate(ends)]


@pytest.mark.parametrize("away", one_at_first(NOT_THERE_YET))
def test_bot_restarts_when_something_is_out_of_reach(away: str, tmp_path: Path) -> None:
    code = ended(NOT_THERE_YET[away], tmp_path)
    assert code != 0
    assert str(code) not in unit()["RestartPreventExitStatus"].split()
    assert (unit()["Restart"], unit()["StartLimitIntervalSec"]) == ("always", "0")
    assert SERVICES["bot"].restart == "unless-stopped"


@pytest.mark.parametrize("wrong", one_at_first(NEVER_THERE))
def test_bot_does_not_restart_after_a_wrong_setting(wrong: str, tmp_path: Path) -> None:
    assert str(ended(NEVER_THERE[wrong], tmp_path)) in unit()["RestartPreventExitStatus"].split()


def test_units_run_existing_commands() -> None:
    helped = subprocess.run(
        [sys.executable, "-m", "bot", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in UNITS[:2]:
        [command] = re.findall(r"^ExecStart=/opt/duel/bin/duel (\w+)", (DEPLOY / name).read_text("utf-8"), re.MULTILINE)
        assert re.search(rf"\b{command}\b", helped)
    for service in ("bot", "backup"):
        for command in SERVICES[service].command[:1]:
            assert re.search(rf"\b{command}\b", helped)
