"""Looking ahead finds what is there: mates, draws, and nothing that a journey would avert."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Move
from games.shamanic_chess import fen
from games.shamanic_chess.position import Position, after
from games.shamanic_chess.search import ASKED_EVERY, SURE, Mailbox, Search, Verdict, spelt, turned
from games.shamanic_chess.turns import checked, stuck, turns
from tests.effort import rarely
from tests.games.shamanic_chess.drawn import KIWI, diagrams, position


def search_from(drawn: str, depth: int, *, free: bool = False, stood: tuple[str, ...] = ()) -> Verdict:
    diagram = fen.read(drawn)
    root = Mailbox.of(diagram.position, diagram.quiet)
    there = [Mailbox.of(position(each)) for each in (*stood, drawn)]
    search = Search(root, there, lambda: inf, 500_000, free=free)
    return search.best([turned(word) for word in turns(diagram.position, free=free)], {}, depth)


def find_best_turn(drawn: str, depth: int, *, free: bool = False) -> str:
    return "".join(spelt(search_from(drawn, depth, free=free).turn))


def is_mate_in(where: Position, word: Move, moves: int, *, free: bool) -> bool:
    """By trying everything: is it mate after this turn and so many moves at most, whatever the answers are?"""
    then = after(where, word)
    if stuck(then, free=free):
        return checked(then)
    return moves > 1 and all(
        any(
            is_mate_in(after(then, reply), again, moves - 1, free=free)
            for again in turns(after(then, reply), free=free)
        )
        for reply in turns(then, free=free)
    )


def list_mating_turns(where: Position, moves: int, *, free: bool) -> set[Move]:
    return {word for word in turns(where, free=free) if is_mate_in(where, word, moves, free=free)}


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
    assert verdict.mate == 1
    assert spelt(verdict.turn) in list_mating_turns(position(drawn), 1, free=False)


TWO = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
# By a knight that may journey to the last rank in time, but not by one that is only just waking.
AVERTED = "7k/8/5K2/8/8/8/1n6/R7 w - - 0 1"
ASLEEP = "7k/8/5K2/8/8/8/1n~6/R7 w - - 0 1"
UNCOVERED = "7k/8/5K2/8/8/8/8/R~7 w - - 0 1"


@pytest.mark.parametrize(
    ("drawn", "free"), [(TWO, False), (AVERTED, False), (AVERTED, True), (ASLEEP, False), (UNCOVERED, True)]
)
def test_mate_in_two_is_one_only_if_no_journey_averts_it(drawn: str, free: bool) -> None:
    found = list_mating_turns(position(drawn), 2, free=free)
    assert (drawn, bool(found)) not in {(TWO, False), (AVERTED, True)}
    verdict = search_from(drawn, 7, free=free)
    assert (verdict.mate == 2) == bool(found)
    assert not found or spelt(verdict.turn) in found


@rarely(2)
@given(diagrams(), st.booleans())
def test_every_mate_that_is_found_is_one(drawn: str, free: bool) -> None:
    where = position(drawn)
    if stuck(where, free=free):
        return
    verdict = search_from(drawn, 2, free=free)
    assert (verdict.mate == 1) == bool(list_mating_turns(where, 1, free=free))
    if 0 < verdict.mate <= 2:
        assert is_mate_in(where, spelt(verdict.turn), verdict.mate, free=free)


@pytest.mark.parametrize("depth", [1, 4])
def test_hanging_piece_is_taken_and_a_protected_one_is_not(depth: int) -> None:
    assert find_best_turn("4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", depth) == "d1d5"
    assert find_best_turn("3rk3/8/8/3p4/8/8/8/3QK3 w - - 0 1", depth) != "d1d5"
    # A shaman protects nothing.
    assert find_best_turn("3r~1k2/8/8/3n4/8/8/8/3QK3 w - - 0 1", depth) == "d1d5"


@pytest.mark.parametrize("depth", [2, 4])
@pytest.mark.parametrize("drawn", ["7k/8/6Q1/8/8/8/8/K7 w - - 0 1", "k7/2K5/8/8/8/8/8/1R6 w - - 0 1"])
def test_winning_side_avoids_stalemate(drawn: str, depth: int) -> None:
    ends = [word for word in turns(position(drawn), free=False) if stuck(after(position(drawn), word), free=False)]
    verdict = search_from(drawn, depth)
    assert verdict.worth > 500
    then = after(position(drawn), spelt(verdict.turn))
    assert ends
    assert checked(then) or not stuck(then, free=False)


@pytest.mark.parametrize("depth", [2, 4])
def test_side_that_can_still_journey_is_not_stalemated(depth: int) -> None:
    """Black's king and pawns are walled in, and so is the bishop; but it may fly, and is worth something."""
    assert search_from("kb6/p1p5/P1P5/8/8/8/8/6K1 w - - 0 1", depth).worth < -100


@pytest.mark.parametrize("depth", [1, 3])
def test_winning_side_goes_on_rather_than_repeat(depth: int) -> None:
    drawn = "6k1/8/8/8/8/8/1q6/5K1R b - - 0 1"
    first = search_from(drawn, depth)
    there = fen.written(fen.Diagram(after(position(drawn), spelt(first.turn)), 1, 1))
    assert first.worth > 0
    assert search_from(drawn, depth, stood=(there,)).turn == first.turn
    assert search_from(drawn, depth, stood=(there, there)).turn != first.turn


def test_fifty_moves_are_a_draw_but_mate_comes_first() -> None:
    assert search_from("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", 4).worth == 0
    assert search_from("4k3/8/8/8/8/8/8/R3K3 w - - 80 80", 4).worth > 400
    assert search_from("7k/8/6K1/8/8/8/8/R7 w - - 99 80", 4).mate == 1


@pytest.mark.parametrize("depth", [1, 3])
def test_capture_into_a_dead_position_is_worth_a_draw(depth: int) -> None:
    """A knight is left, and mates nobody; against knight and pawn White would lose."""
    verdict = search_from("7n/8/8/8/3k4/8/pK6/8 w - - 0 1", depth)
    assert (spelt(verdict.turn), verdict.worth) == (("b2", "a2"), 0)


def test_losing_side_tries_every_journey_before_it_gives_up() -> None:
    """The one that saves Black is not among those that looked good at first."""
    verdict = search_from("k7/2K5/3n4/8/2RR4/3Q4/8/5n2 b - - 0 1", 5)
    assert spelt(verdict.turn)[1] == "~"
    assert verdict.worth > -SURE


@pytest.mark.parametrize(("asked", "boards"), [(0, 0), (10, 10 * ASKED_EVERY)])
def test_search_stops_when_no_time_is_left(asked: int, boards: int) -> None:
    """It asks first of all, and then every now and then."""
    sand = iter([1.0] * asked)
    search = Search(Mailbox.of(position(KIWI)), [], lambda: next(sand, 0.0), 10**9, free=False)
    words = list(turns(position(KIWI), free=False))
    verdict = search.best([turned(word) for word in words], {})
    assert spelt(verdict.turn) in words
    assert search.boards == boards
    assert asked or verdict.depth == 0
