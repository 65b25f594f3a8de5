"""How many worlds a view allows, counted by hand; guessing finds them all, and no others."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dice import Dice
from games.match import Match
from games.schamanen import GAME
from tests.games.schamanen.drawn import EYES, TWINS, VECTOR, drafted, said, table, worlds

# Ties all over the board but on A1 and B1, which the exchanges between the duels keep changing.
ALL_BUT_TWO = ("c1", "a2", "b2", "c2", "a3", "b3", "c3")


def turned_up(match: Match, *spaces: str) -> Match:
    for number, space in enumerate(spaces):
        match = said(match, *([f"{min(match.awaited)} swap a1 b1"] if number else []), space)
    return match


def counted(match: Match, rolls: int = 400) -> list[int]:
    """For Bison, for Wolf and for everybody; every world looks the same to those eyes."""
    found = {seat: worlds(match.view(seat), rolls) for seat in EYES}
    for seat, guesses in found.items():
        assert {GAME.view(world, seat) for world in guesses} == {match.view(seat)}
    return [len(guesses) for guesses in found.values()]


@pytest.mark.parametrize(
    ("variant", "lines"),
    [
        ("classic", ("c3", "0 swap a1 c3", "b3")),
        ("pro", ("c3", "0 swap wolf a1 c3")),
        ("pro_stacks", ("c3", "0 move b9 b2 w1 b2", "c3")),
    ],
)
def test_open_stones_leave_one_world(variant: str, lines: tuple[str, ...]) -> None:
    for match in (
        drafted("9/1 1/9 -/- | -/- -/- -/- | -/- -/- -/-", variant=variant),
        said(table(variant=variant, board=VECTOR), *lines),
    ):
        for seat in EYES:
            assert worlds(match.view(seat), 5) == {match.state}


def test_before_the_first_stone_there_is_one_world() -> None:
    match = table(variant="memory")
    for seat in EYES:
        assert worlds(match.view(seat), 5) == {match.state}


def test_the_first_stone_may_be_any_of_nine() -> None:
    # Its owner has seen it.
    assert counted(said(table(variant="memory"), "0 place 5 b2")) == [1, 9, 9]


def test_a_stone_of_each_side() -> None:
    # 9 for the other's stone; for everybody 9 * 9, as twins may meet.
    match = said(table(variant="memory"), "0 place 5 b2", "1 place 5 b2")
    assert counted(match, 1200) == [9, 9, 81]


def test_two_stones_of_wolf() -> None:
    # Bison: 9 * 8 for the two; Wolf: 9 for the one.
    match = said(table(variant="memory"), "0 place 5 b2", "1 place 5 b2", "1 place 7 a1")
    assert [len(worlds(match.view(seat), 1200)) for seat in (0, 1)] == [72, 9]


def test_the_last_stone_of_the_placement_is_known_to_its_owner() -> None:
    # Bison's nine are unknown to Wolf and the other way round: far more than are rolled; but one's own are certain.
    match = drafted(VECTOR, variant="memory")
    for seat in (0, 1):
        found = worlds(match.view(seat), 50)
        assert len(found) == 50
        assert {world.at[seat] for world in found} == {match.state.at[seat]}


def test_after_seven_reveals_two_stones_of_the_other_are_unknown() -> None:
    # The two on A1 and B1 may lie either way: 2 for a player, 2 * 2 for everybody.
    assert counted(turned_up(drafted(TWINS, variant="memory"), *ALL_BUT_TWO)) == [2, 2, 4]


def test_after_six_reveals_three() -> None:
    # 3! for a player, 3! * 3! for everybody.
    assert counted(turned_up(drafted(TWINS, variant="memory"), *ALL_BUT_TWO[1:]), 600) == [6, 6, 36]


def test_the_ninth_stone_follows_from_the_eight_others() -> None:
    match = said(turned_up(drafted(TWINS, variant="memory"), *ALL_BUT_TWO), "0 swap a1 a2", "a1")
    # Bison's 4, known, met one of Wolf's two unknown on A1: the other of the two needs no duel. Bison's stay unknown.
    assert counted(match) == [1, 2, 2]


def test_a_drawn_start_hides_ones_own_stones_too() -> None:
    # 2 for one's own and 2 for the other's, from every seat.
    assert counted(turned_up(table(variant="memory", board=TWINS), *ALL_BUT_TWO)) == [4, 4, 4]


def test_help_tells_ones_own_on_a_drawn_board() -> None:
    match = turned_up(table(variant="memory", board=TWINS, memory_help="own"), *ALL_BUT_TWO)
    assert counted(match) == [2, 2, 4]


def test_the_end_leaves_one_world() -> None:
    match = turned_up(drafted(TWINS, variant="memory", duel_limit=3), "c1", "c2", "c3")
    assert match.result
    assert counted(match, 20) == [1, 1, 1]


def test_a_cover_forgets_what_was_seen() -> None:
    # All but two were shown; covered, a hundred guesses are a hundred worlds.
    match = turned_up(drafted(TWINS, variant="memory"), *ALL_BUT_TWO)
    for seat in EYES:
        assert len(worlds(GAME.forget(match.view(seat)), 100)) == 100


def test_worlds_are_equally_likely() -> None:
    view = turned_up(drafted(TWINS, variant="memory"), *ALL_BUT_TWO).view(None)
    found = Counter(GAME.resample(view, Dice(roll.to_bytes(4, "big"))) for roll in range(800))
    # Within five deviations of 200.
    assert all(138 < count < 262 for count in found.values())


@pytest.mark.parametrize("seat", EYES)
def test_the_truth_is_among_the_worlds(seat: int | None) -> None:
    match = turned_up(drafted(TWINS, variant="memory"), *ALL_BUT_TWO)
    assert match.state in worlds(match.view(seat))
    # The stone just placed included, in what is told of it too.
    match = said(table(variant="memory"), "0 place 5 b2", "1 place 7 a1")
    assert match.state in worlds(match.view(seat), 1200)
