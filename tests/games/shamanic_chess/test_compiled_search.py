"""Compares the moves and positions of the compiled search with those of the Python rules."""

from __future__ import annotations

import random
from math import inf

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Move
from games.shamanic_chess.legal_moves import generate_legal_moves
from games.shamanic_chess.position import (
    SQUARE_BY_NAME,
    Position,
    apply_move,
    build_awake_board,
    find_attacked_squares,
    find_checkers,
)
from games.shamanic_chess.search import NO_SQUARE, EncodedMove, Mailbox, Search, decode_move, encode_move
from tests.effort_level import make_settings_for_slow_test
from tests.games.shamanic_chess.positions import (
    EN_PASSANT_FEN,
    PERFT_COUNTS,
    RANDOM_PLAY_FENS,
    draw_playable_fens,
    parse_position,
)


def open_search(mailbox: Mailbox) -> Search:
    search = Search(mailbox, (), lambda: inf, 1, free_shamans=False)
    search.write_position(mailbox)
    return search


def generate_moves(
    search: Search, mailbox: Mailbox, *, free_shamans: bool, function: str = "generate_legal_moves"
) -> list[EncodedMove]:
    search.write_position(mailbox)
    count = search.native.call(function, free_shamans)
    data = search.native.read_memory("generated_moves", 4 * count)
    return [int.from_bytes(data[start : start + 4], "little") for start in range(0, 4 * count, 4)]


def make_move(search: Search, mailbox: Mailbox, move: EncodedMove) -> Mailbox:
    """Let the search make a move, check its incrementally updated values, and return the new position."""
    search.write_position(mailbox)
    assert search.native.call("make_move", move)
    return search.read_position()


def assert_same_position(searched: Mailbox, expected: Mailbox) -> None:
    """Check that two positions are equal. The search may set an en passant square that no pawn can use."""
    for name in ("squares", "black", "castling"):
        assert getattr(searched, name) == getattr(expected, name), name
    assert expected.en_passant in {searched.en_passant, NO_SQUARE}


def assert_same_moves(search: Search, position: Position, *, free_shamans: bool) -> list[Move]:
    """Check that the search generates exactly the legal moves, and return the legal moves."""
    moves = sorted(generate_legal_moves(position, free_shamans=free_shamans))
    encoded = generate_moves(search, Mailbox.from_position(position), free_shamans=free_shamans)
    assert sorted(map(decode_move, encoded)) == moves
    return moves


@pytest.mark.parametrize(("fen", "variant", "counts"), PERFT_COUNTS)
def test_perft_of_the_search_returns_the_known_counts(fen: str, variant: str, counts: tuple[int, ...]) -> None:
    search = open_search(Mailbox.from_position(parse_position(fen)))
    assert tuple(search.native.call("perft", depth, variant == "free") for depth in range(1, len(counts) + 1)) == counts


@make_settings_for_slow_test(2)
@given(draw_playable_fens(), st.booleans())
def test_search_generates_the_legal_moves(fen: str, free_shamans: bool) -> None:
    position = parse_position(fen)
    assert_same_moves(open_search(Mailbox.from_position(position)), position, free_shamans=free_shamans)


@make_settings_for_slow_test(3)
@given(draw_playable_fens(), st.booleans())
def test_search_makes_every_move_like_the_rules(fen: str, free_shamans: bool) -> None:
    position = parse_position(fen)
    mailbox = Mailbox.from_position(position)
    search = open_search(mailbox)
    for move in generate_moves(search, mailbox, free_shamans=free_shamans):
        after = apply_move(position, decode_move(move))
        assert_same_position(make_move(search, mailbox, move), Mailbox.from_position(after))


def compare_in_random_play(fen: str, *, free_shamans: bool, plies: int, seed: str) -> None:
    """Compare the search with the Python rules in a random match, which restarts from the FEN when it ends.

    At least half of the moves are ordinary moves if possible. Otherwise nearly all would be journeys.
    """
    chance = random.Random(seed)
    search = open_search(Mailbox.from_position(parse_position(fen)))
    position, halfmove_clock = parse_position(fen), 0
    for _ in range(plies):
        moves = assert_same_moves(search, position, free_shamans=free_shamans)
        if not moves or halfmove_clock >= 100:
            position, halfmove_clock = parse_position(fen), 0
            continue
        ordinary = [move for move in moves if len(move) == 2 and move[1] != "^"]
        move = chance.choice(ordinary if ordinary and chance.random() < 0.5 else moves)
        mailbox = Mailbox.from_position(position, halfmove_clock)
        is_reset = mailbox.squares[SQUARE_BY_NAME[move[0]]] & 7 == 1 or mailbox.count_material_gain(encode_move(move))
        halfmove_clock = 0 if is_reset else halfmove_clock + 1
        child, position = make_move(search, mailbox, encode_move(move)), apply_move(position, move)
        assert_same_position(child, Mailbox.from_position(position))
        assert child.halfmove_clock == halfmove_clock


