"""Checks that all packages are pinned with hashes and that their licenses are listed."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Final

import pytest

from tests.deploy.deploy_files import read_pins
from tests.lint.source_files import PROJECT_ROOT

NPM_FOLDER: Final = PROJECT_ROOT / "deploy" / "playground"
PIN_FILES: Final = ("bot", "play", "dev", "all")
PROJECT_CONFIG: Final = tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", PIN_FILES)
def test_every_pin_has_its_hashes(name: str) -> None:
    pins = read_pins(name)
    assert len(pins) > 20
    assert [package for package, rest in pins.items() if "--hash=sha256:" not in rest] == []


def test_npm_packages_have_hashes_and_no_registry() -> None:
    lock = json.loads((NPM_FOLDER / "package-lock.json").read_text("utf-8"))
    manifest = json.loads((NPM_FOLDER / "package.json").read_text("utf-8"))
    root = lock["packages"].pop("")
    for kind in ("dependencies", "devDependencies"):
        assert root[kind] == manifest[kind]
        for name, version in manifest[kind].items():
            assert lock["packages"][f"node_modules/{name}"]["version"] == version
    assert len(lock["packages"]) > 20
    for name, package in lock["packages"].items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, "make npm omit it: the lock file must work with any registry"


@pytest.mark.parametrize("path", ["deploy/playground/build_schemas.mjs", "deploy/playground/tests/npm_packages.py"])
def test_npm_installs_only_what_the_lock_file_names(path: str) -> None:
    commands = re.findall(r'"npm",\s*\[?"(\w+)"', (PROJECT_ROOT / path).read_text("utf-8"))
    assert commands == ["ci"]


def test_pins_of_a_package_agree_in_all_files() -> None:
    # The platforms of a package may differ, since they depend on the packages that need it.
    bot, play, dev, everything = (
        {name: re.sub(r" ;[^\\]*", " ", rest) for name, rest in read_pins(file).items()} for file in PIN_FILES
    )
    assert bot.items() <= play.items() <= dev.items() <= everything.items()
    assert "pytest" in dev.keys() - play.keys()


def test_build_tool_of_the_wheel_is_pinned() -> None:
    (requirement,) = PROJECT_CONFIG["build-system"]["requires"]
    name, version = requirement.split("==")
    assert read_pins("bot")[name].split()[0] == version
    for file in ("Makefile", "deploy/Dockerfile", "docs/hosting.md"):
        text = (PROJECT_ROOT / file).read_text("utf-8")
        assert "--require-hashes" in text
        assert "--no-deps --no-build-isolation" in text


def test_security_page_names_every_package_of_the_bot() -> None:
    page = (PROJECT_ROOT / "SECURITY.md").read_text("utf-8")
    named = {name for row in page.splitlines() if row.startswith("| ") for name in re.findall(r"[\w.-]+", row)}
    assert read_pins("bot").keys() - named == set()
