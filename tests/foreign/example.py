"""An example of a library: its program, filled in as its maker says one should, and what a person does with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.foreign.library import LIBRARIES, Library

DEEDS: Final = Path(__file__).parent / "deeds"
WHY: Final = "why: "


class Example(NamedTuple):
    library: Library
    path: str
    deeds: tuple[str, ...]

    @property
    def why(self) -> str | None:
        """Why it is not run."""
        return self.deeds[0].removeprefix(WHY) if self.deeds[0].startswith(WHY) else None


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
    (r"([\"'])your token here\1", '"{token}"'),
    (r"(discord\.Object\((?:id=)?)0", r"\g<1>{server}"),
    (r"(get_channel\()\d+", r"\g<1>{channel_id}"),
    (r"owner_id=\.\.\.", "owner_id={otter}"),
)


def filled(program: str, names: Mapping[str, str]) -> str:
    for blank, told in BLANKS:
        for name, value in names.items():
            told = told.replace(f"{{{name}}}", value)  # noqa: PLW2901
        program = re.sub(blank, told, program)
    return program
