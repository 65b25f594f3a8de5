"""A scene for every kind of choice, set up when asked for: a broken rule fails tests, not their collection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from games.match import Match
from tests.games.schnick.drawn import PLENTY, said, table

STILL: Final = ("0 sign paper", "1 sign paper", "2 sign stone")
SIX: Final = ("scissors", "paper", "stone", "fire", "well", "paper")


def level(seats: int = 3, others: int = 0, tiebreak: str = "gesture") -> Match:
    """So many have won two cards each when the pile is used up, and others none."""
    match = table(f"{'stp ' * seats}{'w ' * others}| {'f' * seats}", tiebreak=tiebreak)
    for seat in range(seats):
        match = said(match, f"{seat} challenge {(seat + 1) % seats}", "stone scissors")
    return match


SCENES: Final[Mapping[str, Callable[[], Match]]] = {
    "redeal": lambda: table("ttttpfj ssssffj pppttw | wwwssp", first=1),
    "challenge": lambda: table(f"sttfj tspj ppfj stj ppj ttj | {PLENTY}"),
    "redeal and keep": lambda: said(scene("redeal"), "1 keep", "0 redeal"),
    "challenged": lambda: said(table(f"sttfj tspj ppfj | {PLENTY}"), "0 challenge 1"),
    "challenged in six": lambda: said(scene("challenge"), "0 challenge 3"),
    "tied": lambda: said(table(f"sttfj tspj ppfj | {PLENTY}"), "0 challenge 1", "stone stone"),
    "tied again": lambda: said(table(f"sttfj ttspj ppfj | {PLENTY}"), "0 challenge 1", "stone stone", "stone stone"),
    "won": lambda: said(table(f"sttfj tspj ppfj | {PLENTY}"), "0 challenge 1", "stone scissors"),
    "won by the other": lambda: said(scene("challenged"), "stone paper"),
    "won after a tie": lambda: said(scene("tied"), "fire paper"),
    "next": lambda: said(scene("won"), "1 challenge 2"),
    "next after a tie": lambda: said(scene("tied"), "fire paper", "1 challenge 2"),
    "next met": lambda: said(scene("next after a tie"), "scissors fire"),
    "five ties": lambda: said(table(f"{'s' * 6} {'s' * 6} | fff"), "0 challenge 1", *["scissors scissors"] * 6),
    "joker": lambda: said(table(f"sttfj j ppfj | {PLENTY}"), "0 challenge 1"),
    "joker won": lambda: said(table(f"sttfj j ppfj | {PLENTY}"), "0 challenge 1", "fire well"),
    "joker tied": lambda: said(table(f"sttfj j ppfj | {PLENTY}"), "0 challenge 1", "fire fire"),
    "joker lost": lambda: said(scene("joker"), "stone fire"),
    "joker cut": lambda: said(table(f"j sttj ttj | {PLENTY}"), "0 challenge 1", "paper scissors"),
    "joker in a tie": lambda: said(table(f"sj sp | {PLENTY}"), "0 challenge 1", "scissors scissors"),
    "jokers": lambda: said(table(f"j j ppfj | {PLENTY}"), "0 challenge 1"),
    "signs": lambda: said(table("f f ttt | s"), "0 challenge 1", "fire fire", "scissors scissors"),
    "signs again": lambda: said(table("j f ttt | s"), "0 challenge 1", "fire fire", "scissors scissors", "well well"),
    "signs won": lambda: said(scene("signs"), "paper stone"),
    "level": lambda: level(3, 1),
    "level still": lambda: said(level(3, 1), *STILL),
    "level tied": lambda: said(level(3), "0 sign paper", "1 sign paper", "2 sign paper"),
    "signed": lambda: said(level(3, 1), *STILL, "0 sign scissors", "1 sign paper"),
    "six level": lambda: level(6, 0),
    "six signed": lambda: said(level(6), *(f"{seat} sign {name}" for seat, name in enumerate(SIX))),
    "six shared": lambda: level(6, 0, "shared"),
    "shared": lambda: level(2, 0, "shared"),
    "over": lambda: said(table("sttj p ffj | wst"), "0 challenge 1", "scissors paper"),
    "pile over": lambda: said(table("sttj pp ffj | w"), "0 challenge 1", "scissors paper"),
    "resigned": lambda: said(table(f"sttfj tspj | {PLENTY}"), "0 challenge 1", "0 !resign"),
}

LABELS: Final = (
    *(
        "redeal 0 redeal",
        "redeal 0 keep",
        "challenge 0 challenge",
        "challenge 0 challenge 1",
        "challenge 0 challenge 5",
    ),
    *(
        "challenged 0 card",
        "challenged 1 card",
        "signs 0 sign",
        "challenged 0 card scissors",
        "challenged 0 card stone",
    ),
    *("joker 1 sign", "joker 1 sign well", "level 0 sign fire"),
)
TEXTS: Final = (("tied", 0), ("over", 1))


def scene(name: str) -> Match:
    return _build_scene(name)


@cache
def _build_scene(name: str) -> Match:
    return SCENES[name]()
