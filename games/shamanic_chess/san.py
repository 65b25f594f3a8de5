"""Moves in SAN. A journey is written `N~d5` and a waking `Nd5^`. Other moves are written as in orthodox chess."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from games.core import Move
from games.shamanic_chess.legal_moves import generate_legal_moves, has_no_legal_move, is_check
from games.shamanic_chess.position import JOURNEY_SIGN, SQUARE_BY_NAME, WAKING_SIGN, Position, apply_move

CASTLING_SAN: Final = {"g": "O-O", "c": "O-O-O"}
"""The SAN of castling, by the file on which the king ends up."""


@lru_cache(maxsize=1024)
def format_san(position: Position, move: Move, *, free_shamans: bool) -> str:
    legal_moves = generate_legal_moves(position, free_shamans=free_shamans)
    rivals = [other for other in legal_moves if other[1:] == move[1:]]
    check_sign = _format_check_sign(apply_move(position, move), free_shamans=free_shamans)
    return format_bare_san(position, rivals)[move] + check_sign


def _format_check_sign(position: Position, *, free_shamans: bool) -> str:
    if not is_check(position):
        return ""
    return "#" if has_no_legal_move(position, free_shamans=free_shamans) else "+"


def format_bare_san(position: Position, moves: Sequence[Move]) -> dict[Move, str]:
    """Return the SAN of each of these moves, without `+` and `#`.

    Start squares are disambiguated only among these moves. Pass either all legal moves or all that end on the same
    square.
    """
    rivals: dict[tuple[str, ...], list[str]] = {}
    for start, *rest in moves:
        rivals.setdefault((position.kind_at(SQUARE_BY_NAME[start]), *rest), []).append(start)
    return {move: _format_move(position, move, rivals) for move in moves}


def _format_move(position: Position, move: Move, rivals: dict[tuple[str, ...], list[str]]) -> str:
    start, *rest = move
    kind = position.kind_at(SQUARE_BY_NAME[start])
    match rest:
        case ("^",):
            return f"{kind}{start}{WAKING_SIGN}"
        case ("~", end):
            return f"{kind}{_disambiguate(start, rivals[kind, *rest])}{JOURNEY_SIGN}{end}"
        case (end, *promotion) if kind == "P":
            capture = f"{start[0]}x" if start[0] != end[0] else ""
            return f"{capture}{end}{''.join(f'={piece.upper()}' for piece in promotion)}"
        case (end,) if is_castling(position, move):
            return CASTLING_SAN[end[0]]
        case (end,):
            capture = "x" if position.occupied & 1 << SQUARE_BY_NAME[end] else ""
            return f"{kind}{_disambiguate(start, rivals[kind, end])}{capture}{end}"
    raise AssertionError(move)


def is_castling(position: Position, move: Move) -> bool:
    start, end = SQUARE_BY_NAME[move[0]], SQUARE_BY_NAME.get(move[-1])
    return end is not None and bool(position.kings & 1 << start) and abs(start - end) == 2


def _disambiguate(start: str, rivals: Iterable[str]) -> str:
    """Return the part of a start square that distinguishes it from the others in `rivals`.

    For a1, this is "" without rivals, "a" beside h1, "1" beside a8, and "a1" beside both.
    """
    others = [other for other in rivals if other != start]
    if not others:
        return ""
    if all(other[0] != start[0] for other in others):
        return start[0]
    if all(other[1] != start[1] for other in others):
        return start[1]
    return start
