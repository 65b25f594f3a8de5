"""Moves in standard algebraic notation (SAN): formatting and parsing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.options import validate_options
from games.shamanic_chess import GAME
from games.shamanic_chess.fen import INITIAL_FEN
from games.shamanic_chess.legal_moves import generate_legal_moves
from games.shamanic_chess.rules import build_initial_state
from games.shamanic_chess.san import format_bare_san, format_san
from tests.effort_level import make_settings_for_slow_test
from tests.games.shamanic_chess.positions import KIWIPETE_FEN, VARIANTS, draw_playable_fens, parse_position, split_move


def write_san(fen: str, move: str, variant: str = "classic") -> str:
    return format_san(parse_position(fen), split_move(move), free_shamans=variant == "free")


@pytest.mark.parametrize(
    ("fen", "move", "expected"),
    [
        (INITIAL_FEN, "g1f3", "Nf3"),
        (INITIAL_FEN, "e2e4", "e4"),
        (INITIAL_FEN, "b1~d5", "Nb~d5"),
        (INITIAL_FEN, "h1~e4", "Rh~e4"),
        (INITIAL_FEN, "d1~h5", "Q~h5"),
        (KIWIPETE_FEN, "e1g1", "O-O"),
        (KIWIPETE_FEN, "e1c1", "O-O-O"),
        (KIWIPETE_FEN, "e5g6", "Nxg6"),
        (KIWIPETE_FEN, "d5e6", "dxe6"),
        (KIWIPETE_FEN, "f3f6", "Qxf6"),
        ("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1", "a1~e5", "R1~e5"),
        ("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
        ("4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "a1~h5", "Qa1~h5"),
        ("4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "a1b2", "Qa1b2"),
        ("4k3/8/8/8/8/8/Q7/4K3 w - - 0 1", "a2~h5", "Q~h5"),
        ("4k3/8/8/8/8/8/8/N~3K2N w - - 0 1", "a1^", "Na1^"),
        # Only pieces that can legally do the same are distinguished.
        ("4k3/8/8/8/8/8/8/N~3K2N w - - 0 1", "h1~c4", "N~c4"),
        ("4k3/4r3/8/8/8/8/4N3/4K1N1 w - - 0 1", "g1~a4", "N~a4"),
        ("4k3/4r3/8/8/8/8/4N3/4K1N1 w - - 0 1", "g1~e4", "Ng~e4"),
        ("4k3/4r3/8/8/8/8/4N3/4K1N1 w - - 0 1", "g1f3", "Nf3"),
        ("6k1/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
        ("n~5k1/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8n", "bxa8=N"),
        ("4k3/8/8/8/1pPp4/8/8/RN2K3 b - c3 0 1", "b4c3", "bxc3"),
        ("R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1", "a8^", "Ra8^#"),
        ("4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1", "e5~a1", "N~a1+"),
        ("4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1", "e5~e4", "N~e4"),
    ],
)
def test_moves_are_written_as_san(fen: str, move: str, expected: str) -> None:
    assert write_san(fen, move) == expected


def test_free_shaman_is_distinguished_from_awake_pieces() -> None:
    fen = "4k3/8/8/8/8/8/8/N~3K2N w - - 0 1"
    assert write_san(fen, "h1~c4", "free") == "Nh~c4"
    assert write_san(fen, "a1~c4", "free") == "Na~c4"


@make_settings_for_slow_test(4)
@given(draw_playable_fens(), st.sampled_from(VARIANTS))
def test_san_is_unique_and_parsed_back(fen: str, variant: str) -> None:
    state = build_initial_state(validate_options(GAME.options_class, {"variant": variant, "fen": fen}))
    moves = list(generate_legal_moves(state.position, free_shamans=state.free_shamans))
    names = format_bare_san(state.position, moves)
    assert len(set(names.values())) == len(moves)
    assert not any("~~" in name for name in names.values())
    if not state.end_reason:
        for move in moves[:: 1 + len(moves) // 20]:
            assert (
                GAME.parse_move(
                    GAME.view(state, state.seat_to_move),
                    format_san(state.position, move, free_shamans=state.free_shamans),
                )
                == move
            )
            assert GAME.parse_move(GAME.view(state, state.seat_to_move), "".join(move)) == move
