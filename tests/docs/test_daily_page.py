"""Checks the example in docs/daily.md: the board, and the scores of four people."""

from __future__ import annotations

import re

from bot.daily.calendar import find_board
from games.daily import DailyChoice, score_choice
from tests.bot.cli_runner import run_in_process
from tests.docs.pages import read_page

PAGE = read_page("daily.md")
EXAMPLE_NUMBER = 30


def test_example_shows_what_the_command_prints() -> None:
    printed = "".join(f"{line}\n" for line in re.findall(r"^    (.+)", PAGE, flags=re.MULTILINE))
    assert run_in_process("daily", "2026-11-30").stdout == printed


def test_scores_of_the_example_are_right() -> None:
    rows = re.findall(r"^\| (\w+) \| ([1-3]) \| ([A-C]) \| (\S+) · beat (\d) of 3 \|", PAGE, flags=re.MULTILINE)
    choices = [DailyChoice("123".index(row), "ABC".index(column)) for _, row, column, _, _ in rows]
    payoffs = find_board(EXAMPLE_NUMBER).payoffs
    for number, (name, _, _, shown, beaten) in enumerate(rows):
        score = score_choice(payoffs, choices[number], choices[:number] + choices[number + 1 :])
        assert f"{float(score.average):+.1f}".replace("-", "−") == shown, name
        assert score.beaten_count == int(beaten), name
    assert len(rows) == 4
