"""A duel: sums, wounds, re-rolls, and the way home."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.match import Match
from games.woodwalkers.ground import NUMBER
from games.woodwalkers.story import Duel
from games.woodwalkers.things import ANIMALS
from tests.games.lines import refusal, said, words
from tests.games.woodwalkers.drawn import WOLF_AND_OTTER, drawn, kept, moving, place, turn, wounds


def duel(match: Match) -> Duel:
    fought = match.view(None).duel
    assert isinstance(fought, Duel)
    return fought


def test_when_equal_the_challenger_loses() -> None:
    """Wolf, strength 6, rolls 3; otter, strength 3, rolls 6."""
    match = said(moving(WOLF_AND_OTTER, 2, 3, 6), "0 move d2 d4")
    assert duel(match).sums == (9, 9)
    assert match.scores() == (0, 2)
    assert wounds(match, 0, "wolf") == 1
    # The wolf's own place is free, and so is no other.
    assert words(match, 0) == ["home d1"]
    match = said(match, "0 home d1")
    assert (place(match, 0, "wolf"), place(match, 1, "otter")) == ("d1", "d4")
    assert wounds(match, 1, "otter") == 0


@pytest.mark.parametrize("die", [4, 5, 6])
def test_the_higher_sum_wins_the_space(die: int) -> None:
    match = said(moving(WOLF_AND_OTTER, 2, die, 6), "0 move d2 d4")
    assert duel(match).sums == (6 + die, 9)
    assert match.scores() == (2, 0)
    # The winner stands there before the loser is home.
    assert (place(match, 0, "wolf"), place(match, 1, "otter")) == ("d4", "hand")
    assert wounds(match, 1, "otter") == 1
    assert match.awaited == {1}
    match = said(match, f"1 {words(match, 1)[0]}")
    assert place(match, 1, "otter") == "f9"


@pytest.mark.parametrize("die", [1, 2])
def test_the_lower_sum_loses(die: int) -> None:
    match = said(moving(WOLF_AND_OTTER, 2, die, 6), "0 move d2 d4")
    assert duel(match).sums == (6 + die, 9)
    assert match.scores() == (0, 2)


def test_a_wound_counts() -> None:
    match = said(moving("4 - . . 1ot\n2 - . . 0wo1", 2, 3, 5), "0 move d2 d4")
    assert duel(match).sums == (8, 8)
    assert (match.scores(), wounds(match, 0, "wolf")) == ((0, 2), 2)


@pytest.mark.parametrize(
    ("mode", "sums"), [("strength", (7, 4)), ("speed", (5, 4)), ("endurance", (6, 8)), ("intelligence", (6, 8))]
)
def test_the_mode_of_the_round_is_what_counts(mode: str, sums: tuple[int, int]) -> None:
    assert duel(said(moving(WOLF_AND_OTTER, 2, 1, 1, mode=mode), "0 move d2 d4")).sums == sums


def test_the_chances_of_a_duel() -> None:
    """In 36ths, by how much more the challenger's value is."""
    assert [_chance(more) for more in range(-5, 7)] == [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36]


def _chance(more: int) -> Fraction:
    won = [
        Duel((0, 1), 0, 0, animals=(0, 1), values=(more, 0), dice=(one, other)).behind == 1
        for one in range(1, 7)
        for other in range(1, 7)
    ]
    return Fraction(sum(won) * 36, len(won))


@pytest.mark.parametrize("fought", [(6, 1), (1, 6)])
def test_the_third_wound_removes(fought: tuple[int, int]) -> None:
    """Card and wounds are gone, nobody goes home, and nobody is asked for a space."""
    match = said(moving("4 - . . 1be2\n2 - . . 0be2", 2, *fought, mode="strength"), "0 move d2 d4")
    loser = 1 if fought == (6, 1) else 0
    assert place(match, loser, "bear") == "out"
    assert wounds(match, loser, "bear") == 0
    assert place(match, 1 - loser, "bear") == "d4"
    assert wounds(match, 1 - loser, "bear") == 2
    assert duel(match).removed
    assert match.awaited == {1}
    assert words(match, 1)[0].startswith("mode")


