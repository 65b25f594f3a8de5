"""The end of a match: by mate, by any kind of draw, or by the players."""

from __future__ import annotations

from itertools import islice

import pytest

from games.match import Match
from tests.games.match_lines import continue_randomly
from tests.games.shamanic_chess.positions import KIWIPETE_FEN, begin_chess, list_match_moves, play_typed

ROOK_AGAINST_KING_FEN = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"


def find_end_reason(match: Match) -> str:
    return match.result.reason if match.result else ""


def test_fools_mate_ends_the_match() -> None:
    end = play_typed(begin_chess(), "f3 e5 g4 Qh4#")
    assert end.result
    assert (end.result.reason, end.result.ranks, end.result.scores) == ("mate", (2, 1), (0, 2))
    assert not end.seats_asked
    # No journey or waking ends a check.
    assert find_end_reason(play_typed(begin_chess(), "Nb~h6 e5 f3 Nb~a3 g4 Qh4#")) == "mate"


@pytest.mark.parametrize(
    ("fen", "end"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "dead"),
        ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", "dead"),
        ("4k3/8/8/8/8/8/8/3N~K3 w - - 0 1", "dead"),
        ("3b~k3/8/8/8/8/8/8/4K3 w - - 0 1", "dead"),
        # Two pieces can still mate, even two bishops on squares of the same color.
        ("3bk3/8/8/8/8/8/8/2B1K3 w - - 0 1", ""),
        ("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", ""),
        ("3nk3/8/8/8/8/8/8/3NK3 w - - 0 1", ""),
        ("4k3/8/8/8/8/8/8/R~3K3 w - - 0 1", ""),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", ""),
    ],
)
def test_dead_position_is_drawn_at_once(fen: str, end: str) -> None:
    match = begin_chess(fen)
    assert find_end_reason(match) == end
    if end:
        assert match.result
        assert (match.result.ranks, match.result.scores) == ((1, 1), (1, 1))


def test_capture_may_leave_a_dead_position() -> None:
    assert find_end_reason(play_typed(begin_chess("8/8/8/8/8/4k3/3R~4/K6N b - - 0 1"), "Kxd2")) == "dead"
    assert find_end_reason(play_typed(begin_chess("8/8/8/8/8/4k3/3R~4/K6R b - - 0 1"), "Kxd2")) == ""


def test_third_repetition_is_a_draw() -> None:
    there_and_back = "Nf3 Nf6 Ng1 Ng8 "
    assert find_end_reason(play_typed(begin_chess(), there_and_back + "Nf3 Nf6 Ng1")) == ""
    assert find_end_reason(play_typed(begin_chess(), there_and_back * 2)) == "repetition"


def test_trance_is_part_of_the_position() -> None:
    """Two positions that differ only in pieces being awake or in trance do not count as a repetition."""
    start = begin_chess("4k2r/7p/8/8/8/8/P7/R3K3 w - - 0 1")
    round_trip = "Ra1~c3 Rh8~f6 c3^ f6^ Rc3~a1 Rf6~h8 "
    once = play_typed(start, round_trip + "a1^ h8^")
    assert not once.result
    assert find_end_reason(play_typed(once, round_trip + "a1^ h8^")) == "repetition"
    asleep = play_typed(start, round_trip)
    assert len(set(asleep.state.repeatable_positions)) == len(asleep.state.repeatable_positions)


def test_castling_right_is_part_of_the_position() -> None:
    around = "Ra~b3 Kd8 b3^ Ke8 Rb3~a1 Kd8 a1^ Ke8 "
    twice = play_typed(begin_chess(ROOK_AGAINST_KING_FEN), around * 2)
    # The start position occurs for the third time, but only at the start White could castle.
    assert not twice.result
    assert find_end_reason(play_typed(twice, "Ra~b3")) == "repetition"


def test_usable_en_passant_right_is_part_of_the_position() -> None:
    around = "Ke7 Kd1 Kd8 Ke1 "
    after_double_step = play_typed(begin_chess("3k4/7p/8/8/1p6/8/P1P5/4K3 w - - 0 1"), "c4 " + around * 2)
    assert not after_double_step.result
    # Here no pawn can capture en passant, so the position right after the double step counts too.
    unmoved = play_typed(begin_chess("3k4/7p/8/8/8/8/P1P5/4K3 w - - 0 1"), "c4 " + around)
    assert not unmoved.result
    assert find_end_reason(play_typed(unmoved, around)) == "repetition"


def test_hundred_plies_without_capture_or_pawn_move_are_a_draw() -> None:
    before_draw = "4k3/7p/8/8/8/8/8/R3K3 w - - {} 80"
    assert find_end_reason(begin_chess(before_draw.format(99))) == ""
    assert find_end_reason(play_typed(begin_chess(before_draw.format(98)), "Ra2")) == ""
    assert find_end_reason(play_typed(begin_chess(before_draw.format(99)), "Ra2")) == "fifty"
    assert find_end_reason(begin_chess(before_draw.format(100))) == "fifty"
    assert find_end_reason(play_typed(begin_chess("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90"), "Ra8#")) == "mate"


def test_side_that_is_mated_at_the_start_has_lost() -> None:
    match = begin_chess("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert find_end_reason(match) == "mate"
    assert not match.seats_asked


@pytest.mark.parametrize(
    ("move", "clock"),
    [("Ra1~a2", 42), ("N~c5", 42), ("b8^", 42), ("Ra2", 42), ("e4", 0), ("Rxa7", 0), ("Kxd1", 0)],
)
def test_only_captures_and_pawn_moves_reset_the_halfmove_clock(move: str, clock: int) -> None:
    match = play_typed(begin_chess("1Q~2k3/p7/8/8/8/8/4P3/R2n~K1N1 w - - 41 60"), move)
    assert match.state.halfmove_clock == clock
    assert len(match.state.repeatable_positions) == (1 if clock == 0 else 2)


@pytest.mark.parametrize("variant", ["classic", "free"])
def test_counters_are_right_throughout_a_random_match(variant: str) -> None:
    matches = continue_randomly(begin_chess(KIWIPETE_FEN, variant), variant)
    for moves, match in islice(enumerate(matches), 200):
        state = match.state
        assert len(state.repeatable_positions) == state.halfmove_clock + 1
        assert state.repeatable_positions[-1] == state.position
        assert state.fullmove_number == 1 + moves // 2
        assert all(state.position.kings & army for army in (state.position.white_pieces, state.position.black_pieces))
        assert not state.position.in_trance & (state.position.kings | state.position.pawns)
        assert not state.position.in_trance & ~state.position.occupied
        assert bool(list_match_moves(match)) == (match.result is None)
