"""The examples of the libraries: the steps of a user of each example, and the placeholders in its program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.tools.foreign.library import FOREIGN_LIBRARIES, ForeignLibrary

STEPS_FOLDER: Final = Path(__file__).parent / "steps"
SKIP_REASON_PREFIX: Final = "skip: "
SETUP_PROGRAM_PREFIX: Final = "setup: "


class LibraryExample(NamedTuple):
    library: ForeignLibrary
    path: str
    steps: tuple[str, ...]

    @property
    def skip_reason(self) -> str | None:
        """The reason why the example is skipped, or None if it is run."""
        first = self.steps[0]
        return first.removeprefix(SKIP_REASON_PREFIX) if first.startswith(SKIP_REASON_PREFIX) else None

    @property
    def setup_program(self) -> str | None:
        """The program that must run before the example, such as one that registers commands, or None."""
        first = self.steps[0]
        return first.removeprefix(SETUP_PROGRAM_PREFIX) if first.startswith(SETUP_PROGRAM_PREFIX) else None


def list_examples() -> Iterator[LibraryExample]:
    for library in FOREIGN_LIBRARIES:
        path, steps = "", list[str]()
        for line in [*(STEPS_FOLDER / f"{library.name}.txt").read_text().splitlines(), "[]"]:
            if line.startswith("["):
                if path:
                    yield LibraryExample(library, path, tuple(steps))
                path, steps = line.strip("[]"), []
            elif line.strip():
                steps.append(line)


# Regular expressions for placeholders in the examples, and their replacements.
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
"""The configuration file that some examples read. Their guide asks the reader to create it next to the program."""
CONFIG_KEYS: Final = {"token": "token", "clientId": "client", "guildId": "server"}


def fill_placeholders(program: str, names: Mapping[str, str]) -> str:
    for pattern, template in PLACEHOLDER_PATTERNS:
        replacement = template
        for name, value in names.items():
            replacement = replacement.replace(f"{{{name}}}", value)
        program = re.sub(pattern, replacement, program)
    return program
