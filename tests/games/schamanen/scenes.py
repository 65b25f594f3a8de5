"""A scene for every kind of choice, set up when asked for: a broken rule fails tests, not their collection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from games.match import Match
from tests.games.schamanen.drawn import PILED, STRANDED, VECTOR, drafted, said, table, to_exchange

SCENES: Final[Mapping[str, Callable[[], Match]]] = {
    "empty": table,
    "place": lambda: drafted("-/- -/1 -/- | -/- 9/- -/- | -/- -/- -/8"),
    "place face down": lambda: drafted("-/- -/1 -/- | -/- 9/- -/- | -/- -/- -/8", variant="memory"),
    "relocate": lambda: drafted(STRANDED),
    "dealt": lambda: table(placement="random"),
    "mask": lambda: table(board=VECTOR),
    "swap": lambda: to_exchange(0, VECTOR),
    "wolf swap": lambda: to_exchange(1, VECTOR),
    "memory mask": lambda: table(board="6/6 1/9 5/4 | 2/8 8/2 4/5 | 9/7 3/1 7/3", variant="memory"),
    "memory swap": lambda: said(table(board=VECTOR, variant="memory"), "c3"),
    "pro empty": lambda: table(variant="pro"),
    "pro late": lambda: drafted("-/- -/1 -/- | -/- 1/- -/- | -/- -/- -/8", variant="pro"),
    "pro swap": lambda: to_exchange(0, VECTOR, variant="pro"),
    "pro wolf swap": lambda: to_exchange(1, VECTOR, variant="pro"),
    "stacks mask": lambda: table(board=PILED, variant="pro_stacks"),
    "stacks move": lambda: said(table(board=PILED, variant="pro_stacks"), "c3"),
    "over": lambda: said(table(board=VECTOR, duel_limit=1), "c3"),
}


@cache
def scene(name: str) -> Match:
    return SCENES[name]()
