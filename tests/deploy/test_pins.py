"""What is installed is what was pinned, to the byte; and each of it has a licence that goes with ours."""

from __future__ import annotations

import re
import tomllib
from typing import Final

import pytest

from tests.deploy.deploy_files import PROJECT_ROOT, read_pins

PIN_FILES: Final = ("bot", "dev", "all")
PROJECT_CONFIG: Final = tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", PIN_FILES)
def test_every_pin_has_its_hashes(name: str) -> None:
    found = read_pins(name)
    assert len(found) > 20
    assert [package for package, rest in found.items() if "--hash=sha256:" not in rest] == []


def test_pins_of_one_package_agree() -> None:
    # On which machines one is wanted depends on who else wants it; which one it is does not.
    bot, dev, every = (
        {name: re.sub(r" ;[^\\]*", " ", rest) for name, rest in read_pins(each).items()} for each in PIN_FILES
    )
    assert bot.items() <= dev.items() <= every.items()


def test_what_builds_the_wheel_is_pinned_and_fetched_by_nobody() -> None:
    (builds,) = PROJECT_CONFIG["build-system"]["requires"]
    name, version = builds.split("==")
    assert read_pins("bot")[name].split()[0] == version
    for file in ("Makefile", "deploy/Dockerfile", "docs/hosting.md"):
        text = (PROJECT_ROOT / file).read_text("utf-8")
        assert "--require-hashes" in text
        assert "--no-deps --no-build-isolation" in text


def test_every_package_of_the_bot_has_its_licence_named() -> None:
    page = (PROJECT_ROOT / "SECURITY.md").read_text("utf-8")
    named = {name for row in page.splitlines() if row.startswith("| ") for name in re.findall(r"[\w.-]+", row)}
    assert read_pins("bot").keys() - named == set()
