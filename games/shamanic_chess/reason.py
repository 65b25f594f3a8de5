"""Why a turn is played, in a line: what it captures, wakes, threatens or saves. All of it stands on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import chess

from games.shamanic_chess.journey import lies_in_wait, uncovers
from games.shamanic_chess.position import (
    KINDS,
    MIDDLE,
    NAMES,
    Bitboard,
    Position,
    Square,
    after,
    attacked_squares,
    attackers,
    awake,
    taken,
    whole,
)
from games.shamanic_chess.search import HOW, JOURNEY, SURE, WAKING, Turn, Verdict, spelt
from games.shamanic_chess.tell import PIECES
from games.shamanic_chess.worth import PRICE

Facts: TypeAlias = Mapping[str, str | int]
Why: TypeAlias = tuple[str, Facts]

CALLED: Final = ("", *(PIECES[kind] for kind in reversed(KINDS)))
"""What texts call a piece, by the number of its kind."""


def reason(position: Position, verdict: Verdict) -> Why:
    """Return the weightiest reason that holds for a turn."""
    turn = verdict.turn
    at, to, how = turn & 63, turn >> 6 & 63, turn >> HOW
    if verdict.mate:
        return "why-mates", {"moves": verdict.mate}
    if not verdict.depth:
        return "why-hurried", {}
    if verdict.worth <= -SURE:
        return "why-holds-out", {}
    word, board = spelt(turn), awake(position)
    child = after(position, word)
    facts = {"piece": PIECES[position.kind(at)], "at": NAMES[at], "to": NAMES[to]}
    if how == WAKING:
        return "why-wakes-check" if attackers(awake(child)) else "why-wakes", facts
    captured = taken(position, word)
    if attackers(board) and not captured and how <= WAKING:
        return "why-parries", {"to": NAMES[to]}
    if how > WAKING:
        return "why-promotes", {"to": NAMES[to]}
    if captured:
        return _captured(position, child, to, PIECES[captured])
    threatened = attacked_squares(awake(child), child.white_moves)
    flees = bool(attacked_squares(board, child.white_moves) >> at & 1 and not threatened >> to & 1)
    if how == JOURNEY:
        return _travelled(position, board, turn, flees=flees), facts
    if position.kind(at) == "K" and abs(at - to) == 2:
        return "why-castles", {"to": NAMES[to]}
    return _moved(board, child, turn, facts, threatened, flees=flees) or ("why-ahead", {"depth": verdict.depth})


def _captured(position: Position, child: Position, to: Square, captured: str) -> Why:
    facts = {"taken": captured, "to": NAMES[to]}
    if position.trance >> to & 1:
        return "why-takes-shaman", facts
    # A pawn taken in passing stood elsewhere.
    if position.occupied >> to & 1 and not awake(child).is_attacked_by(child.white_moves, to):
        return "why-takes-free", facts
    return "why-takes", facts


def _travelled(position: Position, board: chess.Board, turn: Turn, *, flees: bool) -> str:
    if uncovers(board, turn & 63):
        return "why-uncovers"
    if flees:
        return "why-flees"
    return "why-lies-in-wait" if lies_in_wait(position, turn) else "why-travels"


def _moved(
    before: chess.Board, child: Position, turn: Turn, facts: Facts, threatened: Bitboard, *, flees: bool
) -> Why | None:
    at, to = turn & 63, turn >> 6 & 63
    board, kinds = awake(child), _kinds(child)
    kind = kinds[to]
    struck = [] if threatened >> to & 1 else _struck(board, kinds, to, threatened)
    if len(struck) > 1:
        return "why-forks", {**facts, "first": NAMES[struck[0]], "second": NAMES[struck[1]]}
    if attackers(board):
        return "why-checks", {}
    if flees and kind != chess.PAWN:
        return "why-retreats", facts
    if struck:
        return "why-threatens", {**facts, "taken": CALLED[kinds[struck[0]]], "target": NAMES[struck[0]]}
    if (guarded := _guarded(before, board, kinds, to)) is not None:
        return "why-guards", {"taken": CALLED[kinds[guarded]], "target": NAMES[guarded]}
    home = 0 if before.turn else 7
    if kind in (chess.KNIGHT, chess.BISHOP) and chess.square_rank(at) == home != chess.square_rank(to):
        return "why-develops", facts
    if kind == chess.PAWN and to in MIDDLE:
        return "why-centre", {"to": NAMES[to]}
    return None


def _kinds(position: Position) -> Mapping[Square, chess.PieceType]:
    """Return the kind of every piece, awake or in trance, by its square."""
    return {square: piece.piece_type for square, piece in whole(position).piece_map().items()}


def _struck(
    board: chess.Board, kinds: Mapping[Square, chess.PieceType], at: Square, protected: Bitboard
) -> list[Square]:
    """Return what the piece there threatens, the dearest first: the king, the unprotected, and what is worth more."""
    kind = kinds[at]
    found = [
        to
        for to in chess.scan_forward(board.attacks_mask(at) & board.occupied_co[board.turn])
        if kinds[to] == chess.KING or not protected >> to & 1 or (kind != chess.KING and PRICE[kinds[to]] > PRICE[kind])
    ]
    return sorted(found, key=lambda to: (kinds[to] == chess.KING, PRICE[kinds[to]]), reverse=True)


def _guarded(
    before: chess.Board, after: chess.Board, kinds: Mapping[Square, chess.PieceType], to: Square
) -> Square | None:
    """Return the dearest piece that was attacked and unprotected before the turn and is protected after it."""
    own = before.turn
    saved = attacked_squares(after, own) & ~attacked_squares(before, own) & attacked_squares(before, not own)
    saved &= after.occupied_co[own] & ~(1 << to)
    return max(chess.scan_forward(saved), key=lambda at: PRICE[kinds[at]], default=None)
