"""Three positions in which a beginner makes a journey, captures a helpless piece in trance, and wakes a piece."""

from __future__ import annotations

from typing import Final

from games.core import Exercise

EXERCISES: Final = (
    Exercise(
        {"fen": "N7/1k6/8/6p1/6P1/8/6K1/8 w - - 0 1"},
        tries=((("a8", "c7"), ("b7", "c7")), (("a8", "~", "c6"), ("b7", "c6")), (("a8", "~", "e5"),)),
        solution=2,
    ),
    Exercise(
        {"fen": "6k1/5ppp/8/8/8/8/3q~1PPP/4K3 w - - 0 1"},
        tries=((("e1", "d2"),), (("e1", "f1"), ("d2", "^"))),
        solution=0,
    ),
    Exercise(
        {"fen": "R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1"},
        tries=((("g1", "f2"), ("g7", "g6")), (("a8", "^"),)),
        solution=1,
    ),
)
