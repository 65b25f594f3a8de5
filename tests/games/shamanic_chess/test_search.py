"""Looking ahead finds what is there: mates, draws, and nothing that a journey would avert."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Move
from games.shamanic_chess import fen
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
from tests.effort import rarely
from tests.games.shamanic_chess.positions import KIWI, parse_position, playable_fens


def search_from(drawn: str, depth: int, *, free: bool = False, stood: tuple[str, ...] = ()) -> SearchResult:
    diagram = fen.parse_fen(drawn)
    root = Mailbox.from_position(diagram.position, diagram.halfmove_clock)
    there = [Mailbox.from_position(parse_position(each)) for each in (*stood, drawn)]
    search = Search(root, there, lambda: inf, 500_000, free_shamans=free)
    return search.find_best_move(
        [encode_move(word) for word in generate_legal_moves(diagram.position, free_shamans=free)], {}, depth
    )


def find_best_turn(drawn: str, depth: int, *, free: bool = False) -> str:
    return "".join(decode_move(search_from(drawn, depth, free=free).move))


def is_mate_in(where: Position, word: Move, moves: int, *, free: bool) -> bool:
    """By trying everything: is it mate after this turn and so many moves at most, whatever the answers are?"""
    then = apply_move(where, word)
    if has_no_legal_move(then, free_shamans=free):
        return is_check(then)
    return moves > 1 and all(
        any(
            is_mate_in(apply_move(then, reply), again, moves - 1, free=free)
            for again in generate_legal_moves(apply_move(then, reply), free_shamans=free)
        )
        for reply in generate_legal_moves(then, free_shamans=free)
    )


def list_mating_turns(where: Position, moves: int, *, free: bool) -> set[Move]:
    return {
        word for word in generate_legal_moves(where, free_shamans=free) if is_mate_in(where, word, moves, free=free)
    }


@pytest.mark.parametrize("depth", [1, 5])
@pytest.mark.parametrize(
    "drawn",
    [
        "R~5k1/5ppp/8/8/8/8/8/1n4K1 w - - 0 1",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "7k/5K2/8/6Q1/8/8/8/8 w - - 99 80",
        "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1",
    ],
)
def test_mate_in_one_is_seen_at_any_depth(drawn: str, depth: int) -> None:
    verdict = search_from(drawn, depth)
    assert verdict.mate_in == 1
    assert decode_move(verdict.move) in list_mating_turns(parse_position(drawn), 1, free=False)


TWO = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
# By a knight that may journey to the last rank in time, but not by one that is only just waking.
AVERTED = "7k/8/5K2/8/8/8/1n6/R7 w - - 0 1"
ASLEEP = "7k/8/5K2/8/8/8/1n~6/R7 w - - 0 1"
UNCOVERED = "7k/8/5K2/8/8/8/8/R~7 w - - 0 1"


@pytest.mark.parametrize(
    ("drawn", "free"), [(TWO, False), (AVERTED, False), (AVERTED, True), (ASLEEP, False), (UNCOVERED, True)]
)
def test_mate_in_two_is_one_only_if_no_journey_averts_it(drawn: str, free: bool) -> None:
    found = list_mating_turns(parse_position(drawn), 2, free=free)
    assert (drawn, bool(found)) not in {(TWO, False), (AVERTED, True)}
    verdict = search_from(drawn, 7, free=free)
    assert (verdict.mate_in == 2) == bool(found)
    assert not found or decode_move(verdict.move) in found


@rarely(2)
@given(playable_fens(), st.booleans())
def test_every_mate_that_is_found_is_one(drawn: str, free: bool) -> None:
    where = parse_position(drawn)
    if has_no_legal_move(where, free_shamans=free):
        return
    verdict = search_from(drawn, 2, free=free)
    assert (verdict.mate_in == 1) == bool(list_mating_turns(where, 1, free=free))
    if 0 < verdict.mate_in <= 2:
        assert is_mate_in(where, decode_move(verdict.move), verdict.mate_in, free=free)


@pytest.mark.parametrize("depth", [1, 4])
def test_hanging_piece_is_taken_and_a_protected_one_is_not(depth: int) -> None:
    assert find_best_turn("4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", depth) == "d1d5"
    assert find_best_turn("3rk3/8/8/3p4/8/8/8/3QK3 w - - 0 1", depth) != "d1d5"
    # A shaman protects nothing.
    assert find_best_turn("3r~1k2/8/8/3n4/8/8/8/3QK3 w - - 0 1", depth) == "d1d5"


@pytest.mark.parametrize("depth", [2, 4])
@pytest.mark.parametrize("drawn", ["7k/8/6Q1/8/8/8/8/K7 w - - 0 1", "k7/2K5/8/8/8/8/8/1R6 w - - 0 1"])
def test_winning_side_avoids_stalemate(drawn: str, depth: int) -> None:
    ends = [
        word
        for word in generate_legal_moves(parse_position(drawn), free_shamans=False)
        if has_no_legal_move(apply_move(parse_position(drawn), word), free_shamans=False)
    ]
    verdict = search_from(drawn, depth)
    assert verdict.score > 500
    then = apply_move(parse_position(drawn), decode_move(verdict.move))
    assert ends
    assert is_check(then) or not has_no_legal_move(then, free_shamans=False)


@pytest.mark.parametrize("depth", [2, 4])
def test_side_that_can_still_journey_is_not_stalemated(depth: int) -> None:
    """Black's king and pawns are walled in, and so is the bishop; but it may fly, and is worth something."""
    assert search_from("kb6/p1p5/P1P5/8/8/8/8/6K1 w - - 0 1", depth).score < -100