def test_the_loser_goes_to_any_free_start_space_of_its_own() -> None:
    board = "4 - . . 1ot\n2 - . . 0wo 0be 0pu"
    match = said(moving(board, 2, 1, 6), "0 move d2 d4")
    assert words(match, 0) == ["home c1", "home d1", "home e1"]
    for word in ("home b1", "home d2", "home c9", "stay", "done"):
        assert refusal(match, f"0 {word}") == "illegal"
    assert place(said(match, "0 home e1"), 0, "wolf") == "e1"


def test_a_beaten_challenger_may_return_to_where_it_set_out() -> None:
    match = said(moving("2 - 1ot", 1, 1, 6, mode="intelligence"), "0 move b1 b2")
    assert words(match, 0) == ["home b1"]
    match = said(match, "0 home b1")
    assert place(match, 0, "bison") == "b1"


def test_who_was_sent_home_may_walk_along_the_start_spaces_again() -> None:
    match = said(
        moving("4 - . . 1ot\n2 - . . 0wo 0be", 2, 1, 6, 1, stack=["strength"] * 5), "0 move d2 d4", "0 home c1"
    )
    match = said(match, "1 mode strength", "0 roll")
    assert "d1" in {word[2] for word in match.legal(0) if word[1:2] == ("c1",)}


def test_a_winner_takes_the_flag() -> None:
    match = said(moving("4 - . . 1ot+7\n2 - . . 0wo", 2, 6, 1), "0 move d2 d4")
    view = match.view(None)
    assert view.flags == ((NUMBER["d4"], 7),)
    assert view.standing(NUMBER["d4"]) == (0, ANIMALS.index("wolf"))


def test_a_winning_challenger_leaves_where_it_came_from() -> None:
    view = said(moving(WOLF_AND_OTTER, 2, 6, 1), "0 move d2 d4").view(None)
    assert view.standing(NUMBER["d2"]) is None


# Die tiles: the wolves fetch as many as are wanted before the bison attacks the otter, 8 against 3.

ARMED = """
8 - . . ?d
7 - . ?d
6 - . 0wo
4 - . . . . . 1wo
3 - 1ot . . . . ?d
2 - 0bi . . . ?d
"""
FETCHING = {0: ["c6 c7", "c7 d8"], 1: ["g4 g3", "g3 f2"]}


def armed(*rolls: int, zero: int = 0, one: int = 0) -> Match:
    """When the bison has attacked and both have rolled, with so many Die tiles on either side."""
    match = drawn(ARMED, stack=["strength"] * 5 + ["speed"] * 5, rolls=[*[2] * (zero + one), 1, *rolls])
    for seat, tiles in ((0, zero), (1, one)):
        for at, move in enumerate(FETCHING[seat][:tiles]):
            match = turn(match, f"{seat} roll", *[f"{seat} keep"][:at], f"{seat} move {move}")
    match = turn(match, "0 roll", *["0 keep"][:zero], "0 move b2 b3")
    assert match.view(None).mode == "strength"
    return match


def asked(match: Match) -> tuple[int, list[str]]:
    (seat,) = match.awaited
    return seat, words(match, seat)


AGAIN = ["reroll", "keep"]


def test_whoever_is_behind_may_roll_again() -> None:
    match = armed(1, 6, 2, zero=1)
    # 9 : 9, so the challenger is behind.
    assert asked(match) == (0, AGAIN)
    assert not match.scores()[1]
    match = said(match, "0 reroll")
    assert duel(match).sums == (10, 9)
    assert (match.scores(), kept(match, 0)) == ((2, 0), (0, 0))


def test_the_defender_may_too() -> None:
    match = armed(2, 6, 6, one=1)
    assert asked(match) == (1, AGAIN)
    match = said(match, "1 reroll")
    # It was of no use, but it is spent.
    assert duel(match).sums == (10, 9)
    assert (match.scores(), kept(match, 1)) == ((2, 0), (0, 0))


