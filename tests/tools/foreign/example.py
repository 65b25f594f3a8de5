"""An example of a library: its program, filled in as its maker says one should, and what a person does with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.tools.foreign.library import LIBRARIES, Library

DEEDS: Final = Path(__file__).parent / "deeds"
WHY: Final = "why: "
FIRST: Final = "first: "


class Example(NamedTuple):
    library: Library
    path: str
    deeds: tuple[str, ...]

    @property
    def why(self) -> str | None:
        """Why it is not run."""
        return self.deeds[0].removeprefix(WHY) if self.deeds[0].startswith(WHY) else None

    @property
    def first(self) -> str | None:
        """What its maker runs to the end before it: commands are registered there."""
        return self.deeds[0].removeprefix(FIRST) if self.deeds[0].startswith(FIRST) else None


def examples() -> Iterator[Example]:
    for library in LIBRARIES:
        path, deeds = "", list[str]()
        for line in [*(DEEDS / f"{library.name}.txt").read_text().splitlines(), "[]"]:
            if line.startswith("["):
                if path:
                    yield Example(library, path, tuple(deeds))
                path, deeds = line.strip("[]"), []
            elif line.strip():
                deeds.append(line)


# What stands there for the reader to fill in.
BLANKS: Final = (
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


CONFIG: Final = "config.json"
"""Beside a program of the guide: what its reader is to write there."""
ASKED: Final = {"token": "token", "clientId": "client", "guildId": "server"}


def filled(program: str, names: Mapping[str, str]) -> str:
    for blank, told in BLANKS:
        for name, value in names.items():
            told = told.replace(f"{{{name}}}", value)  # noqa: PLW2901
        program = re.sub(blank, told, program)
    return program
