"""Example matches with every kind of choice and event, for the tests of pictures and texts.

Scenes are built on demand. A broken rule thus fails single tests instead of the collection of all tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from games.match import Match
from tests.games.schnick.match_setup import LARGE_PILE, play_lines, start_match

PASSED_SIGNS: Final = ("0 sign paper", "1 sign paper", "2 sign stone")
SIX_SIGNS: Final = ("scissors", "paper", "stone", "fire", "well", "paper")


def start_tiebreak(seats: int = 3, others: int = 0, tiebreak: str = "gesture") -> Match:
    """Return a match whose pile is used up, in which `seats` players have won two cards each and `others` none."""
    match = start_match(f"{'stp ' * seats}{'w ' * others}| {'f' * seats}", tiebreak=tiebreak)
    for seat in range(seats):
        match = play_lines(match, f"{seat} challenge {(seat + 1) % seats}", "stone scissors")
    return match


@cache
def get_scene(name: str) -> Match:
    return SCENES[name]()


SCENES: Final[Mapping[str, Callable[[], Match]]] = {
    "redeal": lambda: start_match("ttttpfj ssssffj pppttw | wwwssp", first=1),
    "challenge": lambda: start_match(f"sttfj tspj ppfj stj ppj ttj | {LARGE_PILE}"),
    "redeal and keep": lambda: play_lines(get_scene("redeal"), "1 keep", "0 redeal"),
    "challenged": lambda: play_lines(start_match(f"sttfj tspj ppfj | {LARGE_PILE}"), "0 challenge 1"),
    "challenged in six": lambda: play_lines(get_scene("challenge"), "0 challenge 3"),
    "tied": lambda: play_lines(start_match(f"sttfj tspj ppfj | {LARGE_PILE}"), "0 challenge 1", "stone stone"),
    "tied again": lambda: play_lines(
        start_match(f"sttfj ttspj ppfj | {LARGE_PILE}"), "0 challenge 1", "stone stone", "stone stone"
    ),
    "won": lambda: play_lines(start_match(f"sttfj tspj ppfj | {LARGE_PILE}"), "0 challenge 1", "stone scissors"),
    "won by the other": lambda: play_lines(get_scene("challenged"), "stone paper"),
    "won after a tie": lambda: play_lines(get_scene("tied"), "fire paper"),
    "next": lambda: play_lines(get_scene("won"), "1 challenge 2"),
    "next after a tie": lambda: play_lines(get_scene("tied"), "fire paper", "1 challenge 2"),
    "next met": lambda: play_lines(get_scene("next after a tie"), "scissors fire"),
    "five ties": lambda: play_lines(
        start_match(f"{'s' * 6} {'s' * 6} | fff"), "0 challenge 1", *["scissors scissors"] * 6
    ),
    "joker": lambda: play_lines(start_match(f"sttfj j ppfj | {LARGE_PILE}"), "0 challenge 1"),
    "joker won": lambda: play_lines(start_match(f"sttfj j ppfj | {LARGE_PILE}"), "0 challenge 1", "fire well"),
    "joker tied": lambda: play_lines(start_match(f"sttfj j ppfj | {LARGE_PILE}"), "0 challenge 1", "fire fire"),
    "joker lost": lambda: play_lines(get_scene("joker"), "stone fire"),
    "joker cut": lambda: play_lines(start_match(f"j sttj ttj | {LARGE_PILE}"), "0 challenge 1", "paper scissors"),
    "joker in a tie": lambda: play_lines(start_match(f"sj sp | {LARGE_PILE}"), "0 challenge 1", "scissors scissors"),
    "jokers": lambda: play_lines(start_match(f"j j ppfj | {LARGE_PILE}"), "0 challenge 1"),
    "signs": lambda: play_lines(start_match("f f ttt | s"), "0 challenge 1", "fire fire", "scissors scissors"),
    "signs again": lambda: play_lines(
        start_match("j f ttt | s"), "0 challenge 1", "fire fire", "scissors scissors", "well well"
    ),
    "signs won": lambda: play_lines(get_scene("signs"), "paper stone"),
    "level": lambda: start_tiebreak(3, 1),
    "level still": lambda: play_lines(start_tiebreak(3, 1), *PASSED_SIGNS),
    "level tied": lambda: play_lines(start_tiebreak(3), "0 sign paper", "1 sign paper", "2 sign paper"),
    "signed": lambda: play_lines(start_tiebreak(3, 1), *PASSED_SIGNS, "0 sign scissors", "1 sign paper"),
    "six level": lambda: start_tiebreak(6, 0),
    "six signed": lambda: play_lines(
        start_tiebreak(6), *(f"{seat} sign {name}" for seat, name in enumerate(SIX_SIGNS))
    ),
    "six shared": lambda: start_tiebreak(6, 0, "shared"),
    "shared": lambda: start_tiebreak(2, 0, "shared"),
    "over": lambda: play_lines(start_match("sttj p ffj | wst"), "0 challenge 1", "scissors paper"),
    "pile over": lambda: play_lines(start_match("sttj pp ffj | w"), "0 challenge 1", "scissors paper"),
    "resigned": lambda: play_lines(start_match(f"sttfj tspj | {LARGE_PILE}"), "0 challenge 1", "0 !resign"),
}

LABEL_CASES: Final = (
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
TEXT_CASES: Final = (("tied", 0), ("over", 1))
