"""A scene for every kind of question, set up when asked for: a broken rule fails tests, not their collection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from games.match import Match
from tests.games.lines import said
from tests.games.woodwalkers.drawn import SET, WOLF_AND_OTTER, drawn, ended, moving, night, table, turn

FIND: Final = "2 - . . 0wo1\n3 - . ?m . ?7\n4 - . . ?d\n1 - . . . . . . ."
STACK: Final = ["strength"] * 4 + ["speed"] * 4


def _armed(*rolls: int) -> Match:
    """Seat 0's wolf has found a Die on d4 and meets seat 1's otter on d5 in its next turn."""
    board = "5 - . . 1ot\n4 - . . ?d\n2 - . . 0wo1"
    match = said(moving(board, 2, 1, *rolls, stack=STACK), "0 move d2 d4")
    return turn(match, "0 roll", "0 keep", "0 move d4 d5")


SCENES: Final[Mapping[str, Callable[[], Match]]] = {
    "arrange": table,
    "arrange west": lambda: table(0, 4, variant="midnight"),
    "arranged": lambda: said(table(), *SET),
    "mode": lambda: drawn(stack=["strength", "speed", "strength", "endurance", "speed"]),
    "roll": lambda: said(drawn(stack=STACK, rolls=[3]), "0 mode strength"),
    "heal": lambda: said(moving(FIND, 2, 3, stack=STACK), "0 move d2 c3", "0 done", "1 mode strength"),
    "reroll": lambda: turn(said(moving("2 - . . 0wo\n4 - . . ?d", 2, 1, 6, stack=STACK), "0 move d2 d4"), "0 roll"),
    "move": lambda: moving("4 - . . 1ot+7 . +5\n3 - . . . ?m\n2 - . . 0wo1", 3),
    "rest": lambda: said(moving(FIND, 2, 3, stack=STACK), "0 move d2 c3"),
    "guess": lambda: night(3, 6),
    "duel": lambda: _armed(1, 6, 6),
    "home": lambda: said(moving(WOLF_AND_OTTER, 2, 6, 1), "0 move d2 d4"),
    "midnight mode": lambda: said(table(variant="midnight"), *SET),
    "midnight move": lambda: moving("4 - . . 1ot+7\n2 - . . 0wo1", 3, variant="midnight"),
    "midnight help": lambda: moving("4 - . . 1ot+7\n2 - . . 0wo1", 3, variant="midnight", memory_help="own"),
    "midnight home": lambda: said(night(6, 1), "1 guess bear"),
    "midnight over": lambda: said(night(6, 1), "1 guess wolf", "1 home f9", "1 mode strength"),
    "four": lambda: drawn("4 - . . 1ot+7 . 2be1\n2 - . . 0wo . 3pu2", seats=4, scores=[0, 12, 51, 101]),
    "over": lambda: ended("4 - . . 0wo+5\n6 - . . 1ot+8", scores=[10, 3]),
}


@cache
def scene(name: str) -> Match:
    return SCENES[name]()
