"""The systemd units: their commands, and the exit codes after which the bot is restarted."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.deploy.deploy_files import DEPLOY_FOLDER, HOSTING_PAGE, SERVICES, UNIT_FILES
from tests.lint.source_files import PROJECT_ROOT
from tests.waiting import TEST_TIMEOUT_S


@pytest.mark.gate
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        assert os.environ.get("CI") != "true", "no systemd-analyze here; on Debian: apt-get install systemd"
        pytest.skip("no systemd-analyze here")
    for name in UNIT_FILES:
        # The program must exist, so we replace its path.
        text = (DEPLOY_FOLDER / name).read_text("utf-8").replace("/opt/duel/current/bin/duel", sys.executable)
        (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run(
        [analyze, "verify", "--man=no", *(tmp_path / name for name in UNIT_FILES)],
        capture_output=True, text=True, check=False, timeout=TEST_TIMEOUT_S,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    security = subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=20", "--no-pager", tmp_path / UNIT_FILES[0]],
        capture_output=True, text=True, check=False, timeout=TEST_TIMEOUT_S,
    )  # fmt: skip
    assert security.returncode == 0, security.stdout[-300:]


def test_bot_is_restarted_unless_a_setting_is_wrong() -> None:
    """A wrong setting is exit code 2. `tests/wire/test_service.py` checks which failures have which exit code."""
    # If a setting occurs twice, its last value wins.
    unit = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY_FOLDER / UNIT_FILES[0]).read_text("utf-8"), re.MULTILINE))
    assert "2" in unit["RestartPreventExitStatus"].split()
    assert str(os.EX_TEMPFAIL) not in unit["RestartPreventExitStatus"].split()
    assert (unit["Restart"], unit["StartLimitIntervalSec"]) == ("always", "0")
    assert SERVICES["bot"].restart == "unless-stopped"


def test_backup_uses_the_settings_and_the_database_of_the_bot() -> None:
    bot, backup = (
        re.findall(r"^((?:Environment|EnvironmentFile|User|StateDirectory)=.*)$", text, re.MULTILINE)
        for text in ((DEPLOY_FOLDER / name).read_text("utf-8") for name in UNIT_FILES[:2])
    )
    assert set(backup) == set(bot) - {"Environment=PYTHONFAULTHANDLER=1"}
    assert len(backup) == 4


def test_failed_units_start_the_report_unit() -> None:
    for name in UNIT_FILES[:2]:
        assert "\nOnFailure=duel-failed@%n.service\n" in (DEPLOY_FOLDER / name).read_text("utf-8")


FAKE_PROGRAMS: Final = {
    "git": 'test "$1" = pull || echo "$VERSION"',
    "python3": 'mkdir -p "$3/bin"; printf "#!/bin/sh\\ntrue" > "$3/bin/pip"; chmod +x "$3/bin/pip"',
    "systemctl": 'test -z "$FAILING" || exit 1; echo "$(readlink $ROOT/opt/duel/current): $*" >> $ROOT/log',
}


@pytest.fixture
def run_hosting_commands(tmp_path: Path) -> Callable[..., int]:
    """Run the upgrade commands of the hosting page, in a folder that replaces the root, and with fake programs.

    Return the exit code of the shell.
    """
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, script in FAKE_PROGRAMS.items():
        (programs / name).write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        (programs / name).chmod(0o755)
    (tmp_path / "etc" / "systemd" / "system").mkdir(parents=True)
    (tmp_path / "opt" / "duel").mkdir(parents=True)
    upgrade = HOSTING_PAGE.partition("## Upgrading\n")[2].split("\n\n")[1]

    def run(commands: str = "", **variables: str) -> int:
        script = (commands or upgrade).replace("/opt/", f"{tmp_path}/opt/").replace("/etc/", f"{tmp_path}/etc/")
        environment = {"PATH": f"{programs}:{os.environ['PATH']}", "ROOT": str(tmp_path)} | variables
        command = ["/bin/sh", "-eu", "-c", script]
        return subprocess.run(command, cwd=PROJECT_ROOT, env=environment, check=False).returncode

    return run


def test_upgrade_is_installed_beside_the_running_version(
    run_hosting_commands: Callable[..., int], tmp_path: Path
) -> None:
    assert run_hosting_commands(VERSION="v1") == 0
    assert run_hosting_commands(VERSION="v2") == 0
    assert {path.name for path in (tmp_path / "etc/systemd/system").iterdir()} == set(UNIT_FILES)
    assert run_hosting_commands(VERSION="v3", FAILING="yes") != 0, "without a backup, nothing is installed"
    assert {path.name for path in (tmp_path / "opt" / "duel").iterdir()} == {"v1", "v2", "current"}
    rollback = "ln --symbolic --force --no-dereference v1 /opt/duel/current && systemctl restart 'duel@*'"
    assert run_hosting_commands(rollback) == 0
    restarts = [line for line in (tmp_path / "log").read_text().splitlines() if line.endswith("restart duel@*")]
    assert restarts == [f"{version}: restart duel@*" for version in ("v1", "v2", "v1")]


def test_units_run_existing_commands() -> None:
    help_text = subprocess.run(
        [sys.executable, "-m", "bot", "--help"], cwd=PROJECT_ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in UNIT_FILES[:2]:
        [command] = re.findall(
            r"^ExecStart=/opt/duel/current/bin/duel (\w+)", (DEPLOY_FOLDER / name).read_text("utf-8"), re.MULTILINE
        )
        assert re.search(rf"\b{command}\b", help_text)
    for service in ("bot", "backup"):
        for command in SERVICES[service].command[:1]:
            assert re.search(rf"\b{command}\b", help_text)
