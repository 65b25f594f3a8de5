"""Positions and turns as chess players write them: FEN and SAN, with `~` for a trance and `^` for waking."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import chess

from games.core import Move
from games.shamanic_chess.position import SQUARES, TRANCE, WAKE, Position, after, attackers, awake, say, standing, whole
from games.shamanic_chess.turns import checked, stuck, turns

CASTLED: Final = {"g": "O-O", "c": "O-O-O"}


def san(position: Position, word: Move, *, free: bool) -> str:
    rivals = [other for other in turns(position, free=free) if other[1:] == word[1:]]
    return names(position, rivals)[word] + _sign(after(position, word), free=free)


def _sign(position: Position, *, free: bool) -> str:
    if not checked(position):
        return ""
    return "#" if stuck(position, free=free) else "+"


def names(position: Position, words: Sequence[Move]) -> dict[Move, str]:
    """Every word as it is written down among these, without its check."""
    rivals: dict[tuple[str, ...], list[str]] = {}
    for at, *rest in words:
        rivals.setdefault((position.kind(SQUARES[at]), *rest), []).append(at)
    return {word: _name(position, word, rivals) for word in words}


def _name(position: Position, word: Move, rivals: dict[tuple[str, ...], list[str]]) -> str:
    at, *rest = word
    kind = position.kind(SQUARES[at])
    match rest:
        case ("^",):
            return f"{kind}{at}{WAKE}"
        case ("~", to):
            return f"{kind}{_told_apart(at, rivals[kind, *rest])}{TRANCE}{to}"
        case (to, *promoted) if kind == "P":
            taker = f"{at[0]}x" if at[0] != to[0] else ""
            return f"{taker}{to}{''.join(f'={piece.upper()}' for piece in promoted)}"
        case (to,) if castles(position, word):
            return CASTLED[to[0]]
        case (to,):
            takes = "x" if position.occupied & 1 << SQUARES[to] else ""
            return f"{kind}{_told_apart(at, rivals[kind, to])}{takes}{to}"
    raise AssertionError(word)


def castles(position: Position, word: Move) -> bool:
    at, to = SQUARES[word[0]], SQUARES.get(word[-1])
    return to is not None and bool(position.kings & 1 << at) and abs(at - to) == 2


def _told_apart(at: str, rivals: Iterable[str]) -> str:
    """As little of a square as tells its piece from the others of its kind: the file, else the rank, else all."""
    others = [other for other in rivals if other != at]
    if not others:
        return ""
    if all(other[0] != at[0] for other in others):
        return at[0]
    if all(other[1] != at[1] for other in others):
        return at[1]
    return at


INITIAL: Final = chess.STARTING_FEN
_LONGEST: Final = 200
_CASTLING: Final = re.compile(r"-|[KQkq]{1,4}")
_CLOCK: Final = re.compile(r"[0-9]{1,4}")
_OUTER: Final = chess.BB_RANK_1 | chess.BB_RANK_8
_CORNERS: Final = {"K": chess.BB_H1, "Q": chess.BB_A1, "k": chess.BB_H8, "q": chess.BB_A8}


class Diagram(NamedTuple):
    """All that a FEN tells."""

    position: Position
    quiet: int
    """Turns since the last capture or pawn move."""
    number: int
    """Of the move, as players count: one of White's and one of Black's."""


def read(fen: str) -> Diagram:
    """The diagram; what cannot be played is refused with the reason. Fields left out are as at the start of a match."""
    fields = fen[: _LONGEST + 1].split()
    if not fields or len(fields) > 6 or len(fen) > _LONGEST:
        raise say.make_refusal("fen-fields", fen=fen)
    squares, turn, castling, passing, quiet, number = (*fields, *("", "w", "-", "-", "0", "1")[len(fields) :])
    board = _set_up(squares)
    if turn not in ("w", "b"):
        raise say.make_refusal("fen-turn", turn=turn)
    board.turn = turn == "w"
    trance, board.promoted = board.promoted, 0
    _check_pieces(board, trance)
    if not _CASTLING.fullmatch(castling):
        raise say.make_refusal("fen-castling", castling=castling)
    if castling != "-":
        board.castling_rights = sum(_CORNERS[right] for right in set(castling))
    board.ep_square = _passed(board, passing)
    if not _CLOCK.fullmatch(quiet) or not _CLOCK.fullmatch(number):
        raise say.make_refusal("fen-clocks", quiet=quiet, number=number)
    position = standing(board, trance)
    # People leave KQkq where the rooks are long gone; and a rook in trance has travelled.
    position = position._replace(castling=awake(position).clean_castling_rights())
    if attackers(awake(position._replace(white_moves=not position.white_moves))):
        raise say.make_refusal("fen-check", turn=turn)
    return Diagram(position, int(quiet), max(1, int(number)))


def written(diagram: Diagram) -> str:
    """All six fields; a right to capture in passing only where somebody has it."""
    position, quiet, number = diagram
    board = whole(position)
    board.promoted = position.trance
    turn = "w" if position.white_moves else "b"
    passing = "-" if position.passing is None else chess.SQUARE_NAMES[position.passing]
    return f"{board.board_fen(promoted=True)} {turn} {board.castling_xfen()} {passing} {quiet} {number}"


def _set_up(squares: str) -> chess.Board:
    board = chess.Board(None)
    try:
        board.set_board_fen(squares)
    except ValueError as wrong:
        raise say.make_refusal("fen-board", board=squares) from wrong
    return board


def _check_pieces(board: chess.Board, trance: chess.Bitboard) -> None:
    for white in (True, False):
        kings = (board.kings & board.occupied_co[white]).bit_count()
        if kings != 1:
            raise say.make_refusal("fen-kings", side="white" if white else "black", kings=kings)
    if board.pawns & _OUTER:
        raise say.make_refusal("fen-pawns", square=chess.SQUARE_NAMES[chess.lsb(board.pawns & _OUTER)])
    if trance & (board.kings | board.pawns):
        raise say.make_refusal("fen-trance", square=chess.SQUARE_NAMES[chess.lsb(trance & (board.kings | board.pawns))])


def _passed(board: chess.Board, passing: str) -> chess.Square | None:
    """The square that a pawn has just passed by a double step, or none."""
    if passing == "-":
        return None
    square = SQUARES.get(passing)
    if square is not None and chess.square_rank(square) == (5 if board.turn else 2):
        back = 8 if board.turn else -8
        pawn = board.pawns & board.occupied_co[not board.turn] & 1 << square - back
        if pawn and not board.occupied & (1 << square | 1 << square + back):
            return square
    raise say.make_refusal("fen-passing", square=passing)