@pytest.mark.parametrize("fen", RANDOM_PLAY_FENS)
@pytest.mark.parametrize("free_shamans", [False, True])
@pytest.mark.parametrize("plies", [40, pytest.param(400, marks=pytest.mark.gate)])
def test_search_follows_the_rules_through_random_matches(fen: str, free_shamans: bool, plies: int) -> None:
    compare_in_random_play(fen, free_shamans=free_shamans, plies=plies, seed=f"{fen} {plies}")


@make_settings_for_slow_test(2)
@given(draw_playable_fens())
def test_attacked_squares_match_python_chess(fen: str) -> None:
    board = build_awake_board(parse_position(fen))
    for color in chess.COLORS:
        attacked = {*chess.scan_forward(find_attacked_squares(board, color))}
        assert attacked == {square for square in range(64) if board.is_attacked_by(color, square)}


@make_settings_for_slow_test(3)
@given(draw_playable_fens())
def test_evaluation_is_symmetric(fen: str) -> None:
    """A position and its mirror image with colors swapped must have the same value for the side to move."""
    rows, turn, castling, en_passant, *clocks = fen.split()
    mirrored = "/".join(reversed(rows.swapcase().split("/")))
    if en_passant != "-":
        en_passant = en_passant[0] + str(9 - int(en_passant[1]))
    mirrored_fen = " ".join([mirrored, "b" if turn == "w" else "w", castling, en_passant, *clocks])
    original, swapped = (
        open_search(Mailbox.from_position(parse_position(each))).native.call("evaluate") for each in (fen, mirrored_fen)
    )
    assert original == swapped


def test_en_passant_capture_may_open_a_diagonal() -> None:
    """No match can reach this position, but a match can start from it as a FEN."""
    position = parse_position("4k3/5b2/8/3pP3/8/1K6/8/8 w - d6 0 1")
    mailbox = Mailbox.from_position(position)
    legal_moves = set(generate_legal_moves(position, free_shamans=False))
    for en_passant in (mailbox.en_passant, SQUARE_BY_NAME["d6"]):
        same = Mailbox(mailbox.squares, mailbox.black, mailbox.castling, en_passant, 0)
        assert {*map(decode_move, generate_moves(open_search(same), same, free_shamans=False))} == legal_moves


@make_settings_for_slow_test(3)
@given(draw_playable_fens(), st.booleans())
def test_selected_journeys_are_few_and_safe(fen: str, free_shamans: bool) -> None:
    position = parse_position(fen)
    mailbox = Mailbox.from_position(position)
    if find_checkers(build_awake_board(position)):
        return
    journeys = generate_moves(open_search(mailbox), mailbox, free_shamans=free_shamans, function="select_journeys")
    assert len(set(journeys)) == len(journeys) <= 24
    threatened = find_attacked_squares(build_awake_board(position), not position.white_to_move)
    assert not any(threatened >> (move >> 6 & 63) & 1 for move in journeys)
    legal = set(generate_legal_moves(position, free_shamans=free_shamans))
    # Some may leave the king attacked. The search notices that after making them.
    assert all(decode_move(move) in legal or leaves_king_attacked(position, move) for move in journeys)


def leaves_king_attacked(position: Position, move: EncodedMove) -> bool:
    board = build_awake_board(apply_move(position, decode_move(move)))
    king = board.king(not board.turn)
    assert king is not None
    return board.is_attacked_by(board.turn, king)


@pytest.mark.parametrize(
    ("fen", "move", "gain"),
    [
        (EN_PASSANT_FEN, "b4 c3", 100),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 b8 q", 850),
        ("n~3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 a8 r", 720),
        ("6k1/8/8/3p4/4Q3/8/8/4K3 w - - 0 1", "e4 d5", 100),
        ("6k1/8/8/3p4/4Q3/8/8/4K3 w - - 0 1", "e4 ~ a1", 0),
    ],
)
def test_material_gain_of_a_move_is_counted(fen: str, move: str, gain: int) -> None:
    assert Mailbox.from_position(parse_position(fen)).count_material_gain(encode_move(tuple(move.split()))) == gain
