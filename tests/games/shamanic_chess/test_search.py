"""The search: finding mates and draws, including mates that a journey can prevent."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Move
from games.shamanic_chess.fen import Setup, format_fen, parse_fen
from games.shamanic_chess.legal_moves import generate_legal_moves, has_no_legal_move, is_check
from games.shamanic_chess.position import Position, apply_move
from games.shamanic_chess.search import (
    MATE_SCORE_MIN,
    TIME_CHECK_NODES,
    Mailbox,
    Search,
    SearchResult,
    decode_move,
    encode_move,
)
from tests.effort_level import make_settings_for_slow_test
from tests.games.shamanic_chess.positions import KIWIPETE_FEN, draw_playable_fens, parse_position


def search_from(fen: str, depth: int, *, free_shamans: bool = False, repeatable: tuple[str, ...] = ()) -> SearchResult:
    setup = parse_fen(fen)
    root = Mailbox.from_position(setup.position, setup.halfmove_clock)
    positions = [Mailbox.from_position(parse_position(each)) for each in (*repeatable, fen)]
    search = Search(root, positions, lambda: inf, 500_000, free_shamans=free_shamans)
    moves = generate_legal_moves(setup.position, free_shamans=free_shamans)
    return search.find_best_move([encode_move(move) for move in moves], {}, depth)


def find_best_move(fen: str, depth: int, *, free_shamans: bool = False) -> str:
    return "".join(decode_move(search_from(fen, depth, free_shamans=free_shamans).move))


def is_mate_in(position: Position, move: Move, moves: int, *, free_shamans: bool) -> bool:
    """Return whether this move forces mate within `moves` moves, by trying all replies."""
    after = apply_move(position, move)
    if has_no_legal_move(after, free_shamans=free_shamans):
        return is_check(after)
    return moves > 1 and all(
        any(
            is_mate_in(apply_move(after, reply), next_move, moves - 1, free_shamans=free_shamans)
            for next_move in generate_legal_moves(apply_move(after, reply), free_shamans=free_shamans)
        )
        for reply in generate_legal_moves(after, free_shamans=free_shamans)
    )


def list_mating_moves(position: Position, moves: int, *, free_shamans: bool) -> set[Move]:
    legal_moves = generate_legal_moves(position, free_shamans=free_shamans)
    return {move for move in legal_moves if is_mate_in(position, move, moves, free_shamans=free_shamans)}


@pytest.mark.parametrize("depth", [1, 5])
@pytest.mark.parametrize(
    "fen",
    [
        "R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "7k/5K2/8/6Q1/8/8/8/8 w - - 99 80",
        "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1",
    ],
)
def test_mate_in_one_is_seen_at_any_depth(fen: str, depth: int) -> None:
    best = search_from(fen, depth)
    assert best.mate_in == 1
    assert decode_move(best.move) in list_mating_moves(parse_position(fen), 1, free_shamans=False)


MATE_IN_TWO_FEN = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
# A knight may journey to the last rank in time, but not if it has to wake first.
KNIGHT_AWAKE_FEN = "7k/8/5K2/8/8/8/1n6/R7 w - - 0 1"
KNIGHT_IN_TRANCE_FEN = "7k/8/5K2/8/8/8/1n~6/R7 w - - 0 1"
ROOK_IN_TRANCE_FEN = "7k/8/5K2/8/8/8/8/R~7 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "free_shamans"),
    [
        (MATE_IN_TWO_FEN, False),
        (KNIGHT_AWAKE_FEN, False),
        (KNIGHT_AWAKE_FEN, True),
        (KNIGHT_IN_TRANCE_FEN, False),
        (ROOK_IN_TRANCE_FEN, True),
    ],
)
def test_mate_in_two_counts_only_if_no_journey_prevents_it(fen: str, free_shamans: bool) -> None:
    mating_moves = list_mating_moves(parse_position(fen), 2, free_shamans=free_shamans)
    assert (fen, bool(mating_moves)) not in {(MATE_IN_TWO_FEN, False), (KNIGHT_AWAKE_FEN, True)}
    best = search_from(fen, 7, free_shamans=free_shamans)
    assert (best.mate_in == 2) == bool(mating_moves)
    assert not mating_moves or decode_move(best.move) in mating_moves


@make_settings_for_slow_test(2)
@given(draw_playable_fens(), st.booleans())
def test_every_mate_found_is_forced(fen: str, free_shamans: bool) -> None:
    position = parse_position(fen)
    if has_no_legal_move(position, free_shamans=free_shamans):
        return
    best = search_from(fen, 2, free_shamans=free_shamans)
    assert (best.mate_in == 1) == bool(list_mating_moves(position, 1, free_shamans=free_shamans))
    if 0 < best.mate_in <= 2:
        assert is_mate_in(position, decode_move(best.move), best.mate_in, free_shamans=free_shamans)


@pytest.mark.parametrize("depth", [1, 4])
def test_unprotected_piece_is_captured_and_a_protected_one_is_not(depth: int) -> None:
    assert find_best_move("4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", depth) == "d1d5"
    assert find_best_move("3rk3/8/8/3p4/8/8/8/3QK3 w - - 0 1", depth) != "d1d5"
    # A shaman protects nothing.
    assert find_best_move("3r~1k2/8/8/3n4/8/8/8/3QK3 w - - 0 1", depth) == "d1d5"


@pytest.mark.parametrize("depth", [2, 4])
@pytest.mark.parametrize("fen", ["7k/8/6Q1/8/8/8/8/K7 w - - 0 1", "k7/2K5/8/8/8/8/8/1R6 w - - 0 1"])
def test_winning_side_avoids_stalemate(fen: str, depth: int) -> None:
    stalemates = [
        move
        for move in generate_legal_moves(parse_position(fen), free_shamans=False)
        if has_no_legal_move(apply_move(parse_position(fen), move), free_shamans=False)
    ]
    best = search_from(fen, depth)
    assert best.score > 500
    after = apply_move(parse_position(fen), decode_move(best.move))
    assert stalemates
    assert is_check(after) or not has_no_legal_move(after, free_shamans=False)


@pytest.mark.parametrize("depth", [2, 4])
def test_side_that_can_still_journey_is_not_stalemated(depth: int) -> None:
    """Black has no ordinary move. The bishop can make a journey, though, so the search may not score a draw."""
    assert search_from("kb6/p1p5/P1P5/8/8/8/8/6K1 w - - 0 1", depth).score < -100


@pytest.mark.parametrize("depth", [1, 3])
def test_winning_side_avoids_repetition(depth: int) -> None:
    fen = "6k1/8/8/8/8/8/1q6/5K1R b - - 0 1"
    first = search_from(fen, depth)
    repeated = format_fen(Setup(apply_move(parse_position(fen), decode_move(first.move)), 1, 1))
    assert first.score > 0
    assert search_from(fen, depth, repeatable=(repeated,)).move == first.move
    assert search_from(fen, depth, repeatable=(repeated, repeated)).move != first.move


def test_fifty_moves_are_a_draw_but_mate_comes_first() -> None:
    assert search_from("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", 4).score == 0
    assert search_from("4k3/8/8/8/8/8/8/R3K3 w - - 80 80", 4).score > 400
    assert search_from("7k/8/6K1/8/8/8/8/R7 w - - 99 80", 4).mate_in == 1


@pytest.mark.parametrize("depth", [1, 3])
def test_capture_into_a_dead_position_is_a_draw(depth: int) -> None:
    """White captures the last pawn and leaves Black a knight, which cannot mate."""
    best = search_from("7n/8/8/8/3k4/8/pK6/8 w - - 0 1", depth)
    assert (decode_move(best.move), best.score) == (("b2", "a2"), 0)


def test_losing_side_searches_every_journey() -> None:
    """At first the search selects only a few journeys. The one that saves Black is not among these."""
    best = search_from("k7/2K5/3n4/8/2RR4/3Q4/8/5n2 b - - 0 1", 5)
    assert decode_move(best.move)[1] == "~"
    assert best.score > -MATE_SCORE_MIN


@pytest.mark.parametrize(("answers", "nodes"), [(0, 0), (10, 10 * TIME_CHECK_NODES)])
def test_search_stops_when_no_time_is_left(answers: int, nodes: int) -> None:
    """The search must check the time at its start, and again after every TIME_CHECK_NODES nodes."""
    times = iter([1.0] * answers)
    position = parse_position(KIWIPETE_FEN)
    search = Search(Mailbox.from_position(position), [], lambda: next(times, 0.0), 10**9, free_shamans=False)
    moves = list(generate_legal_moves(position, free_shamans=False))
    best = search.find_best_move([encode_move(move) for move in moves], {})
    assert decode_move(best.move) in moves
    assert search.nodes == nodes
    assert answers or best.depth == 0
