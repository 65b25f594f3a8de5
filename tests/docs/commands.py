"""Reads the tables of docs/commands.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

COMMANDS_PAGE: Final = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")


def read_commands(section: str, *, column: str = "command") -> dict[str, str]:
    """Map each command in the tables of a section, without its arguments, to the text in the table's second column."""
    text = re.split(r"^## ", COMMANDS_PAGE, flags=re.MULTILINE)
    [part] = [each for each in text if each.startswith(f"{section}\n")]
    tables = re.findall(rf"^\| {column} \|.*\n\| ---.*\n((?:\|.*\n)+)", part, flags=re.MULTILINE)
    rows = [row for table in tables for row in re.findall(r"^\| `(.+?)` \|(.*?)\|", table, flags=re.MULTILINE)]
    commands = {re.sub(r" [A-Z]{2,}", "", command): cell for command, cell in rows}
    assert len(commands) == len(rows), "a command is listed twice"
    return commands