def test_the_leader_is_not_asked() -> None:
    assert armed(6, 1, zero=2).scores() == (2, 0)
    assert armed(1, 6, one=2).scores() == (0, 2)


def test_who_keeps_has_lost() -> None:
    match = said(armed(1, 6, zero=1), "0 keep")
    assert (match.scores(), kept(match, 0)) == ((0, 2), (0, 1))
    assert asked(match)[1][0].startswith("home")


def test_the_question_changes_sides_with_the_lead() -> None:
    match = armed(1, 6, 3, 2, 6, zero=2, one=1)
    assert asked(match) == (0, AGAIN)
    match = said(match, "0 reroll")
    assert (duel(match).sums, asked(match)) == ((11, 9), (1, AGAIN))
    match = said(match, "1 reroll")
    # Still behind, and nothing left: settled, although the other side has a tile more.
    assert (duel(match).sums, match.scores()) == ((11, 5), (2, 0))
    assert (kept(match, 0), kept(match, 1)) == ((0, 1), (0, 0))


def test_tiles_are_spent_one_at_a_time() -> None:
    match = said(armed(1, 6, 1, 2, zero=2), "0 reroll")
    assert (duel(match).sums, asked(match), kept(match, 0)) == ((9, 9), (0, AGAIN), (0, 1))
    match = said(match, "0 reroll")
    assert (duel(match).sums, match.scores()) == ((10, 9), (2, 0))


def test_every_new_roll_counts_even_a_worse_one() -> None:
    match = said(armed(1, 6, 1, zero=1), "0 reroll")
    assert (duel(match).dice, match.scores()) == ((1, 6), (0, 2))
    match = said(armed(3, 5, 2, one=1), "1 reroll")
    assert (duel(match).dice, match.scores()) == ((3, 2), (2, 0))


def test_medicine_is_not_asked_for_in_a_duel() -> None:
    """Only after it, when the loser is home."""
    board = "4 - . . 1ot\n3 - . ?m\n2 - . . 0wo"
    match = said(moving(board, 2, 2, 1, 6, stack=["strength"] * 5), "0 move d2 c3")
    match = turn(match, "0 roll", "0 move c3 d4")
    assert asked(match) == (0, ["home d1"])
    match = said(match, "0 home d1")
    assert asked(match) == (0, ["heal wolf", "done"])
    match = said(match, "0 heal wolf")
    assert (wounds(match, 0, "wolf"), set(match.awaited)) == (0, {1})


def test_the_mover_heals_after_the_other_has_gone_home() -> None:
    board = "4 - . . 1ot\n3 - . ?m\n2 - . . 0wo1"
    match = said(moving(board, 2, 2, 6, 1, stack=["strength"] * 5), "0 move d2 c3", "0 done")
    match = turn(match, "0 roll", "0 move c3 d4", "1 home f9")
    assert asked(match) == (0, ["heal wolf", "done"])


def test_a_third_wound_is_not_undone() -> None:
    board = "4 - . . 1ot\n3 - . ?m\n2 - . . 0wo2"
    match = said(moving(board, 2, 2, 1, 6, stack=["strength"] * 5), "0 move d2 c3", "0 done")
    match = turn(match, "0 roll", "0 move c3 d4")
    assert place(match, 0, "wolf") == "out"
    assert asked(match)[0] == 1
    assert kept(match, 0) == (1, 0)


def test_losing_the_last_animal_ends_the_turn() -> None:
    match = said(moving("4 - . . 1ot\n2 - . . 0wo2", 2, 1, 6, alone=True), "0 move d2 d4")
    assert match.view(None).camps[0].out == tuple(range(7))
    assert asked(match)[0] == 1


def test_a_seat_beaten_out_of_the_game_in_a_round_has_no_turn_in_it() -> None:
    match = said(moving("4 - . . 0ot2\n2 - . . 1wo", 2, 6, 1, alone=True, seat=1), "1 move d2 d4")
    # Seat 0 would have rolled last.
    assert asked(match)[0] == 1
    assert match.view(None).round == 2
