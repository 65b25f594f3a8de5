"""Checks that docs/privacy.md lists all personal data that the bot stores."""

from __future__ import annotations

import re

from storage.people import PERSONAL_TABLES
from tests.docs.pages import read_page


def test_page_lists_all_tables_with_personal_data() -> None:
    rows = [line for line in read_page("privacy.md").splitlines() if line.startswith("| `")]
    assert {table for row in rows for table in re.findall(r"`(\w+)`", row.split("|")[1])} == {
        personal_table.table for personal_table in PERSONAL_TABLES
    }
    assert all(len(row.split("|")) == 7 and all(cell.strip() for cell in row.split("|")[1:-1]) for row in rows)
