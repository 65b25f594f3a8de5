"""Reads the pages in `docs/`: the tables of `commands.md`, and the example of `fairness.md`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

DOCS_FOLDER: Final = Path(__file__).parents[2] / "docs"


def read_page(name: str) -> str:
    return (DOCS_FOLDER / name).read_text("utf-8")


COMMANDS_PAGE: Final = read_page("commands.md")
FAIRNESS_PAGE: Final = read_page("fairness.md")


def read_commands(section: str, *, column: str = "command") -> dict[str, str]:
    """Map each command in the tables of a section, without its arguments, to the text in the table's second column."""
    text = re.split(r"^## ", COMMANDS_PAGE, flags=re.MULTILINE)
    [part] = [each for each in text if each.startswith(f"{section}\n")]
    tables = re.findall(rf"^\| {column} \|.*\n\| ---.*\n((?:\|.*\n)+)", part, flags=re.MULTILINE)
    rows = [row for table in tables for row in re.findall(r"^\| `(.+?)` \|(.*?)\|", table, flags=re.MULTILINE)]
    commands = {re.sub(r" [A-Z]{2,}", "", command): cell for command, cell in rows}
    assert len(commands) == len(rows), "a command is listed twice"
    return commands


def read_example_record() -> str:
    """Return the record of the example on the fairness page."""
    example = FAIRNESS_PAGE.partition("## An example")[2]
    return "".join(f"{row[4:]}\n" for row in example.splitlines() if row.startswith("    "))
