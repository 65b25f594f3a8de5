"""Named example matches that cover every kind of choice and event.

Scenes are built on demand. A broken rule thus fails single tests instead of the collection of all tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from games.match import Match
from tests.games.match_lines import play_lines
from tests.games.woodwalkers.match_setup import (
    ARRANGEMENTS,
    WOLF_AND_OTTER,
    play_to_end,
    play_turn,
    start_after_roll,
    start_match,
    start_midnight_duel,
    start_preset_match,
)

MEDICINE_BOARD: Final = "2 - . . 0wo1\n3 - . ?m . ?7\n4 - . . ?d\n1 - . . . . . . ."
DICE_BOARD: Final = "2 - . . 0wo\n3 - . ?d\n4 - . . ?d"
MODE_STACK: Final = ["strength"] * 4 + ["speed"] * 4


def _build_duel_with_die(*rolls: int) -> Match:
    """Return a match in which seat 0's wolf, after finding a Die tile on d4, attacks seat 1's otter on d5."""
    board = "5 - . . 1ot\n4 - . . ?d\n2 - . . 0wo1"
    match = play_lines(start_after_roll(board, 2, 1, *rolls, stack=MODE_STACK), "0 move d2 d4")
    return play_turn(match, "0 roll", "0 keep", "0 move d4 d5")


def _build_find(tile: str) -> Match:
    """Return a match in which seat 0's wolf has just turned up this tile on d4."""
    return play_lines(start_after_roll(f"4 - . . ?{tile}\n2 - . . 0wo", 2, stack=MODE_STACK), "0 move d2 d4")


@cache
def get_scene(name: str) -> Match:
    return SCENES[name]()


