"""What is said to be kept of people is what is kept of them."""

from __future__ import annotations

import re
from pathlib import Path

from storage.people import PERSONAL_TABLES

PAGE = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text("utf-8")


def test_every_table_with_people_stands_on_the_page() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    assert {table for row in rows for table in re.findall(r"`(\w+)`", row.split("|")[1])} == {
        it.table for it in PERSONAL_TABLES
    }
    assert all(len(row.split("|")) == 7 and all(cell.strip() for cell in row.split("|")[1:-1]) for row in rows)
