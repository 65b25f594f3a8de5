"""The elder who judges hints says what is false in one, and nothing of one that is true."""

from __future__ import annotations

from dataclasses import replace

from games.core import Thought
from tests.games.schamanen.drawn import said, table
from tests.tools.bench.elder import judged

BOARD = "4/9 6/1 5/4 | 9/8 8/3 7/2 | 1/6 2/5 3/7"
"""With two duels to go and 14 shells of Bison's row 2 wins, whatever is exchanged after it."""


def test_of_masks() -> None:
    view = replace(table(board=BOARD).view(0), shells=(14, 4), duels=19)
    sure = Thought(("mask", "2"), "why-mask-sure", {"seat": 0, "line": "2"})
    assert judged(view, sure) == ""
    assert judged(view, replace(sure, word=("mask", "1"), facts={"seat": 0, "line": "1"}))
    assert judged(view, replace(sure, why="why-mask-mix", facts={"seat": 0, "line": "2", "times": 60}))


def test_of_threats_and_odds() -> None:
    view = replace(said(table(board=BOARD), "b2").view(0), shells=(13, 5), duels=19)
    threat = Thought(("swap", "a1", "a2"), "why-swap-threat", {"space": "B1"})
    assert judged(view, threat) == ""
    assert judged(view, replace(threat, facts={"space": "A1"}))
    odds = {each: replace(threat, why="why-swap-chances", facts={"chances": each}) for each in range(101)}
    assert [each for each, hint in odds.items() if judged(view, hint) == ""] == [*range(72, 79)]
    assert judged(view, replace(threat, why="why-swap-behind", facts={}))
