"""Positions and helpers shared by the tests of Shamanic Chess."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from hypothesis import assume
from hypothesis import strategies as st

from games.core import Move
from games.dice import UNSEEDED
from games.match import Match, begin_match
from games.options import validate_options
from games.shamanic_chess import GAME
from games.shamanic_chess.fen import INITIAL_FEN, format_fen, parse_fen
from games.shamanic_chess.legal_moves import generate_legal_moves
from games.shamanic_chess.position import Position
from tests.games.shamanic_chess import reference_rules

VARIANTS: Final = ("classic", "free")

KIWIPETE_FEN: Final = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDGAME_FEN: Final = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
EN_PASSANT_FEN: Final = "4k3/8/8/8/1pPp4/8/8/RN2K3 b - c3 0 1"
PINNED_KNIGHT_FEN: Final = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"
QUEEN_IN_TRANCE_FEN: Final = "4k3/3Q~4/8/8/8/8/8/4K3 b - - 0 1"
ALL_IN_TRANCE_FEN: Final = "r~n~b~q~kb~n~r~/8/8/8/8/8/8/R~N~B~Q~KB~N~R~ w - - 0 1"
RANDOM_PLAY_FENS: Final = (INITIAL_FEN, KIWIPETE_FEN, ENDGAME_FEN, EN_PASSANT_FEN, ALL_IN_TRANCE_FEN)
"""Positions from which random matches are played to compare the rules with other implementations."""


def begin_chess(fen: str | None = None, variant: str = "classic") -> Match:
    options = {"variant": variant} | ({} if fen is None else {"fen": fen})
    return begin_match(GAME, validate_options(GAME.options_class, options), 2, UNSEEDED)


def play_typed(match: Match, typed: str) -> Match:
    """Play typed moves of both sides, separated by spaces, and return the match."""
    for token in typed.split():
        (seat,) = match.seats_asked
        move = GAME.parse_move(match.view_of(seat), token)
        match.check_move(seat, move)
        match = match.play_move(seat, move)
    return match


def list_match_moves(match: Match) -> set[str]:
    """Return the legal moves of a match, each written without spaces, such as `b1~d5`."""
    return {"".join(move) for seat in match.seats_asked for move in match.legal_moves(seat)}


def write_fen(match: Match) -> str:
    return format_fen(match.state.setup)


def parse_position(fen: str) -> Position:
    return parse_fen(fen).position


def list_position_moves(fen: str, variant: str = "classic") -> set[str]:
    """Return the legal moves of a position, including positions in which a match would end as a draw."""
    return {"".join(move) for move in generate_legal_moves(parse_position(fen), free_shamans=variant == "free")}


@cache
def begin_initial_match() -> Match:
    return begin_chess()


@st.composite
def draw_playable_fens(draw: st.DrawFn) -> str:
    """Generate positions that `parse_fen` accepts, including ones that no match can reach."""
    squares = draw(st.permutations(reference_rules.ALL_SQUARES))
    kinds = draw(st.lists(st.sampled_from("PPPPpppp" + "QRBNqrbn" * 2), max_size=14))
    board = {squares[0]: "K", squares[1]: "k"}
    if draw(st.booleans()):
        board = {reference_rules.parse_square("e1"): "K", reference_rules.parse_square("e8"): "k"}
        for corner, rook in (("a1", "R"), ("h1", "R"), ("a8", "r"), ("h8", "r")):
            if draw(st.booleans()):
                board[reference_rules.parse_square(corner)] = rook + draw(st.sampled_from(["", "", "~"]))
    white = draw(st.booleans())
    en_passant = "-"
    if draw(st.booleans()):
        file, (pawn, rank, up) = draw(st.integers(0, 7)), ("p", 4, 1) if white else ("P", 3, -1)
        behind = {(file, rank + up), (file, rank + 2 * up)}
        if not {(file, rank), *behind} & board.keys():
            board[file, rank] = pawn
            squares = [square for square in squares if square not in behind]
            en_passant = reference_rules.format_square((file, rank + up))
            for side in (file - 1, file + 1):
                if side in range(8) and (side, rank) not in board and draw(st.booleans()):
                    board[side, rank] = "P" if white else "p"
    for square, kind in zip(squares[2:], kinds, strict=False):
        if square in board or (kind in "Pp" and square[1] in (0, 7)):
            continue
        board[square] = kind + ("~" if kind not in "Pp" and draw(st.booleans()) else "")
    position = reference_rules.ReferencePosition(board, white, "", None)
    assume(reference_rules.is_safe(position, not white))
    return f"{_format_pieces(board)} {'w' if white else 'b'} KQkq {en_passant} 0 1"


def _format_pieces(board: dict[reference_rules.Coordinates, str]) -> str:
    rows = ("".join(board.get((file, rank), ".") for file in range(8)) for rank in range(7, -1, -1))
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))


def split_move(typed: str) -> Move:
    """Split a move that is written without spaces, such as `b1~d5`, `d5^` or `e7e8q`, into its tokens."""
    if typed[2] in "~^":
        return tuple(part for part in (typed[:2], typed[2], typed[3:]) if part)
    return tuple(part for part in (typed[:2], typed[2:4], typed[4:]) if part)


PERFT_COUNTS: Final = [
    (INITIAL_FEN, "classic", (244, 59_466)),
    (INITIAL_FEN, "free", (244, 59_466)),
    (KIWIPETE_FEN, "classic", (272, 72_457)),
    (KIWIPETE_FEN, "free", (272, 72_457)),
    (ENDGAME_FEN, "classic", (68, 4_601, 90_211)),
    (ENDGAME_FEN, "free", (68, 4_601, 289_849)),
    (EN_PASSANT_FEN, "classic", (9, 1_169, 9_338)),
    (EN_PASSANT_FEN, "free", (9, 1_169, 9_338)),
    (PINNED_KNIGHT_FEN, "classic", (8, 598, 22_910)),
    (PINNED_KNIGHT_FEN, "free", (8, 598, 39_068)),
    (QUEEN_IN_TRANCE_FEN, "classic", (5, 29, 179)),
    (QUEEN_IN_TRANCE_FEN, "free", (5, 273, 1_765)),
]


LIKELY_MOVES = [
    (fen, tuple(map(split_move, moves.split())))
    for fen, moves in (
        line.split(" | ") for line in Path(__file__).with_name("likely_moves.txt").read_text("utf-8").splitlines()
    )
]
"""Positions of the computer's matches, each with its five best moves."""
