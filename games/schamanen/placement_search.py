"""The search for a placement. All placements are estimated, and the best are tried on randomly completed boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games import matrix
from games.core import Move, Seat, TimeLeft
from games.dice import Dice
from games.schamanen.evaluation import Evaluator, duel_value
from games.schamanen.known_board import SingleStoneBoard, single_stone_board, unknown_values
from games.schamanen.legal_moves import legal_moves
from games.schamanen.state import BISON, FACE_DOWN, SPACES, VALUES, WOLF, Space, View, parse_stone

CANDIDATES_MAX: Final = 6
"""The number of placements with the best estimates that are tried on sampled boards."""
SAMPLED_BOARDS_MAX: Final = 8
"""The maximum number of sampled boards on which each candidate is tried, if there is time for all of them."""
_SAMPLE_ATTEMPTS_MAX: Final = 8
"""The maximum number of attempts to sample a legal board. After the last attempt, an illegal pair is accepted."""


def search_placement(view: View, seat: Seat, dice: Dice, time_left: TimeLeft) -> tuple[Move, int]:
    """Return the placement with the best mean value on randomly completed boards, and how many were sampled."""
    candidates = sorted(legal_moves(view), key=lambda move: estimate_placement(view, seat, move), reverse=True)
    candidates = candidates[:CANDIDATES_MAX]
    evaluator = replace(Evaluator.from_view(view), unknown_values=((), ()))
    sums = dict.fromkeys(candidates, 0.0)
    counts = dict.fromkeys(candidates, 0)
    sampled = 0
    while sampled < SAMPLED_BOARDS_MAX and time_left() > 0:
        sampled += 1
        sample = sample_final_board(view, dice)
        for move in candidates:
            side, value, space = parse_placement(move, seat)
            board = sample.swap(side, sample.values[side].index(value), space)
            if view.terms.stones_are_hidden or not _has_equal_pair(board):
                sums[move] += duel_value(board.pairings, evaluator.search_values(board)) * (1 if seat == BISON else -1)
                counts[move] += 1
    tried = [move for move in candidates if counts[move]]
    return max(tried, key=lambda move: sums[move] / counts[move], default=candidates[0]), sampled


def estimate_placement(view: View, seat: Seat, move: Move) -> float:
    """Estimate the next duel's value to this seat, in shells, after the placement `move`.

    All stones that are unknown or not placed yet count as average stones.
    """
    value = matrix.value_3x3(*estimate_margins(apply_placement(view, seat, move)))
    return value if seat == BISON else -value


def estimate_margins(board: SingleStoneBoard) -> Sequence[float]:
    """Return Bison's value minus Wolf's on each space. An unknown stone counts as the mean of the unknown values."""
    bison, wolf = (_fill_with_mean(side) for side in board.values)
    return [mine - theirs for mine, theirs in zip(bison, wolf, strict=True)]


def _fill_with_mean(side: Sequence[int]) -> Sequence[float]:
    unknown = side.count(FACE_DOWN)
    mean = (sum(VALUES) - sum(side)) / unknown if unknown else 0
    return [value or mean for value in side]


def parse_placement(move: Move, seat: Seat) -> tuple[int, int, Space]:
    """Return the side and value of the placed stone, and its space."""
    _, stone, space = move
    return *parse_stone(stone, seat), SPACES.index(space)


def apply_placement(view: View, seat: Seat, move: Move) -> SingleStoneBoard:
    """Return the board after a placement. In a relocation, the displaced stone moves to its side's last free space."""
    side, value, space = parse_placement(move, seat)
    board = single_stone_board(view)
    stones = list(board.values[side])
    if move[0] == "relocate":
        stones[stones.index(FACE_DOWN)] = stones[space]
    stones[space] = value
    values = list(board.values)
    values[side] = tuple(stones)
    return SingleStoneBoard((values[BISON], values[WOLF]))


def sample_final_board(view: View, dice: Dice) -> SingleStoneBoard:
    """Return the board with the missing stones filled in at random.

    Except in the memory variant, boards with equal values on a space are avoided if possible.
    """
    board = single_stone_board(view)
    for _ in range(_SAMPLE_ATTEMPTS_MAX):
        bison, wolf = (
            _fill_randomly(side, unknown, dice)
            for side, unknown in zip(board.values, unknown_values(view), strict=True)
        )
        sample = SingleStoneBoard((bison, wolf))
        if view.terms.stones_are_hidden or not _has_equal_pair(sample):
            break
    return sample


def _fill_randomly(side: Sequence[int], unknown: Sequence[int], dice: Dice) -> tuple[int, ...]:
    stones = iter(dice.shuffle(unknown))
    return tuple(value or next(stones) for value in side)


def _has_equal_pair(board: SingleStoneBoard) -> bool:
    return any(bison == wolf for bison, wolf in zip(*board.values, strict=True))
