"""A game's numeric tables, such as its evaluation weights, stored as TOML files in the game's folder."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def load_table(package: str, name: str) -> dict[str, Any]:
    """Load a TOML file from a package."""
    return tomllib.loads(files(package).joinpath(f"{name}.toml").read_text("utf-8"))
