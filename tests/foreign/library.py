"""The libraries whose examples are run: where those were taken from, and an environment of its own for each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from deploy.playground.companion import LAUNCH

ROOT: Final = Path(__file__).parents[2]
CACHE: Final = ROOT / ".cache" / "foreign"
HERE: Final = Path(__file__).parent


class Library(NamedTuple):
    name: str
    packages: tuple[str, ...]
    """From the registry of its language, at the versions of its examples."""
    source: str
    """The repository that has the examples, and the tag or commit at which they are read."""
    folder: str = "examples"

    @property
    def scripted(self) -> bool:
        """Is it one of JavaScript's?"""
        return "@" in self.packages[0]

    @property
    def place(self) -> Path:
        return CACHE / self.name

    @property
    def examples(self) -> Path | None:
        """Where they lie, if somebody has brought them: no registry has them, and none of them is ours."""
        brought = Path(os.environ.get("FOREIGN", CACHE / "examples")) / self.name
        return brought if brought.is_dir() else None

    def command(self, program: Path) -> list[str]:
        if self.scripted:
            return ["node", "-r", str(HERE / "launch.cjs"), str(program)]
        return [str(self.place / "bin" / "python"), str(LAUNCH), str(program)]

    def install(self) -> None:
        """Once; the environment stays for the next run."""
        made = self.place / "made"
        if made.exists() and made.read_text() == repr(self.packages):
            return
        self.place.mkdir(parents=True, exist_ok=True)
        if self.scripted:
            _run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(self.place), *self.packages)
        else:
            _run(sys.executable, "-m", "venv", str(self.place))
            _run(str(self.place / "bin" / "python"), "-m", "pip", "install", "-q", *self.packages)
        made.write_text(repr(self.packages))


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


LIBRARIES: Final = (
    Library("discord.py", ("discord.py==2.7.1",), "Rapptz/discord.py v2.7.1"),
    Library("py-cord", ("py-cord==2.8.1",), "Pycord-Development/pycord v2.8.1"),
    Library("disnake", ("disnake==2.12.2",), "DisnakeDev/disnake 3bad63c94"),
    Library("eris", ("eris@0.18.0",), "abalabahaha/eris 9148597f"),
    Library("oceanic", ("oceanic.js@1.15.0",), "OceanicJS/Oceanic 72035a87"),
)
