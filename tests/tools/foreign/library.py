"""The libraries whose examples are run: where those were taken from, and an environment of its own for each."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from discord_playground.companion import LAUNCH

ROOT: Final = Path(__file__).parents[3]
CACHE: Final = ROOT / ".cache" / "foreign"
HERE: Final = Path(__file__).parent
FORGE: Final = "https://github.com"
HANGS: Final = 600
"""Seconds after which what is fetched does not come any more."""


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

    def examples(self) -> Path | None:
        """Where they lie, once they are brought: no registry has them, and none of them is ours. Not offline."""
        place = Path(os.environ.get("FOREIGN", CACHE / "examples")) / self.name
        if place.is_dir() or "FOREIGN" in os.environ:
            return place if place.is_dir() else None
        repository, commit = self.source.split()
        shutil.rmtree(whole := self.place.with_suffix(".git"), ignore_errors=True)
        try:
            _run("git", "clone", "-q", "--filter=blob:none", "--no-checkout", f"{FORGE}/{repository}", str(whole))
            _run("git", "-C", str(whole), "checkout", "-q", commit, "--", self.folder)
        except (OSError, subprocess.SubprocessError):
            return None
        place.parent.mkdir(parents=True, exist_ok=True)
        (whole / self.folder).rename(place)
        shutil.rmtree(whole)
        return place

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
    subprocess.run(command, check=True, env={**os.environ, "GIT_TERMINAL_PROMPT": "0"}, timeout=HANGS)


LIBRARIES: Final = (
    Library("discord.py", ("discord.py==2.7.1",), "Rapptz/discord.py v2.7.1"),
    Library("py-cord", ("py-cord==2.8.1",), "Pycord-Development/pycord v2.8.1"),
    Library("disnake", ("disnake==2.12.2",), "DisnakeDev/disnake 3bad63c94"),
    Library("nextcord", ("nextcord==2.6.0", "python-dotenv"), "nextcord/nextcord v2.6.0"),
    Library("interactions.py", ("discord-py-interactions==5.16.0",), "interactions-py/interactions.py 83fef883"),
    Library("hikari", ("hikari==2.7.0",), "hikari-py/hikari 0ac338592"),
    Library("miru", ("hikari==2.7.0", "hikari-miru==4.3.1"), "hypergonial/hikari-miru v4.3.1"),
    Library("arc", ("hikari==2.7.0", "hikari-arc==2.3.2"), "hypergonial/hikari-arc v2.3.2"),
    Library("discord.js", ("discord.js@14.28.1",), "discordjs/guide a9b4d7e3", "code-samples"),
    Library("eris", ("eris@0.18.0",), "abalabahaha/eris 9148597f"),
    Library("oceanic", ("oceanic.js@1.15.0",), "OceanicJS/Oceanic 72035a87"),
)
