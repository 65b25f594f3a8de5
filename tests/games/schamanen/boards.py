"""Preset boards, and helpers that begin and play matches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from hypothesis import strategies as st

from games.dice import Dice
from games.match import Match
from games.schamanen import GAME
from games.schamanen.state import FACE_DOWN, SPACES, State, View
from tests.games.match_lines import begin_seeded_match, continue_randomly, list_move_texts
from tests.games.match_lines import play_lines as play_checked_lines

VIEWERS: Final = (0, 1, None)
"""The viewers whose views are compared: the seats of Bison and Wolf, and `None` for spectators."""

RULES_BOARD: Final = "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"
EQUAL_VALUES_BOARD: Final = "1/1 2/2 3/3 | 4/4 5/5 6/6 | 7/7 8/8 9/9"
"""A board where every duel is a tie, so a match lasts until the duel limit. Legal only in the memory variant."""
STACKED_BOARD: Final = "9+8/0 1/9 5/4 | 2/8 0/2 4/5 | 6/7 3/6 7/1+3"
DEAD_END_BOARD: Final = "9/1 1/2 5/3 | 2/5 8/6 7/8 | 6/7 3/9 4/-"
"""Wolf has only the 4 left to place, but the last free space holds Bison's 4."""


def begin_duel(seed: int = 0, /, **options: object) -> Match:
    return begin_seeded_match(GAME, 2, seed, options)


def play_lines(match: Match, *lines: str) -> Match:
    """Play record lines, and check that each is legal. A line with only a space stands for a duel there."""
    duels = ([f"0 mask {line[1]}", f"1 mask {line[0]}"] if line in SPACES else [line] for line in lines)
    return play_checked_lines(match, *chain.from_iterable(duels))


def draft_board(board: str, **options: object) -> Match:
    """Place stones turn by turn until the position equals this board, in which `-` stands for a missing stone."""
    cells = [cell.split("/") for row in board.split("|") for cell in row.split()]
    queues = [[(cell[side], space) for cell, space in zip(cells, SPACES, strict=True)] for side in (0, 1)]
    remaining = [[(value, space) for value, space in queue if value != "-"] for queue in queues]
    match = begin_duel(**options)
    while any(remaining):
        (seat,) = match.seats_asked
        if match.options.model_dump()["variant"] in ("pro", "pro_stacks"):
            side = 0 if remaining[0] else 1
            value, space = remaining[side].pop(0)
            match = play_lines(match, f"{seat} place {'bw'[side]}{value} {space}")
        else:
            value, space = remaining[seat].pop(0)
            match = play_lines(match, f"{seat} place {value} {space}")
    return match


def play_to_exchange(seat: int, board: str, **options: object) -> Match:
    """Return a match in which this seat is to make an exchange on this board.

    Wolf makes the second exchange. For Wolf, the match therefore begins with a board that Bison's exchange turns into
    this one.
    """
    match = play_lines(begin_duel(board=board, prize="one", **options), "c3")
    if seat == 0:
        return match
    move = list_move_texts(match, 0)[0]
    redrawn = draw_board(play_lines(match, f"0 {move}").view_of(None))
    return play_lines(begin_duel(board=redrawn, prize="one", **options), "c3", f"0 {move}", "c3")


def draw_board(view: View, *, known: bool = False) -> str:
    """Write the board of a view as text, with `?` for face-down stones and `-` for no stone.

    With `known`, show the values of face-down stones that the viewer knows.
    """
    stones = view.known_stones if known else view.stones
    cells = [
        "/".join("+".join("?" if value == FACE_DOWN else str(value) for value in side[space]) or "-" for side in stones)
        for space in range(9)
    ]
    return " | ".join(" ".join(cells[row : row + 3]) for row in (0, 3, 6))


def play_randomly(seed: int = 0, /, **options: object) -> Iterator[Match]:
    """Yield a random match at the start and after every step."""
    return continue_randomly(begin_duel(seed, **options), seed)


def sample_different_states(view: View, rolls: int = 400) -> set[State]:
    """Resample a view repeatedly, and return the different states that this finds."""
    return {GAME.resample(view, Dice(roll.to_bytes(4, "big"))) for roll in range(rolls)}


@st.composite
def draw_layouts(draw: st.DrawFn, *, twins: bool = False) -> str:
    """Generate boards with one stone of each side on each space.

    With `twins`, the two stones on a space may have equal values.
    """
    bison = draw(st.permutations(range(1, 10)))
    wolf = draw(
        st.permutations(range(1, 10)).filter(
            lambda stones: twins or all(one != other for one, other in zip(bison, stones, strict=True))
        )
    )
    return join_rows([f"{one}/{other}" for one, other in zip(bison, wolf, strict=True)])


@st.composite
def draw_stacked_boards(draw: st.DrawFn) -> str:
    """Generate boards with stacks, where each stone can lie on any space."""
    start = [draw(st.lists(st.integers(0, 8), min_size=9, max_size=9)) for _ in (0, 1)]
    return join_rows(
        [
            "/".join("+".join(str(value + 1) for value in range(9) if side[value] == space) or "0" for side in start)
            for space in range(9)
        ]
    )


def join_rows(cells: list[str]) -> str:
    return " | ".join(" ".join(cells[row : row + 3]) for row in (0, 3, 6))


def list_duel_margins(match: Match) -> list[list[int]]:
    """Return the shells that Bison would gain in each of the nine possible duels, by row and column."""
    before = match.scores()[0]
    return [[play_lines(match, f"{column}{row}").scores()[0] - before for column in "abc"] for row in "123"]
