"""An example of a library: its program, filled in as its maker says one should, and what a person does with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.tools.foreign.library import FOREIGN_LIBRARIES, ForeignLibrary

STEPS_FOLDER: Final = Path(__file__).parent / "deeds"
SKIP_REASON_PREFIX: Final = "why: "
SETUP_PROGRAM_PREFIX: Final = "first: "


class LibraryExample(NamedTuple):
    library: ForeignLibrary
    path: str
    steps: tuple[str, ...]

    @property
    def skip_reason(self) -> str | None:
        """Why it is not run."""
        return self.steps[0].removeprefix(SKIP_REASON_PREFIX) if self.steps[0].startswith(SKIP_REASON_PREFIX) else None

    @property
    def setup_program(self) -> str | None:
        """What its maker runs to the end before it: commands are registered there."""
        return (
            self.steps[0].removeprefix(SETUP_PROGRAM_PREFIX) if self.steps[0].startswith(SETUP_PROGRAM_PREFIX) else None
        )


def list_examples() -> Iterator[LibraryExample]:
    for library in FOREIGN_LIBRARIES:
        path, deeds = "", list[str]()
        for line in [*(STEPS_FOLDER / f"{library.name}.txt").read_text().splitlines(), "[]"]:
            if line.startswith("["):
                if path:
                    yield LibraryExample(library, path, tuple(deeds))
                path, deeds = line.strip("[]"), []
            elif line.strip():
                deeds.append(line)


# What stands there for the reader to fill in.
PLACEHOLDER_PATTERNS: Final = (
    (r"(?<!getenv\()(?<!environ\[)([\"'])(Bot )?\[?(?:TOKEN|token)\]?\1", r'"\2{token}"'),
    (r"(?<!getenv\()([\"'])BOT TOKEN\1", '"Bot {token}"'),
    (r"((?:guild_ids|debug_guilds)=)\[\.\.\.\]", r"\1[{server}]"),
    (r"([\"'])[Yy]our token here\.?\1", '"{token}"'),
    (r"((?:GatewayBot|MyBot)\()\"\.\.\.\"", r'\1"{token}"'),
    (r"([\"'])your-token-goes-here\1", '"{token}"'),
    (r"(COMMAND_GUILD_ID = )0", r"\g<1>{server}"),
    (r"(TESTING_GUILD_ID = )\d+", r"\g<1>{server}"),
    (r"(discord\.Object\((?:id=)?)0", r"\g<1>{server}"),
    (r"(get_channel\()\d+", r"\g<1>{channel_id}"),
    (r"owner_id=\.\.\.", "owner_id={otter}"),
)


CONFIG_FILE: Final = "config.json"
"""Beside a program of the guide: what its reader is to write there."""
CONFIG_KEYS: Final = {"token": "token", "clientId": "client", "guildId": "server"}


def fill_placeholders(program: str, names: Mapping[str, str]) -> str:
    for blank, told in PLACEHOLDER_PATTERNS:
        for name, value in names.items():
            told = told.replace(f"{{{name}}}", value)  # noqa: PLW2901
        program = re.sub(blank, told, program)
    return program
