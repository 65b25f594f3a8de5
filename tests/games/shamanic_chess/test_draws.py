"""How a match ends: by the board, by count, and by what is said at the table."""

from __future__ import annotations

import pytest

from games.dice import Dice
from games.match import RESIGN, Match
from games.shamanic_chess import GAME
from tests.games.shamanic_chess.drawn import KIWI, said, table, words

ROOKS = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"


def reason(match: Match) -> str:
    return match.result.reason if match.result else ""


def test_fools_mate() -> None:
    end = said(table(), "f3 e5 g4 Qh4#")
    assert end.result
    assert (end.result.reason, end.result.ranks, end.result.scores) == ("mate", (2, 1), (0, 2))
    assert not end.seats_asked
    # Journeys and wakings never parry.
    assert reason(said(table(), "Nb~h6 e5 f3 Nb~a3 g4 Qh4#")) == "mate"


@pytest.mark.parametrize(
    ("drawn", "end"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "dead"),
        ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", "dead"),
        ("4k3/8/8/8/8/8/8/3N~K3 w - - 0 1", "dead"),
        ("3b~k3/8/8/8/8/8/8/4K3 w - - 0 1", "dead"),
        # One of each, or two of a kind, can still mate, whatever the colours.
        ("3bk3/8/8/8/8/8/8/2B1K3 w - - 0 1", ""),
        ("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", ""),
        ("3nk3/8/8/8/8/8/8/3NK3 w - - 0 1", ""),
        ("4k3/8/8/8/8/8/8/R~3K3 w - - 0 1", ""),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", ""),
    ],
)
def test_dead_position_is_drawn_at_once(drawn: str, end: str) -> None:
    match = table(drawn)
    assert reason(match) == end
    if end:
        assert match.result
        assert (match.result.ranks, match.result.scores) == ((1, 1), (1, 1))


def test_capture_may_leave_a_dead_position() -> None:
    assert reason(said(table("8/8/8/8/8/4k3/3R~4/K6N b - - 0 1"), "Kxd2")) == "dead"
    assert reason(said(table("8/8/8/8/8/4k3/3R~4/K6R b - - 0 1"), "Kxd2")) == ""


def test_third_repetition_is_a_draw() -> None:
    there_and_back = "Nf3 Nf6 Ng1 Ng8 "
    assert reason(said(table(), there_and_back + "Nf3 Nf6 Ng1")) == ""
    assert reason(said(table(), there_and_back * 2)) == "repetition"


def test_trance_makes_another_position() -> None:
    """The same squares and kinds; but the first time everybody was awake."""
    start = table("4k2r/7p/8/8/8/8/P7/R3K3 w - - 0 1")
    round_trip = "Ra1~c3 Rh8~f6 c3^ f6^ Rc3~a1 Rf6~h8 "
    once = said(start, round_trip + "a1^ h8^")
    assert not once.result
    assert reason(said(once, round_trip + "a1^ h8^")) == "repetition"
    asleep = said(start, round_trip)
    assert len(set(asleep.state.stood)) == len(asleep.state.stood)


def test_castling_rights_make_another_position() -> None:
    around = "Ra~b3 Kd8 b3^ Ke8 Rb3~a1 Kd8 a1^ Ke8 "
    twice = said(table(ROOKS), around * 2)
    # All stand as at the start for the third time; but then White could castle.
    assert not twice.result
    assert reason(said(twice, "Ra~b3")) == "repetition"


def test_right_to_capture_in_passing_makes_another_position_where_somebody_has_it() -> None:
    around = "Ke7 Kd1 Kd8 Ke1 "
    passed = said(table("3k4/7p/8/8/1p6/8/P1P5/4K3 w - - 0 1"), "c4 " + around * 2)
    assert not passed.result
    # Here no pawn stands beside it: the position after the double step counts too.
    unmoved = said(table("3k4/7p/8/8/8/8/P1P5/4K3 w - - 0 1"), "c4 " + around)
    assert not unmoved.result
    assert reason(said(unmoved, around)) == "repetition"


def test_hundred_turns_without_capture_or_pawn_move_are_a_draw() -> None:
    near = "4k3/7p/8/8/8/8/8/R3K3 w - - {} 80"
    assert reason(table(near.format(99))) == ""
    assert reason(said(table(near.format(98)), "Ra2")) == ""
    assert reason(said(table(near.format(99)), "Ra2")) == "fifty"
    assert reason(table(near.format(100))) == "fifty"
    assert reason(said(table("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90"), "Ra8#")) == "mate"


def test_side_that_stands_mated_at_the_start_has_lost() -> None:
    match = table("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert reason(match) == "mate"
    assert not match.seats_asked


@pytest.mark.parametrize(
    ("turn", "quiet"),
    [("Ra1~a2", 42), ("N~c5", 42), ("b8^", 42), ("Ra2", 42), ("e4", 0), ("Rxa7", 0), ("Kxd1", 0)],
)
def test_only_captures_and_pawn_moves_begin_the_count_anew(turn: str, quiet: int) -> None:
    match = said(table("1Q~2k3/p7/8/8/8/8/4P3/R2n~K1N1 w - - 41 60"), turn)
    assert match.state.quiet == quiet
    assert len(match.state.stood) == (1 if quiet == 0 else 2)


def test_stopped_match_awaits_nobody() -> None:
    match = said(table(), "e4 e5").play_move(0, RESIGN)
    assert not GAME.seats_to_move(match.state)
    assert GAME.legal_moves(match.view_of(0)) == ()


@pytest.mark.parametrize("variant", ["classic", "free"])
def test_counters_of_a_random_match_are_right(variant: str) -> None:
    """What a match remembers of its past is enough to judge it, and no more."""
    match, moves = table(KIWI, variant), 0
    while not match.result and moves < 200:
        (seat,) = match.seats_asked
        match = match.play_move(seat, Dice(f"{variant}/{moves}".encode()).choose(match.legal_moves(seat)))
        moves += 1
        state = match.state
        assert len(state.stood) == state.quiet + 1
        assert state.stood[-1] == state.position
        assert state.number == 1 + moves // 2
        assert all(state.position.kings & army for army in (state.position.white, state.position.black))
        assert not state.position.trance & (state.position.kings | state.position.pawns)
        assert not state.position.trance & ~state.position.occupied
        assert bool(words(match)) == (match.result is None)
