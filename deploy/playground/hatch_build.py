"""Builds the wheel: all of this folder by the name it has there. A folder called `deploy` is somebody else's, too."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE: Final = "deploy.playground"
THERE: Final = "discord_playground"
LEFT_OUT: Final = {"hatch_build.py", "pyproject.toml", "tests"}
"""Files and folders at the top that the wheel does not carry."""


class Spelt(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard":
            raise ValueError("in this repository it runs as it is: python -m deploy.playground")
        self.folder = Path(mkdtemp())
        build_data["force_include"][str(spelt(Path(self.root), self.folder / THERE))] = THERE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - theirs
        rmtree(self.folder)


def spelt(source: Path, target: Path) -> Path:
    """A copy that calls itself by its other name."""
    for path in source.rglob("*"):
        inner = path.relative_to(source)
        if path.is_dir() or "__pycache__" in inner.parts or inner.parts[0] in LEFT_OUT:
            continue
        brought = target / inner
        brought.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_bytes()
        brought.write_bytes(text.replace(HERE.encode(), THERE.encode()) if path.suffix in {".md", ".py"} else text)
    return target
