"""Named example matches that cover every kind of choice and event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from games.match import RESIGN, Match
from tests.games.schamanen.boards import (
    DEAD_END_BOARD,
    EQUAL_VALUES_BOARD,
    RULES_BOARD,
    STACKED_BOARD,
    begin_duel,
    draft_board,
    play_lines,
    play_to_exchange,
)

ALL_NINE_STONES: Final = "1+2+3+4+5+6+7+8+9"
ALL_STONES_ON_A1: Final = f"{ALL_NINE_STONES}/{ALL_NINE_STONES} 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/0 0/0"
LAST_DUEL_OPTIONS: Final[dict[str, Any]] = {"board": RULES_BOARD, "duel_limit": 1}
MEMORY_OPTIONS: Final = {"variant": "memory"}
STACKS_OPTIONS: Final = {"variant": "pro_stacks"}


@cache
def get_scene(name: str) -> Match:
    return SCENES[name]()


SCENES: Final[Mapping[str, Callable[[], Match]]] = {
    "empty": begin_duel,
    "place": lambda: draft_board("-/- -/1 -/- | -/- 9/- -/- | -/- -/- -/8"),
    "placed": lambda: play_lines(get_scene("place"), "0 place 7 a1"),
    "place face down": lambda: draft_board("-/- -/1 -/- | -/- 9/- -/- | -/- -/- -/8", **MEMORY_OPTIONS),
    "placed face down": lambda: play_lines(get_scene("place face down"), "0 place 7 a1"),
    "two placed face down": lambda: play_lines(
        begin_duel(**MEMORY_OPTIONS), "0 place 9 a1", "1 place 4 a2", "1 place 5 c1"
    ),
    "relocate": lambda: draft_board(DEAD_END_BOARD),
    "relocated": lambda: play_lines(get_scene("relocate"), "1 relocate 4 a1"),
    "dealt": lambda: begin_duel(placement="random"),
    "mask": lambda: begin_duel(board=RULES_BOARD),
    "mask of one's own": lambda: begin_duel(board=RULES_BOARD, memory_help="own", **MEMORY_OPTIONS),
    "won by Bison": lambda: play_lines(get_scene("mask"), "c1"),
    "won by Wolf": lambda: play_lines(get_scene("mask"), "a2"),
    "swap": lambda: play_to_exchange(0, RULES_BOARD),
    "wolf swap": lambda: play_to_exchange(1, RULES_BOARD),
    "wolf swapped": lambda: play_lines(get_scene("wolf swap"), "1 swap a1 c3"),
    "swapped without a limit": lambda: play_lines(
        begin_duel(board=RULES_BOARD, duel_limit="none"), "c1", "0 swap a1 a2"
    ),
    "memory mask": lambda: begin_duel(board="6/6 1/9 5/4 | 2/8 8/2 4/5 | 9/7 3/1 7/3", **MEMORY_OPTIONS),
    "tied": lambda: play_lines(get_scene("memory mask"), "a1"),
    "memory swap": lambda: play_lines(begin_duel(board=RULES_BOARD, **MEMORY_OPTIONS), "c3"),
    "memory swapped": lambda: play_lines(get_scene("memory swap"), "0 swap a1 c3"),
    "pro empty": lambda: begin_duel(variant="pro"),
    "pro placed": lambda: play_lines(get_scene("pro empty"), "0 place w7 c2"),
    "pro late": lambda: draft_board("-/- -/1 -/- | -/- 1/- -/- | -/- -/- -/8", variant="pro"),
    "pro swap": lambda: play_to_exchange(0, RULES_BOARD, variant="pro"),
    "pro wolf swap": lambda: play_to_exchange(1, RULES_BOARD, variant="pro"),
    "pro wolf swapped": lambda: play_lines(get_scene("pro wolf swap"), "1 swap bison a1 c3"),
    "stacks mask": lambda: begin_duel(board=STACKED_BOARD, **STACKS_OPTIONS),
    "stacks heaped": lambda: begin_duel(board=ALL_STONES_ON_A1, **STACKS_OPTIONS),
    "stacks of three": lambda: begin_duel(board="4/1 5/2 6/3 | 7/4 1+2+3/5 8/6 | 9/7 0/8 0/9", **STACKS_OPTIONS),
    "stacks move": lambda: play_lines(get_scene("stacks mask"), "c3"),
    "stacks moved": lambda: play_lines(get_scene("stacks move"), "0 move b1 a2 w9 c1"),
    "stacks met nothing": lambda: play_lines(get_scene("stacks mask"), "b2"),
    "stacks over": lambda: play_lines(get_scene("stacks mask"), "a1"),
    "over": lambda: play_lines(begin_duel(**LAST_DUEL_OPTIONS), "c3"),
    "over by all the shells": lambda: play_lines(begin_duel(board=RULES_BOARD, shells=[17, 1]), "c3"),
    "over by just enough": lambda: play_lines(begin_duel(board=RULES_BOARD, shells=[14, 4]), "c3"),
    "over for Wolf": lambda: play_lines(begin_duel(**LAST_DUEL_OPTIONS), "a3"),
    "over for the winner of the last duel": lambda: play_lines(begin_duel(shells=[16, 2], **LAST_DUEL_OPTIONS), "c2"),
    "over with nine each": lambda: play_lines(begin_duel(shells=[10, 8], **LAST_DUEL_OPTIONS), "a3"),
    "over with a tie": lambda: play_lines(begin_duel(board=EQUAL_VALUES_BOARD, duel_limit=1, **MEMORY_OPTIONS), "c1"),
    "resigned": lambda: begin_duel(board=RULES_BOARD, shells=[10, 8]).play_move(0, RESIGN),
}

LABEL_CASES: Final = (
    *("empty 0 place", "empty 0 place 7", "empty 0 place 7 c2", "relocate 1 relocate", "relocate 1 relocate 4"),
    *("pro empty 0 place b7", "pro empty 0 place w7", "pro empty 0 place w7 c2"),
    *("mask 0 mask", "mask 1 mask", "mask 0 mask 2", "mask 1 mask b"),
    *("swap 0 swap", "swap 0 swap a1", "wolf swap 1 swap a1 c3"),
    *("pro swap 0 swap wolf", "pro swap 0 swap bison", "pro swap 0 swap wolf a1", "pro swap 0 swap wolf a1 c3"),
    # Only the stones that the duel revealed are shown.
    *("memory swap 0 swap a1", "memory swap 0 swap a1 b1", "memory swap 0 swap a1 c3"),
    *("stacks move 0 move", "stacks move 0 move b7", "stacks move 0 move b7 a1"),
    *("stacks move 0 move b7 a1 w3", "stacks move 0 move b7 a1 w3 c2"),
)
TEXT_CASES: Final = (
    *(("empty", None), ("place", 0), ("place face down", 0), ("place face down", 1), ("won by Bison", None)),
    *(("wolf swapped", None), ("memory swap", None), ("stacks mask", None), ("over with nine each", None)),
)
