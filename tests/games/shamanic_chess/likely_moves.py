"""Collects positions of the computer's matches with the five best moves, which the test of the move menu needs.

Run `python -m tests.games.shamanic_chess.likely_moves > tests/games/shamanic_chess/likely_moves.txt` to collect them
again. Each line contains a position and its moves, best first, as found by a search as long as that of a review.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Final

from games.core import Level, Move
from games.dice import Dice
from games.match import Match
from games.shamanic_chess import GAME
from games.shamanic_chess.analysis import FIRST_SEARCH_NODES
from games.shamanic_chess.search import EncodedMove, Mailbox, Search, decode_move, encode_move
from tests.games.shamanic_chess.positions import begin_chess, write_fen

POSITION_COUNT: Final = 200
MOVES_PER_POSITION: Final = 5
_PLIES_BETWEEN_POSITIONS: Final = 7


def _play_matches() -> Iterator[Match]:
    """Yield positions of matches between the two lower levels."""
    number = 0
    while True:
        match, ply = begin_chess(), 0
        while match.seats_asked:
            if ply % _PLIES_BETWEEN_POSITIONS == number % _PLIES_BETWEEN_POSITIONS:
                yield match
            (seat,) = match.seats_asked
            dice = Dice(f"{number} {ply}".encode())
            level = (Level.EASY, Level.MEDIUM)[(seat + number) % 2]
            match = match.play_move(seat, GAME.think(match.view_of(seat), level, dice, lambda: inf).move)
            ply += 1
        number += 1


def _list_best_moves(match: Match) -> list[Move]:
    state = match.state
    moves = [encode_move(move) for move in match.legal_moves(state.seat_to_move)]
    best: list[EncodedMove] = []
    while moves and len(best) < MOVES_PER_POSITION:
        root = Mailbox.from_position(state.position, state.halfmove_clock)
        search = Search(root, (), lambda: inf, FIRST_SEARCH_NODES, free_shamans=state.free_shamans)
        best.append(search.find_best_move(moves, {}).move)
        moves.remove(best[-1])
    return [decode_move(move) for move in best]


if __name__ == "__main__":
    for match, _ in zip(_play_matches(), range(POSITION_COUNT), strict=False):
        print(write_fen(match), "|", " ".join("".join(move) for move in _list_best_moves(match)))  # noqa: T201
