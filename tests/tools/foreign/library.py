"""The libraries whose examples are run, with their sources, and a separate environment for each library."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from discord_playground.bot_process import LAUNCHER_PATH

PROJECT_ROOT: Final = Path(__file__).parents[3]
CACHE_FOLDER: Final = PROJECT_ROOT / ".cache" / "foreign"
FOREIGN_FOLDER: Final = Path(__file__).parent
GIT_HOST: Final = "https://github.com"
COMMAND_TIMEOUT_S: Final = 600
"""The timeout of a download or an installation."""


class ForeignLibrary(NamedTuple):
    name: str
    packages: tuple[str, ...]
    """The packages to install, in the versions for which the examples are written."""
    source: str
    """The GitHub repository of the examples and a tag or commit, separated by a space."""
    folder: str = "examples"

    @property
    def is_javascript(self) -> bool:
        return "@" in self.packages[0]

    @property
    def environment_folder(self) -> Path:
        return CACHE_FOLDER / self.name

    def find_examples_folder(self) -> Path | None:
        """Return the folder with the examples, after downloading it if necessary.

        Return None if the download fails, or if the folder that `FOREIGN` names has no examples of this library.
        """
        folder = Path(os.environ.get("FOREIGN", CACHE_FOLDER / "examples")) / self.name
        if folder.is_dir() or "FOREIGN" in os.environ:
            return folder if folder.is_dir() else None
        repository, commit = self.source.split()
        clone = self.environment_folder.with_suffix(".git")
        shutil.rmtree(clone, ignore_errors=True)
        try:
            options = ("-q", "--filter=blob:none", "--no-checkout")
            _run_command("git", "clone", *options, f"{GIT_HOST}/{repository}", str(clone))
            _run_command("git", "-C", str(clone), "checkout", "-q", commit, "--", self.folder)
        except (OSError, subprocess.SubprocessError):
            return None
        folder.parent.mkdir(parents=True, exist_ok=True)
        (clone / self.folder).rename(folder)
        shutil.rmtree(clone)
        return folder

    def make_command(self, program: Path) -> list[str]:
        if self.is_javascript:
            return ["node", "-r", str(FOREIGN_FOLDER / "launch.cjs"), str(program)]
        return [str(self.environment_folder / "bin" / "python"), str(LAUNCHER_PATH), str(program)]

    def install_once(self) -> None:
        """Install the packages if no earlier run has installed them."""
        marker = self.environment_folder / "installed"
        if marker.exists() and marker.read_text() == repr(self.packages):
            return
        self.environment_folder.mkdir(parents=True, exist_ok=True)
        if self.is_javascript:
            options = ("--silent", "--no-audit", "--no-fund", "--prefix", str(self.environment_folder))
            _run_command("npm", "install", *options, *self.packages)
        else:
            _run_command(sys.executable, "-m", "venv", str(self.environment_folder))
            _run_command(str(self.environment_folder / "bin" / "python"), "-m", "pip", "install", "-q", *self.packages)
        marker.write_text(repr(self.packages))


def _run_command(*command: str) -> None:
    subprocess.run(command, check=True, env={**os.environ, "GIT_TERMINAL_PROMPT": "0"}, timeout=COMMAND_TIMEOUT_S)


FOREIGN_LIBRARIES: Final = (
    ForeignLibrary("discord.py", ("discord.py==2.7.1",), "Rapptz/discord.py v2.7.1"),
    ForeignLibrary("py-cord", ("py-cord==2.8.1",), "Pycord-Development/pycord v2.8.1"),
    ForeignLibrary("disnake", ("disnake==2.12.2",), "DisnakeDev/disnake 3bad63c94"),
    ForeignLibrary("nextcord", ("nextcord==2.6.0", "python-dotenv"), "nextcord/nextcord v2.6.0"),
    ForeignLibrary("interactions.py", ("discord-py-interactions==5.16.0",), "interactions-py/interactions.py 83fef883"),
    ForeignLibrary("hikari", ("hikari==2.7.0",), "hikari-py/hikari 0ac338592"),
    ForeignLibrary("miru", ("hikari==2.7.0", "hikari-miru==4.3.1"), "hypergonial/hikari-miru v4.3.1"),
    ForeignLibrary("arc", ("hikari==2.7.0", "hikari-arc==2.3.2"), "hypergonial/hikari-arc v2.3.2"),
    ForeignLibrary("discord.js", ("discord.js@14.28.1",), "discordjs/guide a9b4d7e3", "code-samples"),
    ForeignLibrary("eris", ("eris@0.18.0",), "abalabahaha/eris 9148597f"),
    ForeignLibrary("oceanic", ("oceanic.js@1.15.0",), "OceanicJS/Oceanic 72035a87"),
)
