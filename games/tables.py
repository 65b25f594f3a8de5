"""A game's own figures: a TOML file in its folder, which can be read and changed without reading code."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def table(package: str, name: str) -> dict[str, Any]:
    """The file as it stands; the game says what it must hold."""
    return tomllib.loads(files(package).joinpath(f"{name}.toml").read_text("utf-8"))
