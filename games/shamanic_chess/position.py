"""The board of Shamanic Chess, and what a turn makes of it."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import chess

from games.core import Move
from games.words import Words

say: Final = Words(__package__)

Square: TypeAlias = int
Bitboard: TypeAlias = int
Kind: TypeAlias = str
"""One of KINDS."""

KINDS: Final = "KQRBNP"
NAMES: Final = tuple(chess.SQUARE_NAMES)
SQUARES: Final = {name: square for square, name in enumerate(NAMES)}
MIDDLE: Final = (chess.D4, chess.E4, chess.D5, chess.E5)
TRANCE: Final = "~"
"""The sign of a journey, and in a drawn position of a piece in trance."""
WAKE: Final = "^"

_PROMOTED: Final = {"q": chess.QUEEN, "r": chess.ROOK, "b": chess.BISHOP, "n": chess.KNIGHT}


class Position(NamedTuple):
    """Where everything stands and what is still allowed. Two that are equal repeat each other."""

    white_moves: bool
    castling: Bitboard
    """The squares of the rooks that may still castle."""
    passing: Square | None
    """Where a pawn can be captured in passing; None when nobody may."""
    white: Bitboard
    black: Bitboard
    kings: Bitboard
    queens: Bitboard
    rooks: Bitboard
    bishops: Bitboard
    knights: Bitboard
    pawns: Bitboard
    trance: Bitboard

    @property
    def occupied(self) -> Bitboard:
        return self.white | self.black

    @property
    def own(self) -> Bitboard:
        """The pieces of who is to move."""
        return self.white if self.white_moves else self.black

    @property
    def kinds(self) -> tuple[Bitboard, ...]:
        """In the order of KINDS."""
        return self[5:11]

    def kind(self, square: Square) -> Kind:
        """What stands there, awake or not; empty where nothing does."""
        at = 1 << square
        return next((kind for kind, those in zip(KINDS, self.kinds, strict=True) if those & at), "")


def whole(position: Position) -> chess.Board:
    """All pieces by their kinds, whether or not they are in trance."""
    board = chess.Board(None)
    board.turn = position.white_moves
    board.castling_rights = position.castling
    board.ep_square = position.passing
    board.kings, board.queens, board.rooks, board.bishops, board.knights, board.pawns = position.kinds
    board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = position.white, position.black
    board.occupied = position.occupied
    return board


def awake(position: Position) -> chess.Board:
    """The board as the ordinary rules see it.

    A piece in trance is a body of no kind: it stands in the way and can be captured, but moves nowhere and attacks
    nothing.
    """
    board = whole(position)
    # Who may capture in passing is worked out here: the library trusts that no such capture parries a slider's check.
    board.ep_square = None
    if position.trance:
        there = ~position.trance
        board.queens &= there
        board.rooks &= there
        board.bishops &= there
        board.knights &= there
    return board


def attackers(board: chess.Board) -> Bitboard:
    """Who gives check to the king of the side to move."""
    king = board.king(board.turn)
    assert king is not None
    return board.attackers_mask(not board.turn, king)


def attacked_squares(board: chess.Board, color: chess.Color) -> Bitboard:
    """Return every square that a side attacks, including its own pieces where they are protected."""
    attacked = 0
    for square in chess.scan_forward(board.occupied_co[color]):
        attacked |= board.attacks_mask(square)
    return attacked


def takers(board: chess.Board, passing: Square) -> list[Square]:
    """The pawns that may capture in passing, so that their king is not attacked afterwards."""
    king = board.king(board.turn)
    assert king is not None
    taken = 1 << (passing - 8 if board.turn else passing + 8)
    pawns = board.pawns & board.occupied_co[board.turn] & chess.BB_PAWN_ATTACKS[not board.turn][passing]
    found = []
    for pawn in chess.scan_forward(pawns):
        occupied = board.occupied ^ taken ^ 1 << pawn | 1 << passing
        if not board.attackers_mask(not board.turn, king, occupied) & ~taken:
            found.append(pawn)
    return found


def taken(position: Position, word: Move) -> Kind:
    """What a turn captures, or nothing; a pawn that leaves its file for an empty square captures in passing."""
    at, to = word[:2]
    if to not in SQUARES:
        return ""
    passes = position.kind(SQUARES[at]) == "P" and at[0] != to[0]
    return position.kind(SQUARES[to]) or ("P" if passes else "")


def after(position: Position, word: Move) -> Position:
    """Trusts the word."""
    match word:
        case (at, "^"):
            return _turned(position, trance=position.trance ^ 1 << SQUARES[at])
        case (at, "~", to):
            return _travelled(position, 1 << SQUARES[at], 1 << SQUARES[to])
        case (at, to, *promoted):
            kind = _PROMOTED[promoted[0]] if promoted else None
            return _moved(position, chess.Move(SQUARES[at], SQUARES[to], kind))
    raise AssertionError(word)


def _turned(position: Position, *, trance: Bitboard) -> Position:
    return position._replace(white_moves=not position.white_moves, passing=None, trance=trance)


def _travelled(position: Position, start: Bitboard, goal: Bitboard) -> Position:
    way = start | goal
    turned = _turned(position, trance=position.trance & ~start | goal)
    return turned._replace(
        castling=position.castling & ~start,
        white=position.white ^ way if position.white_moves else position.white,
        black=position.black if position.white_moves else position.black ^ way,
        queens=position.queens ^ way if position.queens & start else position.queens,
        rooks=position.rooks ^ way if position.rooks & start else position.rooks,
        bishops=position.bishops ^ way if position.bishops & start else position.bishops,
        knights=position.knights ^ way if position.knights & start else position.knights,
    )


def _moved(position: Position, move: chess.Move) -> Position:
    board = whole(position)
    board.push(move)
    return standing(board, position.trance & ~(1 << move.to_square))


def standing(board: chess.Board, trance: Bitboard) -> Position:
    """What a library's board says, and who on it is in trance; without rights that nobody can use."""
    position = Position(
        white_moves=board.turn,
        castling=board.castling_rights,
        passing=None,
        white=board.occupied_co[chess.WHITE],
        black=board.occupied_co[chess.BLACK],
        kings=board.kings,
        queens=board.queens,
        rooks=board.rooks,
        bishops=board.bishops,
        knights=board.knights,
        pawns=board.pawns,
        trance=trance,
    )
    passing = board.ep_square
    if passing is None or not takers(awake(position), passing):
        return position
    return position._replace(passing=passing)
