"""What a player may do: moves by the ordinary rules, journeys, wakings; and how many ways there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import chess

from games.core import Move
from games.shamanic_chess.position import (
    NAMES,
    TRANCE,
    WAKE,
    Bitboard,
    Position,
    Square,
    after,
    attackers,
    awake,
    takers,
)

# Built once: ten thousand words a second are asked for, and a thousand matches keep theirs.
_MOVES: Final = [[(start, goal) for goal in NAMES] for start in NAMES]
_JOURNEYS: Final = [[(start, TRANCE, goal) for goal in NAMES] for start in NAMES]
_WAKINGS: Final = [(at, WAKE) for at in NAMES]
_PROMOTED: Final = {chess.QUEEN: "q", chess.ROOK: "r", chess.BISHOP: "b", chess.KNIGHT: "n"}


def turns(position: Position, *, free: bool) -> Iterator[Move]:
    """All that may be done; the moves first, each found only when it is asked for."""
    board = awake(position)
    for move in _moves(board, position):
        way = _MOVES[move.from_square][move.to_square]
        yield (*way, _PROMOTED[move.promotion]) if move.promotion else way
    wakings, journeys = _trances(board, position, free=free)
    for at in chess.scan_forward(wakings):
        yield _WAKINGS[at]
    for start, goals in journeys:
        words = _JOURNEYS[start]
        for goal in chess.scan_forward(goals):
            yield words[goal]


def mobile(position: Position, at: Square) -> bool:
    """May what stands there make an ordinary move? If not it may still journey."""
    return any(move.from_square == at for move in _moves(awake(position), position))


def stuck(position: Position, *, free: bool) -> bool:
    """Mate if the king is attacked, stalemate if not."""
    return next(turns(position, free=free), None) is None


def checked(position: Position) -> bool:
    return bool(attackers(awake(position)))


def count(position: Position, *, free: bool) -> int:
    """How many turns there are; journeys are counted without being made."""
    board = awake(position)
    wakings, journeys = _trances(board, position, free=free)
    return (
        sum(1 for _ in _moves(board, position)) + wakings.bit_count() + sum(goals.bit_count() for _, goals in journeys)
    )


def perft(position: Position, depth: int, *, free: bool) -> int:
    """How many ways there are to play so many turns. Only mate and stalemate end one."""
    if depth == 1:
        return count(position, free=free)
    return sum(perft(after(position, word), depth - 1, free=free) for word in turns(position, free=free))


def divided(position: Position, depth: int, *, free: bool) -> dict[Move, int]:
    """The same by the first turn, as chess programs compare them."""
    words = sorted(turns(position, free=free))
    return {word: 1 if depth == 1 else perft(after(position, word), depth - 1, free=free) for word in words}


def _moves(board: chess.Board, position: Position) -> Iterator[chess.Move]:
    yield from board.generate_legal_moves()
    if position.passing is not None:
        for pawn in takers(board, position.passing):
            yield chess.Move(pawn, position.passing)


def _trances(board: chess.Board, position: Position, *, free: bool) -> tuple[Bitboard, list[tuple[Square, Bitboard]]]:
    """Who may wake, and who may journey where."""
    own = position.own
    shamans = own & position.trance
    checkers = attackers(board)
    if not checkers:
        wakings = shamans
        goals = chess.BB_ALL & ~position.occupied
        travellers = own & ~position.kings & ~position.pawns
        if not free:
            travellers &= ~shamans
    else:
        # A turn cannot begin with entering a trance now; but who is in it already may step between.
        wakings = 0
        goals = _between_king_and(checkers, board) if free else 0
        travellers = shamans
    if not goals or not travellers:
        return wakings, []
    lines = _pins(board)
    return wakings, [(start, goals & lines.get(start, chess.BB_ALL)) for start in chess.scan_forward(travellers)]


def _between_king_and(checkers: Bitboard, board: chess.Board) -> Bitboard:
    """Where a check can be blocked: nowhere between a king and two attackers, or one beside it."""
    king = board.king(board.turn)
    assert king is not None
    if checkers & (checkers - 1):
        return 0
    return chess.between(king, chess.msb(checkers))


def _pins(board: chess.Board) -> dict[Square, Bitboard]:
    """For every body that alone shields its king, awake or not, the line it must stay on."""
    king = board.king(board.turn)
    assert king is not None
    straight = (chess.BB_RANK_ATTACKS[king][0] | chess.BB_FILE_ATTACKS[king][0]) & (board.rooks | board.queens)
    slanting = chess.BB_DIAG_ATTACKS[king][0] & (board.bishops | board.queens)
    lines = {}
    for pinner in chess.scan_forward((straight | slanting) & board.occupied_co[not board.turn]):
        line = chess.between(king, pinner)
        shields = line & board.occupied
        if shields and not shields & (shields - 1):
            lines[chess.msb(shields)] = line
    return lines
