"""A scene for every kind of choice, set up when asked for: a broken rule fails tests, not their collection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from games.match import Match
from tests.games.schnick.drawn import PLENTY, said, table

STILL: Final = ("0 sign paper", "1 sign paper", "2 sign stone")


def level(seats: int = 3, others: int = 0, tiebreak: str = "gesture") -> Match:
    """So many have won two cards each when the pile is used up, and others none."""
    match = table(f"{'stp ' * seats}{'w ' * others}| {'f' * seats}", tiebreak=tiebreak)
    for seat in range(seats):
        match = said(match, f"{seat} challenge {(seat + 1) % seats}", "stone scissors")
    return match


SCENES: Final[Mapping[str, Callable[[], Match]]] = {
    "redeal": lambda: table("ttttpfj ssssffj pppttw | wwwssp", first=1),
    "challenge": lambda: table(f"sttfj tspj ppfj stj ppj ttj | {PLENTY}"),
    "challenged": lambda: said(table(f"sttfj tspj ppfj | {PLENTY}"), "0 challenge 1"),
    "tied": lambda: said(table(f"sttfj tspj ppfj | {PLENTY}"), "0 challenge 1", "stone stone"),
    "tied again": lambda: said(table(f"sttfj ttspj ppfj | {PLENTY}"), "0 challenge 1", "stone stone", "stone stone"),
    "won": lambda: said(table(f"sttfj tspj ppfj | {PLENTY}"), "0 challenge 1", "stone scissors"),
    "joker": lambda: said(table(f"sttfj j ppfj | {PLENTY}"), "0 challenge 1"),
    "joker won": lambda: said(table(f"sttfj j ppfj | {PLENTY}"), "0 challenge 1", "fire well"),
    "joker tied": lambda: said(table(f"sttfj j ppfj | {PLENTY}"), "0 challenge 1", "fire fire"),
    "joker in a tie": lambda: said(table(f"sj sp | {PLENTY}"), "0 challenge 1", "scissors scissors"),
    "jokers": lambda: said(table(f"j j ppfj | {PLENTY}"), "0 challenge 1"),
    "signs": lambda: said(table("f f ttt | s"), "0 challenge 1", "fire fire", "scissors scissors"),
    "signs again": lambda: said(table("j f ttt | s"), "0 challenge 1", "fire fire", "scissors scissors", "well well"),
    "level": lambda: level(3, 1),
    "level still": lambda: said(level(3, 1), *STILL),
    "signed": lambda: said(level(3, 1), *STILL, "0 sign scissors", "1 sign paper"),
    "shared": lambda: level(2, 0, "shared"),
    "over": lambda: said(table("sttj p ffj | wst"), "0 challenge 1", "scissors paper"),
    "pile over": lambda: said(table("sttj pp ffj | w"), "0 challenge 1", "scissors paper"),
    "resigned": lambda: said(table(f"sttfj tspj | {PLENTY}"), "0 challenge 1", "0 !resign"),
}


@cache
def scene(name: str) -> Match:
    return SCENES[name]()