@pytest.mark.parametrize("depth", [1, 3])
def test_winning_side_goes_on_rather_than_repeat(depth: int) -> None:
    drawn = "6k1/8/8/8/8/8/1q6/5K1R b - - 0 1"
    first = search_from(drawn, depth)
    there = fen.format_fen(fen.Setup(apply_move(parse_position(drawn), decode_move(first.move)), 1, 1))
    assert first.score > 0
    assert search_from(drawn, depth, stood=(there,)).move == first.move
    assert search_from(drawn, depth, stood=(there, there)).move != first.move


def test_fifty_moves_are_a_draw_but_mate_comes_first() -> None:
    assert search_from("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", 4).score == 0
    assert search_from("4k3/8/8/8/8/8/8/R3K3 w - - 80 80", 4).score > 400
    assert search_from("7k/8/6K1/8/8/8/8/R7 w - - 99 80", 4).mate_in == 1


@pytest.mark.parametrize("depth", [1, 3])
def test_capture_into_a_dead_position_is_worth_a_draw(depth: int) -> None:
    """A knight is left, and mates nobody; against knight and pawn White would lose."""
    verdict = search_from("7n/8/8/8/3k4/8/pK6/8 w - - 0 1", depth)
    assert (decode_move(verdict.move), verdict.score) == (("b2", "a2"), 0)


def test_losing_side_tries_every_journey_before_it_gives_up() -> None:
    """The one that saves Black is not among those that looked good at first."""
    verdict = search_from("k7/2K5/3n4/8/2RR4/3Q4/8/5n2 b - - 0 1", 5)
    assert decode_move(verdict.move)[1] == "~"
    assert verdict.score > -MATE_SCORE_MIN


@pytest.mark.parametrize(("asked", "boards"), [(0, 0), (10, 10 * TIME_CHECK_NODES)])
def test_search_stops_when_no_time_is_left(asked: int, boards: int) -> None:
    """It asks first of all, and then every now and then."""
    sand = iter([1.0] * asked)
    search = Search(Mailbox.from_position(parse_position(KIWI)), [], lambda: next(sand, 0.0), 10**9, free_shamans=False)
    words = list(generate_legal_moves(parse_position(KIWI), free_shamans=False))
    verdict = search.find_best_move([encode_move(word) for word in words], {})
    assert decode_move(verdict.move) in words
    assert search.nodes == boards
    assert asked or verdict.depth == 0