SCENES: Final[Mapping[str, Callable[[], Match]]] = {
    "arrange": start_match,
    "arrange west": lambda: start_match(0, 4, variant="midnight"),
    "arranged": lambda: play_lines(start_match(), *ARRANGEMENTS),
    "mode": lambda: start_preset_match(stack=["strength", "speed", "strength", "endurance", "speed"]),
    "roll": lambda: play_lines(start_preset_match(stack=MODE_STACK, rolls=[3]), "0 mode strength"),
    "heal": lambda: play_lines(
        start_after_roll(MEDICINE_BOARD, 2, 3, stack=MODE_STACK), "0 move d2 c3", "0 done", "1 mode strength"
    ),
    "reroll": lambda: play_turn(
        play_lines(start_after_roll("2 - . . 0wo\n4 - . . ?d", 2, 1, 6, stack=MODE_STACK), "0 move d2 d4"), "0 roll"
    ),
    "move": lambda: start_after_roll("4 - . . 1ot+7 . +5\n3 - . . . ?m\n2 - . . 0wo1", 3),
    "rest": lambda: play_lines(start_after_roll(MEDICINE_BOARD, 2, 3, stack=MODE_STACK), "0 move d2 c3"),
    "guess": lambda: start_midnight_duel(3, 6),
    "duel": lambda: _build_duel_with_die(1, 6, 6),
    "home": lambda: play_lines(start_after_roll(WOLF_AND_OTTER, 2, 6, 1), "0 move d2 d4"),
    "chosen": lambda: play_lines(get_scene("mode"), "0 mode speed"),
    "skipped": lambda: play_lines(get_scene("roll"), "1 skip"),
    "rolled": lambda: play_lines(get_scene("roll"), "1 roll"),
    "rerolled": lambda: play_lines(get_scene("reroll"), "0 reroll"),
    "moved": lambda: play_lines(get_scene("move"), "0 move d2 d3"),
    "stayed": lambda: play_lines(get_scene("move"), "0 stay"),
    "healed": lambda: play_lines(get_scene("rest"), "0 heal wolf"),
    "found flag": lambda: _build_find("7"),
    "found die": lambda: _build_find("d"),
    "found point": lambda: _build_find("p"),
    "kept": lambda: play_turn(
        play_lines(start_after_roll(DICE_BOARD, 2, 2), "0 move d2 c3"), "0 roll", "0 keep", "0 move c3 d4"
    ),
    "duel kept": lambda: play_lines(get_scene("duel"), "0 keep"),
    "brought home": lambda: play_lines(get_scene("home"), "1 home f9"),
    "next mode": lambda: play_lines(get_scene("brought home"), "1 mode strength"),
    "one step": lambda: start_after_roll("2 - . . 0wo", 1),
    "home in a row": lambda: play_lines(start_after_roll("4 - . . 1ot\n2 - . . 0wo 0be 0pu", 2, 1, 6), "0 move d2 d4"),
    "third wound": lambda: play_lines(start_after_roll("4 - . . 1ot2\n2 - . . 0wo", 2, 6, 1), "0 move d2 d4"),
    "flag won": lambda: play_lines(start_after_roll("4 - . . 1ot1+15\n2 - . . 0wo", 2, 6, 1), "0 move d2 d4"),
    "flag held": lambda: play_lines(start_after_roll("4 - . . 1ot+15\n2 - . . 0wo", 2, 1, 6), "0 move d2 d4"),
    "midnight mode": lambda: play_lines(start_match(variant="midnight"), *ARRANGEMENTS),
    "midnight flag": lambda: play_lines(
        start_after_roll("4 - . . 1ot+7\n2 - . . 0wo", 2, variant="midnight"), "0 move d2 d4"
    ),
    "midnight wounds": lambda: start_after_roll("2 - . . 0wo2 . 0be1", 2, variant="midnight"),
    "midnight moved": lambda: play_lines(get_scene("midnight move"), "0 move d2 d3"),
    "guessed": lambda: play_lines(get_scene("guess"), "1 guess wolf"),
    "missed": lambda: play_lines(get_scene("guess"), "1 guess bear"),
    "not guessed": lambda: play_lines(get_scene("guess"), "1 pass"),
    "midnight home covered": lambda: play_lines(get_scene("midnight home"), "1 home f9"),
    "midnight move": lambda: start_after_roll("4 - . . 1ot+7\n2 - . . 0wo1", 3, variant="midnight"),
    "midnight help": lambda: start_after_roll("4 - . . 1ot+7\n2 - . . 0wo1", 3, variant="midnight", memory_help="own"),
    "midnight home": lambda: play_lines(start_midnight_duel(6, 1), "1 guess bear"),
    "midnight over": lambda: play_lines(start_midnight_duel(6, 1), "1 guess wolf", "1 home f9", "1 mode strength"),
    "four": lambda: start_preset_match("4 - . . 1ot+7 . 2be1\n2 - . . 0wo . 3pu2", seats=4, scores=[0, 12, 51, 101]),
    "gone": lambda: start_preset_match("2 - . . 0wo", alone=True),
    "over": lambda: play_to_end("4 - . . 0wo+5\n6 - . . 1ot+8", scores=[10, 3]),
    "over by flags": lambda: play_to_end("4 - . . 0wo+8\n6 - . . 1ot+5 . 1be+5", scores=[2, 0]),
    "over by wounds": lambda: play_to_end("4 - . . 0be1", scores=[5, 5]),
    "over shared": lambda: play_to_end("", scores=[5, 5]),
    "never found": lambda: play_to_end("", forest=["flag15 b4", "medicine b6", "die c3", "point c5"]),
    "resigned": lambda: play_lines(get_scene("move"), "0 !resign"),
}
LABEL_CASES: Final = (
    *("arrange 0 set", "arrange 0 set wolf", "arrange 1 set wolf bear", "arrange west 1 set deer", "mode 0 mode"),
    *("mode 0 mode speed", "roll 1 roll", "roll 1 skip", "heal 0 heal", "heal 0 heal wolf", "reroll 0 keep"),
    *("move 0 move", "move 0 move d2", "move 0 move d2 d3", "move 0 move d2 d4", "move 0 move d2 e3", "move 0 stay"),
    *("rest 0 done", "guess 1 guess", "guess 1 guess squirrel", "guess 1 pass", "home 1 home", "home 1 home f9"),
    *("one step 0 move d2", "home in a row 0 home"),
    # The label must not name a face-down animal.
    *("midnight move 0 move d2", "midnight help 0 move d2", "midnight move 0 move d2 d4"),
)
TEXT_CASES: Final = (
    ("move", None),
    ("moved", None),
    ("midnight help", 1),
    ("four", None),
    ("gone", None),
    ("kept", None),
)
