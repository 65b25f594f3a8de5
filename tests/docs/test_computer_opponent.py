"""Checks that `docs/computer_opponent.md` lists the comparisons of `make strength`, with consistent numbers."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import read_page
from tests.tools.bench.strength import COMPARISONS, LEVEL_LADDERS, Comparison, compute_elo_difference

PAGE = read_page("computer_opponent.md")
SCORE_TABLE, LEVEL_TABLE = PAGE.split("### Each level against the one before")
ROW = re.compile(r"^\| `(.+?)`.*? \| ([\d,]+) \| ([\d.]+) .*\| ([\d.]+) \|$", re.MULTILINE)
SCORES = [(command, cells) for command, *cells in ROW.findall(SCORE_TABLE)]
LEVELS = [(command, cells) for command, *cells in ROW.findall(LEVEL_TABLE)]


def format_arguments(comparison: Comparison) -> str:
    return comparison.command.removeprefix("duel arena ").replace(f" --matches {comparison.matches}", "")


def parse_count(matches: str) -> int:
    return int(matches.replace(",", ""))


def list_level_comparisons() -> list[Comparison]:
    return [comparison for ladder in LEVEL_LADDERS for comparison in ladder.list_comparisons()]


def test_table_of_scores_lists_every_comparison() -> None:
    rows = {(command, parse_count(matches), float(target)) for command, (matches, _, target) in SCORES}
    assert rows == {(format_arguments(each), each.matches, each.min_score) for each in COMPARISONS}


def test_table_of_levels_lists_every_comparison() -> None:
    assert [(command, parse_count(matches)) for command, (matches, _, _) in LEVELS] == [
        (format_arguments(each), each.matches) for each in list_level_comparisons()
    ]


def test_every_score_reaches_its_target() -> None:
    assert [command for command, (_, score, target) in SCORES if float(score) < float(target)] == []


def test_every_elo_difference_follows_from_its_score() -> None:
    for each, (command, (_, score, elo)) in zip(list_level_comparisons(), LEVELS, strict=True):
        # The scores on the page are rounded.
        assert compute_elo_difference(float(score), each.seats, each.matches) == pytest.approx(float(elo), abs=2), (
            command
        )


def test_elo_difference_of_known_scores() -> None:
    assert compute_elo_difference(0.5, 2, 100) == compute_elo_difference(0.25, 4, 100) == 0
    assert compute_elo_difference(10 / 11, 2, 100) == pytest.approx(400)
    # Ten times as good as each of three others.
    assert compute_elo_difference(10 / 13, 4, 100) == pytest.approx(400)
    # A player who won or lost every match has a finite difference.
    assert 900 < compute_elo_difference(1.0, 2, 100) < 1000
    assert compute_elo_difference(0.0, 2, 100) == pytest.approx(-compute_elo_difference(1.0, 2, 100))
